locals {
  key = "k"
  o = {
    a         = 1
    "b c"     = 2
    (local.key) = 3
    "x${1}"   = 4
    d : 5
  }
}
output "attribute" { value = local.o.a }
output "index" { value = local.o["b c"] }
output "computed" { value = local.o.k }
output "template_key" { value = local.o.x1 }
output "all" { value = local.o }
output "last_wins" { value = { a = 1, a = 2 } }
output "number_key" { value = { 1 = "one" }[1] }
