a = "${local.b}!"
b = [local.c]
c = {
  d = local.a
}
#----
self = local.self + 1
#----
all = length(local)
