true ? 1 : 2
# => 1
# type: number

count > 2 ? "many" : "few"
# => "many"

"true" ? 1 : 2
# => 1

# Both results are converted to their common type.
true ? 1 : "a"
# => "1"
# type: string

true ? [1] : ["a"]
# => ["1"]
# type: tuple([string])

true ? [1] : ["a", "b"]
# => ["1"]
# type: list(string)

true ? { a = 1 } : { b = "x" }
# => { a = "1" }
# type: map(string)

true ? null : 1
# => null
# type: number

false ? null : [1]
# => [1]

true ? { a = 1 } : { b = [2] }
# error: 1:8 Inconsistent conditional result types

null ? 1 : 2
# error: 1:1 Null condition

"maybe" ? 1 : 2
# error: 1:1 Incorrect condition type

[] ? 1 : 2
# error: 1:1 Incorrect condition type

# The result that isn't chosen may fail.
true ? "taken" : 0 / 0
# => "taken"

true ? 1 : nowhere
# => 1

true ? 1
# error: 2:1 Missing false expression in conditional

# If the other result is a list of dynamic type, elements are not converted: all must have one type.
false ? tolist([]) : [["a"], ["b", "c"]]
# error: 2:22 Inconsistent conditional result types

false ? tolist([]) : [["a"], ["b"]]
# => [["a"], ["b"]]
# type: list(tuple([string]))

false ? tolist([null]) : [1, "a"]
# => ["1", "a"]
# type: list(string)

true ? { a = [1], b = [] } : tomap({})
# error: 1:8 Inconsistent conditional result types

true ? { a = [1], b = [2] } : tomap({})
# => { a = [1], b = [2] }
# type: map(tuple([number]))

# If its type is known, they are converted.
false ? tolist(["a"]) : [1, true]
# => ["1", "true"]
# type: list(string)

false ? 1 : null
# => null
# type: number

true ? nowhere : 1
# error: 1:8 Unknown variable

true ? [] : {}
# error: 1:8 Inconsistent conditional result types

count ? 1 : 2
# error: 1:1 Incorrect condition type
