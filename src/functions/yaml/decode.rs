//! Decodes YAML documents into values.

use std::fmt;

use hashbrown::HashMap;
use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Tag};

use super::scalar::resolve;
use crate::eval::FunctionError;
use crate::limits::budget::{self, MAP, TEXT, charge};
use crate::text::span::Span;
use crate::value::{Map, Type, Value};

/// The maximum number of nodes in a document: scalars, sequences and mappings, including those that
/// aliases repeat. Without it, a few lines of aliases could describe more than any memory can store.
const MAX_NODES: usize = 1_000_000;

/// A mistake in a document.
#[derive(Debug)]
pub(super) struct Mistake {
    reason: String,
    place: Option<Marker>,
}

impl Mistake {
    fn at(place: Marker, reason: &str) -> Self {
        Mistake { reason: reason.to_owned(), place: Some(place) }
    }

    /// The error with its place in the document.
    #[cold]
    pub(super) fn in_text(self, text: &str) -> FunctionError {
        let Some(place) = self.place else { return self.to_string().into() };
        let mut characters = text.char_indices().skip(place.index());
        let start = characters.next().map_or(text.len(), |(start, _)| start);
        let end = characters.next().map_or(text.len(), |(end, _)| end);
        let span = Span::new(start as u32, end as u32);
        let help = "check the text up to this place: its brackets, quotes and indentation";
        FunctionError::new(&self).with_help(help).in_text(
            "the text of yamldecode",
            text,
            span,
            &self.reason,
        )
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "line {}, column {}: ", place.line(), place.col() + 1)?;
        }
        f.write_str(&self.reason)
    }
}

/// The value of the only document of a text.
pub(super) fn decode(text: &str) -> Result<Value, Mistake> {
    let other = |reason: &str| Mistake { reason: reason.to_owned(), place: None };
    if text.trim_start_matches([' ', '\n', '\r']).starts_with('\t') {
        return Err(other("a tab can't indent anything: indent with spaces"));
    }
    let mut decoder = Decoder::default();
    let mut parser = Parser::new_from_str(text);
    // As in the reference, the last line of a block scalar ends with a line break only if the text
    // does.
    let cut_end = (!text.ends_with(['\n', '\r'])).then(|| text.chars().count());
    while let Some(event) = parser.next_event() {
        if budget::is_spent() {
            return Err(other("the budget is used up"));
        }
        let (mut event, span) =
            event.map_err(|error| Mistake::at(*error.marker(), error.info()))?;
        if let Event::Scalar(scalar, ScalarStyle::Literal | ScalarStyle::Folded, ..) = &mut event {
            if cut_end.is_some_and(|end| span.end.index() >= end) && scalar.ends_with('\n') {
                scalar.to_mut().pop();
            }
        }
        decoder.event(event).map_err(|reason| Mistake::at(span.start, &reason))?;
    }
    decoder.value.ok_or_else(|| other("there is no document in it"))
}

#[derive(Default)]
struct Decoder {
    /// The sequences and mappings around the next event, outermost first.
    open: Vec<Collection>,
    /// The nodes with anchors, by the parser's number of the anchor. 0 means no anchor.
    anchors: HashMap<usize, Node>,
    nodes: usize,
    /// The value of the document, once it is complete.
    value: Option<Value>,
}

/// A value, and the number of its nodes.
#[derive(Clone)]
struct Node {
    value: Value,
    size: usize,
}

struct Collection {
    anchor: usize,
    /// The number of nodes before this collection.
    start: usize,
    content: Collected,
}

enum Collected {
    Sequence(Vec<Value>),
    Mapping(Map, Key),
}

/// The role of the next node in a mapping.
enum Key {
    /// A key.
    Awaited,
    /// The value for a key.
    Name(String),
    /// A mapping to merge into this one.
    Merge,
}

