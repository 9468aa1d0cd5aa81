null
# => null
# type: any

true
# => true
# type: bool

15
# => 15
# type: number

1.5e3
# => 1500

12E-1
# => 1.2

0.10
# => 0.1

007
# => 7

9007199254740993
# => 9007199254740993

123456789012345678901234567890
# => 123456789012345678901234567890

"plain"
# => "plain"
# type: string

.5
# error: 1:1 Invalid expression

1.
# error: 2:1 Invalid attribute name

0x10
# error: 1:1 Invalid number literal

+1
# error: 1:1 Invalid expression

'text'
# error: 1:1 Invalid character

1e646456993 > 1
# => true

1e2147483648
# error: 1:1 Invalid number literal

[1e-99999999999999999999]
# error: 1:2 Invalid number literal
