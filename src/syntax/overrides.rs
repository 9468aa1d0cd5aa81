//! A later body overrides parts of an earlier one: layers of a configuration, and override files.
//!
//! - No item is lost: what overrides nothing, or no single block, is added.
//! - No setting of Terraform depends on its block: `locals` and `terraform` blocks are one set of items each, in
//!   whichever of these blocks they are.
//! - No merge of nested blocks in override files: they replace all of their type, except `lifecycle`
//!   and `required_providers`, whose attributes are replaced one by one.

use hashbrown::{HashMap, HashSet};

use super::body::{BodyRef, ItemRef};
use super::join::{add_property, join};
use super::node::{Kind, List, NodeId};
use super::tree::Tree;
use super::unpack::unpack;
use super::view::View;
use crate::limits::stack::nest;
use crate::text::span::Span;

/// Block types with the names of their labels.
type BlockTypes = [(&'static str, &'static [&'static str])];

/// The block types of a Terraform module.
pub(crate) const TERRAFORM_BLOCKS: &BlockTypes = &[
    ("import", &[]),
    ("locals", &[]),
    ("moved", &[]),
    ("removed", &[]),
    ("terraform", &[]),
    ("check", &["name"]),
    ("data", &["type", "name"]),
    ("ephemeral", &["type", "name"]),
    ("module", &["name"]),
    ("output", &["name"]),
    ("provider", &["name"]),
    ("resource", &["type", "name"]),
    ("variable", &["name"]),
];

/// The same inside these blocks, as far as an override must know them.
const INNER_BLOCKS: &BlockTypes =
    &[("dynamic", &["type"]), ("lifecycle", &[]), ("required_providers", &[])];

/// Each of these blocks is about something of its own.
const UNNAMED: [&str; 3] = ["import", "moved", "removed"];

/// How later bodies override earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overrides {
    /// Attributes by their names, blocks by their types and labels, at any depth.
    Layers,
    /// Like override files of Terraform, for other block types.
    Files,
    /// As Terraform documents it. Its blocks are also found in JSON syntax.
    Terraform,
}

/// Joins the bodies of files. The last `late` of them override the others, one after the other. Linear in the trees.
///
/// `None` if the text is too long for spans.
pub(crate) fn join_with_overrides(
    files: &[(&Tree<'_>, NodeId)],
    late: usize,
    overrides: Overrides,
) -> Option<(Tree<'static>, NodeId)> {
    let (mut tree, root) = join(files)?;
    if late == 0 {
        return Some((tree, root));
    }
    let late = files.split_at(files.len().saturating_sub(late)).1;
    let lengths = late.iter().map(|(tree, body)| BodyRef(View::new(tree, *body)).items().len());
    let lengths: Vec<usize> = lengths.collect();
    let items = tree.children(root);
    let (early, mut late) = items.split_at(items.len().saturating_sub(lengths.iter().sum()));
    let is_terraform = overrides == Overrides::Terraform;
    let mut merge = Merge { tree: &mut tree, is_terraform };
    let mut content = Content::new(vec![root]);
    for item in merge.unpacked(early, TERRAFORM_BLOCKS) {
        merge.add(&mut content, item);
    }
    for length in lengths {
        let (file, others) = late.split_at(length.min(late.len()));
        late = others;
        if overrides == Overrides::Layers {
            merge.override_items(&mut content, file.to_vec());
            continue;
        }
        for item in merge.unpacked(file, TERRAFORM_BLOCKS) {
            merge.override_item(&mut content, item);
        }
    }
    content.write(&mut tree);
    // The text of the tree is not up to date, so it is written from its nodes.
    tree.hold_values();
    Some((tree, root))
}

/// The items of bodies that an override changes as if they were one.
struct Content {
    bodies: Vec<NodeId>,
    /// The items by what replaces them together, and which of the bodies they are in. Empty if they are
    /// replaced in another place.
    places: Vec<(usize, Vec<NodeId>)>,
    by_key: HashMap<String, Vec<usize>>,
    /// The contents of blocks that are changed item by item, by the keys of the blocks.
    inner: HashMap<String, Content>,
}

impl Content {
    fn new(bodies: Vec<NodeId>) -> Self {
        let (places, by_key, inner) = Default::default();
        Content { bodies, places, by_key, inner }
    }

    fn add(&mut self, key: String, body: usize, items: Vec<NodeId>) {
        self.by_key.entry(key).or_default().push(self.places.len());
        self.places.push((body, items));
    }

    /// The items with a key.
    fn items(&self, key: &str) -> Vec<NodeId> {
        let places = self.by_key.get(key).into_iter().flatten();
        places.filter_map(|place| self.places.get(*place)).flat_map(|it| &it.1).copied().collect()
    }

    fn has(&self, key: &str) -> bool {
        self.by_key.get(key).is_some_and(|places| !places.is_empty())
    }

    /// Gives a place one more key.
    fn register(&mut self, key: String, place: usize) {
        let places = self.by_key.entry(key).or_default();
        if places.last() != Some(&place) {
            places.push(place);
        }
    }

    /// Clears the places with these keys, and returns the first one.
    fn vacate(&mut self, keys: &[&str]) -> Option<usize> {
        let places = keys.iter().filter_map(|key| self.by_key.remove(*key)).flatten();
        let places: Vec<usize> = places.collect();
        places.iter().for_each(|place| self.places[*place].1.clear());
        places.into_iter().min()
    }

    /// Puts the items in the place of those with their key.
    fn replace(&mut self, key: String, items: Vec<NodeId>) {
        let Some(place) = self.vacate(&[&key]) else { return self.add(key, 0, items) };
        self.places[place].1 = items;
        self.register(key, place);
    }

    /// The content of the blocks with these bodies, if it was changed before.
    fn take_inner(&mut self, key: &str, bodies: &[NodeId]) -> Option<Content> {
        self.inner.remove(key).filter(|inner| inner.bodies == bodies)
    }

    fn write(self, tree: &mut Tree<'_>) {
        self.inner.into_values().for_each(|content| nest(|| content.write(tree)));
        let mut lists = vec![List::EMPTY; self.bodies.len()];
        for (body, items) in self.places {
            if let Some(list) = lists.get_mut(body) {
                items.into_iter().for_each(|item| tree.push(list, item));
            }
        }
        for (body, items) in self.bodies.into_iter().zip(lists) {
            tree.set_children(body, items);
        }
    }
}

struct Merge<'t> {
    tree: &'t mut Tree<'static>,
    is_terraform: bool,
}

impl Merge<'_> {
    fn item(&self, id: NodeId) -> ItemRef<'_> {
        ItemRef::of_node(View::new(self.tree, id))
    }

    /// An item overrides those with the same key: its name, or the type and the labels of a block.
    fn key(&self, id: NodeId) -> String {
        let item = self.item(id);
        let (name, Some(block)) = (item.name(), item.as_block()) else {
            return item.name().to_owned();
        };
        let mut key = format!("{name}\0{:?}", block.labels().collect::<Vec<_>>());
        if self.is_terraform && UNNAMED.contains(&name) {
            key.push_str(&id.0.to_string());
        }
        if self.is_terraform && name == "provider" {
            let alias = block.body().attribute("alias");
            let alias = alias.and_then(|alias| alias.expression().as_str());
            key.extend(alias.iter().flat_map(|alias| ["\0", alias]));
        }
        key
    }

    /// The items of an override file that replace each other inside a block.
    fn inner_key(&self, block_type: &str, id: NodeId) -> String {
        let item = self.item(id);
        match (item.name(), item.as_block()) {
            ("dynamic", Some(block)) if block.labels().len() == 1 => {
                block.label(0).map(|label| label.value().into_owned()).unwrap_or_default()
            }
            // A configuration has one place for its state.
            ("cloud", _) if block_type == "terraform" => "backend".to_owned(),
            ("provider_meta", Some(_)) => self.key(id),
            (name, _) => name.to_owned(),
        }
    }

    fn is_block(&self, id: &NodeId) -> bool {
        self.item(*id).as_block().is_some()
    }

    fn add(&self, content: &mut Content, id: NodeId) {
        self.put(content, content.places.len(), vec![id]);
    }

    /// Puts the items in the place of those with a key. If it is a name, these are also all blocks of this type.
    fn replace(&self, content: &mut Content, key: &str, items: Vec<NodeId>) {
        match content.vacate(&[key, &type_key(key)]) {
            Some(place) => self.put(content, place, items),
            None => items.into_iter().for_each(|item| self.add(content, item)),
        }
    }

    fn put(&self, content: &mut Content, place: usize, items: Vec<NodeId>) {
        for id in &items {
            content.register(self.key(*id), place);
            if self.is_block(id) {
                content.register(type_key(self.item(*id).name()), place);
            }
        }
        match content.places.get_mut(place) {
            Some((_, old)) => *old = items,
            None => content.places.push((0, items)),
        }
    }

    /// The items with the same key, in the order of their first ones.
    fn groups(
        &self,
        items: Vec<NodeId>,
        key: impl Fn(&Self, NodeId) -> String,
    ) -> Vec<(String, Vec<NodeId>)> {
        let mut groups: Vec<(String, Vec<NodeId>)> = Vec::new();
        let mut indexes: HashMap<String, usize> = HashMap::new();
        for item in items {
            let key = key(self, item);
            let index = *indexes.entry_ref(&*key).or_insert(groups.len());
            match groups.get_mut(index) {
                Some((_, items)) => items.push(item),
                None => groups.push((key, vec![item])),
            }
        }
        groups
    }

    /// Overrides items in layers. A single block is merged with a single one, item by item.
    fn override_items(&mut self, content: &mut Content, items: Vec<NodeId>) {
        let (blocks, others): (Vec<_>, Vec<_>) = items.iter().partition(|id| self.is_block(id));
        let names =
            |ids: &[NodeId]| ids.iter().map(|id| self.item(*id).name().to_owned()).collect();
        let (blocks, others): (HashSet<String>, HashSet<String>) = (names(&blocks), names(&others));
        // If a body has both blocks and other items of one name, they override as one group, so none of them is lost.
        let key = |this: &Self, id: NodeId| match this.item(id).name() {
            name if blocks.contains(name) && others.contains(name) => name.to_owned(),
            _ => this.key(id),
        };
        for (key, items) in self.groups(items, key) {
            let mut others = content.items(&key);
            others.retain(|other| self.is_block(other));
            match (key.split_once('\0'), &others[..], &items[..]) {
                (Some(_), [other], [item]) => {
                    let body = self.body(*other);
                    let mut inner = content.take_inner(&key, &[body]).unwrap_or_else(|| {
                        let mut inner = Content::new(vec![body]);
                        let items = self.tree.children(body).into_iter();
                        items.for_each(|item| self.add(&mut inner, item));
                        inner
                    });
                    let items = self.tree.children(self.body(*item));
                    nest(|| self.override_items(&mut inner, items));
                    content.inner.insert(key, inner);
                }
                // An attribute, or a property of JSON that may be blocks.
                (Some((name, _)), [], _) if content.has(name) && !content.has(&type_key(name)) => {
                    self.replace(content, name, items);
                }
                _ => self.replace(content, &key, items),
            }
        }
    }

    /// Makes the change of an item of an override file.
    fn override_item(&mut self, content: &mut Content, id: NodeId) {
        let (key, name) = (self.key(id), self.item(id).name().to_owned());
        if !self.is_block(&id) {
            return self.replace(content, &key, vec![id]);
        }
        let mut others = content.items(&key);
        others.retain(|other| self.is_block(other));
        let is_set = self.is_terraform && matches!(&*name, "locals" | "terraform");
        if others.len() == 1 || !others.is_empty() && is_set {
            self.override_inner(content, key, &name, &others, &[id]);
        } else if content.has(&name) {
            // A property of JSON that may be blocks.
            self.replace(content, &name, vec![id]);
        } else {
            self.add(content, id);
        }
    }

    fn body(&self, block: NodeId) -> NodeId {
        self.item(block).as_block().map_or(block, |block| block.body().id())
    }

    fn inner_items(&mut self, body: NodeId) -> Vec<NodeId> {
        let items = self.tree.children(body);
        self.unpacked(&items, INNER_BLOCKS)
    }

    /// Changes the content of blocks with this key and type by blocks of an override file.
    fn override_inner(
        &mut self,
        content: &mut Content,
        key: String,
        block_type: &str,
        blocks: &[NodeId],
        later: &[NodeId],
    ) {
        let bodies: Vec<NodeId> = blocks.iter().map(|block| self.body(*block)).collect();
        let mut inner = content.take_inner(&key, &bodies).unwrap_or_else(|| {
            let mut inner = Content::new(bodies.clone());
            for (index, body) in bodies.into_iter().enumerate() {
                for item in self.inner_items(body) {
                    inner.add(self.inner_key(block_type, item), index, vec![item]);
                }
            }
            inner
        });
        for block in later {
            let items = self.inner_items(self.body(*block));
            for (key, items) in self.groups(items, |this, id| this.inner_key(block_type, id)) {
                let is_merged =
                    self.is_terraform && matches!(&*key, "lifecycle" | "required_providers");
                let others = if is_merged { inner.items(&key) } else { Vec::new() };
                if !others.is_empty() && others.iter().chain(&items).all(|id| self.is_block(id)) {
                    self.override_inner(&mut inner, key.clone(), &key, &others, &items);
                } else {
                    inner.replace(key, items);
                }
            }
        }
        content.inner.insert(key, inner);
    }

    /// The items, with the blocks of these types in JSON syntax instead of their properties.
    fn unpacked(&mut self, items: &[NodeId], types: &BlockTypes) -> Vec<NodeId> {
        let mut unpacked = Vec::with_capacity(items.len());
        for id in items {
            match self.json_blocks(*id, types) {
                Some(blocks) => {
                    unpacked.extend(blocks.into_iter().map(|block| self.native_block(block)));
                }
                None => unpacked.push(*id),
            }
        }
        unpacked
    }

    /// The blocks of a property in JSON syntax, if its name is one of these types.
    fn json_blocks(&self, id: NodeId, types: &BlockTypes) -> Option<Vec<JsonBlock>> {
        let name = self.item(id).as_property().filter(|_| self.is_terraform)?;
        let (_, labels) = types.iter().find(|(wanted, _)| *wanted == name.property_name())?;
        let found = unpack(name, labels.len());
        // A reader reports mistakes.
        found.mistakes.is_empty().then(|| {
            let blocks = found.blocks.iter().map(|block| JsonBlock {
                name: name_span(name),
                labels: block.labels().map(|label| label.0.id).collect(),
                body: block.body().id(),
            });
            blocks.collect()
        })
    }

    /// A block of a native body with the parts of a block in JSON syntax.
    fn native_block(&mut self, block: JsonBlock) -> NodeId {
        let json = BodyRef(View::new(self.tree, block.body));
        let span = json.span();
        let mut items = List::EMPTY;
        for name in json.items().map(|item| item.0.id).collect::<Vec<_>>() {
            let property = add_property(&mut self.tree.nodes, name);
            self.tree.push(&mut items, property);
        }
        let body = self.tree.add(Kind::Body, 0, span, items);
        let mut parts = List::EMPTY;
        let count = block.labels.len() as u32;
        for label in block.labels {
            let label = self.tree.copy(label);
            self.tree.push(&mut parts, label);
        }
        self.tree.push(&mut parts, body);
        self.tree.add_counted(Kind::Block, 0, block.name, parts, count)
    }
}

/// The key of all blocks of a type.
fn type_key(block_type: &str) -> String {
    format!("{block_type}\0")
}

/// The parts of a block in JSON syntax.
struct JsonBlock {
    name: Span,
    labels: Vec<NodeId>,
    body: NodeId,
}

/// The place of the text of a property's name.
fn name_span(name: View<'_>) -> Span {
    match name.kind() {
        Kind::JsonKey => name.first().next().span(),
        _ => Span::new(name.span().start + 1, name.span().end - 1),
    }
}
