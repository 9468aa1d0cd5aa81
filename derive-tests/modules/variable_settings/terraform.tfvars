name  = "set"
ports = ["80", 443]
tags  = { a = 1 }
