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
#----
#: slice(
zones = var.zones[:2]
#----
#: range(
numbers = 0..<3
#----
#: concat(
zones = [*var.zones]
#----
#: function(list...)
most = max(*var.zones)
#----
#: concat(
zones = [var.zones..., "d"]
#----
#: merge(
tags = { var.tags..., extra = true }
#----
#: format(
text = "%s has %d" % (var.region, 3)
#----
#: lower(var.region)
text = lower var.region
#----
#: a call takes parentheses
text = join "," var.zones
#----
#: can(tonumber(var.region))
is_number = typeof(var.region)
#----
#: "YYYY
day = formatdate("%Y", "2024-01-01T00:00:00Z")
#----
#: "2025-01-31T12:00:00Z"
day = formatdate("YYYY", "yesterday")
#----
#: [value]
is_in = contains("a", "b")
#----
#: [value]
pairs = setproduct("a", ["b"])
#----
#: merge(list...)
tags = merge([for name in ["a", "b"] : { (name) = 1 }])
#----
#: %d
#! %z takes
name = format("%z", 1)
