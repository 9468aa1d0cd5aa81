#: write listen =
listen 80;
#----
#: write server_name =
server_name example.com;
#----
#: write name = value
location /api {
  port = 80
}
#----
#: label
location ~ "^/api" {
  port = 80
}
#----
#: "="
proxy_set_header Host $host;
#----
#: block
<VirtualHost *:80>
  name = "a"
</VirtualHost>
#----
#: block
[Service]
ExecStart=/usr/bin/app
#----
#: quotes
exec = /usr/bin/app --port 80
#----
#: write "="
CC := gcc
#----
#: write "="
CC ?= gcc
#----
#: concat
CFLAGS += "-O2"
#----
#: write a call as a value
set(name "web")
#----
#: write a call as a value
target_link_libraries(app PRIVATE lib)
#----
#: name = value
FROM alpine:3.19
#----
#: name = value
ENV PORT 80
#----
#: heredoc
script = """
echo hi
"""
#----
#: double quotes
plugins { id 'java' }
#----
#: write a call as a value
implementation("a:b:1.0")
#----
#: "="
version '1.0'
#----
#: "="
file { '/etc/motd': ensure => present }
#----
#: "="
ensure => present,
#----
#: quotes
mode => 0644
#----
#: "="
package 'nginx' do
  action :install
end
#----
#: =
default['app']['port'] = 80
#----
#: without
name = "{{ region }}"
port = {{ port }}
#----
#: run that program
port = {{ port | default(80) }}
#----
#: run that program
{% if enabled %}
port = 80
{% endif %}
#----
#: join("
names = var.zones.join("-")
#----
#: ${one}${other}
name = "web-" .. var.region .. "-a"
#----
#: local
local name = "web"
#----
#: remove
my $name = "web";
#----
#: without
$name = "web"
#----
#: write ==
on = var.region eq "eu"
#----
#: =
name => "web"
#----
#: write .
on = var->enabled
#----
#: condition ? value : other
port = CASE WHEN var.enabled THEN 80 ELSE 81 END
#----
#: startswith
on = var.region LIKE "eu%"
#----
#: &&
on = var.enabled AND true
#----
#: !=
on = var.region <> "eu"
#----
#: == null
on = var.nothing IS NULL
#----
#: contains
on = var.region IN ("eu", "us")
#----
#: write "="
name := "web"
#----
#: var
var name string = "web"
#----
#: function
func name() string { return "web" }
#----
#: let mut
let mut count = 3
#----
#: letters
count = 3u32
#----
#: letters
count = 3_u8
#----
#: condition ? value : other
count = match var.region { "eu" => 1, _ => 2 }
#----
#: [for
names = var.zones.iter().map(|z| z)
#----
#: format(
name = format!("web-{}", var.region)
#----
#: "
names = vec!["a", "b"]
#----
#: coalesce
team = var.nothing ?? "none"
#----
#: !
on = !var.enabled!
#----
#: write count =
final count = 3
#----
#: letters
count = 1e6f
#----
#: letters
count = 10L
#----
#: remove
opts = <String>["a"]
#----
#: convert with a function
count = var.count as number
#----
#: type
count: number = 3
#----
#: ...
opts = { ...var.tags, a = 1 }
#----
#: null
value = undefined
#----
#: heredoc
text = `line ${var.region}
second`
#----
#: remove
export name = "web"
#----
#: .region
name = var[:region]
#----
#: #
name = "web" -- the name
#----
#: #
name = "web" % the name
#----
#: #
; the name
name = "web"
#----
#: #
REM the name
name = "web"
#----
#: #
' the name
name = "web"
#----
#: #
(* the name *)
name = "web"
#----
#: #
{- the name -}
name = "web"
#----
#: #
name = "web" <!-- the name -->
#----
#: write "="
count <- c(1, 2)
#----
#: [
zones = c("a", "b")
#----
#: [
zones = {"a", "b"}
#----
#: [
zones = ("a", "b")
#----
#: [
zones = "a", "b"
#----
#: [
zones = ["a"; "b"]
#----
#: {
opts = ["port" => 80]
#----
#: {
opts = (port: 80)
#----
#: {
opts = [port = 80]
#----
#: =
opts = { port 80 }
#----
#: =
opts = { "port", 80 }
#----
#: comma
opts = { a = 1; b = 2 }
#----
#: "
opts = { a.b = 1 }
#----
#: (
opts = { var.region: 1 }
#----
#: =
message { field: 1 }
#----
#: quotes
color = #ff0000
#----
#: quotes
width = 10px
#----
#: quotes
size = 10 MB
#----
#: quotes
wait = 1h 30m
#----
#: quotes
time = 10:30
#----
#: quotes
address = ::1
#----
#: quotes
address = fe80::1
#----
#: quotes
pattern = ^[a-z]+$
#----
#: quotes
path = C:\temp
#----
#: \\
pattern = "\d+"
#----
#: quotes
path = ~/app
#----
#: quotes
path = ./app
#----
#: quotes
mail = ops@example.com
#----
#: quotes
url = https://example.com/a?b=c
#----
#: quotes
image = nginx:1.25
#----
#: quotes
cron = 0 5 * * *
#----
#: quotes
glob = *.log
#----
#: quotes
title = Hello World
#----
#: quotes
title = it's fine
#----
#: \"
title = "say "hello" now"
#----
#: =
plat forms = ["local"]
#----
#: =
variable "owner" {
  description "Owner"
}
#----
#: parentheses
name = var.enabled
  ? "a"
  : "b"
