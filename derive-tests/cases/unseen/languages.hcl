#: write "="
count <- 3
#----
#: write "="
count -> 3
#----
#: "var"
var count = 3
#----
#: let
let count = 3
#----
#: val
val count: Int = 3
#----
#: const
const count = 3
#----
#: remove
public count = 3
#----
#: no methods
count = var.tags.Count()
#----
#: length(var.zones)
count = var.zones.length()
#----
#: lookup(
team = var.tags.get("team", "none")
#----
#: upper(var.region)
name = var.region.ToUpper()
#----
#: lower(var.region)
name = var.region.toLowerCase()
#----
#: trimspace(var.region)
name = var.region.Trim()
#----
#: coalesce
name = var.nothing ?: "none"
#----
#: coalesce
name = var.nothing ?? "none"
#----
#: try(
name = var.tags?.team
#----
#: prefix
name = $"web-{var.region}"
#----
#: prefix
name = @"C:\temp"
#----
#: prefix
name = r"\d+"
#----
#: "web-${var.region}"
name = f"web-{var.region}"
#----
#: ${one}${other}
name = "web-" + var.region
#----
#: ${one}${other}
name = "web-" . var.region
#----
#: ${one}${other}
name = "web-" & var.region
#----
#: ${one}${other}
name = "web-" ~ var.region
#----
#: ${one}${other}
name = "web-" <> var.region
#----
#: ${one}${other}
name = "web-" .. var.region
#----
#: ${one}${other}
name = "web-" ++ var.region
#----
#: braces
server do
  port = 80
end
#----
#: braces
server begin
  port = 80
