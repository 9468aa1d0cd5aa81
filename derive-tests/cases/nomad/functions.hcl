index(["a", "b"], 1)
# => "b"

index(convert({ a = 1 }, map(number)), "a")
# => 1

index(["a"], 1)
# error: 1:1 Error in function call

coalesce(null, "", 1)
# => ""

#: feature regex: groups
regex_replace("a1b2", "([a-z])(\\d)", "$2$1-")
# => "1a-2b-"

#: feature regex: names
regex_replace("ab", "(?P<first>a)", "$${first}$first$$")
# => "aa$b"

replace("a.b", "/./", "x")
# => "a.b"

strlen("👩‍👩‍👧 é")
# => 3

strlen(id)
# => (unknown)
# type: number

reverse("abc")
# => "cba"
