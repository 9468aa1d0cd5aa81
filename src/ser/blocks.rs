//! The blocks that a value is written as, in both syntaxes: their types, their labels and their content.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::draft::{Kind, Names, Shape, View};
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;
use crate::parser::document::parse;
use crate::syntax::{BlockRef, ExpressionRef};

/// The labels of a block as they are written, outermost first.
pub(super) type Labels<'d> = SmallVec<[Cow<'d, str>; 4]>;

/// The text of a key as it is written in a label.
pub(super) type Notation = for<'t> fn(&'t str) -> Cow<'t, str>;

/// The item that a writer writes for a value that is not an attribute.
pub(super) enum Written<'w, 'd> {
    /// A captured item: its text.
    Item(&'d str),
    Block {
        name: &'d str,
        labels: &'w Labels<'d>,
        /// The number of labels around the body, which are not fields of it.
        outer_labels: usize,
        body: Option<View<'d>>,
    },
}

/// Writes a block for a value, or for each element of a sequence or entry of a map. The keys of maps are
/// labels. In a field `$blocks`, each element has a block type of its own.
pub(super) fn each_block<'d>(
    name: &'d str,
    value: View<'d>,
    notation: Notation,
    write: &mut dyn FnMut(Written<'_, 'd>) -> Result<()>,
) -> Result<()> {
    let mut blocks = Blocks { name, labels: Labels::new(), notation, write };
    if !is_typed_blocks(name, value) {
        return blocks.all(value);
    }
    for (index, block) in value.elements().enumerate() {
        blocks.typed(block).map_err(|error| error.in_element(index))?;
    }
    Ok(())
}

struct Blocks<'w, 'd> {
    name: &'d str,
    labels: Labels<'d>,
    notation: Notation,
    write: &'w mut dyn FnMut(Written<'_, 'd>) -> Result<()>,
}

impl<'d> Blocks<'_, 'd> {
    fn all(&mut self, value: View<'d>) -> Result<()> {
        if value.shape() != Shape::Blocks {
            return self.one(Some(value));
        }
        if value.kind() == Kind::Tuple {
            for (index, element) in value.elements().enumerate() {
                self.all(element).map_err(|error| error.in_element(index))?;
            }
            return Ok(());
        }
        for (key, element) in value.entries() {
            self.labels.push((self.notation)(key));
            nest(|| self.all(element)).map_err(|error| error.in_field(key))?;
            self.labels.pop();
        }
        Ok(())
    }

    fn typed(&mut self, block: View<'d>) -> Result<()> {
        if block.kind() == Kind::NamedItem {
            return (self.write)(Written::Item(block.text()));
        }
        let (name, content) = typed_block(block)?;
        self.name = name;
        self.one(content)
    }

    /// One block. The names of the variants around its body are labels.
    fn one(&mut self, content: Option<View<'d>>) -> Result<()> {
        if let Some(item) = content.filter(|content| content.kind() == Kind::NamedItem) {
            self.check_item(item.text())?;
            return (self.write)(Written::Item(item.text()));
        }
        let (before, mut body) = (self.labels.len(), content);
        while let Some((label, inside)) = body.and_then(variant) {
            self.labels.push(Cow::Borrowed(label));
            body = inside;
        }
        let outer_labels = self.labels.len();
        if let Some(body) = body {
            labels_of(body, &mut self.labels)?;
        }
        let (name, labels) = (self.name, &self.labels);
        (self.write)(Written::Block { name, labels, outer_labels, body })?;
        self.labels.truncate(before);
        Ok(())
    }

    /// Fails if a captured item does not have the name and the first labels that its place requires.
    fn check_item(&self, item: &str) -> Result<()> {
        let source = with_line_end(item);
        let document = parse(&source)?;
        let Some(item) = document.body().items().next() else { return Ok(()) };
        if item.name() != self.name {
            return Err(Error::encoding(catalog::other_name(item.name(), self.name)));
        }
        let mut own = item.as_block().into_iter().flat_map(BlockRef::labels);
        for label in &self.labels {
            if own.next().is_none_or(|own| (self.notation)(&own.value()) != *label) {
                return Err(Error::encoding(catalog::other_label(label)));
            }
        }
        Ok(())
    }
}

