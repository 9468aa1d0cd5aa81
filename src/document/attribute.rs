//! Attributes that own their text.

use std::fmt;
use std::sync::Arc;

use super::Expression;
use super::comments::item_source;
use super::item::Around;
use super::render;
use super::root::{Own, Part, Root, owner, see_item};
use super::text::Text;
use crate::diagnostic::error::{Error, Result};
use crate::ser::to_string;
use crate::syntax::{AttributeRef, ExpressionRef, ItemRef, NodeId, Tree, View};
use crate::text::span::Span;

/// An attribute that outlives its source: its name and its expression, with the comments before and
/// after it. Cheap to clone.
///
/// ```
/// use serde_hcl::Attribute;
///
/// let attribute = Attribute::new("ports", [80, 443]).with_comment("HTTP and HTTPS.");
/// assert_eq!((attribute.name(), attribute.expression().text()), ("ports", "[80, 443]"));
/// assert_eq!(attribute.to_string(), "# HTTP and HTTPS.\nports = [80, 443]\n");
/// ```
#[derive(Clone)]
pub struct Attribute {
    pub(super) part: Part<OwnAttribute>,
}

owner! { Attribute }

/// The parts of an attribute that was changed, or that has a mistake.
#[derive(Clone)]
pub(super) struct OwnAttribute {
    name: Text,
    /// The name in the source, if the attribute was renamed.
    original_name: Option<Text>,
    /// The text between the name and the expression.
    equals: Text,
    /// The text of the expression in the source.
    original: Text,
    expression: Expression,
}

/// The texts of an attribute.
pub(super) struct Written<'a> {
    pub(super) name: &'a str,
    /// The name in the source, if the attribute was renamed.
    pub(super) original_name: Option<&'a str>,
    /// The text between the name and the expression.
    pub(super) equals: &'a str,
    pub(super) expression: WrittenExpression<'a>,
}

/// The expression of an attribute.
#[derive(Clone, Copy)]
pub(super) enum WrittenExpression<'a> {
    Captured(View<'a>),
    /// The expression, and its text in the source.
    Own(&'a Expression, &'a Text),
}

impl WrittenExpression<'_> {
    /// Whether the expression takes several lines.
    pub(super) fn has_lines(self) -> bool {
        match self {
            WrittenExpression::Captured(view) => view.text().contains('\n'),
            WrittenExpression::Own(expression, _) => expression.has_lines(),
        }
    }
}

impl Attribute {
    pub(crate) fn captured(tree: Arc<Tree<'static>>, id: NodeId) -> Self {
        Attribute { part: Part::captured(Root::new(tree, id)) }
    }

    /// An attribute of a list.
    pub(super) fn listed(tree: &Arc<Tree<'static>>, id: NodeId, around: Around) -> Self {
        Attribute { part: Part::listed(Root::new(Arc::clone(tree), id), around) }
    }

    /// A new attribute. The name must be an identifier.
    pub(crate) fn with_expression(name: &str, expression: Expression) -> Self {
        let part = Part::own(OwnAttribute {
            name: Text::from(name),
            original_name: None,
            equals: Text::from(" = "),
            original: Text::default(),
            expression,
        });
        Attribute { part }
    }

    /// An attribute that is only a mistake.
    pub(crate) fn of_mistake(mistake: Error) -> Self {
        Attribute { part: Part::captured(Root::null_attribute()) }.refused(mistake)
    }

    /// The attribute with a mistake.
    pub(crate) fn refused(mut self, mistake: Error) -> Self {
        self.part.refuse(mistake);
        self
    }

    /// A view of the attribute.
    pub fn view(&self) -> AttributeRef<'_> {
        AttributeRef(self.root().view())
    }

    /// The name.
    pub fn name(&self) -> &str {
        match self.part.parts() {
            Some(parts) => &parts.name,
            None => self.view().name(),
        }
    }

    /// A view of the expression.
    pub fn expression(&self) -> ExpressionRef<'_> {
        self.view().expression()
    }

    /// The text with the comments before and after it.
    pub(crate) fn source(&self) -> &str {
        let root = self.root();
        item_source(ItemRef(root.view()), &root.tree.source)
    }

    /// The name, and the expression for changes.
    pub(super) fn name_and_expression_mut(&mut self) -> (&str, &mut Expression) {
        let parts = self.part.to_mut();
        (&parts.name, &mut parts.expression)
    }

    /// The expression, for changes.
    pub(crate) fn expression_mut(&mut self) -> &mut Expression {
        &mut self.part.to_mut().expression
    }

    /// The view in the source, unless the attribute may have changed.
    pub(super) fn untouched(&self) -> Option<AttributeRef<'_>> {
        self.part.untouched().map(|root| AttributeRef(root.view()))
    }

    pub(super) fn written(&self) -> Written<'_> {
        if let Some(parts) = self.part.parts() {
            return parts.written();
        }
        let (tree, item) = (&self.root().tree, ItemRef(self.root().view()));
        let (name, expression) = (item.name_span(), item.0.first());
        Written {
            name: tree.text(name),
            original_name: None,
            equals: tree.text(Span::new(name.end, expression.span().start)),
            expression: WrittenExpression::Captured(expression),
        }
    }

    /// Renames the attribute. Returns its old name.
    pub(super) fn rename(&mut self, to: &str) -> Text {
        let parts = self.part.to_mut();
        let before = std::mem::replace(&mut parts.name, Text::from(to));
        match &parts.original_name {
            None => parts.original_name = Some(before.clone()),
            Some(original) if **original == *to => parts.original_name = None,
            Some(_) => {}
        }
        before
    }

    /// The attribute as new text, if its source does not have its text.
    pub(super) fn written_out(self) -> Self {
        match self.part.is_as_written() {
            true => self,
            false => to_string(&self)
                .and_then(|text| text.parse())
                .unwrap_or_else(|mistake| self.refused(mistake)),
        }
    }
}

impl OwnAttribute {
    fn written(&self) -> Written<'_> {
        Written {
            name: &self.name,
            original_name: self.original_name.as_deref(),
            equals: &self.equals,
            expression: WrittenExpression::Own(&self.expression, &self.original),
        }
    }
}

impl Own for OwnAttribute {
    fn of(root: &Root) -> Self {
        let (tree, item) = (&root.tree, ItemRef(root.view()));
        let (name, expression) = (item.name_span(), item.0.first());
        let span = expression.span();
        OwnAttribute {
            name: Text::source(tree, name.start, name.end),
            original_name: None,
            equals: Text::source(tree, name.end, span.start),
            original: Text::source(tree, span.start, span.end),
            expression: Expression::of(tree, expression.id),
        }
    }

    fn see(&self, around: Option<&Around>) -> (Root, Option<Error>) {
        see_item(&render::attribute(self.written(), around), Root::null_attribute)
    }
}

/// The text of the attribute with its comments, as in a separate document. A part with a mistake
/// becomes a comment with the reason.
impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.mistake() {
            Some(mistake) => Err(mistake.clone()),
            None if self.part.is_as_written() => {
                Ok(render::attribute(self.written(), Some(&self.part.surroundings())))
            }
            None => to_string(self),
        };
        render::write_or_comment(text, f)
    }
}

/// The first call copies the whole document; all parts of it share the copy.
impl From<AttributeRef<'_>> for Attribute {
    fn from(attribute: AttributeRef<'_>) -> Self {
        Attribute::captured(attribute.tree().share(), attribute.id())
    }
}
