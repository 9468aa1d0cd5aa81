//! Diagnostics as data, for tools.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{Diagnostic, Excerpt, Fix, Label, Severity};
use crate::text::span::{Position, Span};

/// A place: its source, its bytes there, and the positions of its start and after its end.
struct Location<'d> {
    span: Option<Span>,
    excerpt: Option<&'d Excerpt>,
}

/// Two numbers with their names.
struct Pair([&'static str; 2], [usize; 2]);

fn bytes(span: Span) -> Pair {
    Pair(["start", "end"], [span.start as usize, span.end as usize])
}

impl Serialize for Severity {
    /// As `"error"` or `"warning"`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        })
    }
}

/// A map for tools: `severity`, `code`, `summary`, `detail`, `help`, `fix`, `notes`, `path`, `place` and
/// `labels`. A fix has the `bytes` to replace and the `text` in their place. A place has the `source`, the `bytes` in it from `start` to `end`, and the positions
/// `start` and `end`, each with a `line` and a `column` in grapheme clusters.
///
/// ```
/// let error = serde_hcl::parse("a = 1\na = 2\n").unwrap_err();
/// let json = serde_json::to_value(&error.diagnostics()[0]).unwrap();
/// assert_eq!(json["code"], "attribute-redefined");
/// assert_eq!(json["place"]["bytes"]["start"], 6);
/// assert_eq!(json["place"]["end"], serde_json::json!({ "line": 2, "column": 2 }));
/// assert_eq!(json["labels"][0]["place"]["start"]["line"], 1);
/// ```
impl Serialize for Diagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Diagnostic", 10)?;
        fields.serialize_field("severity", &self.severity())?;
        fields.serialize_field("code", self.code())?;
        fields.serialize_field("summary", self.summary())?;
        fields.serialize_field("detail", self.detail())?;
        fields.serialize_field("help", &self.help())?;
        fields.serialize_field("fix", &self.fix())?;
        fields.serialize_field("notes", self.notes())?;
        fields.serialize_field("path", &self.path())?;
        fields
            .serialize_field("place", &Location { span: self.span(), excerpt: self.excerpt() })?;
        fields.serialize_field("labels", self.labels())?;
        fields.end()
    }
}

/// A map with `bytes` and `text`.
impl Serialize for Fix<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Fix", 2)?;
        fields.serialize_field("bytes", &bytes(self.span))?;
        fields.serialize_field("text", self.text)?;
        fields.end()
    }
}

/// A map with `text` and `place`.
impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let place = Location { span: Some(self.span), excerpt: self.excerpt.as_deref() };
        let mut fields = serializer.serialize_struct("Label", 2)?;
        fields.serialize_field("text", &self.text)?;
        fields.serialize_field("place", &place)?;
        fields.end()
    }
}

impl Serialize for Location<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let position = |position: Option<Position>| {
            position.map(|it| Pair(["line", "column"], [it.line, it.column]))
        };
        let mut fields = serializer.serialize_struct("Location", 4)?;
        fields.serialize_field("source", &self.excerpt.and_then(Excerpt::name))?;
        fields.serialize_field("bytes", &self.span.map(bytes))?;
        fields.serialize_field("start", &position(self.excerpt.and_then(Excerpt::position)))?;
        fields.serialize_field("end", &position(self.excerpt.and_then(Excerpt::end_position)))?;
        fields.end()
    }
}

impl Serialize for Pair {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Pair(names, values) = self;
        serializer.collect_map(names.iter().zip(values))
    }
}
