//! The mistakes in JSON, and the recovery after each of them, which is that of the reference.
//!
//! In the first pass every function here fails at once.

use super::super::MAX_DEPTH;
use super::super::error::Failure;
use super::super::lexical::mistake_in_json;
use super::input::JsonSource;
use super::state::{Container, Parsed, Parser, Shifted};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::syntax as catalog;
use crate::lexer::{JsonKind, JsonToken, StringMistake, json_token, string_mistake};
use crate::syntax::NodeId;
use crate::text::span::Span;

/// Whether a name or a string without double quotes starts here.
fn is_foreign_text(span: Span, source: &str) -> bool {
    let text = span.text(source);
    text.starts_with(['\'', '`']) || text.starts_with(char::is_alphabetic)
}

/// Whether a closing bracket is the first on its line, and stands further left than the line of
/// the opening one.
fn is_shifted(open: Span, close: Span, source: &str) -> bool {
    let before = |span: Span| source.get(..span.start as usize).unwrap_or_default();
    let line = |text: &'_ str| memchr::memrchr(b'\n', text.as_bytes()).map_or(0, |at| at + 1);
    let is_blank = |character: char| matches!(character, ' ' | '\t');
    let (open, close) = (before(open), before(close));
    let closing = close.trim_end_matches(is_blank);
    if !closing.ends_with('\n') {
        return false;
    }
    let indentation = close.get(closing.len()..).unwrap_or_default();
    let opening = open.get(line(open)..).unwrap_or_default();
    let opening = opening.strip_prefix(indentation).unwrap_or_default();
    opening.starts_with(is_blank)
}

