//! The state of the productions of JSON.

use chumsky::extra;
use chumsky::input::InputRef;
use chumsky::inspector::SimpleState;

use super::input::JsonSource;
use crate::lexer::{JsonKind, JsonToken};
use crate::parser::error::Failure;
use crate::syntax::Tree;
use crate::text::span::Span;

/// A value that contains other values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Container {
    Object,
    Array,
}

impl Container {
    pub(super) fn open(self) -> JsonKind {
        match self {
            Container::Object => JsonKind::OpenBrace,
            Container::Array => JsonKind::OpenBracket,
        }
    }

    pub(super) fn other(self) -> Self {
        match self {
            Container::Object => Container::Array,
            Container::Array => Container::Object,
        }
    }

    #[inline(always)]
    pub(super) fn close(self) -> JsonKind {
        match self {
            Container::Object => JsonKind::CloseBrace,
            Container::Array => JsonKind::CloseBracket,
        }
    }
}

pub(super) type Extra<'s, E> = extra::Full<E, SimpleState<State<'s>>, ()>;
pub(super) type Input<'s, 'p, E> = InputRef<'s, 'p, JsonSource<'s>, Extra<'s, E>>;
pub(super) type Parsed<T, E> = std::result::Result<T, E>;

/// The state of the productions.
pub(super) struct State<'s> {
    pub(super) source: &'s str,
    pub(super) tree: Tree<'s>,
    /// The token after the last one.
    pub(super) end: JsonToken,
    /// A token that was looked at but not taken. Always the end token in the first pass.
    pub(super) put_back: Option<JsonToken>,
    /// The property that contains the current value, as keys refer to it.
    pub(super) property: u32,
    pub(super) depth: u32,
    /// The arrays that are open; the other levels are objects.
    pub(super) arrays: u32,
    pub(super) mistakes: u32,
    /// The start of the last mistake: a place has one diagnostic.
    pub(super) last_mistake: Option<u32>,
    /// Whether all further mistakes are consequences of the last one that was reported.
    pub(super) has_consequences: bool,
    /// Whether a comment was reported.
    pub(super) has_comment: bool,
    /// The start of a token that needs no comma before it, because the value before it has no end.
    pub(super) after_lost_comma: Option<u32>,
    /// The first object or array whose closing bracket has the indentation of an outer one.
    pub(super) shifted: Option<Shifted>,
}

impl State<'_> {
    /// Whether the current value is in such an object or array.
    pub(super) fn is_open(&self, container: Container) -> bool {
        match container {
            Container::Object => self.depth > self.arrays,
            Container::Array => self.arrays > 0,
        }
    }
}

/// The productions are methods of the parser.
pub(super) struct Parser<'i, 's: 'p, 'p, E: Failure<'s, JsonSource<'s>>> {
    pub(super) input: &'i mut Input<'s, 'p, E>,
}

/// An object or an array whose closing bracket is indented less than the line of the opening one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shifted {
    pub(super) container: Container,
    pub(super) open: Span,
    pub(super) close: Span,
}
