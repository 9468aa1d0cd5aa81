//! The encoded form of a value, which can be compared part by part.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::discriminant;
use std::slice::from_ref;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::matching::Traits;
use crate::document::{Body, grouped};
use crate::limits::stack::nest;
use crate::syntax::{BlockRef, BodyRef, ExpressionKind, ExpressionRef};

/// A part of an encoded value. The type decides whether it is written as an attribute or as blocks;
/// the document may have the other form.
#[derive(Clone)]
pub(super) enum Draft<'a> {
    /// An expression that is compared as a whole.
    Leaf(ExpressionRef<'a>),
    Object(Object<'a>),
    Tuple(Vec<Draft<'a>>),
    /// The blocks of one type in a body.
    Blocks(Vec<BlockDraft<'a>>),
}

/// The items of an object or of a body: attributes, and blocks by their types.
#[derive(Clone, Default)]
pub(super) struct Object<'a> {
    pub(super) entries: Vec<(Cow<'a, str>, Draft<'a>)>,
    /// For each block in order, the index of its entry.
    pub(super) order: Vec<usize>,
}

#[derive(Clone)]
pub(super) struct BlockDraft<'a> {
    pub(super) labels: Vec<Cow<'a, str>>,
    pub(super) content: Draft<'a>,
    /// The block, unless it was made from an expression.
    pub(super) block: Option<BlockRef<'a>>,
}

impl<'a> Object<'a> {
    pub(super) fn of_body(body: BodyRef<'a>) -> Self {
        let mut object = Object::default();
        let mut types: HashMap<&str, usize> = HashMap::new();
        for item in body.items() {
            let name = item.name();
            if let Some(attribute) = item.as_attribute() {
                object.entries.push((name.into(), Draft::of_expression(attribute.expression())));
            } else if let Some(block) = item.as_block() {
                let index = *types.entry(name).or_insert_with(|| {
                    object.entries.push((name.into(), Draft::Blocks(Vec::new())));
                    object.entries.len() - 1
                });
                object.order.push(index);
                if let Some((_, Draft::Blocks(blocks))) = object.entries.get_mut(index) {
                    blocks.push(BlockDraft {
                        labels: block.labels().map(|label| label.value()).collect(),
                        content: Draft::Object(nest(|| Object::of_body(block.body()))),
                        block: Some(block),
                    });
                }
            }
        }
        object
    }

    /// The values by their keys.
    pub(super) fn by_key(&self) -> HashMap<&str, &Draft<'a>> {
        self.entries.iter().map(|(key, value)| (&**key, value)).collect()
    }

    /// The types of the blocks in order.
    pub(super) fn types(&self) -> impl Iterator<Item = &str> {
        self.order.iter().filter_map(|index| Some(&*self.entries.get(*index)?.0))
    }
}

impl<'a> Draft<'a> {
    pub(super) fn of_body(body: &'a Body) -> Self {
        Draft::Object(Object::of_body(body.view()))
    }

    pub(super) fn of_expression(expression: ExpressionRef<'a>) -> Self {
        match expression.kind() {
            ExpressionKind::Tuple(elements) => Draft::Tuple(
                elements.map(|element| nest(|| Self::of_expression(element))).collect(),
            ),
            ExpressionKind::Object(object) => {
                let entries = object.items().map(|item| {
                    let key = item.known_key()?;
                    Some((key, nest(|| Self::of_expression(item.value()))))
                });
                match entries.collect() {
                    Some(entries) => Draft::Object(Object { entries, order: Vec::new() }),
                    None => Draft::Leaf(expression),
                }
            }
            _ => Draft::Leaf(expression),
        }
    }

    /// The draft for a place where the document has an expression. Blocks become objects by their
    /// first labels; only the next level changes. Blocks without labels become a tuple, or an object
    /// if there is only one and no tuple is wanted.
    pub(super) fn as_value(&self, wants_tuple: bool) -> Cow<'_, Draft<'a>> {
        match self {
            Draft::Blocks(blocks) => Cow::Owned(value_of(blocks, wants_tuple)),
            _ => Cow::Borrowed(self),
        }
    }

    /// The draft as blocks with this many labels, for a place where the document has blocks. `None`
    /// if it does not have this form.
    pub(super) fn as_blocks(&self, labels: usize) -> Option<Vec<Cow<'_, BlockDraft<'a>>>> {
        let mut added = Vec::new();
        match self {
            Draft::Blocks(blocks) => added.extend(blocks.iter().map(Cow::Borrowed)),
            _ if self.is_empty() => {}
            _ => self.add_blocks(labels, &mut Vec::new(), &mut added)?,
        }
        Some(added)
    }

