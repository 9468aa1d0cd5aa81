variable "environment" {
  type        = string
  description = "Where this runs: it is part of every name."
  default     = "staging"
}

variable "region" {
  type    = string
  default = "eu-central-1"
}

variable "zones" {
  type        = list(string)
  description = "The availability zones to spread over."
  default     = ["a", "b", "c"]
}

variable "services" {
  description = "What listens, on which port, and who may call it."
  type = map(object({
    port    = number
    public  = optional(bool, false)
    callers = optional(list(string), [])
  }))
  default = {
    web = {
      port    = 443
      public  = true
      callers = []
    }
    api = {
      port    = 8080
      public  = false
      callers = ["10.0.0.0/16", "10.1.0.0/16"]
    }
    metrics = {
      port    = 9090
      public  = false
      callers = ["10.0.9.0/24"]
    }
  }
}

variable "owner" {
  type    = string
  default = null
}
