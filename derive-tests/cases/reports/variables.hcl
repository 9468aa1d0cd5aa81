variable "size" {
  type = nummber
}
#----
variable "size" {
  type = "number"
}
#----
variable "size" {
  type    = number
  default = "ten"
}
#----
variable "size" {
  type     = number
  default  = null
  nullable = false
}
#----
variable "size" {
  validation {
    condition = true
  }
}
#----
variable "size" {}
variable "size" {}
#----
variable "size" {
  type = number
}
#----
variable "size" {
  type = number
}
set {
  size = [1]
}
#----
variable "size" {
  nullable = false
}
set {
  size = null
}
#----
set {
  size = 1
}
#----
variable "size" {
  type = number
  validation {
    condition     = var.size > 0
    error_message = "The size is positive, not ${var.size}."
  }
}
set {
  size = -1
}
#----
variable "size" {
  default = 0
  validation {
    condition     = var.size > 0
    error_message = "The size is positive, not ${var.size}."
  }
}
#----
variable "size" {
  default = 0
  validation {
    condition     = [var.size]
    error_message = "Never."
  }
}
#----
variable "size" {
  default = 0
  validation {
    condition     = null
    error_message = "Never."
  }
}
