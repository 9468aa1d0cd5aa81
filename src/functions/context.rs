//! Contexts with the functions of this crate, and contexts for the files of other products.

use std::sync::OnceLock;

use crate::eval::Context;
use crate::functions;
use crate::value::Value;

impl Context {
    /// A context with all [pure functions](crate::functions) of this crate, and no variables: Terraform's
    /// with Terraform's behaviour, and those that OpenTofu adds.
    pub fn standard() -> Self {
        static STANDARD: OnceLock<Context> = OnceLock::new();
        STANDARD.get_or_init(|| Context::new().functions(functions::all())).child()
    }

    /// A context for Terraform's files: its pure [functions](functions::terraform), and no variables. See
    /// [which context for which files](crate::recipes#which-context-for-which-files).
    ///
    /// ```
    /// use serde_hcl::{Context, parse_expression};
    ///
    /// let expression = parse_expression(r#"coalesce("", length("four"))"#)?;
    /// assert_eq!(expression.evaluate(&Context::terraform())?.as_str(), Some("4"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn terraform() -> Self {
        static TERRAFORM: OnceLock<Context> = OnceLock::new();
        TERRAFORM.get_or_init(|| Context::new().functions(functions::terraform())).child()
    }

    /// A context for OpenTofu's files: its pure [functions](functions::opentofu), and no variables.
    pub fn opentofu() -> Self {
        static OPENTOFU: OnceLock<Context> = OnceLock::new();
        OPENTOFU.get_or_init(|| Context::new().functions(functions::opentofu())).child()
    }

    /// A context for Packer's templates: its pure [functions](functions::packer), and no variables.
    ///
    /// ```
    /// use serde_hcl::{Context, functions, parse_expression};
    ///
    /// // Defaults of variables can read the environment, and nothing else can.
    /// let context = Context::packer().functions(functions::environment());
    /// let default = parse_expression(r#"env("A_NAME_THAT_IS_NOT_THERE")"#)?;
    /// assert_eq!(default.evaluate(&context)?.as_str(), Some(""));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn packer() -> Self {
        static PACKER: OnceLock<Context> = OnceLock::new();
        PACKER.get_or_init(|| Context::new().functions(functions::packer())).child()
    }

    /// A context for Nomad's job files: its [functions](functions::nomad), and unresolved references as
    /// text, because clients interpolate them at run time. Nomad also [expands `dynamic`
    /// blocks](crate::Decoder::expand_dynamic_blocks).
    ///
    /// As in Nomad, this applies to every name that the context doesn't have, also to a misspelled
    /// one: `${attr.kernel.name}` is the text `${attr.kernel.name}` in every place.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use serde_hcl::{Context, from_str_with};
    ///
    /// let source = r#"
    ///   image = "web:${lower(var.tag)}"
    ///   arch  = "${attr.cpu.arch}"
    ///   class = node.class
    /// "#;
    /// let variables = serde_hcl::Value::object([("tag", "V1")]);
    /// let context = Context::nomad().variable("var", variables);
    /// let config: BTreeMap<String, String> = from_str_with(source, &context)?;
    /// assert_eq!(config["image"], "web:v1");
    /// assert_eq!(config["arch"], "${attr.cpu.arch}");
    /// assert_eq!(config["class"], "${node.class}");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn nomad() -> Self {
        static NOMAD: OnceLock<Context> = OnceLock::new();
        let nomad = NOMAD.get_or_init(|| {
            Context::new()
                .functions(functions::nomad())
                .resolver(|reference| Some(Value::from(format!("${{{}}}", reference.text()))))
        });
        nomad.child()
    }
}
