output "less" { value = 1 < 2 }
output "equal" { value = [1 == 1, "a" == "a", "1" == 1, null == null] }
output "unequal" { value = [1 != 2, "a" != "a"] }
output "bounds" { value = [2 >= 2, 2 <= 1, 3 > 2] }
output "structures" { value = { a = [1] } == { a = [1] } }
