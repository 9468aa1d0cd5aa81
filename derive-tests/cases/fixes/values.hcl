#: default
zones = concat(var.zones, var.nothing)
#----
#: var.zones - count
text = var.zones-count
#----
#: try(…, null)
#! ..
text = try(var.nope, var.tags.nope)
#----
#: key != null
tags = { for key in [null] : key => 1 }
#----
#: divisor == 0
n = 0 / 0
#----
#: base 10
n = parseint("12z", 10)
#----
#: list[0]
text = one(var.zones)
#----
#: nearer end
numbers = range(2000)
#----
#: without local.me
text = local.me
#----
#: remove the comma
data = jsondecode("[1, 2,]")
#----
#: brackets
data = yamldecode("a: [1, 2\nb: 3")
#----
#: letters of the English alphabet
text = base64decode("%%%")
#----
#: add payload =
text = templatefile("user.tftpl", { name = "web", zones = ["a"] })
#----
#: "var"
text = module.region
#----
#: if the program adds it
text = provider::aws::arn_parse("x")
#----
#: "10.0.0.0/16"
cidr = 10.0.0.0/16
#----
#: (var.region)
names = { [var.region] = 1 }
#----
#: ["owner"]
#! [tags.owner]
owner = { tags = { owner = "ops" } }.tags[owner]
