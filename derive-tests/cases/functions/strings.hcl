chomp("a\r\n\n")
# => "a"

chomp("a\nb")
# => "a\nb"

endswith("hello", "")
# => true

startswith("hello", "Hell")
# => false

indent(2, "a\nb\n\nc")
# => "a\n  b\n  \n  c"

indent(-1, "a")
# error: 1:1 Error in function call

join("-", ["a", 1], [], ["c"])
# => "a-1-c"

join(",", ["a", null])
# error: 1:11 Invalid function argument

join(",")
# error: 1:1 Error in function call

lower("ÄÖÜ ẞ İ")
# => "äöü ß i"

upper("straße ǆ ᾳ")
# => "STRAßE Ǆ ᾼ"

title("one two-three o'four ǆ")
# => "One Two-Three O'Four ǅ"

replace("1 + 2", " ", "")
# => "1+2"

replace("ab", "", "-")
# => "-a-b-"

split(",", "a,,b")
# => ["a", "", "b"]
# type: list(string)

split("", "aé")
# => ["a", "é"]
# type: list(string)

split(",", "")
# => [""]
# type: list(string)

strcontains("haystack", "st")
# => true

strrev("noël 👍🏽")
# => "👍🏽 lëon"

strrev("नमस्ते")
# => "तेस्मन"

substr("hello", 1, -1)
# => "ello"

substr("hello", -3, 2)
# => "ll"

substr("hello", 9, 1)
# => ""

substr("hello", 1, 0)
# => ""

trim("--a-b--", "-")
# => "a-b"

trimprefix("aab", "a")
# => "ab"

trimsuffix("abb", "b")
# => "ab"

trimspace("\n\t a b \u00a0")
# => "a b"

sort(["b", "é", "a", "B"])
# => ["B", "a", "b", "é"]
# type: list(string)

sort(["b", null])
# error: 1:1 Error in function call

upper(null)
# error: 1:7 Invalid function argument

upper(["a"])
# error: 1:7 Invalid function argument

upper(id)
# => (unknown)
# type: string

upper(secret)
# => (sensitive)
