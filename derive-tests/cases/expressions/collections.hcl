[]
# => []
# type: tuple([])

[1, "a", true, null]
# => [1, "a", true, null]
# type: tuple([number, string, bool, any])

[
  1,
  2, # the last comma is allowed
]
# => [1, 2]

[[1], [2, [3]]]
# => [[1], [2, [3]]]

{}
# => {}
# type: object({})

{ b = 1, a = 2 }
# => { a = 2, b = 1 }
# type: object({ a = number, b = number })

{
  a = 1
  b : 2
  "c d" = 3,
}
# => { a = 1, b = 2, "c d" = 3 }

# A bare key is a name, a key in parentheses is an expression.
{ name = 1 }
# => { name = 1 }

{ (name) = 1 }
# => { web = 1 }

{ "${name}-${count}" = 1 }
# => { web-3 = 1 }

{ upper("a") = 1 }
# => { A = 1 }

{ 1e3 = 2 }
# => { "1000" = 2 }

{ null = 1, true = 2 }
# => { null = 1, true = 2 }

{ a = 1, a = 2 }
# => { a = 2 }

{ (null) = 1 }
# error: 1:12 Null value as key

{ ([]) = 1 }
# error: 1:3 Incorrect key type

{ env.HOME = 1 }
# error: 1:3 Ambiguous attribute key

{ for = 1 }
# error: 1:7 Invalid 'for' expression

[1 2]
# error: 1:4 Missing item separator

{ a = 1 b = 2 }
# error: 1:9 Missing attribute separator

{ a }
# error: 1:5 Missing key/value separator

[1, 2
# error: 1:1 Unterminated tuple constructor expression

{ a = 1
# error: 2:1 Missing expression

{ "e\u0301" = 1, "\u00e9" = 2 }
# => { é = 2 }

{ ([]) = nowhere, b = nothing_else }
# error: 1:3 Incorrect key type
# error: 1:10 Unknown variable
# error: 1:23 Unknown variable

[nowhere, nothing_else]
# error: 1:2 Unknown variable
# error: 1:11 Unknown variable
