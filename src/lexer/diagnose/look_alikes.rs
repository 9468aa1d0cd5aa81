//! Characters that look like a sign of the language.

/// The sign that a character was written for. Full-width letters are letters of names.
pub(crate) fn meant_by(character: char) -> Option<String> {
    let sign = match character {
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

/// Whether a text starts with such a character.
pub(crate) fn is_look_alike(text: &str) -> bool {
    text.chars().next().is_some_and(|first| meant_by(first).is_some())
}

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
