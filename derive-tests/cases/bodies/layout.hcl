# A comment.
a = 1 # behind
// another
/* and
another */ b = 2
# => {"a":1,"b":2}

a = [ # comments may stand anywhere
  1, // behind an element
  /* before one */ 2
]
# => {"a":[1,2]}

#: comments and blank lines in an object
a = {
  # in an object
  b = 1

  c = 2
}
# => {"a":{"b":1,"c":2}}

a = true ? (
  1
) : 2
# => {"a":1}

a = upper(
  name
)
# => {"a":"WEB"}

	tabs	=	"tab	inside"
# => {"tabs":"tab\tinside"}

a = 1;
# error: 1:6 Invalid character
