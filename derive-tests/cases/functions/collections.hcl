keys({ b = 1, a = 2 })
# => ["a", "b"]
# type: tuple([string, string])

keys(tomap({ b = 1, a = 2 }))
# => ["a", "b"]
# type: list(string)

length({ a = 1 })
# => 1

length(toset(["a", "a"]))
# => 1

length("abc")
# => 3

length(null)
# error: 1:8 Invalid function argument

lookup({ a = 1 }, "a", 0)
# => 1

lookup(tomap({ a = "1" }), "b", 2)
# => "2"

lookup(tomap({ a = 1 }), "b", [])
# error: 1:31 Invalid function argument

lookup({ a = 1 }, "b")
# error: 1:8 Invalid function argument

merge({ a = 1, b = 2 }, { b = "x" }, null)
# => { a = 1, b = "x" }
# type: object({ a = number, b = string })

merge(tomap({ a = 1 }), tomap({ b = 2 }))
# => { a = 1, b = 2 }
# type: map(number)

merge(tomap({ a = 1 }), tomap({ a = "x" }))
# => { a = "x" }
# type: object({ a = string })

merge()
# => {}
# type: object({})

merge({}, [])
# error: 1:1 Error in function call

transpose({ a = ["x", "y"], b = ["y"] })
# => { x = ["a"], y = ["a", "b"] }
# type: map(list(string))

values({ b = 1, a = "x" })
# => ["x", 1]
# type: tuple([string, number])

values([1])
# error: 1:1 Error in function call

zipmap(["b", "a"], [1, "x"])
# => { a = "x", b = 1 }
# type: object({ a = string, b = number })

zipmap(["a", "a"], tolist([1, 2]))
# => { a = 2 }
# type: map(number)

zipmap(["a"], [])
# error: 1:1 Error in function call

coalesce(null, null)
# error: 1:1 Error in function call

coalesce({}, 1)
# error: 1:1 Error in function call

coalescelist([], ["a"], ["b"])
# => ["a"]
# type: tuple([string])

coalescelist([], [])
# error: 1:1 Error in function call

compact(["a", "", null, "b"])
# => ["a", "b"]
# type: list(string)

alltrue([true, "true", null])
# => false

alltrue([])
# => true

anytrue([false, null, true])
# => true

anytrue([])
# => false

contains(["a", 1], 1)
# => true

contains(["a", null], null)
# error: 1:23 Invalid function argument

contains({ a = 1 }, "a")
# error: 1:1 Error in function call

distinct([1, "1", 2, 1])
# => ["1", "2"]
# type: list(string)

matchkeys(["i-1", "i-2", "i-3"], ["a", "b", "a"], ["a"])
# => ["i-1", "i-3"]
# type: list(string)

matchkeys(["i-1"], [], ["a"])
# error: 1:1 Error in function call

one([])
# => null
# type: any

one(["a"])
# => "a"

one(["a", "b"])
# error: 1:5 Invalid function argument
