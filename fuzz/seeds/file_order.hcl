# about a
b "a" "x" {
  x = "1" # one
}
b "b" {} # about b

a {
  x = 1
}

b {
  b "inner" {}
  b {}
}
