# Five mistakes that everybody makes: `cargo run --example errors` shows what is said of them.

name: "shop"

service "web" {
  hosts = ["a.example.com" "b.example.com"]
  path  = '/index'
  port  = 80
  port  = 8080
}

motd = "Welcome to ${name"
