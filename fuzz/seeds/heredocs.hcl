a = <<-END
    indented ${x}
      more
    END
b = <<END
%{ if true ~}
 yes
%{ endif ~}
END
