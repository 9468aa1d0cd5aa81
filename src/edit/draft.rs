//! The encoded form of a value, which can be compared part by part.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::stack::nest;
use crate::syntax::{BlockRef, BodyRef, ExpressionKind, ExpressionRef};

/// A part of an encoded value. The type decides whether it is written as an attribute or as blocks;
/// the document may have the other form.
#[derive(Clone)]
pub(super) enum Draft<'a> {
    /// An expression that is compared as a whole.
    Leaf(ExpressionRef<'a>),
    /// The items of an object or of a body: attributes, and blocks by their types.
    Object(Vec<(Cow<'a, str>, Draft<'a>)>),
    Tuple(Vec<Draft<'a>>),
    /// The blocks of one type in a body.
    Blocks(Vec<BlockDraft<'a>>),
}

/// The entries of an object.
pub(super) type Entries<'d, 'a> = &'d [(Cow<'a, str>, Draft<'a>)];

#[derive(Clone)]
pub(super) struct BlockDraft<'a> {
    pub(super) labels: Vec<Cow<'a, str>>,
    pub(super) content: Draft<'a>,
    /// The block, unless it was made from an expression.
    pub(super) block: Option<BlockRef<'a>>,
}

impl<'a> Draft<'a> {
    pub(super) fn of_body(body: BodyRef<'a>) -> Self {
        let mut entries: Vec<(Cow<'a, str>, Draft<'a>)> = Vec::new();
        let mut types: HashMap<&str, usize> = HashMap::new();
        for item in body.items() {
            let name = item.name();
            if let Some(attribute) = item.as_attribute() {
                entries.push((name.into(), Draft::of_expression(attribute.expression())));
            } else if let Some(block) = item.as_block() {
                let index = *types.entry(name).or_insert_with(|| {
                    entries.push((name.into(), Draft::Blocks(Vec::new())));
                    entries.len() - 1
                });
                if let Some((_, Draft::Blocks(blocks))) = entries.get_mut(index) {
                    blocks.push(BlockDraft {
                        labels: block.labels().map(|label| label.value()).collect(),
                        content: nest(|| Draft::of_body(block.body())),
                        block: Some(block),
                    });
                }
            }
        }
        Draft::Object(entries)
    }

    fn of_expression(expression: ExpressionRef<'a>) -> Self {
        match expression.kind() {
            ExpressionKind::Tuple(elements) => Draft::Tuple(
                elements.map(|element| nest(|| Self::of_expression(element))).collect(),
            ),
            ExpressionKind::Object(object) => {
                let entries = object.items().map(|item| {
                    let key = match item.name() {
                        Some(name) => Cow::Borrowed(name),
                        None => item.key().as_string()?.value(),
                    };
                    Some((key, nest(|| Self::of_expression(item.value()))))
                });
                entries.collect::<Option<_>>().map_or(Draft::Leaf(expression), Draft::Object)
            }
            _ => Draft::Leaf(expression),
        }
    }

    /// The entries of an object by their keys.
    pub(super) fn by_key<'d>(entries: Entries<'d, 'a>) -> HashMap<&'d str, &'d Draft<'a>> {
        entries.iter().map(|(key, value)| (&**key, value)).collect()
    }

    /// The draft as a value, for a place where the document has an expression: blocks become
    /// objects, and labels become their keys.
    pub(super) fn as_value(&self, is_tuple: bool) -> Cow<'_, Draft<'a>> {
        match self {
            Draft::Blocks(blocks) => Cow::Owned(value_of(blocks, 0, is_tuple)),
            _ => Cow::Borrowed(self),
        }
    }

    /// The draft as blocks with this many labels, for a place where the document has blocks. `None`
    /// if it does not have this form.
    pub(super) fn as_blocks(&self, labels: usize) -> Option<Cow<'_, [BlockDraft<'a>]>> {
        match self {
            Draft::Blocks(blocks) => Some(Cow::Borrowed(blocks)),
            _ => {
                let mut blocks = Vec::new();
                self.add_blocks(labels, &mut Vec::new(), &mut blocks)?;
                Some(Cow::Owned(blocks))
            }
        }
    }

    fn add_blocks(
        &self,
        labels: usize,
        path: &mut Vec<Cow<'a, str>>,
        blocks: &mut Vec<BlockDraft<'a>>,
    ) -> Option<()> {
        match self {
            Draft::Tuple(elements) => {
                elements.iter().try_for_each(|element| element.add_blocks(labels, path, blocks))
            }
            Draft::Object(entries) if path.len() < labels => {
                for (key, value) in entries {
                    path.push(key.clone());
                    value.add_blocks(labels, path, blocks)?;
                    path.pop();
                }
                Some(())
            }
            Draft::Object(_) if path.len() == labels => {
                let (labels, content) = (path.clone(), self.clone());
                blocks.push(BlockDraft { labels, content, block: None });
                Some(())
            }
            _ => None,
        }
    }
}

