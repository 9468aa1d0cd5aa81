output "union" { value = setunion(["a", "b"], ["b", "c"]) }
output "intersection" { value = setintersection(["a", "b"], ["b", "c"]) }
output "subtract" { value = setsubtract(["a", "b"], ["b"]) }
output "product" { value = setproduct(["a", "b"], ["x"]) }
output "length" { value = length(toset(["a", "a", "b"])) }
