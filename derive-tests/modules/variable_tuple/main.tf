variable "pair" {
  type    = tuple([string, number])
  default = [1, "2"]
}
variable "set" {
  type    = set(string)
  default = ["b", "a", "b"]
}
variable "any" {
  type    = any
  default = { a = [1] }
}
output "pair" { value = var.pair }
output "set" { value = var.set }
output "any" { value = var.any.a[0] }
