port =
#----
port = 
  80
#----
share = .5
#----
sum = +1
#----
size = 1 2
#----
text = <<EOT trailing
text
EOT
#----
size = count > 1 ? 2
#----
sum = (1 + 2
next = 1
#----
arn = aws::
#----
arn = aws::arn
#----
all = max(ports..., 1)
#----
all = max(1,
#----
all = max(1 2)
#----
version = 1.2.3
#----
name = upper("a"
