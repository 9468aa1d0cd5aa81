a  ${~ name ~}  b
# => "awebb"

a
  ${~ name }
b
# => "a\nweb\nb"

a ${ name ~}
   b
# => "a web   b"

%{ for port in ports ~}
- ${port}
%{ endfor ~}
end
# => "- 80\n- 443\nend"

a
%{~ if true ~}
yes
%{~ endif ~}
b
# => "ayesb"

a ${~ "" ~} b ${~ "" ~} c
# => "abc"

"  ${~ " kept " ~}  "
# => "\" kept \""
