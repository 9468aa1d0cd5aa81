zone: "north"
port = 80
#----
zone := "north"
#----
port == 80
#----
zones += ["c"]
#----
port 80
#----
zone "north"
port = 80
#----
zone => "north"
#----
let port = 80
#----
string zone = "north"
#----
export PORT=80
#----
port = 80;
zone = "north";
#----
port = 80,
zone = "north"
#----
"port" = 80
#----
zone = 'north'
port = 80
#----
zone = `north`
#----
zone = “north”
#----
zone = “north”
port = 80 81
#----
zone = f"${region}-1"
#----
pattern = r"\d+"
#----
on = a and b
#----
on = not a
#----
on = a & b
#----
on = a === b
#----
on = a <> b
#----
size = 2 ** 3
#----
name = a ?? "b"
#----
name = "a" if on else "b"
#----
names = [upper(z) for z in zones]
#----
names = [for z of zones : z]
#----
names = [for z in zones z]
#----
pairs = [for k, v in limits : k => v]
#----
pairs = {for k, v in limits : v}
#----
name = zone.upper()
#----
name = zone.replace("a", "b")
#----
home = $HOME
#----
name = @zone
#----
name = ${zone}
#----
name = zone?.name
#----
delay = 10s
#----
size = 5GB
#----
port = 0x50
#----
port = 8_000
#----
ratio = .5
#----
ratio = 5%
#----
port = +80
#----
version = 1.2.3
#----
address = 10.0.0.1
#----
path = /etc/hosts
#----
path = ./main.hcl
#----
link = http://example.com
#----
motto = hello world
#----
greeting = "say "hello" twice"
#----
path = "C:\Users\me"
#----
pattern = "\d+"
#----
text = "it\'s"
#----
text = "$\{name}"
#----
name = "a" "b"
#----
zones = ["a" "b"]
#----
zones = [
  "a",
  "b"
  "c"
]
#----
zones = ["a"; "b"]
#----
zones = ["a",, "b"]
#----
zones = ["a": 1]
#----
limits = { cpu = 2 memory = 4 }
#----
limits = { cpu = 2; memory = 4 }
#----
limits = { cpu => 2 }
#----
limits = { cpu 2 }
#----
limits = { cpu := 2 }
#----
limits = { cpu, memory }
#----
limits = {
  cpu = 2
  inner {
    a = 1
  }
}
#----
name = replace("a" "b", "c")
#----
name = replace(text = "a")
#----
total = 1 +
  2
port = 80
#----
total = 1
  + 2
port = 80
#----
size = on
  ? 1
  : 2
port = 80
#----
size = on ? 1
port = 80
#----
port =
zone = "north"
#----
port =
  80
zone = "north"
#----
port = 80 zone = "north"
#----
port = 80 }
zone = "north"
#----
a = b = 1
#----
server.port = 80
#----
server
{
  port = 80
}
#----
server "web"
{
  port = 80
}
#----
server "web" = {
  port = 80
}
#----
server 'web' {
  port = 80
}
#----
server "web", "db" {
  port = 80
}
#----
server 8080 {
  port = 80
}
#----
server "${zone}" {
  port = 80
}
#----
server: {
  port = 80
}
#----
server { port = 80, zone = "a" }
#----
server { port = 80 zone = "a" }
#----
server { port = 80
}
#----
server { tls {} }
#----
{
  port = 80
}
#----
if on == 1 {
  port = 80
}
#----
include("other.hcl")
#----
import "other"
port = 80
#----
port
#----
80 = port
#----
= 80
#----
-- the port
port = 80
#----
; the port
port = 80
#----
port = 80 -- the port
#----
* port
port = 80
#----
port = 80
????
zone = "a"
#----
port = 80 # fine
this is not a comment
neither is this, really
zone = "a"
#----
<<<<<<< HEAD
port = 80
=======
port = 81
>>>>>>> other
zone = "a"
#----
[server]
port = 80

[client]
port = 81
#----
[[server]]
name = "a"
#----
{
  "zone": "north",
  "port": 80
}
#----
zone: north
servers:
  - name: a
    port: 80
#----
---
zone: north
#----
<?xml version="1.0"?>
<a/>
#----
port = 80
zone = "north"
#----
port​ = 80
#----
port = 80é ☃
#----
☃ = 1
#----
port = $
#----
a = 1 \
  + 2
