#: move the opening brace
listener "tcp"
{
  address = "a"
}
#----
#: HCL 1
"max_lease" = "1h",
"storage" "file" {
  "path" = "/data"
}
#----
#: HCL 1
tags {
  "a" = 1,
  "b" = 2
}
#----
#: without dots
telemetry {
  a.b = "1"
}
