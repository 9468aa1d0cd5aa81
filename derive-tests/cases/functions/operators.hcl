add(1, 2)
# => 3

subtract(1, 2)
# => -1

multiply(3, "4")
# => 12

divide(1, 4)
# => 0.25

divide(0, 0)
# error: 1:1 Error in function call

modulo(-7, 3)
# => -1

modulo(1 / 0, 3)
# => +Inf

negate(5)
# => -5

and(true, "true")
# => true

or(false, false)
# => false

not(true)
# => false

equal([1], [1])
# => true

notequal("1", 1)
# => true

greaterthan(2, 1)
# => true

greaterthanorequalto(2, 2)
# => true

lessthan(2, 1)
# => false

lessthanorequalto(2, 2)
# => true

equal(id, null)
# => (unknown)
# type: bool
