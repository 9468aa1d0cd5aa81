abs(-12.5)
# => 12.5

ceil(-1.5)
# => -1

floor(-1.5)
# => -2

ceil(1e400) == 1e400
# => true

log(1000, 10)
# => 2.9999999999999996

log(0, 2) < 0
# => true

log(-1, 2)
# error: 1:1 Error in function call

max("5", 12, 9)
# => 12

max()
# error: 1:1 Error in function call

min([3, 1, 2]...)
# => 1

parseint("-ff", 16)
# => -255

parseint("z", 62)
# => 35

parseint("Z", 62)
# => 61

parseint("12", 2)
# error: 1:11 Invalid function argument

parseint("1", 63)
# error: 1:15 Invalid function argument

parseint(12, 10)
# error: 1:10 Invalid function argument

pow(2, 0.5)
# => 1.4142135623730951

pow(2, -1)
# => 0.5

pow(0, 0)
# => 1

pow(1.5, -2.5)
# => 0.3628873693012115

pow(255, 1 / 3)
# => 6.341325705384996

log(3, 1e-7)
# => -0.06816017924566606

signum(-3)
# => -1

signum(0)
# => 0

signum(0.5)
# error: 1:1 Error in function call

sum([1, 2.5, "3"])
# => 6.5

sum([])
# error: 1:5 Invalid function argument

sum(["a"])
# error: 1:5 Invalid function argument
