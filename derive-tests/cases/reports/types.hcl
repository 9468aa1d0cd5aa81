port = nmuber
#----
port = list
#----
port = list(string, number)
#----
port = lst(string)
#----
port = 1 + 1
#----
port = string(1)
#----
port = optional(string)
#----
port = tuple(string)
#----
port = object(string)
#----
port = object({ "name" = string })
#----
port = object({ name = string, name = bool })
#----
port = object({ name = optional() })
#----
port = object({ name = optional(string, "a", "b") })
#----
port = object({ name = optional(number, "a") })