    /// Whether it is a collection without elements.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Draft::Object(object) => object.entries.is_empty(),
            Draft::Tuple(elements) => elements.is_empty(),
            _ => false,
        }
    }

    fn add_blocks(
        &self,
        labels: usize,
        path: &mut Vec<Cow<'a, str>>,
        blocks: &mut Vec<Cow<'_, BlockDraft<'a>>>,
    ) -> Option<()> {
        match self {
            Draft::Object(_) if path.len() == labels => {
                let (labels, content) = (path.clone(), self.clone());
                blocks.push(Cow::Owned(BlockDraft { labels, content, block: None }));
                Some(())
            }
            // Blocks can't say that there is an empty collection, or a sequence in a sequence.
            _ if self.is_empty() => None,
            Draft::Tuple(elements) => elements.iter().try_for_each(|element| match element {
                Draft::Tuple(_) => None,
                _ => element.add_blocks(labels, path, blocks),
            }),
            Draft::Object(object) => {
                for (key, value) in &object.entries {
                    path.push(key.clone());
                    value.add_blocks(labels, path, blocks)?;
                    path.pop();
                }
                Some(())
            }
            _ => None,
        }
    }

    /// The entries with their keys, or the elements, or the contents of the blocks with their labels. Entries
    /// are sorted, because the order of keys does not matter.
    pub(super) fn parts(&self) -> Vec<(&[Cow<'a, str>], &Draft<'a>)> {
        match self {
            Draft::Leaf(_) => Vec::new(),
            Draft::Object(object) => {
                let entries = object.entries.iter();
                let mut parts: Vec<_> = entries.map(|(key, it)| (from_ref(key), it)).collect();
                parts.sort_by_key(|(key, _)| *key);
                parts
            }
            Draft::Tuple(elements) => elements.iter().map(|it| (&[][..], it)).collect(),
            Draft::Blocks(blocks) => blocks.iter().map(|it| (&*it.labels, &it.content)).collect(),
        }
    }

    /// Whether both are of one kind. The order of attributes does not matter, that of blocks does.
    pub(super) fn is_kind_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Draft::Object(one), Draft::Object(other)) => one.types().eq(other.types()),
            _ => discriminant(self) == discriminant(other),
        }
    }

    /// A hash of the value. Equal drafts have the same one.
    pub(super) fn hash(&self) -> u64 {
        self.traits().content
    }

    /// The hashes of the value and of its parts with their keys.
    pub(super) fn traits(&self) -> Traits {
        let parts = self.parts().into_iter();
        let parts: Vec<u64> =
            parts.map(|(key, part)| hash_of((key, nest(|| part.hash())))).collect();
        let content = match self {
            Draft::Leaf(expression) => match expression.as_string() {
                Some(string) => hash_of(("string", string.value())),
                None => hash_of(("expression", expression.text())),
            },
            _ => hash_of((discriminant(self), &parts)),
        };
        Traits { identity: 0, content, parts }
    }
}

pub(super) fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Blocks as a value. Their first labels become keys.
fn value_of<'a>(blocks: &[BlockDraft<'a>], wants_tuple: bool) -> Draft<'a> {
    match blocks {
        [block] if block.labels.is_empty() && !wants_tuple => return block.content.clone(),
        _ if blocks.iter().any(|block| block.labels.is_empty()) => {
            return Draft::Tuple(blocks.iter().map(|block| block.content.clone()).collect());
        }
        _ => {}
    }
    let labelled = blocks.iter().filter_map(|block| {
        let (label, labels) = block.labels.split_first()?;
        Some((label.clone(), BlockDraft { labels: labels.to_vec(), ..block.clone() }))
    });
    let groups = grouped(labelled).into_iter();
    let entries = groups.map(|(label, blocks)| (label, Draft::Blocks(blocks))).collect();
    Draft::Object(Object { entries, order: Vec::new() })
}

/// Equal as values: layout and the order of keys don't matter. Two hash maps that are equal are encoded in
/// different orders.
impl PartialEq for Draft<'_> {
    fn eq(&self, other: &Self) -> bool {
        nest(|| match (self, other) {
            (Draft::Leaf(one), Draft::Leaf(other)) => {
                one.text() == other.text()
                    || matches!(
                        (one.as_string(), other.as_string()),
                        (Some(one), Some(other)) if one.value() == other.value()
                    )
            }
            _ => self.is_kind_of(other) && self.parts() == other.parts(),
        })
    }
}

impl PartialEq for BlockDraft<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.labels == other.labels && self.content == other.content
    }
}

/// A draft to be serialized as an expression.
pub(super) struct AsExpression<'d, 'a> {
    pub(super) draft: &'d Draft<'a>,
    /// Whether one block without labels becomes a tuple.
    pub(super) wants_tuples: bool,
}

impl Serialize for AsExpression<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let part = |draft| AsExpression { draft, wants_tuples: self.wants_tuples };
        match self.draft {
            Draft::Leaf(expression) => match expression.as_string() {
                Some(string) => serializer.serialize_str(&string.value()),
                None => crate::Expression::from(*expression).serialize(serializer),
            },
            Draft::Tuple(elements) => serializer.collect_seq(elements.iter().map(part)),
            Draft::Object(Object { entries, .. }) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, value) in entries {
                    map.serialize_entry(key, &part(value))?;
                }
                map.end()
            }
            Draft::Blocks(blocks) => {
                part(&value_of(blocks, self.wants_tuples)).serialize(serializer)
            }
        }
    }
}
