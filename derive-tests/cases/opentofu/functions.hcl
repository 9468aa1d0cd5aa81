contains(["a", null], null)
# => (unknown)
# type: any

format("%s", null)
# error: 1:1 Error in function call

format("%v", null)
# => "null"

cidrsubnets("fd00::/16", 33)
# => ["fd00::/49"]

templatestring("%%{ for name in names }<$${name}>%%{ endfor }", { names = ["a", "b"] })
# => "<a><b>"

templatestring("$${missing}", {})
# error: 1:31 Invalid function argument
