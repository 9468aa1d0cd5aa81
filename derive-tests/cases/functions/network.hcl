cidrcontains("10.0.0.0/8", "10.1.2.3")
# => true

cidrcontains("10.0.0.0/8", "10.0.0.0/7")
# => false

cidrcontains("fd00::/8", "10.0.0.1")
# error: 1:1 Error in function call

cidrhost("10.12.112.0/20", 16)
# => "10.12.112.16"

cidrhost("10.12.112.0/20", -1)
# => "10.12.127.255"

cidrhost("fd00:fd12:3456:7890::/72", 34)
# => "fd00:fd12:3456:7890::22"

cidrhost("10.0.0.0/30", 4)
# error: 1:1 Error in function call

cidrnetmask("172.16.0.0/12")
# => "255.240.0.0"

cidrnetmask("fd00::/8")
# error: 1:1 Error in function call

cidrsubnet("172.16.0.0/12", 4, 2)
# => "172.18.0.0/16"

cidrsubnet("fd00:fd12:3456:7890::/56", 16, 162)
# => "fd00:fd12:3456:7800:a200::/72"

cidrsubnet("10.0.0.0/8", 25, 0)
# error: 1:1 Error in function call

cidrsubnet("10.0.0.0/24", 2, 4)
# error: 1:1 Error in function call

cidrsubnets("10.1.0.0/16", 4, 4, 8, 4)
# => ["10.1.0.0/20", "10.1.16.0/20", "10.1.32.0/24", "10.1.48.0/20"]
# type: list(string)

cidrsubnets("10.0.0.0/30", 1, 1, 1)
# error: 1:34 Invalid function argument

cidrsubnets("10.0.0.0", 1)
# error: 1:14 Invalid function argument

# There is no network before the first one, so there is none to start after.
cidrsubnets("0.0.0.0/8", 4)
# error: 2:26 Invalid function argument

cidrsubnets("10.0.0.0/8", 0)
# error: 1:27 Invalid function argument

cidrsubnet("10.0.0.0/8", -1, 0)
# => "10.0.0.0/7"

cidrsubnet("10.0.0.0/8", -1, 2)
# => "14.0.0.0/7"

cidrsubnet("10.0.0.0/8", -1, 200)
# error: 1:1 Error in function call

cidrsubnet("10.0.0.0/8", -9, 0)
# error: 1:1 Error in function call

cidrsubnet("fe80::/64", 2, -1)
# => "::4000:0:0:0/66"

# IPv4 networks in IPv6 form are written as IPv4 networks.
cidrsubnet("::ffff:192.168.0.0/112", 8, 3)
# => "192.168.3.0/24"

cidrhost("::ffff:192.168.0.0/112", 1)
# => "0:1::ffff:c0a8:0"

cidrnetmask("::ffff:192.168.0.0/112")
# => "ffff:ffff:ffff:ffff:ffff:ffff:ffff:0"

cidrsubnets("::ffff:192.168.0.0/112", 8)
# error: 1:39 Invalid function argument

cidrcontains("192.168.0.0/16", "::ffff:192.168.3.0/120")
# => true

# A network starts at its first address. Zeros before a number mean nothing.
[for it in ["192.168.130.7/20", "010.001.2.3/32", "1.2.3.4/0", "fe80::1/64", "::1/0"] : cidrsubnet(it, 0, 0)]
# => ["192.168.128.0/20", "10.1.2.3/32", "0.0.0.0/0", "fe80::/64", "::/0"]

[for it in ["", "/", "10.0.0.0", "10.0.0/8", "10.0.0.0.0/8", "256.0.0.0/8"] : can(cidrhost(it, 0))]
# => [false, false, false, false, false, false]

[for it in ["10.0.0.0/33", "10.0.0.0/+8", "10.0.0.0/", "::/129"] : can(cidrhost(it, 0))]
# => [false, false, false, false]

[for it in ["fe80::1%eth0/64", "10.0.0.0/8 ", "a.b.c.d/8"] : can(cidrhost(it, 0))]
# => [false, false, false]

cidrsubnet("10.0.0.1/32", -1, 72)
# => "10.0.0.145/31"

cidrsubnet("10.0.0.0/8", 2, -4)
# error: 1:1 Error in function call

[cidrhost("::ffff:10.0.0.0/104", 16), cidrhost("::ffff:10.0.0.0/104", -1)]
# => ["0:10::ffff:a00:0", "ff:ffff::ffff:a00:0"]

cidrcontains("10.0.0.0/8", "::ffff:10.0.0.0/104")
# => true
