# An expression that depends on an unknown value is unknown, but often has a known type.
"id-${id}"
# => (unknown)
# type: string

id == "x"
# => (unknown)
# type: bool

[id, 1]
# => [(unknown), 1]

[id, 1][1]
# => 1

false && id == "x"
# => false

upper(id)
# => (unknown)

id == "x" ? 1 : 2
# => (unknown)
# type: number

secret
# => (sensitive)

"${secret}!"
# => (sensitive)

upper(secret)
# => (sensitive)
