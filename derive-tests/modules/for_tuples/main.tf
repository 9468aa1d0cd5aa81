locals { numbers = [1, 2, 3, 4] }
output "squares" { value = [for n in local.numbers : n * n] }
output "even" { value = [for n in local.numbers : n if n % 2 == 0] }
output "indexed" { value = [for i, n in local.numbers : "${i}:${n}"] }
output "keys_sorted" { value = [for k, v in { b = 2, a = 1 } : "${k}${v}"] }
output "nested" { value = [for a in [1, 2] : [for b in [10, 20] : a * b]] }
output "set_order" { value = [for x in toset(["c", "a", "b", "a"]) : x] }
