//! The tokens of a document, some items at a time.

use super::{Lexer, Mode, Purpose, Token, TokenKind, chunk, most_tokens};

/// Gives the tokens of a document in parts of whole items: those of a part are parsed while they are
/// in a near cache, and the next ones take their place.
pub(crate) struct Parts<'s> {
    lexer: Lexer<'s>,
    at: usize,
}

/// The tokens of some items, with the line ends behind them.
pub(crate) struct Part<'t> {
    pub(crate) tokens: &'t [Token],
    /// Where the part ends in the source.
    pub(crate) end: usize,
}

impl<'s> Parts<'s> {
    /// How many bytes a part has, and by how many it goes on where it would end within an item.
    const BYTES: usize = 64 * 1024;

    pub(crate) fn new(source: &'s str) -> Self {
        let lexer = Lexer::new(source, Purpose::Parse, source.len().min(Self::BYTES));
        let at = lexer.after_byte_order_mark();
        Parts { lexer, at }
    }

    /// The next part; `None` behind the last one.
    pub(crate) fn next(&mut self) -> Option<Part<'_>> {
        let (lexer, mut at) = (&mut self.lexer, self.at);
        let length = lexer.bytes.len();
        if at >= length {
            return None;
        }
        lexer.tokens.clear();
        while at < length {
            let newline = chunk::find(b'\n', lexer.bytes, at + Self::BYTES);
            at = lexer.run(at, newline.map_or(length, |newline| newline + 1));
            if lexer.is_between_items() {
                break;
            }
            // A large item is often the rest of the document; copying its tokens once is enough.
            lexer.tokens.reserve(most_tokens(length - at));
        }
        self.at = at;
        Some(Part { tokens: &lexer.tokens, end: at })
    }
}

impl Lexer<'_> {
    fn is_between_items(&self) -> bool {
        self.outer.is_empty() && self.mode == Mode::Body && self.last == TokenKind::Newline
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::lex;

    /// More than a part, with an item that is larger than one.
    fn document() -> String {
        let items =
            "a = 1 # one\r\n\n\nb \"c\" {\n  d = <<E\ne\nE\n  f = { g = 1 }\n}\n".repeat(3000);
        let long = format!("h = [\n{}]\n", "  \"i\",\n".repeat(20_000));
        format!("\u{feff}{items}{long}{items}j = 2")
    }

    #[test]
    fn parts_are_the_whole() {
        let source = document();
        let mut parts = Parts::new(&source);
        let (mut tokens, mut count) = (Vec::new(), 0);
        while let Some(part) = parts.next() {
            tokens.extend_from_slice(part.tokens);
            count += 1;
        }
        assert_eq!(tokens, lex(&source, Purpose::Parse));
        assert!(count > 2, "{count} parts");
    }

    #[test]
    fn a_part_ends_between_items() {
        let source = document();
        let mut parts = Parts::new(&source);
        while let Some(part) = parts.next() {
            let ends = part.tokens.last().is_some_and(|last| last.kind == TokenKind::Newline);
            let rest = &source[part.end..];
            assert!(rest.is_empty() || ends && rest.starts_with(['\n', '\r', 'a', 'b', 'h', 'j']));
        }
    }
}
