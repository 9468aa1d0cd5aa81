//! The functions of this crate as a whole, and those of each product under their names there.

use std::sync::LazyLock;

use super::library::with_core_names;
use super::*;
use crate::eval::Function;

/// All pure functions of the enabled features, in the order of their names: Terraform's with Terraform's
/// behaviour, those that OpenTofu adds, and `type`, which only the console of these products has.
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

/// The pure functions of Terraform 1.11, and no others. Each is also in the namespace `core`.
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let context = Context::new().functions(functions::terraform());
/// let expression = parse_expression(r#"core::index(["a", "b"], coalesce("", "b"))"#)?;
/// assert_eq!(expression.evaluate(&context)?.as_i64(), Some(1));
///
/// // Only OpenTofu has this function.
/// assert!(parse_expression(r#"urldecode("a+b")"#)?.evaluate(&context).is_err());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn terraform() -> Vec<Function> {
    let is_own = |name: &str| !has(ONLY_OPENTOFU, name) && !name.starts_with("assume");
    with_core_names(without_type().filter(|function| is_own(function.name())))
}

/// The pure functions of OpenTofu. Each is also in the namespace `core`.
///
/// These are those of [`terraform`], `base64gunzip`, `cidrcontains`, `convert`, `urldecode`, and those
/// whose names start with `assume`. Some differ from Terraform's: `contains` finds nulls, `format` and `formatlist`
/// take bare nulls, `cidrsubnets` extends prefixes by any number of bits, `templatestring` takes any text,
/// and it is unknown whether an unknown value is sensitive.
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
    let functions: Vec<_> = without_type().collect();
    let variants = variants::opentofu(&functions);
    with_core_names(collect(&[functions, variants]))
}

/// The pure functions of Packer, under its names.
///
/// `regex_replace` replaces matches, and `replace` takes no patterns.
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
    product(ONLY_PACKER, Vec::new())
}

/// The pure functions of Nomad, under its names.
///
/// `reverse` reverses a text, `regex_replace` replaces matches, `index` is the element at a position,
/// `coalesce` doesn't skip empty texts, and `replace` takes no patterns. The functions that
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
    let mut variants = variants::nomad();
    variants.extend(get("strrev").map(|reverse| reverse.renamed("reverse")));
    product(ONLY_NOMAD, variants)
}

static ALL: LazyLock<Vec<Function>> = LazyLock::new(|| {
    collect(&[
        assumptions::assumptions(),
        #[cfg(feature = "base64")]
        base64::base64(),
        conversion::converters(),
        #[cfg(feature = "crypto")]
        crypto::crypto(),
        csv::csv(),
        format::format(),
        #[cfg(feature = "hash")]
        hash::hash(),
        json::json(),
        lazy::lazy(),
        lists::lists(),
        maps::maps(),
        network::network(),
        numbers::numbers(),
        path::path(),
        #[cfg(feature = "regex")]
        regex::regex(),
        sensitive::sensitive(),
        sets::sets(),
        strings::strings(),
        template::template(),
        time::time(),
        conversion::types(),
        url::url(),
        #[cfg(feature = "yaml")]
        yaml::yaml(),
    ])
});

fn without_type() -> impl Iterator<Item = Function> {
    ALL.iter().filter(|function| function.name() != "type").cloned()
}

/// The functions that Packer and Nomad share, those of these names, and variants of one of both.
fn product(names: &str, variants: Vec<Function>) -> Vec<Function> {
    let mut functions = all();
    functions.retain(|function| has(SHARED, function.name()) || has(names, function.name()));
    collect(&[
        functions,
        variants::packer_and_nomad(),
        #[cfg(feature = "regex")]
        regex::replacement(),
        variants,
    ])
}

/// All functions of some families, in the order of their names. If several have the same name, the last
/// one counts.
fn collect(families: &[Vec<Function>]) -> Vec<Function> {
    let mut functions = families.concat();
    functions.reverse();
    functions.sort_by(|left, right| left.name().cmp(right.name()));
    functions.dedup_by(|next, kept| next.name() == kept.name());
    functions
}

/// Whether one of these names, with spaces between them, is this one.
fn has(names: &str, name: &str) -> bool {
    names.split(' ').any(|listed| listed == name)
}

/// The functions that OpenTofu has and Terraform has not, except those whose names start with `assume`.
const ONLY_OPENTOFU: &str = "base64gunzip cidrcontains convert urldecode";

/// The functions that Nomad and Packer have in common.
const SHARED: &str = "\
    abs base64decode base64encode basename can ceil chomp chunklist cidrhost cidrnetmask \
    cidrsubnet cidrsubnets coalesce coalescelist compact concat contains convert csvdecode \
    dirname distinct element flatten floor format formatdate formatlist indent join \
    jsondecode jsonencode keys log lookup lower max md5 merge min parseint pow range replace \
    rsadecrypt setintersection setproduct setunion sha1 sha256 sha512 signum slice sort split \
    strrev substr timeadd title trim trimprefix trimspace trimsuffix try upper urlencode \
    uuidv5 values yamldecode yamlencode zipmap";

/// Functions that Nomad has and Packer has not.
const ONLY_NOMAD: &str = "length";

/// Functions that Packer has and Nomad has not.
const ONLY_PACKER: &str = "\
    alltrue anytrue base64gzip endswith index length regex regexall reverse startswith \
    strcontains sum textdecodebase64 textencodebase64";

#[cfg(all(test, feature = "functions"))]
mod tests {
    use super::*;

    #[test]
    fn every_listed_function_exists() {
        let listed = [ONLY_OPENTOFU, SHARED, ONLY_NOMAD, ONLY_PACKER].join(" ");
        assert!(listed.split(' ').all(|name| get(name).is_some()));
    }
}
