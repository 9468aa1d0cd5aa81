//! Views of templates, and the text of their literal parts.
//!
//! The reference divides the literal text of heredocs and standalone templates into lines. Strip
//! markers and the indentation of flush heredocs apply to these pieces, not to the whole text.

use std::borrow::Cow;

use super::expression::ExpressionRef;
use super::node::{Kind, flag};
use super::string::unescape;
use super::view::{View, views};
use crate::text::grapheme::{self, graphemes};
use crate::text::span::Span;

/// A template with interpolations or directives ("Templates" in the native syntax specification).
///
/// ```
/// use serde_hcl::syntax::{ExpressionKind, PartKind};
///
/// let expression = serde_hcl::parse_expression(r#""web-${count}""#)?;
/// let ExpressionKind::Template(template) = expression.as_ref().kind() else { unreachable!() };
/// let mut parts = template.parts().map(|part| part.kind());
/// assert!(matches!(parts.next(), Some(PartKind::Literal(text)) if text == "web-"));
/// assert!(matches!(parts.next(), Some(PartKind::Interpolation(count)) if count.text() == "count"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct TemplateRef<'a>(pub(crate) View<'a>);

impl<'a> TemplateRef<'a> {
    /// The parts in source order.
    pub fn parts(self) -> Parts<'a> {
        Parts::new(self.0.children(), self.0.count())
    }

    /// The expression of a template that consists of one interpolation. Its value, of any type, is the
    /// value of the template.
    pub fn unwrapped(self) -> Option<ExpressionRef<'a>> {
        let part = self.0.first();
        let is_alone = self.0.count() == 1 && part.kind() == Kind::Interpolation;
        is_alone.then(|| ExpressionRef(part.first()))
    }

    /// Whether the template is a heredoc.
    pub fn is_heredoc(self) -> bool {
        self.0.has(flag::HEREDOC)
    }

    /// The bytes of the template with its delimiters.
    pub fn span(self) -> Span {
        self.0.place()
    }
}

views! {
    /// The parts of a template or of a branch of a directive.
    Parts, PartRef
}

/// One part of a template.
#[derive(Clone, Copy)]
pub struct PartRef<'a>(pub(crate) View<'a>);

/// The kinds of parts.
///
/// ```
/// use serde_hcl::syntax::{ExpressionKind, PartKind};
///
/// let expression = serde_hcl::parse_expression("\"a-${b}\"")?;
/// let ExpressionKind::Template(template) = expression.as_ref().kind() else { unreachable!() };
/// let mut parts = template.parts().map(|part| part.kind());
/// assert!(matches!(parts.next(), Some(PartKind::Literal(text)) if text == "a-"));
/// assert!(matches!(parts.next(), Some(PartKind::Interpolation(inner)) if inner.text() == "b"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PartKind<'a> {
    /// Text, with escapes decoded, stripped and dedented.
    Literal(Cow<'a, str>),
    /// `${ expression }`
    Interpolation(ExpressionRef<'a>),
    /// `%{ if … }`
    If(DirectiveIfRef<'a>),
    /// `%{ for … }`
    For(DirectiveForRef<'a>),
}

impl<'a> PartRef<'a> {
    /// The kind of the part.
    pub fn kind(self) -> PartKind<'a> {
        match self.0.kind() {
            Kind::Interpolation => PartKind::Interpolation(ExpressionRef(self.0.first())),
            Kind::DirectiveIf => PartKind::If(DirectiveIfRef(self.0)),
            Kind::DirectiveFor => PartKind::For(DirectiveForRef(self.0)),
            _ => PartKind::Literal(literal_text(self.0)),
        }
    }

    /// The bytes of the part; of a directive, from its opening to its end marker.
    pub fn span(self) -> Span {
        self.0.place()
    }
}

/// `%{ if predicate } … %{ else } … %{ endif }`
#[derive(Clone, Copy)]
pub struct DirectiveIfRef<'a>(pub(crate) View<'a>);

impl<'a> DirectiveIfRef<'a> {
    /// The expression after `if`.
    pub fn predicate(self) -> ExpressionRef<'a> {
        ExpressionRef(self.0.first())
    }

    /// The parts if the predicate is true.
    pub fn if_true(self) -> Parts<'a> {
        branch(self.0.first().next())
    }

    /// The parts after `else`, if there is one.
    pub fn if_false(self) -> Option<Parts<'a>> {
        self.0.has(flag::ELSE).then(|| branch(self.0.first().next().next()))
    }

    /// The bytes from the `if` marker to the `endif` marker.
    pub fn span(self) -> Span {
        self.0.place()
    }
}

/// `%{ for key, value in collection } … %{ endfor }`
#[derive(Clone, Copy)]
pub struct DirectiveForRef<'a>(pub(crate) View<'a>);

impl<'a> DirectiveForRef<'a> {
    /// The name of the key variable, if there is one.
    pub fn key_name(self) -> Option<&'a str> {
        self.0.has(flag::KEY).then(|| self.0.first().text())
    }

    /// The name of the value variable.
    pub fn value_name(self) -> &'a str {
        self.value_view().text()
    }

    /// The collection to iterate over.
    pub fn collection(self) -> ExpressionRef<'a> {
        ExpressionRef(self.value_view().next())
    }

    /// The parts that are repeated.
    pub fn parts(self) -> Parts<'a> {
        branch(self.value_view().next().next())
    }

    /// The bytes from the `for` marker to the `endfor` marker.
    pub fn span(self) -> Span {
        self.0.place()
    }

    fn value_view(self) -> View<'a> {
        let first = self.0.first();
        if self.0.has(flag::KEY) { first.next() } else { first }
    }
}

