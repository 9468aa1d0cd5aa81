profile = "x"
#----
region = "eu"
profil = "x"
#----
region  = "eu"
service = "web"
#----
region = "eu"

profile {}
#----
region = "eu"

servcie "web" {}
#----
region = "eu"

service {}
#----
region = "eu"

service "web" "extra" {}
#----
region = "eu"

tags "extra" {}
#----
region = "eu"
dynamic "tags" {
  for_each = [1, 2]
  labels   = []
  content {}
}
