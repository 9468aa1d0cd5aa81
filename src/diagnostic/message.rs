//! What an application shows in a form of its own: the message without a position, and positions in other units.

use std::ops::Range;

use super::error::Error;
use super::{Diagnostic, Label, one_line};
use crate::text::line_index::Columns;
use crate::text::span::Position;

impl Error {
    /// The message of the first diagnostic, without its position and path: see [`Diagnostic::message`].
    ///
    /// ```
    /// let error = serde_hcl::parse("a = \n").unwrap_err();
    /// assert_eq!(error.to_string(), format!("1:5: {}", error.message()));
    /// ```
    pub fn message(&self) -> String {
        self.diagnostics().first().map(Diagnostic::message).unwrap_or_default()
    }
}

impl Diagnostic {
    /// Summary, detail and help in one line, without position and path.
    ///
    /// ```
    /// use serde_hcl::diagnostic::Diagnostic;
    ///
    /// let diagnostic = Diagnostic::error("port", "Invalid port").with_help("write 80");
    /// assert_eq!(diagnostic.message(), "Invalid port; write 80");
    /// ```
    pub fn message(&self) -> String {
        let mut message = one_line(self.summary());
        if !self.detail().is_empty() {
            message = format!("{message}: {}", one_line(self.detail()));
        }
        match self.help() {
            Some(help) => {
                format!("{}; {}", message.strip_suffix('.').unwrap_or(&message), one_line(help))
            }
            None => message,
        }
    }

    /// The positions of the start and of the end of the [span](Self::span), with columns in any unit. The language
    /// server protocol counts in UTF-16 and from 0: subtract one from each line and column.
    ///
    /// ```
    /// use serde_hcl::source::{Columns, Position};
    ///
    /// let (_, diagnostics) = serde_hcl::parse_lenient("a = [\"👩🏾\", @]\n");
    /// let range = diagnostics[0].range_in(Columns::Utf16).unwrap();
    /// assert_eq!(range.start, Position { line: 1, column: 14 });
    /// assert_eq!(diagnostics[0].position(), Some(Position { line: 1, column: 11 }));
    /// ```
    pub fn range_in(&self, columns: Columns) -> Option<Range<Position>> {
        self.excerpt()?.range_in(columns)
    }
}

impl Label {
    /// The positions of the start and of the end of the [span](Self::span), with columns in any unit.
    ///
    /// ```
    /// use serde_hcl::source::Columns;
    ///
    /// let error = serde_hcl::parse("name = 1\nname = 2\n").unwrap_err();
    /// let range = error.diagnostics()[0].labels()[0].range_in(Columns::Utf16).unwrap();
    /// assert_eq!((range.start.line, range.start.column, range.end.column), (1, 1, 5));
    /// ```
    pub fn range_in(&self, columns: Columns) -> Option<Range<Position>> {
        self.excerpt.as_ref()?.range_in(columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::line_index::LineIndex;

    /// Also in long lines, of which a diagnostic keeps a part, and over several lines.
    #[test]
    fn ranges_are_those_of_the_span() {
        let long = "é 👩🏾 ".repeat(100);
        let sources =
            ["a = b b\n", "\u{feff}a = \"é\" \"é\"\n", "a = (\n1 2\n)\n"].map(String::from);
        for source in sources.into_iter().chain([format!("a = [\"{long}\", @, \"{long}\", @]\n")]) {
            let lines = LineIndex::new(&source);
            let (_, diagnostics) = crate::parse_lenient(&source);
            assert!(!diagnostics.is_empty(), "{source}");
            for diagnostic in diagnostics {
                let span = diagnostic.span().unwrap();
                for columns in [Columns::Graphemes, Columns::Utf8, Columns::Utf16] {
                    let at = |offset| lines.position(offset, columns);
                    assert_eq!(diagnostic.range_in(columns), Some(at(span.start)..at(span.end)));
                }
            }
        }
    }
}
