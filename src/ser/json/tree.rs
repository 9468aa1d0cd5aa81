//! JSON as a tree, and the layouts of its text.

use crate::limits::stack::nest;
use crate::text::quote::short_escape;

/// JSON that is not printed yet.
pub(in crate::ser) enum Json {
    /// JSON text.
    Raw(String),
    /// Text that is not quoted yet.
    Text(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The value inside the last property, so many times.
    pub(super) fn last_inside(&mut self, levels: usize) -> Option<&mut Json> {
        let mut json = self;
        for _ in 0..levels {
            match json {
                Json::Object(members) => json = &mut members.last_mut()?.1,
                _ => return None,
            }
        }
        Some(json)
    }

    /// Whether the first property of each object leads to an array, as labels lead to blocks.
    pub(super) fn starts_with_array(&self) -> bool {
        let mut json = self;
        while let Json::Object(members) = json {
            match members.first() {
                Some((_, first)) => json = first,
                None => return false,
            }
        }
        matches!(json, Json::Array(_))
    }
}

impl Drop for Json {
    fn drop(&mut self) {
        match self {
            Json::Raw(_) | Json::Text(_) => {}
            Json::Array(elements) => nest(|| elements.clear()),
            Json::Object(members) => nest(|| members.clear()),
        }
    }
}

/// The layout of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// On one line, without white space.
    Compact,
    /// A line for each element and property, indented by two spaces.
    Pretty,
}

/// The JSON text of a value.
pub(super) fn print(json: &Json, layout: Layout) -> String {
    let mut printer = Printer { text: String::new(), layout, depth: 0 };
    printer.value(json);
    printer.text
}

struct Printer {
    text: String,
    layout: Layout,
    depth: usize,
}

impl Printer {
    fn value(&mut self, json: &Json) {
        match json {
            Json::Raw(text) => self.text.push_str(text),
            Json::Text(text) => write_string(text, &mut self.text),
            Json::Array(elements) => self.parts(('[', ']'), elements, |printer, element| {
                printer.value(element);
            }),
            Json::Object(members) => self.parts(('{', '}'), members, |printer, (name, value)| {
                write_string(name, &mut printer.text);
                printer.text.push_str(if printer.layout == Layout::Pretty { ": " } else { ":" });
                printer.value(value);
            }),
        }
    }

    fn parts<T>(&mut self, (open, close): (char, char), parts: &[T], part: impl Fn(&mut Self, &T)) {
        self.text.push(open);
        self.depth += 1;
        for (index, each) in parts.iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            self.line();
            nest(|| part(self, each));
        }
        self.depth -= 1;
        if !parts.is_empty() {
            self.line();
        }
        self.text.push(close);
    }

    /// Starts a line, if the layout has lines.
    fn line(&mut self) {
        if self.layout == Layout::Pretty {
            self.text.push('\n');
            self.text.extend(std::iter::repeat_n("  ", self.depth));
        }
    }
}

/// A JSON string. Only necessary escapes are used.
fn write_string(text: &str, out: &mut String) {
    out.push('"');
    for char in text.chars() {
        match (short_escape(char), char) {
            (Some(escape), _) => out.push_str(escape),
            (None, '\0'..='\u{1f}' | '\u{7f}') => {
                out.push_str(&format!("\\u{:04x}", u32::from(char)));
            }
            (None, char) => out.push(char),
        }
    }
    out.push('"');
}
