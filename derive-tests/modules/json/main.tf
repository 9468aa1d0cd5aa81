output "encoded" { value = jsonencode({ b = [1, null, true], a = "x" }) }
output "decoded" { value = jsondecode("{\"a\": [1, {\"b\": null}]}") }
output "round_trip" { value = jsondecode(jsonencode(["é", 1.5])) }
output "escaped" { value = jsonencode("<&>") }
