//! Views of the labels of blocks.

use std::borrow::Cow;
use std::fmt;

use super::json;
use super::literal::unescape;
use super::node::Kind;
use super::view::{Chain, View};
use crate::text::span::Span;
use crate::value::Value;

/// The labels of a block.
///
/// ```
/// let document = serde_hcl::parse("resource \"disk\" \"main\" {}\n")?;
/// let mut labels = document.body().blocks().next().unwrap().labels();
/// assert_eq!(labels.len(), 2);
/// assert_eq!(labels.nth(1).unwrap().value(), "main");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Labels<'a>(LabelsOf<'a>);

#[derive(Clone)]
enum LabelsOf<'a> {
    Native { chain: Chain<'a>, left: usize },
    Json { name: View<'a>, next: u32, labels: u32 },
}

impl<'a> Labels<'a> {
    /// The labels of a block in native syntax.
    pub(super) fn native(block: View<'a>) -> Self {
        Labels(LabelsOf::Native { chain: block.children(), left: block.count() })
    }

    /// The labels of a block in JSON syntax; `name` is the last one.
    pub(super) fn json(name: View<'a>, labels: u32) -> Self {
        Labels(LabelsOf::Json { name, next: 0, labels })
    }

    /// Whether there are no more labels.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'a> Iterator for Labels<'a> {
    type Item = LabelRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<LabelRef<'a>> {
        match &mut self.0 {
            LabelsOf::Native { chain, left } => {
                *left = left.checked_sub(1)?;
                chain.next().map(LabelRef)
            }
            LabelsOf::Json { name, next, labels } => {
                let label = (*next < *labels).then(|| json::label(*name, *labels, *next))?;
                *next += 1;
                Some(LabelRef(label))
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = match &self.0 {
            LabelsOf::Native { left, .. } => *left,
            LabelsOf::Json { next, labels, .. } => (labels - next) as usize,
        };
        (length, Some(length))
    }
}

impl ExactSizeIterator for Labels<'_> {}

/// A label: an identifier or a quoted string.
///
/// ```
/// let document = serde_hcl::parse("resource \"disk\" main {}\n")?;
/// let block = document.body().blocks().next().unwrap();
/// let labels: Vec<_> = block.labels().map(|label| (label.value(), label.is_quoted())).collect();
/// assert_eq!(labels, [("disk".into(), true), ("main".into(), false)]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct LabelRef<'a>(pub(crate) View<'a>);

impl<'a> LabelRef<'a> {
    /// The label without quotes, escapes decoded.
    ///
    /// ```
    /// let source = "service \"a\\tb\" {}\n";
    /// let document = serde_hcl::parse(source)?;
    /// let label = document.body().blocks().next().unwrap().labels().next().unwrap();
    /// assert_eq!(label.value(), "a\tb");
    /// assert_eq!(label.span().text(source), r#""a\tb""#);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn value(self) -> Cow<'a, str> {
        let text = || self.0.tree.text(self.value_span());
        Cow::Borrowed(match self.0.kind() {
            Kind::LabelComputed => self.0.value().and_then(Value::as_str).unwrap_or_default(),
            Kind::String | Kind::JsonKey => self.0.property_name(),
            Kind::LabelEscaped => return Cow::Owned(unescape(text())),
            _ => text(),
        })
    }

    /// The bytes of the label in the source, if it needs no decoding.
    pub(crate) fn verbatim_span(self) -> Option<Span> {
        let is_verbatim =
            matches!(self.0.kind(), Kind::LabelIdentifier | Kind::LabelString | Kind::String);
        is_verbatim.then(|| self.value_span())
    }

    fn value_span(self) -> Span {
        let span = self.span();
        match self.0.kind() {
            Kind::LabelIdentifier => span,
            Kind::Invalid if !self.is_closed() => Span::new(span.start + 1, span.end),
            _ => Span::new(span.start + 1, span.end - 1),
        }
    }

    /// Whether the label has both quotes.
    fn is_closed(self) -> bool {
        let text = self.0.text();
        text.len() > 1 && text.ends_with('"')
    }

    /// Whether the label is quoted. Labels of blocks that a `dynamic` block generates count as quoted.
    ///
    /// ```
    /// let document = serde_hcl::parse("service web \"web\" {}\n")?;
    /// let block = document.body().blocks().next().unwrap();
    /// let quoted: Vec<_> = block.labels().map(|label| label.is_quoted()).collect();
    /// assert_eq!(quoted, [false, true]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn is_quoted(self) -> bool {
        self.0.kind() != Kind::LabelIdentifier
    }

    /// The bytes of the label with its quotes. A label of a generated block has the bytes of its
    /// expression.
    pub fn span(self) -> Span {
        self.0.span()
    }
}

impl fmt::Debug for LabelRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}
