{ "name": "a", "port": 80, }
#----
{ "name": "a" "port": 80 }
#----
{ name: "a" }
#----
{ "name": 'a' }
#----
{ "name": "a", "prot": 80 }
#----
{ "port": "http" }
#----
{ "log": "loud" }
#----
{ "upstream": { "api": { "weight": 3 } } }
#----
{ "upstream": [{ "url": "http://localhost" }] }
#----
{ "upstream": { "api": "http://localhost" } }
#----
{ "name": "web-${var.regoin}" }
#----
{ "name": "web-${var.region" }
#----
{ "retry": { "attempts": 0 } }
#----
{ "ports": 80 }
#----
{ "ports": ["80", "https"] }
#----
{ "env": ["a", "b"] }
#----
{ "debug": True }
#----
// settings
{ "name": "a" }
#----
{ "name": "a"
#----
["name", "a"]
