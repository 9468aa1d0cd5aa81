//! A text with its tree, and the changes that are not yet part of the text.

use std::borrow::Cow;
use std::cell::Cell;
use std::sync::{Arc, LazyLock, OnceLock};

use hashbrown::HashMap;

use super::Layout;
use super::comments::comment_lines;
use super::edits::{Edit, composed};
use super::find::{Index, ItemId};
use super::given::group_of;
use super::line::Line;
use super::lines::{Lines, Position};
use super::root::Root;
use super::serialize::native_text;
use super::text::{BLANKS, line_end_at};
use super::value::Value;
use super::write::as_document;
use crate::diagnostic::About;
use crate::diagnostic::catalog::{editing, encoding};
use crate::diagnostic::error::{Error, Result};
use crate::format::format;
use crate::format::indentation::indented;
use crate::limits::stack::nest;
use crate::parser::MAX_DEPTH;
use crate::syntax::{BlockRef, ItemRef, Kind, NodeId, View};
use crate::text::span::Span;

/// The text of a body, a block or an attribute. What has changed in it is kept in sources of its items, and
/// becomes a part of the text when somebody needs the tree.
#[derive(Clone)]
pub(crate) struct Source {
    /// The part of a tree without the pending changes.
    pub(super) root: Root,
    pub(super) index: Index,
    /// `None` for what is only read.
    pub(super) changes: Option<Box<Changes>>,
}

/// What has changed in a source.
#[derive(Clone, Default)]
pub(super) struct Changes {
    /// The part of the text that was read, if the root is another one now.
    read: Option<Root>,
    /// The edits of the text that was read that make the one without the pending changes.
    since: Vec<Edit>,
    /// The items with changes. An attribute has them in its text, a block in sources of its items.
    pub(super) parts: Parts,
    /// New items, in the order in which they were added.
    pub(super) added: Vec<(Position, Line<'static>)>,
    /// New lines of comments above an item, the uppermost last.
    comments: Vec<String>,
    /// The source after the pending changes, made when it is read.
    now: OnceLock<Result<Box<Source>>>,
    pub(super) layout: Layout,
    /// Whether all of it was built, so that it gets the layout of the formatter.
    pub(super) is_new: bool,
    /// Whether the lines of a value don't have the indentation of their place.
    pub(super) is_moved: bool,
    /// The number of bodies around the source in its document.
    outer: u32,
    pub(super) mistake: Option<Error>,
}

/// The items with changes, each a source of its own.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) items: HashMap<ItemId, Source>,
    /// Whether a block has another type or other labels, so that addresses lead elsewhere.
    pub(super) has_new_names: bool,
}

/// Blocks may be nested more deeply than the stack allows.
impl Drop for Parts {
    fn drop(&mut self) {
        if !self.items.is_empty() {
            let items = std::mem::take(&mut self.items);
            nest(|| drop(items));
        }
    }
}

impl Clone for Parts {
    fn clone(&self) -> Self {
        Parts { items: nest(|| self.items.clone()), has_new_names: self.has_new_names }
    }
}

impl Parts {
    /// Keeps what was made of a block.
    pub(super) fn put(&mut self, id: ItemId, block: &Root, part: Source) {
        let header = |root: &Root| group_of(ItemRef(root.view()));
        self.has_new_names |= header(block) != header(&part.root);
        self.items.insert(id, part);
    }
}

impl Changes {
    pub(super) fn is_pending(&self) -> bool {
        !self.added.is_empty() || !self.parts.items.is_empty() || !self.comments.is_empty()
    }
}

/// An empty body.
impl Default for Source {
    fn default() -> Self {
        Source::new(Root::empty(Kind::Body))
    }
}

impl Source {
    pub(super) fn new(root: Root) -> Self {
        Source { root, index: Index::default(), changes: None }
    }

    fn with(root: Root, changes: Changes) -> Self {
        Source { changes: Some(Box::new(changes)), ..Source::new(root) }
    }

    /// The source of something that is built.
    pub(super) fn of_new(root: Root) -> Self {
        Source::with(root, Changes { is_new: true, ..Changes::default() })
    }

    /// A source without content, because of a mistake.
    pub(super) fn of_mistake(kind: Kind, mistake: Error) -> Self {
        let mut source = Source::of_new(Root::empty(kind));
        source.refuse(mistake);
        source
    }

