# before
1 # behind
# => 1

/* one */ 1 /* two */ + /* three
lines */ 2
# => 3

// slashes
1 + // in the middle
2
# => 3

1 /* open
# error: 1:3 Unclosed comment
