region = 'north'
#----
region = “north”
#----
name = `web`
#----
a = 1; b = 2
#----
allow = a & b
#----
bits = a | ~b
#----
name = "first
second"
#----
a = 1
/* no end
b = 2
#----
price = 5€
#----
path = "C:\users"
#----
char = "\ud800"
#----
name = "first\
second"
#----
motd = <<EOT
firstsecond
EOT
