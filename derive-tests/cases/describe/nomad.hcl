# A unit of work for the scheduler.
#
# These are the parts of a job that this program uses. Other attributes and blocks are skipped without
# evaluation.
job "name" {
  # The datacenters in which the job may run.
  # datacenters = []

  # Metadata for other programs.
  # meta = {}

  # The scheduler: `service`, `batch`, `system` or `sysbatch`. The default is `service`.
  # type = ""

  # Restricts the nodes on which the job may run.
  # constraint {
  #   # A property, such as `${attr.kernel.name}`.
  #   attribute = ""
  #
  #   # The operator of the comparison. The default is equality.
  #   operator = ""
  #
  #   # The value that the property is compared with.
  #   value = ""
  # }

  # Tasks that run on the same node.
  # group "name" {
  #   # The number of instances.
  #   count = 0
  #
  #   # The network that the tasks of the group share.
  #   network {
  #     # `none`, `bridge`, `host` or a plugin.
  #     mode = ""
  #
  #     # A port, under the name by which tasks and services refer to it.
  #     port "name" {
  #       # The port of the node.
  #       # From 0 to 65535.
  #       static = 0
  #
  #       # The port inside the network of the group.
  #       to = 0
  #     }
  #   }
  #
  #   # Registers the group for discovery.
  #   service {
  #     # The name of the service in the registry.
  #     name = ""
  #
  #     # The name of a port, or its number.
  #     port = ""
  #
  #     # Tags for the selection of services.
  #     tags = []
  #
  #     # Health checks.
  #     check {
  #       # The time between two checks, such as `30s`.
  #       interval = ""
  #
  #       # The time after which a check has failed.
  #       timeout = ""
  #
  #       # `http`, `tcp`, `grpc` or `script`.
  #       type = ""
  #     }
  #   }
  #
  #   # The tasks. A group without tasks is refused by the scheduler.
  #   task "name" {
  #     # The driver that starts the program, such as `docker` or `exec`.
  #     driver = ""
  #
  #     # How long the driver waits after it asked the program to stop, such as `1m30s`.
  #     kill_timeout = ""
  #
  #     # The settings of the driver, which differ for each driver.
  #     config {}
  #
  #     # Environment variables of the program.
  #     env {}
  #
  #     # The resources that the task needs on its node.
  #     resources {
  #       # CPU in MHz.
  #       cpu = 0
  #
  #       # Memory in MB.
  #       memory = 0
  #     }
  #
  #     # Registers the task for discovery.
  #     service { … }
  #   }
  # }

  # A task outside of groups is a group of its own.
  # task "name" { … }
}