impl Decoder {
    fn event(&mut self, event: Event<'_>) -> Result<(), String> {
        match event {
            Event::DocumentStart(_) if self.value.is_some() => {
                Err("there must be no second document".to_owned())
            }
            Event::Scalar(text, style, anchor, tag) => {
                let tag = full_name(tag.as_deref());
                if let Some(key) = self.awaited_key() {
                    *key = name(&tag, &text, style)?;
                    return Ok(());
                }
                let value = resolve(&tag, &text, style)?;
                charge(4 + text.len() / TEXT);
                self.finish(anchor, Node { value, size: 1 })
            }
            Event::SequenceStart(anchor, tag) => {
                self.start(anchor, tag.as_deref(), "seq", Collected::Sequence(Vec::new()))
            }
            Event::MappingStart(anchor, tag) => {
                let content = Collected::Mapping(Map::new(), Key::Awaited);
                self.start(anchor, tag.as_deref(), "map", content)
            }
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(collection) => {
                    let size = self.nodes - collection.start;
                    let value = match collection.content {
                        Collected::Sequence(elements) => Value::Tuple(elements.into()),
                        Collected::Mapping(map, _) => Value::Object(map),
                    };
                    self.nodes = collection.start;
                    self.finish(collection.anchor, Node { value, size: size + 1 })
                }
                None => Ok(()),
            },
            Event::Alias(anchor) => {
                if self.awaited_key().is_some() {
                    return Err(NO_KEY.to_owned());
                }
                let node = self.anchors.get(&anchor).cloned();
                self.finish(0, node.ok_or("an alias must stand behind the value it refers to")?)
            }
            _ => Ok(()),
        }
    }

    fn awaited_key(&mut self) -> Option<&mut Key> {
        match &mut self.open.last_mut()?.content {
            Collected::Mapping(_, key @ Key::Awaited) => Some(key),
            _ => None,
        }
    }

    fn start(
        &mut self,
        anchor: usize,
        tag: Option<&Tag>,
        kind: &str,
        content: Collected,
    ) -> Result<(), String> {
        let tag = full_name(tag);
        if !tag.is_empty() && tag != format!("tag:yaml.org,2002:{kind}") {
            return Err(format!("the tag {tag:?} is not supported"));
        }
        if self.awaited_key().is_some() {
            return Err(NO_KEY.to_owned());
        }
        charge(if kind == "map" { MAP } else { 2 });
        self.open.push(Collection { anchor, start: self.nodes, content });
        Ok(())
    }

    /// Adds a complete node to its collection.
    fn finish(&mut self, anchor: usize, node: Node) -> Result<(), String> {
        self.nodes += node.size;
        if self.nodes > MAX_NODES {
            return Err(format!("there are more than {MAX_NODES} values, with those of aliases"));
        }
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
        match self.open.last_mut().map(|collection| &mut collection.content) {
            None => self.value = Some(node.value),
            Some(Collected::Sequence(elements)) => elements.push(node.value),
            Some(Collected::Mapping(map, key)) => match std::mem::replace(key, Key::Awaited) {
                Key::Name(name) => drop(map.insert(name, node.value)),
                Key::Merge => merge(map, node.value)?,
                Key::Awaited => return Err(NO_KEY.to_owned()),
            },
        }
        Ok(())
    }
}

const NO_KEY: &str = "only strings, numbers and bools can be keys";

fn full_name(tag: Option<&Tag>) -> String {
    match tag {
        // A `!` alone means the same as no tag.
        Some(tag) if tag.handle.is_empty() && tag.suffix == "!" => String::new(),
        Some(tag) => format!("{}{}", tag.handle, tag.suffix),
        None => String::new(),
    }
}

fn name(tag: &str, text: &str, style: ScalarStyle) -> Result<Key, String> {
    if tag == "tag:yaml.org,2002:merge" || tag.is_empty() && text == "<<" {
        return Ok(Key::Merge);
    }
    let key = resolve(tag, text, style)?.convert_to(&Type::String);
    match key.as_ref().map(Value::as_str) {
        Ok(Some(name)) => Ok(Key::Name(name.to_owned())),
        _ => Err(NO_KEY.to_owned()),
    }
}

