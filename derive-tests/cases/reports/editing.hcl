# set module.vpc..version 1
#----
# set modle.vpc.version 1
module "vpc" {}
#----
# set module.vpn.version 1
module "vpc" {}
#----
# set group.ingress.port 80
group {
  ingress {}
  ingress {}
}
#----
# set module.vpc "5.8.1"
module "vpc" {}
#----
# set lifecycle true
lifecycle {}
#----
# set tags.Name "web"
tags = merge(var.tags, { Team = "core" })
#----
# set tags.Name.first.x "web"
tags = { Name = var.name }
#----
# push tags web
tags = { Name = "web" }
#----
# push region web
region = var.region
#----
# rename port ports
port  = 80
ports = [80]
#----
# rename port 1st
port = 80
#----
# set port 80 }
port = 80
#----
# append - port = 8080
port = 80
#----
# append - a {} b {}
#----
# append - # nothing
#----
# rename_references var.regions[0] var.location
region = var.regions[0]
#----
# rename_references names name
names = [for name in local.names : [name, names]]
#----
# set port 8080
port = [
name = "web"
#----
# generated rule
rule {
  port = 80
}
dynamic "rule" {
  for_each = [8080]
  content {
    port = rule.value
  }
}
