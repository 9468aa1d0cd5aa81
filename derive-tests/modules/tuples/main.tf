locals { list = ["a", "b", "c"] }
output "first" { value = local.list[0] }
output "text_index" { value = local.list["1"] }
output "legacy" { value = local.list.2 }
output "all" { value = local.list[*] }
output "nested" { value = [[1, 2], [3]][0][1] }
output "trailing" { value = [
  1,
  2,
] }
