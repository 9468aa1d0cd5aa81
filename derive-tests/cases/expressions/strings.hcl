"a\nb\tc\"d\\e"
# => "a\nb\tc\"d\\e"

"\u00e9\U0001F600"
# => "é😀"

"e\u0301"
# => "é"

"$${name} %%{if}"
# => "$${name} %%{if}"

"$ $$ % %%"
# => "$ $$ % %%"

"$$${count}"
# => "$$${count}"

"100%"
# => "100%"

"Hello, ${name}!"
# => "Hello, web!"

"${1}${2}"
# => "12"
# type: string

# A template of a single interpolation keeps its type.
"${ports}"
# => [80, 443]

"${~ count ~}"
# => 3
# type: number

"${1}${""}"
# => "1"
# type: string

"x${-0}"
# => "x-0"

"${1 / 3}" == "${1 / 3}"
# => true

"nested ${"inner ${name}"}"
# => "nested inner web"

"${{ a = "}" }["a"]}"
# => "}"

"on: %{ if true }yes%{ else }no%{ endif }"
# => "on: yes"

"%{ for port in ports }${port} %{ endfor }"
# => "80 443 "

"list ${ports}"
# error: 1:9 Invalid template interpolation value

"null ${null}"
# error: 1:9 Invalid template interpolation value

"\q"
# error: 1:2 Invalid escape sequence

"\u00"
# error: 1:2 Invalid escape sequence

"open
# error: 1:1 Unterminated string

"open ${name
# error: 1:7 Unclosed template interpolation sequence

"${name other}"
# error: 1:9 Extra characters after interpolation expression

"e${"\u0301"}"
# => "é"

"a${[]}${nowhere}"
# error: 1:5 Invalid template interpolation value
# error: 1:10 Unknown variable

"%{ if null }%{ endif }"
# error: 1:8 Null condition

"%{ for x in [] }${x}%{ endfor }"
# => ""
