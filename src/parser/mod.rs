//! Parses tokens into the tree.
//!
//! Chumsky supplies the input, the state, and the collection of errors. The productions are
//! functions that dispatch on the next token; the only combinator is `custom`, which calls them. A
//! grammar of chumsky's `recursive` and `choice` took 2.8 times as long to parse.
//!
//! - No diagnostic in the first pass: its error type has no size. If that pass fails, the same
//!   functions run again from the last valid item on and produce diagnostics: see [`diagnose`].
//! - No recovery in the first pass, and no batches in the second: it lexes the rest of the source at
//!   once, because recovery may move across items.
//! - No recursion without a limit: see [`MAX_DEPTH`].

mod body;
mod collection;
mod diagnose;
pub(crate) mod document;
mod error;
mod expression;
mod foreign;
mod input;
pub(crate) mod json;
mod lexical;
mod names;
mod recovery;
mod template;
mod traversal;

use std::sync::Arc;

use chumsky::error::EmptyErr;
use chumsky::extra;
use chumsky::input::InputRef;
use chumsky::inspector::SimpleState;
use chumsky::prelude::{Parser as _, custom};
use hashbrown::HashMap;

use self::diagnose::{ValidItems, diagnose};
use self::error::Failure;
use self::input::Tokens;
use self::names::Items;
use self::recovery::OpenBrackets;
use crate::diagnostic::error::{Category, Error, Result};
use crate::diagnostic::{Diagnostic, catalog};
use crate::lexer::{Batch, Batches, Purpose, Token, TokenKind, lex, lex_expression, lex_template};
use crate::limits::stack::grow_stack;
use crate::syntax::{Kind, List, NodeId, Tree};
use crate::text::source::Origin;
use crate::text::span::Span;

/// The limit for the nesting of blocks, brackets and operators.
pub(crate) const MAX_DEPTH: u32 = 1024;

/// The part of the grammar that a source is parsed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grammar {
    Body,
    Expression,
    Template,
    Traversal,
    /// A traversal with splats.
    PartialTraversal,
}

impl Grammar {
    fn lex(self, source: &str, purpose: Purpose) -> Vec<Token> {
        match self {
            Grammar::Body => lex(source, purpose),
            Grammar::Expression | Grammar::Traversal | Grammar::PartialTraversal => {
                lex_expression(source, purpose)
            }
            Grammar::Template => lex_template(source, purpose),
        }
    }
}

/// Parses a source.
///
/// # Errors
///
/// The syntax errors of the source, in source order.
pub(crate) fn parse<'s>(
    source: &'s str,
    name: Option<Arc<str>>,
    grammar: Grammar,
) -> Result<(Tree<'s>, NodeId)> {
    if source.len() >= u32::MAX as usize {
        let diagnostic = catalog::syntax::too_large(source.len());
        return Err(Error::of(Category::Syntax, diagnostic));
    }
    let failure = match grammar {
        Grammar::Body => match parse_document(source, name.clone()) {
            Ok(parsed) => return Ok(parsed),
            Err(valid) => Error::new(Category::Syntax, valid.analyze().0),
        },
        _ => match parse_whole(source, name.clone(), grammar) {
            Some(parsed) => return Ok(parsed),
            None => diagnose(source, grammar),
        },
    };
    Err(failure.attach(Origin::new(name.as_ref(), source)))
}

/// Parses a document that may have syntax errors. The tree contains the valid parts, and nodes of the
/// kind `Invalid` for the rest.
pub(crate) fn parse_lenient<'s>(
    source: &'s str,
    name: Option<Arc<str>>,
) -> (Tree<'s>, NodeId, Option<Error>) {
    if source.len() >= u32::MAX as usize {
        let diagnostic = catalog::syntax::too_large(source.len());
        let mut tree = Tree::new("", name);
        let root = tree.leaf(Kind::Body, Span::default());
        return (tree, root, Some(Error::of(Category::Syntax, diagnostic)));
    }
    let (diagnostics, (mut tree, root)) = match parse_document(source, name.clone()) {
        Ok((tree, root)) => return (tree, root, None),
        Err(valid) => valid.analyze(),
    };
    let error =
        Error::new(Category::Syntax, diagnostics).attach(Origin::new(name.as_ref(), source));
    let root = root.unwrap_or_else(|| {
        let whole = Span::new(0, source.len() as u32);
        tree.leaf(Kind::Invalid, whole);
        tree.leaf(Kind::Body, whole)
    });
    (tree, root, Some(error))
}

