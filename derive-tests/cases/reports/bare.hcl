region = north
#----
region = upper("north")
