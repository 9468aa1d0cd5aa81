# Generated: change the table, not this file.

terraform {
  required_version = ">= 1.5"
}

variable "web_count" {
  type    = number
  default = 3

  validation {
    condition     = var.web_count >= 0 && var.web_count <= 12
    error_message = "There can be up to 12 servers."
  }
}

# Owned by storefront.
resource "aws_instance" "web" {
  # Change it in the variables.
  count = var.web_count
  tags = {
    Name  = "web"
    Owner = "storefront"
  }
  user_data = <<EOT
#!/bin/sh
exec start-server web
EOT
}

output "web" {
  value = join(",", aws_instance.web[*].public_ip)
}

variable "jobs_count" {
  type    = number
  default = 2

  validation {
    condition     = var.jobs_count >= 0 && var.jobs_count <= 8
    error_message = "There can be up to 8 servers."
  }
}

# Owned by office.
resource "aws_instance" "jobs" {
  # Change it in the variables.
  count = var.jobs_count
  tags = {
    Name  = "jobs"
    Owner = "office"
  }
  user_data = <<EOT
#!/bin/sh
exec start-server jobs
EOT
}
