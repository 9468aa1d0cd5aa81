//! The second pass over a source that failed in the first.

use super::lexical;
use super::state::{Grammar, Items, State, run};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::syntax as catalog;
use crate::lexer::{Purpose, TokenKind, lex_invalid};
use crate::syntax::{Kind, NodeId, Tree};
use crate::text::span::Span;

/// The items of a document before its first mistake. The second pass starts after them.
pub(super) struct ValidItems<'s> {
    source: &'s str,
    pub(super) grammar: Grammar,
    tree: Tree<'s>,
    items: Items,
    /// The end of these items.
    end: usize,
}

impl<'s> ValidItems<'s> {
    /// Leaves out the last item that starts in the first column, and those after it: a surplus brace in an
    /// indented line can close an item too early, and then the mistake is noticed in a later item.
    #[cold]
    pub(super) fn before_mistake(
        source: &'s str,
        grammar: Grammar,
        mut tree: Tree<'s>,
        mut items: Items,
    ) -> Box<Self> {
        let (mut kept, mut end) = (0, 0);
        for (index, item) in tree.list_from(tree.first(items.list)).enumerate() {
            let start = tree.node(item).span.start as usize;
            if source.as_bytes()[..start].ends_with(b"\n") {
                (kept, end) = (index as u32, start);
            }
        }
        tree.shorten(&mut items.list, kept);
        Box::new(ValidItems { source, grammar, tree, items, end })
    }

    /// The diagnostics of the source, and the tree of its valid parts.
    #[cold]
    pub(super) fn analyze(self) -> (Vec<Diagnostic>, (Tree<'s>, Option<NodeId>)) {
        let ValidItems { source, grammar, tree, items, end } = self;
        let mut tokens = match grammar {
            Grammar::Body => {
                let before = tree.list_from(tree.first(items.list)).map(|item| tree.node(item));
                let blocks = before.filter(|item| item.kind == Kind::Block);
                let outer: Vec<_> = blocks.map(|block| block.span.text(source)).collect();
                lex_invalid(source, end, &outer)
            }
            _ => grammar.lex(source, Purpose::Diagnose),
        };
        if grammar == Grammar::Body && end == 0 {
            if let Some(diagnostic) = lexical::other_language(source, &tokens) {
                return (vec![diagnostic], (tree, None));
            }
        }
        let ends_in_comment =
            tokens.last().is_some_and(|token| token.kind == TokenKind::UnclosedComment);
        let mut diagnostics = lexical::sift(source, &mut tokens);
        let mut state = State::new(source, tree, items, &tokens, grammar);
        state.ends_in_comment = ends_in_comment;
        let root = run::<true>(&mut state);
        let State { old_forms, found, tree, .. } = state.0;
        // A sign in a text without quotes is a part of that mistake.
        let surrounds = |it: &Diagnostic, inner: Span| {
            it.span().is_some_and(|span| span.start < inner.start && inner.start < span.end)
        };
        diagnostics.retain(|it| {
            it.span().is_none_or(|span| found.iter().all(|other| !surrounds(other, span)))
        });
        diagnostics.extend(found);
        diagnostics.extend(catalog::document_in_hcl_1(old_forms));
        if diagnostics.is_empty() {
            // The changes to the tokens removed the mistake: report the errors of the original tokens.
            let tokens = grammar.lex(source, Purpose::Parse);
            let tree = Tree::new(source, None);
            let mut state = State::new(source, tree, Items::default(), &tokens, grammar);
            run::<true>(&mut state);
            diagnostics.append(&mut state.found);
        }
        Diagnostic::sort(&mut diagnostics);
        (diagnostics, (tree, root.flatten()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{parse, parse_lenient};
    use super::*;

    const MISTAKES: [&str; 8] = [
        "x = [1 2]\n",
        "x {\n  y = 1\n",
        "x {\n  y {\n    z = 1\n    }\n  }\n  v = 2\n}\n",
        "x = \"text\ny = 1\n",
        "x = 1\n? 2 : 3\n",
        "x = 1\nx = 2\n",
        "x = <<E\ntext\n",
        "  x = (1\n}\n",
    ];

    fn diagnostics(source: &str) -> Vec<(String, Option<Span>)> {
        let error = parse(source, None, Grammar::Body).expect_err("invalid");
        let found = error.diagnostics().iter();
        found.map(|it| (it.summary().to_owned(), it.span())).collect()
    }

    #[test]
    fn valid_items_before_a_mistake_change_nothing() {
        let valid = "a \"b\" {\n  c = [1, \"${d}\"] # e\n}\n\n".repeat(3000);
        let offset = valid.len() as u32;
        let moved = |span: Span| Span::new(span.start + offset, span.end + offset);
        for mistake in MISTAKES {
            let alone = diagnostics(mistake).into_iter();
            let alone: Vec<_> = alone.map(|(summary, at)| (summary, at.map(moved))).collect();
            assert_eq!(diagnostics(&format!("{valid}{mistake}")), alone, "{mistake}");
        }
    }

    #[test]
    fn the_tree_has_the_items_before_and_behind_a_mistake() {
        for mistake in MISTAKES {
            let source = format!("a = 1\nb {{}}\n{mistake}");
            let (tree, root, error) = parse_lenient(&source);
            assert!(error.is_some());
            let items = tree.node(root).count;
            assert!(items >= 2, "{items} items: {mistake}");
        }
    }

    /// `¦` is the place where a person types.
    #[test]
    fn an_unfinished_value_reaches_the_place_where_it_goes_on() {
        let sources = [
            "a = f(b, ¦\n",
            "a = \"b ¦\n",
            "a {\n  b = \"${c} ¦\n}\n",
            "a = b ? c¦\n",
            "a = [\n  b,\n  ¦",
            "a = f(b,\n  ¦\n",
            "a {\n  b = [\n    c,\n    ¦\n}\n",
        ];
        for source in sources {
            let at = source.find('¦').unwrap() as u32;
            let text = source.replace('¦', "");
            let (document, _) = crate::parse_lenient(&text);
            assert!(document.place_at(at).attribute().is_some(), "{source}");
        }
    }

    #[test]
    fn a_surplus_brace_is_found_where_the_indentation_shows_it() {
        let source = "a {\n  b {\n    c = 1\n    }\n  }\n  d = 2\n  e {\n  }\n}\n";
        let found = diagnostics(source);
        let [(_, Some(subject))] = found.as_slice() else { panic!("one diagnostic: {found:?}") };
        assert!(subject.start < 32, "{subject:?}");
    }
}
