//! The functions of this crate as a whole, and those of each product under their names there.

use std::sync::LazyLock;

use super::families::*;
use super::library::with_core_names;
use super::terraform::{terraform_variants, variants_of_both};
use crate::eval::Function;

/// All pure functions of the enabled features, in the order of their names.
///
/// If Terraform's variant of a function differs from the general one, this is the general one.
///
/// ```
/// use serde_hcl::{Context, functions};
///
/// let mut allowed = functions::all();
/// allowed.retain(|function| !function.name().starts_with("json"));
/// let context = Context::new().functions(allowed);
/// let expression = serde_hcl::parse_expression("max(1, length([2, 3, 4]))")?;
/// assert_eq!(expression.evaluate(&context)?.as_i64(), Some(3));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn all() -> Vec<Function> {
    ALL.clone()
}

/// The function of this name in [`all`].
///
/// ```
/// use serde_hcl::functions;
///
/// let upper = functions::get("upper").unwrap();
/// assert_eq!(upper.parameters().len(), 1);
/// assert_eq!(upper.call(["a"])?.as_str(), Some("A"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn get(name: &str) -> Option<Function> {
    let index = ALL.binary_search_by(|function| function.name().cmp(name)).ok()?;
    ALL.get(index).cloned()
}

/// The pure functions of Terraform 1.11, and no others.
///
/// Some differ from those of [`all`]: `coalesce` skips empty strings, `index` searches a list, `length`
/// also counts characters, `lookup` needs no default, `replace` takes patterns, and the conversions
/// keep marks on elements. Each function is also in the namespace `core`.
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let context = Context::new().functions(functions::terraform());
/// let expression = parse_expression(r#"index(["a", "b"], coalesce("", "b"))"#)?;
/// assert_eq!(expression.evaluate(&context)?.as_i64(), Some(1));
///
/// // Only OpenTofu has this function.
/// assert!(parse_expression(r#"urldecode("a+b")"#)?.evaluate(&context).is_err());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn terraform() -> Vec<Function> {
    TERRAFORM.clone()
}

/// The pure functions of OpenTofu.
///
/// These are those of [`terraform`], `base64gunzip`, `cidrcontains`, `convert`, `urldecode`, and those
/// whose names start with `assume`. Some differ from Terraform's: `contains` finds nulls, `cidrsubnets` extends prefixes by
/// any number of bits, and it is unknown whether an unknown value is sensitive.
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let evaluate = |source, context: &Context| parse_expression(source)?.evaluate(context);
/// let terraform = Context::new().functions(functions::terraform());
/// let opentofu = Context::new().functions(functions::opentofu());
/// let call = "contains([tostring(null)], tostring(null))";
/// assert!(evaluate(call, &terraform).is_err());
/// assert!(evaluate(call, &opentofu)?.as_bool().unwrap());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn opentofu() -> Vec<Function> {
    OPENTOFU.clone()
}

/// The pure functions of Packer, under its names.
///
/// `regex_replace` is `regexreplace`, and `coalesce`, `index` and `length` are
/// Terraform's variants.
///
/// `legacy_isotime`, `legacy_strftime`, `rfc3339_parse` and `unix_timestamp_parse` are missing, and so
/// are the functions that query services: `aws_secretsmanager`, `consul_key`, `vault`. The functions
/// that are not pure are in [`clock`](super::clock), [`environment`](super::environment), `files`, `identifiers` (as `uuid`; its name in
/// Packer is `uuidv4`) and `passwords`.
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let context = Context::new().functions(functions::packer());
/// let value = parse_expression(r#"length("four") + index(["a", "b"], "b")"#)?.evaluate(&context)?;
/// assert_eq!(value.as_i64(), Some(5));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn packer() -> Vec<Function> {
    PACKER.clone()
}

/// The pure functions of Nomad, under its names.
///
/// `reverse` reverses a text, and `regex_replace` is `regexreplace`. The functions that
/// are not pure are in `files`, `identifiers` (as `uuid`; its name in Nomad is `uuidv4`) and `passwords`.
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let context = Context::new().functions(functions::nomad());
/// let value = parse_expression(r#"reverse("stressed")"#)?.evaluate(&context)?;
/// assert_eq!(value.as_str(), Some("desserts"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn nomad() -> Vec<Function> {
    NOMAD.clone()
}

static ALL: LazyLock<Vec<Function>> = LazyLock::new(|| {
    collect(&[
        common(),
        assumptions(),
        conversion(),
        not_in_terraform(),
        #[cfg(feature = "regex")]
        replacement(),
        types(),
    ])
});

static TERRAFORM: LazyLock<Vec<Function>> = LazyLock::new(|| {
    let mut functions = collect(&[common(), variants_of_both(), terraform_variants()]);
    functions.retain(|function| !ONLY_OPENTOFU.contains(&function.name()));
    with_core_names(functions)
});

