resource "aws_subnet" "zone" {
  count = length(local.zones)

  vpc_id            = aws_vpc.main.id
  availability_zone = local.zones[count.index]
  cidr_block        = cidrsubnet(aws_vpc.main.cidr_block, 8, count.index)
  tags              = merge(local.tags, { Name = "${local.prefix}-${count.index}" })
}

resource "aws_lb_listener" "service" {
  for_each = { for name, service in var.services : name => service if service.public }

  load_balancer_arn = aws_lb.main.arn
  port              = each.value.port

  dynamic "default_action" {
    for_each = [each.key, "${each.key}-canary"]
    iterator = target
    content {
      type     = "forward"
      order    = target.key + 1
      endpoint = "${target.value}.${var.environment}.example.com"
    }
  }
}

resource "aws_lb" "main" {
  name    = "${local.prefix}-lb"
  subnets = aws_subnet.zone[*].id
}
