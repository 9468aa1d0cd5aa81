# hash
// slashes
a = 1 # behind
/* long
   one */ b = /* inside */ 2