/// Blocks as a value. Their labels from `number` on become keys.
fn value_of<'a>(blocks: &[BlockDraft<'a>], number: usize, is_tuple: bool) -> Draft<'a> {
    if let [block] = blocks {
        if block.labels.len() == number && !is_tuple {
            return block.content.clone();
        }
    }
    if blocks.iter().any(|block| block.labels.len() <= number) {
        return Draft::Tuple(blocks.iter().map(|block| block.content.clone()).collect());
    }
    let mut groups: Vec<(Cow<'a, str>, Vec<BlockDraft<'a>>)> = Vec::new();
    let mut indexes: HashMap<Cow<'a, str>, usize> = HashMap::new();
    for block in blocks {
        let Some(label) = block.labels.get(number) else { continue };
        let index = *indexes.entry(label.clone()).or_insert_with(|| {
            groups.push((label.clone(), Vec::new()));
            groups.len() - 1
        });
        if let Some((_, group)) = groups.get_mut(index) {
            group.push(block.clone());
        }
    }
    let values = groups.into_iter().map(|(label, blocks)| {
        let value = value_of(&blocks, number + 1, false);
        (label, value)
    });
    Draft::Object(values.collect())
}

/// Equal as values: layout and the order of keys don't matter.
impl PartialEq for Draft<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Draft::Leaf(one), Draft::Leaf(other)) => {
                one.text() == other.text()
                    || matches!(
                        (one.as_string(), other.as_string()),
                        (Some(one), Some(other)) if one.value() == other.value()
                    )
            }
            (Draft::Object(one), Draft::Object(other)) => {
                if one.len() != other.len() {
                    return false;
                }
                let mut pairs = one.iter().zip(other);
                if pairs.all(|(one, other)| one.0 == other.0 && nest(|| one.1 == other.1)) {
                    return true;
                }
                let other = Draft::by_key(other);
                one.iter().all(|(key, value)| {
                    other.get(&**key).is_some_and(|other| nest(|| value == *other))
                })
            }
            (Draft::Tuple(one), Draft::Tuple(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(a, b)| nest(|| a == b))
            }
            (Draft::Blocks(one), Draft::Blocks(other)) => one == other,
            _ => false,
        }
    }
}

impl PartialEq for BlockDraft<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.labels == other.labels && nest(|| self.content == other.content)
    }
}

/// Serialized as an expression.
impl Serialize for Draft<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Draft::Leaf(expression) => match expression.as_string() {
                Some(string) => serializer.serialize_str(&string.value()),
                None => crate::Expression::from(*expression).serialize(serializer),
            },
            Draft::Tuple(elements) => serializer.collect_seq(elements),
            Draft::Object(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, value) in entries {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
            Draft::Blocks(blocks) => value_of(blocks, 0, false).serialize(serializer),
        }
    }
}
