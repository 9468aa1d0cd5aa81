//! Strings and names, and the templates in them.

use std::borrow::Cow;

use super::super::{Grammar, Items, State as NativeState, errors_of, run as run_native};
use super::Parser;
use crate::diagnostic::catalog::evaluation::too_deep;
use crate::diagnostic::error::{Category, Error};
use crate::lexer::{Purpose, TextFlags, lex_template};
use crate::syntax::{Kind, List, NodeId, StringRef, Tree, flag};
use crate::text::decoded::{Decoded, json_text};
use crate::text::span::Span;

impl<'s, const DIAGNOSING: bool> Parser<'s, DIAGNOSING> {
    /// A string as a value. It is a template if it contains template sequences.
    #[inline(always)]
    pub(super) fn string(&mut self, span: Span, text: TextFlags) -> NodeId {
        if text.sequences {
            return self.template(span, text.escapes).0;
        }
        let kind = if text.escapes { Kind::JsonEscaped } else { Kind::String };
        self.tree.add(kind, flag::JSON, span, List::EMPTY)
    }

    /// A string as the name of a property. The node refers to the property that contains it.
    #[inline(always)]
    pub(super) fn key(&mut self, span: Span, text: TextFlags) -> NodeId {
        if text.sequences || text.escapes {
            return self.unusual_key(span, text);
        }
        let property = self.property;
        self.tree.add_counted(Kind::String, flag::JSON, span, List::EMPTY, property)
    }

    /// A name that is not plain text: its value in a body differs from its value in an expression.
    #[cold]
    fn unusual_key(&mut self, span: Span, text: TextFlags) -> NodeId {
        let content = Span::new(span.start + 1, span.end - 1);
        let (value, name) = match text.sequences {
            true => self.template(span, text.escapes),
            false => {
                let decoded = json_text(content.text(self.source));
                let name = self.tree.add_decoded(&decoded, content);
                (self.tree.leaf(Kind::JsonEscaped, span), name)
            }
        };
        let property = self.property;
        let tree = &mut self.tree;
        let name = tree.leaf(Kind::Name, name);
        let children = tree.list([value, name]);
        tree.add_counted(Kind::JsonKey, 0, span, children, property)
    }

    /// The value of a string that may have template sequences, and the span of its text.
    fn template(&mut self, span: Span, escapes: bool) -> (NodeId, Span) {
        let state = self;
        let content = Span::new(span.start + 1, span.end - 1);
        let (text, place) = match escapes {
            true => {
                let text = json_text(content.text(state.source));
                let place = state.tree.add_decoded(&text, content);
                (text, place)
            }
            false => (Cow::Borrowed(content.text(state.source)), content),
        };
        let bytes = text.as_bytes();
        let has_sequence = memchr::memchr_iter(b'{', bytes)
            .any(|at| at > 0 && matches!(bytes[at - 1], b'$' | b'%'));
        if !has_sequence && !text.starts_with('\u{feff}') {
            return (state.tree.leaf(Kind::JsonEscaped, span), place);
        }
        let before = state.tree.len();
        let tokens = lex_template(&text, Purpose::Parse);
        let mut tree = Tree::new(&text, None);
        tree.swap_nodes(&mut state.tree);
        let items = Items::default();
        let mut inner = NativeState::new(&text, tree, items, &tokens, Grammar::Template);
        inner.depth = state.depth;
        let root = run_native::<false>(&mut inner);
        state.tree.swap_nodes(&mut inner.tree);
        state.tree.depth = state.tree.depth.max(inner.tree.depth);
        let Some(root) = root.flatten() else {
            state.tree.truncate(before);
            let invalid = Kind::JsonInvalid;
            return (state.tree.add_counted(invalid, 0, span, List::EMPTY, place.start), place);
        };
        state.tree.shift_spans_from(before, place.start);
        let node = state.tree.node_mut(root);
        node.flags |= flag::JSON_STRING;
        node.span = span;
        (root, place)
    }
}

/// The syntax errors in a string whose text is an invalid template.
#[cold]
pub(crate) fn diagnose_template(string: StringRef<'_>) -> Error {
    let (text, offset) = string.template_text();
    let found = errors_of(&text, Grammar::Template);
    let error = Error::new(Category::Syntax, found).moved(offset);
    // In a string of JSON, signs are written with escapes.
    let error = if matches!(text, Cow::Owned(_)) { error.without_fixes() } else { error };
    match error.diagnostics() {
        // The text alone is not nested too deeply, but together with the surrounding expression it is.
        [] => Error::syntax(too_deep(string.0.place())),
        _ => error,
    }
}

/// Parses the text of a JSON string as a native expression. `content` is its span without the
/// quotes.
pub(crate) fn parse_string(written: &str, content: Span) -> Option<(Tree<'static>, NodeId)> {
    let text = json_text(written);
    let (tree, root) = super::super::parse(&text, None, Grammar::Expression).ok()?;
    let mut tree = tree.into_static();
    tree.set_decoded(Decoded::whole(written, content));
    Some((tree, root))
}
