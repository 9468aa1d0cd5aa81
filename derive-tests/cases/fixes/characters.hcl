#: U+201C
#: "
name = “web”
#----
#: U+FF1D
#: =
size ＝ 1
#----
#: U+FF0C
#: ,
ports = [1，2]
#----
#: U+2013
#: -
n = 3 – 1
#----
#: U+201D
name = "web”
#----
#: U+00A0
name = "web"
#----
#: U+0007
#! 
name = webx
#----
#: U+2033
name = ″web″
#----
#: U+0430
region = vаr.region
#----
#: U+2026
#: "..."
numbers = 1…5
#----
#: U+2024
text = var․region
#----
#: U+2A7E
is_many = var.count ⩾ 2
