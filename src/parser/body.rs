//! The structural language: bodies, attributes, blocks.

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use super::error::Failure;
use super::{Parser, TokenKind, catalog};
use crate::source::Span;
use crate::syntax::{Kind, List, Node, NodeId};

impl<'s, 't, E: Failure<'t>> Parser<'_, 's, 't, '_, E> {
    /// `ConfigFile = Body`, after the items parsed so far.
    pub(super) fn document(&mut self) -> Result<NodeId, E> {
        self.some_items()?;
        let items = std::mem::take(&mut self.input.state().items);
        self.check_names(&items)?;
        let whole = Span::new(0, self.token().span.end);
        Ok(self.add(Kind::Body, 0, whole, items.list))
    }

    /// Items of the document, appended to those parsed so far.
    pub(super) fn some_items(&mut self) -> Result<(), E> {
        let mut items = std::mem::take(&mut self.input.state().items);
        self.items(None, &mut items)?;
        self.input.state().items = items;
        Ok(())
    }

    /// `Body = (Attribute | Block | OneLineBlock)*`, up to the end or the brace that closes `open`.
    fn items(&mut self, open: Option<Span>, items: &mut Items) -> Result<(), E> {
        self.eat(TokenKind::Newline);
        let mut names = HashMap::new();
        loop {
            match (self.peek(), open) {
                (TokenKind::End, _) | (TokenKind::CloseBrace, Some(_)) => break,
                (TokenKind::Identifier, _) => {}
                _ => {
                    self.no_item()?;
                    self.skip_body(open.is_some());
                    break;
                }
            }
            let name = self.token().span;
            let is_attribute = E::DIAGNOSING && self.token_at(1).kind == TokenKind::Assign;
            let item = self.item();
            if is_attribute {
                self.check_name(name, &mut names)?;
            }
            match item {
                Ok(item) => {
                    self.tree().push(&mut items.list, item);
                    let Node { kind, span, .. } = *self.tree().node(item);
                    if kind == Kind::Attribute {
                        items.names.insert(self.bytes(span));
                    }
                }
                Err(failure) if E::DIAGNOSING => {
                    drop(failure);
                    self.skip_item(open.is_some());
                }
                Err(failure) => return Err(failure),
            }
            self.eat(TokenKind::Newline);
        }
        Ok(())
    }

    /// An item, which starts with a name. Checks that a line end follows, which the caller takes.
    fn item(&mut self) -> Result<NodeId, E> {
        if E::DIAGNOSING {
            // A name where an item starts ends the recovery.
            self.input.state().recovering = false;
        }
        let name = self.bump();
        let item = match self.peek() {
            TokenKind::Assign => self.attribute(name)?,
            kind if starts_label(kind) || kind == TokenKind::OpenBrace => self.block(name)?,
            _ => {
                let found = self.found();
                return self.fail(|| catalog::syntax::neither_argument_nor_block(name, found));
            }
        };
        match self.peek() {
            TokenKind::Newline | TokenKind::End => Ok(item),
            _ => self.no_line_end(name, item),
        }
    }

    #[cold]
    fn no_item(&mut self) -> Result<(), E> {
        let found = self.found();
        self.report_first(|| match found.kind {
            TokenKind::String | TokenKind::StringEscaped | TokenKind::OpenQuote => {
                catalog::syntax::quoted_argument_name(found.span)
            }
            _ => catalog::syntax::item_required(found),
        })
    }

    #[cold]
    fn no_line_end(&mut self, name: Span, item: NodeId) -> Result<NodeId, E> {
        let found = self.found();
        let is_block = self.tree().node(item).kind == Kind::Block;
        self.fail(|| {
            if is_block {
                catalog::syntax::no_newline_after_block(name, found.span)
            } else {
                catalog::syntax::no_newline_after_argument(name, found)
            }
        })
    }

    /// `Attribute = Identifier "=" Expression Newline`, after the identifier.
    #[inline(always)]
    fn attribute(&mut self, name: Span) -> Result<NodeId, E> {
        self.bump();
        let expression = self.expression()?;
        let children = self.tree().list([expression]);
        Ok(self.add(Kind::Attribute, 0, name, children))
    }

    /// `Block = Identifier (StringLit|Identifier)* "{" Newline Body "}" Newline`, after the first
    /// identifier.
    fn block(&mut self, name: Span) -> Result<NodeId, E> {
        let mut children = List::EMPTY;
        while starts_label(self.peek()) {
            let label = self.label()?;
            self.tree().push(&mut children, label);
        }
        if self.peek() != TokenKind::OpenBrace {
            return self.no_block_body(name);
        }
        let labels = children.count;
        // Decoding nests the body in one map for each label.
        let body = self.nested_by(labels + 1, |parser| parser.block_body(name))?;
        self.tree().push(&mut children, body);
        Ok(self.tree().add_counted(Kind::Block, 0, name, children, labels))
    }

    #[cold]
    fn no_block_body(&mut self, name: Span) -> Result<NodeId, E> {
        let found = self.found();
        let failure = self.fail(|| catalog::syntax::no_block_body(name, found));
        // A body that starts on the next line is part of the same error.
        if found.kind == TokenKind::Newline && self.token_at(1).kind == TokenKind::OpenBrace {
            self.bump();
        }
        failure
    }

    fn block_body(&mut self, name: Span) -> Result<NodeId, E> {
        let open = self.bump();
        if !matches!(self.peek(), TokenKind::Newline | TokenKind::End | TokenKind::CloseBrace) {
            return self.one_line_body(name, open);
        }
        let errors = self.input.state().errors;
        let mut items = Items::default();
        self.items(Some(open), &mut items)?;
        self.check_names(&items)?;
        match self.eat(TokenKind::CloseBrace) {
            Some(close) => Ok(self.add(Kind::Body, 0, open.to(close), items.list)),
            // After an error inside the block, its brace may have been skipped.
            None if self.input.state().errors > errors => Err(E::reported()),
            None => self.fail(|| catalog::syntax::unclosed_block(name, open)),
        }
    }

    /// `OneLineBlock = Identifier (StringLit|Identifier)* "{" (Identifier "=" Expression)? "}"`,
    /// after the brace, with an attribute.
    fn one_line_body(&mut self, block: Span, open: Span) -> Result<NodeId, E> {
        let attribute = self.one_line_attribute();
        let attribute = self.closing(attribute, TokenKind::CloseBrace)?;
        let close = self.close(TokenKind::CloseBrace, |found| {
            catalog::syntax::unclosed_one_line_block(block, open, found)
        })?;
        let items = self.tree().list([attribute]);
        Ok(self.add(Kind::Body, 0, open.to(close), items))
    }

    fn one_line_attribute(&mut self) -> Result<NodeId, E> {
        let Some(name) = self.eat(TokenKind::Identifier) else {
            let found = self.found();
            return self.fail(|| catalog::syntax::item_required(found));
        };
        match self.peek() {
            TokenKind::Assign => self.attribute(name),
            kind if starts_label(kind) || kind == TokenKind::OpenBrace => {
                let (name_text, whole) = (self.text(name), name.to(self.found().span));
                self.fail(|| catalog::syntax::block_in_one_line_block(name_text, whole))
            }
            _ => {
                let found = self.found();
                self.fail(|| catalog::syntax::neither_argument_nor_block(name, found))
            }
        }
    }

    pub(super) fn label(&mut self) -> Result<NodeId, E> {
        let kind = match self.peek() {
            TokenKind::Identifier => Kind::LabelIdentifier,
            TokenKind::String => Kind::LabelString,
            TokenKind::StringEscaped => Kind::LabelEscaped,
            _ => return self.invalid_label(),
        };
        let span = self.bump();
        Ok(self.leaf(kind, span))
    }

    /// Reports and skips a quoted label that is no plain string.
    #[cold]
    fn invalid_label(&mut self) -> Result<NodeId, E> {
        let open = self.token();
        if open.kind == TokenKind::InvalidString {
            // The escapes are the only mistake.
            self.report_escapes(open)?;
            self.bump();
            return Ok(self.leaf(Kind::Invalid, open.span));
        }
        self.bump();
        loop {
            let token = self.token();
            match token.kind {
                TokenKind::CloseQuote => {
                    self.bump();
                    return Ok(self.leaf(Kind::Invalid, open.span.to(token.span)));
                }
                TokenKind::Literal | TokenKind::LiteralEscaped => {
                    self.bump();
                }
                TokenKind::InvalidLiteral => {
                    self.report_escapes(token)?;
                    self.bump();
                }
                TokenKind::OpenInterpolation | TokenKind::OpenDirective => {
                    self.report(|| catalog::syntax::template_in_label(open.span, token))?;
                    self.bump();
                    self.skip_behind(TokenKind::CloseSequence);
                }
                TokenKind::End => {
                    self.report(|| catalog::syntax::unterminated_label(open.span, token.span))?;
                    return Ok(self.leaf(Kind::Invalid, open.span));
                }
                _ => {
                    let failure =
                        self.fail(|| catalog::syntax::invalid_label(open.span, token.span));
                    return self.closing(failure, TokenKind::CloseQuote);
                }
            }
        }
    }

    /// Checks that no two attributes of a body have the same name. When diagnosing, each name has been
    /// checked at its place.
    #[inline(always)]
    fn check_names(&mut self, items: &Items) -> Result<(), E> {
        match items.names.may_repeat && !E::DIAGNOSING {
            true => self.compare_names(items.list),
            false => Ok(()),
        }
    }

    /// Reports an attribute whose name an earlier one of the body has. It counts even if its value is
    /// invalid.
    #[cold]
    fn check_name(&mut self, span: Span, names: &mut HashMap<&'s str, Span>) -> Result<(), E> {
        let name = self.text(span);
        match names.entry(name) {
            Entry::Vacant(entry) => {
                entry.insert(span);
                Ok(())
            }
            Entry::Occupied(first) => {
                let first = *first.get();
                self.report(|| catalog::syntax::attribute_redefined(name, span, first))
            }
        }
    }

    #[cold]
    fn compare_names(&mut self, items: List) -> Result<(), E> {
        let mut names = std::mem::take(&mut self.input.state().names);
        names.clear();
        let mut next = self.tree().first(items);
        while let Some(item) = next {
            let node = *self.tree().node(item);
            next = self.tree().next(item);
            if node.kind != Kind::Attribute {
                continue;
            }
            let name = self.text(node.span);
            match names.entry(name) {
                Entry::Occupied(first) => self.redefined(name, node.span, *first.get())?,
                Entry::Vacant(entry) => {
                    entry.insert(node.span);
                }
            }
        }
        self.input.state().names = names;
        Ok(())
    }

    #[cold]
    fn redefined(&mut self, name: &str, span: Span, first: Span) -> Result<(), E> {
        self.report(|| catalog::syntax::attribute_redefined(name, span, first))
    }
}

/// The items of an unfinished body.
#[derive(Default)]
pub(super) struct Items {
    list: List,
    names: NameFilter,
}

/// A Bloom filter over the names of the attributes of a body. Most bodies have few attributes, so the
/// filter proves that no name repeats without comparing
/// the names, which took a third of the time of a body's items.
#[derive(Default)]
struct NameFilter {
    seen: [u64; 4],
    may_repeat: bool,
}

impl NameFilter {
    #[inline(always)]
    fn insert(&mut self, name: &[u8]) {
        let [first, middle, last] = [0, name.len() / 2, name.len().wrapping_sub(1)]
            .map(|at| u32::from(name.get(at).copied().unwrap_or(0)));
        let key = first | middle << 8 | last << 16 | (name.len() as u32) << 24;
        let bit = key.wrapping_mul(0x9e37_79b1) >> 24;
        let (word, bit) = (&mut self.seen[bit as usize / 64], 1 << (bit % 64));
        self.may_repeat |= *word & bit != 0;
        *word |= bit;
    }
}

fn starts_label(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Identifier
            | TokenKind::String
            | TokenKind::StringEscaped
            | TokenKind::InvalidString
            | TokenKind::OpenQuote
    )
}