    pub(super) fn changes(&self) -> &Changes {
        static NONE: LazyLock<Changes> = LazyLock::new(Changes::default);
        self.changes.as_deref().unwrap_or_else(|| &NONE)
    }

    /// The changes, for one more of them.
    pub(super) fn changes_mut(&mut self) -> &mut Changes {
        let changes = self.changes.get_or_insert_default();
        changes.now = OnceLock::new();
        changes
    }

    /// Whether it was built, and has not been read yet.
    pub(super) fn is_new(&self) -> bool {
        self.changes().is_new
    }

    pub(super) fn refuse(&mut self, mistake: Error) {
        self.changes_mut().mistake.get_or_insert(mistake);
    }

    /// The mistake, whose path may be long.
    pub(super) fn take_mistake(&mut self) -> Option<Error> {
        self.changes.as_mut()?.mistake.take()
    }

    pub(super) fn mistake(&self) -> Option<&Error> {
        self.changes().mistake.as_ref()
    }

    /// Fails if it was built wrongly, or if what was built can't be parsed.
    pub(super) fn check(&self) -> Result<()> {
        let unwritten = || self.now().and_then(|now| now.as_ref().err());
        self.mistake().or_else(unwritten).cloned().map_or(Ok(()), Err)
    }

    /// The one door to changes: what is not a native text of its own becomes one, or is refused.
    pub(super) fn open(&mut self) -> Result<()> {
        let is_body = !self.root.is_item();
        if is_body && self.root.tree.holds_json {
            return Err(Error::edit(editing::json_body()));
        }
        let is_own = |root: &Root| {
            !root.text().starts_with('{') && matches!(root.text_without_marks(), Cow::Borrowed(_))
        };
        if !self.root.is_sound() || is_body && !is_own(&self.root) {
            let root = self.root.parse_like(&native_text(&self.root)?)?;
            self.root = root;
            self.index = Index::default();
        }
        Ok(())
    }

    fn now(&self) -> Option<&Result<Box<Source>>> {
        let changes = Some(self.changes()).filter(|it| it.is_pending() || it.is_new)?;
        Some(changes.now.get_or_init(|| self.after(self.since()?).map(Box::new)))
    }

    /// The edits of the text that was read that make the one with the pending changes.
    fn since(&self) -> Result<Vec<Edit>> {
        let (changes, read) = (self.changes(), self.read().text());
        Ok(match changes.is_new {
            true => vec![Edit::new(0, read.len(), format(&self.plain_text())?)],
            false => composed(read, &changes.since, &self.edits()),
        })
    }

    /// The source after edits of the text that was read.
    fn after(&self, since: Vec<Edit>) -> Result<Source> {
        let root = self.parsed(&Edit::apply(&since, self.read().text()))?;
        let Changes { layout, is_moved, outer, .. } = *self.changes();
        let (read, mistake) = (Some(self.read().clone()), self.mistake().cloned());
        let kept = Changes { read, since, layout, is_moved, outer, mistake, ..Changes::default() };
        Ok(Source::with(root, kept))
    }

    /// The same kind of part in another text, unless the document around it would be too deep.
    fn parsed(&self, text: &str) -> Result<Root> {
        let too_deep = || Error::edit(encoding::too_deep(MAX_DEPTH));
        let root = self.root.parse_like(text).map_err(|error| match error.what() {
            Some(About::Depth) => too_deep(),
            _ => error,
        })?;
        let outer = self.changes().outer;
        if outer > 1 && !root.fits(outer) { Err(too_deep()) } else { Ok(root) }
    }

    /// The part with the pending changes.
    pub(super) fn current(&self) -> &Root {
        match self.now() {
            Some(Ok(now)) => &now.root,
            _ => &self.root,
        }
    }

    /// The text as a separate document.
    pub(super) fn document(&self) -> Result<String> {
        let text = self.native()?;
        Ok(if self.root.is_item() { as_document(&text) } else { text })
    }

    /// The text with the pending changes, in native syntax.
    pub(super) fn native(&self) -> Result<String> {
        if self.mistake().is_some() || self.is_new() {
            // Only what is new can be too deep or too large.
            self.check()?;
        }
        match self.all_edits() {
            edits if edits.is_empty() => native_text(self.read()),
            edits => Ok(Edit::apply(&edits, self.read().text())),
        }
    }

    /// The text of what is built, before it is formatted.
    pub(super) fn plain_text(&self) -> String {
        Edit::apply(&self.edits(), self.root.text())
    }

