output "and" { value = [true && true, true && false] }
output "or" { value = [false || true, false || false] }
output "not" { value = [!true, !"false"] }
output "mixed" { value = true || false && false }
