output "concat" { value = concat(["a"], ["b", "c"], []) }
output "flatten" { value = flatten([[1, [2]], [], [3]]) }
output "distinct" { value = distinct(["a", "b", "a"]) }
output "compact" { value = compact(["a", "", "b"]) }
output "slice" { value = slice(["a", "b", "c", "d"], 1, 3) }
output "element" { value = [element(["a", "b", "c"], 1), element(["a", "b", "c"], 4)] }
output "index" { value = index(["a", "b"], "b") }
output "contains" { value = contains(["a"], "b") }
output "reverse" { value = reverse([1, 2, 3]) }
output "sort" { value = sort(["c", "a", "b"]) }
output "chunks" { value = chunklist([1, 2, 3], 2) }
output "range" { value = [range(3), range(1, 4), range(0, 10, 5)] }
output "length" { value = [length([1, 2]), length({ a = 1 }), length("abc")] }
output "one" { value = one(["x"]) }
