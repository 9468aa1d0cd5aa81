coalesce("", null, "b")
# => "b"

coalesce(null, "", 1)
# => "1"

coalesce("", "")
# error: 1:1 Error in function call

coalesce([], ["a"])
# => []
# type: list(string)

index(["a", "b"], "b")
# => 1

index([1, "1"], "1")
# => 1

index(["a"], "x")
# error: 1:1 Error in function call

index([id], "x")
# => (unknown)
# type: number

index({ a = 1 }, 1)
# error: 1:1 Error in function call

length({ a = 1 })
# => 1

length("né")
# => 2

length(["a"])
# => 1

length(5)
# error: 1:1 Error in function call

length(id)
# => (unknown)
# type: number

list("a")
# error: 1:1 Error in function call

map("a", 1)
# error: 1:1 Error in function call

lookup({ a = 1 }, "a")
# => 1

lookup({ a = 1 }, "b")
# error: 1:8 Invalid function argument

lookup(tomap({ a = 1 }), "b")
# error: 1:1 Error in function call

lookup(tomap({ a = 1 }), "b", "x")
# error: 1:32 Invalid function argument

lookup({ a = 1 }, "b", null)
# => null
# type: any

lookup({}, "a", 1, 2)
# error: 1:1 Error in function call

lookup(["a"], "a")
# error: 1:8 Invalid function argument

lookup({ a = secret }, "a")
# => (sensitive)

replace("a.b", ".", "-")
# => "a-b"

#: feature regex: all matches
replace("a1b22", "/[0-9]+/", "<$0>")
# => "a<1>b<22>"

#: feature regex: a group
replace("ab", "/(?P<first>.)b/", "$${first}")
# => "a"

replace("a/b", "/", "-")
# => "a-b"

tobool("yes")
# error: 1:9 Invalid function argument

tolist([secret, "a"])
# => [(sensitive), "a"]
# type: list(string)

tomap({ a = secret })
# => { a = (sensitive) }
# type: map(string)

tonumber(secret)
# error: 1:10 Invalid function argument

toset(["a"])
# => ["a"]
# type: set(string)

tostring(true)
# => "true"

strlen("a")
# error: 1:1 Call to unknown function

# Every function is in the namespace `core`, too.
core::upper(core::join("-", ["a", "b"]))
# => "A-B"

core::strlen("a")
# error: 1:1 Call to unknown function

contains(["a", null], "b")
# => false

contains([1], null)
# error: 1:15 Invalid function argument

contains(null, null)
# error: 1:10 Invalid function argument

issensitive(sensitive(id))
# => true

issensitive(id)
# => (unknown)
# type: bool

# A template has the marks of all variables.
[for t in ["$${a}"] : issensitive(templatestring(t, { a = 1, b = [secret] }))]
# => [true]

cidrsubnets("fd00::/16", 32)
# => ["fd00::/48"]

cidrsubnets("fd00::/16", 8, 33)
# error: 1:29 Invalid function argument

format("%v", null)
# => (unknown)
# type: any

formatlist("%s", null)
# => (unknown)
# type: any

format("%s-%d", "a", 1)
# => "a-1"

# Marks of unknown arguments stay.
issensitive(lookup(tomap({ a = id }), sensitive("k"), "n"))
# => true

issensitive(lookup({ a = 1 }, sensitive(id), 2))
# => true

issensitive(lookup(sensitive(id == "" ? tomap({ a = "x" }) : tomap({})), "a", "b"))
# => true

issensitive(values(sensitive(id == "" ? tomap({ a = "x" }) : tomap({}))))
# => true

[for t in ["%%{ for x in s }$${x}%%{ endfor }"] : issensitive(templatestring(t, { s = sensitive(id == "" ? tolist(["x"]) : tolist([])) }))]
# => [true]

# The text of a template.
[for t in ["$${x}"] : templatestring(t, { x = true })]
# => ["true"]

[for t in ["$${x}"] : templatestring(t, { x = [1] })]
# error: 1:23 Error in function call

[for t in ["$${x}"] : templatestring(t, { x = null })]
# error: 1:23 Error in function call

[for t in [1] : templatestring(t, {})]
# error: 1:32 Invalid function argument

templatestring(id, {})
# => (unknown)
# type: string

templatestring({ a = ["b"] }.a[0], {})
# error: 1:16 Invalid function argument

templatestring("a", {})
# error: 1:17 Invalid function argument

templatestring((name), {})
# error: 1:17 Invalid function argument

templatestring(["web"]...)
# error: 1:26 Not enough function arguments

templatestring([name, {}]...)
# error: 1:16 Invalid function argument

templatestring(env["PATH"], {})
# => "/bin"

templatestring(servers[*].name, {})
# error: 1:23 Invalid function argument
