locals {
  a = 7
  b = 2
}
output "sum" { value = local.a + local.b }
output "difference" { value = local.a - local.b }
output "product" { value = local.a * local.b }
output "quotient" { value = local.a / local.b }
output "remainder" { value = local.a % local.b }
output "negated" { value = -local.a }
output "levels" { value = 2 + 3 * 4 - (2 + 3) * 4 }
output "exact" { value = 0.1 + 0.2 == 0.3 }
output "thirds" { value = 1 / 3 * 3 == 1 }
