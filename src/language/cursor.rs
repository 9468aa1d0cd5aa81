//! What is around a cursor: blocks, brackets, and the word that is being written.
//!
//! The tree has the blocks and the item. Inside the item only the tokens before the cursor count, because an
//! item that is being written is seldom valid.

use std::borrow::Cow;

use crate::source::Span;
use crate::syntax::{BlockRef, TokenKind};
use crate::{Document, parse_lenient};

/// A block around a cursor.
#[derive(Clone, Debug, Default)]
pub(super) struct Header {
    pub(super) name: String,
    pub(super) labels: Vec<String>,
}

/// An open bracket or quote before the cursor, or the start of a value.
#[derive(Clone, Debug)]
pub(super) enum Scope<'a> {
    /// The body of a block that is not in the tree yet.
    Body(Header),
    /// The value of this attribute.
    Value(&'a str),
    /// A tuple; the number of elements before.
    Tuple(usize),
    /// An object; the key, once there is a sign after it.
    Object(Option<Cow<'a, str>>),
    /// A call: the bytes of the name, and the number of arguments before.
    Call(&'a str, usize),
    Index,
    Parenthesis,
    /// A `for` expression.
    For,
    Interpolation,
    /// `%{`, and whether there is a word after it.
    Directive(bool),
    Quote,
    Heredoc(&'a str),
}

/// What a word at the cursor can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Spot<'a> {
    /// The name of an argument or the type of a block.
    Name,
    /// A label of the block with this header.
    Label {
        is_quoted: bool,
    },
    /// A value.
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
    /// The innermost block of the tree.
    pub(super) block: Option<BlockRef<'a>>,
    /// The header of the block that is being written: its type and the labels before the cursor.
    pub(super) header: Option<Header>,
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
    pub(super) fn of(block: BlockRef<'_>) -> Self {
        let labels = block.labels().map(|label| label.value().into_owned()).collect();
        Header { name: block.name().to_owned(), labels }
    }
}

impl<'a> Cursor<'a> {
    /// Linear in the items of the bodies around the offset, and in the item that contains or precedes it.
    pub(super) fn of(document: &'a Document<'_>, offset: u32) -> Self {
        let source = document.source();
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
        let mut scan = Scan::new(source, start, offset);
        scan.run();
        scan.finish(blocks)
    }
}

/// A bracket with what follows it.
#[derive(Debug)]
struct Frame<'a> {
    scope: Scope<'a>,
    /// The start of the operand that ends here.
    operand: Option<u32>,
    /// The number of local names outside.
    locals: usize,
    /// Whether names of a `for` are declared.
    is_declaring: bool,
}

#[derive(Debug)]
struct Scan<'a> {
    source: &'a str,
    start: u32,
    offset: u32,
    /// The body, then the open brackets.
    frames: Vec<Frame<'a>>,
    /// The name and the labels of the item.
    header: Option<(&'a str, Header)>,
    locals: Vec<&'a str>,
    /// The sign before the cursor, or the empty text.
    last: &'a str,
    /// The end of the last token.
    end: u32,
    is_in_comment: bool,
    /// The start of the text in the innermost quote; `None` after a template in it.
    text: Option<u32>,
}

fn is_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

impl<'a> Scan<'a> {
    fn new(source: &'a str, start: u32, offset: u32) -> Self {
        let mut scan = Scan {
            source,
            start,
            offset,
            frames: Vec::new(),
            header: None,
            locals: Vec::new(),
            last: "",
            end: start,
            is_in_comment: false,
            text: None,
        };
        scan.push(Scope::Body(Header::default()));
        scan
    }

    fn run(&mut self) {
        let text = Span::new(self.start, self.offset).text(self.source);
        let (document, _) = parse_lenient(text);
        for token in document.tokens() {
            let span = Span::new(token.span.start + self.start, token.span.end + self.start);
            if Span::new(self.end, span.start).text(self.source).contains('\n') {
                self.newline();
            }
            let is_at_cursor = span.end == self.offset;
            let text = span.text(self.source);
            self.end = span.end;
            match token.kind {
                TokenKind::Comment => {
                    self.is_in_comment = is_at_cursor && !text.ends_with("*/");
                    continue;
                }
                TokenKind::String | TokenKind::Label if !is_word(text) || self.is_in_text() => {
                    self.string(text, span);
                }
                TokenKind::Number => self.operand(span),
                _ if is_word(text) && !self.is_in_text() => {
                    if is_at_cursor {
                        self.end = span.start;
                        break;
                    }
                    self.word(text, span);
                }
                TokenKind::Template => self.template(text),
                _ => self.sign(text, span),
            }
            self.last = text;
        }
        // The tokens have no line ends.
        if Span::new(self.end, self.offset).text(self.source).contains('\n') {
            self.newline();
        }
    }

    fn push(&mut self, scope: Scope<'a>) {
        let locals = self.locals.len();
        self.frames.push(Frame { scope, operand: None, locals, is_declaring: false });
    }

    fn top(&mut self) -> Option<&mut Frame<'a>> {
        self.frames.last_mut()
    }

    fn scope(&self) -> Option<&Scope<'a>> {
        self.frames.last().map(|frame| &frame.scope)
    }

    fn is_in_text(&self) -> bool {
        matches!(self.scope(), Some(Scope::Quote | Scope::Heredoc(_)))
    }

    /// Closes the innermost frame, unless it is the body of the tree.
    fn pop(&mut self) -> Option<Frame<'a>> {
        let frame = if self.frames.len() > 1 { self.frames.pop() } else { None };
        if let Some(frame) = &frame {
            self.locals.truncate(frame.locals);
        }
        frame
    }

    /// Closes all frames up to the innermost of this kind, if there is one.
    fn close(&mut self, is_wanted: impl Fn(&Scope<'_>) -> bool) -> Option<Frame<'a>> {
        let at = self.frames.iter().rposition(|frame| is_wanted(&frame.scope))?;
        while self.frames.len() > at + 1 {
            self.pop();
        }
        self.pop()
    }

    fn operand(&mut self, span: Span) {
        let is_step = matches!(self.last, "." | "::");
        if let Some(frame) = self.top() {
            if !is_step || frame.operand.is_none() {
                frame.operand = Some(span.start);
            }
        }
    }

    fn newline(&mut self) {
        if matches!(self.scope(), Some(Scope::Quote)) {
            self.pop();
        }
        if matches!(self.scope(), Some(Scope::Value(_))) {
            self.pop();
        }
        match self.top() {
            Some(Frame { scope: Scope::Body(_), .. }) => self.header = None,
            Some(Frame { scope: Scope::Object(key), operand, .. }) if operand.is_some() => {
                (*key, *operand) = (None, None);
            }
            _ => {}
        }
        self.last = "";
    }

    fn word(&mut self, text: &'a str, span: Span) {
        let is_after_operand = !matches!(self.last, "." | "::");
        if let Some(Frame { scope: Scope::Body(_), .. }) = self.top() {
            self.label(text, text.to_owned());
            return;
        }
        let locals = &mut self.locals;
        let Some(frame) = self.frames.last_mut() else { return };
        match (&mut frame.scope, text) {
            (Scope::Tuple(0) | Scope::Object(None), "for") if frame.operand.is_none() => {
                (frame.scope, frame.is_declaring) = (Scope::For, true);
            }
            (Scope::Directive(has_word @ false), word) => {
                *has_word = true;
                frame.is_declaring = word == "for";
            }
            (_, "in") if frame.is_declaring => {
                (frame.operand, frame.is_declaring) = (None, false);
            }
            (_, name) if frame.is_declaring => locals.push(name),
            (Scope::For, "if") if is_after_operand => frame.operand = None,
            _ => self.operand(span),
        }
    }

    /// The name of an item, or a label.
    fn label(&mut self, text: &'a str, label: String) {
        match &mut self.header {
            Some((_, header)) => header.labels.push(label),
            None => self.header = Some((text, Header { name: label, labels: Vec::new() })),
        }
    }

    fn string(&mut self, text: &'a str, span: Span) {
        match (self.scope(), text) {
            (Some(Scope::Quote), "\"") => {
                let start = self.text;
                self.pop();
                match self.scope() {
                    Some(Scope::Body(_)) => {
                        let text = Span::new(start.unwrap_or(span.start), span.start);
                        self.label(text.text(self.source), text.text(self.source).to_owned());
                    }
                    _ => self.operand(span),
                }
            }
            (Some(Scope::Quote), _) => {}
            (Some(Scope::Heredoc(marker)), text) => {
                if text.trim() == *marker {
                    self.pop();
                    self.operand(span);
                }
            }
            (_, "\"") => {
                self.push(Scope::Quote);
                self.text = Some(span.end);
            }
            (Some(Scope::Body(_)), text) if text.starts_with('"') => {
                let text = text.trim_matches('"');
                self.label(text, text.to_owned());
            }
            (_, text) if text.starts_with("<<") && !text.trim_end().contains('\n') => {
                self.push(Scope::Heredoc(text.trim_start_matches(['<', '-']).trim()));
            }
            _ => self.operand(span),
        }
    }

    fn template(&mut self, text: &str) {
        match text.get(..1) {
            Some("$") => self.push(Scope::Interpolation),
            Some("%") => self.push(Scope::Directive(false)),
            _ => {
                self.close(|scope| matches!(scope, Scope::Interpolation | Scope::Directive(_)));
                self.text = None;
            }
        }
    }

    fn sign(&mut self, text: &'a str, span: Span) {
        let (last, source) = (self.last, self.source);
        let Some(frame) = self.frames.last_mut() else { return };
        let operand = frame.operand;
        match (text, &mut frame.scope) {
            ("=", Scope::Body(_)) => {
                if let Some((name, _)) = &self.header {
                    let name = *name;
                    self.push(Scope::Value(name));
                }
            }
            ("{", Scope::Body(_)) => {
                let header = self.header.take().map(|(_, header)| header).unwrap_or_default();
                self.push(Scope::Body(header));
            }
            ("=" | ":", Scope::Object(key @ None)) => {
                let bytes = operand.map(|start| Span::new(start, self.end - text.len() as u32));
                let written = bytes.map_or("", |bytes| bytes.text(source).trim());
                *key = Some(Cow::Borrowed(written.trim_matches('"')));
                frame.operand = None;
            }
            ("{", _) => self.push(Scope::Object(None)),
            ("[", _) if operand.is_some() => self.push(Scope::Index),
            ("[", _) => self.push(Scope::Tuple(0)),
            ("(", _) => {
                let name = operand.map(|start| Span::new(start, span.start).text(source).trim());
                self.push(match name.filter(|_| is_word(last)) {
                    Some(name) => Scope::Call(name, 0),
                    None => Scope::Parenthesis,
                });
            }
            ("]" | ")" | "}", _) => self.bracket(text),
            (",", Scope::Object(key)) => (*key, frame.operand) = (None, None),
            (",", Scope::Tuple(count) | Scope::Call(_, count)) => {
                *count += 1;
                frame.operand = None;
            }
            ("*", _) if last == "/" => self.is_in_comment = true,
            ("." | "::", _) => {}
            _ if frame.is_declaring => {}
            _ => frame.operand = None,
        }
    }

    fn bracket(&mut self, text: &str) {
        let closed = self.close(|scope| match text {
            "]" => matches!(scope, Scope::Tuple(_) | Scope::Index | Scope::For),
            ")" => matches!(scope, Scope::Call(..) | Scope::Parenthesis),
            _ => matches!(scope, Scope::Object(_) | Scope::Body(_) | Scope::For),
        });
        let end = self.end;
        match (closed.map(|frame| frame.scope), self.top()) {
            (Some(Scope::Body(_)), _) => self.header = None,
            (Some(_), Some(frame)) => {
                frame.operand.get_or_insert(end - 1);
            }
            _ => {}
        }
    }

    fn finish(self, blocks: Vec<BlockRef<'a>>) -> Cursor<'a> {
        let spot = self.spot();
        let start = match (&spot, self.text) {
            (Spot::Text | Spot::Label { is_quoted: true }, Some(start)) => start,
            // The namespaces are a part of the name of a function.
            _ if self.last == "::" => {
                self.frames.last().and_then(|frame| frame.operand).unwrap_or(self.end)
            }
            _ if Span::new(self.end, self.offset).text(self.source).starts_with(is_blank) => {
                self.offset
            }
            _ => self.end,
        };
        let rest = self.source.get(self.offset as usize..).unwrap_or_default();
        let is_text = matches!(spot, Spot::Text | Spot::Label { is_quoted: true });
        let is_end = |it: char| match is_text {
            true => matches!(it, '"' | '\n' | '\r' | '$' | '%'),
            false => !(it.is_alphanumeric() || it == '_' || it == '-'),
        };
        let length = rest.find(is_end).unwrap_or(rest.len());
        let has_end = !is_text || rest.get(length..).is_some_and(|it| it.starts_with('"'));
        let end = self.offset + if has_end { length as u32 } else { 0 };
        let (mut outer, mut scopes) = (Vec::new(), Vec::new());
        outer.extend(blocks.iter().map(|block| Header::of(*block)));
        let is_in_tree =
            self.frames.iter().filter(|it| matches!(it.scope, Scope::Body(_))).count() == 1;
        for frame in self.frames.into_iter().skip(1) {
            match frame.scope {
                Scope::Body(header) => {
                    outer.push(header);
                    scopes.clear();
                }
                scope => scopes.push(scope),
            }
        }
        Cursor {
            blocks: outer,
            block: blocks.last().copied().filter(|_| is_in_tree),
            header: self.header.map(|(_, header)| header),
            spot,
            word: Span::new(start, end),
            prefix: Span::new(start, self.offset).text(self.source),
            scopes,
            locals: self.locals,
        }
    }

    fn spot(&self) -> Spot<'a> {
        let Some(frame) = self.frames.last() else { return Spot::Nothing };
        if self.is_in_comment {
            return Spot::Nothing;
        }
        let is_member = self.last == ".";
        match (&frame.scope, frame.operand) {
            (Scope::Body(_), _) => match &self.header {
                None => Spot::Name,
                Some(_) => Spot::Label { is_quoted: false },
            },
            (Scope::Quote, _) => {
                let outer = self.frames.iter().rev().nth(1).map(|frame| &frame.scope);
                match (self.text, outer) {
                    (Some(_), Some(Scope::Body(_))) => Spot::Label { is_quoted: true },
                    (Some(_), _) => Spot::Text,
                    (None, _) => Spot::Nothing,
                }
            }
            (Scope::Heredoc(_), _) => Spot::Nothing,
            (Scope::Directive(false), _) => Spot::Directive,
            _ if frame.is_declaring => match self.locals.len() > frame.locals && self.last != "," {
                true => Spot::In,
                false => Spot::Nothing,
            },
            (_, Some(start)) if is_member => {
                let base = Span::new(start, self.end).text(self.source).trim_end();
                Spot::Member(base.strip_suffix('.').unwrap_or(base).trim_end())
            }
            (Scope::Object(None), None) => Spot::Key,
            (_, None) => Spot::Value,
            (_, Some(_)) if self.last == "::" => Spot::Value,
            (_, Some(_)) => Spot::Nothing,
        }
    }
}

fn is_blank(it: char) -> bool {
    it.is_whitespace()
}