fn branch(parts: View<'_>) -> Parts<'_> {
    Parts::new(parts.children(), parts.count())
}

/// The text of a literal part. The strip markers next to it are flags of the node; the count of a
/// part of a flush heredoc is the indentation to remove.
fn literal_text(view: View<'_>) -> Cow<'_, str> {
    let node = view.node();
    let text = view.text();
    let trims = node.flags & (flag::TRIM_START | flag::TRIM_END);
    if node.flags & flag::LINES == 0 {
        let text = if view.kind() == Kind::LiteralEscaped {
            Cow::Owned(unescape(text))
        } else {
            Cow::Borrowed(text)
        };
        return trim(text, trims);
    }
    if trims == 0 && node.count == 0 {
        return unescape_sequences(text, view.kind() == Kind::LiteralEscaped);
    }
    let mut value = String::with_capacity(text.len());
    for piece in pieces(text, node.flags) {
        value.push_str(piece.dedented(node.count));
    }
    match unescape_sequences(&value, view.kind() == Kind::LiteralEscaped) {
        Cow::Owned(decoded) => Cow::Owned(decoded),
        Cow::Borrowed(_) => Cow::Owned(value),
    }
}

/// The text of a heredoc that is one literal.
pub(super) fn heredoc_content(view: View<'_>) -> Cow<'_, str> {
    let text = view.text();
    let start = memchr::memchr(b'\n', text.as_bytes()).map_or(text.len(), |newline| newline + 1);
    let end = memchr::memrchr(b'\n', text.as_bytes()).map_or(0, |newline| newline + 1);
    let content = text.get(start..end).unwrap_or_default();
    let escaped = view.has(flag::ESCAPED);
    if !view.has(flag::FLUSH) {
        return unescape_sequences(content, escaped);
    }
    let indent = indentation(pieces(content, flag::LINE_START)).unwrap_or(0);
    if indent == 0 {
        return unescape_sequences(content, escaped);
    }
    let mut value = String::with_capacity(content.len());
    for piece in pieces(content, flag::LINE_START) {
        value.push_str(piece.dedented(indent));
    }
    if escaped {
        Cow::Owned(unescape_sequences(&value, true).into_owned())
    } else {
        Cow::Owned(value)
    }
}

/// The least indentation of the pieces at the start of a line, except blank lines. `None` if all are
/// blank.
pub(crate) fn indentation<'a>(pieces: impl Iterator<Item = Piece<'a>>) -> Option<u32> {
    pieces.filter_map(|piece| piece.indentation()).min()
}

/// A literal line or a literal part of one, after stripping.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a> {
    pub(crate) text: &'a str,
    leads_line: bool,
}

impl<'a> Piece<'a> {
    /// The width of the leading white space in columns; `None` if the piece doesn't start a line or the
    /// line is blank.
    pub(crate) fn indentation(self) -> Option<u32> {
        if !self.leads_line {
            return None;
        }
        let content = self.text.trim_start();
        if content.is_empty() && self.text.ends_with('\n') {
            return None;
        }
        let blanks = &self.text[..self.text.len() - content.len()];
        Some(grapheme::count(blanks) as u32)
    }

    fn dedented(self, columns: u32) -> &'a str {
        if self.indentation().is_none() {
            return self.text;
        }
        let bytes = graphemes(self.text).take(columns as usize).map(str::len).sum();
        self.text.get(bytes..).unwrap_or_default()
    }
}

/// The pieces of a literal part of a heredoc or standalone template.
pub(crate) fn pieces(text: &str, flags: u8) -> impl Iterator<Item = Piece<'_>> {
    let mut leads_line = flags & flag::LINE_START != 0;
    let mut lines = text.split_inclusive('\n').peekable();
    let mut first = true;
    std::iter::from_fn(move || {
        let mut line = lines.next()?;
        if std::mem::take(&mut first) && flags & flag::TRIM_START != 0 {
            line = line.trim_start();
        }
        if lines.peek().is_none() && flags & flag::TRIM_END != 0 {
            line = line.trim_end();
        }
        let piece = Piece { text: line, leads_line };
        leads_line = line.ends_with('\n');
        Some(piece)
    })
}

fn trim(text: Cow<'_, str>, trims: u8) -> Cow<'_, str> {
    fn trim_str(mut text: &str, trims: u8) -> &str {
        if trims & flag::TRIM_START != 0 {
            text = text.trim_start();
        }
        if trims & flag::TRIM_END != 0 {
            text = text.trim_end();
        }
        text
    }
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(trim_str(text, trims)),
        Cow::Owned(text) if trims == 0 => Cow::Owned(text),
        Cow::Owned(text) => Cow::Owned(trim_str(&text, trims).to_owned()),
    }
}

/// Decodes `$${` and `%%{`, the only escapes outside quotes.
fn unescape_sequences(text: &str, escaped: bool) -> Cow<'_, str> {
    if !escaped {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr2(b'$', b'%', rest.as_bytes()) {
        decoded.push_str(&rest[..=at]);
        let sigil = rest.as_bytes()[at];
        let is_escape = rest.as_bytes().get(at + 1..at + 3) == Some(&[sigil, b'{']);
        if is_escape {
            decoded.push('{');
        }
        rest = &rest[at + if is_escape { 3 } else { 1 }..];
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}
