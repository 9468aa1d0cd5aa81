//! The surroundings of a cursor: blocks, brackets, and the word that is being written.
//!
//! The tree has the blocks and the item. Inside the item only the tokens before the cursor count, because an
//! item that is being written is seldom valid. The brackets that are open at the cursor divide them into
//! levels; everything between closed brackets is one part of a level.

use crate::source::Span;
use crate::syntax::{BlockRef, BodyRef, TokenKind};
use crate::{Document, parse_lenient};

/// The type and the labels of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Header {
    pub(super) name: String,
    pub(super) labels: Vec<String>,
}

/// An open bracket or quote before the cursor, or the start of a value.
#[derive(Clone, Debug)]
pub(super) enum Scope<'a> {
    /// The value of this attribute.
    Value(&'a str),
    /// A tuple; the number of elements before.
    Tuple(usize),
    /// An object; the key, once there is a sign after it.
    Object(Option<&'a str>),
    /// A call: the name of the function, and the number of arguments before.
    Call(&'a str, usize),
    /// Parentheses or quotes: their content is the value outside.
    Same,
    Other,
}

/// The kinds of words that can be at the cursor.
#[derive(Clone, Debug)]
pub(super) enum Spot<'a> {
    /// The name of an argument or the type of a block.
    Name,
    /// A label after those of the header.
    Label {
        header: Header,
        is_quoted: bool,
    },
    Value,
    /// An attribute of the value of this expression.
    Member(&'a str),
    /// The text of a string.
    Text,
    /// A key of an object.
    Key,
    /// The word after `%{`.
    Directive,
    /// The word `in`.
    In,
    Nothing,
}

#[derive(Debug)]
pub(super) struct Cursor<'a> {
    /// The blocks around the cursor, the outermost first.
    pub(super) blocks: Vec<Header>,
    /// The body around the cursor, if it is in the tree.
    pub(super) body: Option<BodyRef<'a>>,
    pub(super) spot: Spot<'a>,
    /// The word at the cursor.
    pub(super) word: Span,
    /// The part of the word before the cursor.
    pub(super) prefix: &'a str,
    /// The scopes inside the innermost block, the outermost first.
    pub(super) scopes: Vec<Scope<'a>>,
    /// The variables of `for` expressions.
    pub(super) locals: Vec<&'a str>,
}

impl Header {
    fn of(block: &BlockRef<'_>) -> Self {
        let labels = block.labels().map(|label| label.value().into_owned()).collect();
        Header { name: block.block_type().to_owned(), labels }
    }
}

impl<'a> Cursor<'a> {
    /// Linear in the items of the bodies around the offset, and in the item that contains or precedes it.
    /// An offset behind the source is its end, and one inside of a character the start of the character.
    pub(super) fn of(document: &'a Document<'_>, offset: u32) -> Self {
        let source = document.source();
        let mut ends = (0..=source.len().min(offset as usize)).rev();
        let offset = ends.find(|end| source.is_char_boundary(*end)).unwrap_or(0) as u32;
        let place = document.place_at(offset);
        let is_inside = |block: &&BlockRef<'_>| {
            let span = block.body().span();
            let is_closed = span.text(source).ends_with('}');
            span.start < offset && (offset < span.end || !is_closed)
        };
        let blocks: Vec<_> = place.blocks().iter().take_while(is_inside).copied().collect();
        let body = blocks.last().map_or(document.body(), |block| block.body());
        let before = body.items().take_while(|item| item.span().end < offset).last();
        let inside = body.span().start + u32::from(body.span().text(source).starts_with('{'));
        let start = before.map_or(inside, |item| {
            // The value of an attribute can end later than in the tree, and a block on this line is a part
            // of what stands here.
            let behind = Span::new(item.span().end, offset).text(source);
            let is_here = item.as_attribute().is_some() || !behind.contains('\n');
            if is_here { item.span().start } else { item.span().end }
        });
        let scan = Scan::of(source, start, offset);
        let spot = scan.spot();
        let word = scan.word(&spot);
        let mut cursor = Cursor {
            blocks: blocks.iter().map(Header::of).collect(),
            body: Some(body),
            spot,
            word,
            prefix: Span::new(word.start, offset).text(source),
            scopes: Vec::new(),
            locals: Vec::new(),
        };
        cursor.add(&scan);
        cursor
    }

    fn add(&mut self, scan: &Scan<'a>) {
        let mut outer: Option<&Level<'a>> = None;
        for level in &scan.levels {
            match outer {
                Some(outer) if level.is_body => {
                    self.blocks.push(outer.header().unwrap_or_default());
                    self.body = None;
                    self.scopes.clear();
                }
                Some(outer) => self.scopes.push(scan.scope(level, outer)),
                None => {}
            }
            if let (true, ([name, ..], Some(_))) = (level.is_body, level.entry()) {
                self.scopes.push(Scope::Value(name.text));
            }
            self.locals.extend(level.names().into_iter().flatten());
            outer = Some(level);
        }
    }
}

