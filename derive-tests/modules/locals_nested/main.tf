locals {
  config = {
    prefix = local.prefix
    zones  = [for z in local.zones : "${local.prefix}-${z}"]
  }
  prefix = "net"
  zones  = ["a", "b"]
}
output "zones" { value = local.config.zones }
output "last" { value = local.config["zones"][length(local.zones) - 1] }
