reigon = "north"
#----
srevice "web" {
  port = 80
}
#----
qwerty = 1
#----
REGION = "north"
#----
service "web" {
  port = 80
  probe {
    path  = "/"
    ev-ery = 5
  }
}
#----
port = "http"
#----
region = ["north"]
#----
zones = "north-a"
#----
service = { name = "web", port = 80 }
#----
debug = yes
#----
debug = True
#----
debug = "yes"
#----
port = 80.25
#----
port = -80
#----
port = 99999
#----
region = north
#----
region = north-1-a
#----
region = /srv/north
#----
region = https://north.example.com
#----
region = 2.10.3
#----
wait = 30s
#----
zones = ["north" "south"]
#----
zones = [
  "north",
  "south"
  "west"
]
#----
service "web" {
  port = 80

backend {
  url = "u"
}
#----
backend {
  url = "u"
}
}
#----
region = "north
port = 80
#----
zones = ["north", "south"
port = 80
#----
region: "north"
#----
region = 'north'
#----
region = `north`
#----
region = “north”
#----
port = 80
port = 81
#----
backend {
  url = "u"
}
backend {
  url = "v"
}
#----
listener "web" {
  address = "u"
}
listener "web" {
  address = "v"
}
#----
service {
  port = 80
}
#----
resource "disk" {
  size = 1
}
#----
service "web" "blue" {
  port = 80
}
#----
backend "main" {
  url = "u"
}
#----
tags {
  owner = "me"
}
region {
  name = "north"
}
#----
service "web" = {
  port = 80
}
#----
backend = {
  url  = "u"
  pol = 3
}
#----
backend { url = "u", pool = 1 }
#----
backend { url = "u" pool = 1 }
#----
port = 80 debug = true
#----
region = vra.name
#----
region = var.nmae
#----
region = var.list[7]
#----
region = uper("a")
#----
region = upper(["north"])
#----
region = replace("north", "n")
#----
region = upper("north", "south")
#----
port = var.word + 1
#----
region = var.name == "web" ? "a" : ["b"]
#----
region = "on" ? "a" : "b"
#----
port = 80 / 0
#----
region = "${var.name"
#----
region = "zones-${var.list}"
#----
region = $REGION
#----
region = "C:\Users\me"
#----
region = "\u41"
#----
region = <<TEXT
north
  TEXT2
port = 80
#----
region = << TEXT
north
TEXT
#----
zones = [<<TEXT
north
TEXT, "b"]
#----
region = <<"TEXT"
north
TEXT
#----
[backend]
url = "u"
#----
[[service]]
port = 80
#----
backend.url = "u"
#----
{
  "region": "north",
  "port": 80
}
#----
"region" = "north"
#----
region: north
service:
  - name: web
    port: 80
#----
; the region
port = 80
#----
-- the region
port = 80
#----
<<<<<<< ours
port = 80
=======
port = 81
>>>>>>> theirs
#----
port = 80␍
reigon = "a"␍
#----
port = 80␍debug = true␍
#----
﻿reigon = "a"
#----
port = 80
﻿debug = true
#----
backend {
	url	=	"u"
	pol	= 1
}
#----
region = "🚀🚀" port = 80
#----
🚀 = 80
#----
port = 80␀
#----
port = 80
#----
port​ = 80
#----
level = "wran"
#----
level = "WARN"
#----
level = warn
#----
service "web" {
  hosts = []
}
#----
service "web" {
  port = 80
  probe {
    every = 5
  }
}
#----
service "web" {
  port = null
}
#----
port =
debug = true
#----
port 80
#----
port == 80
#----
port := 80
#----
zones += ["north"]
#----
port = 80;
#----
port = 80,
debug = true
#----
port = 0x50
#----
port = 8_080
#----
region = "north" + "-a"
#----
debug = true and false
#----
debug = not true
#----
debug = 1 < 2 < 3
#----
zones = [for name, tag in var.tags : name => tag]
#----
zones = [for zone of var.list : zone]
#----
if true {
  port = 80
}
#----
region = var.name.upper()
#----
region = f"north"
#----
port = 80 +
  1
#----
port = true
  ? 80
  : 81
#----
region = "%{ if true }north%{ end }"
#----
region = "%{ if true }north"
#----
tags = { owner = "me" team = "us" }
#----
tags = { owner => "me" }
#----
service 8080 {
  port = 80
}
#----
service "${var.name}" {
  port = 80
}
#----
backend
{
  url = "u"
}
#----
service "web" {
  port  = 80
  hosts = ["a", ["b"]]
}
#----
numbers = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, nmae]
#----
a0 =
a1 =
a2 =
a3 =
a4 =
a5 =
a6 =
a7 =
a8 =
a9 =
a10 =
a11 =
#----
numbers = [
  1,
  {
    a = 1
    b = 2
  },
]
#----
region = "north
#----
listener "web" {
  address = "u"
}
listener "db" {
  adress = "v"
}
#----
listener = {
  web = {
    adress = "u"
  }
}
#----
listener = 5
#----
owner "us" {
}
#----
owner {
}
#----
owner "us" "me" "you" {
}
#----
owner = { team = "us" }
#----
pair = [1, 2, 3]
#----
pair = [1]
#----
action "copy" {
}
#----
action = "copy"
#----
action {
  from = "a"
}
#----
action "cpoy" {
  from = "a"
}
#----
resource "disk" {
  size = "big"
}
#----
listener {
  web = "u"
}
#----
numbers = [1, null]
#----
port = var.long + 1
#----
region = join("-", 5)
#----
region = format("%d", "north")
#----
region = jsondecode("{")
#----
region = regex("(", "north")
#----
region = cidrsubnet("10.0.0.0/8", 40, 1)
#----
region = lookup(var.tags)
#----
port = length(8080)
#----
region = file("north.txt")
#----
region = base64encode(var.nmae)
#----
region = timestamp()
#----
region = Upper("north")
#----
region = element([], 0)
#----
region = "${upper("${var.nmae}")}"
#----
region = var.name == "web" ? "a"
#----
tags = {
  owner =
#----
port = (80 + 1
#----
region = upper("north"
#----
region = join("," [])
#----
region = var[name
#----
zones = var.servers.*name
#----
region = var.
#----
port = 80 + * 2
#----
debug = true & false
#----
port = x => 80
#----
tags = { owner : 1 : 2 }
#----
region = "%{ for x in var.list }${x}"
#----
region = "say "north" now"
#----
region = "it\'s"
#----
region = "$\{name}"
#----
region = <<-TEXT
  from ${ var.name
  TEXT
#----
/* the region
port = 80
#----
service web blue {
  port = 80
}
#----
listener "web" {
  address = "u"
}
listener = {}
