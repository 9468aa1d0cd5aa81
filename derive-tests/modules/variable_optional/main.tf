variable "server" {
  type = object({
    name  = string
    port  = optional(number, 80)
    hosts = optional(list(string))
    tls   = optional(object({ version = optional(string, "1.3") }), {})
  })
  default = { name = "web" }
}
output "server" { value = var.server }
