regex("[0-9]+", "a12b3")
# => "12"

regex("(\\w)(\\d)?", "a")
# => ["a", null]
# type: tuple([string, string])

regex("(?P<year>\\d{4})-(?P<month>\\d\\d)", "on 2024-05-06")
# => { month = "05", year = "2024" }
# type: object({ month = string, year = string })

regex("x", "abc")
# error: 1:1 Error in function call

regex("(a)(?P<b>b)", "ab")
# error: 1:8 Invalid function argument

regex("(", "abc")
# error: 1:8 Invalid function argument

regexall("[a-z]", "a1b2")
# => ["a", "b"]
# type: list(string)

regexall("(.)(\\d)", "a1b2")
# => [["a", "1"], ["b", "2"]]
# type: list(tuple([string, string]))

regexall("x", "abc")
# => []
# type: list(string)