#----
#: segments =
topology { segments { rack = "R2" } }
#----
#: comma
subnets = {
  "a" = 1 "b" = 2
}
#----
#: remove the quotes
"name" = "web"
#----
#: remove the quotes
job "a" {
  "group" "b" {
  }
}
#----
#: comma
depends_on = [resource.a resource.b]
#----
#: more than once
variable "a" {
  type = string
  type = number
}
#----
#: }
resource "a" "b" {
  name = "x"
resource "c" "d" {
  name = "y"
}
#----
#: EOF
data = <<EOF
text
 EOF text
name = "a"
#----
#: EOF
data = <<EOF text
EOF
#----
#: <<
data = <<<EOF
text
EOF
#----
#: <<
data = <<"EOF"
text
EOF
#----
#: }
name = "web-${upper(var.region}"
#----
#: )
name = "web-${upper(var.region"
#----
#: "
name = "web-${var.region}
port = 80
#----
#: $
name = "web-${var.region
port = 80
#----
#: %{ endif }
name = "%{ if var.enabled }a"
#----
#: endif
name = "%{ endif }a"
#----
#: $${
name = "${HOME}/bin"
#----
#: quote
name = "${var.tags["team]}"
#----
#: ]
first = var.zones[0
port = 80
#----
#: index
first = var.zones[]
#----
#: name
first = var.tags.
#----
#: operator
sum = 1 2
#----
#: value
sum = 1 + + * 2
#----
#: value
sum = * 2
#----
#: value
on = var.enabled &&
#----
#: other
on = var.enabled ? 1 :
#----
#: condition
on = ? 1 : 2
#----
#: in
names = [for z : z]
#----
#: :
names = [for z in var.zones z]
#----
#: =>
names = {for z in var.zones : z}
#----
#: ]
names = [for z in var.zones : z
port = 80
#----
#: parenthesis
size = max(1, 2
port = 80
#----
#: comma
size = max(1 2)
#----
#: remove
size = max(1, 2))
#----
#: remove
zones = ["a"]]
#----
#: remove
opts = { a = 1 }}
#----
#: comma
{ "a": 1,, "b": 2 }
#----
#: colon
{ "a" 1 }
#----
#: quote
{ "a: 1 }
#----
#: brace
{ "a": { "b": 1 }
#----
#: null
{ "a": None }
#----
#: true
{ "a": True }
#----
#: double quotes
{ "a": b }
#----
#: comments
{ "a": 1 // one
}
#----
#: zero
{ "a": .5 }
#----
#: ${
{ "a": var.region }
#----
#: \"
{ "a": "${var.tags["team"]}" }
#----
#: }
{ "a": "${var.region" }
#----
#: bracket
{ "a": [1, 2 }
#----
#: ${one}${other}
name = "web-" || var.region
#----
#: ${one}${other}
name = "web" + "-" + var.region
#----
#: merge(
opts = { a = 1 } { b = 2 }
#----
#: remove
count = 3 }
#----
#: write "="
count equals 3
#----
#: new line
a = 1 # one
b = 2 c = 3
