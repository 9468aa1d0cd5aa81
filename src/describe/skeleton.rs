//! Writes a sample document.

use super::body::BodyDescription;
use super::item::{AttributeDescription, BlockDescription, ItemDescription, LabelDescription};
use super::markdown::{sentence, with_labels};
use super::value::{Kind, ValueDescription, expression};
use crate::format::format;
use crate::value::Map;
use crate::{Number, Value};

/// The document: what is required, and everything else in comments.
pub(super) fn skeleton(root: &BodyDescription<'_>) -> String {
    let mut writer = Writer { written: vec![root.clone()], outer: vec![root.clone()] };
    let text = writer.body(root, false).join("\n") + "\n";
    format(&text).unwrap_or(text)
}

struct Writer<'a> {
    /// The bodies that have been written.
    written: Vec<BodyDescription<'a>>,
    outer: Vec<BodyDescription<'a>>,
}

impl<'a> Writer<'a> {
    /// The lines of a body. Inside a comment, what is not required is no further comment.
    fn body(&mut self, body: &BodyDescription<'a>, in_comment: bool) -> Vec<String> {
        let variant = variant(body);
        let is_in = |variants: &[&str]| {
            variants.is_empty() || variants.iter().any(|name| Some(*name) == variant.as_deref())
        };
        let mut lines = Vec::new();
        let mut active: Vec<&str> = Vec::new();
        for attribute in body.attributes() {
            let is_active = attribute.is_required() && is_in(attribute.variants());
            active.extend(is_active.then_some(attribute.name()));
            let about = about(attribute);
            lines.extend((!about.is_empty() && !lines.is_empty()).then(String::new));
            lines.extend(about);
            let value = match (attribute.example().or(attribute.default()), attribute.value()) {
                (Some(value), _) => expression(&value),
                (None, value) if matches!(value.kind(), Kind::Type) => "string".to_owned(),
                (None, value) => expression(&sample(value, &mut Vec::new())),
            };
            let line = format!("{} = {value}", attribute.name());
            lines.extend(line.lines().map(|line| commented(line, is_active || in_comment)));
        }
        for block in body.blocks() {
            let is_known = active.contains(&block.name());
            let is_active = block.is_required() && is_in(block.variants()) && !is_known;
            active.extend(is_active.then_some(block.name()));
            lines.extend((!lines.is_empty()).then(String::new));
            lines.extend(block.documentation().into_iter().flat_map(comment));
            let count = if is_active { block.min_count().clamp(1, 16) } else { 1 };
            let blocks = (0..count).flat_map(|_| self.block(block, is_active, in_comment));
            let blocks: Vec<_> = blocks.collect();
            lines.extend(blocks.iter().map(|line| commented(line, is_active || in_comment)));
        }
        lines
    }

    fn block(
        &mut self,
        block: &BlockDescription<'a>,
        is_active: bool,
        in_comment: bool,
    ) -> Vec<String> {
        let inner = block.body();
        let is_comment = in_comment || !is_active;
        let header = with_labels(block, label_text);
        if is_comment && self.written.contains(&inner) {
            return vec![format!("{header} {{ … }}")];
        }
        if self.outer.contains(&inner) {
            // A list of blocks can be empty; any other type that contains itself is optional.
            let is_map = block.labels().len() > inner.labels().len();
            return vec![format!("{} = {}", block.name(), if is_map { "{}" } else { "[]" })];
        }
        self.written.push(inner.clone());
        self.outer.push(inner.clone());
        let content = self.body(&inner, is_comment);
        self.outer.pop();
        if content.is_empty() {
            return vec![format!("{header} {{}}")];
        }
        // The formatter does not indent the lines of comments.
        let content = content.into_iter().map(|line| format!("  {line}").trim_end().to_owned());
        let first = [format!("{header} {{")];
        first.into_iter().chain(content).chain(["}".to_owned()]).collect()
    }
}

/// The variant that the sample is of.
fn variant(body: &BodyDescription<'_>) -> Option<String> {
    let tag = body.tag().and_then(|tag| body.attribute(tag));
    if let Some(tag) = tag {
        return tag.value().possible_values().first()?.value().as_str().map(str::to_owned);
    }
    let attributes = body.attributes().iter().flat_map(ItemDescription::variants);
    let mut names = attributes.chain(body.blocks().iter().flat_map(ItemDescription::variants));
    names.next().map(|name| (*name).to_owned())
}

fn commented(line: &str, is_active: bool) -> String {
    if is_active { line.to_owned() } else { format!("# {line}").trim_end().to_owned() }
}

fn comment(text: &str) -> Vec<String> {
    text.lines().map(|line| commented(line, false)).collect()
}

/// The documentation, the possible values and the limits.
fn about(attribute: &AttributeDescription<'_>) -> Vec<String> {
    let mut lines: Vec<_> = attribute.documentation().into_iter().flat_map(comment).collect();
    lines.extend(attribute.is_deprecated().then(|| "# Deprecated.".to_owned()));
    let values = attribute.value().possible_values();
    if !values.is_empty() {
        let values: Vec<_> = values.iter().map(ToString::to_string).collect();
        lines.push(format!("# One of {}.", values.join(", ")));
    }
    lines.extend(attribute.value().limits().map(|it| format!("# {}", sentence(&it))));
    lines
}

/// A text for a label.
fn label_text(label: &LabelDescription<'_>) -> String {
    let possible = label.possible_values();
    if let Some(text) = possible.first().and_then(|value| value.value().as_str()) {
        return text.to_owned();
    }
    match label.value.as_ref().map(|value| (value.kind(), value)) {
        Some((Kind::Bool | Kind::Integer | Kind::Number, value)) => {
            expression(&sample(value, &mut Vec::new()))
        }
        Some((Kind::String, value)) if value.max_length().is_some_and(|most| most < 8) => {
            "x".to_owned()
        }
        _ => label.name().unwrap_or("name").to_owned(),
    }
}

/// A permitted value.
fn sample<'a>(value: &ValueDescription<'a>, outer: &mut Vec<BodyDescription<'a>>) -> Value {
    if let Some(first) = value.possible_values().first() {
        return first.value().clone();
    }
    let least = value.min_length().unwrap_or(0).min(16) as usize;
    match value.kind() {
        Kind::Bool => false.into(),
        Kind::Integer | Kind::Number => {
            let zero = Number::from(0);
            let least = value.minimum().filter(|least| *least > zero);
            let most = value.maximum().filter(|most| *most < zero);
            least.or(most).unwrap_or(zero).into()
        }
        Kind::List(element) | Kind::Set(element) => {
            (0..least).map(|_| sample(&element, outer)).collect()
        }
        Kind::Tuple(elements) => elements.iter().map(|element| sample(element, outer)).collect(),
        Kind::Object(body) if !outer.contains(&body) => {
            outer.push((*body).clone());
            let fields = body.attributes().iter().filter(|attribute| attribute.is_required());
            let fields = fields.map(|it| (it.name(), sample(it.value(), outer))).collect();
            outer.pop();
            fields
        }
        Kind::Map(_) | Kind::Object(_) => Map::new().into(),
        Kind::OneOf(alternatives) => {
            alternatives.first().map(|first| sample(first, outer)).unwrap_or_default()
        }
        Kind::Null => Value::default(),
        _ => "x".repeat(least).into(),
    }
}
