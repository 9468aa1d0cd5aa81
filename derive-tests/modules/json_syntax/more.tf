output "native" {
  value = "${local.count} zones"
}
