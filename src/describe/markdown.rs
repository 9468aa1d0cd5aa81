//! Writes a description as a reference manual.

use std::fmt::Write;

use super::body::{ANY_NAME, BodyDescription};
use super::item::{AttributeDescription, BlockDescription, ItemDescription, LabelDescription};
use super::value::{Kind, PossibleValue, ValueDescription, expression, range};

/// The manual: a section for the document, and one for each body and each object in it.
pub(super) fn manual(root: &BodyDescription<'_>) -> String {
    let mut sections = Vec::new();
    let title = root.name().unwrap_or("Configuration");
    collect(&mut sections, root, None, title.to_owned(), "the document");
    let mut text = String::new();
    for (index, section) in sections.iter().enumerate() {
        let sign = if index == 0 { "#" } else { "\n##" };
        // Writing to a string never fails.
        let _ = writeln!(text, "{sign} {}", section.title);
        section.write(&mut text, &sections);
    }
    text
}

struct Section<'a> {
    title: String,
    /// The sections in which it is used.
    users: Vec<String>,
    block: Option<BlockDescription<'a>>,
    body: BodyDescription<'a>,
}

/// Adds a section for a body and those inside it, unless there is one. A body that is used twice has one section.
fn collect<'a>(
    sections: &mut Vec<Section<'a>>,
    body: &BodyDescription<'a>,
    block: Option<&BlockDescription<'a>>,
    title: String,
    user: &str,
) {
    if let Some(known) = sections.iter_mut().find(|section| section.body == *body) {
        if !known.users.iter().any(|known| known == user) {
            known.users.push(user.to_owned());
        }
        return;
    }
    let count = sections.iter().filter(|section| section.title.starts_with(&title)).count();
    let title = if count == 0 { title } else { format!("{title} {}", count + 1) };
    let (users, block) = (vec![user.to_owned()], block.cloned());
    sections.push(Section { title: title.clone(), users, block, body: body.clone() });
    for block in body.blocks().iter().chain(body.other_blocks().iter().filter(|it| !it.is_any())) {
        let variant = block.labels().iter().find_map(|label| label.variant());
        let name = variant.map_or(block.name().to_owned(), |it| format!("{} {it}", block.name()));
        collect(sections, &block.body(), Some(block), name, &title);
    }
    for attribute in body.attributes().iter().chain(body.other_attribute()) {
        for object in objects(attribute.value()) {
            collect(sections, &object, None, attribute.name().to_owned(), &title);
        }
    }
}

/// The objects in a value, without those inside them.
fn objects<'a>(value: &ValueDescription<'a>) -> Vec<BodyDescription<'a>> {
    let mut found = Vec::new();
    let mut rest = vec![value.clone()];
    let mut seen = Vec::new();
    while let Some(value) = rest.pop() {
        if seen.contains(&value.identity) {
            continue;
        }
        seen.push(value.identity);
        match value.kind() {
            Kind::Object(body) => found.push(*body),
            Kind::List(element) | Kind::Set(element) | Kind::Map(element) => rest.push(element),
            Kind::Tuple(elements) | Kind::OneOf(elements) => rest.extend(elements),
            _ => {}
        }
    }
    found
}

