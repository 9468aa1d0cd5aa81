//! Corrects the recorded answers about JSON syntax where the reference is wrong.
//!
//! - After a syntax error, the root is reported, too: it is no object then.
//! - A value of the wrong type is reported once for each of two passes.
//! - A summary spells "separator" wrong.
//! - A missing comma, and a colon in an array, are reported where the parser continues.
//! - An invalid string is reported one byte after its mistake.
//! - A tab between tokens counts as two columns, a carriage return as none.
//! - A span can end inside a character.
//! - Places in templates count the decoded text; places in static forms don't count the quote.
//! - Bytes that are not UTF-8 are replaced, one by one. The crate rejects such a source, so the
//!   crate answers about the replaced text.

use std::borrow::Cow;

use serde_hcl::source::{Columns, LineIndex};

use super::record::{Diag, Expectation, Item, Position, Range, Record};

const INVALID_STRING: &str = "Invalid JSON string";

/// The source with U+FFFD for each byte that is not UTF-8.
pub fn replaced(mut bytes: &[u8]) -> String {
    let mut text = String::new();
    loop {
        match std::str::from_utf8(bytes) {
            Ok(rest) => return text + rest,
            Err(error) => {
                let (valid, rest) = bytes.split_at(error.valid_up_to());
                text.push_str(&String::from_utf8_lossy(valid));
                text.push(char::REPLACEMENT_CHARACTER);
                bytes = &rest[1..];
            }
        }
    }
}

/// Corrects the recorded answer of a case in JSON syntax.
pub fn correct(record: &mut Record<'_>) {
    let bytes = record.source();
    let text = replaced(&bytes);
    let is_static = record.kind == "json_typeexpr"
        || record.kind == "json_static" && ["call", "traversal"].contains(&&*record.grammar);
    let strings = strings(text.as_bytes()).into_iter().zip(strings(&bytes)).collect();
    let places = Places { bytes: &bytes, text: &text, strings, is_static };
    let expect = &mut record.expect;
    places.correct_answer(expect);
    for diags in [&mut expect.diags, &mut expect.rest_diags] {
        places.correct_diags(diags);
    }
    for item in expect.body.iter_mut().chain(&mut expect.rest) {
        places.correct_item(item);
    }
}

/// A string token: the offset of its opening quote, and the offset after its end.
#[derive(Clone, Copy)]
struct Token {
    start: usize,
    end: usize,
    is_closed: bool,
}

/// The string tokens of a source.
fn strings(text: &[u8]) -> Vec<Token> {
    let mut strings: Vec<Token> = Vec::new();
    let end = |strings: &[Token]| strings.last().map_or(0, |token| token.end);
    while let Some(quote) = text[end(&strings)..].iter().position(|byte| *byte == b'"') {
        strings.push(string(text, end(&strings) + quote));
    }
    strings
}

fn string(text: &[u8], start: usize) -> Token {
    let mut is_escaped = false;
    for (offset, byte) in text.iter().enumerate().skip(start + 1) {
        match byte {
            b'"' if !is_escaped => return Token { start, end: offset + 1, is_closed: true },
            0..=0x1f => return Token { start, end: offset, is_closed: false },
            _ => is_escaped = *byte == b'\\' && !is_escaped,
        }
    }
    Token { start, end: text.len(), is_closed: false }
}

/// Translates recorded places.
struct Places<'s> {
    bytes: &'s [u8],
    text: &'s str,
    /// The strings in the replaced text and in the original bytes.
    strings: Vec<(Token, Token)>,
    /// Whether the places in strings are those of static forms.
    is_static: bool,
}

