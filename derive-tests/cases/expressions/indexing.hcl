ports[0]
# => 80

ports[1 + 0]
# => 443

ports["1"]
# => 443

ports.0
# => 80

servers[1].name
# => "b"

servers.1.name
# => "b"

servers[0].tags[1]
# => "y"

env["HOME"]
# => "/root"

env.HOME
# => "/root"

{ a = { b = 1 } }.a.b
# => 1

{ a = 1 }["a"]
# => 1

{ "0" = "zero" }[0]
# => "zero"

{ "true" = 1 }[true]
# => 1

[[1, 2], [3, 4]][1][0]
# => 3

(
  servers[0]
    .name
)
# => "a"

ports[2]
# error: 1:6 Invalid index

ports[-1]
# error: 1:6 Invalid index

ports[0.5]
# error: 1:6 Invalid index

ports[null]
# error: 1:6 Invalid index

ports.first
# error: 1:6 Unsupported attribute

env["NOWHERE"]
# error: 1:4 Invalid index

env.NOWHERE
# error: 1:4 Unsupported attribute

servers[0].nmae
# error: 1:11 Unsupported attribute

name.first
# error: 1:5 Unsupported attribute

nothing.first
# error: 1:8 Attempt to get attribute from null value

nothing[0]
# error: 1:8 Attempt to index null value

nowhere.first
# error: 1:1 Unknown variable

[[1]].0.0
# error: 1:7 Invalid legacy index syntax

ports[0
# error: 1:6 Missing close bracket on index

servers[1 - 1]["tags"][1]
# => "y"

servers.0["name"]
# => "a"

{ a = [1] }.a[0]
# => 1

toset(["a"])[0]
# error: 1:13 Invalid index

tomap({ x = 1 }).z
# error: 1:17 Missing map element

servers.name
# error: 1:8 Unsupported attribute

# One mistake ends the path, but keys after it are evaluated.
tomap({ x = 1 }).z.a[nowhere]
# error: 2:17 Missing map element
# error: 2:22 Unknown variable

tomap({ "1" = true })[1]
# => true

ports[1e30]
# error: 1:6 Invalid index

ports["x"]
# error: 1:6 Invalid index

{}[0]
# error: 1:3 Invalid index

{}["a"]
# error: 1:3 Invalid index

tomap({ a = true })["b"]
# error: 1:20 Invalid index

name[0]
# error: 1:5 Invalid index

{}.a
# error: 1:3 Unsupported attribute

tomap({ b = true }).a
# error: 1:20 Missing map element
