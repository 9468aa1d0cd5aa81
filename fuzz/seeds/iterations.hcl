a = [for k, v in { x = 1 } : "${k}${v}" if v > 0]
b = { for v in ["p", "q"] : v => upper(v)... }
