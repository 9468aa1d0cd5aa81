//! The functions of other products than Terraform, and their names there.

use super::{Library, all, collect, terraform};
use crate::eval::Function;

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

/// The other functions that Nomad has in their general variants.
const NOMAD: &[&str] = &["index", "length", "strlen"];

/// The other functions that Packer has in their general variants.
const PACKER: &[&str] = &[
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

/// The functions that Packer has in Terraform's variants.
const PACKER_AS_TERRAFORM: &[&str] = &["coalesce", "index", "length"];

pub(super) fn nomad() -> Library {
    let functions = named(all(), &[SHARED, NOMAD]);
    // Nomad's `reverse` is for texts.
    collect(&[functions, renamed("strrev", "reverse"), renamed("regexreplace", "regex_replace")])
}

pub(super) fn packer() -> Library {
    let variants = named(terraform::variants(), &[PACKER_AS_TERRAFORM]);
    let functions = named(all(), &[SHARED, PACKER]);
    collect(&[functions, variants, renamed("regexreplace", "regex_replace")])
}

fn named(mut functions: Vec<Function>, names: &[&[&str]]) -> Vec<Function> {
    functions.retain(|function| names.iter().any(|names| names.contains(&function.name())));
    functions
}

/// The function under another name, if its feature is enabled.
fn renamed(name: &str, product: &'static str) -> Vec<Function> {
    super::get(name).map(|function| function.renamed(product)).into_iter().collect()
}

#[cfg(all(test, feature = "functions"))]
mod tests {
    use super::*;

    #[test]
    fn every_listed_function_exists() {
        let listed = SHARED.len() + NOMAD.len();
        assert_eq!(nomad().len(), listed + 2);
        assert_eq!(packer().len(), SHARED.len() + PACKER.len() + 2 + 1);
    }
}
