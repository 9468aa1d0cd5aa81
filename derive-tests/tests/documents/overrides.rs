//! Override files of directories, as Terraform documents them.

use std::fs;

use serde_hcl::configuration::Directory;
use serde_hcl::{Context, to_string};

/// The files of a directory, and the configuration that they are.
const CASES: &[(&str, &str)] = &[
    (
        "attributes are replaced",
        r#"
--- main.tf
resource "a" "b" {
  c = 1
  d = 2
}
resource "a" "x" {
  d = 2
}
--- override.tf
resource "a" "b" {
  d = 3
  e = 4
}
--- result
resource "a" "b" {
  c = 1
  d = 3
  e = 4
}

resource "a" "x" {
  d = 2
}
"#,
    ),
    (
        "nested blocks replace all of their type",
        r#"
--- main.tf
resource "a" "b" {
  ingress {
    port = 1
    name = "one"
  }
  egress {}
  ingress {
    port = 2
  }
}
--- override.tf
resource "a" "b" {
  ingress {
    port = 3
  }
}
--- result
resource "a" "b" {
  ingress {
    port = 3
  }

  egress {}
}
"#,
    ),
    (
        "a dynamic block is a block of its type",
        r#"
--- main.tf
resource "a" "b" {
  dynamic "ingress" {
    for_each = [1]
    content {}
  }
  dynamic "egress" {
    for_each = [1]
    content {}
  }
  ingress {}
}
--- override.tf
resource "a" "b" {
  ingress {
    port = 3
  }
}
--- z_override.tf.json
{ "resource": { "a": { "b": { "dynamic": { "egress": { "for_each": [2], "content": {} } } } } } }
--- result
resource "a" "b" {
  ingress {
    port = 3
  }

  dynamic "egress" {
    for_each = [2]
    content  = {}
  }
}
"#,
    ),
    (
        "the arguments of lifecycle are replaced one by one",
        r#"
--- main.tf
resource "a" "b" {
  lifecycle {
    ignore_changes  = [c]
    prevent_destroy = true
  }
}
--- a_override.tf
resource "a" "b" {
  lifecycle {
    prevent_destroy = false
  }
}
--- b_override.tf.json
{ "resource": { "a": { "b": { "lifecycle": { "create_before_destroy": true } } } } }
--- result
resource "a" "b" {
  lifecycle {
    ignore_changes        = [c]
    prevent_destroy       = false
    create_before_destroy = true
  }
}
"#,
    ),
    (
        "locals are replaced by their names",
        r#"
--- a.tf
locals {
  one = 1
  two = 2
}
--- b.tf
locals {
  three = 3
}
--- override.tf
locals {
  three = 33
  two   = 22
  four  = 44
}
--- result
locals {
  one  = 1
  two  = 22
  four = 44
}

locals {
  three = 33
}
"#,
    ),
    (
        "a provider has an alias",
        r#"
--- main.tf
provider "aws" {
  region = "a"
}
provider "aws" {
  alias  = "west"
  region = "b"
}
--- override.tf
provider "aws" {
  alias  = "west"
  region = "c"
}
--- override.tf.json
{ "provider": { "aws": [{ "region": "d" }, { "alias": "east", "region": "e" }] } }
--- result
provider "aws" {
  region = "d"
}

provider "aws" {
  alias  = "west"
  region = "c"
}

provider "aws" {
  alias  = "east"
  region = "e"
}
"#,
    ),
    (
        "settings are replaced in the block that has them",
        r#"
--- a.tf
terraform {
  required_version = ">= 1.0"
}
--- b.tf
terraform {
  required_providers {
    aws = { version = "1.0" }
    tls = { version = "1.0" }
  }
  backend "s3" {
    bucket = "a"
  }
  provider_meta "aws" {
    a = 1
  }
}
--- a_override.tf
terraform {
  required_version = ">= 1.5"
  required_providers {
    tls = { version = "2.0" }
  }
}
terraform {
  cloud {
    organization = "o"
  }
  provider_meta "tls" {
    b = 1
  }
}
--- b_override.tf.json
{ "terraform": { "required_providers": { "null": { "version": "3.0" } } } }
--- result
terraform {
  required_version = ">= 1.5"

  provider_meta "tls" {
    b = 1
  }
}

terraform {
  required_providers {
    aws = { version = "1.0" }
    tls = { version = "2.0" }
    null = {
      version = "3.0"
    }
  }

  cloud {
    organization = "o"
  }

  provider_meta "aws" {
    a = 1
  }
}
"#,
    ),
    (
        "a file in JSON syntax overrides native blocks",
        r#"
--- main.tf
resource "a" "b" {
  c = 1
  d = 2
}
resource "a" "x" {}
data "a" "b" {}
--- override.tf.json
{ "resource": { "a": { "b": { "d": "${var.d}" } } } }
--- result
resource "a" "b" {
  c = 1
  d = "${var.d}"
}

resource "a" "x" {}

data "a" "b" {}
"#,
    ),
    (
        "a native file overrides blocks in JSON syntax",
        r#"
--- main.tf.json
{
  "variable": { "v": { "default": 1 }, "w": {} },
  "resource": { "a": { "b": { "c": 1, "d": 2 }, "x": [{ "d": 1 }] } },
  "output": { "o": { "value": 1 } }
}
--- override.tf
variable "v" {
  default = 2
}
resource "a" "x" {
  d = 3
}
--- result
variable "v" {
  default = 2
}

variable "w" {}

resource "a" "b" {
  c = 1
  d = 2
}

resource "a" "x" {
  d = 3
}

output "o" {
  value = 1
}
"#,
    ),
    (
        "other blocks are added",
        r#"
--- main.tf
moved {
  from = a.a
  to   = a.b
}
check "a" {}
--- override.tf
moved {
  from = a.c
  to   = a.d
}
check "b" {}
--- result
moved {
  from = a.a
  to   = a.b
}

check "a" {}

moved {
  from = a.c
  to   = a.d
}

check "b" {}
"#,
    ),
    (
        "later files override earlier ones",
        r#"
--- main.tf
variable "a" {
  default = 1
}
--- a_override.tf
variable "a" {
  default = 2
}
variable "b" {}
--- b_override.tf
variable "b" {
  default = 3
}
variable "a" {
  default = 4
}
--- result
variable "a" {
  default = 4
}

variable "b" {
  default = 3
}
"#,
    ),
];

