a = "5"
b = 10
c = 7
x = "true"
name = false
count = "1.5"
port = n + 1
