upper("web")
# => "WEB"

upper(name)
# => "WEB"

# Arguments are converted to the types of the parameters.
upper(true)
# => "TRUE"

max(1, 3, 2)
# => 3

max(ports...)
# => 443

max(500, ports...)
# => 500

upper(
  name,
)
# => "WEB"

length(ports) + max(1, 2)
# => 4

try(nothing.first, "default")
# => "default"

try(nowhere, "default")
# => "default"

can(nowhere)
# => false

can(name)
# => true

upper()
# error: 1:7 Not enough function arguments

upper("a", "b")
# error: 1:13 Too many function arguments

upper([])
# error: 1:7 Invalid function argument

upper(null)
# error: 1:7 Invalid function argument

uper("a")
# error: 1:1 Call to unknown function

max(name...)
# error: 1:5 Invalid expanding argument value

upper("a"
# error: 1:1 Unterminated function call

upper("a" "b")
# error: 1:11 Missing argument separator

max(ports..., 1)
# error: 1:10 Missing closing parenthesis

math::max(1)
# error: 1:1 Call to unknown function

format("%s-%s", ["a", "b"]...)
# => "a-b"

max([1, 3, 2]...)
# => 3

max(nothing...)
# error: 1:5 Invalid expanding argument value

max()
# error: 1:1 Error in function call

upper(nowhere)
# error: 1:7 Unknown variable

try(nowhere, servers[9], 3)
# => 3

[for server in servers : try(server.tags[1], "none")]
# => ["y", "none"]

try(nowhere, [][0])
# error: 1:1 Error in function call

can()
# error: 1:5 Not enough function arguments
