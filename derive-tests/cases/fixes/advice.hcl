#: => stands between key and value
tags = { for k, v in var.tags : k -> v }
#----
#: write type = string
#! add { here
variable "a" {
  type string
}
#----
#: write an operator between two values
#! put quotes around text
on = var.enabled || or var.enabled
#----
#: join values and texts in one string
#! one pair of quotes
name = var.region-"web"
#----
#: add quotes: "5.7.aurora.2.10"
#! write [2]
version = 5.7.aurora.2.10
#----
#: write a colon instead of else
size = var.enabled ? "big" else "small"
#----
#: write !=
#! write ==
on = var.nothing is not null
#----
#: write a conditional as a value
#! label
if (PUSH) {
  a = 1
}
#----
#: add quotes: "app:latest"
#! braces around keys
tags = [app:latest]
#----
#: function(var.region)
#! function(string)
on = string.IsNullOrEmpty(var.region)
#----
#: write [for element in var.zones
#! remove what stands before the brace
names = var.zones.map { it.uppercase() }
#----
#: write { name = value }
#! add a comma
tags = mapOf("a" to 1)
#----
#: write a list in brackets
#! index
zones = new[] { "a", "b" }
#----
#: write condition ? value : other
#! new line
size = var.count switch { 1 => "a", _ => "b" }
#----
#: the operators are
#! write !
words = ~w(a b c)
#----
#: write location = …
#! belongs to an argument
param location string = "westeurope"
#----
#: write count = …
#! mut = …
let mut count = 3
#----
#: write name = value for each name
#! call
inherit (pkgs) git curl
#----
#: without "with"
#! operator
packages = with pkgs; [git]
#----
#: heredoc
#! straight double quotes
script = ''
  echo hi
#----
#: functions can't be defined here
#! value takes
local f(x) = x + 1
#----
#: write file(
#! operator
data = importstr "a.txt"
#----
#: write toset(var.zones)
#! [one, other]
zones = set(var.zones)
#----
#: name = value for an argument
#! colon
FROM alpine:3.19
#----
#: braces
#! operator
opts = (port: 80)
#----
#: add quotes: ":8200"
address = :8200
#----
#: contains(
#! write ||
on = var.region == "a" or "b"
