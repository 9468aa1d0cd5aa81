output "subnet" { value = cidrsubnet("10.0.0.0/16", 8, 2) }
output "host" { value = cidrhost("10.0.0.0/24", 5) }
output "mask" { value = cidrnetmask("10.0.0.0/12") }
output "subnets" { value = cidrsubnets("10.1.0.0/16", 4, 4, 8) }
