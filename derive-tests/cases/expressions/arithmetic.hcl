1 + 2 * 3
# => 7

(1 + 2) * 3
# => 9

10 - 4 - 3
# => 3

100 / 10 / 2
# => 5

7 % 3
# => 1

-7 % 3
# => -1

7.5 % 2
# => 1.5

10 % 0
# => 10

0.1 + 0.2 == 0.3
# => true

(1 / 3) * 3 == 1
# => true

1 - -1
# => 2

- - 1
# => 1

-(2 + 3)
# => -5

"5" * "2"
# => 10

"1.5" + 1
# => 2.5

2 * 3.25
# => 6.5

4294967296 * 4294967296
# => 18446744073709551616

# A minus sign inside a name is a part of the name.
count-1
# error: 2:1 Unknown variable

count -1
# => 2

0 / 0
# error: 1:1 Operation failed

"x" + 1
# error: 1:1 Invalid operand

null + 1
# error: 1:1 Operation failed

[1] + 1
# error: 1:1 Invalid operand

1 + [1]
# error: 1:5 Invalid operand

-"x"
# error: 1:2 Invalid operand

# All mistakes are reported together.
[1 + nowhere, 1 + "x"]
# error: 2:6 Unknown variable
# error: 2:19 Invalid operand

1 + 2 * 3 - 4 / 2
# => 5

10 % 4 % 3
# => 2

1 / 0 > 1000 && -1 / 0 < 0
# => true

[] + nowhere
# error: 1:1 Invalid operand
# error: 1:6 Unknown variable

[] * {}
# error: 1:1 Invalid operand
# error: 1:6 Invalid operand

# Infinities have no difference, and no product with zero.
1 / 0 - 1 / 0
# error: 2:1 Operation failed

0 * (1 / 0)
# error: 1:1 Operation failed
