variable "text" { default = "x" }
variable "number" {
  type    = number
  default = "5"
}
variable "list" {
  type    = list(string)
  default = [1, true]
}
variable "null" {
  type    = string
  default = null
}
output "text" { value = var.text }
output "number" { value = var.number + 1 }
output "list" { value = var.list }
output "null" { value = var.null == null }
