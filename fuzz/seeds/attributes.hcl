a = 1
b = "text"
c = [true, null, -0.5e3]
d = { "k e y" = 1, (x) : 2 }
