%{ if count > 2 }many%{ else }few%{ endif }
# => "many"

[%{ if false }nothing%{ endif }]
# => "[]"

%{ for port in ports }<${port}>%{ endfor }
# => "<80><443>"

%{ for key, value in env }${key}=${value};%{ endfor }
# => "HOME=/root;PATH=/bin;"

%{ for server in servers }%{ for tag in server.tags }${server.name}${tag} %{ endfor }%{ endfor }
# => "ax ay bz "

%{ for port in ports }%{ if port > 100 }${port}%{ endif }%{ endfor }
# => "443"

%{ if true }
yes
%{ endif }
# => "\nyes\n"

%{ if count }x%{ endif }
# error: 1:7 Incorrect condition type

%{ for x in name }x%{ endfor }
# error: 1:13 Iteration over non-iterable value

%{ if true }open
# error: 1:1 Unexpected end of template

%{ endif }
# error: 1:1 Unexpected endif directive

%{ if true }x%{ endfor }
# error: 1:14 Unexpected endfor directive

%{ while true }x%{ endwhile }
# error: 1:4 Invalid template control keyword
