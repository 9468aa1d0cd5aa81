locals {
  a-b   = 1
  _x    = 2
  n-1   = 3
  n     = 10
}
output "dashes" { value = local.a-b }
output "underscore" { value = local._x }
output "one_name" { value = local.n-1 }
output "difference" { value = local.n - 1 }
