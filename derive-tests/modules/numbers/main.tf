output "rounded" { value = [ceil(1.2), floor(1.8), ceil(-1.2), floor(-1.2)] }
output "absolute" { value = abs(-3) }
output "bounds" { value = [max(1, 5, 3), min(1, 5, 3), max([2, 4]...)] }
output "power" { value = pow(2, 10) }
output "sign" { value = [signum(-5), signum(0), signum(2)] }
output "parsed" { value = [parseint("ff", 16), parseint("101", 2)] }
output "sum" { value = sum([1, 2, 3.5]) }
