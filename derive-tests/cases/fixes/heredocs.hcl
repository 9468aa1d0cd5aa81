#: <<EOT, with no space
text = <<EOT 
one
EOT
#----
#: <<
text = """
one
"""
#----
#: <<
text = |
  one
size = 1
#----
#: <<
text = >
  one
size = 1
#----
#: heredoc
text = "one \
  two"
#----
#: EOT
text = <<EOT
one
EOT;
#----
#: <<EOT
text = """
one
"""
size = 1
#----
#: <<EOT
text = '''
one
'''
size = 1
#----
#: EOT
text = <<-EOT
  one
  EOT.
size = 1
