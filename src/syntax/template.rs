//! Views of templates, and the text of their literal parts.
//!
//! The reference divides the literal text of heredocs and standalone templates into lines. Strip
//! markers and the indentation of flush heredocs apply to these pieces, not to the whole text.

use std::borrow::Cow;

use super::expression::ExpressionRef;
use super::literal::literal_text;
use super::node::{Kind, flag};
use super::view::{View, views};
use crate::text::span::Span;

/// A template with interpolations or directives ("Templates" in the native syntax specification).
///
/// ```
/// use serde_hcl::syntax::{ExpressionKind, PartKind};
///
/// let expression = serde_hcl::parse_expression(r#""web-${count}""#)?;
/// let ExpressionKind::Template(template) = expression.view().kind() else { unreachable!() };
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
    ///
    /// ```
    /// use serde_hcl::syntax::ExpressionKind;
    ///
    /// let expression = serde_hcl::parse_expression("\"${ports}\"")?;
    /// let ExpressionKind::Template(template) = expression.view().kind() else { unreachable!() };
    /// assert_eq!(template.unwrapped().unwrap().text(), "ports");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn unwrapped(self) -> Option<ExpressionRef<'a>> {
        let part = self.0.first();
        let is_alone = self.0.count() == 1 && part.kind() == Kind::Interpolation;
        is_alone.then(|| ExpressionRef(part.first()))
    }

    /// Whether the template is a heredoc.
    ///
    /// ```
    /// use serde_hcl::syntax::ExpressionKind;
    ///
    /// let document = serde_hcl::parse("text = <<END\nHello ${name}\nEND\n")?;
    /// let expression = document.body().attribute("text").unwrap().expression();
    /// let ExpressionKind::Template(template) = expression.kind() else { unreachable!() };
    /// assert!(template.is_heredoc());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
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
    ///
    /// ```
    /// use serde_hcl::syntax::ExpressionKind;
    ///
    /// let expression = serde_hcl::parse_expression("\"${host}:${port}\"")?;
    /// let ExpressionKind::Template(template) = expression.view().kind() else { unreachable!() };
    /// assert_eq!(template.parts().len(), 3);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    Parts, PartRef
}

/// One part of a template.
///
/// ```
/// use serde_hcl::syntax::ExpressionKind;
///
/// let source = "\"web-${count}\"";
/// let expression = serde_hcl::parse_expression(source)?;
/// let ExpressionKind::Template(template) = expression.view().kind() else { unreachable!() };
/// let parts: Vec<_> = template.parts().map(|part| part.span().text(source)).collect();
/// assert_eq!(parts, ["web-", "${count}"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct PartRef<'a>(pub(crate) View<'a>);

/// The kinds of parts.
///
/// ```
/// use serde_hcl::syntax::{ExpressionKind, PartKind};
///
/// let expression = serde_hcl::parse_expression("\"a-${b}\"")?;
/// let ExpressionKind::Template(template) = expression.view().kind() else { unreachable!() };
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
    ///
    /// ```
    /// use serde_hcl::syntax::{ExpressionKind, PartKind};
    ///
    /// // The strip marker removes the blanks before it, and `$$` is an escape.
    /// let expression = serde_hcl::parse_expression(r#""$${a}  ${~ b}""#)?;
    /// let ExpressionKind::Template(template) = expression.view().kind() else { unreachable!() };
    /// let first = template.parts().next().unwrap().kind();
    /// assert!(matches!(first, PartKind::Literal(text) if text == "${a}"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
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

