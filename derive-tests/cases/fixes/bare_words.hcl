#: if this is text
#: "us-east-1"
region = us-east-1
#----
#: if this is text
#: "web"
name = web
#----
#: if this is text
#: "web"
names = [web]
#----
#: "api"
names = ["web", api]
#----
#: null
size = None
#----
#: null
size = nil
#----
#: null
size = undefined
#----
#: true
is_on = yes
#----
#: true
is_on = on
#----
#: false
is_on = off
#----
#: false
is_on = no
#----
#: true
is_on = True
#----
#: null
size = NULL
#----
#: "my web server"
title = my web server
