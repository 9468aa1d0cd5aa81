a = "x ${1 + 2} $${no} %%{no} ${~ "y" ~} z"
b = "%{ for i, v in [1, 2] }${i}=${v},%{ endfor }"
