variable "kept" {
  type    = string
  default = "kept"
}
variable "replaced" {
  type     = string
  default  = "default"
  nullable = false
}
output "kept" { value = var.kept == null }
output "replaced" { value = var.replaced }
