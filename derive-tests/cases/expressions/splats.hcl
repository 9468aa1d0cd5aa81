servers[*].name
# => ["a", "b"]

servers.*.name
# => ["a", "b"]

servers[*]["port"]
# => [80, 81]

# A full splat applies to all steps after it, an attribute-only splat only to names and digits.
servers[*].tags[0]
# => ["x", "z"]

servers.*.tags[0]
# => ["x", "y"]

servers[*].tags[*]
# => [["x", "y"], ["z"]]

servers[0][*].name
# => ["a"]

name[*]
# => ["web"]

null[*]
# => []

nothing[*].name
# => []

[][*].name
# => []

servers[*].nowhere
# error: 1:11 Unsupported attribute
# error: 1:11 Unsupported attribute

null.*
# => []

servers[*
# error: 1:8 Missing close bracket on splat index

[[1, 2], [3, 4]][*][0]
# => [1, 3]

[[[1]], [[2]]][*][*][0]
# => [[1], [2]]

servers.*.name[1]
# => "b"

[[1, 2], [3, 4]].*.0
# => [1, 3]

# Lists and sets make lists.
tolist(["a", "b"])[*]
# => ["a", "b"]
# type: list(string)

toset(["b", "a"])[*]
# => ["a", "b"]
# type: list(string)

tolist([{ a = 1 }])[*].a
# => [1]
# type: list(number)

nowhere[*].name
# error: 1:1 Unknown variable
