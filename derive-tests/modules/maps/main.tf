locals { m = { b = 2, a = 1 } }
output "keys" { value = keys(local.m) }
output "values" { value = values(local.m) }
output "lookup" { value = [lookup(local.m, "a", 0), lookup(local.m, "z", 0)] }
output "merge" { value = merge(local.m, { a = 9 }, { c = 3 }) }
output "zip" { value = zipmap(["x", "y"], [1, 2]) }
output "transpose" { value = transpose({ a = ["1", "2"], b = ["2"] }) }
output "matchkeys" { value = matchkeys(["i", "j"], ["x", "y"], ["y"]) }
