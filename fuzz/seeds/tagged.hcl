x "y" {
  type = "a"
  v    = 1
}
x "z" {
  type = "b"
  v    = 1 + 1
  more = unknown
}