/// Parses a document, batch by batch.
///
/// # Errors
///
/// The valid items before the first mistake.
fn parse_document<'s>(
    source: &'s str,
    name: Option<Arc<str>>,
) -> Result<(Tree<'s>, NodeId), Box<ValidItems<'s>>> {
    let mut tree = Tree::new(source, name);
    let mut items = Items::default();
    let mut batches = Batches::new(source);
    loop {
        let Batch { tokens, end } = batches.next();
        if tree.is_empty() {
            // Most documents are uniform, so the first batch predicts the number of nodes.
            let nodes = estimate_nodes(tokens) as u64 * source.len() as u64 / end.max(1) as u64;
            tree.reserve(nodes as usize);
        }
        let is_last = end == source.len();
        let state = State { items, ..State::new(source, tree, tokens, Grammar::Body) };
        let ((root, _), state) = match is_last {
            true => run::<EmptyErr, _>(state, last_items),
            false => run::<EmptyErr, _>(state, some_items),
        };
        (tree, items) = (state.tree, state.items);
        match root {
            Some(Some(root)) => return Ok((tree, root)),
            Some(None) => {}
            None => return Err(ValidItems::before_mistake(source, tree, items, batches)),
        }
    }
}

fn parse_whole<'s>(
    source: &'s str,
    name: Option<Arc<str>>,
    grammar: Grammar,
) -> Option<(Tree<'s>, NodeId)> {
    let tokens = grammar.lex(source, Purpose::Parse);
    let mut tree = Tree::new(source, name);
    tree.reserve(estimate_nodes(&tokens));
    let state = State::new(source, tree, &tokens, grammar);
    let ((root, _), state) = run::<EmptyErr, _>(state, whole);
    Some((state.tree, root?))
}

fn run<'s, 't, E: Failure<'t> + 't, T>(
    state: State<'s, 't>,
    production: impl Fn(&mut Input<'s, 't, '_, E>) -> Result<T, E>,
) -> ((Option<T>, Vec<E>), State<'s, 't>)
where
    's: 't,
{
    let tokens = Tokens(state.tokens);
    let mut state = SimpleState(state);
    let parser = custom::<_, Tokens<'t>, T, Extra<'s, 't, E>>(production);
    let parsed = parser.parse_with_state(tokens, &mut state).into_output_errors();
    (parsed, state.0)
}

// Functions and not closures: in a closure Rust 1.88 does not see how the lifetimes are related.

/// Parses items of a document and adds them to those in the state.
fn some_items<'s: 't, 't, E: Failure<'t>>(
    input: &mut Input<'s, 't, '_, E>,
) -> Result<Option<NodeId>, E> {
    Parser { input }.some_items().map(|()| None)
}

/// Parses the last items of a document. Returns its body.
fn last_items<'s: 't, 't, E: Failure<'t>>(
    input: &mut Input<'s, 't, '_, E>,
) -> Result<Option<NodeId>, E> {
    Parser { input }.document().map(Some)
}

/// Parses all tokens by the grammar in the state.
fn whole<'s: 't, 't, E: Failure<'t>>(input: &mut Input<'s, 't, '_, E>) -> Result<NodeId, E> {
    let grammar = input.state().grammar;
    Parser { input }.whole(grammar)
}

/// An estimate of the number of nodes for these tokens; a capacity, not a limit.
fn estimate_nodes(tokens: &[Token]) -> usize {
    tokens.len() / 4 * 3 + 16
}

type Extra<'s, 't, E> = extra::Full<E, SimpleState<State<'s, 't>>, ()>;
type Input<'s, 't, 'p, E> = InputRef<'t, 'p, Tokens<'t>, Extra<'s, 't, E>>;

/// The state of the productions.
struct State<'s, 't> {
    source: &'s str,
    tree: Tree<'s>,
    tokens: &'t [Token],
    grammar: Grammar,
    /// The token after the last one.
    end: Token,
    depth: u32,
    /// Whether errors may be consequences of an earlier one. Set by an error, cleared at the next item;
    /// further errors are not reported in between.
    recovering: bool,
    /// Whether the line before could not be parsed as an item.
    lost: bool,
    /// Whether the source ends in an unclosed comment.
    is_cut_off: bool,
    /// The token at which the last error was reported.
    error_at: Option<usize>,
    /// The token that the current item starts with.
    item_start: usize,
    open_brackets: OpenBrackets,
    /// The number of bodies around the current item that end with a brace.
    blocks: u32,
    /// The kinds of mistakes that are reported only once.
    told: Vec<TokenKind>,
    /// The number of diagnostics so far.
    errors: usize,
    /// The forms of HCL 1. Several of them are one mistake.
    old_forms: Vec<(catalog::syntax::OldForm, Diagnostic)>,
    /// Diagnostics about unbalanced directives. They are reported after the errors inside the
    /// template.
    misplaced: Vec<Diagnostic>,
    /// The literal parts of the open flush heredocs, in source order.
    heredoc_parts: Vec<template::HeredocPart>,
    /// The names of the attributes of a body. Kept to reuse its allocation.
    names: HashMap<&'s str, Span>,
    /// The items of the document so far.
    items: Items,
}

impl<'s, 't> State<'s, 't> {
    fn new(source: &'s str, tree: Tree<'s>, tokens: &'t [Token], grammar: Grammar) -> Self {
        State {
            source,
            tree,
            tokens,
            grammar,
            end: Token { kind: TokenKind::End, span: Span::at(source.len() as u32) },
            depth: 0,
            recovering: false,
            lost: false,
            is_cut_off: false,
            error_at: None,
            item_start: 0,
            open_brackets: OpenBrackets::default(),
            blocks: 0,
            told: Vec::new(),
            errors: 0,
            old_forms: Vec::new(),
            misplaced: Vec::new(),
            heredoc_parts: Vec::new(),
            names: HashMap::new(),
            items: Items::default(),
        }
    }
}

/// The productions are methods of the parser.
struct Parser<'i, 's: 't, 't: 'p, 'p, E: Failure<'t>> {
    input: &'i mut Input<'s, 't, 'p, E>,
}

