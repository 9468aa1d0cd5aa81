upstream "api" {
  url = "http://localhost"
  wieght = 3
}
#----
upstream {
  url = "http://localhost"
}
#----
upstream "api" "v2" {
  url = "http://localhost"
}
#----
upstream "api" {
  weight = 3
}
#----
upstream "api" {
  url    = "http://localhost"
  weight = 300
}
#----
upstream "api" {
  url = http://localhost
}
#----
upstream "api" {
  url = "http://localhost",
  weight = 3
}
#----
upstream "api" {
  url = "http://localhost"
  tls = true
}
#----
upstream "api" {
  url = "http://localhost"
  tls {
    cert = ./cert.pem
  }
}
#----
upstream api {
  url = "http://localhost"
  tls {
    verify = "off"
  }
}
#----
upstream = "http://localhost"
#----
log = warning
#----
log = "WARN"
#----
log = ["warn"]
#----
log {
  level = "warn"
}
#----
listen = "localhost"
#----
listen = 8080
#----
listen = 0.0.0.0:8080
#----
timeout = 30
#----
timeout = 30s
#----
timeout = "30 sec"
#----
port = "8080/tcp"
#----
port = 8_080
#----
ports = "80, 443"
#----
ports = [80, 443
#----
ports = [80; 443]
#----
ports = 80, 443
#----
ports = range(80, 443)[*]]
#----
data_dir = ~/data
#----
data_dir = "C:\new\project"
#----
data_dir = ["/srv", "data"].join("/")
#----
storage {
  path = "/srv"
}
#----
storage {
  type = "Disk"
  path = "/srv"
}
#----
storage {
  type   = "s3"
  buckte = "b"
}
#----
storage "disk" {
  path = "/srv"
}
#----
retry {
  attempts = 0
}
#----
retry {
  attempts = three
}
#----
retry = {
  attempts = 3
  backoff  = 1,5
}
#----
env = {
  HOME: "/root";
  USER: "root"
}
#----
env = [
  HOME = "/root"
]
#----
env = { for k, v in var.tags : k = v }
#----
env = { for k in var.tags => k }
#----
env = { for k, v of var.tags : k => v }
#----
env = [for k, v in var.tags : k => v]
#----
ports = [for p in var.ports if p > 80 : p]
#----
ports = [for p in var.ports : p where p > 80]
#----
ports = [p for p in var.ports]
#----
ports = map(p => p + 1, var.ports)
#----
name = var.region ? "eu"
#----
name = if var.replicas > 1 then "many" else "one"
#----
name = var.replicas > 1 && "many"
#----
name = "web-${var.replica}"
#----
name = "web-${var.region"
#----
name = "web-" + var.region
#----
name = "web-" . var.region
#----
name = <<EOT
web
  EOT;
#----
name = <<~EOT
  web
EOT
#----
name = <<EOT
%{ if var.replicas > 1 }
many
EOT
#----
name = "%{ for t in var.tags }${t}"
#----
name = uper(var.region)
#----
name = replace(var.region, "e")
#----
name = substr(var.region, "first", 2)
#----
name = var.tags.ownr
#----
name = var.tags["owner"
#----
name = var.ports[7]
#----
name = var.ports.first
#----
name = local.region
#----
name = region
#----
name = $var.region
#----
name = "a
port = 80
#----
port = tonumber("eighty")
#----
import "common.hcl"
#----
include = file("common.hcl")
#----
route "/" {
  to = upstream.api
}
#----
route "/" {
  to = "api"
  to = "web"
}
#----
route "/" {
  to = "api"
#----
route "/" {
  to = "api"
}}
#----
route "/" -> "api"
#----
route ("/") {
  to = "api"
}
#----
route "/"
{
  to = "api"
}
#----
// a comment
-- another comment
name = "a"
#----
name := "a"
#----
name == "a"
#----
name "a"
#----
project.name = "a"
