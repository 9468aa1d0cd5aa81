variable "environment" { default = "dev" }
variable "overrides" {
  type    = map(map(number))
  default = { prod = { size = 9 } }
}
locals {
  defaults = { size = 1, count = 2 }
  settings = merge(local.defaults, lookup(var.overrides, var.environment, {}))
}
output "settings" { value = local.settings }
