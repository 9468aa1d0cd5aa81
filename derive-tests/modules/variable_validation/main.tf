variable "size" {
  type    = number
  default = 3
  validation {
    condition     = var.size > 0 && var.size < 10
    error_message = "The size is between 1 and 9, not ${var.size}."
  }
}
output "size" { value = var.size }
