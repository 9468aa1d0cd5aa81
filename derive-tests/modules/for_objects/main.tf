locals {
  people = [
    { name = "ann", team = "red" },
    { name = "bob", team = "blue" },
    { name = "cat", team = "red" },
  ]
}
output "by_name" { value = { for p in local.people : p.name => p.team } }
output "grouped" { value = { for p in local.people : p.team => p.name... } }
output "swapped" { value = { for k, v in { a = "x", b = "y" } : v => k } }
output "some" { value = { for p in local.people : upper(p.name) => 1 if p.team == "red" } }
