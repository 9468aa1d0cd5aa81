a = { k = 1, l = true, "m n" = s }
b = { k = ["1", 2] }
c = { k = { l = "false" } }
x = "a"
