port = servers.*.*.port
#----
port = servers.0.
#----
port = grid.0.1
#----
port = servers[*.port
#----
port = servers[0
#----
port = servers[*
]
host = 1
