//! The parser: the state of the productions, and the steps that all of them take.

use chumsky::error::EmptyErr;
use chumsky::extra;
use chumsky::input::InputRef;
use chumsky::inspector::SimpleState;
use chumsky::prelude::{Parser as _, custom};
use hashbrown::HashMap;

use super::brackets::OpenBrackets;
use super::input::Tokens;
use super::islands::Islands;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::syntax as catalog;
use crate::diagnostic::error::Result;
use crate::lexer::{Purpose, Token, TokenKind, lex, lex_expression, lex_template};
use crate::limits::stack::grow_stack;
use crate::syntax::{Kind, List, NodeId, Tree, flag};
use crate::text::distinct::NameFilter;
use crate::text::span::Span;

/// The limit for the nesting of blocks, brackets and operators.
pub(crate) const MAX_DEPTH: u32 = 1024;

/// The part of the grammar that a source is parsed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grammar {
    Body,
    /// Items of a body, with more items after them.
    Items,
    Expression,
    Template,
    Traversal,
    /// A traversal with splats.
    PartialTraversal,
}

impl Grammar {
    pub(super) fn lex(self, source: &str, purpose: Purpose) -> Vec<Token> {
        match self {
            Grammar::Body | Grammar::Items => lex(source, purpose),
            Grammar::Expression | Grammar::Traversal | Grammar::PartialTraversal => {
                lex_expression(source, purpose)
            }
            Grammar::Template => lex_template(source, purpose),
        }
    }
}

/// The items of an unfinished body.
#[derive(Default)]
pub(super) struct Items {
    pub(super) list: List,
    /// The names of the attributes, and of the blocks before `may_share`. Comparing them all took a third of the
    /// time of parsing items.
    pub(super) names: NameFilter,
    /// Whether an attribute may have the name of an earlier one.
    pub(super) may_repeat: bool,
    /// Whether a block may have the name of an earlier item.
    pub(super) may_share: bool,
}

impl Items {
    /// The flags of the body.
    pub(super) fn flags(&self) -> u8 {
        if self.may_repeat || self.may_share { 0 } else { flag::DISTINCT }
    }
}

/// The mistakes that are reported only once in a document.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Once {
    /// Another sign, or a word, in the place of a block's braces.
    Braces,
    Semicolon,
    TableHeader,
    Template,
}

type Extra<'s, 't> = extra::Full<EmptyErr, SimpleState<State<'s, 't>>, ()>;
pub(super) type Input<'s, 't, 'p> = InputRef<'t, 'p, Tokens<'t>, Extra<'s, 't>>;

/// The result of a production. A failure has no size; its diagnostic is in the state.
pub(super) type Parsed<T> = Result<T, EmptyErr>;

#[inline(always)]
pub(super) fn failed<T>() -> Parsed<T> {
    Err(EmptyErr::default())
}

/// The state of the productions.
pub(super) struct State<'s, 't> {
    pub(super) source: &'s str,
    pub(super) tree: Tree<'s>,
    pub(super) tokens: &'t [Token],
    pub(super) grammar: Grammar,
    /// The token after the last one.
    pub(super) end: Token,
    pub(super) depth: u32,
    pub(super) islands: Islands,
    /// The island of the last error.
    pub(super) error_island: Option<usize>,
    /// The island of the last form of HCL 1.
    pub(super) old_island: Option<usize>,
    /// Whether the current item has an error.
    pub(super) item_has_error: bool,
    /// Whether the source ends in an unclosed comment.
    pub(super) ends_in_comment: bool,
    /// The token that the current item starts with.
    pub(super) item_start: usize,
    pub(super) open_brackets: OpenBrackets,
    /// The number of bodies around the current item that end with a brace.
    pub(super) blocks: u32,
    /// Whether the first item of the current body stands on the line of its brace.
    pub(super) starts_on_line: bool,
    /// The diagnostics so far.
    pub(super) found: Vec<Diagnostic>,
    /// The kinds of mistakes that are reported only once.
    pub(super) reported_once: Vec<Once>,
    /// The forms of HCL 1. Several of them are one mistake.
    pub(super) old_forms: Vec<Diagnostic>,
    /// The parts of the open flush heredocs whose indentation is not known yet, in source order: literals and `None`
    /// for sequences.
    pub(super) heredoc_parts: Vec<Option<NodeId>>,
    /// The names of the attributes of a body. Kept to reuse its allocation.
    pub(super) names: HashMap<&'s str, Span>,
    /// The items of the document so far.
    pub(super) items: Items,
}