impl Places<'_> {
    fn correct_answer(&self, expect: &mut Expectation<'_>) {
        let items = expect.items.iter_mut();
        let items = items.flat_map(|item| [&mut item.range, &mut item.key_range]);
        let references = expect.variables.iter_mut().filter_map(|reference| reference.place());
        let steps = expect.steps.iter_mut().map(|step| &mut step.range);
        let places = items.chain(references).chain(steps).chain([&mut expect.name_range]);
        places.flatten().for_each(|range| self.correct(range, self.is_static));
        expect.range.iter_mut().for_each(|range| self.correct(range, false));
        expect.missing_range.iter_mut().for_each(|range| self.correct_whole(range));
    }

    fn correct_item(&self, item: &mut Item<'_>) {
        let places =
            [&mut item.range, &mut item.name_range, &mut item.expr_range, &mut item.missing_range];
        let places = places.into_iter().flatten().chain(&mut item.label_ranges);
        places.for_each(|range| self.correct_whole(range));
        self.correct_diags(&mut item.diags);
        item.body.iter_mut().for_each(|item| self.correct_item(item));
    }

    fn correct_diags(&self, diags: &mut Vec<Diag>) {
        let mut seen = Vec::new();
        diags.retain_mut(|diag| {
            diag.summary = diag.summary.replace("seperator", "separator");
            let is_static = self.is_static || diag.summary == "Invalid dynamic iterator name";
            match (&*diag.summary, &mut diag.subject) {
                ("Missing attribute separator comma" | "Invalid array value", subject) => {
                    *subject = None;
                }
                (INVALID_STRING, Some(subject)) => *subject = self.mistake_in_string(*subject),
                (_, Some(subject)) => self.correct(subject, is_static),
                _ => {}
            }
            let diagnostic =
                (diag.summary.clone(), diag.detail.clone(), diag.subject.map(Range::bytes));
            let is_new = match &*diag.summary {
                "Incorrect JSON value type" => !seen.contains(&diagnostic),
                "Root value must be object" => seen.is_empty(),
                _ => true,
            };
            seen.push(diagnostic);
            is_new
        });
    }

    /// Unclosed strings are recorded correctly. Other mistakes end at the start of the recorded
    /// range. An escape is marked from its start up to the first wrong digit.
    fn mistake_in_string(&self, recorded: Range) -> Range {
        let at = self.offset(recorded.start.byte);
        let mut strings = self.strings.iter().rev().map(|(token, _)| *token);
        let Some(token) = strings.find(|token| token.start < at) else { return recorded };
        let [start, end] = match self.text[token.start..at].rfind('\\') {
            _ if token.end == at && !token.is_closed => {
                [at, self.ceil((at + 1).min(self.text.len()))]
            }
            Some(escape) => {
                let escape = token.start + escape;
                let is_number = self.text[escape..at].starts_with("\\u");
                [escape, if is_number { self.floor(at - 1) } else { at }]
            }
            None => [self.floor(at - 1), at],
        };
        Range { start: self.position(start), end: self.position(end) }
    }

    fn correct(&self, range: &mut Range, is_static: bool) {
        let recorded = [range.start, range.end].map(|position| position.byte as usize);
        if let Some((token, skipped)) = self.inside(recorded, is_static) {
            let written =
                |offset| token.start + 1 + self.written(token.start + 1, offset - skipped);
            let [start, end] = recorded.map(|offset| self.position(written(offset)));
            *range = Range { start, end };
            return;
        }
        self.correct_whole(range);
    }

    /// Corrects a place that is not inside a string.
    fn correct_whole(&self, range: &mut Range) {
        let [start, end] = [range.start, range.end].map(|position| self.offset(position.byte));
        let column = self.without_blanks(range.start.col, start);
        let line = range.start.line;
        let end = self.ceil(end);
        range.start = Position { byte: start as u32, line, col: column };
        range.end = self.position(end);
    }

    /// The string that contains this range, and the start of its text in the reference's count.
    fn inside(&self, [start, end]: [usize; 2], is_static: bool) -> Option<(Token, usize)> {
        self.strings.iter().find_map(|(token, recorded)| {
            let skipped = if is_static { recorded.start } else { recorded.start + 1 };
            // A replacement character is longer than the byte.
            let behind = recorded.end + (token.end - token.start) - (recorded.end - recorded.start);
            let is_whole = (start, end) == (recorded.start, recorded.end);
            let is_inside = skipped <= start && start < behind && end <= behind && !is_whole;
            is_inside.then_some((*token, skipped))
        })
    }

    /// The offset in the replaced text.
    fn offset(&self, byte: u32) -> usize {
        let byte = (byte as usize).min(self.bytes.len());
        let (mut raw, mut offset) = (0, 0);
        for character in self.text.chars() {
            if raw >= byte {
                break;
            }
            let is_replaced = character == char::REPLACEMENT_CHARACTER
                && !self.bytes[raw..].starts_with("\u{fffd}".as_bytes());
            let length = if is_replaced { 1 } else { character.len_utf8() };
            let part = (byte - raw).min(length);
            offset += if part == length { character.len_utf8() } else { part };
            raw += part;
        }
        offset
    }

    /// The length in the source of the start of a string; `decoded` is its decoded length.
    fn written(&self, start: usize, decoded: usize) -> usize {
        let (mut at, mut left) = (start, decoded);
        while left > 0 {
            let rest = &self.text[at..];
            let length = match rest.as_bytes() {
                [b'\\', b'u', ..] => 6,
                [b'\\', ..] => 2,
                [] => return at - start,
                _ => rest.chars().next().map_or(1, char::len_utf8),
            };
            let token = format!("\"{}\"", &rest[..length.min(rest.len())]);
            let character: String = serde_json::from_str(&token).unwrap_or_else(|_| " ".to_owned());
            left = left.saturating_sub(character.len());
            at += length;
        }
        at - start
    }

    /// The recorded column, with one column for each tab and each carriage return before it.
    fn without_blanks(&self, column: usize, offset: usize) -> usize {
        let offset = self.floor(offset);
        let line = self.text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
        let is_in = |at: &usize, token: &Token| (token.start..token.end).contains(at);
        let is_blank = |at: &usize| !self.strings.iter().any(|(token, _)| is_in(at, token));
        let count = |byte| {
            let blanks = (line..offset).filter(|at| self.text.as_bytes()[*at] == byte);
            blanks.filter(is_blank).count()
        };
        (column + count(b'\r')).saturating_sub(count(b'\t'))
    }

    fn position(&self, offset: usize) -> Position {
        let offset = offset as u32;
        let found = LineIndex::new(self.text).position(offset, Columns::Graphemes);
        Position { byte: offset, line: found.line, col: found.column }
    }

    fn floor(&self, mut offset: usize) -> usize {
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    fn ceil(&self, mut offset: usize) -> usize {
        while offset < self.text.len() && !self.text.is_char_boundary(offset) {
            offset += 1;
        }
        offset
    }
}

/// The source text that the crate is given.
pub fn text<'b>(record: &Record<'_>, bytes: &'b [u8]) -> Option<Cow<'b, str>> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(Cow::Borrowed(text)),
        Err(_) => record.is_json().then(|| Cow::Owned(replaced(bytes))),
    }
}
