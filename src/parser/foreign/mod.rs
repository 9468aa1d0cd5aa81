//! Forms of other languages: the parser recognizes them, reports them and continues.
//!
//! Only the diagnosing pass calls these functions.

mod item;
mod operator;
mod term;

pub(super) use self::item::without_comma;
use super::state::Once;
use super::{Kinds, NodeId, Parsed, Parser, Token, TokenKind, catalog, failed};
use crate::diagnostic::catalog::syntax::{Form, Place, Then};
use crate::syntax::Kind;
use crate::text::span::Span;

impl<'s, const DIAGNOSING: bool> Parser<'_, 's, '_, '_, DIAGNOSING> {
    /// The form of another language at this distance from the next token, with its span.
    #[cold]
    pub(super) fn form_at(&mut self, place: Place, first: isize) -> Option<(&'static Form, Span)> {
        let (before, Token { kind, span }) = (self.token_at(first - 1).kind, self.token_at(first));
        let (start, behind) = (span.start, self.token_at(first + 1).kind);
        place.forms([kind, behind]).iter().find_map(|form| {
            if !form.tokens[0].has(kind) || !form.before.has(before) {
                return None;
            }
            let (mut at, mut last) = (first, Span::empty(start));
            for kinds in form.tokens {
                let token = self.token_at(at);
                let is_apart = last.end < token.span.start;
                if !kinds.has(token.kind) || is_apart && !form.is_apart {
                    return None;
                }
                (at, last) = (at + 1, token.span);
            }
            let written = [last, Span::new(start, last.end)].map(|span| self.text(span));
            if !(form.words.is_empty() || written.iter().any(|it| form.words.contains(it))) {
                return None;
            }
            let next = self.token_at(at);
            let is_apart = last.end < next.span.start;
            let fits = form.next.has(next.kind) && !(form.touches_next && is_apart);
            fits.then_some((form, Span::new(start, last.end)))
        })
    }

    /// Reports a form of another language.
    pub(super) fn report_form(&mut self, form: &Form, span: Span) -> Parsed<()> {
        let written = self.text(span);
        self.report(|| form.diagnostic(written, span, None))
    }

    /// Takes these tokens.
    pub(super) fn take(&mut self, tokens: isize) {
        for _ in 0..tokens {
            self.bump();
        }
    }

    /// The value that a form of another language is or precedes, if one starts at this distance from the next token.
    #[cold]
    pub(super) fn form_of_value(&mut self, place: Place, first: isize) -> Parsed<Option<NodeId>> {
        let Some((form, span)) = self.form_at(place, first) else { return Ok(None) };
        self.report_form(form, span)?;
        self.take(first + form.tokens.len() as isize);
        match form.then == Then::Value && Kinds::TERMS.has(self.peek()) {
            true => self.term_with_steps().map(Some),
            false => Ok(Some(self.leaf(Kind::Invalid, span))),
        }
    }

    pub(super) fn rest_from(&mut self, start: u32) -> &'s str {
        self.input.state().source.get(start as usize..).unwrap_or_default()
    }

    /// The text from `start` to the end of its line.
    pub(super) fn line_from(&mut self, start: u32) -> &'s str {
        self.rest_from(start).split('\n').next().unwrap_or_default()
    }

    /// The text from here to the end of the line or a comment, if it is short.
    fn short_line(&mut self, start: u32) -> Option<&'s str> {
        let rest = self.rest_from(start);
        let mut bytes = rest.bytes().take(LONGEST_TEMPLATE);
        let end = bytes.position(|byte| matches!(byte, b'\n' | b'#'));
        let end = end.or((rest.len() < LONGEST_TEMPLATE).then_some(rest.len()))?;
        rest.get(..end).map(str::trim_end)
    }

    /// The text of the next tokens up to a blank, a comma, a bracket or the line end.
    pub(super) fn text_from(&mut self, start: u32) -> &'s str {
        let ends = [' ', '\t', '\r', '\n', ',', ']', ')', '}', '"', ';'];
        self.rest_from(start).split(ends).next().unwrap_or_default()
    }

    /// An invalid value for the brackets of another program's template, such as `{{ .name }}`, if they start
    /// at the next token. Only the first ones of a document are reported.
    #[cold]
    pub(super) fn foreign_template(&mut self) -> Parsed<Option<NodeId>> {
        let start = self.token().span.start;
        let text = self.rest_from(start).as_bytes();
        let text = text.get(..LONGEST_TEMPLATE).unwrap_or(text);
        let Some((brackets, length)) = template_at(text) else { return Ok(None) };
        let span = Span::new(start, start + 2);
        self.report_template(brackets, span)?;
        self.skip_to(start + length as u32);
        Ok(Some(self.leaf(Kind::Invalid, Span::new(start, start + length as u32))))
    }

    /// Reports the brackets of a template for another program, once in a document.
    pub(super) fn report_template(&mut self, brackets: &str, span: Span) -> Parsed<()> {
        let diagnostic = catalog::foreign_template(brackets, span);
        self.report_once(Once::Template, || diagnostic)
    }

    /// The end of the lines after `at` that are indented more than the line of `at`.
    fn end_of_indented(&mut self, at: u32) -> u32 {
        let before = self.input.state().source.get(..at as usize).unwrap_or_default();
        let indentation = |line: &str| line.len() - line.trim_start().len();
        let depth = indentation(before.rsplit('\n').next().unwrap_or_default());
        let mut end = at as usize;
        for (index, line) in self.rest_from(at).split_inclusive('\n').enumerate() {
            if index > 0 && !line.trim().is_empty() && indentation(line) <= depth {
                break;
            }
            end += line.len();
        }
        end as u32
    }

    /// An invalid value of the tokens before `end`.
    pub(super) fn invalid_to(&mut self, start: Span, end: u32) -> NodeId {
        self.skip_to(end);
        let last = self.previous().span.end.max(start.end);
        self.leaf(Kind::Invalid, Span::new(start.start, last))
    }

    /// Skips the tokens before `end`.
    pub(super) fn skip_to(&mut self, end: u32) {
        loop {
            let Token { kind, span } = self.token();
            // A line end has the comment before it.
            let is_behind = kind == TokenKind::Newline && span.end > end;
            if kind == TokenKind::End || span.start >= end || is_behind {
                return;
            }
            self.bump();
        }
    }
}

