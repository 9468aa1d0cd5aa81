server "a" {}
server {}
#----
port = 80
port {}
