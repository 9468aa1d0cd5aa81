//! Source code similar to Terraform modules.

use std::fmt::Write;

/// At least `bytes` bytes of blocks, with the mix of expressions that such files have.
pub(crate) fn modules(bytes: usize) -> String {
    let mut source = String::with_capacity(bytes + 2048);
    let mut index = 0;
    while source.len() < bytes {
        module(&mut source, index);
        index += 1;
    }
    source
}

fn module(source: &mut String, index: usize) {
    let size = index % 7 + 1;
    // Writing to a string can't fail.
    let _ = write!(
        source,
        r#"# The servers of cell {index}.
variable "cell_{index}" {{
  type        = object({{ size = number, zones = list(string) }})
  description = "What cell {index} looks like"
  default = {{
    size  = {size}
    zones = ["north-{size}", "south-{size}"]
  }}
}}

locals {{
  names_{index} = [for n in range(var.cell_{index}.size) : format("cell-{index}-%02d", n)]
  zones_{index} = {{ for zone in var.cell_{index}.zones : zone => upper(zone) if zone != "" }}
  large_{index} = length(local.names_{index}) * {size} + 1 >= 8 || var.force ? true : false
}}

resource "virtual_server" "cell_{index}" {{
  count = local.large_{index} ? var.cell_{index}.size * 2 : 1
  name  = "${{local.names_{index}[count.index]}}.${{var.domain}}"
  image = data.images.stable[*].id[0]
  ports = [22, 80, 443, {port}]

  network {{
    address = cidrhost(var.network, count.index + {size})
    public  = !var.private && local.large_{index}

    firewall {{
      allow = ["10.0.0.0/8", "192.168.{size}.0/24"]
    }}
  }}

  user_data = <<-EOT
    #!/bin/sh
    echo "server ${{count.index}} of cell {index}" > /etc/motd
    %{{ for zone in var.cell_{index}.zones ~}}
    register --zone ${{zone}} --size {size}
    %{{ endfor ~}}
  EOT

  tags = merge(var.tags, {{
    Name  = "cell-{index}"
    Owner = try(var.owners["cell-{index}"].email, "nobody@example.com")
    Note  = "escaped \"quotes\" and a tab\t, number {index}"
  }})
}}

output "addresses_{index}" {{
  value     = virtual_server.cell_{index}.*.network.0.address
  sensitive = false
}}

"#,
        port = 8000 + index % 1000,
    );
}
