//! Parses tokens into the tree.
//!
//! Chumsky supplies the input and the state. The productions are functions that dispatch on the next token; the
//! only combinator is `custom`, which calls them. A grammar of chumsky's `recursive` and `choice` took 2.8 times
//! as long to parse.
//!
//! - No diagnostic in the first pass. If that pass fails, the same functions run again from the last valid item on
//!   and produce diagnostics: see [`diagnose`].
//! - No recovery in the first pass, and no batches in the second: it lexes the rest of the source at
//!   once, because recovery may move across items.
//! - No recursion without a limit: see [`MAX_DEPTH`].
//! - No use of chumsky in another folder, and none in `json`, whose grammar needs one token ahead.

mod block;
mod body;
mod brackets;
mod collection;
mod diagnose;
pub(crate) mod document;
mod expression;
mod foreign;
mod input;
mod islands;
pub(crate) mod json;
mod lexical;
mod names;
mod recovery;
mod state;
mod template;
mod traversal;

use std::sync::Arc;

use self::diagnose::ValidItems;
pub(crate) use self::state::{Grammar, MAX_DEPTH};
use self::state::{Items, Parsed, Parser, State, failed, run};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::syntax as catalog;
use crate::diagnostic::error::{Category, Error, Result};
use crate::lexer::{Batches, Kinds, Purpose, Token, TokenKind};
use crate::syntax::{Kind, NodeId, Tree};
use crate::text::source::Origin;
use crate::text::span::Span;

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
    check_size(source, u32::MAX)?;
    parse_valid(source, name.clone(), grammar)
        .map_err(|valid| analyzed(source, name.as_ref(), *valid).0)
}

/// Fails for a source whose offsets would not be less than `most`.
fn check_size(source: &str, most: u32) -> Result<()> {
    match source.len() >= most as usize {
        true => Err(Error::syntax(catalog::too_large(source.len()))),
        false => Ok(()),
    }
}

/// The syntax errors of a source, and the tree of its valid parts.
#[cold]
fn analyzed<'s>(
    source: &'s str,
    name: Option<&Arc<str>>,
    valid: ValidItems<'s>,
) -> (Error, (Tree<'s>, Option<NodeId>)) {
    let grammar = valid.grammar;
    let (diagnostics, (tree, root)) = valid.analyze();
    let error = Error::new(Category::Syntax, diagnostics).attach(Origin::new(name, source));
    let starts = || {
        let body = root.filter(|_| grammar == Grammar::Body);
        let items = tree.list_from(body.and_then(|body| tree.node(body).first_child()));
        items.map(|item| tree.node(item).span.start).collect()
    };
    let error = error.with_trials(source, starts, move |text| errors_of(text, grammar));
    (error, (tree, root))
}

/// The syntax errors of a source.
#[cold]
fn errors_of(source: &str, grammar: Grammar) -> Vec<Diagnostic> {
    let valid = parse_valid(source, None, grammar).err();
    valid.map_or(Vec::new(), |valid| valid.analyze().0)
}

/// Parses a document that may have syntax errors. The tree contains the valid parts, and nodes of the
/// kind `Invalid` for the rest.
pub(crate) fn parse_lenient(source: &str) -> (Tree<'_>, NodeId, Option<Error>) {
    if let Err(error) = check_size(source, u32::MAX) {
        let mut tree = Tree::new("", None);
        let root = tree.leaf(Kind::Body, Span::default());
        return (tree, root, Some(error));
    }
    let (error, (mut tree, root)) = match parse_valid(source, None, Grammar::Body) {
        Ok((tree, root)) => return (tree, root, None),
        Err(valid) => analyzed(source, None, *valid),
    };
    let root = root.unwrap_or_else(|| {
        let whole = Span::new(0, source.len() as u32);
        tree.leaf(Kind::Invalid, whole);
        tree.leaf(Kind::Body, whole)
    });
    (tree, root, Some(error))
}

/// Parses a source without mistakes: a document batch by batch.
///
/// # Errors
///
/// The valid items before the first mistake.
fn parse_valid<'s>(
    source: &'s str,
    name: Option<Arc<str>>,
    grammar: Grammar,
) -> Result<(Tree<'s>, NodeId), Box<ValidItems<'s>>> {
    let mut tree = Tree::new(source, name);
    let mut items = Items::default();
    if grammar != Grammar::Body {
        let tokens = grammar.lex(source, Purpose::Parse);
        tree.reserve(estimate_nodes(&tokens));
        let mut state = State::new(source, tree, items, &tokens, grammar);
        let root = run::<false>(&mut state).flatten();
        let State { tree, items, .. } = state.0;
        return match root {
            Some(root) => Ok((tree, root)),
            None => Err(ValidItems::before_mistake(source, grammar, tree, items)),
        };
    }
    let mut batches = Batches::new(source);
    loop {
        let (tokens, end) = batches.next();
        if tree.is_empty() {
            // Most documents are uniform, so the first batch predicts the number of nodes.
            let nodes = estimate_nodes(tokens) as u64 * source.len() as u64 / end.max(1) as u64;
            tree.reserve(nodes as usize);
        }
        let part = if end == source.len() { Grammar::Body } else { Grammar::Items };
        let mut state = State::new(source, tree, items, tokens, part);
        let root = run::<false>(&mut state);
        (tree, items) = (state.0.tree, state.0.items);
        match root {
            Some(Some(root)) => return Ok((tree, root)),
            Some(None) => {}
            None => return Err(ValidItems::before_mistake(source, grammar, tree, items)),
        }
    }
}

/// An estimate of the number of nodes for these tokens; a capacity, not a limit.
fn estimate_nodes(tokens: &[Token]) -> usize {
    tokens.len() / 8 * 5 + 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::lex;

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
        let tree = Tree::new(&source, None);
        let mut state = State::new(&source, tree, Items::default(), &tokens, Grammar::Body);
        let at_once = run::<false>(&mut state);
        let (tree, root) = parse_valid(&source, None, Grammar::Body).ok().expect("valid");
        assert_eq!(at_once.flatten(), Some(root));
        assert_eq!(format!("{tree:?}"), format!("{:?}", state.tree));
    }

    #[test]
    fn a_repeated_name_is_found_across_batches() {
        let source = format!("{}a0 = 1\n", long());
        let error = parse(&source, None, Grammar::Body).expect_err("a0 is there already");
        let [diagnostic] = error.diagnostics() else { panic!("one diagnostic: {error}") };
        let [first] = diagnostic.labels() else { panic!("one label: {diagnostic:?}") };
        let last = source.len() as u32 - 7;
        assert_eq!(diagnostic.span(), Some(Span::new(last, last + 2)));
        assert_eq!(first.span(), Span::new(0, 2));
    }
}
