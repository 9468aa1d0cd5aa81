#: string
#! template
region = "eu
#----
#: quote
#! template
server "web {
}
#----
#: EOT
#! template
text = <<EOT
  one
#----
#: a list.
#! tuple
n = [1] + 1
#----
#: a list of strings
#! list of string is
text = join(",", "a")
#----
#: write a number in digits
#! can't become a number: a number
n = tonumber("eighty")
#----
#! at byte
text = format("%d", "a")
#----
#! at byte
text = regex("a(", "a")
#----
#! at byte
data = jsondecode("{ a = 1 }")
#----
#! tuple
n = tonumber([1])
#----
#! tuple
n = true ? [1, "a"] : { a = 1 }
