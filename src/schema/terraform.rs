//! The block types of Terraform.

use std::sync::{Arc, LazyLock};

use super::Schema;
use crate::syntax::TERRAFORM_BLOCKS;

/// `dynamic` blocks inside the content of others become blocks up to this depth.
const DYNAMIC_DEPTH: usize = 16;

impl Schema {
    /// The blocks of a Terraform or OpenTofu module, and those inside them that all resource types have.
    /// The blocks of a resource type itself are known to its provider only.
    ///
    /// ```
    /// use serde_hcl::configuration::Schema;
    /// use serde_hcl::json;
    ///
    /// let document = json::parse(r#"{
    ///     "variable": { "zone": { "type": "string" } },
    ///     "resource": { "aws_subnet": { "a": { "availability_zone": "${var.zone}", "depends_on": ["aws_vpc.a"] } } }
    /// }"#)?;
    /// let native = document.body().to_native(&Schema::terraform())?;
    /// assert_eq!(native.to_string(), r#"variable "zone" {
    ///   type = string
    /// }
    ///
    /// resource "aws_subnet" "a" {
    ///   availability_zone = var.zone
    ///   depends_on        = [aws_vpc.a]
    /// }
    /// "#);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn terraform() -> Self {
        static MODULE: LazyLock<Schema> = LazyLock::new(module);
        MODULE.clone()
    }
}

fn module() -> Schema {
    let of = |names: &[&str]| {
        names.iter().fold(Schema::new(), |schema, name| schema.static_attribute(*name))
    };
    let plain =
        |names: &[&str]| names.iter().fold(Schema::new(), |schema, name| schema.block(*name, &[]));
    let mut dynamic = Arc::new(Schema::new());
    for _ in 0..DYNAMIC_DEPTH {
        let content = Schema::new().block("dynamic", &["type"]).block_body("dynamic", dynamic);
        dynamic = Arc::new(Schema::new().block("content", &[]).block_body("content", content));
    }
    let lifecycle = of(&["ignore_changes", "replace_triggered_by"])
        .block("precondition", &[])
        .block("postcondition", &[]);
    let provisioner = of(&["when", "on_failure"]).block("connection", &[]);
    let data = of(&["depends_on", "provider"])
        .block("lifecycle", &[])
        .block_body("lifecycle", lifecycle)
        .block("dynamic", &["type"])
        .block_body("dynamic", dynamic);
    let resource = data
        .clone()
        .block("connection", &[])
        .block("provisioner", &["type"])
        .block_body("provisioner", provisioner.clone());
    let removed = of(&["from"])
        .block("lifecycle", &[])
        .block("provisioner", &["type"])
        .block_body("provisioner", provisioner);
    let check =
        plain(&["assert"]).block("data", &["type", "name"]).block_body("data", data.clone());
    let cloud = plain(&["workspaces"]);
    let terraform = plain(&["cloud", "required_providers"])
        .block_body("cloud", cloud)
        .block("backend", &["type"])
        .block("provider_meta", &["name"]);
    TERRAFORM_BLOCKS
        .iter()
        .fold(Schema::new(), |schema, (name, labels)| schema.block(*name, labels))
        .block_body("import", of(&["provider", "to"]))
        .block_body("moved", of(&["from", "to"]))
        .block_body("removed", removed)
        .block_body("terraform", terraform)
        .block_body("check", check)
        .block_body("data", data.clone())
        .block_body("ephemeral", data)
        .block_body("module", of(&["depends_on", "providers"]))
        .block_body("output", of(&["depends_on"]).block("precondition", &[]))
        .block_body("resource", resource)
        .block_body("variable", of(&["type"]).block("validation", &[]))
}
