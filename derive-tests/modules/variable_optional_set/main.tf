variable "servers" {
  type = map(object({ port = optional(number, 80), on = optional(bool, true) }))
}
output "ports" { value = { for name, server in var.servers : name => server.port if server.on } }
