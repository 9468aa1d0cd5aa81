//! Merging bodies: a later one overrides parts of an earlier one.

use std::borrow::Cow;

use hashbrown::HashMap;

use super::body::{BodyRef, ItemRef};
use super::join::join;
use super::node::{Kind, List, NodeId};
use super::tree::Tree;
use super::view::View;
use crate::limits::stack::nest;

/// The key of an item. A later item overrides an earlier one with the same key.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key<'a> {
    Attribute(&'a str),
    Block(&'a str, Vec<Cow<'a, str>>),
    /// A property of JSON syntax, which may be an attribute or blocks.
    Property(&'a str),
}

impl<'a> Key<'a> {
    fn of(item: ItemRef<'a>) -> Self {
        let name = item.name();
        match (item.as_property(), item.as_block()) {
            (Some(_), _) => Key::Property(name),
            (None, Some(block)) => {
                Key::Block(name, block.labels().map(|label| label.value()).collect())
            }
            (None, None) => Key::Attribute(name),
        }
    }

    fn name(&self) -> &'a str {
        match self {
            Key::Attribute(name) | Key::Block(name, _) | Key::Property(name) => name,
        }
    }
}

/// A body with the items of both, where those of the later one override those of the earlier one:
/// attributes by their names, blocks by their types and labels. Linear in the trees.
///
/// `None` if the text is too long for spans.
pub(crate) fn merge(
    earlier: (&Tree<'_>, NodeId),
    later: (&Tree<'_>, NodeId),
) -> Option<(Tree<'static>, NodeId)> {
    let (mut tree, root) = join(&[earlier, later])?;
    let count = BodyRef(View::new(earlier.0, earlier.1)).items().len();
    let items = tree.children(root);
    let (early, late) = items.split_at(count.min(items.len()));
    let merged = tree.merge_items(early, late);
    tree.set_children(root, merged);
    // The text of the tree is not up to date, so it is written from its nodes.
    tree.hold_values();
    Some((tree, root))
}

impl Tree<'_> {
    fn merge_items(&mut self, early: &[NodeId], late: &[NodeId]) -> List {
        let order = self.merged_order(early, late);
        let mut children = List::EMPTY;
        for place in order {
            match place {
                Replacement::Items(items) => {
                    items.iter().for_each(|item| self.push(&mut children, *item))
                }
                Replacement::Merged(early, late) => {
                    let block = nest(|| self.merge_blocks(early, late));
                    self.push(&mut children, block);
                }
            }
        }
        children
    }

    /// The order of the result: the early items with their replacements, then the other late items.
    fn merged_order(&self, early: &[NodeId], late: &[NodeId]) -> Vec<Replacement> {
        let item = |id: &NodeId| ItemRef::of_node(View::new(self, *id));
        let mut order: Vec<Replacement> =
            early.iter().map(|id| Replacement::Items(vec![*id])).collect();
        let mut by_key: HashMap<Key<'_>, Vec<usize>> = HashMap::new();
        let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
        for (place, id) in early.iter().enumerate() {
            let key = Key::of(item(id));
            by_name.entry(key.name()).or_default().push(place);
            by_key.entry(key).or_default().push(place);
        }
        let mut groups: Vec<(Key<'_>, Vec<NodeId>)> = Vec::new();
        let mut indexes: HashMap<Key<'_>, usize> = HashMap::new();
        for id in late {
            let key = Key::of(item(id));
            let index = *indexes.entry(key.clone()).or_insert(groups.len());
            match groups.get_mut(index) {
                Some((_, group)) => group.push(*id),
                None => groups.push((key, vec![*id])),
            }
        }
        for (key, group) in groups {
            let overridden: Vec<usize> = match &key {
                Key::Block(name, _) => [&key, &Key::Attribute(name), &Key::Property(name)]
                    .into_iter()
                    .filter_map(|key| by_key.get(key))
                    .flatten()
                    .copied()
                    .collect(),
                Key::Attribute(name) | Key::Property(name) => {
                    by_name.get(name).cloned().unwrap_or_default()
                }
            };
            let is_block = |place: usize| {
                early.get(place).is_some_and(|id| self.node(*id).kind == Kind::Block)
            };
            match (&overridden[..], &group[..], &key) {
                ([place], [late], Key::Block(..)) if is_block(*place) => {
                    order[*place] = Replacement::Merged(early[*place], *late);
                }
                ([first, rest @ ..], ..) => {
                    order[*first] = Replacement::Items(group);
                    rest.iter().for_each(|place| order[*place] = Replacement::Items(Vec::new()));
                }
                ([], ..) => order.push(Replacement::Items(group)),
            }
        }
        order
    }

    /// A block with the header of the earlier one and the items of both bodies.
    fn merge_blocks(&mut self, early: NodeId, late: NodeId) -> NodeId {
        let (mut parts, late_parts) = (self.children(early), self.children(late));
        let (Some(body), Some(late_body)) = (parts.pop(), late_parts.last().copied()) else {
            return late;
        };
        let (early_items, late_items) = (self.children(body), self.children(late_body));
        let items = self.merge_items(&early_items, &late_items);
        self.set_children(body, items);
        early
    }
}

enum Replacement {
    /// These items. Empty if the item is overridden in another place.
    Items(Vec<NodeId>),
    /// A block merged from both.
    Merged(NodeId, NodeId),
}
