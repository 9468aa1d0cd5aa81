variable "hosts" { default = ["a", "b"] }
output "plain" {
  value = <<TEXT
  indented
end
TEXT
}
output "flush" {
  value = <<-TEXT
      two more
    none
  TEXT
}
output "loop" {
  value = <<-TEXT
    hosts:
    %{ for host in var.hosts ~}
    - ${host}
    %{ endfor ~}
  TEXT
}