/// The parser permits no deeper nesting.
const MAX_LEVELS: usize = 1024;

/// A token, the end of a line, or a pair of brackets with everything inside.
#[derive(Clone, Copy, Debug)]
struct Lexeme<'a> {
    text: &'a str,
    span: Span,
}

/// The body, or an open bracket or quote, with the parts between it and the cursor. A body has only those of the
/// last item.
#[derive(Debug)]
struct Level<'a> {
    open: Lexeme<'a>,
    is_body: bool,
    parts: Vec<Lexeme<'a>>,
}

fn is_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

fn is_operand(text: &str) -> bool {
    let is_start = |first: char| first.is_numeric() || matches!(first, '"' | '(' | '[' | '{');
    is_word(text) || text.starts_with(is_start) || text.starts_with("<<")
}

fn is_opening(text: &str) -> bool {
    matches!(text, "(" | "[" | "{" | "\"")
        || text.starts_with("<<") && !text.trim_end().contains('\n')
}

impl<'a> Level<'a> {
    fn last(&self) -> &'a str {
        self.parts.last().map_or("", |part| part.text)
    }

    fn is_text(&self) -> bool {
        self.open.text == "\"" || self.open.text.starts_with("<<")
    }

    fn is_directive(&self) -> bool {
        self.open.text.starts_with('%')
    }

    /// The names that a `for` declares; `None` in anything else.
    fn names(&self) -> Option<Vec<&'a str>> {
        let is_possible =
            !self.is_body && matches!(self.open.text, "[" | "{") || self.is_directive();
        let (first, rest) = self.parts.split_first().filter(|_| is_possible)?;
        let names = rest.iter().map(|part| part.text).take_while(|text| *text != "in");
        (first.text == "for").then(|| names.filter(|text| is_word(text)).collect())
    }

    /// The innermost item, element or entry: the parts of its key, and those of its value after a sign.
    fn entry(&self) -> (&[Lexeme<'a>], Option<&[Lexeme<'a>]>) {
        let is_end = |part: &Lexeme<'_>| matches!(part.text, "\n" | ",") && !self.is_body;
        let is_sign = |part: &Lexeme<'_>| part.text == "=" || part.text == ":" && !self.is_body;
        let start = self.parts.iter().rposition(is_end).map_or(0, |at| at + 1);
        let mut halves = self.parts.get(start..).unwrap_or_default().splitn(2, is_sign);
        (halves.next().unwrap_or_default(), halves.next())
    }

    fn has_value(&self) -> bool {
        self.entry().1.is_some()
    }

    /// The header that a body ends with.
    fn header(&self) -> Option<Header> {
        let (header, None) = self.entry() else { return None };
        let (name, labels) = header.split_first().filter(|_| self.is_body)?;
        let labels = labels.iter().map(|label| label.text.trim_matches('"').to_owned());
        Some(Header { name: name.text.to_owned(), labels: labels.collect() })
    }

    /// The parts of the operand that ends here, perhaps with a dot.
    fn operand(&self) -> &[Lexeme<'a>] {
        let has_keywords = self.names().is_some() || self.is_directive();
        let is_keyword =
            |text: &str| matches!(text, "for" | "in" | "if" | "else" | "endif" | "endfor");
        let is_other = |part: &Lexeme<'_>| match part.text {
            "." | "::" => false,
            text => !is_operand(text) || has_keywords && is_keyword(text),
        };
        let start = self.parts.iter().rposition(is_other).map_or(0, |at| at + 1);
        self.parts.get(start..).unwrap_or_default()
    }
}

