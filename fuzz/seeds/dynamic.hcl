dynamic "b" {
  for_each = ["p", "q"]
  labels   = [b.value]
  content {
    a = b.key
  }
}
