name = "${count"
#----
name = "${count more}"
#----
name = "%{ }"
#----
name = "%{ iff true }x%{ endif }"
#----
name = "%{ if true x }x%{ endif }"
#----
name = "%{ if true }x"
#----
name = "%{ if true }x%{ endfor }"
#----
name = "x%{ endif }"
#----
text = <<EOT
first ${count more}
second
EOT
#----
a = <<EOT
%{ if true }
x ${name
%{ endif }
EOT
b = [1 2]
