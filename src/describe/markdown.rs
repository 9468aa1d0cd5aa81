//! Writes a description as a reference manual.

use std::fmt::Write;

use super::body::{ANY_NAME, AttributeDescription, BlockDescription, BodyDescription};
use super::value::{Kind, ValueDescription, expression};

/// The manual: a section for the document, and one for each body and each object in it.
pub(super) fn manual(root: &BodyDescription<'_>) -> String {
    let mut sections = Vec::new();
    let title = root.name().unwrap_or("Configuration");
    collect(&mut sections, root, title.to_owned(), "the document");
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
    header: Option<BlockDescription<'a>>,
    body: BodyDescription<'a>,
}

/// Adds a section for a body and those inside it, unless there is one. A body that is used twice has one section.
fn collect<'a>(
    sections: &mut Vec<Section<'a>>,
    body: &BodyDescription<'a>,
    title: String,
    user: &str,
) -> Option<usize> {
    if let Some(known) = sections.iter_mut().find(|section| section.body.is_identical(body)) {
        if !known.users.iter().any(|known| known == user) {
            known.users.push(user.to_owned());
        }
        return None;
    }
    let count = sections.iter().filter(|section| section.title.starts_with(&title)).count();
    let title = if count == 0 { title } else { format!("{title} {}", count + 1) };
    let index = sections.len();
    let users = vec![user.to_owned()];
    sections.push(Section { title: title.clone(), users, header: None, body: body.clone() });
    for block in body.blocks().iter().chain(body.other_blocks().iter().filter(|it| !it.is_any())) {
        let variant = block.labels().iter().find_map(|label| label.variant());
        let name = variant.map_or(block.name().to_owned(), |it| format!("{} {it}", block.name()));
        if let Some(new) = collect(sections, &block.body(), name, &title) {
            if let Some(section) = sections.get_mut(new) {
                section.header = Some(block.clone());
            }
        }
    }
    for attribute in body.attributes().iter().chain(body.other_attribute()) {
        for object in objects(attribute.value()) {
            collect(sections, &object, attribute.name().to_owned(), &title);
        }
    }
    Some(index)
}

/// The objects in a value, without those inside them.
fn objects<'a>(value: &ValueDescription<'a>) -> Vec<BodyDescription<'a>> {
    let mut found = Vec::new();
    let mut rest = vec![value.clone()];
    let mut seen = Vec::new();
    while let Some(value) = rest.pop() {
        if seen.contains(&value.identity()) {
            continue;
        }
        seen.push(value.identity());
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
        if let Some(block) = &self.header {
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
        let is_any = body.other_blocks().iter().any(BlockDescription::is_any);
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
                self.about(attribute, sections),
            );
        }
        let others = body.other_blocks().iter().filter(|block| !block.is_any());
        let mut blocks = body.blocks().iter().chain(others).peekable();
        if blocks.peek().is_some() {
            text.push_str("\n| Block | Number | Description |\n|---|---|---|\n");
        }
        for block in blocks {
            let number = match (block.min_count(), block.max_count()) {
                (1, Some(1)) => "one".to_owned(),
                (0, Some(1)) => "at most one".to_owned(),
                (0, None) => "any number".to_owned(),
                (1, None) => "at least one".to_owned(),
                (least, None) => format!("at least {least}"),
                (0, Some(most)) => format!("at most {most}"),
                (least, Some(most)) if least == most => least.to_string(),
                (least, Some(most)) => format!("{least} to {most}"),
            };
            let inner = block.body();
            let section = sections.iter().find(|section| section.body.is_identical(&inner));
            let mut about = Vec::new();
            about.extend(block.is_deprecated().then(|| "**Deprecated.**".to_owned()));
            about.extend(block.documentation().and_then(|it| it.split("\n\n").next()).map(line));
            about.extend(self.condition(block.variants()));
            let header = format!("`{}`", header(block));
            let header = section.map_or(header.clone(), |it| link(&header, &it.title));
            let _ = writeln!(text, "| {header} | {number} | {} |", about.join(" "));
        }
        if is_any {
            text.push_str("\nArguments and blocks of any other name are permitted.\n");
        }
    }

    /// What there is to say about an attribute.
    fn about(&self, attribute: &AttributeDescription<'_>, sections: &[Section<'_>]) -> String {
        let value = attribute.value();
        let mut about = Vec::new();
        about.extend(attribute.is_deprecated().then(|| "**Deprecated.**".to_owned()));
        about.extend(attribute.documentation().map(cell));
        about.extend(values(&value.possible_values()));
        about.extend(value.limits().map(|limits| sentence(&line(&limits))));
        about.extend(self.condition(attribute.variants()));
        for object in objects(value) {
            let section = sections.iter().find(|section| section.body.is_identical(&object));
            about.extend(section.map(|it| format!("See {}.", link(&it.title, &it.title))));
        }
        about.join(" ")
    }

    fn condition(&self, variants: &[&str]) -> Option<String> {
        let tag = self.body.tag();
        let names = variants.iter().map(|variant| match tag {
            Some(tag) => format!("`{tag} = {}`", expression(&(*variant).into())),
            None => format!("`{variant}`"),
        });
        let names: Vec<_> = names.collect();
        match (names.is_empty(), tag) {
            (true, _) => None,
            (false, Some(_)) => Some(format!("Only with {}.", names.join(" or "))),
            (false, None) => Some(format!("Only in the variant {}.", names.join(" or "))),
        }
    }
}

/// The possible values in a sentence.
fn values(values: &[super::PossibleValue<'_>]) -> Option<String> {
    let texts = values.iter().map(|value| {
        let name = format!("`{}`", line(&value.to_string()));
        let documentation =
            value.documentation().map(|it| format!(" ({})", cell(it).trim_end_matches('.')));
        let deprecated = if value.is_deprecated() { " (deprecated)" } else { "" };
        name + &documentation.unwrap_or_default() + deprecated
    });
    let texts: Vec<_> = texts.collect();
    match texts.len() {
        0 => None,
        1 => Some(format!("Always {}.", texts.join(""))),
        _ => Some(format!("One of {}.", texts.join(", "))),
    }
}

/// The block type with its labels, as in `service "name"`.
pub(super) fn header(block: &BlockDescription<'_>) -> String {
    let labels = block.labels().into_iter().map(|label| {
        let text = label.variant().or(label.name()).unwrap_or("name");
        format!(" {}", expression(&text.into()))
    });
    let more = if block.body().takes_any_labels() { " …" } else { "" };
    format!("{}{}{more}", block.name(), labels.collect::<String>())
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
