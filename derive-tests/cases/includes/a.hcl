include = "b.hcl"