/// Adds the entries of a mapping, or of all mappings in a sequence.
fn merge(map: &mut Map, value: Value) -> Result<(), String> {
    match value {
        Value::Object(entries) if charge(4 * entries.len()) => map.extend(entries),
        Value::Object(_) => return Err("the budget is used up".to_owned()),
        Value::Tuple(elements)
            if elements.iter().all(|value| matches!(value, Value::Object(_))) =>
        {
            for element in elements {
                merge(map, element)?;
            }
        }
        _ => return Err("only mappings can be merged into a mapping".to_owned()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value;

    #[test]
    fn documents_become_values() {
        let cases = [
            ("---", value!(null)),
            ("a:\n- 1\n- b: ~\n", value!({ "a": [1, { "b": null }] })),
            ("{1: x, true: z, a: 1, a: 2}", value!({ "1": "x", "true": "z", "a": 2 })),
            ("a: &x [1]\nb: *x", value!({ "a": [1], "b": [1] })),
            (
                "a: &x {b: 1, c: 1}\nd: {<<: *x, c: 2}",
                value!({ "a": { "b": 1, "c": 1 }, "d": { "b": 1, "c": 2 } }),
            ),
            ("{<<: [{a: 1}, {b: 2}], c: 3}", value!({ "a": 1, "b": 2, "c": 3 })),
            ("- <<\n- ! 12\n- !!str 12", value!(["<<", 12, "12"])),
            ("a: |\n x\n y", value!({ "a": "x\ny" })),
            ("a: |\n x\n ", value!({ "a": "x\n" })),
            ("a: |\n  x\n  y\nb: >-\n  x\n  y\n", value!({ "a": "x\ny\n", "b": "x y" })),
        ];
        for (text, expected) in cases {
            assert_eq!(decode(text).map_err(|mistake| mistake.to_string()), Ok(expected), "{text}");
        }
    }

    #[test]
    fn mistakes_have_a_place() {
        let cases = [
            ("", "there is no document in it"),
            ("\ta: 1", "a tab can't indent anything: indent with spaces"),
            ("a\n---\nb", "line 2, column 1: there must be no second document"),
            ("a: b: c", "line 1, column 5: mapping values are not allowed in this context"),
            ("a: &x [*x]", "line 1, column 8: an alias must stand behind the value it refers to"),
            ("!local a", "line 1, column 1: the tag \"!local\" is not supported"),
            ("!!seq {}", "line 1, column 1: the tag \"tag:yaml.org,2002:seq\" is not supported"),
            ("? [a]\n: b", "line 1, column 3: only strings, numbers and bools can be keys"),
            ("~: a", "line 1, column 1: only strings, numbers and bools can be keys"),
            ("{<<: 1}", "line 1, column 6: only mappings can be merged into a mapping"),
        ];
        for (text, expected) in cases {
            assert_eq!(decode(text).unwrap_err().to_string(), expected, "{text}");
        }
    }

    #[test]
    fn tabs_separate_tokens_in_a_line() {
        for text in ["a: \t1", "a: [1,\t2]", "a: {\tb: 1 }\t# c", "a: |\n  \tx\nb: \tc"] {
            assert!(decode(text).is_ok(), "{text}: {:?}", decode(text));
        }
    }

    #[test]
    fn aliases_do_not_explode() {
        let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..10 {
            let alias = format!("*a{}", level - 1);
            let aliases = vec![alias; 10].join(", ");
            text += &format!("a{level}: &a{level} [{aliases}]\n");
        }
        assert!(decode(&text).unwrap_err().to_string().contains("more than 1000000 values"));
    }

    #[test]
    fn work_is_linear() {
        let count = 100_000;
        let aliases = format!("- &a 1\n- {}[{}]", "- ".repeat(count), "*a, ".repeat(count));
        assert!(decode(&aliases).is_ok());
        let entries = (0..count).map(|index| format!("k{index}: 1\n<<: *a\n"));
        let merges = format!("a: &a {{ b: 1 }}\n{}", entries.collect::<String>());
        assert!(decode(&merges).is_ok());
    }

    #[test]
    fn depth_is_no_problem() {
        let depth = 20_000;
        let text = "- ".repeat(depth);
        let value = decode(&text).unwrap();
        assert_eq!(value.to_string().matches('[').count(), depth);
        let _ = decode(&"[".repeat(depth));
        let _ = decode(&"{a: ".repeat(depth));
    }
}
