//! Tokens that are mistakes in every place.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::syntax as catalog;
use crate::lexer::{Kinds, Purpose, Token, TokenKind, is_look_alike, kinds, lex_expression};
use crate::text::source::is_utf16;
use crate::text::span::Span;

/// Reports and removes the tokens that are mistakes everywhere and that the productions don't need.
pub(super) fn sift(source: &str, tokens: &mut Vec<Token>) -> Vec<Diagnostic> {
    if !tokens.iter().any(|token| REMOVED.has(token.kind)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    // The invisible characters with their numbers and first spans. A source has few different ones.
    let mut unusual: Vec<(&str, usize, Span)> = Vec::new();
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut in_name = false;
    for (index, token) in tokens.iter().enumerate() {
        let text = token.span.text(source);
        if token.kind != TokenKind::InvalidBlank {
            found.extend(removed(source, &tokens[..index], *token));
        } else if let Some((_, count, _)) = unusual.iter_mut().find(|(other, ..)| *other == text) {
            *count += 1;
        } else {
            unusual.push((text, 1, token.span));
        }
        let is_removed = REMOVED.has(token.kind);
        let is_new = token.kind != TokenKind::Newline
            || kept.last().is_some_and(|last| last.kind != TokenKind::Newline);
        let touching = kept
            .last_mut()
            .filter(|last| last.kind == TokenKind::Identifier && last.span.end == token.span.start);
        match touching {
            // An invisible character in a name doesn't divide it.
            Some(name) if is_removed => {
                let is_blank = text.starts_with(char::is_whitespace);
                in_name = token.kind == TokenKind::InvalidBlank && !is_blank;
                name.span.end = if in_name { token.span.end } else { name.span.end };
            }
            Some(name) if in_name && token.kind == TokenKind::Identifier => {
                name.span.end = token.span.end;
            }
            _ if is_new && !is_removed => {
                in_name = false;
                kept.push(*token);
            }
            _ => {}
        }
    }
    *tokens = kept;
    let unusual = unusual.into_iter();
    found.extend(unusual.map(|(text, count, span)| catalog::unusual_character(text, count, span)));
    found
}

/// The tokens that are removed.
const REMOVED: Kinds = kinds![Conflict, ForeignComment, InvalidBlank, UnclosedComment];

/// The diagnostic of a token that is removed, unless it belongs to the mistake of a token before it.
fn removed(source: &str, before: &[Token], token: Token) -> Option<Diagnostic> {
    let last = |is_last: fn(TokenKind) -> bool| before.iter().rfind(|token| is_last(token.kind));
    let text = token.span.text(source);
    let start = |length: u32| Span::new(token.span.start, token.span.start + length);
    Some(match token.kind {
        TokenKind::ForeignComment => {
            let last = last(|kind| kind != TokenKind::Newline);
            if last.is_some_and(|last| last.kind == TokenKind::ForeignComment) {
                return None;
            }
            catalog::foreign_comment(text, start(if text.starts_with('-') { 2 } else { 1 }))
        }
        TokenKind::Conflict => {
            let last = last(|kind| kind == TokenKind::Conflict);
            let is_open = last.is_some_and(|last| !last.span.text(source).starts_with('>'));
            if is_open && !text.starts_with('<') {
                return None;
            }
            catalog::merge_conflict(start(7))
        }
        TokenKind::UnclosedComment => catalog::unclosed_comment(start(2)),
        _ => return None,
    })
}

/// The diagnostic for a token that is invalid everywhere.
pub(super) fn mistake(source: &str, token: Token) -> Option<Diagnostic> {
    let (span, text) = (token.span, token.span.text(source));
    Some(match token.kind {
        TokenKind::Semicolon => catalog::semicolon(span, Some("")),
        TokenKind::BitAnd => catalog::foreign_operator(text, "&&", span),
        TokenKind::BitOr => catalog::foreign_operator(text, "||", span),
        TokenKind::BitXor | TokenKind::BitNot => catalog::foreign_operator(text, "", span),
        TokenKind::InvalidCharacter
            if source.get(span.start as usize..).is_some_and(|rest| rest.starts_with("\\\"")) =>
        {
            catalog::escaped_quote(span)
        }
        TokenKind::InvalidCharacter if is_look_alike(text) => {
            catalog::unusual_character(text, 1, span)
        }
        TokenKind::InvalidCharacter => catalog::invalid_character(text, span),
        _ => return None,
    })
}

/// The mistake at a place of a source in JSON syntax, if it is one in native syntax, too.
pub(super) fn mistake_in_json(source: &str, at: u32) -> Option<Diagnostic> {
    let line = source.get(at as usize..)?.split_inclusive('\n').next()?;
    let token = *lex_expression(line, Purpose::Diagnose).first()?;
    let text = token.span.text(line);
    let span = token.span.forward_by(at);
    let starts_line = source.get(..at as usize)?.ends_with('\n');
    Some(match token.kind {
        TokenKind::Conflict if starts_line => catalog::merge_conflict(Span::new(at, at + 7)),
        TokenKind::InvalidBlank => catalog::unusual_character(text, 1, span),
        TokenKind::InvalidCharacter if is_look_alike(text) => {
            catalog::unusual_character(text, 1, span)
        }
        TokenKind::ForeignString if !text.is_ascii() => catalog::foreign_quotes(text, span),
        _ if line.starts_with("<<") => catalog::heredoc_in_json(Span::new(at, at + 2)),
        _ => return None,
    })
}

/// The diagnostic for a source in another language, such as JSON.
pub(super) fn other_language(source: &str, tokens: &[Token]) -> Option<Diagnostic> {
    let language = if is_utf16(source.as_bytes()) {
        "UTF-16"
    } else if is_json(tokens) {
        "JSON"
    } else if is_patch(source) {
        "a patch"
    } else if is_yaml(source) {
        "YAML"
    } else {
        return None;
    };
    let first = tokens.first().filter(|_| language != "UTF-16");
    Some(catalog::other_language(language, first.map_or(Span::empty(0), |token| token.span)))
}

fn is_json(tokens: &[Token]) -> bool {
    use TokenKind::{Colon, OpenBrace, OpenBracket, String, StringEscaped};
    let mut kinds =
        tokens.iter().map(|token| token.kind).filter(|kind| *kind != TokenKind::Newline);
    let mut first = kinds.next();
    if first == Some(OpenBracket) {
        first = kinds.next();
    }
    first == Some(OpenBrace)
        && matches!(kinds.next(), Some(String | StringEscaped))
        && kinds.next() == Some(Colon)
}

fn is_patch(source: &str) -> bool {
    let mut lines = source.lines().skip_while(|line| line.trim().is_empty());
    let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    first.starts_with("diff --git ")
        || first.starts_with("@@ -")
        || first.starts_with("--- ") && second.starts_with("+++ ")
}

/// Whether all lines are those of YAML: `name: value`, `name:` or `- value`.
fn is_yaml(source: &str) -> bool {
    let (mut pairs, mut nested) = (0, 0);
    for line in source.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let is_list = line == "-" || line.starts_with("- ");
        let key =
            line.trim_start_matches("- ").split_once(':').map(|(key, value)| (key.trim(), value));
        let is_pair = key.is_some_and(|(key, value)| {
            crate::text::identifier::is_identifier(key.trim_matches(['"', '\'']))
                && (value.is_empty() || value.starts_with(' '))
                && !value.trim_end().ends_with(['{', ','])
        });
        if !is_pair && !is_list && line != "---" {
            return false;
        }
        pairs += usize::from(is_pair);
        nested += usize::from(is_list || line == "---" || line.ends_with(':'));
    }
    pairs + nested >= 2 && (nested > 0 || pairs > 2)
}
