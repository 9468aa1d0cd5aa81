b "one" two {
  b "three" {}
  x = [1, true]
}

b {
  a = 2
}