    /// The edits of the pending changes, from the start of the text.
    fn edits(&self) -> Vec<Edit> {
        let changes = self.changes();
        if !changes.is_pending() {
            return Vec::new();
        }
        let (mut edits, start) = (Vec::new(), self.root.scope().start);
        let parts = &changes.parts.items;
        if !changes.added.is_empty() || parts.values().any(|part| !part.root.is_block()) {
            let mut lines = self.lines();
            for key in lines.keys().collect::<Vec<_>>() {
                let id = lines.item(key).map(|item| ItemId::Read(item.id()));
                if let Some(value) = id.and_then(|id| parts.get(&id)?.value()) {
                    lines.set_value(key, &value);
                }
            }
            for (position, line) in self.added() {
                lines.insert(position, line);
            }
            edits = lines.edits();
        }
        for (id, part) in parts {
            match id {
                ItemId::Read(id) if part.root.is_block() => {
                    nest(|| part.add_edits(&self.root, *id, &mut edits));
                }
                _ => {}
            }
        }
        if !changes.comments.is_empty() {
            let text = self.root.text();
            let end = start as usize + text.len() - text.trim_start().len();
            let lines: String = changes.comments.iter().rev().map(|it| format!("{it}\n")).collect();
            edits.push(Edit::new(start as usize, end, lines));
        }
        edits.sort_by_key(|edit| edit.span);
        edits.into_iter().map(|edit| edit.back_by(start)).collect()
    }

    /// The value, if it is an attribute.
    fn value(&self) -> Option<Value> {
        let attribute = Some(&self.root).filter(|root| !root.is_block())?.attribute();
        let text = attribute.expression().text().to_owned();
        Some(Value { text, is_in_place: !self.changes().is_moved })
    }

    /// The new items with their changes.
    pub(super) fn added(&self) -> impl Iterator<Item = (Position, Line<'static>)> {
        let Changes { added, parts, .. } = self.changes();
        added.iter().cloned().enumerate().map(|(index, (position, mut line))| {
            if let Some(part) = parts.items.get(&ItemId::Added(index)) {
                let text = || part.native().unwrap_or_default().trim().to_owned();
                line.text = part.value().map_or_else(text, |value| value.text).into();
                // The indentation of its comments is that of another place than the one of the text.
                line.lead = indented(&line.lead, "", "\n").into_owned().into();
            }
            (position, line)
        })
    }

