<<END
one
  two
END
# => "one\n  two\n"

<<-END
    one
      two
  END
# => "one\n  two\n"

#: a blank line at the start of a flush heredoc
<<-END

    one
  END
# => "\none\n"

<<END
Hello, ${name}!
%{ for port in ports ~}
- ${port}
%{ endfor ~}
END
# => "Hello, web!\n- 80\n- 443\n"

<<END
no \n escapes, but $${name}
END
# => "no \\n escapes, but $${name}\n"

<<END
END
# => ""

[<<END
one
END
, 2]
# => ["one\n", 2]

upper(<<END
one
END
)
# => "ONE\n"