/// The text of a captured part, in which the end marker of a heredoc has its own line.
pub(super) fn with_line_end(captured: &str) -> String {
    format!("{captured}\n")
}

/// Reads the expression of a captured item, which must be an attribute.
pub(super) fn of_captured_attribute<R>(
    item: &str,
    read: impl FnOnce(ExpressionRef<'_>) -> Result<R>,
) -> Result<R> {
    let item = with_line_end(item);
    let document = parse(&item)?;
    match document.body().attributes().next() {
        Some(attribute) => read(attribute.expression()),
        None => Err(Error::encoding(catalog::block_in_expression())),
    }
}

/// The type and the content of a block with a type of its own.
fn typed_block<'d>(block: View<'d>) -> Result<(&'d str, Option<View<'d>>)> {
    let entry = variant(block).or_else(|| {
        let is_map = block.kind() == Kind::Object && block.shape() != Shape::Body;
        let mut entries = block.entries().filter(|_| is_map);
        let (name, content) = entries.next().filter(|_| entries.next().is_none())?;
        Some((name, Some(content)))
    });
    match entry {
        None => Err(Error::encoding(catalog::no_typed_block(block.description()))),
        Some((_, Some(content))) if !is_content_of_block(content) => {
            Err(Error::encoding(catalog::no_block(content.description())))
        }
        Some(entry) => Ok(entry),
    }
}

/// The name of a variant and its content, if it is one.
fn variant(value: View<'_>) -> Option<(&str, Option<View<'_>>)> {
    match value.kind() {
        Kind::UnitVariant => Some((value.text(), None)),
        Kind::Variant => value.entries().next().map(|(name, content)| (name, Some(content))),
        _ => None,
    }
}

/// Whether the content of a variant can be the content of a block.
fn is_content_of_block(content: View<'_>) -> bool {
    match content.kind() {
        Kind::Unit | Kind::UnitStruct | Kind::UnitVariant | Kind::Object => true,
        Kind::Variant => content.entries().all(|(_, inner)| nest(|| is_content_of_block(inner))),
        _ => content.shape() == Shape::Body,
    }
}

/// Adds the labels in the fields of a struct. A field `$labels` has all labels, also those of other fields.
fn labels_of<'d>(body: View<'d>, labels: &mut Labels<'d>) -> Result<()> {
    if body.kind() != Kind::Object || body.names() != Names::Any {
        return Ok(());
    }
    let (mut single, mut all) = (Labels::new(), None::<Labels<'_>>);
    for (name, value) in body.entries().filter(|(name, _)| is_label(name)) {
        let result = match value.kind() {
            Kind::Tuple if name == "$labels" => {
                value.elements().map(text_of_label).collect::<Result<_>>().map(|it| all = Some(it))
            }
            _ if is_absent(value) => Ok(()),
            _ => text_of_label(value).map(|label| single.push(label)),
        };
        result.map_err(|error| error.in_field(name))?;
    }
    match &all {
        Some(all) if !all.starts_with(&single) => {
            return Err(Error::encoding(catalog::contradicting_labels()).in_field("$labels"));
        }
        _ => {}
    }
    labels.extend(all.unwrap_or(single));
    Ok(())
}

fn text_of_label(label: View<'_>) -> Result<Cow<'_, str>> {
    match label.kind() {
        Kind::String | Kind::UnitVariant | Kind::Literal => Ok(label.text().into()),
        _ => Err(Error::encoding(catalog::unsuitable_label(label.description()))),
    }
}

/// Whether a label of the struct is an option without content.
pub(super) fn has_absent_label(body: View<'_>) -> bool {
    body.kind() == Kind::Object
        && body.names() == Names::Any
        && body.entries().any(|(name, value)| is_label(name) && is_absent(value))
}

pub(super) fn is_absent(value: View<'_>) -> bool {
    matches!(value.kind(), Kind::Absent | Kind::None)
}

#[inline]
pub(super) fn is_label(name: &str) -> bool {
    name.starts_with("$label")
        && (name == "$label" || name == "$labels" || name.starts_with("$label:"))
}

/// Whether the entry is a sequence of blocks with types of their own.
#[inline]
pub(super) fn is_typed_blocks(name: &str, value: View<'_>) -> bool {
    value.kind() == Kind::Tuple && name == "$blocks"
}
