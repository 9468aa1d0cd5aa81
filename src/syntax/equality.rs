//! Structural equality of parts of trees.

use super::label::LabelRef;
use super::node::Kind;
use super::traversal::{StepKind, StepRef};
use super::view::View;

impl View<'_> {
    /// Whether both have the same structure: they may differ only in white space, comments and the
    /// quotes of labels. Linear in both.
    pub(crate) fn is_like(self, other: View<'_>) -> bool {
        let mut pairs = vec![(self, other)];
        while let Some((one, other)) = pairs.pop() {
            if !has_like_root(one, other) {
                return false;
            }
            let (mut ones, mut others) = (one.children(), other.children());
            loop {
                match (ones.next(), others.next()) {
                    (Some(one), Some(other)) => pairs.push((one, other)),
                    (None, None) => break,
                    _ => return false,
                }
            }
        }
        true
    }
}

/// Whether the nodes are alike, apart from their children.
fn has_like_root(one: View<'_>, other: View<'_>) -> bool {
    use Kind::*;
    let is_label = |view: View<'_>| {
        matches!(view.kind(), LabelIdentifier | LabelString | LabelEscaped | LabelComputed)
    };
    if is_label(one) && is_label(other) {
        return LabelRef(one).value() == LabelRef(other).value();
    }
    if one.kind() != other.kind() {
        return false;
    }
    match one.kind() {
        // A generated block is equal to a written one.
        Block => one.text() == other.text(),
        Body => true,
        Attribute | Number | String | Escaped | JsonEscaped | JsonInvalid | Heredoc | Variable
        | Name | Literal | LiteralEscaped => {
            one.text() == other.text() && one.node().flags == other.node().flags
        }
        Bound | Value | Marked => one.value() == other.value(),
        StepAttribute | StepLegacyIndex => {
            let name = |view| match StepRef(view).kind() {
                StepKind::Attribute(name) | StepKind::LegacyIndex(name) => name,
                _ => "",
            };
            name(one) == name(other)
        }
        _ => one.node().flags == other.node().flags,
    }
}
