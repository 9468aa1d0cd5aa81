locals {
  sum = (
    1 +
    2
  )
  long = true ? [
    "a",
    "b"
  ] : []
}
output "sum" { value = local.sum }
output "long" { value = join("", local.long) }
