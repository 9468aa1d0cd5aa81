#: (
text = var.region | upper
#----
#! &&
text = &lt;b&gt;
#----
#: HTML
text = "a" &amp; "b"
#----
#: <=
is_small = var.count =< 3
#----
#: >=
is_large = var.count > = 3
#----
#: ${
text = var.region . "x"
#----
#: the value after the arrow
region = "a" -> "b"
#----
#: var.region
text = var->region
#----
#: ! before
off = not true
#----
#: lower(value)
text = var.region | lower | trimspace
#----
#: base64encode(value)
text = "a" | base64
#----
#: "${one}${other}"
text = "hello " ++ var.region
#----
#: "${one}${other}"
text = "hello " .. var.region
#----
#: remove one of the dots
text = var..region
#----
#: HTML
is_on = var.enabled &amp;&amp; var.enabled
#----
#: write <=
is_few = var.count =< 3
#----
#: >=
is_many = var.count => 3
#----
#: semicolon
size = 3；
#----
#: semicolon
size = 3 ; comment
