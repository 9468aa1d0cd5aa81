//! The tokens of a document in batches of whole items. Parsing 20 MB of `modules` takes 13 % longer with the
//! tokens of the whole document.

use super::state::{Lexer, Mode, Purpose};
use super::{Token, TokenKind};

/// Lexes a document in batches of whole items. The tokens of one batch are parsed before the next
/// batch replaces them.
///
/// The tokens of a batch stay in the processor's cache, and memory for tokens doesn't grow with the
/// document.
pub(crate) struct Batches<'s> {
    lexer: Lexer<'s>,
    at: usize,
}

impl<'s> Batches<'s> {
    /// The length of a batch in bytes. A batch that would end inside an item is extended by the same
    /// length.
    const BYTES: usize = 64 * 1024;

    pub(crate) fn new(source: &'s str) -> Self {
        let lexer = Lexer::new(source, Purpose::Parse, source.len().min(Self::BYTES));
        let at = lexer.after_byte_order_mark();
        Batches { lexer, at }
    }

    /// The tokens of the next items with the line ends after them, and their end. The last batch ends at the end of the
    /// source.
    pub(crate) fn next(&mut self) -> (&[Token], usize) {
        let (lexer, mut at) = (&mut self.lexer, self.at);
        let length = lexer.bytes.len();
        lexer.tokens.clear();
        while at < length {
            let newline = lexer.newline_from(at + Self::BYTES);
            at = lexer.run(at, newline.map_or(length, |newline| newline + 1));
            // Whole items end here.
            if lexer.outer.is_empty()
                && lexer.mode == Mode::Body
                && lexer.last == TokenKind::Newline
            {
                break;
            }
            // A large item often extends to the end of the document: reserve once instead of growing
            // often. The rest usually has at most an eighth more tokens for its length.
            let (tokens, lexed) = (lexer.tokens.len() as u64, (at - self.at).max(1) as u64);
            let expected = tokens * (length - at) as u64 * 9 / 8 / lexed;
            lexer.tokens.reserve((expected as usize).min((length - at) / 3));
        }
        self.at = at;
        (&lexer.tokens, at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::lex;

    /// A document of more than one batch, with one item larger than a batch.
    fn document() -> String {
        let items =
            "a = 1 # one\r\n\n\nb \"c\" {\n  d = <<E\ne\nE\n  f = { g = 1 }\n}\n".repeat(3000);
        let long = format!("h = [\n{}]\n", "  \"i\",\n".repeat(20_000));
        format!("\u{feff}{items}{long}{items}j = 2")
    }

    #[test]
    fn batches_have_the_tokens_of_the_whole() {
        let source = document();
        let mut batches = Batches::new(&source);
        let (mut tokens, mut count) = (Vec::new(), 0);
        let mut end = 0;
        while end < source.len() {
            let (batch, batch_end) = batches.next();
            tokens.extend_from_slice(batch);
            (end, count) = (batch_end, count + 1);
        }
        assert_eq!(tokens, lex(&source, Purpose::Parse));
        assert!(count > 2, "{count} batches");
    }

    #[test]
    fn a_batch_ends_between_items() {
        let source = document();
        let mut batches = Batches::new(&source);
        let mut end = 0;
        while end < source.len() {
            let (batch, batch_end) = batches.next();
            end = batch_end;
            let ends = batch.last().is_some_and(|last| last.kind == TokenKind::Newline);
            let rest = &source[end..];
            assert!(rest.is_empty() || ends && rest.starts_with(['\n', '\r', 'a', 'b', 'h', 'j']));
        }
    }
}
