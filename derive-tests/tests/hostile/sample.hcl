# Some of everything.
variable "zones" {
  type    = list(string)
  default = ["a", "b", /* nothing */]
}

locals {
  sum    = -1 + 2 * (3 - count) / 4 % 5
  test   = !true && 1 <= 2 || a != null ? "yes" : "no"
  object = { a = 1, "b" : 2, (c) = 3.5e-2 }
  names  = [for k, v in var.map : upper("${k}=${v}") if v != ""]
  groups = { for s in servers : s.zone => s... }
  splats = concat(a[*].b[0], a.*.c.0, max(list...), ns::fn())
}

server "web" "main" {
  text = <<-EOT
    Hello, ${~ name ~}!\n $${not}
    %{ if x ~} é %{ else } ü %{~ endif }
    %{ for p in ports }${p}%{ endfor }
  EOT
  escapes = "\n\t\"\\\u00e9\U0001F600 %%{ $$${1}"
  one { a = 1 }
}
