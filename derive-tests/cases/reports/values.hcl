port = servers[0].name + 1
#----
sum = ports[0] % (count - 3) + servers[1]["port"] / env.HOME
#----
path = env[name]
#----
port = ports[count]
#----
token = secret + 1
#----
hosts = { for server in servers : server.tags => server.name }
#----
on = [for server in servers : server.name if server.port]
#----
text = "${env}/${name}"
#----
first = upper(servers[*].name...) == join(count, ports)
#----
when = formatdate("YYYY", env.HOME)
#----
zero = (count - 3) / (ports[0] - 80)
#----
on = name == "web" && ports
#----
tags = { (ports) = 1 }
#----
all = [for x in nothing : x if x.y]
#----
text = "%{ for server in servers }${server}%{ endfor }"
