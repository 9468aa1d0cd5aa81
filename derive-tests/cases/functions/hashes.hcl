base64sha256("hello")
# => "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ="

base64sha512("hello")
# => "m3HSJL1i83hdltRq0+o9czGb+8KJDKra4t/3JRlnPKcjI8PZm6XBHXx6zG4UuMXaDEZjR1wuXDre9G9zvN7AQw=="

md5("hello")
# => "5d41402abc4b2a76b9719d911017c592"

sha1("hello")
# => "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d"

sha256("hello")
# => "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

sha512("hello")
# => "9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca72323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043"

uuidv5("url", "https://example.com/")
# => "dd2c1780-811a-5296-81c5-178a0ef488bc"

uuidv5("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "example.com")
# => "cfbff0d1-9375-5685-968c-48ce8b15ae17"

uuidv5("none", "a")
# error: 1:1 Error in function call

rsadecrypt("aGVsbG8=", "no key")
# error: 1:25 Invalid function argument

rsadecrypt("?", "no key")
# error: 1:13 Invalid function argument

bcrypt("hello", 4)
# => "$2a$04$/uaF/uaF/uaF/uaF/uaF/uFafLMgE5/YLwJqsN6jY3y7QUTgqYQ2y"

uuid()
# => "07070707-0707-4707-8707-070707070707"
