//! Analysis of expressions without evaluation ("Static Analysis" in the native syntax specification).
//!
//! - No context and no evaluation: only the source.
//! - No recursion: an explicit stack visits expressions of any depth.
//! - No copy: references are views into the tree.

mod components;
mod graph;
mod references;

pub use self::graph::Graph;
pub use self::references::Reference;
use crate::parser::json::parse_string;
use crate::syntax::{
    BodyRef, CallRef, ExpressionKind, ExpressionRef, Expressions, ObjectRef, StepRef,
};

impl<'a> ExpressionRef<'a> {
    /// All references to variables that the expression does not define itself, in source order.
    /// Linear in the expression.
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("[for x in var.list : x + local.step]")?;
    /// let references: Vec<_> = expression.references().iter().map(ToString::to_string).collect();
    /// assert_eq!(references, ["var.list", "local.step"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn references(self) -> Vec<Reference<'a>> {
        references::of_expression(self)
    }

    /// The elements, if the expression is a tuple constructor ("Static List").
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("[aws_vpc.main, aws_subnet.a]")?;
    /// let elements = expression.view().as_list().unwrap();
    /// let roots: Vec<_> = elements.map(|element| element.as_traversal().unwrap().root()).collect();
    /// assert_eq!(roots, ["aws_vpc", "aws_subnet"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn as_list(self) -> Option<Expressions<'a>> {
        written(self).as_tuple()
    }

    /// The pairs of keys and values, if the expression is an object constructor ("Static Map").
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("{ aws = aws.west, null = null.a }")?;
    /// let mut items = expression.view().as_map().unwrap().items();
    /// let first = items.next().unwrap();
    /// assert_eq!((first.key().as_keyword(), first.value().text()), (Some("aws"), "aws.west"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn as_map(self) -> Option<ObjectRef<'a>> {
        written(self).as_object()
    }

    /// Name and arguments, if the expression is a function call ("Static Call").
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("list(string)")?;
    /// let call = expression.view().as_call().unwrap();
    /// assert_eq!((&*call.name(), call.arguments().len()), ("list", 1));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn as_call(self) -> Option<CallRef<'a>> {
        match meant(self)?.kind() {
            ExpressionKind::Call(call) => Some(call),
            _ => None,
        }
    }

    /// The traversal, if the expression is a variable with attribute accesses and constant indexes
    /// ("Static Traversal"). The words `true`, `false` and `null` count as variables here.
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("aws_instance.web[0].id")?;
    /// let traversal = expression.view().as_traversal().unwrap();
    /// assert_eq!((traversal.root(), traversal.steps().len()), ("aws_instance", 3));
    /// assert_eq!(traversal.to_string(), "aws_instance.web[0].id");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn as_traversal(self) -> Option<Reference<'a>> {
        Reference::whole(meant(self)?, StepRef::is_constant)
    }

    /// Like [`as_traversal`](Self::as_traversal), but also accepts `[*]` for all elements.
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("aws_instance.web[*].id")?;
    /// assert!(expression.view().as_traversal().is_none());
    /// let pattern = expression.view().as_partial_traversal().unwrap();
    /// assert_eq!(pattern.to_string(), "aws_instance.web[*].id");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn as_partial_traversal(self) -> Option<Reference<'a>> {
        Reference::whole(meant(self)?, references::is_constant_or_splat)
    }

    /// The word, if the expression is a single word.
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("all")?;
    /// assert_eq!(expression.view().as_keyword(), Some("all"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn as_keyword(self) -> Option<&'a str> {
        let reference = self.as_traversal()?;
        (reference.steps().is_empty()).then(|| reference.root())
    }
}

/// The source expression, without the marks of a generated one.
fn written(expression: ExpressionRef<'_>) -> ExpressionRef<'_> {
    match expression.kind() {
        ExpressionKind::Marked(inner, _) => inner,
        _ => expression,
    }
}

/// The expression as it was written; in JSON syntax, the expression in the text of a string.
fn meant(expression: ExpressionRef<'_>) -> Option<ExpressionRef<'_>> {
    let expression = written(expression);
    if expression.is_json_word() {
        return None;
    }
    match expression.json_string_content() {
        Some((written, content)) => expression.0.aside(|| parse_string(written, content)),
        None => Some(expression),
    }
}

impl<'a> BodyRef<'a> {
    /// All references in the attributes of the body and of the blocks in it, in source order.
    ///
    /// ```
    /// let document = serde_hcl::parse("a = var.x\nb {\n  c = [local.y, var.z[0]]\n}\n")?;
    /// let references = document.body().references();
    /// let spans: Vec<_> = references.iter().map(|reference| reference.span().range()).collect();
    /// assert_eq!(references[2].to_string(), "var.z[0]");
    /// assert_eq!(spans, [4..9, 21..28, 30..38]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn references(self) -> Vec<Reference<'a>> {
        references::of_body(self)
    }
}
