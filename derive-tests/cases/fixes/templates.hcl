#: $${
script = "echo ${DEVICE}"
#----
#: command
text = $(date)
#----
#: "$1"
text = $1
#----
#: $${DEVICE}
script = <<-EOT
  mount ${DEVICE} /mnt
EOT
#----
#: {{
#: program
text = {{ region }}
#----
#: {%
#: program
text = {% region %}
#----
#: <%
#: program
text = <%= region %>
#----
#: [[
#: program
text = [[ .Region ]]
#----
#: %{ else }
text = "%{ if true }a%{ else if false }b%{ endif }"
#----
#: ==
text = "%{ if var.region = "a" }a%{ endif }"
#----
#: ~}
text = "%{ if true -}a%{ endif }"
#----
#: \u001b
text = "\x1b[0m"
#----
#: % without a backslash
text = "100\%"
#----
#: \\
path = "C:\data\"
#----
#: $${
script = "echo ${#a[@]}"
#----
#: $${
script = "echo ${path##*/}"
#----
#: "%HOME%"
home = %HOME%
#----
#: $${!names[@]}
script = "echo ${!names[@]}"
#----
#: $${NAME:-bob}
script = "echo ${NAME:-bob}"
#----
#: $${NAME%.txt}
script = "echo ${NAME%.txt} ${NAME^^}"
#----
#: $${NAME//a/b}
script = "echo ${NAME//a/b}"
#----
#: $${FILES[@]}
script = <<-EOT
  for f in "${FILES[@]}"; do
    echo ${#FILES[@]}
  done
EOT
#----
#: <% … %>
<% if @a %>
a = 1
<% end %>
#----
#: ${{ … }}
name = ${{ secrets.x }}
#----
#: %{~
text = "%{- if var.enabled }a%{ endif }"
#----
#: $${file%/*}
folder = "${file%/*}"
size = 1
