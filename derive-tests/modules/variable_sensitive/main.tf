variable "token" {
  type      = string
  sensitive = true
  default   = "abc"
}
output "length" {
  value     = length(var.token)
  sensitive = true
}
output "wrapped" {
  value     = "<${var.token}>"
  sensitive = true
}
