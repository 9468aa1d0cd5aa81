format("%s %q %d %v", "a", "b\"", 3, [true, null])
# => "a \"b\\\"\" 3 [true,null]"

format("[%5s|%-5s|%05d|%+d|% d]", "é", "b", 42, 7, 7)
# => "[    é|b    |00042|+7| 7]"

format("%b %o %x %X %#x %#o", 5, 8, 255, 255, 255, 8)
# => "101 10 ff FF 0xff 010"

format("%e %E %f %.2f %g %G", 12345.678, 0.001, 1.5, 1.005, 1e21, 1e-7)
# => "1.234568e+04 1.000000E-03 1.500000 1.00 1e+21 1E-07"

format("%.3s|%.2d", "abcdef", 5)
# => "abc|05"

format("%[2]s %[1]s %s", "a", "b")
# => "b a b"

format("%t %v %#v", true, "x", "x")
# => "true x \"x\""

format("100%%")
# => "100%"

format("%d", 1.5)
# error: 1:1 Error in function call

format("%d")
# error: 1:1 Error in function call

format("%s", "a", "b")
# error: 1:20 Invalid function argument

format("%y", 1)
# error: 1:1 Error in function call

format("%")
# error: 1:1 Error in function call

format("a-%s", id)
# => (unknown)
# type: string

format("%s", secret)
# => (sensitive)

formatlist("%s:%d", name, ports)
# => ["web:80", "web:443"]
# type: list(string)

formatlist("%s", [])
# => []
# type: list(string)

formatlist("x")
# => ["x"]
# type: list(string)

formatlist("%s%s", ["a"], ["b", "c"])
# error: 1:27 Invalid function argument
