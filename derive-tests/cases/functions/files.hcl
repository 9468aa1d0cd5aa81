basename("a/b.txt")
# => "b.txt"

basename("/")
# => "/"

dirname("a/../b/c.txt")
# => "b"

dirname("a")
# => "."

endswith(abspath("x/../hello.txt"), "/data/hello.txt")
# => true

file("hello.txt")
# => "Hello World"

file("none.txt")
# error: 1:7 Invalid function argument

file("../cases.rs")
# error: 1:7 Invalid function argument

filebase64("hello.txt")
# => "SGVsbG8gV29ybGQ="

filebase64sha256("hello.txt")
# => "pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4="

filebase64sha512("hello.txt")
# => "LHT9F+2v2A6ER7DUZ0HuJDt+t03SFJoKsbkkb7MDgvJ+hT2FhXGeDmfL2g2qj1FnEGRhXWRa4nrLFb+xRH9Fmw=="

fileexists("hello.txt")
# => true

fileexists("none.txt")
# => false

filemd5("hello.txt")
# => "b10a8db164e0754105b7a99be72e3fe5"

filesha1("hello.txt")
# => "0a4d55a8d778e5022fab701977c5d840bbc486d0"

filesha256("hello.txt")
# => "a591a6d40bf420404a011733cfb7b190d62c65bf0bcda32b57b277d9ad9f146e"

filesha512("hello.txt")
# => "2c74fd17edafd80e8447b0d46741ee243b7eb74dd2149a0ab1b9246fb30382f27e853d8585719e0e67cbda0daa8f51671064615d645ae27acb15bfb1447f459b"

fileset(".", "*.{txt,tmpl}")
# => ["greeting.tmpl", "hello.txt"]
# type: set(string)

fileset(".", "[")
# error: 1:15 Invalid function argument

pathexpand("a/~b")
# => "a/~b"

templatefile("greeting.tmpl", { name = "you" })
# => "Hello, you!"

templatefile("greeting.tmpl", {})
# error: 1:31 Invalid function argument

issensitive(templatefile(id, { name = secret }))
# => true

# An empty path is the directory itself.
fileset("", "hello.*")
# => ["hello.txt"]

# The path to the folder is the shortest one.
[for it in ["", "/x", "a//b/./c/../x", "../a/../../x", "/../a/x", "a/../x"] : dirname(it)]
# => [".", "/", "a/b", "../..", "/a", "."]
