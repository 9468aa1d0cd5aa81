server {
}
# => {"server":[{}]}

server {}
# => {"server":[{}]}

server { port = 80 }
# => {"server":[{"port":80}]}

server "a" {
  port = 80
}
server "b" {
  port = 81
}
# => {"server":{"a":[{"port":80}],"b":[{"port":81}]}}

server "a" {}
server "a" {}
# => {"server":{"a":[{},{}]}}

#: a block in a block
resource "disk" "main" {
  size = 10

  encryption {
    key = "k"
  }
}
# => {"resource":{"disk":{"main":[{"encryption":[{"key":"k"}],"size":10}]}}}

resource disk main {}
# => {"resource":{"disk":{"main":[{}]}}}

a {
  x = 1
}
b = 2
a {
  x = 3
}
# => {"a":[{"x":1},{"x":3}],"b":2}

b "with \"quotes\" and \n" {}
# => {"b":{"with \"quotes\" and \n":[{}]}}

one_line { a = [
  1
] }
# => {"one_line":[{"a":[1]}]}

b { a = 1, c = 2 }
# error: 1:10 Invalid single-argument block definition

b { c {} }
# error: 1:5 Argument definition required

b { a = 1
}
# error: 1:10 Invalid single-argument block definition

b "x"
{
}
# error: 1:6 Invalid block definition

b
{
}
# error: 1:1 Argument or block definition required

b "x" = 1
# error: 1:7 Invalid block definition

b {} c {}
# error: 1:6 Missing newline after block definition

b {
# error: 1:3 Unclosed configuration block

b "${name}" {}
# error: 1:4 Invalid string literal

}
# error: 1:1 Argument or block definition required
