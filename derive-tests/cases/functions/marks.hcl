sensitive("a")
# => (sensitive)

issensitive(sensitive("a"))
# => true

issensitive(["a", secret])
# => false

issensitive(id)
# => (unknown)
# type: bool

nonsensitive(secret)
# => "hunter2"

nonsensitive("a")
# => "a"

ephemeralasnull(["a", secret])
# => ["a", (sensitive)]
# type: tuple([string, string])

jsonencode({ a = secret })
# => (sensitive)

length([secret])
# => 1
