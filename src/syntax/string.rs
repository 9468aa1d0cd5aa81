//! Strings without interpolations and directives.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::node::Kind;
use super::template::heredoc_content;
use super::view::View;
use crate::text::decoded::json_text;
use crate::text::span::Span;

/// A string without interpolations and directives: quoted, or a heredoc.
///
/// ```
/// use serde_hcl::syntax::ExpressionKind;
///
/// let expression = serde_hcl::parse_expression(r#""a\tb""#)?;
/// let ExpressionKind::String(string) = expression.as_ref().kind() else { unreachable!() };
/// assert_eq!(string.value(), "a\tb");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct StringRef<'a>(pub(crate) View<'a>);

impl<'a> StringRef<'a> {
    /// The value of the string: escapes decoded, heredoc indentation removed, in NFC. Borrowed if the
    /// source contains it literally.
    pub fn value(self) -> Cow<'a, str> {
        let text = match self.0.kind() {
            Kind::String if self.0.tree.is_ascii() => return Cow::Borrowed(self.content()),
            Kind::String => Cow::Borrowed(self.content()),
            Kind::Escaped => Cow::Owned(unescape(self.content())),
            Kind::JsonEscaped | Kind::JsonInvalid => json_text(self.content()),
            _ => heredoc_content(self.0),
        };
        normalize(text)
    }

    /// The bytes between the quotes, if there are no escapes.
    #[inline]
    pub(crate) fn plain_span(self) -> Option<Span> {
        (self.0.kind() == Kind::String).then(|| self.content_span())
    }

    /// Whether this text of the string is in Unicode normalization form C.
    #[inline]
    pub(crate) fn is_normal(self, text: &str) -> bool {
        self.0.tree.is_ascii() || is_normal(text)
    }

    /// The text of a string in JSON syntax, before it is parsed as a template.
    pub(crate) fn json_value(self) -> Cow<'a, str> {
        normalize(json_text(self.content()))
    }

    /// The text of an invalid template, and its offset in the source.
    pub(crate) fn template_text(self) -> (Cow<'a, str>, u32) {
        (json_text(self.content()), self.0.node().count)
    }

    /// Whether the string is a heredoc.
    pub fn is_heredoc(self) -> bool {
        self.0.kind() == Kind::Heredoc
    }

    #[inline]
    pub(super) fn content_span(self) -> Span {
        let span = self.0.span();
        Span::new(span.start + 1, span.end - 1)
    }

    pub(super) fn content(self) -> &'a str {
        self.0.tree.text(self.content_span())
    }
}

/// Decodes the escapes of a quoted template. The lexer has checked them.
pub(crate) fn unescape(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr3(b'\\', b'$', b'%', rest.as_bytes()) {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        let (character, length) = match rest.as_bytes() {
            [b'\\', b'n', ..] => ('\n', 2),
            [b'\\', b'r', ..] => ('\r', 2),
            [b'\\', b't', ..] => ('\t', 2),
            [b'\\', b'"', ..] => ('"', 2),
            [b'\\', b'\\', ..] => ('\\', 2),
            [b'\\', b'u', ..] => (code_point(rest, 6), 6),
            [b'\\', b'U', ..] => (code_point(rest, 10), 10),
            [sigil @ (b'$' | b'%'), second, b'{', ..] if sigil == second => {
                decoded.push(char::from(*sigil));
                ('{', 3)
            }
            [first, ..] => (char::from(*first), 1),
            [] => break,
        };
        decoded.push(character);
        rest = rest.get(length..).unwrap_or_default();
    }
    decoded.push_str(rest);
    decoded
}

fn code_point(escape: &str, length: usize) -> char {
    escape
        .get(2..length)
        .and_then(|digits| u32::from_str_radix(digits, 16).ok())
        .and_then(char::from_u32)
        .unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The text in Unicode normalization form C (NFC), the form of every string in the language.
pub(crate) fn normalize(text: Cow<'_, str>) -> Cow<'_, str> {
    if is_normal(&text) { text } else { Cow::Owned(text.nfc().collect()) }
}

/// Whether the text is definitely in NFC.
pub(crate) fn is_normal(text: &str) -> bool {
    text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes
}
