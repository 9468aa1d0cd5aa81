variable "name" { default = "web" }
output "greeting" { value = "Hello, ${var.name}!" }
output "escaped" { value = "$${var.name} %%{if} $$" }
output "number" { value = "n = ${1 + 1}" }
output "unwrapped" { value = "${[1, 2]}" }
output "if" { value = "%{ if var.name == "web" }yes%{ else }no%{ endif }" }
output "for" { value = "%{ for n in [1, 2, 3] }<${n}>%{ endfor }" }
output "strip" { value = "a  ${~ "b" ~}  c" }
output "quoted" { value = "tab\t\"quote\" \u00e9" }
