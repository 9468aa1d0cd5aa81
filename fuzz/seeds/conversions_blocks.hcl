a = 5
b {
  a = "1"
  c {
    a = ["1", 2]
    b = [[1, "x"], []]
  }
  b {}
}
c {
  c = 5
}
x "one" {
  a = 1
}
x 'E
cat > fuzz/seeds/conversions_blocks.hcl <<'E'
a = 5
b {
  a = "1"
  c {
    a = ["1", 2]
    b = [[1, "x"], []]
  }
  b {}
}
c {
  c = 5
}
x "one" {
  a = 1
}
