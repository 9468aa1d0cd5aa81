ports = [80 443]
#----
ports = [
  80
  443
]
#----
ports = [80,
#----
tags = { team "a" }
#----
tags = { cost center = 1 }
#----
tags = { team = "a" owner = "b" }
#----
tags = { team = "a"
#----
all = [for]
#----
all = [for x of ports : x]
#----
all = [for k, in ports : x]
#----
all = [for x in ports x]
#----
all = [for x in ports : x y]
#----
all = [for x in ports : x => x]
#----
all = [for x in ports : x...]
#----
all = { for x in ports : x }
#----
tags = { a = 1
