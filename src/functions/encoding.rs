//! Text in other encodings.

use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Arc;

use super::argument::Outcome;
use super::library;
use crate::value::{Map, Type, Value};

library! {
    /// Functions that encode and decode text.
    encoding;

    /// The text that was encoded in Base64 (RFC 4648). It must be UTF-8.
    ///
    /// ```hcl
    /// base64decode("SGVsbG8=") == "Hello"
    /// ```
    fn base64decode(str: Arc<str>) -> Outcome<String> {
        let bytes = decode_base64(&str).ok_or("the text is not encoded in Base64")?;
        Ok(String::from_utf8(bytes).map_err(|_| "the decoded bytes are not UTF-8")?)
    }

    /// The text in Base64 (RFC 4648).
    ///
    /// ```hcl
    /// base64encode("Hello") == "SGVsbG8="
    /// ```
    fn base64encode(str: Arc<str>) -> String {
        encode_base64(str.as_bytes())
    }

    /// The rows of a table in CSV (RFC 4180) as objects; its first row names the attributes.
    ///
    /// ```hcl
    /// csvdecode("a,b\n1,2")[0].b == "2"
    /// ```
    fn csvdecode(str: Arc<str>) -> Outcome {
        decode_csv(&str)
    }

    /// The text as part of a URL, spaces as `+`.
    ///
    /// ```hcl
    /// urlencode("a b/c") == "a+b%2Fc"
    /// ```
    fn urlencode(str: Arc<str>) -> String {
        let mut encoded = String::with_capacity(str.len());
        for byte in str.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                    encoded.push(char::from(byte));
                }
                b' ' => encoded.push('+'),
                // Writing to a string doesn't fail.
                _ => drop(write!(encoded, "%{byte:02X}")),
            }
        }
        encoded
    }
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn encode_base64(bytes: &[u8]) -> String {
    let mut encoded = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            encoded.push(if digit > chunk.len() {
                '='
            } else {
                char::from(BASE64[value as usize])
            });
        }
    }
    encoded
}

fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|byte| !b"\r\n".contains(byte)).collect();
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3);
    let mut groups = digits.chunks(4).peekable();
    while let Some(group) = groups.next() {
        let padding = group.iter().rev().take_while(|digit| **digit == b'=').count();
        if group.len() != 4 || padding > 2 || (padding > 0 && groups.peek().is_some()) {
            return None;
        }
        let mut bits = 0;
        for digit in group.iter().take(4 - padding) {
            let value = BASE64.iter().position(|other| other == digit)?;
            bits = bits << 6 | value as u32;
        }
        bits <<= 6 * padding;
        let [_, high, middle, low] = bits.to_be_bytes();
        bytes.extend([high, middle, low].into_iter().take(3 - padding));
    }
    Some(bytes)
}

fn decode_csv(text: &str) -> Outcome {
    let mut rows = Rows { rest: text, line: 1 };
    let names = rows.next_row()?.ok_or("the first row, which names the columns, is missing")?;
    let mut seen = HashSet::new();
    if let Some(name) = names.iter().find(|name| !seen.insert(*name)) {
        return Err(format!("two columns are named \"{name}\"").into());
    }
    let ty = Type::object(names.iter().map(|name| (name.as_str(), Type::String)));
    let mut objects = Vec::new();
    loop {
        let line = rows.line;
        let Some(row) = rows.next_row()? else { break };
        if row.len() != names.len() {
            let (found, expected) = (row.len(), names.len());
            return Err(format!("the row on line {line} has {found} fields, not {expected}").into());
        }
        let object: Map = names.iter().map(String::as_str).zip(row).collect();
        objects.push(Value::Object(object));
    }
    Ok(Value::list(ty, objects))
}

/// The rows of a table in CSV.
struct Rows<'t> {
    rest: &'t str,
    line: usize,
}

impl Rows<'_> {
    /// The fields of the next row that is not empty.
    fn next_row(&mut self) -> Outcome<Option<Vec<String>>> {
        while let Some(rest) =
            self.rest.strip_prefix('\n').or_else(|| self.rest.strip_prefix("\r\n"))
        {
            self.rest = rest;
            self.line += 1;
        }
        if self.rest.is_empty() {
            return Ok(None);
        }
        let mut row = Vec::new();
        loop {
            let field = if self.rest.starts_with('"') { self.quoted()? } else { self.bare()? };
            row.push(field);
            match self.rest.strip_prefix(',') {
                Some(rest) => self.rest = rest,
                None => return Ok(Some(row)),
            }
        }
    }

    fn bare(&mut self) -> Outcome<String> {
        let end = self.rest.find([',', '\n']).unwrap_or(self.rest.len());
        let (field, rest) = self.rest.split_at(end);
        self.rest = rest;
        let field = if rest.starts_with(',') { field } else { field.trim_end_matches('\r') };
        if field.contains('"') {
            return Err(
                format!("a quote stands inside of a bare field on line {}", self.line).into()
            );
        }
        Ok(field.to_owned())
    }

    /// A field in quotes, in which two quotes stand for one.
    fn quoted(&mut self) -> Outcome<String> {
        let start = self.line;
        let mut field = String::new();
        self.rest = self.rest.get(1..).unwrap_or_default();
        loop {
            let Some((part, rest)) = self.rest.split_once('"') else {
                return Err(format!("a field in quotes on line {start} is not closed").into());
            };
            field.push_str(&part.replace("\r\n", "\n"));
            self.line += part.matches('\n').count();
            self.rest = rest;
            if let Some(rest) = self.rest.strip_prefix('"') {
                field.push('"');
                self.rest = rest;
                continue;
            }
            let ends = self.rest.is_empty()
                || [",", "\n", "\r\n"].iter().any(|end| self.rest.starts_with(end));
            if !ends {
                return Err(
                    format!("there is text behind a closing quote on line {}", self.line).into()
                );
            }
            if let Some(rest) = self.rest.strip_prefix('\r') {
                self.rest = rest;
            }
            return Ok(field);
        }
    }
}
