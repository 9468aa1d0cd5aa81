[for port in ports : port + 1]
# => [81, 444]
# type: tuple([number, number])

[for i, port in ports : "${i}=${port}"]
# => ["0=80", "1=443"]

[for key, value in env : "${key}=${value}"]
# => ["HOME=/root", "PATH=/bin"]

[for port in ports : port if port > 100]
# => [443]

[for server in servers : [for tag in server.tags : upper(tag)]]
# => [["X", "Y"], ["Z"]]

{ for server in servers : server.name => server.port }
# => { a = 80, b = 81 }
# type: object({ a = number, b = number })

{ for i, port in ports : i => port }
# => { "0" = 80, "1" = 443 }

{ for server in servers : server.name => server.tags... }
# => { a = [["x", "y"]], b = [["z"]] }

{ for n in [1, 2, 3, 4] : n % 2 == 0 ? "even" : "odd" => n... }
# => { even = [2, 4], odd = [1, 3] }

# The variable hides others with its name, only inside the expression.
[for name in ["x"] : name] == ["x"] && name == "web"
# => true

[for x in [] : nowhere]
# => []

[
  for port in ports :
  port
  if true
]
# => [80, 443]

[for x in nothing : x]
# error: 1:11 Iteration over null value

[for x in "text" : x]
# error: 1:11 Iteration over non-iterable value

[for x in ports : x if "maybe"]
# error: 1:24 Invalid 'for' condition

[for x in ports : x if null]
# error: 1:24 Condition is null

{ for x in ["a", "a"] : x => 1 }
# error: 1:25 Duplicate object key

{ for x in [null] : x => 1 }
# error: 1:21 Invalid object key

# The mistake is reported for every element.
[for x in ports : nowhere]
# error: 2:19 Unknown variable
# error: 2:19 Unknown variable

[for x of ports : x]
# error: 1:8 Invalid 'for' expression

[for x in ports x]
# error: 1:17 Invalid 'for' expression

[for x in ports : x => x]
# error: 1:19 Invalid 'for' expression

{ for x in ports : x }
# error: 1:20 Invalid 'for' expression

[for x in ports : x...]
# error: 1:20 Invalid 'for' expression

[for key, value in toset(["a", "b"]) : key == value]
# => [true, true]

[for x in [2] : [for x in [x + 1] : x]]
# => [[3]]

[for x in [1] : [for y in [2] : x + y]]
# => [[3]]

{ for x in ports : null => x }
# error: 1:20 Invalid object key

[for x in ports : x if []]
# error: 1:24 Invalid 'for' condition

# The condition is examined even without elements.
[for x in [] : x if nowhere]
# error: 2:21 Unknown variable
