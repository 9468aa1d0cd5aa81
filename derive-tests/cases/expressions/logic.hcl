true && false
# => false

true || false
# => true

!true
# => false

!!true
# => true

!false && false
# => false

true || false && false
# => true

"true" && true
# => true

!"false"
# => true

# If one operand decides, errors in the other one do not matter.
nowhere || true
# => true

false && nowhere
# => false

nowhere || false
# error: 1:1 Unknown variable

1 && true
# error: 1:1 Invalid operand

null || false
# error: 1:1 Operation failed

!"yes"
# error: 1:2 Invalid operand

true & false
# error: 1:6 Unsupported operator

null && true
# => false

!"true"
# => false

!null
# error: 1:1 Operation failed
