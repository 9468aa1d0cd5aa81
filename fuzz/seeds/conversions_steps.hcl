a = "5"
x "one" {
  a = 1
}
b {
  x = 2
}
a {
  a = "3"
}
