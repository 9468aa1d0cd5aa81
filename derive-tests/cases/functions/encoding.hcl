base64decode("aMOp")
# => "hé"

base64decode("_")
# error: 1:1 Error in function call

base64decode("/w==")
# error: 1:1 Error in function call

base64encode("hé")
# => "aMOp"

base64gunzip(base64gzip("aaaaaaaaaa"))
# => "aaaaaaaaaa"

base64gunzip("aGVsbG8=")
# error: 1:1 Error in function call

base64gunzip(base64gzip(""))
# => ""

textdecodebase64("//5hAA==", "UTF-16")
# => "a"

textencodebase64("é", "windows-1252")
# => "6Q=="

textencodebase64("☃", "ISO-8859-1")
# error: 1:19 Invalid function argument

textencodebase64("a", "klingon")
# error: 1:24 Invalid function argument

csvdecode("a,b\n1,\"x \"\"y\"\"\"\n2,\n")
# => [{ a = "1", b = "x \"y\"" }, { a = "2", b = "" }]
# type: list(object({ a = string, b = string }))

csvdecode("a,b\n1\n")
# error: 1:1 Error in function call

csvdecode("a\n\"1")
# error: 1:1 Error in function call

jsondecode("{\"a\": [1.50, \"\\u00e9\", null], \"b\": 1, \"b\": 2}")
# => { a = [1.5, "é", null], b = 2 }
# type: object({ a = tuple([number, string, any]), b = number })

jsondecode("{\"a\": 1, \"a\": \"x\"}")
# error: 1:1 Error in function call

jsondecode("[1e400, -0, 12345678901234567890]")
# => [10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000, -0, 12345678901234567890]
# type: tuple([number, number, number])

jsondecode("01")
# error: 1:1 Error in function call

jsondecode("[1,]")
# error: 1:1 Error in function call

jsondecode("{\"a\" 1}")
# error: 1:1 Error in function call

jsonencode({ b = [1, true, null], a = "<é&\n\u2028>" })
# => "{\"a\":\"\\u003cé\\u0026\\n\\u2028\\u003e\",\"b\":[1,true,null]}"

jsonencode(1 / 0)
# error: 1:1 Error in function call

jsonencode(id)
# => (unknown)
# type: string

urldecode("a+b%20c%C3%A9")
# => "a b cé"

urldecode("%f")
# error: 1:1 Error in function call

urlencode("a b/é?*~")
# => "a+b%2F%C3%A9%3F%2A~"

yamldecode("a: [1, 0x1f, 1_000, yes, ~]\nb: |\n  x\n  y\nc: 2001-02-03\n")
# => { a = [1, 31, "1_000", true, null], b = "x\ny\n", c = "2001-02-03T00:00:00Z" }
# type: object({ a = tuple([number, number, string, bool, any]), b = string, c = string })

yamldecode("a: &x 1\nb: *x\n<<: { c: 2 }\n")
# => { a = 1, b = 1, c = 2 }
# type: object({ a = number, b = number, c = number })

yamldecode("a: [\n  1, 2\n]\nb: 3\n")
# => { a = [1, 2], b = 3 }
# type: object({ a = tuple([number, number]), b = number })

yamldecode("a: [")
# error: 1:1 Error in function call

yamlencode({ a = [1, "1", null, true, "x\ny\n"], b = {}, "c d" = [] })
# => "\"a\":\n- 1\n- \"1\"\n- null\n- true\n- |\n  x\n  y\n\"b\": {}\n\"c d\": []\n"

yamlencode(secret)
# => (sensitive)

yamldecode("\ta: 1")
# error: 1:1 Error in function call

yamldecode("- \"a\"\t# b")
# => ["a"]

# What was compressed is there again, and what repeats takes less room.
base64gunzip(base64gzip("row, row, row your boat"))
# => "row, row, row your boat"

length(base64gzip(join("", [for i in range(1000) : "a"]))) < 60
# => true

sha1(base64gunzip(base64gzip(join(" ", [for i in range(1024) : "${i} ${i * i} ${i % 7}"])))) == sha1(join(" ", [for i in range(1024) : "${i} ${i * i} ${i % 7}"]))
# => true

sha1(base64gunzip(base64gzip(join("", [for i in range(1024) : sha512(tostring(i))])))) == sha1(join("", [for i in range(1024) : sha512(tostring(i))]))
# => true

# The bytes of Terraform are read, too.
base64gunzip("H4sIAAAAAAAA/yrKL9dRgBEKlfmlRQpJ+YklAAAAAP//AQAA//8hjOR/FwAAAA==")
# => "row, row, row your boat"

textdecodebase64("gA==", "windows-1252")
# => "€"

textdecodebase64("gQ==", "windows-1252")
# error: 1:19 Invalid function argument

textdecodebase64("ig==", "windows-1250")
# => "Š"

textdecodebase64("gQ==", "windows-1250")
# error: 1:19 Invalid function argument

# The form of a plain scalar determines its type.
yamldecode("[No, nope, 0o17, 017, 0x1F, +1.5e+2, 5., .5, ., +, 1_000, -0x10, 1e, é]")
# => [false, "nope", 15, 17, 31, 150, 5, 0.5, ".", "+", "1_000", "-0x10", "1e", "é"]

yamldecode("- 2001-1-2\n- 2001-01-02 3:4:5.6\n- 2001-01-02t03:04:05+01:00\n- 2001-13-02\n-\n")
# => ["2001-01-02T00:00:00Z", "2001-01-02T03:04:05Z", "2001-01-02T03:04:05+01:00", "2001-13-02", null]

yamldecode("[!!str 1, !!int 1_000, !!int -0x10, !!null a, !!binary aGk=, \"yes\", '1']")
# => ["1", 1000, -16, null, "aGk=", "yes", "1"]

[for it in [".NaN", "!!bool bananas", "!!int x", "!!binary \">\"", "!!map x"] : can(yamldecode(it))]
# => [false, false, false, false, false]

yamldecode("|\n  12\n")
# => "12\n"