#----
port = fn(x) => x
#----
f = x => x + 1
#----
a = b.*c
#----
a = b.
#----
a = b..c
#----
a = b[]
#----
a = 1 + * 2
#----
a = (1 + )
#----
a = f(1,,2)
#----
a = f(,)
#----
a = !
#----
a = b !== c
#----
a = b ||
#----
a = "${}"
#----
a = "${b c}"
#----
a = "${b"
#----
a = "%{ unless on }x%{ endif }"
#----
a = "%{ endif }"
#----
a = x in zones
#----
a = i++
#----
a = {"b": 1, c: 2, d}
#----
a = [1, 2
b = [3, 4]
#----
a = <!-- b -->
#----
a = null coalesce b
#----
a = new Thing()
#----
a = b ? c : 
d = 1
#----
a = "x" + 
#----
a = 1,000
#----
a = 1e
#----
a = 12:30
#----
a = 2024-01-01T00:00:00Z
#----
a = *.example.com
#----
a = me@example.com
#----
a = a/b:c
#----
a = {{ b }}
#----
a = <b>
#----
a = #fff
b = 1
#----
a = "b"c
#----
a = b"c"
#----
a = "b" # c
b := 2
c = 'd'
#----
"zone": "north"
#----
a = b["c"].d e
#----
text = "%{ if on }a%{ else }b%{ else }c%{ endif }"
#----
zone = "north" -- the north of the town
#----
\\ the north
#----
a = us-east-1
#----
a = [read, list]
#----
a = None
#----
a = yes
#----
a = "x-${HOSTNAME}"
#----
a = len(ports)
#----
a = toupper(name)
#----
a = list("a", "b")
#----
a = ports.length
#----
a = name.upper
#----
a = ports.map(p => p + 1)
#----
a = name.capitalize()
#----
a = concat("a", name)
#----
a = upper name
#----
a = [1..5]
#----
a = [for i in 5 : i]
#----
a = "%s-x" % name
#----
a = [...ports, 1]
#----
a = { ...env, b = 1 }
#----
a = max(...ports)
#----
a = count – 1
#----
a = max(ports…)
#----
a ｛
  b ＝ ＂x＂
｝
#----
a = "web”
b = 1
#----
a = "C:\dir\"
b = 1
#----
a = &quot;web&quot;
#----
a = count &gt; 2 &amp;&amp; count &lt;= 9
#----
a = &anchor
#----
a: >
  first line
  second line
b = 1
#----
a "b": {
  c = 1
}
#----
a {
-  b = 1
+  c = 2
}
#----
a = <<-EOT 
  text
  EOT
#----
{
  a = 1
}
#----
a = name | upper
#----
a = "old" -> "new"
#----
a = count > = 2
#----
a = name . "-x"
#----
a = "\x1b[0m"
#----
a = "%{ if count = 1 }x%{ endif }"
#----
a = "%{ if count > 1 }x%{ else if count > 0 }y%{ endif }"
#----
a = "%{ if count > 1 }x%{ elif count > 0 }y%{ endif }"
#----
a = env["HOM"]
#----
a = env["none"]
#----
a = lookup(env, "none")
#----
a = element(name, 0)
#----
a = """
text
"""
#----
{% if x %}
a = 1
{% endif %}
#----
a = <%= x %>
b = 1
#----
a = $(date +%Y)
b = 1
#----
"a.b" = 1
#----
env["X"] = "y"
b = 1
#----
a = "text \
b = 1
#----
a = ports[0:1]
#----
a = "${#name[@]}"
#----
a = "${{ github.sha }}"
#----
"bind" = "a"
"peers" "x" {
  size = 1,
  "a.b" = 2
}
server
{
}
#----
a = ~
#----
a = { <<: *all, b = 1 }
#----
b {
  <<: *all
  c = 1
}
#----
a {
  {{ if .x }}
  b = {{ .y }}
  {{ end }}
  c = { {{ .z }} = 1 }
}
d = 1
#----
a = 1
[[ template "x" . ]]
b = [[ var "b" . | quote ]]
#----
a = b.%s.c
#----
a = %q
#----
a { "b" = 1 }
c { "d" = 1 }
#----
script = "echo ${NAME:-nobody}"
#----
database:
  host: "db"
  port: 5432
name = "a"
#----
text = '''
one
'''
#----
@@ -1,2 +1,2 @@
-size = 1
+size = 2