#[derive(Debug)]
struct Scan<'a> {
    source: &'a str,
    offset: u32,
    /// The body, then the open brackets.
    levels: Vec<Level<'a>>,
    /// The start of the word at the cursor.
    start: u32,
    is_in_comment: bool,
}

impl<'a> Scan<'a> {
    fn of(source: &'a str, start: u32, offset: u32) -> Self {
        let part = |span: Span| Lexeme { text: span.text(source), span };
        let open = part(Span::empty(start));
        let levels = vec![Level { open, is_body: true, parts: Vec::new() }];
        let mut scan = Scan { source, offset, levels, start: offset, is_in_comment: false };
        let (document, _) = parse_lenient(Span::new(start, offset).text(source));
        let mut end = start;
        for token in document.tokens() {
            let span = Span::new(token.span.start + start, token.span.end + start);
            scan.space(Span::new(end, span.start));
            end = span.end;
            scan.token(token.kind, part(span));
        }
        scan.space(Span::new(end, offset));
        scan
    }

    fn push(&mut self, part: Lexeme<'a>) {
        self.levels.last_mut().into_iter().for_each(|level| level.parts.push(part));
    }

    fn open(&mut self, open: Lexeme<'a>) {
        if self.levels.len() > MAX_LEVELS {
            return;
        }
        let is_in_body = self.levels.last().is_some_and(|it| it.is_body && !it.has_value());
        let is_body = is_in_body && open.text == "{";
        self.levels.push(Level { open, is_body, parts: Vec::new() });
    }

