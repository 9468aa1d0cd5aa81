dynamic {
  for_each = ports
  content {}
}
#----
dynamic "port" {
  content {}
}
#----
dynamic "port" {
  for_each = name
  content {}
}
#----
dynamic "port" {
  for_each = nothing
  content {}
}
#----
dynamic "port" {
  for_each = ports
}
#----
dynamic "port" {
  for_each = ports
  content {}
  content {}
}
#----
dynamic "port" {
  for_each = ports
  iterator = a.b
  content {}
}
#----
dynamic "port" {
  for_each = ports
  iterator = "a"
  content {}
}
#----
dynamic "port" {
  for_each = [0]
  labels   = port.key
  content {}
}
#----
dynamic "port" {
  for_each = [0]
  labels   = [ports]
  content {}
}
#----
dynamic "port" {
  for_each = [0]
  labels   = [nothing]
  content {}
}
#----
dynamic "port" {
  for_each = [0]
  labels   = [id]
  content {}
}
#----
dynamic "port" {
  for_each = [0]
  labels   = [secret]
  content {}
}
#----
dynamic "po\u0072t" {
  for_each = [0]
  content {}
}
#----
dynamic "port" {
  for_each = [0]
  content {
    number = port.number
  }
}