impl Section<'_> {
    fn write(&self, text: &mut String, sections: &[Section<'_>]) {
        let body = &self.body;
        if let Some(documentation) = body.documentation() {
            let _ = writeln!(text, "\n{documentation}");
        }
        if let Some(block) = &self.block {
            let users: Vec<_> = self.users.iter().map(|user| link(user, user)).collect();
            let _ = writeln!(text, "\n`{} {{ … }}` in {}.", header(block), users.join(", "));
            for label in block.labels() {
                let about = label.documentation().map(cell).into_iter();
                let about: Vec<_> = about.chain(values(&label.possible_values())).collect();
                if !about.is_empty() {
                    let name = label.name().unwrap_or("name");
                    let _ = writeln!(text, "\nThe label `{name}`: {}", about.join(" "));
                }
            }
        }
        let is_any = body.other_blocks().iter().any(|block| block.is_any());
        let others = body.other_attribute().filter(|_| !is_any);
        let mut attributes = body.attributes().iter().chain(others).peekable();
        if attributes.peek().is_some() {
            text.push_str("\n| Argument | Type | Required | Default | Description |\n");
            text.push_str("|---|---|---|---|---|\n");
        }
        for attribute in attributes {
            let default = attribute.default();
            let default = default.map(|value| format!("`{}`", line(&expression(&value))));
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} |",
                name(attribute.name()),
                line(&attribute.value().to_string()),
                if attribute.is_required() { "yes" } else { "no" },
                default.unwrap_or_default(),
                self.about(attribute, about_value(attribute, sections)),
            );
        }
        let others = body.other_blocks().iter().filter(|block| !block.is_any());
        let mut blocks = body.blocks().iter().chain(others).peekable();
        if blocks.peek().is_some() {
            text.push_str("\n| Block | Number | Description |\n|---|---|---|\n");
        }
        for block in blocks {
            let least = Some(block.min_count()).filter(|least| *least > 0);
            let number = range(least, block.max_count(), "").unwrap_or("any number".to_owned());
            let inner = block.body();
            let section = sections.iter().find(|section| section.body == inner);
            let about = block.documentation().and_then(|it| it.split("\n\n").next()).map(line);
            let about = self.about(block, about);
            let header = format!("`{}`", header(block));
            let header = section.map_or(header.clone(), |it| link(&header, &it.title));
            let _ = writeln!(text, "| {header} | {number} | {about} |");
        }
        if is_any {
            text.push_str("\nArguments and blocks of any other name are permitted.\n");
        }
    }

    /// The documentation of an item, with notes.
    fn about<C>(
        &self,
        item: &ItemDescription<'_, C>,
        documentation: impl IntoIterator<Item = String>,
    ) -> String {
        let deprecated = item.is_deprecated().then(|| "**Deprecated.**".to_owned());
        let condition = self.condition(item.variants());
        let parts = deprecated.into_iter().chain(documentation).chain(condition);
        parts.collect::<Vec<_>>().join(" ")
    }

    fn condition(&self, variants: &[&str]) -> Option<String> {
        let tag = self.body.tag();
        let names = variants.iter().map(|variant| match tag {
            Some(tag) => format!("`{tag} = {}`", expression(&(*variant).into())),
            None => format!("`{variant}`"),
        });
        let names = names.collect::<Vec<_>>().join(" or ");
        let start = if tag.is_some() { "Only with" } else { "Only in the variant" };
        (!names.is_empty()).then(|| format!("{start} {names}."))
    }
}

/// The documentation of an attribute, with the permitted values.
fn about_value(attribute: &AttributeDescription<'_>, sections: &[Section<'_>]) -> Vec<String> {
    let value = attribute.value();
    let documentation = attribute.documentation().map(cell);
    let limits = value.limits().map(|limits| sentence(&line(&limits)));
    let objects = objects(value).into_iter().filter_map(|object| {
        let section = sections.iter().find(|section| section.body == object)?;
        Some(format!("See {}.", link(&section.title, &section.title)))
    });
    let values = values(&value.possible_values());
    documentation.into_iter().chain(values).chain(limits).chain(objects).collect()
}

/// The possible values in a sentence.
fn values(values: &[PossibleValue<'_>]) -> Option<String> {
    let texts = values.iter().map(|value| {
        let name = format!("`{}`", line(&value.to_string()));
        let documentation =
            value.documentation().map(|it| format!(" ({})", cell(it).trim_end_matches('.')));
        let deprecated = if value.is_deprecated() { " (deprecated)" } else { "" };
        name + &documentation.unwrap_or_default() + deprecated
    });
    let start = if values.len() == 1 { "Always" } else { "One of" };
    let texts: Vec<_> = texts.collect();
    (!texts.is_empty()).then(|| format!("{start} {}.", texts.join(", ")))
}

/// The block type with its labels, as in `service "name"`.
fn header(block: &BlockDescription<'_>) -> String {
    let more = if block.body().takes_any_labels() { " …" } else { "" };
    let text = |label: &LabelDescription<'_>| {
        label.variant().or(label.name()).unwrap_or("name").to_owned()
    };
    with_labels(block, text) + more
}

/// The block type with these texts as labels.
pub(super) fn with_labels(
    block: &BlockDescription<'_>,
    text: fn(&LabelDescription<'_>) -> String,
) -> String {
    let labels = block.labels();
    let labels = labels.iter().map(|label| format!(" {}", expression(&text(label).into())));
    block.name().to_owned() + &labels.collect::<String>()
}

/// The text as a sentence.
pub(super) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).chain(['.']).collect()
}

fn name(name: &str) -> String {
    if name == ANY_NAME { "any other name".to_owned() } else { format!("`{name}`") }
}

/// A link to a section.
fn link(text: &str, title: &str) -> String {
    let anchor = title.chars().filter_map(|char| match char {
        ' ' => Some('-'),
        '_' | '-' => Some(char),
        _ => char.is_alphanumeric().then(|| char.to_ascii_lowercase()),
    });
    format!("[{text}](#{})", anchor.collect::<String>())
}

/// Documentation in a cell of a table, where lines can't end.
fn cell(documentation: &str) -> String {
    let paragraphs = documentation.split("\n\n").map(line);
    paragraphs.collect::<Vec<_>>().join("<br>")
}

fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
