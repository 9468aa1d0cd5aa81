plain text
# => "plain text"
# type: string

two
lines
# => "two\nlines"

quotes " and \n backslashes are text
# => "quotes \" and \\n backslashes are text"

$${name} and %%{ if }
# => "$${name} and %%{ if }"

$5 and 100% and $$
# => "$5 and 100% and $$"

Hello, ${name}!
# => "Hello, web!"

${ports}
# => [80, 443]

${count}
# => 3
# type: number

${count}${count}
# => "33"
# type: string

${ name
}
# => "web"

${name
# error: 1:1 Unclosed template interpolation sequence

${}
# error: 1:3 Invalid expression

ports: ${ports}
# error: 1:10 Invalid template interpolation value

${nowhere}
# error: 1:3 Unknown variable