/// A directive: `%{ if predicate } … %{ else } … %{ endif }`.
///
/// ```
/// use serde_hcl::syntax::{ExpressionKind, PartKind};
///
/// let expression = serde_hcl::parse_expression(r#""%{ if debug }on${level}%{ endif }""#)?;
/// let ExpressionKind::Template(template) = expression.view().kind() else { unreachable!() };
/// let Some(PartKind::If(directive)) = template.parts().next().map(|part| part.kind()) else {
///     unreachable!()
/// };
/// assert_eq!(directive.predicate().text(), "debug");
/// assert_eq!(directive.if_true().len(), 2);
/// assert!(directive.if_false().is_none());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
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
    ///
    /// ```
    /// use serde_hcl::syntax::{ExpressionKind, PartKind};
    ///
    /// let expression = serde_hcl::parse_expression(r#""%{ if a }1%{ else }%{ endif }""#)?;
    /// let ExpressionKind::Template(template) = expression.view().kind() else { unreachable!() };
    /// let Some(PartKind::If(directive)) = template.parts().next().map(|part| part.kind()) else {
    ///     unreachable!()
    /// };
    /// // An empty branch has no parts.
    /// assert_eq!(directive.if_false().unwrap().len(), 0);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn if_false(self) -> Option<Parts<'a>> {
        self.0.has(flag::ELSE).then(|| branch(self.0.first().next().next()))
    }

    /// The bytes from the `if` marker to the `endif` marker.
    pub fn span(self) -> Span {
        self.0.place()
    }
}

/// The variables and the collection of `for` expressions and directives.
macro_rules! iterations {
    ($iteration:ident) => {
        impl<'a> $iteration<'a> {
            /// The name of the key variable, if there is one.
            ///
            /// ```
            /// use serde_hcl::syntax::ExpressionKind;
            ///
            /// let expression = serde_hcl::parse_expression("[for x in xs : x]")?;
            /// let ExpressionKind::For(iteration) = expression.view().kind() else { unreachable!() };
            /// assert_eq!((iteration.key_name(), iteration.value_name()), (None, "x"));
            /// # Ok::<(), serde_hcl::Error>(())
            /// ```
            pub fn key_name(self) -> Option<&'a str> {
                self.0.has($crate::syntax::flag::KEY).then(|| self.0.first().text())
            }

            /// The bytes of the name of the key variable, if there is one.
            pub fn key_name_span(self) -> Option<$crate::text::span::Span> {
                self.0.has($crate::syntax::flag::KEY).then(|| self.0.first().place())
            }

            /// The name of the value variable.
            pub fn value_name(self) -> &'a str {
                self.value_view().text()
            }

            /// The bytes of the name of the value variable.
            pub fn value_name_span(self) -> $crate::text::span::Span {
                self.value_view().place()
            }

            /// The collection to iterate over.
            pub fn collection(self) -> $crate::syntax::ExpressionRef<'a> {
                $crate::syntax::ExpressionRef(self.value_view().next())
            }

            fn value_view(self) -> $crate::syntax::View<'a> {
                let first = self.0.first();
                if self.0.has($crate::syntax::flag::KEY) { first.next() } else { first }
            }
        }
    };
}
pub(super) use iterations;

/// A directive: `%{ for key, value in collection } … %{ endfor }`.
///
/// ```
/// use serde_hcl::syntax::{ExpressionKind, PartKind};
///
/// let expression = serde_hcl::parse_expression(r#""%{ for x in xs }${x}, %{ endfor }""#)?;
/// let ExpressionKind::Template(template) = expression.view().kind() else { unreachable!() };
/// let Some(PartKind::For(directive)) = template.parts().next().map(|part| part.kind()) else {
///     unreachable!()
/// };
/// assert_eq!((directive.key_name(), directive.value_name()), (None, "x"));
/// assert_eq!(directive.collection().text(), "xs");
/// assert_eq!(directive.parts().len(), 2);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct DirectiveForRef<'a>(pub(crate) View<'a>);

iterations! { DirectiveForRef }

impl<'a> DirectiveForRef<'a> {
    /// The parts that are repeated.
    pub fn parts(self) -> Parts<'a> {
        branch(self.value_view().next().next())
    }

    /// The bytes from the `for` marker to the `endfor` marker.
    pub fn span(self) -> Span {
        self.0.place()
    }
}

fn branch(parts: View<'_>) -> Parts<'_> {
    Parts::new(parts.children(), parts.count())
}
