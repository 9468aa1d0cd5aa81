//! Items that no field takes, for [contexts](crate::Context) that ask for them.
//!
//! serde ignores entries that a type does not know. Without a buffer, it calls `deserialize_ignored_any`
//! for them, but it drops buffered entries without any call. So after a successful decode, the document
//! is decoded again with [placeholders](super::buffering) in the buffers. If a target rejects a
//! placeholder, the entry is used, and the part is decoded again with the data in its place. The
//! placeholders that remain when an attempt succeeds represent the items that no field takes.
//!
//! - Nothing is recorded unless a context asks for it.
//! - No value is returned from an attempt with placeholders for items that may be read.
//! - Each part that is decoded again is charged.

use std::cell::{Cell, RefCell};

use hashbrown::{HashMap, HashSet};

use super::input::Node;
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::{Diagnostic, Segment};
use crate::syntax::{BodyRef, ExpressionKind, ExpressionRef, ItemRef};
use crate::text::source::Lookup;
use crate::text::span::Span;

/// The names of the fields of a struct.
type Fields = &'static [&'static str];

/// The facts about items that no field takes.
#[derive(Default)]
pub(in crate::de) struct Unused {
    is_probing: Cell<bool>,
    /// The places of values that were ignored in this attempt, and of the names of entries that were left
    /// in buffers.
    places: RefCell<HashSet<Span>>,
    /// The fields of the structs of this attempt, by the places of their data.
    fields: RefCell<HashMap<Span, Fields>>,
}

impl Unused {
    /// Whether this attempt finds out which buffered entries are read.
    #[inline]
    pub(in crate::de) fn is_probing(&self) -> bool {
        self.is_probing.get()
    }

    /// Prepares for an attempt.
    pub(in crate::de) fn begin(&self) {
        self.places.borrow_mut().clear();
        self.fields.borrow_mut().clear();
    }

    /// Forgets what was recorded about a part.
    pub(in crate::de) fn forget(&self, part: Span) {
        self.places.borrow_mut().retain(|place| !part.contains(*place));
    }

    /// Finishes a successful attempt without placeholders. Returns whether another one with placeholders
    /// follows.
    pub(in crate::de) fn begin_probing(&self) -> bool {
        !self.is_probing.replace(true)
    }

    /// Records that a target has ignored the value at this place.
    #[cold]
    pub(in crate::de) fn ignore(&self, value: Option<Span>) {
        self.places.borrow_mut().extend(value);
    }

    /// Records that no field takes the entry of a buffer whose name is at this place.
    #[cold]
    pub(in crate::de) fn leave(&self, name: Span) {
        self.places.borrow_mut().insert(name);
    }

    /// Records that a struct with these fields was decoded from this place.
    #[cold]
    pub(in crate::de) fn record_fields(&self, place: Span, fields: Fields) {
        self.fields.borrow_mut().insert(place, fields);
    }

    /// One diagnostic for each item in a node that no field takes, in the order of the source. Paths
    /// start at the document, or at the node if its tree has no body of a document.
    pub(in crate::de) fn diagnostics(&self, node: &Node<'_, '_>) -> Vec<Diagnostic> {
        let (places, fields) = (self.places.take(), self.fields.take());
        let (Some(tree), Some(part), false) = (node.tree(), node.span(), places.is_empty()) else {
            return Vec::new();
        };
        let mut survey = Survey { places, fields, part, path: Vec::new(), found: Vec::new() };
        match (tree.root_body(), node.single_body(), node.expression()) {
            (Some(root), ..) => survey.body(BodyRef(root)),
            (None, Some(body), _) => survey.body(body.body()),
            (None, None, Some(expression)) => survey.expression(expression),
            (None, None, None) => {}
        }
        let mut lookup = Lookup::new(tree.origin());
        for diagnostic in &mut survey.found {
            diagnostic.attach(&mut lookup);
        }
        survey.found
    }
}

/// A walk through a document that finds items by their places.
struct Survey {
    places: HashSet<Span>,
    fields: HashMap<Span, Fields>,
    part: Span,
    path: Vec<Segment>,
    found: Vec<Diagnostic>,
}

impl Survey {
    fn body(&mut self, body: BodyRef<'_>) {
        let mut counts: HashMap<&str, (usize, usize)> = HashMap::new();
        // The blocks of one type are one entry.
        let mut unused: HashSet<&str> = HashSet::new();
        for block in body.blocks() {
            counts.entry(block.block_type()).or_default().1 += 1;
        }
        for item in body.items() {
            let position = counts.get_mut(item.name()).filter(|_| item.as_block().is_some());
            let position = position.and_then(|(next, count)| {
                *next += 1;
                (*count > 1).then_some(*next - 1)
            });
            let is_inside = self.part.contains(item.span()) || item.span().contains(self.part);
            if is_inside && self.item(item, body.span(), position, &unused) {
                unused.insert(item.name());
            }
        }
    }

    /// Whether no field takes the item. `position` is that of a block among those of its type.
    fn item(
        &mut self,
        item: ItemRef<'_>,
        body: Span,
        position: Option<usize>,
        unused_types: &HashSet<&str>,
    ) -> bool {
        let value = match (item.as_attribute(), item.as_block()) {
            (Some(attribute), _) => attribute.expression().span(),
            (_, Some(block)) => block.header_span(),
            _ => return false,
        };
        let depth = self.path.len();
        self.path.push(Segment::Field(item.name().to_owned()));
        let is_unused =
            self.is_unused(item.name_span(), value) || unused_types.contains(item.name());
        if is_unused {
            let fields = self.fields.get(&body).copied().unwrap_or_default();
            self.add(catalog::unknown_item(item, fields));
        } else if let Some(block) = item.as_block() {
            let labels = block.labels().map(|label| Segment::Label(label.value().into_owned()));
            self.path.extend(labels);
            if self.path.len() == depth + 1 {
                self.path.extend(position.map(Segment::Index));
            }
            self.body(block.body());
        } else if let Some(attribute) = item.as_attribute() {
            self.expression(attribute.expression());
        }
        self.path.truncate(depth);
        is_unused
    }

    fn expression(&mut self, expression: ExpressionRef<'_>) {
        let depth = self.path.len();
        match expression.without_parentheses().kind() {
            ExpressionKind::Object(object) => {
                for item in object.items() {
                    let name = item.shown_key().into_owned();
                    self.path.push(Segment::Field(name.clone()));
                    let place = item.key().span();
                    let is_content_unused =
                        item.key_span().is_some_and(|content| self.places.remove(&content));
                    if self.is_unused(place, item.value().span()) || is_content_unused {
                        let fields = self.fields.get(&expression.span()).copied();
                        let fields = fields.unwrap_or_default();
                        self.add(catalog::unknown_field(&name, fields).with_span(place));
                    } else {
                        self.expression(item.value());
                    }
                    self.path.truncate(depth);
                }
            }
            ExpressionKind::Tuple(elements) => {
                for (index, element) in elements.enumerate() {
                    self.path.push(Segment::Index(index));
                    self.expression(element);
                    self.path.truncate(depth);
                }
            }
            _ => {}
        }
    }

    /// A place counts once: all generated blocks have the same place.
    fn is_unused(&mut self, name: Span, value: Span) -> bool {
        self.places.remove(&name) || self.places.remove(&value)
    }

    fn add(&mut self, mut diagnostic: Diagnostic) {
        for segment in self.path.iter().rev() {
            diagnostic.lead_by(segment.clone());
        }
        self.found.push(diagnostic);
    }
}
