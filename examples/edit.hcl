region = "eu"

service "web" {
  replicas = 2
  image    = "registry.example.com/web:1.4"

  # Until the new balancer is here.
  command = ["serve", "--port", 8000 + port_offset]

  health {
    path = "/alive" # not /health
  }
}

service "worker" {
  replicas = 1
  image    = "registry.example.com/worker:1.4"
}
