//! Characters that look like a sign of the language. Each becomes the token of the sign that was meant, after a token
//! that is reported.

use super::super::{Kinds, Lexer, Mode, SYMBOLS, TokenKind, kinds};

/// The sign that a character was written for. Full-width letters are letters of names.
pub(crate) fn meant_by(character: char) -> Option<String> {
    let sign = match character {
        '\u{37e}' => ";",
        '‐' | '‑' | '‒' | '–' | '—' | '−' => "-",
        '…' => "...",
        '×' | '∗' => "*",
        '÷' | '∕' => "/",
        '≤' | '⩽' => "<=",
        '≥' | '⩾' => ">=",
        '≠' => "!=",
        '⇒' => "=>",
        '¬' => "!",
        '∧' => "&&",
        '∨' => "||",
        '․' | '。' => ".",
        '،' | '、' => ",",
        '﹛' => "{",
        '﹜' => "}",
        '∶' => ":",
        '！'..='＠' | '［' | '］' | '｛'..='～' => {
            // The full-width signs are in the order of ASCII.
            return char::from_u32(u32::from(character) - 0xfee0).map(String::from);
        }
        _ => return None,
    };
    Some(sign.to_owned())
}

impl Lexer<'_> {
    /// The token that is meant by the character at `start`, if it is a look-alike.
    pub(super) fn look_alike(&mut self, start: usize, character: char) -> Option<usize> {
        let sign = meant_by(character)?;
        let mut end = start + character.len_utf8();
        let symbols = &SYMBOLS[usize::from(sign.bytes().next()?)];
        let kind = match &*sign {
            "..." => TokenKind::Ellipsis,
            "=>" => TokenKind::FatArrow,
            _ if sign.len() == 2 => symbols.double,
            _ => symbols.single,
        };
        match kind {
            // A semicolon is a mistake itself.
            TokenKind::Semicolon => return Some(self.push(kind, start, end)),
            TokenKind::Number => {
                // The digits of one number are one mistake.
                let rest = self.source.get(end..).unwrap_or_default();
                let is_digit = |it: char| it.is_ascii_digit() || matches!(it, '０'..='９');
                end += rest.find(|it| !is_digit(it)).unwrap_or(rest.len());
            }
            kind if kind.binary_operator().is_none() && !SIGNS.has(kind) => return None,
            _ => {}
        }
        self.tell(TokenKind::LookAlike, start, end);
        match kind {
            TokenKind::OpenBrace => self.open_brace(start),
            TokenKind::OpenBracket => self.open_bracket(start),
            TokenKind::OpenParenthesis => self.open(kind, Mode::Parenthesis, start),
            TokenKind::CloseBrace => return Some(self.close_brace(start, end)),
            TokenKind::CloseBracket => self.close(kind, Mode::Bracket, start),
            TokenKind::CloseParenthesis => self.close(kind, Mode::Parenthesis, start),
            _ => self.push(kind, start, end),
        };
        if let Some(token) = self.tokens.last_mut() {
            token.span.end = end as u32;
        }
        Some(end)
    }
}

/// The signs that a look-alike may mean, beside operators.
const SIGNS: Kinds = Kinds::CLOSING.with(Kinds::SEPARATORS).with(kinds![
    Ellipsis,
    FatArrow,
    OpenBrace,
    OpenBracket,
    OpenParenthesis
]);

#[cfg(test)]
mod tests {
    use super::meant_by;

    #[test]
    fn full_width_signs_mean_the_ascii_signs() {
        for (character, meant) in [('！', "!"), ('＝', "="), ('＠', "@"), ('｛', "{"), ('～', "~")]
        {
            assert_eq!(meant_by(character).as_deref(), Some(meant));
        }
        assert_eq!(meant_by('ａ'), None);
    }
}
