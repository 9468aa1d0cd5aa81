ports:
  - 80
  - 443
name = "web"
#----
name = "web"
script: >-
  run
  stop
size = 2
#----
server = {
  <<: *defaults
  port = 80
}
#----
enabled = Yes
#----
servers = [
  - "a"
  - "b"
]
#----
---
name = "web"
#----
name = "web"
owner = ~
size = 2
#----
bucket = !Ref Store
#----
base = &base { retries = 3 }
name = "x"
#----
log {
  path: /var/log/app
}
#----
server {
  port = 80
},
client {
  port = 81
}
#----
{
  // the port
  "port": 80
}
#----
{
  'port': 80
}
#----
{
  port: 80
}
#----
{
  "on": True
}
#----
{
  "mask": 0xFF
}
#----
{
  "a" 1,
  "b": 2
}
#----
{ "a": 1 }
{ "b": 2 }
#----
{
  "text": "one
two"
}
#----
const port = 8080
#----
[server]
port = 80

[client]
port = 81
#----
name = "x"

[[server]]
port = 80

[[server]]
port = 81
#----
name = 'web'
#----
text = """
one
two
"""
size = 1
#----
since = 1979-05-27T07:32:00Z
#----
most = 1_000_000
#----
"quoted key" = 1
#----
[server.http]
port = 80
#----
; the port
port = 80
#----
mode = 0o755
#----
limit = inf
#----
config = dict(a=1, b=2)
#----
name = f"{region}-web"
#----
name = "{}-{}".format(var.region, var.count)
#----
head = var.region[0:2]
#----
last = var.zones[-1]
#----
"""The configuration."""
port = 80
#----
import os

port = 80
#----
double = lambda a: a * 2
#----
port = 80
if var.enabled:
  port = 81
#----
ports = (80, 443)
#----
a, b = 1, 2
#----
port: int = 80
#----
ports = {80, 443}
#----
sum = 1 + \
  2
next = 3
#----
all = {**var.tags, "b": 1}
#----
for zone in var.zones:
  print(zone)
port = 80
#----
"datacenter" = "dc1"
"server" = true
"ports" {
  "http" = 8500
}
#----
listener "tcp"
{
  address = "127.0.0.1:8200"
}

storage "file"
{
  path = "/x"
}
#----
telemetry {
  address = "a:1",
  hidden = true,
  prefix = "p"
}
#----
"resource" "aws_instance" "web" {
  ami = "a"
}
#----
retry_join ["10.0.0.1", "10.0.0.2"]
port = 1
#----
ports { http = 8500, https = 8501 }
name = "x"
#----
env {
  "DB.HOST" = "x"
  "DB.PORT" = "1"
}
#----
service { name = "web" tags = ["a"] }
#----
node_meta.rack = "a"
server = true
#----
data_dir = "/opt"

key_prefix "" {
  policy = "read"
  "deny" = true
}
#----
meta = { "a" = 1 "b" = 2 }
#----
total = "${length(var.zones) > 1 ? 1 : 0"
name = "x"
#----
tags = "${map("team", "web")}"
#----
zones = "${list("a", "b")}"
#----
tags = "${merge(var.tags, map("Name", "x"))}"
#----
team = "${lookup(var.tags, team)}"
#----
zones = "${join(\",\", var.zones)}"
name = "x"
#----
name = "${format("%s", var.region}"
size = 1
#----
team = "${var.tags["team"}"
size = 1
#----
name = "${concat("a", var.region)}"
#----
names = "${var.instances.*.nmae}"
#----
variable region { default = eu-west-1 }
#----
tags {
  "${var.region}" = "x"
  team = "web"
}
#----
on = "${var.enabled && var.region}"
#----
first = var.zones.[0]
#----
zones = "${var.zones}-x"
#----
size = "${lenght(var.zones)}"
