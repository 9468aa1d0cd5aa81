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

[tonumber(id) + 1, -tonumber(id), !tobool(id), tonumber(id) < 1]
# => [(unknown), (unknown), (unknown), (unknown)]
# type: tuple([number, number, bool, bool])

# A list has no negative length.
[length(split(",", id)) < -1, length(split(",", id)) > -1, length(split(",", id)) == -1]
# => [false, true, false]

[tobool(id) && false, tobool(id) || true, tobool(id) || false]
# => [false, true, (unknown)]

# Values of different types are not equal, nor are those that differ in a known part.
[tonumber(id) == "a", [tonumber(id)] == [1, 2], [1, tonumber(id)] == [2, 2], "i-${id}" == "j-1"]
# => [false, false, false, false]

[length(split(",", id)) == null, [jsondecode(id)] == {}, tonumber(id) != "a"]
# => [false, false, true]

[tonumber(id) == 1, tonumber(id) == null, [tonumber(id)] == [1], "i-${id}" == "i-1", jsondecode(id) == "a"]
# => [(unknown), (unknown), (unknown), (unknown), (unknown)]
# type: tuple([bool, bool, bool, bool, bool])

[tolist([true])[tonumber(id)], tolist([true])[jsondecode(id)], [1][tonumber(id)], jsondecode(id).a]
# => [(unknown), (unknown), (unknown), (unknown)]
# type: tuple([bool, any, any, any])

convert(jsondecode(id), tuple([bool]))[0]
# => (unknown)
# type: bool

convert(jsondecode(id), tuple([bool]))[1]
# error: 1:39 Invalid index

convert(jsondecode(id), object({ a = bool })).a
# => (unknown)
# type: bool

convert(jsondecode(id), list(object({ a = bool }))).a
# error: 1:52 Unsupported attribute

[contains(toset(["a", id]), "a"), contains(toset(["a", id]), "b"), length(toset(["a", id]))]
# => [true, (unknown), (unknown)]
# type: tuple([bool, bool, number])
