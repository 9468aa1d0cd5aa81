a = {for v in x : v]
b = [for x in [1] : x => 10...]
d[""s://
c = { for k, v in y : v }
