output "string" { value = [tostring(1), tostring(true)] }
output "number" { value = tonumber("1.50") }
output "bool" { value = [tobool("true"), tobool("1")] }
output "list" { value = tolist(toset(["b", "a"])) }
output "map" { value = tomap({ a = 1, b = "x" }) }
output "set" { value = toset(["b", "a", "b"]) }
output "operators" { value = ["5" * "2", 1 + "1"] }
