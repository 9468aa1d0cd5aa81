1 == 1.0
# => true

"1" == 1
# => false

"a" != "b"
# => true

null == null
# => true

null == 0
# => false

[1, 2] == [1, 2]
# => true

[1, 2] == ["1", "2"]
# => false

{ a = 1 } == { a = 1 }
# => true

{ a = 1 } == { a = 1, b = 2 }
# => false

-0 == 0
# => true

1 < 2
# => true

2 <= 2
# => true

"10" > 9
# => true

"10" > "9"
# => true

1 >= 2
# => false

"a" < "b"
# error: 1:1 Invalid operand
# error: 1:7 Invalid operand

null < 1
# error: 1:1 Operation failed

1 == 1 == true
# => true

"e\u0301" == "\u00e9"
# => true

[1, [2]] == [1, [2]]
# => true

{ a = 1 } != { a = 2 }
# => true

tolist(["a"]) == ["a"]
# => false

[tostring(null)] == [null]
# => false

tostring(null) == tonumber(null)
# => true

{ a = 1 } == { b = 1 }
# => false

toset([2, 1]) == toset([1, 2])
# => true

tolist([null]) == tolist([null])
# => true
