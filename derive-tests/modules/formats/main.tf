output "text" { value = format("%s is %d", "x", 3) }
output "padded" { value = format("%03d|%-4s|%4s", 7, "a", "b") }
output "float" { value = format("%.2f", 1.005 + 1) }
output "any" { value = format("%v %v", [1], true) }
output "quoted" { value = format("%q", "a\"b") }
output "list" { value = formatlist("%s-%d", ["a", "b"], [1, 2]) }
output "percent" { value = format("100%%") }
