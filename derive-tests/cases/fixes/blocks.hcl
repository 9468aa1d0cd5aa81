#: a
"a.b" = 1
#----
#: {
env["X"] = "y"
#----
#: =
server:
  port: 80
#----
#: colon
server "a": {
}
#----
#: brace
# the settings
{
  name = "web"
}
#----
#: "a.b"
tags = { a.b = 1 }
#----
#: patch
name = "a"
+size = 1
#----
#: patch
name = "a"
-size = 1
#----
#: max_conn
max conn = 80
#----
#: remove the line
$ cat main.hcl
#----
#: comment
/* outer /* inner */ */
name = "a"
