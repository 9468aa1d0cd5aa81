# The other file.
include = "./a.hcl"
