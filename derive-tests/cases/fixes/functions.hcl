#: length(var.zones)
n = len(var.zones)
#----
#: jsonencode(var.tags)
text = tojson(var.tags)
#----
#: upper(var.region)
text = toupper(var.region)
#----
#: substr(
text = substring(var.region, 0, 2)
#----
#: ${
text = concat("a", var.region)
#----
#: { name = value }
tags = map("a", 1)
#----
#: [
zones = list("a", "b")
#----
#: [for
zones = var.zones.map(x => upper(x))
#----
#: [for
#: if
zones = var.zones.filter(x => x != "a")
#----
#: length(var.zones)
n = var.zones.length
#----
#: length(var.zones)
n = var.zones.length()
#----
#: upper(var.region)
text = var.region.upper()
#----
#: join("/", ["srv", "data"])
path = ["srv", "data"].join("/")
#----
#: split("-", var.region)
parts = var.region.split("-")
#----
#: contains(var.zones, "a")
is_known = var.zones.includes("a")
#----
#: startswith(var.region, "eu")
is_eu = var.region.startsWith("eu")
#----
#: merge(var.tags, { a = 1 })
tags = var.tags.update({ a = 1 })
#----
#: replace(var.region, "-", "_")
text = var.region.replace("-", "_")
#----
#: slice(
zones = var.zones[0:2]
#----
#: range(1, 6)
numbers = 1..5
#----
#: range(
numbers = [for i in 5 : i]
#----
#: concat(
zones = [...var.zones, "d"]
#----
#: merge(
tags = { ...var.tags, a = 1 }
#----
#: format(
text = "%s-x" % var.region
#----
#: ...
n = max([1, 2])
#----
#: upper(region)
text = upper region
