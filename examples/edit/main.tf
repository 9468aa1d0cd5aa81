provider "aws" {
  region = var.region
}

# The network that everything is in.
module "vpc" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "5.0.0" # pinned until the subnets have moved

  name = "main-${var.region}"
  azs  = [for zone in ["a", "b"] : "${var.region}${zone}"]
}

resource "aws_instance" "web" {
  ami           = var.images[var.region]
  instance_type = "t3.micro"

  tags = {
    Name = "web"
    Role = "frontend" # for the dashboard
  }

  lifecycle { create_before_destroy = true }
}

resource "aws_s3_bucket" "logs" { bucket = "logs-${var.region}" }

resource "aws_sqs_queue" "jobs" {
  name = "jobs"
  tags = local.tags
}