    /// Closes all levels up to the innermost of this kind, if there is one.
    fn close(&mut self, end: u32, is_wanted: impl Fn(&Level<'a>) -> bool) {
        let at = self.levels.iter().rposition(is_wanted).filter(|at| *at > 0);
        let Some(level) = at.and_then(|at| self.levels.drain(at..).next()) else { return };
        let span = Span::new(level.open.span.start, end);
        self.push(Lexeme { text: span.text(self.source), span });
        if level.is_body {
            self.end_item(span);
        }
    }

    /// Ends an item of a body, or a complete entry of an object.
    fn end_item(&mut self, span: Span) {
        match self.levels.last_mut() {
            Some(level) if level.is_body => level.parts.clear(),
            Some(level) if level.open.text == "{" && is_operand(level.last()) => {
                level.parts.push(Lexeme { text: "\n", span });
            }
            _ => {}
        }
    }

    /// The tokens have no line ends.
    fn space(&mut self, span: Span) {
        if !span.text(self.source).contains('\n') {
            return;
        }
        if self.levels.last().is_some_and(|level| level.open.text == "\"") {
            self.close(span.start, Level::is_text);
        }
        self.end_item(span);
    }

    fn token(&mut self, kind: TokenKind, part: Lexeme<'a>) {
        let Lexeme { text, span: Span { start, end } } = part;
        let last = self.levels.last().map_or("", Level::last);
        match (kind, text) {
            (TokenKind::Comment, _) => {
                self.is_in_comment = end == self.offset && !text.ends_with("*/");
            }
            (TokenKind::Template, _) if text.starts_with(['$', '%']) => self.open(part),
            (TokenKind::Template, _) => self.close(end, |it| it.open.text.starts_with(['$', '%'])),
            _ if self.levels.last().is_some_and(Level::is_text) => {
                let opening = self.levels.last().map_or("", |level| level.open.text);
                let is_end = text.trim() == opening.trim_start_matches(['<', '-']).trim();
                if is_end { self.close(end, Level::is_text) } else { self.push(part) }
            }
            _ if is_word(text) && end == self.offset => self.start = start,
            _ if is_opening(text) => self.open(part),
            (_, ")") => self.close(end, |level| level.open.text == "("),
            (_, "]") => self.close(end, |level| level.open.text == "["),
            (_, "}") => self.close(end, |level| level.open.text == "{"),
            (_, "*") if last == "/" => self.is_in_comment = true,
            _ => self.push(part),
        }
    }

    fn text(&self, parts: &[Lexeme<'a>]) -> &'a str {
        let (first, last) = (parts.first(), parts.last());
        let span = first.zip(last).map(|(first, last)| first.span.to(last.span));
        span.map_or("", |span| span.text(self.source))
    }

    fn scope(&self, level: &Level<'a>, outer: &Level<'a>) -> Scope<'a> {
        let count = level.parts.iter().filter(|part| part.text == ",").count();
        match level.open.text {
            _ if level.names().is_some() => Scope::Other,
            "[" if outer.operand().is_empty() => Scope::Tuple(count),
            "{" => {
                let (key, value) = level.entry();
                Scope::Object(value.map(|_| self.text(key).trim_matches('"')))
            }
            "(" if is_word(outer.last()) && !outer.operand().is_empty() => {
                Scope::Call(self.text(outer.operand()), count)
            }
            "(" | "\"" => Scope::Same,
            _ => Scope::Other,
        }
    }

    fn spot(&self) -> Spot<'a> {
        let Some((level, outer)) = self.levels.split_last() else { return Spot::Nothing };
        let (operand, names) = (level.operand(), level.names());
        let has_template = level.parts.iter().any(|part| part.text.starts_with(['$', '%']));
        let is_declared = level.parts.iter().any(|part| part.text == "in");
        match level.open.text {
            _ if self.is_in_comment => Spot::Nothing,
            "\"" if has_template => Spot::Nothing,
            "\"" => match outer.last().and_then(Level::header) {
                Some(header) => Spot::Label { header, is_quoted: true },
                None => Spot::Text,
            },
            _ if level.is_text() => Spot::Nothing,
            _ if level.is_body && !level.has_value() => match level.header() {
                Some(header) => Spot::Label { header, is_quoted: false },
                None => Spot::Name,
            },
            _ if level.is_directive() && level.parts.is_empty() => Spot::Directive,
            _ if names.as_ref().is_some_and(|_| !is_declared) => {
                let is_next = names.is_some_and(|names| names.contains(&level.last()));
                if is_next { Spot::In } else { Spot::Nothing }
            }
            "{" if operand.is_empty() && names.is_none() && !level.has_value() => Spot::Key,
            _ if operand.is_empty() || level.last() == "::" => Spot::Value,
            _ if level.last() == "." => {
                Spot::Member(self.text(operand).trim_end_matches('.').trim_end())
            }
            _ => Spot::Nothing,
        }
    }

    fn word(&self, spot: &Spot<'a>) -> Span {
        let is_text = matches!(spot, Spot::Text | Spot::Label { is_quoted: true, .. });
        let start =
            match (self.levels.last(), self.levels.last().and_then(|it| it.operand().first())) {
                (Some(level), _) if is_text => level.open.span.end,
                // The namespaces are a part of the name of a function.
                (Some(level), Some(first)) if level.last() == "::" => first.span.start,
                _ => self.start,
            };
        let rest = self.source.get(self.offset as usize..).unwrap_or_default();
        let is_end = |it: char| match is_text {
            true => matches!(it, '"' | '\n' | '\r' | '$' | '%'),
            false => !(it.is_alphanumeric() || it == '_' || it == '-'),
        };
        let length = rest.find(is_end).unwrap_or(rest.len());
        let has_end = !is_text || rest.get(length..).is_some_and(|it| it.starts_with('"'));
        Span::new(start, self.offset + if has_end { length as u32 } else { 0 })
    }
}
