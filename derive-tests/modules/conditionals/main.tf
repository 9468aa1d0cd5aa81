variable "size" { default = 5 }
output "chosen" { value = var.size > 3 ? "large" : "small" }
output "nested" { value = var.size > 9 ? "huge" : var.size > 3 ? "large" : "small" }
output "unified" { value = true ? 1 : "a" }
output "tuples" { value = true ? [1] : ["a"] }
output "lists" { value = true ? [1] : ["a", "b"] }
output "maps" { value = true ? { a = 1 } : { b = "x" } }
