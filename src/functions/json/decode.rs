//! Decodes JSON text into values.
//!
//! The tokens are those of documents in JSON syntax, but not the productions in `src/parser/json`: these
//! refuse a value 5,000 levels deep, which the reference decodes, and they would make a tree and its
//! templates before a value is charged to the budget.

use crate::eval::FunctionError;
use crate::functions::argument::{Outcome, pay};
use crate::lexer::{JsonKind, JsonToken, json_token};
use crate::limits::budget::{MAP, TEXT};
use crate::limits::stack::nest;
use crate::text::decoded::json_text;
use crate::text::span::{Position, Span};
use crate::value::{Map, Number, Value};

/// The value of a JSON text.
pub(super) fn decode(text: &str) -> Outcome {
    if u32::try_from(text.len()).is_err() {
        return Err("the text is longer than 4 GiB".into());
    }
    let mut decoder = Decoder { text, at: 0, depth: 0 };
    let first = decoder.next();
    let value = decoder.value(first)?;
    match decoder.next() {
        JsonToken { kind: JsonKind::End, .. } => Ok(value),
        behind => Err(decoder.unexpected("there is more text behind the value", behind)),
    }
}

/// The maximum nesting of JSON.
const MAX_DEPTH: u32 = 10_000;

struct Decoder<'t> {
    text: &'t str,
    at: usize,
    depth: u32,
}

impl Decoder<'_> {
    #[cold]
    fn unexpected(&self, what: &str, found: JsonToken) -> FunctionError {
        let Position { line, column } = Position::of(self.text, found.span.start);
        FunctionError::from(format!("line {line}, column {column}: {what}"))
            .with_help("check the text: names and texts of JSON are in double quotes, and every bracket is closed")
            .in_text("the text of jsondecode", self.text, found.span, what)
    }

    fn next(&mut self) -> JsonToken {
        let token = json_token(self.text.as_bytes(), self.at);
        self.at = token.span.end as usize;
        token
    }

    fn value(&mut self, first: JsonToken) -> Outcome {
        pay(2)?;
        match (first.kind, first.span.text(self.text)) {
            (JsonKind::OpenBrace, _) => self.nested(first, Self::object),
            (JsonKind::OpenBracket, _) => self.nested(first, Self::array),
            (JsonKind::String(_), _) => Ok(Value::string(self.string(first.span)?)),
            (JsonKind::Number, digits) => {
                let number = Number::parse(digits);
                Ok(Value::Number(
                    number.ok_or_else(|| self.unexpected("this is no number", first))?,
                ))
            }
            (JsonKind::Word, "true") => Ok(Value::Bool(true)),
            (JsonKind::Word, "false") => Ok(Value::Bool(false)),
            (JsonKind::Word, "null") => Ok(Value::NULL),
            (JsonKind::InvalidString, _) => {
                Err(self.unexpected("a string is not closed, or has an invalid escape", first))
            }
            (JsonKind::InvalidNumber, _) => Err(self.unexpected("this is no number", first)),
            (JsonKind::End, _) => {
                Err(self.unexpected("the text ends where a value is expected", first))
            }
            _ => Err(self.unexpected("a value can't start like this", first)),
        }
    }

    fn nested(&mut self, open: JsonToken, level: fn(&mut Self) -> Outcome) -> Outcome {
        if self.depth == MAX_DEPTH {
            return Err(self.unexpected("the text nests too deeply", open));
        }
        self.depth += 1;
        let value = nest(|| level(self));
        self.depth -= 1;
        value
    }

    fn array(&mut self) -> Outcome {
        let mut elements = Vec::new();
        let missing = "a comma or a closing bracket is expected";
        self.parts(JsonKind::CloseBracket, missing, &mut |this, first| {
            elements.push(this.value(first)?);
            Ok(())
        })?;
        Ok(Value::Tuple(elements.into()))
    }

    /// If attributes have the same name and type, the last one counts.
    fn object(&mut self) -> Outcome {
        pay(MAP)?;
        let mut attributes = Map::new();
        let missing = "a comma or a closing brace is expected";
        self.parts(JsonKind::CloseBrace, missing, &mut |this, name| {
            this.attribute(name, &mut attributes)
        })?;
        Ok(Value::Object(attributes))
    }

    /// Reads the parts between commas, each from its first token on, and the closing bracket.
    fn parts(
        &mut self,
        close: JsonKind,
        missing: &str,
        part: &mut dyn FnMut(&mut Self, JsonToken) -> Outcome<()>,
    ) -> Outcome<()> {
        let mut first = self.next();
        if first.kind == close {
            return Ok(());
        }
        loop {
            part(self, first)?;
            let behind = self.next();
            if behind.kind == close {
                return Ok(());
            }
            if behind.kind != JsonKind::Comma {
                return Err(self.unexpected(missing, behind));
            }
            first = self.next();
            if matches!(first.kind, JsonKind::CloseBracket | JsonKind::CloseBrace) {
                let error = self.unexpected("no comma may follow the last part", behind);
                return Err(error.with_help("remove the comma"));
            }
        }
    }

    fn attribute(&mut self, name: JsonToken, attributes: &mut Map) -> Outcome<()> {
        if !matches!(name.kind, JsonKind::String(_)) {
            return Err(self.unexpected("a name in quotes is expected", name));
        }
        pay(4)?;
        let text = self.string(name.span)?;
        let colon = self.next();
        if colon.kind != JsonKind::Colon {
            return Err(self.unexpected("a colon is expected", colon));
        }
        let first = self.next();
        let value = self.value(first)?;
        let ty = attributes.get(&text).map(Value::type_of);
        if ty.is_some_and(|ty| ty != value.type_of()) {
            return Err(self.unexpected("an attribute occurs twice, with different types", name));
        }
        attributes.insert(text, value);
        Ok(())
    }

    fn string(&self, span: Span) -> Outcome<String> {
        let content = Span::new(span.start + 1, span.end - 1).text(self.text);
        pay(1 + content.len() / TEXT)?;
        Ok(json_text(content).into_owned())
    }
}
