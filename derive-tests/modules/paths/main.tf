output "base" { value = basename("a/b/c.txt") }
output "folder" { value = dirname("a/b/c.txt") }
