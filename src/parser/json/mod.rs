//! Parses HCL's JSON syntax ("HCL JSON Syntax Specification") into the same tree as native syntax.
//! A flag marks the objects and tuples of JSON.
//!
//! - No decision whether a property is an attribute, a block or a label: the reader of the tree
//!   decides.
//! - No second tree for the templates in strings: the native grammar adds their nodes to this one.
//! - No syntax error for an invalid template: it fails when it is evaluated.

mod input;
mod mistake;
mod state;
mod template;

use std::sync::Arc;

use chumsky::error::EmptyErr;
use chumsky::inspector::SimpleState;
use chumsky::prelude::{Parser as _, custom};

use self::input::JsonSource;
use self::state::{Container, Extra, Input, Parsed, Parser, State};
pub(crate) use self::template::{diagnose_template, parse_string};
use super::MAX_DEPTH;
use super::error::{Failure, SyntaxError};
use super::fixes::with_fixes_that_hold;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::syntax as catalog;
use crate::diagnostic::error::{Category, Error, Result};
use crate::lexer::{JsonKind, JsonToken};
use crate::limits::stack::grow_stack;
use crate::syntax::{Kind, List, NodeId, Tree, flag};
use crate::text::source::Origin;
use crate::text::span::Span;

/// The part of the grammar that a JSON source is parsed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    /// An object, or an array of objects.
    Body,
    /// Any value.
    Expression,
}

/// Parses a source in JSON syntax. The error contains all mistakes of the source.
pub(crate) fn parse<'s>(
    source: &'s str,
    name: Option<Arc<str>>,
    root: Root,
) -> Result<(Tree<'s>, NodeId)> {
    // Decoded texts have spans after the end of the source, so half of the offsets stay free.
    if source.len() >= u32::MAX as usize / 2 {
        return Err(Error::syntax(catalog::too_large(source.len())));
    }
    let mut tree = Tree::new(source, name.clone());
    tree.holds_json = true;
    tree.reserve(source.len() / 12 + 16);
    match run::<EmptyErr>(tree, source, root) {
        (Ok(node), tree) => Ok((tree, node)),
        (Err(_), _) => {
            let error = Error::new(Category::Syntax, errors_of(source, root));
            let error = error.attach(Origin::new(name.as_ref(), source));
            Err(with_fixes_that_hold(error, source, Vec::new, |text| errors_of(text, root)))
        }
    }
}

#[cold]
fn errors_of(source: &str, root: Root) -> Vec<Diagnostic> {
    let (parsed, _) = run::<SyntaxError>(Tree::new(source, None), source, root);
    let found = parsed.err().into_iter().flatten();
    found.filter_map(|SyntaxError(diagnostic)| diagnostic).collect()
}

fn run<'s, E: Failure<'s, JsonSource<'s>> + 's>(
    tree: Tree<'s>,
    source: &'s str,
    root: Root,
) -> (std::result::Result<NodeId, Vec<E>>, Tree<'s>) {
    let end = JsonToken { kind: JsonKind::End, span: Span::empty(source.len() as u32) };
    let mut state = SimpleState(State {
        source,
        tree,
        end,
        put_back: None,
        property: 0,
        depth: 0,
        arrays: 0,
        mistakes: 0,
        last_mistake: None,
        has_consequences: false,
        has_comment: false,
        after_lost_comma: None,
        shifted: None,
    });
    let grammar =
        custom::<_, JsonSource<'s>, NodeId, Extra<'s, E>>(|input: &mut Input<'s, '_, E>| {
            Parser { input }.document(root)
        });
    let parsed = grammar.parse_with_state(JsonSource(source), &mut state).into_result();
    (parsed, state.0.tree)
}

impl<'s, E: Failure<'s, JsonSource<'s>>> Parser<'_, 's, '_, E> {
    /// One value, with no token after it.
    fn document(&mut self, root: Root) -> Parsed<NodeId, E> {
        let first = self.next();
        let value = self.value(first);
        let behind = self.next();
        if behind.kind != JsonKind::End && (value.is_ok() || E::DIAGNOSING) {
            self.put_back(behind);
            if !E::DIAGNOSING || self.input.state().mistakes == 0 {
                self.report(behind.span, |source| catalog::json_behind_value(behind.span, source))?;
            }
        }
        let kind = value.as_ref().ok().map(|value| self.tree().node(*value).kind);
        let is_body = matches!(kind, Some(Kind::Object | Kind::Tuple));
        if root == Root::Body && !is_body && (!E::DIAGNOSING || self.input.state().mistakes == 0) {
            self.report(first.span, |_| catalog::json_root(first.span))?;
        }
        value
    }

    /// `Value = Object | Array | String | Number | "true" | "false" | "null"`
    #[inline]
    fn value(&mut self, first: JsonToken) -> Parsed<NodeId, E> {
        match first.kind {
            JsonKind::String(text) => Ok(self.string(first.span, text)),
            JsonKind::Number => Ok(self.tree().leaf(Kind::Number, first.span)),
            JsonKind::OpenBrace => self.nested(first, |parser| parser.object(first)),
            JsonKind::OpenBracket => self.nested(first, |parser| parser.array(first)),
            JsonKind::Word => self.keyword(first.span),
            _ => self.no_value(first),
        }
    }

