port = "http"
#----
port = 65536
#----
port = 80.5
#----
port = 1e99999999999999999999
#----
port = [80]
#----
port = "${id}80"
#----
port = secret
#----
range = [1, 2, 3]
#----
letter = "ab"
#----
letter  = "a"
initial = "b"
#----
address = "localhost"
#----
level = "hihg"
#----
level = {}
#----
prot = 80
#----
servcie "web" {
  image = "nginx"
}
#----
port = 80
port {
  number = 80
}
#----
service "web" {
  iamge = "nginx"
}
#----
service "web" {
  image = nothing
}
#----
service {
  image = "nginx"
}
#----
service "web" "blue" {
  image = "nginx"
}
#----
region "eu" "web" {
  image = "a"
}
region "eu" "web" {
  image = "b"
}
#----
tls {
  cert = "a"
}
tls {
  cert = "b"
}
#----
steps {
  level = "high"
}
#----
anything "a" {}
anything "a" "b" {}
#----
region "eu" {
  image = "a"
}
#----
step {
  name    = "files"
  command = "cp"
}
#----
temperature = 1e400
#----
amount = 36893488147419103233
#----
limit {
  unit = "bytes"
  most = 1024 * 1024
}
#----
delivery {
  by = "van"
}
#----
delivery {
  by    = "van"
  plate = "B 1"
  driver {
    name = "Bo"
  }
}
#----
delivery {
  by     = "bike"
  range  = 30
  helmet = true
}
#----
alarm = "loud"
#----
alarm {
  phone = "110"
}
#----
size = 3
room {
}
#----
service "web" "blue" {
  image = [1]
}
