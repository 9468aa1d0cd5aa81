//! The state of the lexer.

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::token::{Token, TokenKind};
use crate::text::span::Span;

/// The construct around the current position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Newlines end items.
    Body,
    /// Newlines separate items, as commas do.
    Object,
    /// Newlines are white space: in `(`, `[` and `{ for`.
    Parenthesis,
    Bracket,
    ForObject,
    /// In `${` or `%{` of a quoted template, a heredoc, or a standalone template.
    InQuoted,
    InHeredoc,
    InTemplate,
}

impl Mode {
    pub(super) fn closes_with_brace(self) -> bool {
        !matches!(self, Mode::Parenthesis | Mode::Bracket)
    }
}

/// The use of the tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Parse,
    /// The source has syntax errors: see [`diagnose`].
    Diagnose,
    /// Every comment and newline is a token.
    Format,
}

pub(super) struct Lexer<'s> {
    pub(super) source: &'s str,
    pub(super) bytes: &'s [u8],
    pub(super) tokens: Vec<Token>,
    /// The kind of the last token.
    pub(super) last: TokenKind,
    pub(super) mode: Mode,
    /// The modes around `mode`. Few documents need an allocation for them.
    pub(super) outer: SmallVec<[Mode; 16]>,
    /// The markers of the open heredocs.
    pub(super) markers: Vec<Span>,
    pub(super) purpose: Purpose,
    /// Whether an unclosed `/*` was found. Then every later `/*` is unclosed, too.
    pub(super) unclosed_comment: bool,
    pub(super) diagnosis: Diagnosis<'s>,
}

impl<'s> Lexer<'s> {
    /// A lexer with room for the tokens of `room` bytes.
    pub(super) fn new(source: &'s str, purpose: Purpose, room: usize) -> Self {
        Lexer {
            source,
            bytes: source.as_bytes(),
            // An estimate, not a limit.
            tokens: Vec::with_capacity(room / 4 + 8),
            last: TokenKind::Newline,
            mode: Mode::Body,
            outer: SmallVec::new(),
            markers: Vec::new(),
            purpose,
            unclosed_comment: false,
            diagnosis: Diagnosis::default(),
        }
    }

    pub(super) fn after_byte_order_mark(&self) -> usize {
        if self.source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
    }

    /// The byte at `at`, or 0 after the end.
    #[inline(always)]
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    /// Adds a token and returns its end.
    #[inline(always)]
    pub(super) fn push(&mut self, kind: TokenKind, start: usize, end: usize) -> usize {
        self.tokens.push(Token { kind, span: Span::new(start as u32, end as u32) });
        self.last = kind;
        end
    }

    #[inline(always)]
    pub(super) fn enter(&mut self, mode: Mode) {
        self.outer.push(self.mode);
        self.mode = mode;
    }

    #[inline(always)]
    pub(super) fn leave(&mut self) {
        self.mode = self.outer.pop().unwrap_or(Mode::Body);
    }
}

/// The number of times that text is lexed again, or the source is searched to its end for a marker.
/// Without a limit a hostile source would take quadratic time.
pub(super) const RETRIES: u32 = 64;

/// The state of the lexer that only a source with errors needs.
#[derive(Default)]
pub(super) struct Diagnosis<'s> {
    /// The number of retries so far.
    pub(super) retries: u32,
    /// The guessed end of an unclosed heredoc: the line of the end marker, or of the item after the heredoc, and the
    /// marker, which is empty if there is none.
    pub(super) guess: Option<(usize, Span)>,
    /// For each word, the start of the last line that is only this word. Built when the first heredoc
    /// is found, for the lines after it.
    pub(super) last_lines: Option<HashMap<&'s str, usize>>,
    /// The offset from which the end of a line was last searched, and this end.
    pub(super) line: (usize, usize),
}
