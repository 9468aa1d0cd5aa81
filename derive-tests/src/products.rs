//! The functions of the library, each once.

use serde_hcl::{Function, functions};

/// All functions that are pure, and what each product has besides: its variants, and functions of its own. Names with
/// a namespace are left out, as they are second names.
pub fn functions_of_products() -> Vec<(&'static str, Vec<Function>)> {
    let description = |it: &Function| format!("{it:?} {}", it.description());
    let mut known = Vec::new();
    let lists = [
        ("all", functions::all()),
        ("terraform", functions::terraform()),
        ("opentofu", functions::opentofu()),
        ("packer", functions::packer()),
        ("nomad", functions::nomad()),
    ];
    let of_product = |(product, mut list): (_, Vec<Function>)| {
        list.retain(|it| !it.name().starts_with("core::") && !known.contains(&description(it)));
        known.extend(list.iter().map(description));
        (product, list)
    };
    lists.map(of_product).into()
}
