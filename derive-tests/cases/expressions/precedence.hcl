1 + 2 == 3 && 2 < 1 + 2
# => true

1 < 2 == true
# => true

true ? 1 : 2 + 3
# => 1

false ? 1 : 2 + 3
# => 5

1 == 2 ? "same" : "other"
# => "other"

true ? false ? "a" : "b" : "c"
# => "b"

false ? "a" : true ? "b" : "c"
# => "b"

-2 * 3
# => -6

!true == false
# => true

-ports[0]
# => -80

(
  1
  +
  2
)
# => 3
