#: (
text = var.region | upper
#----
#! &&
text = &lt;b&gt;
#----
#: "
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
