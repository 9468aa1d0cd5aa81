a = )
b = 1
c = (
# error: 1:5 Invalid expression
# error: 4:1 Missing expression

# The lines after one that is no item are parsed.
}E
a = )
# error: 2:1 Argument or block definition required
# error: 3:5 Invalid expression

a = 1
= 2
b = )
# error: 2:1 Argument or block definition required
# error: 3:5 Invalid expression

outer {
  inner {
    = 1
    a = )
  }
  b = )
}
c = )
# error: 3:5 Argument or block definition required
# error: 4:9 Invalid expression
# error: 6:7 Invalid expression
# error: 8:5 Invalid expression

a = a[0,1]
b = a[0
c = 1
# error: 1:8 Missing close bracket on index
# error: 2:6 Missing close bracket on index

# A repeated name is reported where it is, before later errors.
a = 1
a = 2
b = )
a = (
# error: 3:1 Attribute redefined
# error: 4:5 Invalid expression
# error: 5:1 Attribute redefined
# error: 6:1 Missing expression

# A name counts also if its value is wrong.
a = )
a = 1
# error: 2:5 Invalid expression
# error: 3:1 Attribute redefined

b {
  a = 1
  a = 2
  c = )
}
# error: 3:3 Attribute redefined
# error: 4:7 Invalid expression

# A list that is not closed ends before a block.
b {
  a = [1
  c {
    d = 2
  }
}
# error: 3:7 Missing item separator

b {
  a = 1
# error: 1:3 Unclosed configuration block

a = [for k, v in m : k => v if ]
# error: 1:32 Invalid expression

a = [for k, v in m : k => v... if v)
# error: 1:36 Mismatched brackets
