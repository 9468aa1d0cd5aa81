//! Applies the changes of a value to a document: only the differences between its two drafts are
//! written. The methods of `Notation` call each other, as blocks and objects are nested.

mod blocks;
mod expression;
mod items;
mod matches;
mod sequence;

use self::items::{ItemsOfName, by_name};
use self::matches::{keys_of, match_blocks};
use self::sequence::Blocks;
use super::draft::{Draft, Object};
use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::document::{Layout, Line, Lines, Position};
use crate::syntax::{BodyRef, ItemRef};

/// The notation of changed parts. Each is more certain to be read as the value, and keeps less of
/// the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// The notation of the document: attributes or blocks, objects or tuples.
    Document,
    /// The same, but sequences without elements are tuples, and so are new ones with one element.
    Tuples,
    /// The notation of the serializer: of the whole value of a changed attribute, and of a changed block as a
    /// whole, with the comments around it.
    Value,
}

impl Notation {
    pub(super) const ALL: [Notation; 3] = [Notation::Document, Notation::Tuples, Notation::Value];
}

impl Notation {
    /// The text of a body that is changed from one draft of a value to another, with its braces.
    pub(super) fn body(
        self,
        before: &Object<'_>,
        after: &Object<'_>,
        body: BodyRef<'_>,
    ) -> Result<String> {
        let mut lines = Lines::of(body, Layout::Canonical);
        let mut items = by_name(&lines);
        let known = before.by_key();
        let kept = after.by_key();
        let removed = before.entries.iter().filter(|(name, _)| !kept.contains_key(&**name));
        let removed = removed.map(|(name, draft)| (&**name, Some(draft), None));
        let others = after.entries.iter();
        let others =
            others.map(|(name, draft)| (&**name, known.get(&**name).copied(), Some(draft)));
        let mut blocks = Blocks::default();
        for (name, before, after) in removed.chain(others) {
            let current = items.remove(name).unwrap_or_default();
            self.entry(name, (before, after), current, &mut blocks, &mut lines)
                .map_err(|error| error.in_field(name))?;
        }
        self.blocks(blocks, &mut lines)?;
        Ok(lines.text())
    }

    /// Changes the attribute with this name, or adds its blocks to those of the body.
    fn entry<'d, 'a>(
        self,
        name: &'d str,
        (before, after): (Option<&'d Draft<'a>>, Option<&'d Draft<'a>>),
        items: ItemsOfName,
        blocks: &mut Blocks<'d, 'a>,
        lines: &mut Lines<'_>,
    ) -> Result<()> {
        let is_changed = before != after;
        let is_whole = is_changed && self == Notation::Value;
        match (items.attribute, items.blocks.first(), after) {
            (_, None, _) if !is_changed => return Ok(()),
            (None, None, _) if items.is_generated => {
                return Err(Error::edit(catalog::generated_block(name, "")));
            }
            (Some(_), None, Some(Draft::Blocks(_))) if is_whole => {}
            (Some(key), None, Some(after)) => {
                let current = lines.item(key).and_then(ItemRef::as_attribute);
                if let Some(current) = current {
                    let value = match (after, self) {
                        (Draft::Leaf(_), _) | (_, Notation::Value) => self.whole_value(after),
                        _ => self.expression(before, after, current.expression()),
                    };
                    lines.set_value(key, &value?);
                }
                return Ok(());
            }
            (_, Some(first), _) => {
                let labels = lines.block(*first).map_or(0, |block| block.labels().len());
                let as_blocks = |draft: Option<&'d Draft<'a>>| match draft {
                    Some(draft) => draft.as_blocks(labels),
                    None => Some(Vec::new()),
                };
                let is_possible = match self {
                    Notation::Document => true,
                    Notation::Tuples => !after.is_some_and(Draft::is_empty),
                    Notation::Value => matches!(after, Some(Draft::Blocks(_)) | None),
                };
                match (as_blocks(before), as_blocks(after)) {
                    (Some(before), Some(after)) if is_possible || !is_changed => {
                        let keys = keys_of(&before, &items.blocks, lines);
                        let matches = match is_changed {
                            true => match_blocks(&before, &after),
                            false => (0..before.len()).map(Some).collect(),
                        };
                        blocks.add(name, (before, keys), (after, matches));
                        return Ok(());
                    }
                    _ if !is_changed => return Ok(()),
                    _ => {}
                }
            }
            _ => {}
        }
        for key in items.attribute.into_iter().chain(items.blocks) {
            lines.remove(key);
        }
        match after {
            Some(Draft::Blocks(new)) => blocks.add_new(name, new),
            Some(after) => {
                lines.insert(Position::Usual, Line::attribute(name, self.whole_value(after)?));
            }
            None => {}
        }
        Ok(())
    }
}
