port = prots
#----
name = uper("a")
#----
sum = 1 + "x"
#----
sum = null + 1
#----
sum = 0 / 0
#----
on = !5
#----
size = name ? 1 : 2
#----
size = null ? 1 : 2
#----
size = true ? [1] : { a = 1 }
#----
port = ports[2]
#----
port = env["HOM"]
#----
port = servers[0].prot
#----
port = nothing.port
#----
port = nothing[0]
#----
port = name.port
#----
all = [for x in name : x]
#----
all = [for x in nothing : x]
#----
all = { for x in ["a", "a"] : x => 1 }
#----
all = { for x in [null] : x => 1 }
#----
all = [for x in ports : x if "maybe"]
#----
name = upper()
#----
name = upper("a", "b")
#----
name = upper([])
#----
name = max(name...)
#----
name = substr("text", "one", 2)
#----
name = "ports: ${ports}"
#----
name = "%{ if count }x%{ endif }"
#----
tags = { env.HOME = 1 }
#----
tags = { (null) = 1 }
#----
id = id
#----
name = tomap({ a = 1 }).b
#----
name = "${ports[0]}: ${nothing}"
#----
first = element([], count)
#----
names = tolist(null)[*].name
#----
all = tolist(["a", null])[*][*]
#----
tags = { example.com/team = "web" }
