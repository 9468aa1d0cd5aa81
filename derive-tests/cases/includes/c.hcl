include = "${name}.hcl"
