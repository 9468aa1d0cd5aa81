//! Characters that look like a sign of the language, and signs in the notation of HTML. Each becomes the
//! token of the sign that was meant, after a token that is reported.

use super::super::{Lexer, Mode, Token, TokenKind};
use crate::text::span::Span;

/// Characters with the sign that each looks like. The full-width signs are computed.
const LOOK_ALIKES: [(char, &str); 29] = [
    ('\u{37e}', ";"),
    ('‐', "-"),
    ('‑', "-"),
    ('‒', "-"),
    ('–', "-"),
    ('—', "-"),
    ('−', "-"),
    ('…', "..."),
    ('×', "*"),
    ('∗', "*"),
    ('÷', "/"),
    ('∕', "/"),
    ('≤', "<="),
    ('≥', ">="),
    ('≠', "!="),
    ('⇒', "=>"),
    ('¬', "!"),
    ('∧', "&&"),
    ('∨', "||"),
    ('⩽', "<="),
    ('⩾', ">="),
    ('․', "."),
    ('،', ","),
    ('、', ","),
    ('，', ","),
    ('。', "."),
    ('﹛', "{"),
    ('﹜', "}"),
    ('∶', ":"),
];

/// Signs in the notation of HTML.
const ENTITIES: [(&str, &str); 9] = [
    ("&quot;", "\""),
    ("&#34;", "\""),
    ("&apos;", "\""),
    ("&#39;", "\""),
    ("&gt;", ">"),
    ("&lt;", "<"),
    ("&amp;&amp;", "&&"),
    ("&amp;", "&"),
    ("&nbsp;", " "),
];

/// The sign that a character, or a text in the notation of HTML, was written for.
pub(crate) fn meant_by(text: &str) -> Option<&'static str> {
    let character = text.chars().next()?;
    if character == '&' {
        return ENTITIES.iter().find(|(entity, _)| text.starts_with(entity)).map(|it| it.1);
    }
    let listed = LOOK_ALIKES.iter().find(|(other, _)| *other == character);
    listed.map(|it| it.1).or_else(|| full_width(character))
}

/// The ASCII sign of a full-width one. Full-width letters are letters of names.
fn full_width(character: char) -> Option<&'static str> {
    const SIGNS: &str = "!\"#$%&'()*+,-./0123456789:;<=>?@";
    const LAST_SIGNS: &str = "{|}~";
    let at = |first: u32| u32::from(character).checked_sub(first).map(|index| index as usize);
    match character {
        '！'..='＠' => at(0xff01).and_then(|index| SIGNS.get(index..=index)),
        '［' => Some("["),
        '］' => Some("]"),
        '｛'..='～' => at(0xff5b).and_then(|index| LAST_SIGNS.get(index..=index)),
        _ => None,
    }
}

impl Lexer<'_> {
    /// The token that is meant by the character at `start`, if it is a look-alike.
    pub(super) fn look_alike(&mut self, start: usize, character: char) -> Option<usize> {
        let end = start + character.len_utf8();
        let mut buffer = [0; 4];
        let sign = meant_by(character.encode_utf8(&mut buffer))?;
        self.meant(sign, start, end)
    }

    /// The token that is meant by a sign in the notation of HTML.
    pub(super) fn entity(&mut self, start: usize) -> Option<usize> {
        let line = self.line_from(start);
        let (entity, sign) = ENTITIES.iter().find(|(entity, _)| line.starts_with(entity))?;
        let end = start + entity.len();
        match *sign {
            "\"" if !self.retry() => None,
            "\"" => {
                let rest = line.get(entity.len()..)?;
                let close = end + rest.find(entity)? + entity.len();
                Some(self.push(TokenKind::ForeignString, start, close))
            }
            "<" if self.byte(end) == b'=' => self.meant("<=", start, end + 1),
            ">" if self.byte(end) == b'=' => self.meant(">=", start, end + 1),
            " " => {
                self.told(start, end);
                Some(end)
            }
            sign => self.meant(sign, start, end),
        }
    }

    fn meant(&mut self, sign: &str, start: usize, end: usize) -> Option<usize> {
        use TokenKind::*;
        let kind = match sign {
            "{" | "[" | "(" => {
                self.told(start, end);
                match sign {
                    "{" => self.open_brace(start),
                    "[" => self.open_bracket(start),
                    _ => self.open(OpenParenthesis, Mode::Parenthesis, start),
                };
                if let Some(token) = self.tokens.last_mut() {
                    token.span.end = end as u32;
                }
                return Some(end);
            }
            "}" => {
                self.told(start, end);
                return Some(self.close_brace(start, end));
            }
            "]" | ")" => {
                self.told(start, end);
                let (kind, mode) = match sign {
                    "]" => (CloseBracket, Mode::Bracket),
                    _ => (CloseParenthesis, Mode::Parenthesis),
                };
                self.close(kind, mode, start);
                if let Some(token) = self.tokens.last_mut() {
                    token.span.end = end as u32;
                }
                return Some(end);
            }
            "-" => Subtract,
            "+" => Add,
            "*" => Multiply,
            "/" => Divide,
            "%" => Modulo,
            "<" => Less,
            ">" => Greater,
            "<=" => LessOrEqual,
            ">=" => GreaterOrEqual,
            "!=" => NotEqual,
            "!" => Not,
            "&&" => And,
            "||" => Or,
            "=>" => FatArrow,
            "..." => Ellipsis,
            "=" => Assign,
            ":" => Colon,
            "," => Comma,
            "." => Dot,
            "?" => Question,
            _ if sign.starts_with(|it: char| it.is_ascii_digit()) => {
                // The digits of one number are one mistake.
                let rest = self.source.get(end..).unwrap_or_default();
                let is_digit = |it: char| it.is_ascii_digit() || matches!(it, '０'..='９');
                let length = rest.find(|it| !is_digit(it)).unwrap_or(rest.len());
                self.told(start, end + length);
                return Some(self.push(Number, start, end + length));
            }
            // A semicolon is a mistake itself.
            ";" => return Some(self.push(Semicolon, start, end)),
            _ => return None,
        };
        self.told(start, end);
        Some(self.push(kind, start, end))
    }

    /// A token that is reported, and that changes nothing else.
    fn told(&mut self, start: usize, end: usize) {
        let span = Span::new(start as u32, end as u32);
        self.tokens.push(Token { kind: TokenKind::LookAlike, span });
    }
}

#[cfg(test)]
mod tests {
    use super::meant_by;

    #[test]
    fn full_width_signs_mean_the_ascii_signs() {
        for (text, meant) in [("！", "!"), ("＝", "="), ("＠", "@"), ("｛", "{"), ("～", "~")]
        {
            assert_eq!(meant_by(text), Some(meant));
        }
        assert_eq!(meant_by("ａ"), None);
        assert_eq!(meant_by("&gt; 2"), Some(">"));
    }
}
