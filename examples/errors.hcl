# Several mistakes of several kinds; `cargo run --example errors` shows what is said about them.

name: "shop"

service "web" {
  port = 8080,
  path = 'index'
  port = 80
}

service "api" {
  hosts = ["a", "b"
  retries = 3 +
}

motd = "Welcome to ${region"

limit = (1 + 2