/// The configuration of a directory with these files.
fn read(directory: fn(&std::path::Path) -> Directory, files: &[(&str, &str)]) -> serde_hcl::Body {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("serde_hcl-overrides-{}-{number}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
    let body = directory(&folder).read();
    fs::remove_dir_all(&folder).unwrap();
    body.unwrap()
}

#[test]
fn override_files_change_modules() {
    let mut wrong = Vec::new();
    for (name, case) in CASES {
        let parts: Vec<(&str, &str)> =
            case.split("--- ").filter_map(|part| part.split_once('\n')).collect();
        let Some(((_, expected), files)) = parts.split_last() else { panic!("{name}") };
        let files: Vec<_> = files.iter().filter(|(name, _)| !name.is_empty()).copied().collect();
        let body = read(|path| Directory::terraform(path), &files);
        let text = to_string(&body).unwrap();
        // The text has the same value as the files.
        let value = |body: &serde_hcl::Body| {
            let decoded = serde_hcl::from_body::<serde_json::Value>(body.view(), &Context::new());
            decoded.map_err(|error| error.code().to_owned())
        };
        let again = value(&text.parse().unwrap());
        if text != *expected || value(&body) != again {
            wrong.push(format!("{name}:\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn other_directories_have_no_settings() {
    let files = [
        (
            "a.hcl",
            "locals {\n  a = 1\n}\nlocals {\n  b = 2\n}\nlog {\n  level = 1\n  file  = 2\n}\n",
        ),
        ("a.hcl.json", r#"{ "user": { "x": {} }, "size": 1 }"#),
        ("override.hcl", "locals {\n  b = 3\n}\nlog {\n  level = 4\n}\nsize = 2\n"),
        ("override.hcl.json", r#"{ "user": { "y": {} } }"#),
    ];
    let body = read(|path| Directory::new(path, [".hcl", ".hcl.json"]).overrides(true), &files);
    let names: Vec<_> = body.view().items().map(|item| item.name()).collect();
    assert_eq!(names, ["locals", "locals", "log", "user", "size", "locals"]);
    assert_eq!(body.expression("log.level").unwrap().as_i64(), Some(4));
    assert_eq!(body.expression("log.file").unwrap().as_i64(), Some(2));
    assert_eq!(body.expression("size").unwrap().as_i64(), Some(2));
}

#[test]
fn errors_show_the_file_of_an_override() {
    let files = [
        ("main.tf", "variable \"a\" {\n  default = 1\n}\n"),
        ("override.tf.json", "{ \"variable\": { \"a\": { \"default\": \"${none}\" } } }"),
    ];
    let body = read(|path| Directory::terraform(path), &files);
    let error = body.expression("variable.a.default").unwrap().evaluate(&Context::new());
    let error = error.unwrap_err().to_string();
    assert!(error.contains("override.tf.json:1:38: "), "{error}");
}

/// If each file took time for those before it, this would take minutes.
#[test]
fn many_override_files_are_merged() {
    const FILES: usize = 2_000;
    let main: String = (0..FILES)
        .map(|index| {
            format!("variable \"v{index}\" {{\n  default = 1\n}}\nlocals {{\n  a{index} = 1\n}}\n")
        })
        .collect();
    let name = |index: usize| format!("f{index}_override.tf");
    let text = |index: usize| {
        format!("variable \"v{index}\" {{\n  default = 2\n}}\nlocals {{\n  a{index} = 2\n}}\n")
    };
    let others: Vec<(String, String)> = (0..FILES).map(|it| (name(it), text(it))).collect();
    let mut files = vec![("main.tf", &*main)];
    files.extend(others.iter().map(|(name, text)| (&**name, &**text)));
    let body = read(|path| Directory::terraform(path), &files);
    assert_eq!(body.view().items().len(), 2 * FILES);
    let of = |address: &str| body.expression(address).and_then(|it| it.as_i64());
    assert_eq!((of("variable.v1999.default"), of("locals[7].a7")), (Some(2), Some(2)));
}
