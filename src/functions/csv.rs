//! Comma-separated values.

use std::sync::Arc;

use hashbrown::HashSet;

use super::argument::{Outcome, pay};
use super::library::library;
use crate::limits::budget::MAP;
use crate::value::{Type, Value};

library! {
    /// Functions on comma-separated values.
    pub(super) csv;

    /// The rows of a table in comma-separated values (RFC 4180) as objects; the first row has the
    /// names of the attributes.
    ///
    /// ```hcl
    /// csvdecode("a,b\n1,2\n3,4") == tolist([{ a = "1", b = "2" }, { a = "3", b = "4" }])
    /// ```
    fn csvdecode(
        /// The table as CSV, with a header (RFC 4180).
        str: Arc<str>
    ) -> Outcome {
        table(&str)
    }
}

fn table(text: &str) -> Outcome {
    let mut reader = RowReader::new(text);
    let header = reader.row()?.ok_or("the first row, with the names, is missing")?;
    let names: Vec<Arc<str>> = header.into_iter().map(Arc::from).collect();
    if let Some(twice) = repeated(&names) {
        return Err(format!("there are two columns with the name {twice:?}").into());
    }
    let mut rows = Vec::new();
    while let Some(row) = reader.row()? {
        if row.len() != names.len() {
            let (line, found, wanted) = (reader.line(), row.len(), names.len());
            return Err(format!("line {line}: there are {found} fields, but {wanted} names").into());
        }
        pay(2 * MAP + 4 * row.len())?;
        rows.push(Value::object(names.iter().cloned().zip(row)));
    }
    let ty = Type::object(names.into_iter().map(|name| (name, Type::String)));
    Ok(Value::list(ty, rows))
}

fn repeated(names: &[Arc<str>]) -> Option<&str> {
    let mut seen = HashSet::with_capacity(names.len());
    names.iter().map(|name| &**name).find(|name| !seen.insert(*name))
}

/// Reads rows as the reference does. It is strict about quotes: they must enclose a whole field.
struct RowReader<'t> {
    rest: &'t str,
    line: usize,
}

impl<'t> RowReader<'t> {
    fn new(text: &'t str) -> Self {
        RowReader { rest: text, line: 0 }
    }

    /// The number of the line that was read last; the first is 1.
    fn line(&self) -> usize {
        self.line
    }

    /// The fields of the next row. Empty lines are skipped.
    fn row(&mut self) -> Result<Option<Vec<String>>, String> {
        let mut line = loop {
            match self.next_line() {
                Some("") => {}
                Some(line) => break line,
                None => return Ok(None),
            }
        };
        let mut fields = Vec::new();
        loop {
            let (field, after) = match line.strip_prefix('"') {
                Some(quoted) => self.quoted(quoted)?,
                None => {
                    let field = line.split(',').next().unwrap_or_default();
                    if field.contains('"') {
                        return Err(self.complain("a quote stands within a field without quotes"));
                    }
                    (field.to_owned(), &line[field.len()..])
                }
            };
            fields.push(field);
            match after.strip_prefix(',') {
                Some(next) => line = next,
                None => return Ok(Some(fields)),
            }
        }
    }

    /// A field after its opening quote, and the rest after the closing one, which is empty or
    /// starts with a comma. The field may continue on several lines.
    fn quoted(&mut self, mut line: &'t str) -> Result<(String, &'t str), String> {
        let mut field = String::new();
        loop {
            let Some((text, after)) = line.split_once('"') else {
                field.push_str(line);
                field.push('\n');
                let next = self.next_line();
                line = next.ok_or_else(|| self.complain("the closing quote is missing"))?;
                continue;
            };
            field.push_str(text);
            if after.is_empty() || after.starts_with(',') {
                return Ok((field, after));
            }
            let next = after.strip_prefix('"');
            line = next.ok_or_else(|| self.complain("text follows the closing quote"))?;
            field.push('"');
        }
    }

    /// The next line without its end.
    fn next_line(&mut self) -> Option<&'t str> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        self.line += 1;
        Some(line.strip_suffix('\r').unwrap_or(line))
    }

    fn complain(&self, reason: &str) -> String {
        format!("line {}: {reason}", self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Result<Vec<Vec<String>>, String> {
        let mut reader = RowReader::new(text);
        std::iter::from_fn(|| reader.row().transpose()).collect()
    }

    #[test]
    fn rows_are_read() {
        let cases: [(&str, &[&[&str]]); 9] = [
            ("", &[]),
            ("\n\r\n", &[]),
            ("a,b\n1,2", &[&["a", "b"], &["1", "2"]]),
            ("a\r\n\r\n,\r\n", &[&["a"], &["", ""]]),
            (" a , b", &[&[" a ", " b"]]),
            ("\"a,\"\"b\"\"\",\"\"", &[&["a,\"b\"", ""]]),
            ("\"a\r\n\nb\",c\nd", &[&["a\n\nb", "c"], &["d"]]),
            ("\"a\"\r", &[&["a"]]),
            (" \n", &[&[" "]]),
        ];
        for (text, expected) in cases {
            assert_eq!(rows(text).unwrap(), expected, "{text:?}");
        }
    }

    #[test]
    fn misplaced_quotes_are_reported() {
        let cases = [
            ("a\nb\"c", "line 2: a quote stands within a field without quotes"),
            (" \"a\"", "line 1: a quote stands within a field without quotes"),
            ("\"a\"b", "line 1: text follows the closing quote"),
            ("\"a\nb", "line 2: the closing quote is missing"),
            ("\"", "line 1: the closing quote is missing"),
        ];
        for (text, expected) in cases {
            assert_eq!(rows(text).unwrap_err(), expected, "{text:?}");
        }
    }
}
