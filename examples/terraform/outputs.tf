output "title" {
  value = local.title
}

output "zones" {
  description = "The zones in use."
  value       = local.zones
}

output "public_ports" {
  value = local.public_ports
}

output "endpoints" {
  value = {
    for name, service in var.services :
    name => "${name}.${var.environment}.example.com:${service.port}"
  }
}

output "callers" {
  value = local.callers
}

output "first_callers" {
  description = "Who calls first, where there is anybody."
  value       = { for name, service in var.services : name => try(service.callers[0], null) }
}

output "instance" {
  description = "Known once it runs."
  value       = aws_instance.node.private_ip
}

output "motd" {
  value = <<-TEXT
    Welcome to ${local.title}.
    Ports open to the world: ${join(", ", local.public_ports)}
  TEXT
}
