a = 1
b = "two"
# => {"a":1,"b":"two"}

# nothing
# => {}

a = [
  1,
  2,
]
b = {
  c = 3
}
# => {"a":[1,2],"b":{"c":3}}

sum = 1 + 2
name = "${name}-1"
# => {"name":"web-1","sum":3}

naïve-name_1 = true
# => {"naïve-name_1":true}

text = <<-END
  one
    two
  END
next = 1
# => {"next":1,"text":"one\n  two\n"}

a = 1
a = 2
# error: 2:1 Attribute redefined

a = 1 b = 2
# error: 1:7 Missing newline after argument

a = 1,
# error: 1:6 Unexpected comma after argument

a =
# error: 1:4 Invalid expression

a =
  1
# error: 1:4 Invalid expression

"a" = 1
# error: 1:1 Invalid argument name

1 = a
# error: 1:1 Argument or block definition required

a : 1
# error: 1:1 Argument or block definition required

a.b = 1
# error: 1:1 Argument or block definition required

a = nowhere
# error: 1:5 Unknown variable

a = (1
# error: 1:5 Unbalanced parentheses
