//! Adapts lines inside brackets and quotes.

/// Indents the lines that continue brackets or quotes farther than the line with the opening one.
/// The parser requires this, as YAML itself does; the reference accepts such lines at any
/// indentation.
pub(super) fn indented(text: &str) -> String {
    let mut lines = Lines { indented: String::with_capacity(text.len()), ..Lines::default() };
    text.split_inclusive('\n').for_each(|line| lines.line(line));
    lines.indented
}

/// Enough for the indicators around brackets and quotes, and cheap for many lines.
const MAX_COLUMN: usize = 64;

#[derive(Default)]
struct Lines {
    indented: String,
    /// The number of open brackets.
    depth: usize,
    /// The open quote.
    quote: Option<char>,
    /// The column after the outermost open bracket or quote.
    column: usize,
    /// The indentation of the line that started a block scalar. Lines that are indented farther
    /// belong to it.
    block: Option<usize>,
}

impl Lines {
    fn line(&mut self, line: &str) {
        let content = line.trim_start_matches(' ');
        let indent = line.len() - content.len();
        let is_blank = content.trim().is_empty();
        if self.depth > 0 || self.quote.is_some() {
            self.indented.extend((!is_blank).then(|| " ".repeat(self.column)));
        } else if self.block.is_some_and(|start| indent > start || is_blank) {
            return self.indented.push_str(line);
        }
        self.indented.push_str(line);
        self.block = None;
        self.scan(line, indent);
    }

    /// Updates the open brackets and quotes after a line. In places where no token can start, these
    /// characters are text.
    fn scan(&mut self, line: &str, indent: usize) {
        let mut can_start = true;
        let mut chars = line.char_indices().peekable();
        while let Some((at, char)) = chars.next() {
            let next = chars.peek().map(|(_, next)| *next);
            let is_followed_by_blank = next.is_none_or(char::is_whitespace);
            if let Some(quote) = self.quote {
                let is_escaped = char == quote && quote == '\'' && next == Some('\'');
                if is_escaped || char == '\\' && quote == '"' {
                    chars.next();
                } else if char == quote {
                    (self.quote, can_start) = (None, false);
                }
                continue;
            }
            let is_in_brackets = self.depth > 0;
            match char {
                '#' if line.get(..at).is_none_or(|before| !before.ends_with(is_not_blank)) => {
                    return;
                }
                '"' | '\'' if can_start => {
                    self.open(at);
                    self.quote = Some(char);
                }
                '[' | '{' if can_start || is_in_brackets => {
                    self.open(at);
                    self.depth += 1;
                    can_start = true;
                }
                ']' | '}' if is_in_brackets => {
                    self.depth -= 1;
                    can_start = false;
                }
                '|' | '>' if can_start && !is_in_brackets => {
                    self.block = Some(indent);
                    return;
                }
                '!' | '&' if can_start => {
                    while chars.next_if(|(_, char)| is_not_blank(*char)).is_some() {}
                }
                ',' | ':' if is_in_brackets => can_start = true,
                ':' => can_start = is_followed_by_blank,
                '-' | '?' => can_start &= is_followed_by_blank,
                _ => can_start &= char.is_whitespace(),
            }
        }
    }

    fn open(&mut self, at: usize) {
        if self.depth == 0 {
            self.column = (at + 1).min(MAX_COLUMN);
        }
    }
}

fn is_not_blank(char: char) -> bool {
    !char.is_whitespace()
}

#[cfg(test)]
mod tests {
    use super::indented;

    #[test]
    fn lines_in_brackets_and_quotes_are_indented() {
        let cases = [
            ("a: [\n1\n]\nb: 2\n", "a: [\n    1\n    ]\nb: 2\n"),
            ("- {\n'a]': [\n]}\n- b", "- {\n   'a]': [\n   ]}\n- b"),
            ("a: \"x\n[\" # [\nb: 1", "a: \"x\n    [\" # [\nb: 1"),
            ("a: &x !!seq [\n]", "a: &x !!seq [\n             ]"),
        ];
        for (text, expected) in cases {
            assert_eq!(indented(text), expected);
        }
    }

    #[test]
    fn everything_else_is_unchanged() {
        let texts = [
            "a: b[c\nd: e{\n",
            "a: it's\nb: x \"y\n",
            "a: |\n  [\n\n  {\nb: 1\n",
            "- >-\n  \"\n- 1 # [\n",
            "a: 'x'' ['\nb: \"\\\"[\"\n",
            "a: [1, {b: c}]\nb: []\n",
            "a:[\nb",
        ];
        for text in texts {
            assert_eq!(indented(text), text);
        }
    }
}
