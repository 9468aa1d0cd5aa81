# An expression that depends on an unknown value is unknown, but often has a known type.
"id-${id}"
# => (unknown)
# type: string

id == "x"
# => (unknown)
# type: bool

[id, 1]
# => [(unknown), 1]

[id, 1][1]
# => 1

false && id == "x"
# => false

upper(id)
# => (unknown)

id == "x" ? 1 : 2
# => (unknown)
# type: number

secret
# => (sensitive)

"${secret}!"
# => (sensitive)

upper(secret)
# => (sensitive)

# A set with unknown elements becomes an unknown list that keeps the type of its elements.
true ? [toset([tonumber(id), 1]), toset([tonumber(id), 2])] : [tolist(["x"])]
# => [(unknown), (unknown)]
# type: list(list(number))

# With a list of the other type, the lists get a common type.
true ? [toset([tonumber(id), 1]), toset([2])] : [tolist(["x"])]
# => [(unknown), ["2"]]
# type: list(list(string))

true ? tolist([toset([tonumber(id), 1])]) : tolist([tolist(["x"])])
# => [(unknown)]
# type: list(list(number))

true ? { a = toset([tonumber(id), 1]) } : { b = tolist(["x"]) }
# => { a = (unknown) }
# type: map(list(number))

# The type of an unknown condition is checked only in an object.
[for v in [split(",", id)] : 1 if v]
# => (unknown)
# type: any

{ for v in [split(",", id)] : "a" => 1 if v }
# error: 1:43 Invalid 'for' condition

# The type of a failed nested splat is that of unknown elements.
true ? servers[*][*].nope : ["x"]
# error: 2:21 Unsupported attribute
# error: 2:21 Unsupported attribute
