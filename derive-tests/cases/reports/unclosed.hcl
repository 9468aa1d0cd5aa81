zone = "north
port = 80
#----
service "web {
  port = 80
}
#----
service web" {
  port = 80
}
#----
motto = "first line
second line"
port = 80
#----
greeting = "hello ${user.name"
port = 80
#----
greeting = "hello ${user.name
port = 80
#----
greeting = "hello ${upper(user.name}"
port = 80
#----
zones = ["a", "b"
port = 80
#----
zones = [
  "a",
  "b"

port = 80
#----
zones = ["a, "b"]
port = 80
#----
total = (1 + 2
port = 80
#----
name = upper("web"
port = 80
#----
name = join(",", ["a", "b")
port = 80
#----
limits = {
  cpu = 2
  memory = 4

port = 80
#----
service "web" {
  port = 80

service "db" {
  port = 5432
}
#----
service "web" {
  tls {
    cert = "a.pem"
  port = 80
}
#----
service "web"
  port = 80
}
#----
service "web" {
  port = 80
}
}
#----
service "web" {
  port = 80
  }
}
zone = "north"
#----
zones = ["a", "b"]]
#----
total = (1 + 2))
#----
total = (1 + 2]
port = 80
#----
first = zones[0
port = 80
#----
names = [for z in zones : upper(z)
port = 80
#----
/* The limits of the service.
limits = {
  cpu = 2
}
#----
port = 80
The end of the comment. */
#----
text = <<EOT
hello
port = 80
#----
text = <<EOT
  hello
  eot
port = 80
#----
texts = [<<EOT
hello
EOT, "b"]
port = 80
#----
text = << EOT
hello
EOT
port = 80
#----
text = <<"EOT"
hello
EOT
port = 80
#----
text = <<EOT hello
EOT
port = 80
#----
text = <<EOT
a ${ b
EOT
port = 80
#----
text = "%{ if on }a"
port = 80
#----
text = "%{ if on }a%{ end }"
port = 80
#----
text = "%{ for z in zones }${z}"
port = 80
#----
service "web" {
  port = 80
