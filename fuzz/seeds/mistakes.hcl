a = = 1
b "x" {
  c = [1, 2
  d = "open
}
}
e = 1 +
