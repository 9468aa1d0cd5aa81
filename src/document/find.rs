//! Finds what an address leads to.

use std::borrow::Cow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use hashbrown::HashMap;

use super::address::{Address, Miss, Reason, Step};
use super::given::{group, group_of};
use super::line::Line;
use super::lines::Position;
use crate::syntax::{BlockRef, BodyRef, ExpressionKind, ExpressionRef, ItemRef, NodeId};

/// So many lookups in one body cost less than an index.
const UNINDEXED_LOOKUPS: u32 = 4;

impl<'a> BodyRef<'a> {
    /// The expression of the attribute at an address, or an element of it. `None` if there is none, or
    /// if several blocks have the address. Linear in the items of the bodies on the way.
    ///
    /// ```
    /// let document = serde_hcl::parse("module \"vpc\" {\n  zones = [\"a\", { name = var.zone }]\n}\n")?;
    /// let zones = document.body().expression("module.vpc.zones").unwrap();
    /// assert_eq!(zones.text(), "[\"a\", { name = var.zone }]");
    /// let name = document.body().expression("module.vpc.zones[1].name").unwrap();
    /// assert_eq!(name.text(), "var.zone");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn expression(self, address: impl Into<Address>) -> Option<ExpressionRef<'a>> {
        let address = address.into().checked().ok()?;
        let (item, rest) = find_in(self, &address.steps).ok()?;
        find_element(item.as_attribute()?.expression(), rest).ok()
    }

    /// The block at an address. `None` if there is none, or if several blocks have the address. Linear in
    /// the items of the bodies on the way.
    ///
    /// ```
    /// let document = serde_hcl::parse("module \"vpc\" {}\ningress {}\ningress {}\n")?;
    /// assert!(document.body().block("module.vpc").is_some());
    /// assert!(document.body().block("ingress").is_none());
    /// assert!(document.body().block("ingress[1]").is_some());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn block(self, address: impl Into<Address>) -> Option<BlockRef<'a>> {
        find_in(self, &address.into().checked().ok()?.steps).ok()?.0.as_block()
    }
}

/// The items of one body by their names and labels, made after a few lookups.
#[derive(Default)]
pub(super) struct Index {
    lookups: AtomicU32,
    groups: OnceLock<HashMap<Box<str>, Vec<ItemId>>>,
}

/// An item of a body: one of its text, or one that was added.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum ItemId {
    Read(NodeId),
    Added(usize),
}

impl Clone for Index {
    fn clone(&self) -> Self {
        Index::default()
    }
}

