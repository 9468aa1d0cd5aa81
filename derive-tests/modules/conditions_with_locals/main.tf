variable "names" {
  type    = list(string)
  default = ["a", "b"]

  validation {
    condition     = length(var.names) <= local.limit && contains(var.names, "a")
    error_message = "At most ${local.limit} names, one of them a."
  }
}

locals {
  limit = core::max(1, 2)
  upper = [for name in var.names : core::upper(name)]
}

output "upper" {
  value = local.upper
}

output "text" {
  value = core::file("${path.module}/names.txt")
}