impl<'s, 't, E: Failure<'t>> Parser<'_, 's, 't, '_, E> {
    fn whole(&mut self, grammar: Grammar) -> Result<NodeId, E> {
        match grammar {
            Grammar::Body => self.document(),
            Grammar::Expression => self.whole_expression(),
            Grammar::Template => self.whole_template(),
            Grammar::Traversal => self.whole_traversal(false),
            Grammar::PartialTraversal => self.whole_traversal(true),
        }
    }

    #[inline(always)]
    fn peek(&mut self) -> TokenKind {
        self.input.peek_ref().map_or(TokenKind::End, |token| token.kind)
    }

    /// The next token with its span.
    #[inline(always)]
    fn token(&mut self) -> Token {
        match self.input.peek_ref() {
            Some(token) => *token,
            None => self.input.state().end,
        }
    }

    /// The next token as the subject of a diagnostic: of a string or heredoc, only the opening
    /// delimiter.
    #[cold]
    fn found(&mut self) -> Token {
        let mut token = self.token();
        match token.kind {
            TokenKind::Heredoc | TokenKind::HeredocEscaped => {
                let text = self.text(token.span);
                let introducer = text.find('\n').map_or(text.len(), |newline| newline + 1);
                token.span.end = token.span.start + introducer as u32;
            }
            _ if token.is_quote() => token.span.end = token.span.start + 1,
            _ => {}
        }
        token
    }

    /// The token at this distance from the next one.
    fn token_at(&mut self, distance: isize) -> Token {
        let ahead = self.input.cursor().inner().len();
        let state = self.input.state();
        let at = (state.tokens.len() - ahead).checked_add_signed(distance);
        at.and_then(|at| state.tokens.get(at)).copied().unwrap_or(state.end)
    }

    /// The token before the next one.
    fn previous(&mut self) -> Token {
        self.token_at(-1)
    }

    /// Takes the next token.
    #[inline(always)]
    fn bump(&mut self) -> Span {
        match self.input.next_ref() {
            Some(token) => token.span,
            None => self.input.state().end.span,
        }
    }

    /// Takes the next token if it has this kind.
    #[inline(always)]
    fn eat(&mut self, kind: TokenKind) -> Option<Span> {
        (self.peek() == kind).then(|| self.bump())
    }

    /// Takes the next token if it is this word.
    fn eat_word(&mut self, word: &str) -> bool {
        let is_word = self.is_word(word);
        if is_word {
            self.bump();
        }
        is_word
    }

    /// Whether the next token is this word.
    #[inline(always)]
    fn is_word(&mut self, word: &str) -> bool {
        let token = self.token();
        token.kind == TokenKind::Identifier && self.bytes(token.span) == word.as_bytes()
    }

    #[inline(always)]
    fn text(&mut self, span: Span) -> &'s str {
        span.text(self.input.state().source)
    }

    #[inline(always)]
    fn bytes(&mut self, span: Span) -> &'s [u8] {
        self.input.state().source.as_bytes().get(span.range()).unwrap_or_default()
    }

    #[inline(always)]
    fn tree(&mut self) -> &mut Tree<'s> {
        &mut self.input.state().tree
    }

    #[inline(always)]
    fn span_of(&mut self, node: NodeId) -> Span {
        self.tree().node(node).span
    }

    #[inline(always)]
    fn add(&mut self, kind: Kind, flags: u8, span: Span, children: List) -> NodeId {
        self.tree().add(kind, flags, span, children)
    }

    #[inline(always)]
    fn leaf(&mut self, kind: Kind, span: Span) -> NodeId {
        self.tree().leaf(kind, span)
    }

    /// Runs a recursive production one level deeper.
    #[inline(always)]
    fn nested<T>(&mut self, production: impl FnOnce(&mut Self) -> Result<T, E>) -> Result<T, E> {
        let state = self.input.state();
        state.depth += 1;
        let depth = state.depth;
        let result = if depth > MAX_DEPTH {
            self.too_deep()
        } else if depth % 8 != 0 {
            production(self)
        } else {
            self.with_stack(production)
        };
        self.input.state().depth -= 1;
        result
    }

    /// Runs a recursive production some levels deeper.
    fn nested_by<T>(
        &mut self,
        levels: u32,
        production: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        self.input.state().depth += levels;
        let result = if self.input.state().depth > MAX_DEPTH {
            self.too_deep()
        } else {
            self.with_stack(production)
        };
        self.input.state().depth -= levels;
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

    #[cold]
    #[inline(never)]
    fn too_deep<T>(&mut self) -> Result<T, E> {
        let span = self.token().span;
        let failure = self.fail(|| catalog::syntax::too_deep(span, MAX_DEPTH));
        // The rest of the source is skipped: the parser can't tell where the deep part ends.
        while self.peek() != TokenKind::End {
            self.bump();
        }
        failure
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A document of several batches, with all forms of items.
    fn long() -> String {
        let item = |index: usize| {
            format!(
                "a{index} = [1, \"${{b}}\"] # c\nd \"e\" f {{\n  g = <<-H\n    i\n\n  H\n\n  j = {{\n    k : l(m...)\n  }}\n}}\r\n\n"
            )
        };
        (0..4_000).map(item).collect()
    }

    #[test]
    fn batches_give_the_tree_of_the_whole_document() {
        let source = long();
        let tokens = lex(&source, Purpose::Parse);
        let state = State::new(&source, Tree::new(&source, None), &tokens, Grammar::Body);
        let ((at_once, _), state) = run::<EmptyErr, _>(state, whole);
        let (tree, root) = parse_document(&source, None).ok().expect("valid");
        assert_eq!(at_once, Some(root));
        assert_eq!(format!("{tree:?}"), format!("{:?}", state.tree));
    }

    #[test]
    fn a_repeated_name_is_found_across_batches() {
        let source = format!("{}a0 = 1\n", long());
        let error = parse(&source, None, Grammar::Body).expect_err("a0 is there already");
        let [diagnostic] = error.diagnostics() else { panic!("one diagnostic: {error}") };
        let [first] = diagnostic.labels() else { panic!("one label: {diagnostic:?}") };
        let last = source.len() as u32 - 7;
        assert_eq!(diagnostic.subject(), Some(Span::new(last, last + 2)));
        assert_eq!(first.span(), Span::new(0, 2));
    }
}
