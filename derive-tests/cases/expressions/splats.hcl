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
