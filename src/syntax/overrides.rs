//! Override files: their blocks change the blocks of the other files, as Terraform documents it.
//!
//! - No merge of nested blocks: those of an override file replace all of their type, except `lifecycle` and
//!   `required_providers`, whose attributes are replaced one by one.
//! - No place for a setting but its name: `locals` and `terraform` blocks are one set of items each, in
//!   whichever of these blocks they are.
//! - No block is lost: what an override file changes in no single block is added.

use hashbrown::HashMap;

use super::body::{BodyRef, ItemRef};
use super::join::{add_property, join};
use super::node::{Kind, List, NodeId};
use super::tree::Tree;
use super::unpack::unpack;
use super::view::View;
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

/// Joins the bodies of files, the last of which are override files, and makes their changes. The blocks of
/// Terraform are also found in JSON syntax. Linear in the trees.
///
/// `None` if the text is too long for spans.
pub(crate) fn join_with_overrides(
    files: &[(&Tree<'_>, NodeId)],
    overrides: usize,
    is_terraform: bool,
) -> Option<(Tree<'static>, NodeId)> {
    let (mut tree, root) = join(files)?;
    if overrides == 0 {
        return Some((tree, root));
    }
    let lengths = files
        .iter()
        .rev()
        .take(overrides)
        .map(|(tree, body)| BodyRef(View::new(tree, *body)).items().len());
    let (late, items) = (lengths.sum::<usize>(), tree.children(root));
    let (early, late) = items.split_at(items.len().saturating_sub(late));
    let mut module = Module { tree: &mut tree, is_terraform, contents: HashMap::new() };
    let mut items = Content::new(vec![root]);
    for item in module.unpacked(early, TERRAFORM_BLOCKS) {
        module.add(&mut items, item);
    }
    for item in module.unpacked(late, TERRAFORM_BLOCKS) {
        module.override_item(&mut items, item);
    }
    let Module { contents, .. } = module;
    contents.into_values().for_each(|content| content.write(&mut tree));
    items.write(&mut tree);
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
    /// The contents of blocks whose attributes are replaced one by one.
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

    fn replace(&mut self, key: String, items: Vec<NodeId>) {
        let Some(places) = self.by_key.get_mut(&key).filter(|places| !places.is_empty()) else {
            return self.add(key, 0, items);
        };
        for place in places.drain(1..) {
            self.places[place].1.clear();
        }
        if let Some(place) = places.first() {
            self.places[*place].1 = items;
        }
    }

    fn write(self, tree: &mut Tree<'_>) {
        self.inner.into_values().for_each(|content| content.write(tree));
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

struct Module<'t> {
    tree: &'t mut Tree<'static>,
    is_terraform: bool,
    /// The contents of the blocks that override files have changed, by the keys of the blocks.
    contents: HashMap<String, Content>,
}

impl Module<'_> {
    fn item(&self, id: NodeId) -> ItemRef<'_> {
        ItemRef::of_node(View::new(self.tree, id))
    }

    /// A block of an override file changes the block with the same key.
    fn key(&self, id: NodeId) -> String {
        let item = self.item(id);
        let (name, Some(block)) = (item.name(), item.as_block()) else {
            return item.name().to_owned();
        };
        let mut key = format!("{name}\0");
        if self.is_terraform && UNNAMED.contains(&name) {
            key.push_str(&id.0.to_string());
        }
        block.labels().for_each(|label| key.extend(["\0", &label.value()]));
        if self.is_terraform && name == "provider" {
            let alias = block.body().attribute("alias");
            let alias = alias.and_then(|alias| alias.expression().as_str());
            key.extend(alias.iter().flat_map(|alias| ["\0", alias]));
        }
        key
    }

    /// The items that replace each other inside a block.
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

    /// Adds an item of a file. A block has its name, too, which an attribute may have.
    fn add(&self, items: &mut Content, id: NodeId) {
        if self.is_block(&id) {
            let place = items.places.len();
            items.by_key.entry_ref(self.item(id).name()).or_default().push(place);
        }
        items.add(self.key(id), 0, vec![id]);
    }

    /// Makes the change of an item of an override file.
    fn override_item(&mut self, items: &mut Content, id: NodeId) {
        let (key, name) = (self.key(id), self.item(id).name().to_owned());
        if !self.is_block(&id) {
            return items.replace(key, vec![id]);
        }
        let mut others = items.items(&key);
        others.retain(|other| self.is_block(other));
        let is_set = self.is_terraform && matches!(&*name, "locals" | "terraform");
        if others.len() == 1 || !others.is_empty() && is_set {
            let mut content = match self.contents.remove(&key) {
                Some(content) => content,
                None => self.content(&name, &others),
            };
            self.override_content(&name, &mut content, id);
            self.contents.insert(key, content);
        } else if items.items(&name).iter().all(|other| self.is_block(other)) {
            self.add(items, id);
        } else {
            // A property of JSON that may be blocks.
            items.replace(name, vec![id]);
        }
    }

    fn body(&self, block: NodeId) -> NodeId {
        self.item(block).as_block().map_or(block, |block| block.body().id())
    }

    /// The items of blocks of one type.
    fn content(&mut self, block_type: &str, blocks: &[NodeId]) -> Content {
        let bodies: Vec<NodeId> = blocks.iter().map(|block| self.body(*block)).collect();
        let mut content = Content::new(bodies.clone());
        for (index, body) in bodies.into_iter().enumerate() {
            for item in self.inner_items(body) {
                content.add(self.inner_key(block_type, item), index, vec![item]);
            }
        }
        content
    }

    fn inner_items(&mut self, body: NodeId) -> Vec<NodeId> {
        let items = self.tree.children(body);
        self.unpacked(&items, INNER_BLOCKS)
    }

    fn override_content(&mut self, block_type: &str, content: &mut Content, later: NodeId) {
        let mut groups: Vec<(String, Vec<NodeId>)> = Vec::new();
        let mut indexes: HashMap<String, usize> = HashMap::new();
        for item in self.inner_items(self.body(later)) {
            let key = self.inner_key(block_type, item);
            let index = *indexes.entry_ref(&*key).or_insert(groups.len());
            match groups.get_mut(index) {
                Some((_, items)) => items.push(item),
                None => groups.push((key, vec![item])),
            }
        }
        for (key, items) in groups {
            let is_merged =
                self.is_terraform && matches!(&*key, "lifecycle" | "required_providers");
            let others = if is_merged { content.items(&key) } else { Vec::new() };
            let mut all = others.iter().chain(&items);
            if others.is_empty() || !all.all(|id| self.is_block(id)) {
                content.replace(key, items);
                continue;
            }
            let mut inner = match content.inner.remove(&key) {
                Some(inner) => inner,
                None => self.content(&key, &others),
            };
            items.into_iter().for_each(|item| self.override_content(&key, &mut inner, item));
            content.inner.insert(key, inner);
        }
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
