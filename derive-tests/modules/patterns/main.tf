output "first" { value = regex("[a-z]+", "123abc456") }
output "groups" { value = regex("(\\d+)-(\\d+)", "10-20") }
output "named" { value = regex("(?P<key>\\w+)=(?P<value>\\w+)", "a=b") }
output "all" { value = regexall("\\d", "a1b2") }
output "replaced" { value = replace("a1b2", "/\\d/", "#") }
