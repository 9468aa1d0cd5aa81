//! The blocks that a value is written as, in both syntaxes: their types, their labels and their content.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::draft::{Kind, Names, Shape, View};
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;
use crate::syntax::{BlockRef, ItemRef};

/// The labels of a block as they are written, outermost first.
pub(super) type Labels<L> = SmallVec<[L; 4]>;

/// Writes a block for a value, or for each element of a sequence or entry of a map. The keys of maps are
/// labels.
pub(super) fn each_block<'d, L>(
    value: View<'d>,
    labels: &mut Labels<L>,
    label_of: fn(&'d str) -> L,
    write: &mut impl FnMut(&mut Labels<L>, View<'d>) -> Result<()>,
) -> Result<()> {
    if value.shape() != Shape::Blocks {
        return write(labels, value);
    }
    if value.kind() == Kind::Tuple {
        for (index, element) in value.elements().enumerate() {
            each_block(element, labels, label_of, write)
                .map_err(|error| error.in_element(index))?;
        }
        return Ok(());
    }
    for (key, element) in value.entries() {
        labels.push(label_of(key));
        nest(|| each_block(element, labels, label_of, write))
            .map_err(|error| error.in_field(key))?;
        labels.pop();
    }
    Ok(())
}

/// The type and the content of a block with a type of its own.
pub(super) fn typed_block<'d>(block: View<'d>) -> Result<(&'d str, Option<View<'d>>)> {
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

/// The content inside the variants. The name of a variant is a label, and so is that of a variant inside it.
pub(super) fn inside_variants<'d>(
    mut content: Option<View<'d>>,
    mut add_label: impl FnMut(&'d str),
) -> Option<View<'d>> {
    while let Some((label, inside)) = content.and_then(variant) {
        add_label(label);
        content = inside;
    }
    content
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

/// Fails if a captured item does not have the name and the first labels that its place requires.
/// `notation` gives a label as these labels are written.
pub(super) fn check_named_item<L: AsRef<str>>(
    item: ItemRef<'_>,
    name: &str,
    labels: &[L],
    notation: fn(&str) -> Cow<'_, str>,
) -> Result<()> {
    if item.name() != name {
        return Err(Error::encoding(catalog::other_name(item.name(), name)));
    }
    let mut own = item.as_block().into_iter().flat_map(BlockRef::labels);
    for label in labels {
        if own.next().is_none_or(|own| notation(&own.value()) != label.as_ref()) {
            return Err(Error::encoding(catalog::other_label(label.as_ref())));
        }
    }
    Ok(())
}

/// Adds the labels in the fields of a struct. A field `$labels` has all labels, also those of other fields.
pub(super) fn labels_of<'d>(body: View<'d>, add: impl FnMut(&'d str)) -> Result<()> {
    if body.kind() != Kind::Object || body.names() != Names::Any {
        return Ok(());
    }
    let (mut single, mut all): (Labels<_>, Option<Labels<_>>) = (Labels::new(), None);
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
    all.unwrap_or(single).into_iter().for_each(add);
    Ok(())
}

fn text_of_label(label: View<'_>) -> Result<&str> {
    match label.kind() {
        Kind::String | Kind::UnitVariant | Kind::Literal => Ok(label.text()),
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
