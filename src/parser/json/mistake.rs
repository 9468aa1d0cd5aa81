//! The mistakes in JSON, and the recovery after each of them, which is that of the reference.
//!
//! In the first pass every function here fails at once.

use super::super::MAX_DEPTH;
use super::super::lexical::mistake_in_json;
use super::{Parser, closing};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::syntax as catalog;
use crate::lexer::{JsonKind, JsonToken, StringMistake, json_token, string_mistake};
use crate::syntax::NodeId;
use crate::text::span::Span;

/// Whether a closing bracket is the first on its line, and stands further left than the line of
/// the opening one.
fn is_shifted(open: Span, close: Span, source: &str) -> bool {
    let is_blank = |character: char| matches!(character, ' ' | '\t');
    let [opening, closing] = [open, close].map(|span| {
        let before = source.get(..span.start as usize).unwrap_or_default();
        before.rsplit('\n').next().unwrap_or_default()
    });
    let inner = opening.strip_prefix(closing).filter(|_| closing.chars().all(is_blank));
    inner.is_some_and(|inner| inner.starts_with(is_blank))
}

impl<'s, const DIAGNOSING: bool> Parser<'s, DIAGNOSING> {
    /// Reports a mistake.
    #[cold]
    #[inline(never)]
    pub(super) fn report(
        &mut self,
        span: Span,
        diagnostic: impl FnOnce(&'s str) -> Diagnostic,
    ) -> Option<()> {
        if !DIAGNOSING {
            return None;
        }
        if self.has_consequences || self.last_mistake == Some(span.start) {
            return Some(());
        }
        self.last_mistake = Some(span.start);
        let source = self.source;
        // There is no text after the end, and that after an invalid character is not examined.
        let found = json_token(source.as_bytes(), span.start as usize).kind;
        self.has_consequences = matches!(found, JsonKind::End | JsonKind::InvalidCharacter);
        let known = match found {
            JsonKind::InvalidCharacter => mistake_in_json(source, span.start),
            _ => None,
        };
        self.found.push(known.unwrap_or_else(|| diagnostic(source)));
        Some(())
    }

    #[cold]
    #[inline(never)]
    pub(super) fn fail<T>(
        &mut self,
        span: Span,
        diagnostic: impl FnOnce(&'s str) -> Diagnostic,
    ) -> Option<T> {
        self.report(span, diagnostic)?;
        None
    }

    /// Reports a token that can't start a value.
    #[cold]
    pub(super) fn no_value(&mut self, found: JsonToken) -> Option<NodeId> {
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
    pub(super) fn no_name(&mut self, found: JsonToken) -> Option<NodeId> {
        if found.kind == JsonKind::InvalidString {
            return self.invalid_string(found.span);
        }
        self.report(found.span, |source| catalog::json_name(found.span, source))?;
        let text = found.span.text(self.source);
        // After a name or a string without double quotes.
        self.has_consequences |=
            text.starts_with(['\'', '`']) || text.starts_with(char::is_alphabetic);
        let had_consequences = std::mem::replace(&mut self.has_consequences, true);
        let _ = self.value(found);
        self.has_consequences = had_consequences;
        None
    }

    /// Reports a string with a mistake. Without a closing quote it contains the rest of its line.
    pub(super) fn invalid_string(&mut self, span: Span) -> Option<NodeId> {
        if DIAGNOSING && string_mistake(span.text(self.source)).1 == StringMistake::Unterminated {
            let next = json_token(self.source.as_bytes(), span.end as usize);
            self.after_lost_comma = Some(next.span.start);
        }
        self.fail(span, |source| catalog::json_string(span, source))
    }

    /// Reports the first comment of the source. Returns the token after this comment and the next
    /// ones.
    #[cold]
    pub(super) fn after_comments(&mut self, comment: JsonToken) -> JsonToken {
        let is_known = std::mem::replace(&mut self.has_comment, true);
        if !is_known {
            // The text after a comment is parsed as if there were none.
            let _ = self.report(comment.span, |_| catalog::json_comment(comment.span));
        }
        loop {
            let token = self.lex();
            if token.kind != JsonKind::Comment {
                return token;
            }
        }
    }

    /// Notes an object or an array whose closing bracket stands further left than its start.
    /// Returns the bracket.
    #[inline(always)]
    pub(super) fn closed(&mut self, open: JsonToken, close: JsonToken) -> JsonToken {
        if DIAGNOSING && self.shifted.is_none() && is_shifted(open.span, close.span, self.source) {
            self.shifted = Some((open, close));
        }
        close
    }

    #[cold]
    pub(super) fn no_colon(&mut self, found: JsonToken) -> Option<NodeId> {
        self.report(found.span, |_| catalog::json_colon(found.kind, found.span))?;
        self.recover(found, JsonKind::OpenBrace);
        None
    }

    /// Reports another token after a property or an element than a comma or the closing bracket.
    #[cold]
    pub(super) fn unclosed(&mut self, open: JsonToken, found: JsonToken) -> Option<JsonToken> {
        if !DIAGNOSING {
            return None;
        }
        if self.after_lost_comma == Some(found.span.start) {
            if found.kind == JsonKind::End {
                return None;
            }
            self.after_lost_comma = None;
            return Some(found);
        }
        let is_outer = found.kind == JsonKind::CloseBracket && self.arrays > 0
            || found.kind == JsonKind::CloseBrace && self.depth > self.arrays;
        match (open.kind, found.kind) {
            (_, JsonKind::End) => {
                let shifted = self.shifted;
                let subject = shifted.map_or(open, |(open, _)| open).span;
                let failure = self.fail(subject, |source| match shifted {
                    Some((open, close)) => catalog::json_closed_outside(open, close),
                    None => catalog::json_separator(open, found, false, source),
                });
                self.has_consequences = true;
                return failure;
            }
            // Otherwise it is the wrong bracket, written for this object or array.
            (_, JsonKind::CloseBracket | JsonKind::CloseBrace) if is_outer => self.put_back(found),
            (_, JsonKind::CloseBracket | JsonKind::CloseBrace) => {}
            (JsonKind::OpenBracket, JsonKind::String(_)) if self.is_name(found) => {
                return self.open_array(open, found, None);
            }
            _ => self.recover(found, open.kind),
        }
        self.fail(found.span, |source| catalog::json_separator(open, found, is_outer, source))
    }

    /// Reports an array that a property follows, perhaps after a comma.
    #[cold]
    pub(super) fn open_array<T>(
        &mut self,
        open: JsonToken,
        name: JsonToken,
        comma: Option<JsonToken>,
    ) -> Option<T> {
        self.put_back(name);
        self.after_lost_comma = Some(name.span.start);
        self.fail(open.span, |_| catalog::json_open_array(open.span, name, comma))
    }

    /// Whether the token after a comma in an array starts a property of an outer object: on a line of its own, or before
    /// the closing brace of that object.
    #[cold]
    pub(super) fn starts_property(&mut self, comma: JsonToken, next: JsonToken) -> bool {
        /// The number of tokens that are searched for the brace. Keeps hostile sources linear.
        const MOST: usize = 64;
        if !matches!(next.kind, JsonKind::String(_)) || !self.is_name(next) {
            return false;
        }
        if Span::new(comma.span.end, next.span.start).text(self.source).contains('\n') {
            return true;
        }
        let (mut at, mut depth) = (next.span.end as usize, 0_usize);
        for _ in 0..MOST {
            let token = json_token(self.source.as_bytes(), at);
            at = token.span.end as usize;
            match token.kind {
                JsonKind::OpenBrace | JsonKind::OpenBracket => depth += 1,
                JsonKind::CloseBrace | JsonKind::CloseBracket if depth > 0 => depth -= 1,
                kind @ (JsonKind::CloseBrace | JsonKind::CloseBracket | JsonKind::End) => {
                    return kind == JsonKind::CloseBrace;
                }
                _ => {}
            }
        }
        false
    }

    /// Whether a colon follows the token, which is the last one that was taken.
    pub(super) fn is_name(&mut self, token: JsonToken) -> bool {
        let bytes = self.source.as_bytes();
        json_token(bytes, token.span.end as usize).kind == JsonKind::Colon
    }

    /// Skips past the probable end of the object or array.
    fn recover(&mut self, mut token: JsonToken, open: JsonKind) {
        // Skipped text may be a consequence, and so may be a comment in it.
        let had_comment = std::mem::replace(&mut self.has_comment, true);
        let mut depth = 1;
        loop {
            match token.kind {
                JsonKind::End => break,
                kind if kind == open => depth += 1,
                kind if kind == closing(open) => {
                    depth -= 1;
                    if depth <= 1 {
                        break;
                    }
                }
                _ => {}
            }
            token = self.next();
        }
        self.has_comment = had_comment;
    }

    #[cold]
    #[inline(never)]
    pub(super) fn too_deep(&mut self, span: Span) -> Option<NodeId> {
        let failure = self.fail(span, |_| catalog::too_deep(span, MAX_DEPTH));
        self.has_consequences = true;
        // The rest of the source is skipped: the parser can't tell where the deep part ends.
        while self.next().kind != JsonKind::End {}
        failure
    }
}

#[cfg(test)]
mod tests {
    /// A token that needs no comma before it needs one when it is put back: it would be read again and again.
    #[test]
    fn a_bracket_after_a_string_without_an_end_is_read_once() {
        for source in ["[\"a\n}", "{\"a\": [\"b\n}", "[\"a\n:", "{\"a\": \"b\n]"] {
            assert!(crate::json::parse(source).is_err(), "{source:?}");
        }
    }
}
