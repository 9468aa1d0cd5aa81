//! The mistakes in JSON, and the recovery after each of them, which is that of the reference.
//!
//! In the first pass every function here fails at once.

use super::super::MAX_DEPTH;
use super::super::error::Failure;
use super::input::Text;
use super::{Container, Parsed, Parser};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::syntax as catalog;
use crate::lexer::{JsonKind, JsonToken};
use crate::source::Span;
use crate::syntax::NodeId;

/// A mistake. Its span is passed separately.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mistake {
    /// Text after the value.
    Behind,
    /// The root value is not a body.
    Root,
    Value(JsonKind),
    Keyword,
    Number,
    String,
    Name,
    Colon(JsonKind),
    /// A comma before the closing bracket.
    LastComma(Container),
    /// Another token in the place of a comma or of the closing bracket.
    Unclosed {
        container: Container,
        open: Span,
        found: JsonToken,
    },
    Depth,
}

impl Mistake {
    fn diagnostic(self, span: Span, source: &str) -> Diagnostic {
        match self {
            Mistake::Behind => catalog::json_behind_value(span, source),
            Mistake::Root => catalog::json_root(span),
            Mistake::Value(found) => catalog::json_value(found, span, source),
            Mistake::Keyword => catalog::json_keyword(span.text(source), span),
            Mistake::Number => catalog::json_number(span.text(source), span),
            Mistake::String => catalog::json_string(span, source),
            Mistake::Name => catalog::json_name(span, source),
            Mistake::Colon(found) => catalog::json_colon(found, span),
            Mistake::LastComma(Container::Object) => catalog::json_comma_in_object(span),
            Mistake::LastComma(Container::Array) => catalog::json_comma_in_array(span),
            Mistake::Unclosed { container: Container::Object, open, found } => {
                catalog::json_in_object(open, found, span, source)
            }
            Mistake::Unclosed { container: Container::Array, open, found } => {
                catalog::json_in_array(open, found, span, source)
            }
            Mistake::Depth => catalog::too_deep(span, MAX_DEPTH),
        }
    }
}

/// Whether a name or a string without double quotes starts here.
fn is_foreign_text(span: Span, source: &str) -> bool {
    is_foreign_quote(span, source) || span.text(source).starts_with(char::is_alphabetic)
}

fn is_foreign_quote(span: Span, source: &str) -> bool {
    span.text(source).starts_with(['\'', '`'])
}

impl<'s, E: Failure<'s, Text<'s>>> Parser<'_, 's, '_, E> {
    /// Reports a mistake.
    #[cold]
    #[inline(never)]
    pub(super) fn report(&mut self, mistake: Mistake, span: Span) -> Parsed<(), E> {
        if !E::DIAGNOSING {
            return Err(E::reported());
        }
        let state = self.input.state();
        if state.has_consequences {
            return Ok(());
        }
        state.mistakes += 1;
        let source = state.source;
        state.has_consequences = match mistake {
            Mistake::Name => is_foreign_text(span, source),
            Mistake::Value(_) => is_foreign_quote(span, source),
            Mistake::Depth => true,
            _ => false,
        };
        self.input.emit(E::found(mistake.diagnostic(span, source)));
        Ok(())
    }

    #[cold]
    #[inline(never)]
    pub(super) fn fail<T>(&mut self, mistake: Mistake, span: Span) -> Parsed<T, E> {
        self.report(mistake, span)?;
        Err(E::reported())
    }

    /// Reports a token that can't start a value.
    #[cold]
    pub(super) fn no_value(&mut self, found: JsonToken) -> Parsed<NodeId, E> {
        match found.kind {
            JsonKind::InvalidString => self.fail(Mistake::String, found.span),
            JsonKind::InvalidNumber => self.fail(Mistake::Number, found.span),
            kind => {
                self.put_back(found);
                self.fail(Mistake::Value(kind), found.span)
            }
        }
    }

    /// Reports another token in the place of a property name.
    #[cold]
    pub(super) fn no_name(&mut self, found: JsonToken) -> Parsed<NodeId, E> {
        if E::DIAGNOSING && !is_foreign_text(found.span, self.input.state().source) {
            drop(self.value(found));
        }
        self.fail(Mistake::Name, found.span)
    }

    #[cold]
    pub(super) fn no_colon(&mut self, found: JsonToken) -> Parsed<NodeId, E> {
        self.recover(found, JsonKind::OpenBrace, JsonKind::CloseBrace);
        self.fail(Mistake::Colon(found.kind), found.span)
    }

    /// Reports another token after a property or an element than a comma or the closing bracket.
    #[cold]
    pub(super) fn unclosed<T>(
        &mut self,
        container: Container,
        open: JsonToken,
        found: JsonToken,
    ) -> Parsed<T, E> {
        // If an array is around an object, its bracket shows that the object ends.
        if container == Container::Array || found.kind != JsonKind::CloseBracket {
            self.recover(found, container.open(), container.close());
        }
        let span = if found.kind == JsonKind::End { open.span } else { self.ahead() };
        self.fail(Mistake::Unclosed { container, open: open.span, found }, span)
    }

    /// The span of the next token.
    fn ahead(&mut self) -> Span {
        if !E::DIAGNOSING {
            return Span::default();
        }
        let token = self.next();
        self.put_back(token);
        token.span
    }

    /// Skips past the probable end of the object or array.
    fn recover(&mut self, mut token: JsonToken, open: JsonKind, close: JsonKind) {
        if !E::DIAGNOSING {
            return;
        }
        let mut depth = 1;
        loop {
            match token.kind {
                JsonKind::End => return,
                kind if kind == open => depth += 1,
                kind if kind == close => {
                    depth -= 1;
                    if depth <= 1 {
                        return;
                    }
                }
                _ => {}
            }
            token = self.next();
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn too_deep(&mut self, span: Span) -> Parsed<NodeId, E> {
        let failure = self.fail(Mistake::Depth, span);
        // The rest of the source is skipped: the parser can't tell where the deep part ends.
        if E::DIAGNOSING {
            while self.next().kind != JsonKind::End {}
        }
        failure
    }
}