impl<'s, 't> State<'s, 't> {
    #[inline(always)]
    pub(super) fn new(
        source: &'s str,
        tree: Tree<'s>,
        items: Items,
        tokens: &'t [Token],
        grammar: Grammar,
    ) -> SimpleState<Self> {
        SimpleState(State {
            source,
            tree,
            tokens,
            grammar,
            end: Token { kind: TokenKind::End, span: Span::empty(source.len() as u32) },
            depth: 0,
            islands: Islands::default(),
            error_island: None,
            old_island: None,
            item_has_error: false,
            ends_in_comment: false,
            item_start: 0,
            open_brackets: OpenBrackets::default(),
            blocks: 0,
            starts_on_line: false,
            found: Vec::new(),
            reported_once: Vec::new(),
            old_forms: Vec::new(),
            heredoc_parts: Vec::new(),
            names: HashMap::new(),
            items,
        })
    }
}

/// The productions are methods of the parser. Only the second pass is diagnosing: it reports and recovers.
pub(super) struct Parser<'i, 's: 't, 't: 'p, 'p, const DIAGNOSING: bool> {
    pub(super) input: &'i mut Input<'s, 't, 'p>,
}

impl<'s, const DIAGNOSING: bool> Parser<'_, 's, '_, '_, DIAGNOSING> {
    #[inline(always)]
    pub(super) fn peek(&mut self) -> TokenKind {
        self.input.peek_ref().map_or(TokenKind::End, |token| token.kind)
    }

    /// The next token with its span.
    #[inline(always)]
    pub(super) fn token(&mut self) -> Token {
        match self.input.peek_ref() {
            Some(token) => *token,
            None => self.input.state().end,
        }
    }

    /// The next token as the subject of a diagnostic: of a string or heredoc, only the opening
    /// delimiter.
    #[cold]
    pub(super) fn found(&mut self) -> Token {
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

    /// The index of the next token.
    pub(super) fn index(&mut self) -> usize {
        let ahead = self.input.cursor().inner().len();
        self.input.state().tokens.len() - ahead
    }

    /// The token at this distance from the next one.
    pub(super) fn token_at(&mut self, distance: isize) -> Token {
        let at = self.index().checked_add_signed(distance);
        let state = self.input.state();
        at.and_then(|at| state.tokens.get(at)).copied().unwrap_or(state.end)
    }

    /// The token before the next one.
    pub(super) fn previous(&mut self) -> Token {
        self.token_at(-1)
    }

    /// Takes the next token.
    #[inline(always)]
    pub(super) fn bump(&mut self) -> Span {
        match self.input.next_ref() {
            Some(token) => token.span,
            None => self.input.state().end.span,
        }
    }

    /// Takes the next token if it has this kind.
    #[inline(always)]
    pub(super) fn eat(&mut self, kind: TokenKind) -> Option<Span> {
        (self.peek() == kind).then(|| self.bump())
    }

    /// Takes the next token if it is this word.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        self.is_word(word).then(|| self.bump()).is_some()
    }

    /// Whether the next token is this word.
    #[inline(always)]
    pub(super) fn is_word(&mut self, word: &str) -> bool {
        let token = self.token();
        token.kind == TokenKind::Identifier && self.bytes(token.span) == word.as_bytes()
    }

    #[inline(always)]
    pub(super) fn text(&mut self, span: Span) -> &'s str {
        span.text(self.input.state().source)
    }

    #[inline(always)]
    pub(super) fn bytes(&mut self, span: Span) -> &'s [u8] {
        self.input.state().source.as_bytes().get(span.range()).unwrap_or_default()
    }

    #[inline(always)]
    pub(super) fn tree(&mut self) -> &mut Tree<'s> {
        &mut self.input.state().tree
    }

    #[inline(always)]
    pub(super) fn span_of(&mut self, node: NodeId) -> Span {
        self.tree().node(node).span
    }

    /// Adds a body or an expression, after its children.
    #[inline(always)]
    pub(super) fn add(&mut self, kind: Kind, flags: u8, span: Span, children: List) -> NodeId {
        self.add_counted(kind, flags, span, children, children.count)
    }

    /// Adds a body or an expression whose count differs from the number of its children.
    #[inline(always)]
    pub(super) fn add_counted(
        &mut self,
        kind: Kind,
        flags: u8,
        mut span: Span,
        children: List,
        count: u32,
    ) -> NodeId {
        if DIAGNOSING {
            // An unfinished child ends at the cursor, behind the bracket that is assumed to close its parent.
            let end = children.last().map_or(span.end, |last| self.span_of(last).end);
            span.end = span.end.max(end);
        }
        self.tree().add_counted(kind, flags, span, children, count)
    }

    /// Adds an attribute or a block. Its node has the span of its name.
    #[inline(always)]
    pub(super) fn add_item(
        &mut self,
        kind: Kind,
        name: Span,
        children: List,
        count: u32,
    ) -> NodeId {
        self.tree().add_counted(kind, 0, name, children, count)
    }

    #[inline(always)]
    pub(super) fn leaf(&mut self, kind: Kind, span: Span) -> NodeId {
        self.tree().leaf(kind, span)
    }

    /// Runs a recursive production one level deeper.
    #[inline(always)]
    pub(super) fn nested<T>(
        &mut self,
        production: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        self.nested_by(1, production)
    }

    /// Runs a recursive production some levels deeper.
    #[inline(always)]
    pub(super) fn nested_by<T>(
        &mut self,
        levels: u32,
        production: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        let state = self.input.state();
        let outer = state.depth;
        state.depth += levels;
        let depth = state.depth;
        let result = if depth > MAX_DEPTH {
            self.too_deep()
        } else if depth / 8 == outer / 8 {
            production(self)
        } else {
            self.with_stack(production)
        };
        self.input.state().depth = outer;
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
    fn too_deep<T>(&mut self) -> Parsed<T> {
        let span = self.token().span;
        self.fail::<()>(|_| catalog::too_deep(span, MAX_DEPTH)).ok();
        // The rest of the source is skipped: the parser can't tell where the deep part ends.
        while self.peek() != TokenKind::End {
            self.bump();
        }
        self.hide_errors();
        failed()
    }
}

