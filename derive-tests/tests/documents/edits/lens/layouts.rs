//! Documents in various layouts that are read as the same value.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_hcl::{Body, Item};
use serde_hcl::{Value, from_str, parse, to_string, to_value};

use super::generate::Choices;

/// The documents that are read as a value. None, if the value can't be written.
pub(super) fn layouts<T>(value: &T, choices: &mut Choices) -> Vec<String>
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let Ok(text) = to_string(value) else { return Vec::new() };
    let mut layouts = vec![
        commented(&text),
        commented(&text).replace('\n', "\r\n"),
        commented(&indented(&text, choices)),
        commented(&with_unknown_items(&text)),
    ];
    layouts.extend(as_attributes(value, choices));
    layouts.push(text);
    layouts.retain(|text| from_str::<T>(text).is_ok_and(|read| read == *value));
    layouts
}

/// With comments where they can be: on lines of their own, and at the ends of lines.
fn commented(text: &str) -> String {
    let mut commented = String::from("# The start.\n\n");
    let Ok(document) = parse(text) else { return text.to_owned() };
    let is_code = |offset: usize| {
        // The end of a line in a heredoc belongs to an expression.
        let place = document.place_at(offset as u32);
        !place.expressions().iter().any(|it| it.text().starts_with("<<"))
    };
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let content = line.trim_end();
        let end = start + content.len();
        let is_start = is_code(start) || content.contains("<<");
        if number % 3 == 0 && is_start && !content.trim_start().is_empty() {
            commented.push_str(&format!("// above {number}\n"));
        }
        commented.push_str(content);
        if number % 2 == 0 && !content.is_empty() && is_code(end) && !content.contains("<<") {
            commented.push_str(&format!(" # behind {number}"));
        }
        commented.push('\n');
        start += line.len();
    }
    commented.push_str("\n# The end.\n");
    commented
}

/// With another indentation, and without blank lines.
fn indented(text: &str, choices: &mut Choices) -> String {
    if text.contains("<<") {
        return text.to_owned();
    }
    let indentation = choices.one_of(&["\t", "    ", ""]);
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let lines = lines.map(|line| {
        let content = line.trim_start();
        format!("{}{content}\n", indentation.repeat((line.len() - content.len()) / 2))
    });
    lines.collect()
}

/// With items between the others that a type may not know.
fn with_unknown_items(text: &str) -> String {
    let Ok(mut document) = text.parse::<Body>() else { return String::new() };
    let unknown: Item = "# unknown\nunknown_zz = f(x)".parse().expect("an item");
    let block: Item = "unknown_block \"z\" {}".parse().expect("an item");
    let first = document.view().blocks().next();
    let first = first.map(|block| {
        let labels: Vec<_> = block.labels().map(|label| label.value().into_owned()).collect();
        (block.block_type().to_owned(), labels)
    });
    document.push(unknown).expect("no other item has the name");
    if let Some((name, labels)) = first {
        let address = std::iter::once(name).chain(labels).collect::<Vec<_>>();
        if document.insert_after(&address[..], block).is_err() {
            return String::new();
        }
    }
    document.to_string()
}

/// Everything as an attribute, on one line or on several.
fn as_attributes<T: Serialize>(value: &T, choices: &mut Choices) -> Vec<String> {
    let Ok(Value::Object(entries)) = to_value(value) else { return Vec::new() };
    let mut document = Body::default();
    for (name, value) in &entries {
        if !matches!(value, Value::Null(_)) && document.set([&**name], value).is_err() {
            return Vec::new();
        }
    }
    let text = document.to_string();
    let mut layouts = vec![text.clone()];
    if !text.contains("<<") {
        // In one line, the elements need commas.
        let lines: Vec<String> = entries
            .iter()
            .filter(|(_, value)| !matches!(value, Value::Null(_)))
            .map(|(name, value)| format!("{name} = {value} # {name}\n"))
            .collect();
        let _ = choices;
        layouts.push(lines.concat());
    }
    layouts.push(commented(&text));
    layouts
}