/// The number of bytes that are searched for the end of another program's template.
const LONGEST_TEMPLATE: usize = 256;

/// The brackets of a template for another program at the start of the text, and its length.
fn template_at(text: &[u8]) -> Option<(&'static str, usize)> {
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let (brackets, close) = match line.get(..2)? {
        b"{{" => ("{{ … }}", b"}}"),
        b"{%" => ("{% … %}", b"%}"),
        b"[[" => ("[[ … ]]", b"]]"),
        b"<%" if line.starts_with(b"<%=") => ("<%= … %>", b"%>"),
        b"<%" => ("<% … %>", b"%>"),
        _ => return None,
    };
    let end = memchr::memmem::find(line, close)?;
    let inner = std::str::from_utf8(line.get(2..end)?).ok()?;
    (!brackets.starts_with('[') || is_action(inner)).then_some((brackets, end + 2))
}

/// Whether the text in `[[ … ]]` is an action of a template, and no list.
fn is_action(text: &str) -> bool {
    let Some(text) = text.strip_prefix("- ").or_else(|| text.strip_prefix([' ', '\t'])) else {
        return false;
    };
    let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let is_word = word.starts_with(|first: char| first.is_alphabetic());
    let is_argument = |it: char| it.is_alphabetic() || matches!(it, '"' | '.' | '$' | '(' | '|');
    word != "for" && is_word && (rest.starts_with(is_argument) || rest.is_empty() && word == "end")
        || word.starts_with(['.', '$'])
}