/// Parses all tokens by the grammar in the state, which is large and stays in its place. The result is no node for the
/// items before the last ones of a document.
pub(super) fn run<'s: 't, 't, const DIAGNOSING: bool>(
    state: &mut SimpleState<State<'s, 't>>,
) -> Option<Option<NodeId>> {
    let tokens = Tokens(state.tokens);
    let parser = custom::<_, Tokens<'t>, Option<NodeId>, Extra<'s, 't>>(whole::<DIAGNOSING>);
    parser.parse_with_state(tokens, state).into_output()
}

// A function and not a closure: in a closure Rust 1.88 does not see how the lifetimes are related.
fn whole<'s: 't, 't, const DIAGNOSING: bool>(
    input: &mut Input<'s, 't, '_>,
) -> Parsed<Option<NodeId>> {
    let grammar = input.state().grammar;
    let mut parser = Parser::<DIAGNOSING> { input };
    let root = match grammar {
        Grammar::Items => return parser.items_of_batch().map(|()| None),
        Grammar::Body => parser.document(),
        Grammar::Expression => parser.whole_expression(),
        Grammar::Template => parser.whole_template(),
        Grammar::Traversal => parser.whole_traversal(false),
        Grammar::PartialTraversal => parser.whole_traversal(true),
    };
    root.map(Some)
}
