//! Finds missing and surplus braces by the indentation of the lines, or, where no line is indented, by the
//! types of the blocks.

use hashbrown::HashMap;

use super::literal::sign_of_item;
use super::{Token, TokenKind};

/// A change of the braces of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repair {
    pub(super) at: usize,
    pub(super) fix: Fix,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fix {
    /// A closing brace is missing before `at`.
    Close,
    /// An opening brace is missing at `at`.
    Open,
    /// The closing brace at `at` closes nothing.
    Ignore,
}

/// The number of tokens that are examined to find out how a line starts. Keeps hostile sources linear.
const HEADER_TOKENS: usize = 16;

/// The most blocks that one closing brace may end. Keeps hostile sources linear.
const CLOSED_AT_ONCE: usize = 256;

/// The changes that pair the braces of these tokens, which are those from the line at `start` on, in source
/// order. `outer` has the types of the blocks before. Empty if the braces are in pairs, or if nothing shows
/// where the mistakes are.
pub(super) fn repairs(source: &str, tokens: &[Token], start: usize, outer: &[&str]) -> Vec<Repair> {
    let (mut open, mut surplus) = (0_usize, 0_usize);
    for token in tokens {
        match token.kind {
            TokenKind::OpenBrace => open += 1,
            TokenKind::CloseBrace if open > 0 => open -= 1,
            TokenKind::CloseBrace => surplus += 1,
            _ => {}
        }
    }
    if open == 0 && surplus == 0 {
        return Vec::new();
    }
    let mut matcher = Matcher {
        source,
        tokens,
        stack: Vec::new(),
        missing: open,
        surplus,
        depths: outer.iter().map(|name| (*name, 0)).collect(),
        is_indented: is_indented(source),
        repairs: Vec::new(),
        line: Line { start, end: start, indentation: 0 },
    };
    matcher.run();
    matcher.repairs
}

#[derive(Clone, Copy)]
struct Line {
    start: usize,
    end: usize,
    indentation: usize,
}

struct Matcher<'a> {
    source: &'a str,
    tokens: &'a [Token],
    /// The lines of the open braces.
    stack: Vec<Line>,
    /// The number of closing braces that may still be added.
    missing: usize,
    /// The number of closing braces that may still be ignored.
    surplus: usize,
    /// The least depth of the blocks of each type so far, if the lines are not indented.
    depths: HashMap<&'a str, usize>,
    is_indented: bool,
    repairs: Vec<Repair>,
    line: Line,
}

