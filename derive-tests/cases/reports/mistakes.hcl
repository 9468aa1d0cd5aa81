zone_name = "eu"
#----
regoin = "north"
#----
Region = "north"
#----
xyzzy = 1
#----
sevrice "web" {
  port = 80
}
#----
service "web" {
  port = 80
  probe {
    path  = "/"
    evrey = 5
  }
}
#----
service "web" {
  port    = 80
  time-out = 5
}
#----
job "night" {
  port = 80
}
#----
if debug {
  port = 80
}
#----
colour = "red"
shape  = "round"

circle {
  radius = 3
}

region = "north"
#----
port = "eighty"
#----
port = [80]
#----
port = { number = 80 }
#----
port = true
#----
port = 80.5
#----
port = -1
#----
port = 123456
#----
port = "80 "
#----
port = "8_080"
#----
port = "0x50"
#----
port = "8,080"
#----
wait = "10s"
#----
wait = "5 minutes"
#----
wait = "50%"
#----
ratio = "half"
#----
ratio = "0,5"
#----
small = 300
#----
offset = 1e30
#----
port = 1 / 0
#----
port = 10 / 4
#----
port = ""
#----
region = ["north"]
#----
region = ["north", "south"]
#----
region = { name = "north" }
#----
region = null
service "web" {
  port = null
}
#----
region = north
#----
region = north-west-1
#----
region = north.west
#----
region = data/files
#----
region = Null
#----
region = None
#----
port = eighty
#----
debug = yes
#----
debug = True
#----
debug = off
#----
debug = "yes"
#----
debug = "TRUE"
#----
debug = 2
#----
debug = maybe
#----
debug = "maybe"
#----
debug = [true]
#----
zones = "a"
#----
zones = 1
#----
zones = a
#----
zones = [a, b]
#----
zones = "a, b, c"
#----
zones = { first = "a" }
#----
zones = ["a", ["b"]]
#----
zones = ["a", { b = 1 }]
#----
numbers = [1, "two", 3]
#----
numbers = [1, null]
#----
tags = "a=b"
#----
tags = ["a", "b"]
#----
tags = { a = ["b"] }
#----
pair = [1, 2, 3]
#----
pair = [1]
#----
pair = 1
#----
level = "wran"
#----
level = "INFO"
#----
level = "loud"
#----
level = info
#----
level = warning
#----
level = Info
#----
level = 3
#----
level = ["info"]
#----
level = { info = true }
#----
level {
}
#----
letter = "ab"
#----
letter = ""
#----
address = "localhost"
#----
address = 10.5
#----
nonzero = 0
#----
service = { name = "web", port = 80 }
#----
service = [{ port = 80 }]
#----
service = "web"
#----
backend = "http://a"
#----
backend = [{ url = "a" }]
#----
backend = true
#----
backend = {
  url  = "a"
  pol  = 3
}
#----
backend = { pool = 3 }
#----
listener = "a"
#----
listener {
  address = "a"
}
#----
listener "a" "b" {
  address = "a"
}
#----
listener "a" {
  address = "x"
}
listener "a" {
  address = "y"
}
#----
resource "disk" {
  size = 5
}
#----
resource {
  size = 5
}
#----
resource "disk" "a" "b" {
  size = 5
}
#----
owner "x" {
}
#----
owner {
}
#----
owner "x" "y" "z" {
}
#----
owner = { name = "x" }
#----
region {
  name = "north"
}
#----
port {
}
#----
zones {
  a = "b"
}
#----
tags "x" {
  a = "b"
}
#----
region "north" {
}
#----
service {
  port = 80
}
#----
service "web" "blue" {
  port = 80
}
#----
service web.blue
#----
service "web" {
}
#----
service "web" {
  port = 80
  probe {
  }
}
#----
service "web" {
  Port = 80
}
#----
service "web" {
  port = "none"
}
service "api" {
  ports = 81
}
service "db" {
  port  = 82
  hosts = "a"
}
#----
backend {
  url = "a"
}
backend {
  url = "b"
}
#----
backend "main" {
  url = "a"
}
#----
backend {
  url  = "a"
  pool = 256
}
#----
backend = { url = "a" }
backend {
  url = "b"
}
#----
action "copy" {
}
#----
action "cpoy" {
  from = "a"
}
#----
action {
  from = "a"
}
#----
action = "copy"
#----
action "stop" {
  from = "a"
}
#----
action "run" {
  command = "ls"
}
#----
steps = [{ copy = { from = "a" } }, { move = { from = "b" } }]
#----
steps = ["copy"]
#----
region = vra.name
#----
region = var.nmae
#----
region = var.size
#----
region = var.tags.name
#----
region = var
#----
region = var.list[5]
#----
region = var.list[-1]
#----
region = var.list["a"]
#----
region = var.list.first
#----
region = var.name.first
#----
region = var.name[0]
#----
region = var.nothing.first
#----
region = var.servers.name
#----
region = var.map["c"]
#----
region = "${nothing}-a"
#----
region = "x-${var.list}"
#----
region = "x-${var.nothing}"
#----
region = "a" + "b"
#----
region = "a" + var.name
#----
port = var.word + 1
#----
port = var.name
#----
zones = var.name
#----
port = "a" * 2
#----
debug = !var.name
#----
debug = !"yes"
#----
debug = 1 && true
#----
debug = 1 < 2 < 3
#----
debug = "a" < "b"
#----
debug = var.list > 1
#----
region = true ? "a" : ["b"]
#----
region = var.name ? "a" : "b"
#----
region = null ? "a" : "b"
#----
region = uper("a")
#----
region = Upper("a")
#----
region = uppercase("a")
#----
region = upper()
#----
region = upper(["a"])
#----
region = upper("a", "b")
#----
region = replace("a", "b")
#----
region = join(",")
#----
region = join(["a"], ",")
#----
region = join(",", "a", "b")
#----
region = upper(null)
#----
port = length(80)
#----
port = min()
#----
port = max("a", 1)
#----
port = parseint("z", 10)
#----
port = tonumber("many")
#----
region = substr("abc", "x", 1)
#----
region = element([], 0)
#----
region = format("%d", "many")
#----
region = lookup(var.map, "zz")
#----
region = file("a.txt")
#----
region = upper(nmae)
#----
zones = [for z in var.name : z]
#----
zones = [for z in null : z]
#----
zones = [for z in var.list : z if z]
#----
tags = { for k, v in var.map : v => k... }
#----
tags = { for z in var.list : "a" => z }
#----
tags = { null = "a", (var.list) = "b" }
#----
zones = var.name[*].x
#----
zones = var.servers[*].nmae
#----
region = each.value
#----
region = path.module
#----
region = env("HOME")
#----
region = env.HOME
#----
port   = "many"
debug  = yes
zonse  = ["a"]
level  = "silent"

backend {
  pool = 999
}
#----
port = "$port"
#----
port = "{{ var.port }}"
#----
region = var.tags[owner]
#----
tags = { [var.name] = "a" }
