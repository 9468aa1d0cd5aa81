# a comment
// another
/* and
   one over lines */
locals { /* inside */ a = 1 } # behind
output "a" { value = local.a /* before the end */ }
