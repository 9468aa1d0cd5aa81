function "f" {
  params = x
  result = x
}
#----
function "f" {
  params = [x.y]
  result = x
}
#----
function "f" {
  params         = []
  variadic_param = "rest"
  result         = rest
}
#----
function {
  params = []
  result = 1
}
#----
function "f" {
  parms  = []
  result = 1
}
