locals {
  items = [{ id = "a", tags = ["x", "y"] }, { id = "b", tags = ["z"] }]
  one   = { id = "c" }
  none  = null
}
output "full" { value = local.items[*].id }
output "attribute_only" { value = local.items.*.id }
output "each_first" { value = local.items[*].tags[0] }
output "list_first" { value = local.items.*.tags[0] }
output "single" { value = local.one[*].id }
output "null" { value = local.none[*] }
