a = 5
text = "t"
float = 1.5

c = [{ b = 1 }, "a"]
rest = { x = [1, "2", 3.5], y = {} }
