//! The text of a source, and the lines and columns in it.
//!
//! No line or column is computed before an error is rendered.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::{Arc, LazyLock, OnceLock};

use hashbrown::{DefaultHashBuilder, HashMap};

use super::decoded::Decoded;
use super::grapheme;
use super::line_index::{Columns, LineIndex};
use super::span::{Position, Span, floor_char_boundary};

impl Position {
    /// The position of a byte offset. Linear in the source: meant for errors, not for loops.
    pub fn of(source: &str, offset: u32) -> Self {
        Lines::new(source).position(offset as usize)
    }
}

/// A span in its file, see [`Document::locate`](crate::Document::locate).
///
/// ```
/// use serde_hcl::configuration::parse_sources;
///
/// let document = parse_sources([("a.hcl", "a = 1\n"), ("b.hcl", "b = 2\n")])?;
/// let attribute = document.body().attribute("b").unwrap();
/// let location = document.locate(attribute.expression().span());
/// assert_eq!(location.name.as_deref(), Some("b.hcl"));
/// assert_eq!(location.to_string(), "b.hcl:1:5");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The name of the file, if it has one.
    pub name: Option<Arc<str>>,
    /// The bytes in the file.
    pub span: Span,
    /// The position of the first byte.
    pub start: Position,
    /// The position after the last byte.
    pub end: Position,
}

/// `main.hcl:3:7`
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name}:")?;
        }
        write!(f, "{}:{}", self.start.line, self.start.column)
    }
}

/// The source of a tree: one text, or the joined texts of several files.
#[derive(Clone, Copy)]
pub(crate) struct Origin<'s> {
    pub(crate) name: Option<&'s Arc<str>>,
    pub(crate) text: &'s str,
    /// The files of a joined text.
    pub(crate) files: &'s [File],
    /// Decoded text, which differs from the source text.
    pub(crate) decoded: Option<&'s Decoded>,
    /// The facts of a single file, if they are kept.
    pub(crate) facts: Option<&'s SourceFacts>,
}

/// The facts about the text of one file that errors need. They are computed once, when an error first needs them,
/// and used by every later [`Lookup`].
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceFacts {
    /// The starts of the lines.
    starts: OnceLock<Vec<usize>>,
    fingerprint: OnceLock<Fingerprint>,
}

/// A number by which sources of different texts differ. It differs from run to run, so `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Fingerprint(u64);

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fingerprint(..)")
    }
}

/// A file in a joined text.
#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) name: Arc<str>,
    /// The start of the file in the joined text.
    pub(crate) start: u32,
    pub(crate) facts: SourceFacts,
}

impl<'s> Origin<'s> {
    pub(crate) fn new(name: Option<&'s Arc<str>>, text: &'s str) -> Self {
        Origin { name, text, files: &[], decoded: None, facts: None }
    }

    /// The place in the source of a span that may lie in decoded text.
    fn written(self, span: Span) -> Span {
        self.decoded.map_or(span, |decoded| decoded.written(span, self.text))
    }
}

/// Finds positions in a source. Queries in source order take one pass altogether.
pub(crate) struct Lookup<'s> {
    origin: Origin<'s>,
    lines: HashMap<usize, Lines<'s>>,
}

impl Origin<'_> {
    pub(crate) fn locate(self, span: Span) -> Location {
        Lookup::new(self).locate(span)
    }
}

/// Finds positions in several sources.
#[derive(Default)]
pub(crate) struct Lookups<'s>(HashMap<*const u8, Lookup<'s>>);

impl<'s> Lookups<'s> {
    pub(crate) fn of(&mut self, origin: Origin<'s>) -> &mut Lookup<'s> {
        self.0.entry(origin.text.as_ptr()).or_insert_with(|| Lookup::new(origin))
    }
}

/// A position in its file.
pub(crate) struct Found<'l, 's> {
    pub(crate) name: Option<Arc<str>>,
    pub(crate) lines: &'l mut Lines<'s>,
    pub(crate) span: Span,
    /// The start of the file in the joined text.
    pub(crate) start: u32,
}

impl<'s> Lookup<'s> {
    pub(crate) fn new(origin: Origin<'s>) -> Self {
        Lookup { origin, lines: HashMap::new() }
    }

    pub(crate) fn name(&self) -> Option<Arc<str>> {
        self.origin.name.cloned()
    }

    pub(crate) fn locate(&mut self, span: Span) -> Location {
        let Found { name, lines, span, .. } = self.find(span);
        let start = lines.position(span.start as usize);
        Location { name, span, start, end: lines.position(span.end as usize) }
    }

    /// The place in the text of all files.
    pub(crate) fn written(&self, span: Span) -> Span {
        self.origin.written(span)
    }