impl Index {
    fn groups(
        &self,
        body: BodyRef<'_>,
        added: &[(Position, Line<'static>)],
    ) -> Option<&HashMap<Box<str>, Vec<ItemId>>> {
        let lookups = self.lookups.fetch_add(1, Ordering::Relaxed);
        if lookups < UNINDEXED_LOOKUPS && added.is_empty() || body.is_json() {
            return None;
        }
        Some(self.groups.get_or_init(|| {
            let mut groups: HashMap<Box<str>, Vec<ItemId>> = HashMap::new();
            let read = body.items().map(|item| (group_of(item), ItemId::Read(item.id())));
            let added = added.iter().enumerate();
            let added = added.map(|(index, (_, line))| (line.group.clone(), ItemId::Added(index)));
            for (group, id) in read.chain(added).filter(|(group, _)| !group.is_empty()) {
                groups.entry(group).or_default().push(id);
            }
            groups
        }))
    }

    /// Adds a new item.
    pub(super) fn add(&mut self, group: &str, id: ItemId) {
        if let Some(groups) = self.groups.get_mut().filter(|_| !group.is_empty()) {
            groups.entry_ref(group).or_default().push(id);
        }
    }

    /// The item that the first steps lead to, and the other steps.
    pub(super) fn select<'s>(
        &self,
        body: BodyRef<'_>,
        added: &[(Position, Line<'static>)],
        steps: &'s [Step],
    ) -> Result<(ItemId, &'s [Step]), Miss> {
        let Some(groups) = self.groups(body, added) else {
            return select_in(body, steps).map(|(item, rest)| (ItemId::Read(item.id()), rest));
        };
        select(
            steps,
            |name| groups.get(name)?.first().copied(),
            |name, labels| groups.get(&group(name, labels)).map_or(&[][..], Vec::as_slice).into(),
        )
    }
}

fn select_in<'a, 's>(
    body: BodyRef<'a>,
    steps: &'s [Step],
) -> Result<(ItemRef<'a>, &'s [Step]), Miss> {
    select(
        steps,
        |name| body.attribute(name).map(|attribute| ItemRef(attribute.0)),
        |name, labels| {
            let is_wanted = |block: BlockRef<'a>| {
                block.block_type() == name
                    && block.labels().map(|label| label.value()).eq(labels.iter().copied())
            };
            let wanted = |item: &ItemRef<'a>| item.as_block().is_some_and(is_wanted);
            body.items().filter(wanted).collect()
        },
    )
}

/// The innermost item that the steps lead to, and the steps in its expression.
pub(super) fn find_in<'a, 's>(
    body: BodyRef<'a>,
    steps: &'s [Step],
) -> Result<(ItemRef<'a>, &'s [Step]), Miss> {
    let (item, rest) = select_in(body, steps)?;
    find_inside(item, rest)
}

/// The same for the steps behind an item.
pub(super) fn find_inside<'a, 's>(
    mut item: ItemRef<'a>,
    mut rest: &'s [Step],
) -> Result<(ItemRef<'a>, &'s [Step]), Miss> {
    while let Some(block) = item.as_block().filter(|_| !rest.is_empty()) {
        (item, rest) = select_in(block.body(), rest)?;
    }
    Ok((item, rest))
}

pub(super) fn find_element<'a>(
    mut expression: ExpressionRef<'a>,
    steps: &[Step],
) -> Result<ExpressionRef<'a>, Miss> {
    for (index, step) in steps.iter().enumerate() {
        let miss = Miss::at(steps.len() - index);
        expression = match elements_at(expression, step).pop() {
            Some((_, element)) => element,
            None if !is_constructor(expression) => return Err(miss.because(Reason::Opaque)),
            None => return Err(miss),
        };
    }
    Ok(expression)
}

/// The elements with this key or at this position, and their positions. If keys are equal, evaluation takes the
/// value of the last one.
pub(super) fn elements_at<'a>(
    expression: ExpressionRef<'a>,
    step: &Step,
) -> Vec<(usize, ExpressionRef<'a>)> {
    match (expression.without_parentheses().kind(), step) {
        (ExpressionKind::Object(object), Step::Name(name)) => {
            let items = object.items().enumerate();
            let named = items.filter(|(_, item)| item.known_key().as_deref() == Some(&**name));
            named.map(|(index, item)| (index, item.value())).collect()
        }
        (ExpressionKind::Tuple(mut elements), Step::Index(index)) => {
            elements.nth(*index).map(|element| (*index, element)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn is_constructor(expression: ExpressionRef<'_>) -> bool {
    let kind = expression.without_parentheses().kind();
    matches!(kind, ExpressionKind::Object(_) | ExpressionKind::Tuple(_))
}

/// The item that the first steps lead to, and the steps behind it. As many labels as possible are taken
/// from the address.
fn select<'g, 's, K: Copy + 'g>(
    steps: &'s [Step],
    attribute: impl Fn(&str) -> Option<K>,
    blocks: impl Fn(&str, &[&str]) -> Cow<'g, [K]>,
) -> Result<(K, &'s [Step]), Miss> {
    let miss = Miss::at(steps.len());
    let Some((Step::Name(name), rest)) = steps.split_first() else { return Err(miss) };
    if let Some(found) = attribute(name) {
        return Ok((found, rest));
    }
    let mut labels: Vec<&str> = rest.iter().map_while(Step::as_name).collect();
    loop {
        let rest = rest.get(labels.len()..).unwrap_or_default();
        let (index, behind) = match rest.split_first() {
            Some((Step::Index(index), behind)) => (Some(*index), behind),
            _ => (None, rest),
        };
        let found = blocks(name, &labels);
        match (found.len(), found.get(index.unwrap_or(0)).copied()) {
            (0, _) => {}
            (1, Some(found)) => return Ok((found, behind)),
            (_, Some(found)) if index.is_some() => return Ok((found, behind)),
            (_, None) => return Err(Miss::at(behind.len() + 1)),
            (blocks, _) => return Err(miss.because(Reason::Several(blocks))),
        }
        if labels.pop().is_none() {
            return Err(miss);
        }
    }
}
