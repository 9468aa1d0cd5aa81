can(nothing.name)
# => false

can(name)
# => true

can(id)
# => (unknown)
# type: bool

convert("5", number)
# => 5

convert({ port = "80" }, object({ port = number }))
# => { port = 80 }
# type: object({ port = number })

convert(["a"], list(number))
# error: 1:9 Invalid function argument

convert(name, port)
# error: 1:15 Invalid type specification

try(nothing.name, servers[9].name, "none")
# => "none"

try(nothing.name)
# error: 1:1 Error in function call

try()
# error: 1:1 Error in function call

tobool("false")
# => false

tobool(1)
# error: 1:8 Invalid function argument

tolist(["a", 1])
# => ["a", "1"]
# type: list(string)

tolist({ a = 1 })
# error: 1:8 Invalid function argument

tomap({ a = 1, b = "x" })
# => { a = "1", b = "x" }
# type: map(string)

tomap(["a"])
# error: 1:7 Invalid function argument

tonumber("1e3")
# => 1000

tonumber("0x10")
# error: 1:11 Invalid function argument

toset(["b", "a", "b"])
# => ["a", "b"]
# type: set(string)

tostring(1.50)
# => "1.5"

tostring([])
# error: 1:10 Invalid function argument

tostring(null)
# => null

type(servers)
# => "tuple([object({ name = string, port = number, tags = tuple([string, string]) }), object({ name = string, port = number, tags = tuple([string]) })])"

type(null)
# => "any"

type(tomap({ a = [1] }))
# => "map(tuple([number]))"

type(toset([1, "a"]))
# => "set(string)"