end
#----
#: braces
server (
  port = 80
)
#----
#: braces
server [
  port = 80
]
#----
#: quotes
name = :web
#----
#: key
opts = [port: 80, host: "a"]
#----
#: key
opts = %{port: 80}
#----
#: "="
opts = %{"port" => 80}
#----
#: =
opts = { :port => 80 }
#----
#: condition ? value : other
port = if var.enabled do 80 else 81 end
#----
#: condition ? value : other
port = if (var.enabled) 80 else 81
#----
#: condition ? value : other
port = 80 if var.enabled else 81
#----
#: condition ? value : other
port = if var.enabled then 80 else 81
#----
#: condition ? value : other
port = 80 unless var.enabled
#----
#: conditional
port = when (var.count) { 1 -> 80 }
#----
#: conditional
port = switch (var.count) { 1 => 80 }
#----
#: function
name = var.region |> upper()
#----
#: upper(
name = var.region | upper
#----
#: without
name = $region
#----
#: without
name = $var.region
#----
#: without
name = @region
#----
#: $
name = $(var.region)
#----
#: heredoc
text = @"
line
"@
#----
#: =
name -eq "web"
#----
#: ==
on = var.region -eq "web"
#----
#: !=
on = var.region -ne "web"
#----
#: &&
on = var.enabled -and true
#----
#: >
on = var.count -gt 3
#----
#: write !
on = -not var.enabled
#----
#: object
opts = @{ port = 80; host = "a" }
#----
#: list
zones = @("a", "b")
#----
#: true
on = $true
#----
#: null
on = $null
#----
#: param
param location string = "eu"
#----
#: =
param port int
#----
#: "
resource vm 'Microsoft.Compute/virtualMachines@2021' = {
  name = "a"
}
#----
#: double quotes
name = 'web-${var.region}'
#----
#: heredoc
text = '''
a
'''
#----
#: format
name = "web-%s" % var.region
#----
#: format
name = "web-{}".format(var.region)
#----
#: concat
zones = var.zones + ["d"]
#----
#: merge
tags = var.tags | { a = 1 }
#----
#: merge
tags = dict(a = 1)
#----
#: named
size = max(a = 1, b = 2)
#----
#: [for name in list : value]
names = [upper(z) for z in var.zones]
#----
#: flatten
names = [for z in var.zones for y in var.zones : z]
#----
#: condition ? value : other
names = [for z in var.zones : z if z == "a" else "b"]
#----
#: load
load("//tools:defs.bzl", "rule")
#----
#: function
f = lambda x: x + 1
#----
#: False
on = False
#----
#: null
on = None
#----
#: concat
zones = [*var.zones, "d"]
#----
#: merge
tags = { **var.tags, a = 1 }
#----
#: ;
port = 80;
#----
#: statement
with var.tags;
port = 80
#----
#: inherit
tags = { inherit team; }
#----
#: merge
tags = var.tags // { a = 1 }
#----
#: commas
zones = [ "a" "b" ]
#----
#: concat
zones = var.zones ++ [ "d" ]
#----
#: var.tags
team = var.tags.team or "none"
#----
#: function
f = x: x + 1
#----
#: parentheses
name = toUpper var.region
#----
#: statement
import ./other.nix
#----
#: rec
tags = rec { a = 1; }
#----
#: write "="
port: 80
#----
#: write "="
port: int | *80
#----
#: write "="
port: >0 & <100
#----
#: concat
zones: [...string]
#----
#: #Server
#Server: { port: 80 }
name = web
#----
#: package
package config
#----
#: write "="
name: "web-\(var.region)"
#----
#: ${
name = "web-\(var.region)"
#----
#: ${
name = "web-#{var.region}"
#----
#: ::
port:: 80
#----
#: "="
tags +: { a = 1 }
#----
#: local
local port = 80
#----
#: assert
assert var.count > 1
#----
#: self
tags = { a = 1, b = $.a }
#----
#: null
tags = { [if var.enabled then "a"] = 1 }
#----
#: remove
}
port = 80
#----
#: closing bracket
zones = ["a", "b"
port = 80
#----
#: closing brace
tags = { a = 1
port = 80
#----
#: ]
zones = ["a", "b"}
#----
#: }
tags = { a = 1 ]
#----
#: )
name = upper("a"]
#----
#: closing quote
name = "web
port = 80
#----
#: closing brace
name = "web-${var.region"
port = 80
#----
#: }
server {
  port = 80

client {
  port = 81
}
#----
#: value
port =
name = "a"
#----
#: value
port = 80 +
name = "a"
#----
#: value
port = max(80,
name = "a"
#----
#: name
port = var.
name = "a"
#----
#: other
port = var.enabled ? 80
name = "a"
#----
#: {
server "web"
  port = 80
}
#----
#: "="
port
name = "a"
#----
#: quote
server "web {
  port = 80
}
#----
#: remove
name = "a""
#----
#: remove
zones = ["a",, "b"]
#----
#: remove
port = = 80
#----
#: new line
port = 80 name = "a"
#----
#: new line
server { port = 80 host = "a" }
#----
#: <<
text = <EOT
a
EOT
#----
#: EOT
text = <<EOT
a
EOT;
#----
#: EOT
text = << EOT
a
EOT
#----
#: quotes
path = /etc/app/*
port = 80
#----
#: quotes
host = db.example.com:5432
#----
#: quotes
address = 10.0.0.0/8
#----
#: quotes
time = 30s
#----
#: quotes
size = 512Mi
#----
#: quotes
version = ~> 1.2
#----
#: quotes
version = >= 1.2
#----
#: quotes
version = ^1.2
#----
#: quotes
share = 50%
#----
#: 1000
size = 1_000
#----
#: 31
mask = 0x1F
#----
#: 1.5
share = 1,5
#----
#: range(
ports = 1..5
#----
#: <=
on = var.count =< 3
#----
#: ==
on = var.count === 3
#----
#: !=
on = var.count !== 3
#----
#: contains
on = "a" in var.zones
#----
#: contains
on = "a" not in var.zones
#----
#: pow
size = 2 ** 8
#----
#: slice
some = var.zones[0:2]
#----
#: length
last = var.zones[-1]
#----
#: max(
size = Math.max(1, 2)
#----
#: jsonencode(
text = JSON.stringify(var.tags)
#----
#: comma
{ "a": 1 "b": 2 }
#----
#: comma
{ "a": 1, }
#----
#: double quotes
{ 'a': 1 }
#----
#: double quotes
{ a: 1 }
#----
#: colon
{ "a" = 1 }
#----
#: bracket
{ "a": [1, 2, "b": 3 }
#----
#: conflict
{
<<<<<<< HEAD
  "a": 1
}
#----
#: straight
{ "a": “web” }
#----
#: \"
{ "a": "${upper("x")}" }
#----
#: \n
{ "a": <<EOT
}
#----
#: true
{ "a": True }
#----
#: null
{ "a": undefined }
#----
#: string
{ "a": var.region }
#----
#: comments
{ "a": 1 // one
}
#----
#: bracket
{ "a": [1, 2 }
#----
#: brace
{ "a": { "b": 1 ], "c": 2 }
