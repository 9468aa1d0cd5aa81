variable "region" {
  type    = string
  default = "eu-west-1"
}

variable "images" {
  type = map(string) # by region
}
