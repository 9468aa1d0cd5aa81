locals { c = local.b + 1 }
locals {
  a = 1
  b = local.a * 10
}
output "c" { value = local.c }
output "all" { value = [local.a, local.b, local.c] }
