//! Definitions: the parts of a document that references lead to.

use std::borrow::Cow;
use std::iter;

use super::Editor;
use crate::configuration::Reference;
use crate::source::Span;
use crate::syntax::ItemRef;

/// A part of a document that references lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The names with which a reference starts that leads to it.
    pub address: Vec<String>,
    /// The bytes of the last name: that of an argument, or a label with its quotes.
    pub name: Span,
    /// The bytes of the whole part.
    pub span: Span,
}

impl Editor<'_> {
    /// The items of the document, and the arguments directly in its blocks.
    pub(super) fn definitions(&self) -> &[Definition] {
        self.definitions.get_or_init(|| {
            let mut all = Vec::new();
            let mut add = |mut address: Vec<String>, name, span| {
                (self.addresses)(&mut address);
                if !address.is_empty() {
                    all.push(Definition { address, name, span });
                }
            };
            for item in self.document.body().items() {
                let outer = address(item);
                let Some(block) = item.as_block() else {
                    add(outer, item.name_span(), item.span());
                    continue;
                };
                for attribute in block.body().attributes() {
                    let own = outer.iter().cloned().chain([attribute.name().to_owned()]);
                    add(own.collect(), attribute.name_span(), attribute.span());
                }
                let name =
                    block.labels().last().map_or(block.block_type_span(), |label| label.span());
                add(outer, name, item.span());
            }
            all
        })
    }

    /// The names after these in addresses.
    pub(super) fn names_below(&self, names: &[String]) -> impl Iterator<Item = &str> {
        let below = self.definitions().iter().filter(move |it| it.address.starts_with(names));
        below.filter_map(|it| it.address.get(names.len()).map(|name| &**name))
    }

    /// The definitions with the longest address that is the start of these names.
    pub(super) fn defined_as(&self, names: &[String]) -> Vec<Definition> {
        let fitting = self.definitions().iter().filter(|it| names.starts_with(&it.address));
        let longest = fitting.clone().map(|it| it.address.len()).max();
        fitting.filter(|it| Some(it.address.len()) == longest).cloned().collect()
    }
}

/// The address of an item: its name, and its labels.
fn address(item: ItemRef<'_>) -> Vec<String> {
    let labels = item.as_block().into_iter().flat_map(|block| block.labels());
    let labels = labels.map(|label| label.value().into_owned());
    iter::once(item.name().to_owned()).chain(labels).collect()
}

/// The names of a reference, as in an address.
pub(super) fn names(reference: &Reference<'_>) -> Vec<String> {
    let steps = reference.steps().map_while(|step| step.name().map(Cow::into_owned));
    iter::once(reference.root().to_owned()).chain(steps).collect()
}
