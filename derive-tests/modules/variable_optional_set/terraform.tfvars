servers = {
  a = {}
  b = { on = "false" }
  c = { port = "1" }
}
