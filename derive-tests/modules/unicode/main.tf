locals { größe = "groß" }
output "name" { value = local.größe }
output "upper" { value = upper("é") }
output "length" { value = length("e\u0301") }
output "equal" { value = "é" == "e\u0301" }
output "reversed" { value = strrev("añb") }
