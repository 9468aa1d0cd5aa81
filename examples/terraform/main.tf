terraform {
  required_version = ">= 1.5"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
  }
}

provider "aws" {
  region = var.region
}

locals {
  // These refer to one another, in an order of their own.
  title = upper("${local.prefix} in ${var.region}")

  prefix = "shop-${var.environment}"
  zones  = [for zone in var.zones : "${var.region}${zone}"]

  public_ports = sort([for name, service in var.services : service.port if service.public])
  callers      = { for name, service in var.services : name => join(", ", service.callers) if !service.public }

  tags = merge(
    { Project = "shop", Environment = var.environment },
    var.owner == null ? {} : { Owner = var.owner },
  )
}

resource "aws_vpc" "main" {
  cidr_block           = "10.0.0.0/16"
  enable_dns_hostnames = true
  tags                 = local.tags
}

resource "aws_security_group" "service" {
  name        = "${local.prefix}-services"
  description = "What may reach the services of ${local.prefix}"

  ingress {
    description = "HTTPS from everywhere"
    from_port   = 443
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = ["0.0.0.0/0"]
  }

  ingress {
    description = "The API, from inside"
    from_port   = var.services.api.port
    to_port     = var.services["api"].port
    protocol    = "tcp"
    cidr_blocks = var.services.api.callers
  }

  egress {
    from_port   = 0
    to_port     = 0
    protocol    = "-1"
    cidr_blocks = ["0.0.0.0/0"]
  }

  tags = merge(local.tags, { Name = "${local.prefix}-services" })
}

resource "aws_instance" "node" {
  ami           = "ami-0c2b8ca1dad447f8a"
  instance_type = var.environment == "production" ? "m7g.large" : "t4g.small"

  user_data = <<-SCRIPT
    #!/bin/sh
    # ${local.title}
    %{for name, service in var.services~}
    register --name ${name} --port ${service.port}%{if service.public} --public%{endif}
    %{endfor~}
    exec node
  SCRIPT

  root_block_device {
    volume_size = 20 * length(var.services)
    encrypted   = true
  }
}
