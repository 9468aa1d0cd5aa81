variable "o" { default = { a = 1 } }
output "try" { value = [try(var.o.b, 2), try(var.o.a, 2), try(tonumber("x"), "none")] }
output "can" { value = [can(var.o.a), can(var.o.b)] }
output "coalesce" { value = coalesce("", null, "x") }
output "coalescelist" { value = coalescelist([], ["a"]) }
