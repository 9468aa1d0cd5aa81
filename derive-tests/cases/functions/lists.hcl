chunklist([1, 2, 3], 2)
# => [[1, 2], [3]]
# type: list(list(number))

chunklist([1, 2], 0)
# => [[1, 2]]
# type: list(list(number))

chunklist([1], -1)
# error: 1:1 Error in function call

concat(["a"], tolist(["b"]), [3])
# => ["a", "b", 3]
# type: tuple([string, string, number])

concat(tolist([1]), tolist(["a"]))
# => ["1", "a"]
# type: list(string)

concat()
# error: 1:1 Error in function call

element(["a", "b", "c"], 4)
# => "b"

element(["a", "b", "c"], -1)
# => "c"

element([], 0)
# error: 1:1 Error in function call

element({ a = 1 }, 0)
# error: 1:1 Error in function call

flatten([1, [2, [3, []]], toset(["x"])])
# => [1, 2, 3, "x"]
# type: tuple([number, number, number, string])

flatten("a")
# error: 1:1 Error in function call

range(3)
# => [0, 1, 2]
# type: list(number)

range(1, 2, 0.25)
# => [1, 1.25, 1.5, 1.75]
# type: list(number)

range(5, 0, -2)
# => [5, 3, 1]
# type: list(number)

range(0, 5, -1)
# error: 1:10 Invalid function argument

range(0, 5, 0)
# error: 1:1 Error in function call

range(1, 1, 0)
# => []
# type: list(number)

range(0)
# => []
# type: list(number)

reverse(["a", 1])
# => [1, "a"]
# type: tuple([number, string])

reverse(toset(["a", "b"]))
# => ["b", "a"]
# type: list(string)

slice(["a", 1, true], 1, 3)
# => [1, true]
# type: tuple([number, bool])

slice(["a"], 0, 2)
# error: 1:17 Invalid function argument

slice(["a", "b"], 1, 0)
# error: 1:19 Invalid function argument

# Nulls take the type of the other elements.
concat(tolist([null]), tolist([{ a = 1 }]))
# => [null, { a = 1 }]
# type: list(object({ a = number }))

concat(tolist([]), tolist([null]))
# => [null]
# type: list(any)
