variable "name" { type = string }
variable "ports" { type = list(number) }
variable "tags" {
  type    = map(string)
  default = {}
}
output "name" { value = var.name }
output "ports" { value = [for p in var.ports : p + 1] }
output "tags" { value = merge(var.tags, { size = 3 }) }
