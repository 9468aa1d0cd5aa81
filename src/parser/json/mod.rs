//! Parses HCL's JSON syntax ("HCL JSON Syntax Specification") into the same tree as native syntax.
//! A flag marks the objects and tuples of JSON.
//!
//! - No decision whether a property is an attribute, a block or a label: the reader of the tree
//!   decides.
//! - No second tree for the templates in strings: the native grammar adds their nodes to this one.
//! - No chumsky: one token ahead is enough, and a state of its own would be its only part in use.
//! - No syntax error for an invalid template: it fails when it is evaluated.

mod mistake;
mod template;

use std::sync::Arc;

pub(crate) use self::template::{diagnose_template, parse_string};
use super::{Grammar, MAX_DEPTH, check_size};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::syntax as catalog;
use crate::diagnostic::error::{Category, Error, Result};
use crate::lexer::{JsonKind, JsonToken, TextFlags, json_token};
use crate::limits::stack::grow_stack;
use crate::syntax::{Kind, List, NodeId, Tree, flag};
use crate::text::source::Origin;
use crate::text::span::Span;

/// Parses a source in JSON syntax: a body, which is an object or an array of objects, or an expression, which is any
/// value. The error contains all mistakes of the source.
pub(crate) fn parse<'s>(
    source: &'s str,
    name: Option<Arc<str>>,
    grammar: Grammar,
) -> Result<(Tree<'s>, NodeId)> {
    // Decoded texts have spans after the end of the source, so half of the offsets stay free.
    check_size(source, u32::MAX / 2)?;
    let mut tree = Tree::new(source, name.clone());
    tree.holds_json = true;
    tree.reserve(source.len() / 12 + 16);
    let mut parser = Parser::<false>::new(source, tree);
    match parser.document(grammar) {
        Some(node) => Ok((parser.tree, node)),
        None => {
            let error = Error::new(Category::Syntax, errors_of(source, grammar));
            let error = error.attach(Origin::new(name.as_ref(), source));
            Err(error.with_trials(source, Vec::new, move |text| errors_of(text, grammar)))
        }
    }
}

#[cold]
fn errors_of(source: &str, grammar: Grammar) -> Vec<Diagnostic> {
    let mut parser = Parser::<true>::new(source, Tree::new(source, None));
    parser.document(grammar);
    parser.found
}

/// The bracket that closes an object or an array.
#[inline(always)]
fn closing(open: JsonKind) -> JsonKind {
    if open == JsonKind::OpenBrace { JsonKind::CloseBrace } else { JsonKind::CloseBracket }
}

/// The productions are methods of the parser. A production that fails returns `None`. Only the pass that is diagnosing
/// reports mistakes and goes on after them; the tokens are lexed when the parser asks for them.
struct Parser<'s, const DIAGNOSING: bool> {
    source: &'s str,
    tree: Tree<'s>,
    /// The end of the last token that was taken.
    at: usize,
    /// A token that was looked at but not taken. Always empty in the first pass.
    put_back: Option<JsonToken>,
    /// The property that contains the current value, as keys refer to it.
    property: u32,
    depth: u32,
    /// The number of open arrays; the other levels are objects.
    arrays: u32,
    found: Vec<Diagnostic>,
    /// The start of the last mistake: a place has one diagnostic.
    last_mistake: Option<u32>,
    /// Whether all further mistakes are consequences of the last one that was reported.
    has_consequences: bool,
    has_comment: bool,
    /// The start of a token that needs no comma before it, because the value before it has no end.
    after_lost_comma: Option<u32>,
    /// The opening and the closing bracket of the first object or array that is closed further left than its line.
    shifted: Option<(JsonToken, JsonToken)>,
}

impl<'s, const DIAGNOSING: bool> Parser<'s, DIAGNOSING> {
    fn new(source: &'s str, tree: Tree<'s>) -> Self {
        Parser {
            source,
            tree,
            at: 0,
            put_back: None,
            property: 0,
            depth: 0,
            arrays: 0,
            found: Vec::new(),
            last_mistake: None,
            has_consequences: false,
            has_comment: false,
            after_lost_comma: None,
            shifted: None,
        }
    }

    /// One value, with no token after it.
    fn document(&mut self, grammar: Grammar) -> Option<NodeId> {
        let first = self.next();
        let value = self.value(first);
        let behind = self.next();
        if behind.kind != JsonKind::End && self.found.is_empty() {
            self.report(behind.span, |source| catalog::json_behind_value(behind.span, source))?;
        }
        let kind = value.map(|value| self.tree.node(value).kind);
        let is_body = matches!(kind, Some(Kind::Object | Kind::Tuple));
        if grammar == Grammar::Body && !is_body && self.found.is_empty() {
            self.report(first.span, |_| catalog::json_root(first.span))?;
        }
        value
    }

    /// `Value = Object | Array | String | Number | "true" | "false" | "null"`
    #[inline]
    fn value(&mut self, first: JsonToken) -> Option<NodeId> {
        match first.kind {
            JsonKind::String(text) => Some(self.string(first.span, text)),
            JsonKind::Number => Some(self.tree.leaf(Kind::Number, first.span)),
            JsonKind::OpenBrace => self.nested(first, |parser| parser.object(first)),
            JsonKind::OpenBracket => self.nested(first, |parser| parser.array(first)),
            JsonKind::Word => self.keyword(first.span),
            _ => self.no_value(first),
        }
    }

