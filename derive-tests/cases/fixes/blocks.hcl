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
#----
#: database { … }
#! [
database:
  host: "db"
  port: 5432
name = "a"
#----
#: remove the equals sign
listener = "http" {
  port = 80
}
#----
#: "app.kubernetes.io/name"
labels = { app.kubernetes.io/name = "web" }
#----
#: type "label"
server ["a"] {
}
#----
#: patch
  ~ size = 3 -> 4
#----
#: patch
@@ -1 +1 @@
-size = 1
+size = 2
#----
#: patch
--- a/main.tf
+++ b/main.tf
@@ -1 +1 @@
-size = 1
+size = 2