impl Matcher<'_> {
    fn run(&mut self) {
        for (index, token) in self.tokens.iter().enumerate() {
            let is_first = self.enter_line(token.span.start as usize);
            match token.kind {
                TokenKind::OpenBrace => {
                    self.stack.push(self.line);
                }
                TokenKind::CloseBrace => self.close(index, is_first),
                TokenKind::Identifier if is_first && self.missing > 0 => match self.sign(index) {
                    Some(_) if self.is_indented => self.close_outdented(index),
                    Some(b'{') => self.close_as_before(index),
                    _ => {}
                },
                TokenKind::Newline if self.surplus > 0 && self.lacks_brace(index) => {
                    self.surplus -= 1;
                    self.stack.push(self.line);
                    let last = index.checked_sub(1).and_then(|last| self.tokens.get(last));
                    let at = last.map_or(self.line.start, |last| last.span.end as usize);
                    self.repairs.push(Repair { at, fix: Fix::Open });
                }
                _ => {}
            }
        }
    }

    /// Makes the line of `at` the current one. Returns whether only blanks precede `at` on the
    /// line.
    fn enter_line(&mut self, at: usize) -> bool {
        while at >= self.line.end {
            let start = self.line.end;
            let rest = &self.source.as_bytes()[start..];
            let end = memchr::memchr(b'\n', rest).map_or(rest.len() + 1, |length| length + 1);
            let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
            let indentation = rest.iter().take_while(|byte| blank(byte)).count();
            self.line = Line { start, end: start + end, indentation };
        }
        at == self.line.start + self.line.indentation
    }

    fn close(&mut self, index: usize, is_first: bool) {
        let at = self.tokens[index].span.start as usize;
        let Line { start, indentation, .. } = self.line;
        let Some(top) = self.stack.last() else { return self.ignore(at) };
        let inner = self.stack.iter().rev().take(CLOSED_AT_ONCE);
        let inner = inner.take_while(|open| open.indentation > indentation).count();
        let outer = self.stack.iter().rev().nth(inner);
        let fits = is_first && outer.is_some_and(|outer| outer.indentation == indentation);
        let is_on_line = top.start == start;
        if !is_on_line && fits && inner <= self.missing {
            self.add_missing(inner, index);
        } else if !is_on_line && self.surplus > 0 {
            return self.ignore(at);
        }
        self.stack.pop();
    }

    fn ignore(&mut self, at: usize) {
        self.surplus = self.surplus.saturating_sub(1);
        self.repairs.push(Repair { at, fix: Fix::Ignore });
    }

    /// Closes the blocks and objects whose content is indented further than this line.
    fn close_outdented(&mut self, index: usize) {
        let indentation = self.line.indentation;
        let inner = self.stack.iter().rev().take_while(|open| open.indentation >= indentation);
        let inner = inner.count().min(self.missing);
        self.add_missing(inner, index);
    }

    /// Closes the blocks and objects around a block whose type occurred in fewer of them before. A labelled
    /// block of a new type after an empty line is outside all.
    fn close_as_before(&mut self, index: usize) {
        let name = self.tokens[index].span;
        let before = &self.source[..name.start as usize];
        let follows_empty_line = before.ends_with("\n\n") || before.ends_with("\n\r\n");
        let has_label =
            self.tokens.get(index + 1).is_some_and(|next| next.kind != TokenKind::OpenBrace);
        let depth = self.stack.len();
        let new = if follows_empty_line && has_label { 0 } else { depth };
        let least = *self.depths.entry(name.text(self.source)).or_insert(new);
        self.add_missing(depth.saturating_sub(least).min(self.missing), index);
    }

    /// Adds closing braces before the token, after the previous one.
    fn add_missing(&mut self, count: usize, index: usize) {
        let last = index.checked_sub(1).and_then(|last| self.tokens.get(last));
        let line = last.map_or(0, |last| last.span.end as usize);
        for _ in 0..count {
            self.stack.pop();
            self.missing -= 1;
            self.repairs.push(Repair { at: line, fix: Fix::Close });
        }
    }

    /// The sign of the item that may start at the token.
    fn sign(&self, index: usize) -> Option<u8> {
        sign_of_item(self.source, self.tokens[index].span.end as usize)
    }

    /// Whether the line that ends at the token is the header of a block without its opening brace:
    /// the next line is an item that is indented further.
    fn lacks_brace(&self, newline: usize) -> bool {
        let line = self.tokens[..newline].iter().rev();
        let line: Vec<_> = line
            .take_while(|token| token.span.start as usize >= self.line.start)
            .take(HEADER_TOKENS)
            .map(|token| token.kind)
            .collect();
        let is_header = matches!(line.as_slice(), [labels @ .., TokenKind::Identifier]
            if labels.iter().all(|kind| matches!(kind, TokenKind::Identifier | TokenKind::String)));
        let is_object = matches!(line.as_slice(), [TokenKind::Assign, TokenKind::Identifier]);
        let Some(next) = self.tokens.get(newline + 1) else { return false };
        let start = next.span.start as usize;
        let blanks = self.source.as_bytes()[..start].iter().rev();
        let indentation = blanks.take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        (is_header || is_object)
            && next.kind == TokenKind::Identifier
            && indentation > self.line.indentation
            && self.sign(newline + 1).is_some()
    }
}

/// Whether some of the lines after an opening brace are indented further than its line. A header that a
/// person just typed is often followed by a line that is not.
fn is_indented(source: &str) -> bool {
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let (mut indented, mut others, mut open) = (0_usize, 0_usize, None);
    for line in source.lines().filter(|line| !line.trim().is_empty()) {
        match open.take() {
            Some(open) if indentation(line) > open => indented += 1,
            Some(_) if !line.trim_start().starts_with('}') => others += 1,
            _ => {}
        }
        open = line.trim_end().ends_with('{').then(|| indentation(line));
    }
    indented * 4 >= others
}
