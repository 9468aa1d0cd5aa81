assumeequal("1", 1)
# => 1

assumeequal("a", "b")
# error: 1:14 Invalid function argument

assumeequal(id, "a")
# => "a"

assumelistlength(["a"], 1, 2)
# => ["a"]
# type: list(string)

assumelistlength(["a"], 2, 3)
# error: 1:18 Invalid function argument

assumelistlengthmax(["a", "b"], 1)
# error: 1:21 Invalid function argument

assumelistlengthmin([], 0)
# => []
# type: list(any)

assumelistlengthmin([], -1)
# error: 1:25 Invalid function argument

assumemaplength({ a = 1 }, 1, 1)
# => { a = 1 }
# type: map(number)

assumemaplengthmax({ a = 1 }, 0)
# error: 1:20 Invalid function argument

assumemaplengthmin({ a = 1 }, 1)
# => { a = 1 }
# type: map(number)

assumenotnull("a")
# => "a"

assumenotnull(convert(null, string))
# error: 1:15 Invalid function argument

assumenotnull(null)
# error: 1:15 Invalid function argument

assumenotnull(jsondecode(id))
# error: 1:15 Invalid function argument

assumenotnull(convert(jsondecode(id), string)) == null
# => false

assumelistlength(jsondecode(id), tonumber(id), 2)
# => (unknown)
# type: list(any)

assumesetlength(["a", "a"], 1, 1)
# => ["a"]
# type: set(string)

assumesetlengthmax(["a", "b"], 1)
# error: 1:20 Invalid function argument

assumesetlengthmin(["a", "b"], 2)
# => ["a", "b"]
# type: set(string)

assumestringprefix("i-1", "i-")
# => "i-1"

assumestringprefix("a", "b")
# error: 1:21 Invalid function argument

assumestringprefix(null, "b")
# => null

assumestringprefix("a", id)
# => (unknown)
# type: string

assumestringprefix(null, id) == null
# => (unknown)
# type: bool

startswith(assumestringprefix(id, "ami-"), "ami")
# => true
