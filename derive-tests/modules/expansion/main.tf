locals { parts = ["a", "b"] }
output "call" { value = format("%s/%s", local.parts...) }
output "merged" { value = merge([{ a = 1 }, { b = 2 }]...) }
output "concat" { value = concat([for n in [1, 2] : [n, n * 10]]...) }
