//! Strings without interpolations and directives.

use std::borrow::Cow;

use super::literal::{heredoc_content, unescape};
use super::node::Kind;
use super::view::View;
use crate::text::decoded::json_text;
use crate::text::normal_form::normalize;
use crate::text::span::Span;

/// A string without interpolations and directives: quoted, or a heredoc.
///
/// ```
/// use serde_hcl::syntax::ExpressionKind;
///
/// let expression = serde_hcl::parse_expression(r#""a\tb""#)?;
/// let ExpressionKind::String(string) = expression.view().kind() else { unreachable!() };
/// assert_eq!(string.value(), "a\tb");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct StringRef<'a>(pub(crate) View<'a>);

impl<'a> StringRef<'a> {
    /// The value of the string: escapes decoded, heredoc indentation removed, in NFC. Borrowed if the
    /// source contains it literally.
    ///
    /// ```
    /// use serde_hcl::syntax::ExpressionKind;
    ///
    /// let document = serde_hcl::parse("text = <<-END\n    a\n      b\n  END\n")?;
    /// let expression = document.body().attribute("text").unwrap().expression();
    /// let ExpressionKind::String(text) = expression.kind() else { unreachable!() };
    /// assert!(text.is_heredoc());
    /// assert_eq!(text.value(), "a\n  b\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn value(self) -> Cow<'a, str> {
        let text = match self.0.kind() {
            Kind::String if self.is_normal(self.content()) => return Cow::Borrowed(self.content()),
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
        self.0.tree.is_normal(text)
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
