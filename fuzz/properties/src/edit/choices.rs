//! Decisions about changes, made by bytes.

use serde_json::{Value as Json, json};

use derive_tests::bodies::Choose;

use super::model::{self, Node, Step, Value};

/// The bytes that are not used yet. Without any, the first possibility is chosen.
pub struct Choices<'a>(pub &'a [u8]);

impl Choose for Choices<'_> {
    fn below(&mut self, limit: usize) -> usize {
        Choices::below(self, limit)
    }
}

impl Choices<'_> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn below(&mut self, limit: usize) -> usize {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                usize::from(*first) % limit.max(1)
            }
            None => 0,
        }
    }

    pub fn pick<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }

    /// The bytes up to the next zero, as text.
    pub fn rest(&mut self) -> String {
        let end = self.0.iter().position(|byte| *byte == 0).unwrap_or(self.0.len());
        let (text, rest) = self.0.split_at(end);
        self.0 = rest.get(1..).unwrap_or_default();
        String::from_utf8_lossy(text).into_owned()
    }

    pub fn name(&mut self) -> &'static str {
        const NAMES: &[&str] = &[
            "a",
            "b",
            "c",
            "k",
            "x",
            "block",
            "long_name",
            "é",
            "for",
            "if",
            "in",
            "null",
            "true",
            "e\u{301}",
            "a b",
            "1a",
            "",
            "a\u{a0}",
            "x-y",
            "dynamic",
        ];
        NAMES[self.below(NAMES.len())]
    }

    pub fn key(&mut self) -> &'static str {
        const KEYS: &[&str] = &[
            "for",
            "a",
            "k",
            "two words",
            "${x}",
            "\"",
            "a\nb",
            "",
            "null",
            "1",
            "é",
            "a.b",
            "if",
            "x-y",
            "(k)",
            "for-x",
            "$${",
            "\u{2028}",
        ];
        KEYS[self.below(KEYS.len())]
    }

    pub fn label(&mut self) -> &'static str {
        const LABELS: &[&str] = &[
            "a",
            "l",
            "two words",
            "${x}",
            "\"",
            "a\nb",
            "",
            "%{if}",
            "$${",
            "\\",
            "\u{0}",
            "\u{2028}",
            "é",
            "\r\n",
            "// c",
            "\u{feff}",
        ];
        LABELS[self.below(LABELS.len())]
    }

    pub fn labels(&mut self) -> Vec<&'static str> {
        (0..self.below(4)).map(|_| self.label()).collect()
    }

    /// A text that is an expression, or nearly one.
    pub fn text(&mut self) -> String {
        const TEXTS: &[&str] = &[
            "1",
            "for",
            "for.x",
            "-x.y",
            "[1, 2]",
            "[]",
            "{}",
            "{ a = 1 }",
            "{ a = 1, b = [] }",
            "x ? y : z",
            "\"${a}\"",
            "a.*.b",
            "{ for k, v in x : k => v }",
            "f(a, b...)",
            "(1)",
            "a[*].b",
            "[/* c */]",
            "{ /* c */ }",
            "\"a\\nb\"",
            "{ (a) = 1, \"b\" : 2 }",
            "[for]",
            "{ a = 1, for = 2 }",
            "{ a = 1, for.x = 2 }",
            "[1, for.x]",
            "{ a = 1, a = 2 }",
        ];
        const MARGINS: &[&str] = &[
            "1 // c",
            "1 # c",
            "/* c */ 1",
            "1 /* c */",
            " 1 ",
            "1\n",
            "1\r\n",
            "\n1",
            "1 \n\n",
            "1 # c\n",
            "1 /* c\n */",
            "# c\n1",
            "1\u{a0}",
            "1\u{c}",
            "\u{feff}1",
            "1\u{2028}",
            "\u{2028}1",
            "\u{feff}\u{feff}1",
            " \u{feff}1",
            "1\u{feff}",
            "\u{b}1",
            "1\r",
            "",
            "1, 2",
            "1 }",
            "1\nb = 2",
            "1 = 2",
            "\u{85}1",
            "1;",
            "]",
            "1 # \u{a0}",
        ];
        const LINES: &[&str] = &[
            "<<E\nx\nE",
            "<<E\nx\nE\n",
            "<<-E\n  x\n    y\n  E\n",
            "[\n  1,\n]",
            "1 +\n2",
            "{\n  a = 1\n  b = 2\n}",
            "[ # c\n]",
            "f(\n a,\n b\n)",
            "a\n.b",
            "[\n1\n,\n2\n]",
            "{\n # c\n}",
            "{\n a = <<E\nx\nE\n}",
            "(\n1\n)",
            "x ?\ny :\nz",
            "\"${\na\n}\"",
            "1 + <<E\nx\nE",
            "[<<E\nx\nE\n]",
            "[<<E\nx\nE\n, 2]",
            "x ? <<A\na\nA\n : <<B\nb\nB\n",
            "<<E\r\n x\r\n  y\r\nE\r\n",
            "<<E\n\n  ${[\n 1]}\n\tx\nE",
            "[\r\n  1\r\n]",
            "<<E\nE",
            "[for x in <<E\nx\nE\n : x]",
            "/*\n*/ <<-E\n E\n",
        ];
        match self.below(6) {
            0 | 1 => self.pick(TEXTS).into(),
            2 => self.pick(MARGINS).into(),
            3 | 4 => self.pick(LINES).into(),
            _ => self.rest(),
        }
    }

    pub fn json(&mut self, depth: usize) -> Json {
        match self.below(12) {
            0 => json!(null),
            1 => json!(true),
            2 => json!(-5),
            3 => json!(1.5e300),
            4 => json!(self.label()),
            5 => json!("line\nother ${x}\n"),
            6 | 7 if depth < 3 => (0..self.below(4)).map(|_| self.json(depth + 1)).collect(),
            8 | 9 if depth < 3 => {
                let items =
                    (0..self.below(4)).map(|_| (self.key().to_owned(), self.json(depth + 1)));
                Json::Object(items.collect())
            }
            _ => json!(7),
        }
    }

    /// A text that is an item, or nearly one.
    pub fn item(&mut self) -> String {
        const ITEMS: &[&str] = &[
            "a = 1",
            "# c\nnew = 2\n",
            "block {}",
            "block \"l\" {\n  a = 1\n}\n",
            "z = for\n",
            "// d\n\n# c\nb = [\n  1\n] # t\n",
            "x = <<E\na\nE\n",
            "block { a = 1 } # t",
            "  indented = 1",
            "\tn {\n\t\ta = 1\n\t}\n",
            "\r\na = 1\r\n",
            "/* c */ z = 1 /* d */",
            "n {\n  x = {\n    a = 1\n  }\n\n  m {\n  }\n}",
            "# only\n\n\n\nq = 1\n\n\n# behind\n",
            "n { a = [\n 1 ] }",
            "q = 1\n# behind",
            "q = 1 /* a\n b */",
            "/* a\n\n b */ q = 1",
            "\u{feff}q = 1",
            "\n\n\nq = 1\n\n\n",
            "n { /* a\n */ }",
            "n { # c\n}\n/* x */",
            "q = 1 # \u{a0}",
        ];
        if self.below(4) == 0 { self.rest() } else { self.pick(ITEMS).into() }
    }

    /// An address, mostly of something that the document has.
    pub fn address(&mut self, items: &[Node]) -> Vec<Step> {
        let mut steps = Vec::new();
        self.walk(items, &mut steps);
        match self.below(16) {
            0 => steps.push(Step::Name(self.key().to_owned())),
            1 => steps.push(Step::Index(self.below(4))),
            2 => drop(steps.pop()),
            _ => {}
        }
        steps
    }

    fn walk(&mut self, items: &[Node], steps: &mut Vec<Step>) {
        let choice = self.below(256);
        if choice >= 200 || items.is_empty() {
            return steps.push(Step::Name(self.name().to_owned()));
        }
        let node = &items[choice % items.len()];
        steps.push(Step::Name(node.name().to_owned()));
        match node {
            Node::Attribute { value, .. } => self.walk_value(value, steps),
            Node::Block { labels, body, .. } => {
                steps.extend(labels.iter().map(|label| Step::Name(label.clone())));
                if model::locate(items, steps).is_none() {
                    steps.push(Step::Index(self.below(3)));
                }
                if self.below(3) > 0 {
                    self.walk(body, steps);
                }
            }
        }
    }

    fn walk_value(&mut self, value: &Value, steps: &mut Vec<Step>) {
        if self.below(3) == 0 {
            return;
        }
        let choice = self.below(256);
        match value {
            Value::Object(items) => {
                let item = items.get(choice % items.len().max(1)).filter(|_| choice < 180);
                let key = item.and_then(|(key, value)| Some((key.clone()?, value)));
                let (key, value) = match key {
                    Some((key, value)) => (key, Some(value)),
                    None => (self.key().to_owned(), None),
                };
                steps.push(Step::Name(key));
                if let Some(value) = value {
                    self.walk_value(value, steps);
                }
            }
            Value::Tuple(elements) => {
                steps.push(Step::Index(choice % 5));
                if let Some(value) = elements.get(choice % 5) {
                    self.walk_value(value, steps);
                }
            }
            Value::Text { .. } => {}
        }
    }
}
