//! Definitions: the parts of a document that references lead to.

use std::borrow::Cow;
use std::iter;
use std::sync::OnceLock;

use crate::configuration::Reference;
use crate::source::Span;
use crate::syntax::{BodyRef, ExpressionKind, ItemRef, StepKind};

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

/// The definitions of a document: its items, and the arguments directly in its blocks.
#[derive(Debug)]
pub(super) struct Definitions {
    pub(super) all: Vec<Definition>,
    /// The numbers of the definitions, in the order of their addresses. Completion doesn't need it.
    order: OnceLock<Vec<usize>>,
}

impl Definitions {
    pub(super) fn of(body: BodyRef<'_>, addresses: fn(&mut Vec<String>)) -> Self {
        let mut all = Vec::new();
        let mut add = |mut address: Vec<String>, name, span| {
            addresses(&mut address);
            if !address.is_empty() {
                all.push(Definition { address, name, span });
            }
        };
        for item in body.items() {
            let outer = address(item);
            let Some(block) = item.as_block() else {
                add(outer, item.name_span(), item.span());
                continue;
            };
            for attribute in block.body().attributes() {
                let own = outer.iter().cloned().chain([attribute.name().to_owned()]);
                add(own.collect(), attribute.name_span(), attribute.span());
            }
            let name = block.labels().last().map_or(block.name_span(), |label| label.span());
            add(outer, name, item.span());
        }
        Definitions { all, order: OnceLock::new() }
    }

    fn order(&self) -> &[usize] {
        self.order.get_or_init(|| {
            let mut order: Vec<usize> = (0..self.all.len()).collect();
            order.sort_by_key(|number| self.all.get(*number).map(|it| &*it.address));
            order
        })
    }

    /// The numbers of the definitions whose address starts with these names.
    fn numbers_below(&self, names: &[String]) -> &[usize] {
        let address = |number: &usize| self.all.get(*number).map_or(&[][..], |it| &it.address);
        let start = self.order().partition_point(|number| address(number) < names);
        let behind = self.order().get(start..).unwrap_or_default();
        let end = behind.partition_point(|number| address(number).starts_with(names));
        behind.get(..end).unwrap_or_default()
    }

    /// The definitions whose address starts with these names.
    fn below(&self, names: &[String]) -> impl Iterator<Item = &Definition> {
        self.numbers_below(names).iter().filter_map(|number| self.all.get(*number))
    }

    /// The names after these in addresses.
    pub(super) fn names_below(&self, names: &[String]) -> impl Iterator<Item = Cow<'_, str>> {
        let count = names.len();
        let below = self.all.iter().filter(move |it| it.address.starts_with(names));
        below.filter_map(move |it| it.address.get(count).map(|name| Cow::Borrowed(&**name)))
    }

    /// The definitions with this address.
    pub(super) fn at(&self, address: &[String]) -> impl Iterator<Item = &Definition> {
        let count = address.len();
        self.below(address).take_while(move |definition| definition.address.len() == count)
    }

    /// Where a reference with these names leads, in numbers that don't depend on names.
    pub(super) fn target(&self, names: &[String]) -> Target {
        let longest = self.longest(names);
        let found = longest.map_or(&[][..], |address| self.numbers_below(address));
        let is_exact = |number: &usize| {
            self.all
                .get(*number)
                .is_some_and(|it| Some(it.address.len()) == longest.map(<[String]>::len))
        };
        // Shorter addresses are before those that start with them.
        let count = found.partition_point(is_exact);
        Target { first: found.first().copied(), count, below: self.numbers_below(names).len() }
    }

    /// The longest address that is the start of these names.
    pub(super) fn longest<'n>(&self, names: &'n [String]) -> Option<&'n [String]> {
        let starts = (1..=names.len()).rev().filter_map(|count| names.get(..count));
        starts.into_iter().find(|start| self.at(start).next().is_some())
    }
}

/// The definitions to which a reference leads.
#[derive(PartialEq)]
pub(super) struct Target {
    first: Option<usize>,
    /// The number of definitions with the longest address.
    count: usize,
    /// The number of definitions whose address starts with the names of the reference.
    below: usize,
}

/// The address of an item: its name, and its labels.
fn address(item: ItemRef<'_>) -> Vec<String> {
    let labels = item.as_block().into_iter().flat_map(|block| block.labels());
    let labels = labels.map(|label| label.value().into_owned());
    iter::once(item.name().to_owned()).chain(labels).collect()
}

/// The names of a reference, as in an address.
pub(super) fn names(reference: &Reference<'_>) -> Vec<String> {
    let steps = reference.steps().map_while(|step| match step.kind() {
        StepKind::Attribute(name) => Some(name.to_owned()),
        StepKind::Index(key) => match key.kind() {
            ExpressionKind::String(text) => Some(text.value().into_owned()),
            _ => None,
        },
        _ => None,
    });
    iter::once(reference.root().to_owned()).chain(steps).collect()
}