    /// The lines of the body, without the pending changes.
    fn lines(&self) -> Lines<'_> {
        let changes = self.changes();
        let mut lines = Lines::of(self.root.body(), changes.layout);
        lines.is_new = changes.is_new;
        lines.line_end = self.line_end();
        lines
    }

    /// The line end that is used here: that of the text that was read, whatever was written since.
    pub(super) fn line_end(&self) -> &'static str {
        let read = self.read();
        let root = if read.tree.source.contains('\n') { read } else { &self.root };
        line_end_at(&root.tree.source, root.view().span().start as usize)
    }

    /// The edits of the text around this one that put its changes there.
    fn add_edits(&self, outer: &Root, id: NodeId, edits: &mut Vec<Edit>) {
        let scope = lines_of(&outer.tree, id);
        let read = self.read();
        if !Arc::ptr_eq(&read.tree, &outer.tree) || read.id != id {
            // A handle was assigned.
            let span = ItemRef(View::new(&outer.tree, id)).span();
            let text = self.native().unwrap_or_default();
            edits.push(Edit { span, text: text.trim().to_owned() });
            return;
        }
        edits.extend(self.all_edits().into_iter().map(|edit| edit.forward_by(scope.start)));
    }

    /// The edits of the text that was read.
    pub(super) fn all_edits(&self) -> Vec<Edit> {
        match self.changes().now.get() {
            Some(Ok(now)) => now.changes().since.clone(),
            _ => self.since().unwrap_or_default(),
        }
    }

    /// The part of the text that was read.
    pub(super) fn read(&self) -> &Root {
        self.changes().read.as_ref().unwrap_or(&self.root)
    }

    /// Makes the pending changes a part of the text.
    pub(super) fn flush(&mut self) -> Result<()> {
        self.now();
        if let Some(now) = self.changes.as_mut().and_then(|changes| changes.now.take()) {
            *self = *now?;
        }
        Ok(())
    }

    /// Does the changes after which addresses lead elsewhere.
    pub(super) fn settle_names(&mut self) -> Result<()> {
        self.open()?;
        if self.changes().parts.has_new_names { self.flush() } else { Ok(()) }
    }

    /// Adds lines of comments above an item.
    pub(super) fn add_comment(&mut self, text: &str) -> Result<()> {
        self.open()?;
        self.changes_mut().comments.push(comment_lines(text));
        Ok(())
    }

    /// Removes an item again that was only added. Returns whether that is all that was added with it.
    pub(super) fn take_back(&mut self, id: ItemId) -> bool {
        let ItemId::Added(index) = id else { return false };
        let mut added: Vec<_> = self.added().collect();
        if added.get(index).is_none_or(|(_, line)| line.has_text_behind()) {
            return false;
        }
        added.remove(index);
        self.index = Index::default();
        let changes = self.changes_mut();
        changes.added = added;
        changes.parts.items.retain(|id, _| matches!(id, ItemId::Read(_)));
        true
    }

    /// Takes the new items out again.
    pub(super) fn take_added(&mut self) -> Vec<Line<'static>> {
        let lines = self.added().map(|(_, line)| line).collect();
        self.index = Index::default();
        let changes = self.changes_mut();
        (changes.added, changes.parts) = (Vec::new(), Parts::default());
        lines
    }

    /// Changes what is before the body. What is built keeps its new items.
    pub(super) fn change_header(
        &mut self,
        change: impl FnOnce(BlockRef<'_>) -> Option<Edit>,
    ) -> Result<()> {
        self.open()?;
        if !self.is_new() {
            self.flush()?;
            return self.apply(change(self.root.block()).into_iter().collect());
        }
        let edit = change(self.root.block());
        let start = self.root.scope().start;
        let text = Edit::applied(edit.as_slice(), self.root.text(), start);
        self.root = self.root.parse_like(&text)?;
        self.index = Index::default();
        self.changes_mut();
        Ok(())
    }

    /// Changes a text without pending changes at once. The edits are those of its whole tree.
    pub(super) fn apply(&mut self, edits: Vec<Edit>) -> Result<()> {
        if edits.is_empty() {
            return Ok(());
        }
        let start = self.root.scope().start;
        let edits: Vec<Edit> = edits.into_iter().map(|edit| edit.back_by(start)).collect();
        let since = composed(self.read().text(), &self.changes().since, &edits);
        *self = self.after(since)?;
        Ok(())
    }

    /// Changes the lines of the body.
    pub(super) fn arrange<T>(&mut self, change: impl FnOnce(&mut Lines<'_>) -> T) -> Result<T> {
        self.open()?;
        self.flush()?;
        let mut lines = self.lines();
        let done = change(&mut lines);
        let edits = lines.edits();
        self.apply(edits)?;
        Ok(done)
    }

    /// Keeps a new item.
    pub(super) fn add(&mut self, position: Position, line: Line<'static>) -> Result<()> {
        line.check_depth(self.changes().outer)?;
        let added = self.changes().added.len();
        self.index.add(&line.group, ItemId::Added(added));
        self.changes_mut().added.push((position, line));
        Ok(())
    }

    /// An item as a source of its own, with the changes that it has.
    pub(super) fn part(&mut self, id: ItemId) -> &mut Source {
        let root = self.root.clone();
        let Changes { parts, layout, outer, added, .. } = self.changes_mut();
        parts.items.entry(id).or_insert_with(|| {
            let root = match id {
                ItemId::Read(id) => Some(root.part(id, lines_of(&root.tree, id))),
                ItemId::Added(index) => added.get(index).and_then(|(_, line)| line.parse()),
            };
            let root = root.unwrap_or_else(|| Root::empty(Kind::Block));
            let (layout, outer) = (*layout, *outer + 1);
            Source::with(root, Changes { layout, outer, ..Changes::default() })
        })
    }

    /// For handles of several blocks at once.
    pub(super) fn shared_parts(&mut self) -> &Cell<Parts> {
        Cell::from_mut(&mut self.changes_mut().parts)
    }
}

/// The lines of an item, from the indentation of the first one.
fn lines_of(tree: &crate::syntax::Tree<'_>, id: NodeId) -> Span {
    let span = ItemRef(View::new(tree, id)).span();
    let before = Span::new(0, span.start).text(&tree.source).trim_end_matches(BLANKS);
    Span::new(before.len() as u32, span.end)
}
