setintersection(["a", "b"], ["b", "c"], ["b"])
# => ["b"]
# type: set(string)

setintersection([1], ["1"])
# => ["1"]
# type: set(string)

setproduct(["a", "b"], [1, 2])
# => [["a", 1], ["a", 2], ["b", 1], ["b", 2]]
# type: list(tuple([string, number]))

setproduct(toset(["a"]), [true])
# => [["a", true]]
# type: set(tuple([string, bool]))

setproduct(["a"], [])
# => []
# type: list(tuple([string, any]))

setproduct(["a"])
# error: 1:1 Error in function call

setsubtract(["a", "b"], ["a"])
# => ["b"]
# type: set(string)

setunion(["b"], ["a"], [])
# => ["a", "b"]
# type: set(string)

setunion([[]], ["a"])
# error: 1:1 Error in function call

setunion([null], [{ a = 1 }])
# error: 1:1 Error in function call

setunion(["a"], [id])
# => ["a", (unknown)]
# type: set(string)
