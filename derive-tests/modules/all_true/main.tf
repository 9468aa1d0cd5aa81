output "all" { value = [alltrue([true, true]), alltrue([true, false]), alltrue([])] }
output "any" { value = [anytrue([false, true]), anytrue([])] }