    /// `Object = "{" (String ":" Value ("," String ":" Value)*)? "}"`, after the brace.
    fn object(&mut self, open: JsonToken) -> Parsed<NodeId, E> {
        let mut children = List::EMPTY;
        let mut token = self.next();
        while token.kind != JsonKind::CloseBrace {
            if E::DIAGNOSING && token.kind == JsonKind::Comma {
                self.report(token.span, |source| catalog::json_name(token.span, source))?;
                token = self.next();
                continue;
            }
            if E::DIAGNOSING && token.kind == JsonKind::InvalidString && self.is_name(token) {
                token = self.after_property(open, token)?;
                continue;
            }
            let JsonKind::String(text) = token.kind else { return self.no_name(token) };
            let key = self.key(token.span, text);
            let colon = self.next();
            if colon.kind != JsonKind::Colon {
                return self.no_colon(colon);
            }
            let outer = std::mem::replace(&mut self.input.state().property, key.to_link());
            let first = self.next();
            let value = self.value(first);
            self.input.state().property = outer;
            match value {
                Ok(value) => {
                    self.tree().push(&mut children, key);
                    self.tree().push(&mut children, value);
                }
                Err(failure) if !E::DIAGNOSING => return Err(failure),
                Err(_) => {}
            }
            token = self.after_part(Container::Object, open)?;
        }
        let properties = children.count / 2;
        let span = open.span.to(token.span);
        Ok(self.tree().add_counted(Kind::Object, flag::JSON, span, children, properties))
    }

    /// `Array = "[" (Value ("," Value)*)? "]"`, after the bracket.
    fn array(&mut self, open: JsonToken) -> Parsed<NodeId, E> {
        let mut elements = List::EMPTY;
        let mut token = self.next();
        while token.kind != JsonKind::CloseBracket {
            match self.value(token) {
                Ok(value) => self.tree().push(&mut elements, value),
                Err(failure) if !E::DIAGNOSING => return Err(failure),
                Err(_) => {}
            }
            token = self.after_part(Container::Array, open)?;
        }
        let span = open.span.to(token.span);
        Ok(self.tree().add(Kind::Tuple, flag::JSON, span, elements))
    }

    /// Takes the closing bracket, or a comma and the first token of the next property or element.
    #[inline(always)]
    fn after_part(&mut self, container: Container, open: JsonToken) -> Parsed<JsonToken, E> {
        let token = self.next();
        if token.kind == container.close() {
            return Ok(self.closed(open, token));
        }
        if token.kind != JsonKind::Comma {
            return self.unclosed(container, open, token);
        }
        let next = self.next();
        let is_text = matches!(next.kind, JsonKind::String(_));
        let mut starts_line = || {
            let between = Span::new(token.span.end, next.span.start);
            between.text(self.input.state().source).contains('\n')
        };
        if E::DIAGNOSING
            && is_text
            && container == Container::Array
            && starts_line()
            && self.is_name(next)
        {
            return self.open_array(open, next, token);
        }
        if next.kind == container.close() {
            self.report(token.span, |_| match container {
                Container::Object => catalog::json_comma_in_object(token.span),
                Container::Array => catalog::json_comma_in_array(token.span),
            })?;
            return Ok(self.closed(open, next));
        }
        Ok(next)
    }

    fn keyword(&mut self, span: Span) -> Parsed<NodeId, E> {
        match span.text(self.input.state().source) {
            "null" => Ok(self.word(Kind::Null, 0, span)),
            "true" => Ok(self.word(Kind::Bool, flag::TRUE, span)),
            "false" => Ok(self.word(Kind::Bool, 0, span)),
            _ => self.fail(span, |source| catalog::json_keyword(span.text(source), span, source)),
        }
    }

    fn word(&mut self, kind: Kind, flags: u8, span: Span) -> NodeId {
        self.tree().add(kind, flags | flag::JSON_WORD, span, List::EMPTY)
    }

    /// Takes the next token.
    #[inline(always)]
    fn next(&mut self) -> JsonToken {
        if E::DIAGNOSING {
            if let Some(token) = self.input.state().put_back.take() {
                return token;
            }
        }
        match self.input.next() {
            Some(token) if E::DIAGNOSING && token.kind == JsonKind::Comment => {
                self.after_comments(token)
            }
            Some(token) => token,
            None => self.input.state().end,
        }
    }

    /// Puts back the token that was taken last.
    #[cold]
    fn put_back(&mut self, token: JsonToken) {
        self.input.state().put_back = Some(token);
    }

    #[inline(always)]
    fn tree(&mut self) -> &mut Tree<'s> {
        &mut self.input.state().tree
    }

    /// Runs a production one level deeper.
    #[inline(always)]
    fn nested(
        &mut self,
        open: JsonToken,
        production: impl FnOnce(&mut Self) -> Parsed<NodeId, E>,
    ) -> Parsed<NodeId, E> {
        let state = self.input.state();
        state.depth += 1;
        state.arrays += u32::from(open.kind == JsonKind::OpenBracket);
        let depth = state.depth;
        let result = if depth > MAX_DEPTH {
            self.too_deep(open.span)
        } else if depth % 8 != 0 {
            production(self)
        } else {
            self.with_stack(production)
        };
        let state = self.input.state();
        state.depth -= 1;
        state.arrays -= u32::from(open.kind == JsonKind::OpenBracket);
        result
    }

    /// The permitted nesting must not depend on the caller's stack.
    #[cold]
    #[inline(never)]
    fn with_stack<T>(&mut self, production: impl FnOnce(&mut Self) -> T) -> T {
        let state = self.input.state();
        state.tree.depth = state.tree.depth.max(state.depth);
        grow_stack(|| production(self))
    }
}
