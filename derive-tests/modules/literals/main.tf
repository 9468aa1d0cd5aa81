output "integer" { value = 42 }
output "fraction" { value = 0.5 }
output "exponent" { value = 1e3 }
output "negative" { value = -7 }
output "yes" { value = true }
output "nothing" { value = null }
output "text" { value = "plain" }