impl<'s, E: Failure<'s, JsonSource<'s>>> Parser<'_, 's, '_, E> {
    /// Reports a mistake.
    #[cold]
    #[inline(never)]
    pub(super) fn report(
        &mut self,
        span: Span,
        diagnostic: impl FnOnce(&'s str) -> Diagnostic,
    ) -> Parsed<(), E> {
        self.report_before(span.start, span, diagnostic)
    }

    /// Reports a mistake that was noticed at the token at this offset.
    fn report_before(
        &mut self,
        at: u32,
        span: Span,
        diagnostic: impl FnOnce(&'s str) -> Diagnostic,
    ) -> Parsed<(), E> {
        if !E::DIAGNOSING {
            return Err(E::reported());
        }
        let state = self.input.state();
        if state.has_consequences || state.last_mistake == Some(span.start) {
            return Ok(());
        }
        state.mistakes += 1;
        state.last_mistake = Some(span.start);
        let source = state.source;
        // There is no text after the end, and that after an invalid character is not examined.
        let found = json_token(source.as_bytes(), at as usize).kind;
        state.has_consequences = matches!(found, JsonKind::End | JsonKind::InvalidCharacter);
        let known = match found {
            JsonKind::InvalidCharacter => mistake_in_json(source, at),
            _ => None,
        };
        self.input.emit(E::found(known.unwrap_or_else(|| diagnostic(source))));
        Ok(())
    }

    #[cold]
    #[inline(never)]
    pub(super) fn fail<T>(
        &mut self,
        span: Span,
        diagnostic: impl FnOnce(&'s str) -> Diagnostic,
    ) -> Parsed<T, E> {
        self.report(span, diagnostic)?;
        Err(E::reported())
    }

    /// Reports a token that can't start a value.
    #[cold]
    pub(super) fn no_value(&mut self, found: JsonToken) -> Parsed<NodeId, E> {
        match found.kind {
            JsonKind::InvalidString => self.invalid_string(found.span),
            JsonKind::Expression => self.fail(found.span, |source| {
                catalog::json_expression(found.span.text(source), found.span)
            }),
            JsonKind::InvalidNumber => self.fail(found.span, |source| {
                catalog::json_number(found.span.text(source), found.span)
            }),
            kind => {
                self.put_back(found);
                self.fail(found.span, |source| catalog::json_value(kind, found.span, source))
            }
        }
    }

    /// Reports another token in the place of a property name.
    #[cold]
    pub(super) fn no_name(&mut self, found: JsonToken) -> Parsed<NodeId, E> {
        if found.kind == JsonKind::InvalidString {
            return self.invalid_string(found.span);
        }
        self.report(found.span, |source| catalog::json_name(found.span, source))?;
        let state = self.input.state();
        state.has_consequences |= E::DIAGNOSING && is_foreign_text(found.span, state.source);
        let had_consequences = std::mem::replace(&mut self.input.state().has_consequences, true);
        drop(self.value(found));
        self.input.state().has_consequences = had_consequences;
        Err(E::reported())
    }

    /// Reports a name with a mistake. Returns the first token after its property.
    #[cold]
    pub(super) fn after_property(
        &mut self,
        open: JsonToken,
        name: JsonToken,
    ) -> Parsed<JsonToken, E> {
        drop(self.invalid_string(name.span));
        self.next();
        let first = self.next();
        drop(self.value(first));
        self.after_part(Container::Object, open)
    }

    /// Reports a string with a mistake. Without a closing quote it contains the rest of its line.
    fn invalid_string(&mut self, span: Span) -> Parsed<NodeId, E> {
        if E::DIAGNOSING {
            let state = self.input.state();
            if string_mistake(span.text(state.source)).1 == StringMistake::Unterminated {
                let next = json_token(state.source.as_bytes(), span.end as usize);
                state.after_lost_comma = Some(next.span.start);
            }
        }
        self.fail(span, |source| catalog::json_string(span, source))
    }

    /// Reports the first comment of the source. Returns the token after this comment and the next
    /// ones.
    #[cold]
    pub(super) fn after_comments(&mut self, comment: JsonToken) -> JsonToken {
        let is_known = std::mem::replace(&mut self.input.state().has_comment, true);
        if !is_known {
            // The text after a comment is parsed as if there were none.
            drop(self.report(comment.span, |_| catalog::json_comment(comment.span)));
        }
        loop {
            match self.input.next() {
                Some(token) if token.kind == JsonKind::Comment => {}
                Some(token) => return token,
                None => return self.input.state().end,
            }
        }
    }

    /// Notes an object or an array whose closing bracket stands further left than its start.
    /// Returns the bracket.
    #[inline(always)]
    pub(super) fn closed(&mut self, open: JsonToken, close: JsonToken) -> JsonToken {
        if E::DIAGNOSING {
            let state = self.input.state();
            let container = match close.kind {
                JsonKind::CloseBrace => Container::Object,
                _ => Container::Array,
            };
            if state.shifted.is_none() && is_shifted(open.span, close.span, state.source) {
                state.shifted = Some(Shifted { container, open: open.span, close: close.span });
            }
        }
        close
    }

    #[cold]
    pub(super) fn no_colon(&mut self, found: JsonToken) -> Parsed<NodeId, E> {
        self.report(found.span, |_| catalog::json_colon(found.kind, found.span))?;
        self.recover(found, JsonKind::OpenBrace, JsonKind::CloseBrace);
        Err(E::reported())
    }

    /// Reports another token after a property or an element than a comma or the closing bracket.
    #[cold]
    pub(super) fn unclosed(
        &mut self,
        container: Container,
        open: JsonToken,
        found: JsonToken,
    ) -> Parsed<JsonToken, E> {
        if E::DIAGNOSING && self.input.state().after_lost_comma == Some(found.span.start) {
            if found.kind == JsonKind::End {
                return Err(E::reported());
            }
            self.input.state().after_lost_comma = None;
            return Ok(found);
        }
        if E::DIAGNOSING {
            match (container, found.kind) {
                (_, JsonKind::End) => {
                    if let Some(shifted) = self.input.state().shifted {
                        let Shifted { container, open, close } = shifted;
                        let failure = self.fail(open, |_| match container {
                            Container::Object => catalog::json_object_closed_outside(open, close),
                            Container::Array => catalog::json_array_closed_outside(open, close),
                        });
                        self.input.state().has_consequences = true;
                        return failure;
                    }
                }
                (Container::Object, JsonKind::CloseBracket)
                | (Container::Array, JsonKind::CloseBrace) => {
                    // Otherwise it is the wrong bracket, written for this object or array.
                    if self.input.state().is_open(container.other()) {
                        self.put_back(found);
                    }
                }
                (Container::Array, JsonKind::String(_)) if self.is_name(found) => {
                    let end = self.input.state().source.get(..found.span.start as usize);
                    let end = Span::empty(end.map_or(0, |text| text.trim_end().len()) as u32);
                    let last = JsonToken { kind: JsonKind::End, span: end };
                    return self.open_array(open, found, last);
                }
                _ => self.recover(found, container.open(), container.close()),
            }
        }
        let span = if found.kind == JsonKind::End { open.span } else { found.span };
        self.report_before(found.span.start, span, |source| match container {
            Container::Object => catalog::json_in_object(open.span, found, span, source),
            Container::Array => catalog::json_in_array(open.span, found, span, source),
        })?;
        Err(E::reported())
    }

    /// Reports an array that a property follows, after the token `last`.
    #[cold]
    pub(super) fn open_array<T>(
        &mut self,
        open: JsonToken,
        name: JsonToken,
        last: JsonToken,
    ) -> Parsed<T, E> {
        self.put_back(name);
        self.input.state().after_lost_comma = Some(name.span.start);
        self.fail(open.span, |_| catalog::json_open_array(open.span, last))
    }

    /// Whether a colon follows the token, which is the last one that was taken.
    pub(super) fn is_name(&mut self, token: JsonToken) -> bool {
        let bytes = self.input.state().source.as_bytes();
        json_token(bytes, token.span.end as usize).kind == JsonKind::Colon
    }

    /// Skips past the probable end of the object or array.
    fn recover(&mut self, mut token: JsonToken, open: JsonKind, close: JsonKind) {
        if !E::DIAGNOSING {
            return;
        }
        // Skipped text may be a consequence, and so may be a comment in it.
        let had_comment = std::mem::replace(&mut self.input.state().has_comment, true);
        let mut depth = 1;
        loop {
            match token.kind {
                JsonKind::End => break,
                kind if kind == open => depth += 1,
                kind if kind == close => {
                    depth -= 1;
                    if depth <= 1 {
                        break;
                    }
                }
                _ => {}
            }
            token = self.next();
        }
        self.input.state().has_comment = had_comment;
    }

    #[cold]
    #[inline(never)]
    pub(super) fn too_deep(&mut self, span: Span) -> Parsed<NodeId, E> {
        let failure = self.fail(span, |_| catalog::too_deep(span, MAX_DEPTH));
        self.input.state().has_consequences = true;
        // The rest of the source is skipped: the parser can't tell where the deep part ends.
        if E::DIAGNOSING {
            while self.next().kind != JsonKind::End {}
        }
        failure
    }
}
