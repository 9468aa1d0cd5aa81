|
# => region, debug, rule, tags, zones, disk, log, service
#----
re|
# => region
# text: region = 
#----
re|gion = "eu"
# => region
# text: region = "eu"
#----
region = "eu"
|
# => debug, rule, tags, zones, disk, log, service
#----
region = "eu"
log {
  level = 1
}

|
# has: disk, service
# not: log, region
#----
LO|
# text: log {\n}
#----
di|
# text: disk "" {\n}
#----
service "web" {
  p|
}
# => port, protocol
# text: service "web" {\n  port = \n}
#----
service "web" {
  po
|
}
# => port, protocol, check
#----
service "web" {
  check {
    |
  }
}
# => path
#----
service "web" {
  check {
    p|
# => path
#----
service "web" {
  check {
  }
  |
# => port, protocol
#----
service "web" { p|
# => port, protocol
#----
service "web" {
  port = 80
}
se|
# => service
#----
nowhere {
  |
}
# => 
#----
disk |
# => solid, hard
# text: disk "solid"
#----
disk "|
# => solid, hard
# text: disk "solid"
#----
disk "s|" {
}
# => solid
# text: disk "solid" {\n}
#----
disk s| {
}
# => solid
#----
disk "solid" {
  |
}
# => size
#----
disk "solid" |
# => 
#----
region = |
# has: "eu", "us", var, local, upper, null
# not: region = 
#----
region = "|
# => us, eu
#----
region = "e|u"
# => eu
# text: region = "eu"
#----
region = "e|
# => eu
#----
region = e|
# => "eu"
#----
region = true ? "|" : "us"
# => us, eu
#----
debug = |
# has: true, false, null
#----
debug = t|
# => true
#----
zones = [|]
# has: "eu", "us", for, upper
#----
zones = ["eu", "|"]
# => us, eu
#----
zones = [
  "eu",
  |
# has: "us"
#----
rule = [{ "fr|" = 1 }]
# => from
# text: rule = [{ "from" = 1 }]
#----
rule = [{ from = 1, "|
# => from, to
# text: rule = [{ from = 1, "from"
#----
tags = {
  name = va|
}
# => var
#----
rule = [{ |
# => from, to, for
# text: rule = [{ from = 
#----
rule = [{
  from = 1
  t|
}]
# => to
#----
tags = { a = "${|
# has: var, upper, true
#----
tags = { a = "x ${ var.|} y" }
# => name, net
# text: tags = { a = "x ${ var.name} y" }
#----
tags = { a = var.n| }
# => name, net
#----
tags = { a = var.net.| }
# => cidr
#----
tags = { a = var["net"].| }
# => cidr
#----
tags = { a = local.| }
# => one, two
#----
tags = { a = nowhere.| }
# => 
#----
tags = { a = up| }
# => upper
# text: tags = { a = upper( }
#----
tags = { a = up|(x) }
# text: tags = { a = upper(x) }
#----
tags = { a = upper(v|
# => var
#----
tags = { a = substr("x", |
# has: var, max
#----
zones = [for zone in z|
# => zone, zones
#----
zones = [for zone |
# => in
#----
zones = [for key, zone in zones : k|
# => key
#----
zones = [for zone in zones : upper(z|)]
# => zone, zones
#----
tags = { for key, value in tags : k|
# => key
#----
tags = { for key, value in tags : key => v|
# => value, var
#----
tags = { a = "%{ |" }
# => if, else, endif, for, endfor
#----
tags = { a = "%{ if v|" }
# => var
#----
tags = { a = "%{ for x in tags }${x|" }
# => 
#----
tags = { a = <<EOT
  text ${va|
EOT
}
# => var
#----
tags = { a = <<EOT
  va|
EOT
}
# => 
#----
tags = { a = var.name | }
# => 
#----
tags = { a = 1 + v| }
# => var
#----
# re|
# => 
#----
region = "eu" # v|
# => 
#----
/* re| */
# => 
#----
region = v|
debug = true
# => var
#----
region =
debug = t|
# => true
#----
region = upper(
debug = t|
# has: true
#----
service "web" {
  port = 80
}
tags = { a = ser| }
# => service
#----
service "web" {
  port = 80
}
tags = { a = service.| }
# => web
#----
service "web" {
  port = 80
}
tags = { a = service.web.p| }
# => port
#----
tags = { é = "é", a = va| }
# => var
