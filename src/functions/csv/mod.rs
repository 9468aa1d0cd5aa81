//! Comma-separated values.

mod reader;

use std::sync::Arc;

use hashbrown::HashSet;

use self::reader::RowReader;
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