    pub(crate) fn find(&mut self, span: Span) -> Found<'_, 's> {
        let span = self.written(span);
        let Origin { mut name, mut text, files, mut facts, .. } = self.origin;
        let mut start = 0;
        let number = files.partition_point(|file| file.start <= span.start).saturating_sub(1);
        if let Some(file) = files.get(number) {
            // There is a line end after each file.
            let next = files.get(number + 1).map_or(text.len(), |next| next.start as usize);
            text = text.get(file.start as usize..next.saturating_sub(1)).unwrap_or_default();
            (name, facts, start) = (Some(&file.name), Some(&file.facts), file.start);
        }
        let lines = self.lines.entry(number).or_insert_with(|| match facts {
            Some(facts) => Lines::known(text, facts),
            None => Lines::new(text),
        });
        Found { name: name.cloned(), lines, span: span.back_by(start), start }
    }
}

/// The lines of a source, for many queries. The columns of a line are counted once, for any number
/// and any order of queries.
///
/// A queried offset starts a new column, also inside a grapheme cluster. The reference counts in the
/// same way, because it counts each token separately.
pub(crate) struct Lines<'s> {
    index: LineIndex<'s>,
    /// The columns at the queried offsets, and at some others in long lines, from 0: in grapheme clusters and in
    /// UTF-16.
    columns: BTreeMap<usize, (usize, usize)>,
    fingerprint: Cow<'s, OnceLock<Fingerprint>>,
}

impl<'s> Lines<'s> {
    pub(crate) fn new(source: &'s str) -> Self {
        let (index, fingerprint) = (LineIndex::new(source), Cow::default());
        Lines { index, columns: BTreeMap::new(), fingerprint }
    }

    /// The lines of a source whose facts are kept.
    fn known(source: &'s str, facts: &'s SourceFacts) -> Self {
        let starts = facts.starts.get_or_init(|| LineIndex::starts(source));
        let index = LineIndex::with_starts(source, starts);
        Lines { index, columns: BTreeMap::new(), fingerprint: Cow::Borrowed(&facts.fingerprint) }
    }

    /// The first call is linear in the source.
    pub(crate) fn fingerprint(&self) -> Fingerprint {
        static HASHER: LazyLock<DefaultHashBuilder> = LazyLock::new(DefaultHashBuilder::default);
        *self.fingerprint.get_or_init(|| Fingerprint(HASHER.hash_one(self.source())))
    }

    pub(crate) fn source(&self) -> &'s str {
        self.index.source()
    }

    /// The number of the line around `offset`, from 0.
    pub(crate) fn number(&self, offset: usize) -> usize {
        self.index.number(offset)
    }

    /// The bytes of a line without its line end and without a byte order mark.
    pub(crate) fn range(&self, number: usize) -> Range<usize> {
        self.index.range(number)
    }

    pub(crate) fn position(&mut self, offset: usize) -> Position {
        self.position_in(offset, Columns::Graphemes)
    }

    pub(crate) fn position_in(&mut self, offset: usize, unit: Columns) -> Position {
        /// The distance in bytes between two stored columns.
        const STEP: usize = 256;
        let source = self.source();
        let offset = floor_char_boundary(source, offset);
        let number = self.number(offset);
        let start = self.range(number).start.min(offset);
        let nearest = self.columns.range(start..=offset).next_back();
        let (mut at, (mut clusters, mut units)) =
            nearest.map_or((start, (0, 0)), |(at, columns)| (*at, *columns));
        loop {
            let rest = source.get(at..offset).unwrap_or_default();
            let (length, columns) = grapheme::count_about(rest, STEP);
            let counted = rest.get(..length).unwrap_or_default();
            (at, clusters) = (at + length, clusters + columns);
            units += counted.chars().map(char::len_utf16).sum::<usize>();
            self.columns.insert(at, (clusters, units));
            if length == rest.len() {
                break;
            }
        }
        let column = match unit {
            Columns::Graphemes => clusters,
            Columns::Utf8 => offset - start,
            Columns::Utf16 => units,
        };
        Position { line: number + 1, column: column + 1 }
    }
}

/// Whether bytes are text in UTF-16: at least a third of the first bytes are zero, or some of them after
/// a byte order mark of UTF-16. A configuration always contains ASCII characters, which have a zero
/// byte.
pub(crate) fn is_utf16(source: &[u8]) -> bool {
    let start = source.get(..64).unwrap_or(source);
    let zeros = start.iter().filter(|byte| **byte == 0).count();
    let has_mark = matches!(start, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
    has_mark && zeros > 0 || zeros >= 4 && zeros * 3 >= start.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_grapheme_clusters() {
        let source = "a = 1\nb = \"e\u{301}\" + x\n";
        let offset = source.find('x').unwrap() as u32;
        assert_eq!(Position::of(source, offset), Position { line: 2, column: 11 });
    }

    #[test]
    fn a_byte_order_mark_has_no_column() {
        assert_eq!(Position::of("\u{feff}a", 3), Position { line: 1, column: 1 });
    }

    #[test]
    fn columns_of_one_line_are_counted_in_any_order() {
        let mut lines = Lines::new("é = b\nc = d");
        let columns = [5, 0, 7, 3, 5].map(|offset| lines.position(offset).column);
        assert_eq!(columns, [5, 1, 1, 3, 5]);
    }

    #[test]
    fn columns_of_a_long_line_are_counted_in_any_order() {
        let source = "ab e\u{301}👩🏾\r".repeat(800) + &"x".repeat(1000);
        let mut lines = Lines::new(&source);
        let clusters: Vec<_> = grapheme::graphemes(&source).map(str::len).collect();
        for columns in [clusters.len(), 700, 4000, 20, clusters.len() - 1, 2000, 701, 0] {
            let offset = clusters.iter().take(columns).sum();
            assert_eq!(lines.position(offset), Position { line: 1, column: columns + 1 });
        }
    }
}
