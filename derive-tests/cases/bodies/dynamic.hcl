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
