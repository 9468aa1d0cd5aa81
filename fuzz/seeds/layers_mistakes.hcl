rule {
  x = 1
}
rule "labelled" {
  y = 1e400
}
rule = 2
