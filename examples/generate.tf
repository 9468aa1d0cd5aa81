# Generated from generate.csv: change the table, not this file.

terraform {
  required_version = ">= 1.5"
}

# The image of all servers.
variable "ami" {}

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
  tags = {
    Name  = "web"
    Owner = "storefront"
  }
  # Change it in the variables.
  count         = var.web_count
  ami           = var.ami
  instance_type = "t3.small"
  user_data     = <<EOT
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

# Owned by storefront.
resource "aws_instance" "jobs" {
  tags = {
    Name  = "jobs"
    Owner = "storefront"
  }
  # Change it in the variables.
  count         = var.jobs_count
  ami           = var.ami
  instance_type = "t3.small"
  user_data     = <<EOT
#!/bin/sh
exec start-server jobs
EOT
}

# Owned by media.
resource "aws_s3_bucket" "images" {
  tags = {
    Name  = "images"
    Owner = "media"
  }
  bucket = "images"
}

output "images" {
  value = aws_s3_bucket.images.bucket_domain_name
}

# Owned by operations.
resource "aws_s3_bucket" "backups" {
  tags = {
    Name  = "backups"
    Owner = "operations"
  }
  bucket = "backups"
}
