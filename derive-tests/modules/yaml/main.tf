output "decoded" { value = yamldecode("a: 1\nb: [x, true]\n") }
output "encoded" { value = yamlencode({ a = 1, b = ["x"] }) }
