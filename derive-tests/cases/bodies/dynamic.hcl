dynamic "port" {
  for_each = ports
  content {
    number = port.value
    index  = port.key
  }
}
# => {"port":[{"index":0,"number":80},{"index":1,"number":443}]}

dynamic "server" {
  for_each = servers
  iterator = it
  labels   = [it.value.name, "n${it.key}"]
  content {
    port = it.value.port
    dynamic "tag" {
      for_each = toset(it.value.tags)
      content {
        name = "${tag.value}@${it.value.name}"
      }
    }
  }
}
# => {"server":{"a":{"n0":[{"port":80,"tag":[{"name":"x@a"},{"name":"y@a"}]}]},"b":{"n1":[{"port":81,"tag":[{"name":"z@b"}]}]}}}

dynamic "none" {
  for_each = []
  content {}
}
# => {}

before {}
dynamic "before" {
  for_each = { x = 1 }
  content {
    v = before.value
    inner {
      key = before.key
    }
  }
}
# => {"before":[{},{"inner":[{"key":"x"}],"v":1}]}

dynamic "a" {
  for_each = [1]
  content {
    v = missing
  }
}
# error: 4:9 Unknown variable

b {}
dynamic "b" {
  for_each = [1, 2]
  content {
    v = [b.key, b.value]
  }
}
c = 3
b {}
# => {"b":[{},{"v":[0,1]},{"v":[1,2]},{}],"c":3}

# The innermost name counts.
dynamic "b" {
  for_each = ["outer"]
  content {
    loop     = [for b in [1] : b]
    list     = [for x in [b.value] : [x, b.value]]
    template = "%{ for b in [2] }${b}%{ endfor }"
    object   = { b = b.value, (b.value) = 1 }
    dynamic "b" {
      for_each = ["${b.value}/inner"]
      labels   = [b.value]
      content {
        v = b.value
      }
    }
    dynamic "c" {
      for_each = [0]
      iterator = b
      content {
        v = b.value
      }
    }
  }
}
# => {"b":[{"b":{"outer/inner":[{"v":"outer/inner"}]},"c":[{"v":0}],"list":[["outer","outer"]],"loop":[1],"object":{"b":"outer","outer":1},"template":"2"}]}

# All mistakes are reported together.
dynamic {}
dynamic "a" "b" {}
dynamic "c" {
  for_each = 1
  content {}
}
x {
  dynamic "d" {
    for_each = [1]
    labels   = [[], nope]
    content {}
  }
}
dynamic "e" {
  for_each = [1]
  iterator = a.b
  content {}
}
# error: 2:9 Missing type for dynamic
# error: 3:13 Extraneous label for dynamic
# error: 5:14 Invalid dynamic for_each value
# error: 11:17 Invalid dynamic block label
# error: 17:14 Invalid dynamic iterator name
