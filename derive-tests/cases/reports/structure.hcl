}
#----
"region" = "north"
#----
server: {
  port = 80
}
#----
server.port = 80
#----
port = 80 host = "a"
#----
port = 80,
host = "a"
#----
server {
} client {
}
#----
server "web" = {
}
#----
server "web"
{
  port = 80
}
#----
server 'web' {
}
#----
server {
  port = 80
#----
server "a" {
  tls {
    cert = "x"
}
#----
server { port = 80, host = "a" }
#----
server { port = 80
}
#----
server { tls {} }
#----
server "${name}" {
}
#----
server "web
#----
port = 80
host = "a"
port = 443
