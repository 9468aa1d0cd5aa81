port = 80;
zone = 'north'
limits = {
  cpu = 2 memory = 4
}
on = a and b
#----
service "web" {
  port 80
  zone = "north
  delay = 10s
}
#----
service "web" {
  port: 80
}
service "db" {
  zones = ["a" "b"]
  name = zone.upper()
}
#----
a = [1, 2
b = "x
c = (1 + 2
d = 1
#----
limits = {
  cpu = 0x10
  memory = 5GB
  disk = 'big'
}
#----
zones = [
  'a',
  "b"
  "c",
  10s,
]
#----
service "web" {
  port = 80

service "db" {
  zone: "north"
}
#----
a = @
b = 1
c = @
#----
service {
  tls {
    cert = 
  }
  port == 1
}
zone = “a”
#----
service "web" {
  image: nginx:latest
  port: 80
}
#----
labels = { app: web, tier: front }
#----
"name": "web",
"port": 80
#----
service "web" {
  "port": 80,
  "host": "a"
}
#----
server.port = 80
server.host = "a"