static OPENTOFU: LazyLock<Vec<Function>> =
    LazyLock::new(|| with_core_names(collect(&[common(), assumptions(), variants_of_both()])));

static PACKER: LazyLock<Vec<Function>> = LazyLock::new(|| {
    let variants = named(variants_of_both(), &[PACKER_AS_TERRAFORM]);
    let functions = named(all(), &[SHARED, ONLY_PACKER]);
    collect(&[functions, variants, renamed("regexreplace", "regex_replace")])
});

static NOMAD: LazyLock<Vec<Function>> = LazyLock::new(|| {
    let functions = named(all(), &[SHARED, ONLY_NOMAD]);
    // Nomad's `reverse` is for texts.
    collect(&[functions, renamed("strrev", "reverse"), renamed("regexreplace", "regex_replace")])
});

/// All functions of some families, in the order of their names. If several have the same name, the last
/// one counts.
pub(super) fn collect(families: &[Vec<Function>]) -> Vec<Function> {
    let mut functions = families.concat();
    functions.reverse();
    functions.sort_by(|left, right| left.name().cmp(right.name()));
    functions.dedup_by(|next, kept| next.name() == kept.name());
    functions
}

/// The functions without product-specific variants.
fn common() -> Vec<Function> {
    [
        #[cfg(feature = "base64")]
        base64(),
        #[cfg(feature = "crypto")]
        crypto(),
        csv(),
        format(),
        #[cfg(feature = "hash")]
        hash(),
        json(),
        lazy(),
        lists(),
        maps(),
        network(),
        numbers(),
        path(),
        #[cfg(feature = "regex")]
        regex(),
        sensitive(),
        sets(),
        strings(),
        template(),
        time(),
        url(),
        #[cfg(feature = "yaml")]
        yaml(),
    ]
    .concat()
}

/// The functions of the common families that OpenTofu has and Terraform has not.
const ONLY_OPENTOFU: &[&str] = &["base64gunzip", "cidrcontains", "convert", "urldecode"];

/// The functions that Nomad and Packer have in common, in their general variants.
const SHARED: &[&str] = &[
    "abs",
    "base64decode",
    "base64encode",
    "basename",
    "can",
    "ceil",
    "chomp",
    "chunklist",
    "cidrhost",
    "cidrnetmask",
    "cidrsubnet",
    "cidrsubnets",
    "coalesce",
    "coalescelist",
    "compact",
    "concat",
    "contains",
    "convert",
    "csvdecode",
    "dirname",
    "distinct",
    "element",
    "flatten",
    "floor",
    "format",
    "formatdate",
    "formatlist",
    "indent",
    "join",
    "jsondecode",
    "jsonencode",
    "keys",
    "log",
    "lookup",
    "lower",
    "max",
    "md5",
    "merge",
    "min",
    "parseint",
    "pow",
    "range",
    "replace",
    "rsadecrypt",
    "setintersection",
    "setproduct",
    "setunion",
    "sha1",
    "sha256",
    "sha512",
    "signum",
    "slice",
    "sort",
    "split",
    "strrev",
    "substr",
    "timeadd",
    "title",
    "trim",
    "trimprefix",
    "trimspace",
    "trimsuffix",
    "try",
    "upper",
    "urlencode",
    "uuidv5",
    "values",
    "yamldecode",
    "yamlencode",
    "zipmap",
];

/// Functions that Nomad has and Packer has not, in the general variant.
const ONLY_NOMAD: &[&str] = &["index", "length", "strlen"];

/// Functions that Packer has and Nomad has not, in the general variant.
const ONLY_PACKER: &[&str] = &[
    "alltrue",
    "anytrue",
    "base64gzip",
    "endswith",
    "regex",
    "regexall",
    "reverse",
    "startswith",
    "strcontains",
    "sum",
    "textdecodebase64",
    "textencodebase64",
];

/// The functions of which Packer has the same variant as Terraform.
const PACKER_AS_TERRAFORM: &[&str] = &["coalesce", "index", "length"];

fn named(mut functions: Vec<Function>, names: &[&[&str]]) -> Vec<Function> {
    functions.retain(|function| names.iter().any(|names| names.contains(&function.name())));
    functions
}

/// The function under another name, if its feature is enabled.
fn renamed(name: &str, product: &'static str) -> Vec<Function> {
    get(name).map(|function| function.renamed(product)).into_iter().collect()
}

#[cfg(all(test, feature = "functions"))]
mod tests {
    use super::*;

    #[test]
    fn every_listed_function_exists() {
        let listed = SHARED.len() + ONLY_NOMAD.len();
        assert_eq!(nomad().len(), listed + 2);
        assert_eq!(packer().len(), SHARED.len() + ONLY_PACKER.len() + 2 + 1);
    }

    #[test]
    fn terraform_has_no_functions_of_opentofu_alone() {
        let more = terraform().len() + 2 * (ONLY_OPENTOFU.len() + assumptions().len());
        assert_eq!(opentofu().len(), more);
    }
}