    /// `Object = "{" (String ":" Value ("," String ":" Value)*)? "}"`, after the brace.
    fn object(&mut self, open: JsonToken) -> Option<NodeId> {
        let mut children = List::EMPTY;
        let mut token = self.next();
        while token.kind != JsonKind::CloseBrace {
            if DIAGNOSING && token.kind == JsonKind::Comma {
                self.report(token.span, |source| catalog::json_name(token.span, source))?;
                token = self.next();
                continue;
            }
            let text = match token.kind {
                JsonKind::String(text) => text,
                JsonKind::InvalidString if DIAGNOSING && self.is_name(token) => {
                    let _ = self.invalid_string(token.span);
                    TextFlags::default()
                }
                _ => return self.no_name(token),
            };
            let key = self.key(token.span, text);
            let colon = self.next();
            if colon.kind != JsonKind::Colon {
                return self.no_colon(colon);
            }
            let outer = std::mem::replace(&mut self.property, key.to_link());
            let first = self.next();
            let value = self.value(first);
            self.property = outer;
            match value {
                Some(value) => {
                    self.tree.push(&mut children, key);
                    self.tree.push(&mut children, value);
                }
                None if !DIAGNOSING => return None,
                None => {}
            }
            token = self.after_part(open)?;
        }
        let properties = children.count / 2;
        let span = open.span.to(token.span);
        Some(self.tree.add_counted(Kind::Object, flag::JSON, span, children, properties))
    }

    /// `Array = "[" (Value ("," Value)*)? "]"`, after the bracket.
    fn array(&mut self, open: JsonToken) -> Option<NodeId> {
        let mut elements = List::EMPTY;
        let mut token = self.next();
        while token.kind != JsonKind::CloseBracket {
            match self.value(token) {
                Some(value) => self.tree.push(&mut elements, value),
                None if !DIAGNOSING => return None,
                None => {}
            }
            token = self.after_part(open)?;
        }
        let span = open.span.to(token.span);
        Some(self.tree.add(Kind::Tuple, flag::JSON, span, elements))
    }

    /// Takes the closing bracket, or a comma and the first token of the next property or element.
    #[inline(always)]
    fn after_part(&mut self, open: JsonToken) -> Option<JsonToken> {
        let token = self.next();
        if token.kind == closing(open.kind) {
            return Some(self.closed(open, token));
        }
        if token.kind != JsonKind::Comma {
            return self.unclosed(open, token);
        }
        let next = self.next();
        if DIAGNOSING && open.kind == JsonKind::OpenBracket && self.starts_property(token, next) {
            return self.open_array(open, next, Some(token));
        }
        if next.kind == closing(open.kind) {
            self.report(token.span, |_| catalog::json_last_comma(open.kind, token.span))?;
            return Some(self.closed(open, next));
        }
        Some(next)
    }

    fn keyword(&mut self, span: Span) -> Option<NodeId> {
        match span.text(self.source) {
            "null" => Some(self.word(Kind::Null, 0, span)),
            "true" => Some(self.word(Kind::Bool, flag::TRUE, span)),
            "false" => Some(self.word(Kind::Bool, 0, span)),
            _ => self.fail(span, |source| catalog::json_keyword(span.text(source), span, source)),
        }
    }

    fn word(&mut self, kind: Kind, flags: u8, span: Span) -> NodeId {
        self.tree.add(kind, flags | flag::JSON_WORD, span, List::EMPTY)
    }

    /// Takes the next token.
    #[inline(always)]
    fn next(&mut self) -> JsonToken {
        if DIAGNOSING {
            if let Some(token) = self.put_back.take() {
                return token;
            }
        }
        let token = self.lex();
        if DIAGNOSING && token.kind == JsonKind::Comment {
            return self.after_comments(token);
        }
        token
    }

    /// An invalid character ends the source: the text after it can't be divided into tokens.
    #[inline(always)]
    fn lex(&mut self) -> JsonToken {
        let bytes = self.source.as_bytes();
        let token = json_token(bytes, self.at);
        self.at = match token.kind {
            JsonKind::InvalidCharacter => bytes.len(),
            _ => token.span.end as usize,
        };
        token
    }

    /// Puts back the token that was taken last.
    #[cold]
    fn put_back(&mut self, token: JsonToken) {
        self.put_back = Some(token);
    }

    /// Runs a production one level deeper.
    #[inline(always)]
    fn nested(
        &mut self,
        open: JsonToken,
        production: impl FnOnce(&mut Self) -> Option<NodeId>,
    ) -> Option<NodeId> {
        self.depth += 1;
        self.arrays += u32::from(open.kind == JsonKind::OpenBracket);
        let depth = self.depth;
        let result = if depth > MAX_DEPTH {
            self.too_deep(open.span)
        } else if depth % 8 != 0 {
            production(self)
        } else {
            self.with_stack(production)
        };
        self.depth -= 1;
        self.arrays -= u32::from(open.kind == JsonKind::OpenBracket);
        result
    }

    /// The permitted nesting must not depend on the caller's stack.
    #[cold]
    #[inline(never)]
    fn with_stack<T>(&mut self, production: impl FnOnce(&mut Self) -> T) -> T {
        self.tree.depth = self.tree.depth.max(self.depth);
        grow_stack(|| production(self))
    }
}
