listen   = "127.0.0.1:${8000 + 80}"
limits   = [340282366920938463463374607431768211455, -0.5, 1e300, null]
upstream "api" {
  hosts = [for n in l : "api-${n}"]
}
upstream "web" {
  hosts = []
  tls {
    versions = ["1.2", "1.3"]
  }
}
route {
  path = "/"
}
route {
  path = upper("b")
}
