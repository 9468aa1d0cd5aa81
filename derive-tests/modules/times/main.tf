output "formatted" { value = formatdate("DD MMM YYYY hh:mm", "2024-02-29T13:05:00Z") }
output "added" { value = timeadd("2024-02-28T00:00:00Z", "36h") }
output "compared" { value = timecmp("2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z") }
