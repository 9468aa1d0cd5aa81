//! The content of a body, according to a schema.

use hashbrown::{HashMap, HashSet};

use super::{BlockSchema, Schema, json, rejected};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::json as json_catalog;
use crate::diagnostic::catalog::place::missing_place;
use crate::diagnostic::catalog::schema::{self as catalog, Hint};
use crate::diagnostic::error::Result;
use crate::document::Body;
use crate::document::body_mistakes;
use crate::syntax::unpack::unpack;
use crate::syntax::{AttributeRef, BlockRef, BodyRef, ItemRef};
use crate::text::span::Span;
use crate::text::suggest;

/// The maximum number of diagnostics with suggestions, which take time to find.
const HINTED: usize = 20;

/// The items of a body that a [`Schema`] describes.
///
/// ```
/// use serde_hcl::parse;
/// use serde_hcl::configuration::Schema;
///
/// let document = parse("region = \"eu\"\nservice \"web\" {}\n")?;
/// let schema = Schema::new().required_attribute("region").block("service", &["name"]);
/// let content = document.body().content(&schema)?;
/// assert_eq!(content.attribute("region").unwrap().expression().text(), "\"eu\"");
/// assert_eq!(content.blocks().len(), 1);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Content<'a> {
    body: Option<BodyRef<'a>>,
    attributes: HashMap<&'a str, AttributeRef<'a>>,
    blocks: Vec<BlockRef<'a>>,
    rest: Vec<ItemRef<'a>>,
}

impl<'a> Content<'a> {
    /// The attribute of that name.
    ///
    /// ```
    /// use serde_hcl::configuration::Schema;
    ///
    /// let document = serde_hcl::parse("size = null\n")?;
    /// let schema = Schema::new().attribute("name").attribute("size");
    /// let content = document.body().content(&schema)?;
    /// // An attribute that is null is there.
    /// assert!(content.attribute("size").is_some() && content.attribute("name").is_none());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn attribute(&self, name: &str) -> Option<AttributeRef<'a>> {
        self.attributes.get(name).copied()
    }

    /// The attributes in source order.
    ///
    /// ```
    /// use serde_hcl::configuration::Schema;
    ///
    /// let document = serde_hcl::parse("b = 1\na = 2\n")?;
    /// let content = document.body().content(&Schema::new().attribute("a").attribute("b"))?;
    /// let names: Vec<_> = content.attributes().iter().map(|attribute| attribute.name()).collect();
    /// assert_eq!(names, ["b", "a"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn attributes(&self) -> Vec<AttributeRef<'a>> {
        let mut attributes: Vec<_> = self.attributes.values().copied().collect();
        attributes.sort_unstable_by_key(|attribute| attribute.name_span());
        attributes
    }

    /// The blocks of all types in source order.
    ///
    /// ```
    /// use serde_hcl::configuration::Schema;
    ///
    /// let document = serde_hcl::json::parse(r#"{"job": [{"a": {}}, {"b": {}}]}"#)?;
    /// let content = document.body().content(&Schema::new().block("job", &["name"]))?;
    /// let labels: Vec<_> = content.blocks().iter().flat_map(|block| block.labels()).collect();
    /// assert_eq!((labels[0].value(), labels[1].value()), ("a".into(), "b".into()));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn blocks(&self) -> &[BlockRef<'a>] {
        &self.blocks
    }

    /// The blocks of one type in source order. Linear in all blocks.
    ///
    /// ```
    /// use serde_hcl::parse;
    /// use serde_hcl::configuration::Schema;
    ///
    /// let document = parse("tags {}\nservice \"a\" {}\nservice \"b\" {}\n")?;
    /// let schema = Schema::new().block("tags", &[]).block("service", &["name"]);
    /// let content = document.body().content(&schema)?;
    /// assert_eq!(content.blocks_of("service").count(), 2);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn blocks_of(&self, block_type: &str) -> impl Iterator<Item = BlockRef<'a>> {
        self.blocks.iter().copied().filter(move |block| block.block_type() == block_type)
    }

    /// The items that the schema doesn't describe, in source order. After
    /// [`content`](BodyRef::content) there are none.
    ///
    /// ```
    /// use serde_hcl::configuration::Schema;
    ///
    /// let document = serde_hcl::parse("kind = 1\nsize = 2\ntags {}\n")?;
    /// let content = document.body().partial_content(&Schema::new().attribute("kind"))?;
    /// let names: Vec<_> = content.rest().iter().map(|item| item.name()).collect();
    /// assert_eq!(names, ["size", "tags"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn rest(&self) -> &[ItemRef<'a>] {
        &self.rest
    }

    /// The [rest](Self::rest) as a body, for another schema or a Rust type. Linear in the body.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use serde_hcl::{Context, parse};
    /// use serde_hcl::configuration::Schema;
    ///
    /// let document = parse("kind = \"disk\"\nsize = 5\n")?;
    /// let content = document.body().partial_content(&Schema::new().attribute("kind"))?;
    /// let sizes: HashMap<String, u32> = content.rest_body().decode(&Context::new())?;
    /// assert_eq!(sizes["size"], 5);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn rest_body(&self) -> Body {
        let Some(body) = self.body else { return Body::new() };
        let places: HashSet<_> = self.rest.iter().map(|item| item.name_span()).collect();
        Body::from(body).excerpt(|item| places.contains(&item.name_span()))
    }

    /// The place for a missing item: the start of the document, or the opening brace of the block. In
    /// JSON syntax it is the closing brace of the object, or the opening bracket of the array.
    ///
    /// ```
    /// use serde_hcl::json;
    /// use serde_hcl::configuration::Schema;
    ///
    /// let source = "{ \"zone\": 1 }";
    /// let document = json::parse(source)?;
    /// let content = document.body().partial_content(&Schema::new())?;
    /// assert_eq!(content.missing_item_span().text(source), "}");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn missing_item_span(&self) -> Span {
        self.body.map_or_else(Span::default, missing_place)
    }
}

impl<'a> BodyRef<'a> {
    /// The content of the body, which must match the schema. Linear in the body and the schema.
    ///
    /// # Errors
    ///
    /// All attributes that are missing, all attributes and blocks that are not in the schema, and
    /// all blocks with too few or too many labels.
    ///
    /// ```
    /// use serde_hcl::configuration::Schema;
    ///
    /// let document = serde_hcl::parse("nmae = 1\nsize {}\n")?;
    /// let error = document.body().content(&Schema::new().required_attribute("name")).unwrap_err();
    /// assert_eq!(error.diagnostics().len(), 3);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn content(self, schema: &Schema) -> Result<Content<'a>> {
        let mut reading = Reading::of(self, schema);
        reading.reject_rest();
        reading.content.rest.clear();
        reading.finish(self)
    }

    /// The content of the body as far as it matches the schema, and the mistakes: the errors of
    /// [`content`](Self::content). Linear in the body and the schema.
    ///
    /// ```
    /// use serde_hcl::parse;
    /// use serde_hcl::configuration::Schema;
    ///
    /// let schema = Schema::new().required_attribute("region").block("service", &["name"]);
    /// let document = parse("regoin = \"eu\"\nservice \"web\" {}\nservice {}\n")?;
    /// let (content, diagnostics) = document.body().lenient_content(&schema);
    /// assert_eq!(content.blocks_of("service").count(), 1);
    /// assert_eq!(content.rest()[0].name(), "regoin");
    /// let codes: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.code()).collect();
    /// assert_eq!(codes, ["missing-argument", "missing-label", "unknown-argument"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn lenient_content(self, schema: &Schema) -> (Content<'a>, Vec<Diagnostic>) {
        let mut reading = Reading::of(self, schema);
        reading.reject_rest();
        let Reading { content, diagnostics, .. } = reading;
        let diagnostics = rejected(self, diagnostics).into_diagnostics();
        (content, diagnostics)
    }

    /// The part of the content that is in the schema, and the [rest](Content::rest).
    ///
    /// # Errors
    ///
    /// All attributes that are missing, and all blocks with too few or too many labels.
    ///
    /// ```
    /// use serde_hcl::parse;
    /// use serde_hcl::configuration::Schema;
    ///
    /// let document = parse("name = \"x\"\nsize = 1\n")?;
    /// let content = document.body().partial_content(&Schema::new().attribute("name"))?;
    /// assert_eq!(content.attributes().len(), 1);
    /// assert_eq!(content.rest()[0].name(), "size");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn partial_content(self, schema: &Schema) -> Result<Content<'a>> {
        Reading::of(self, schema).finish(self)
    }

    /// The body without the items whose names are in the schema, as input for another schema. Linear
    /// in the body; in JSON syntax, in the whole document.
    ///
    /// ```
    /// use serde_hcl::parse;
    /// use serde_hcl::configuration::Schema;
    ///
    /// let document = parse("name = \"x\"\nsize = 1\n")?;
    /// let rest = document.body().without(&Schema::new().attribute("name"));
    /// assert_eq!(rest.view().items().next().unwrap().name(), "size");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn without(self, schema: &Schema) -> Body {
        let attributes = schema.attributes.iter().map(|attribute| &*attribute.name);
        let blocks = schema.blocks.iter().map(|block| &*block.name);
        let names: HashSet<&str> = attributes.chain(blocks).collect();
        Body::from(self).excerpt(|item| !names.contains(item.name()))
    }

    /// The attributes of a body without blocks, of any names, in source order.
    ///
    /// # Errors
    ///
    /// If there is a block; in JSON syntax, if the body is not an object, or if two properties have
    /// the same name.
    ///
    /// ```
    /// let document = serde_hcl::parse("a = 1\nb = 2\n")?;
    /// assert_eq!(document.body().attributes_only()?.len(), 2);
    /// let document = serde_hcl::parse("a = 1\nb {}\n")?;
    /// assert!(document.body().attributes_only().is_err());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn attributes_only(self) -> Result<Vec<AttributeRef<'a>>> {
        if self.is_json() {
            return json::attributes_only(self);
        }
        match self.blocks().next() {
            Some(block) => Err(rejected(self, vec![catalog::unexpected_block(block)])),
            None => Ok(self.attributes().collect()),
        }
    }
}

/// A body being read.
struct Reading<'a, 's> {
    schema: &'s Schema,
    content: Content<'a>,
    diagnostics: Vec<Diagnostic>,
}

/// Adds a diagnostic, unless the block before has the same one: all blocks of one `dynamic` block have
/// the same labels, and so the same mistake.
fn push_distinct(diagnostics: &mut Vec<Diagnostic>, next: Diagnostic) {
    if diagnostics.last().is_none_or(|last| last.span() != next.span()) {
        diagnostics.push(next);
    }
}

impl<'a, 's> Reading<'a, 's> {
    /// Reads the items that the schema describes.
    fn of(body: BodyRef<'a>, schema: &'s Schema) -> Self {
        let diagnostics = if body.is_json() { body_mistakes(body) } else { Vec::new() };
        let mut reading = Reading {
            schema,
            content: Content { body: Some(body), ..Content::default() },
            diagnostics,
        };
        let attributes: HashSet<&str> =
            schema.attributes.iter().map(|attribute| &*attribute.name).collect();
        let blocks: HashMap<&str, &BlockSchema> =
            schema.blocks.iter().map(|block| (&*block.name, block)).collect();
        // Labels are reported after missing attributes.
        let mut labels = Vec::new();
        for item in body.items() {
            match (item.as_attribute(), item.as_block()) {
                (Some(attribute), _) if attributes.contains(attribute.name()) => {
                    reading.take_attribute(attribute);
                }
                (Some(_), _) if item.as_property().is_some() => match blocks.get(item.name()) {
                    Some(schema) => reading.take_property(item, schema),
                    None => reading.content.rest.push(item),
                },
                (_, Some(block)) => match blocks.get(block.block_type()) {
                    Some(schema) => {
                        if let Some(wrong) = reading.take_block(block, schema) {
                            push_distinct(&mut labels, wrong);
                        }
                    }
                    None => reading.content.rest.push(item),
                },
                _ => reading.content.rest.push(item),
            }
        }
        reading.require_attributes(body);
        reading.diagnostics.extend(labels);
        reading
    }

    fn require_attributes(&mut self, body: BodyRef<'a>) {
        for attribute in &self.schema.attributes {
            if attribute.is_required && self.content.attribute(&attribute.name).is_none() {
                self.diagnostics.push(catalog::missing_attribute(&attribute.name, body));
            }
        }
    }

    /// In native syntax the parser has already checked that names don't repeat.
    fn take_attribute(&mut self, attribute: AttributeRef<'a>) {
        if let Some(first) = self.content.attributes.get(attribute.name()) {
            self.diagnostics.push(json_catalog::duplicate(attribute, *first, true));
            return;
        }
        self.content.attributes.insert(attribute.name(), attribute);
    }

    /// Takes a block that has the right number of labels.
    fn take_block(&mut self, block: BlockRef<'a>, schema: &BlockSchema) -> Option<Diagnostic> {
        let (wanted, given) = (schema.labels.len(), block.labels().len());
        if let (0, Some(argument)) = (wanted, block.labels_argument()) {
            return Some(catalog::needless_labels(block, argument));
        }
        match (block.labels().nth(wanted), schema.labels.get(given)) {
            (Some(label), _) => Some(catalog::extraneous_label(block, label, &schema.labels)),
            (None, Some(label)) => Some(catalog::missing_label(block, label, &schema.labels)),
            (None, None) => {
                self.content.blocks.push(block);
                None
            }
        }
    }

    /// Takes a property that is a block type in the schema.
    fn take_property(&mut self, item: ItemRef<'a>, schema: &BlockSchema) {
        if let Some(labels) = item.0.generated_labels() {
            let is_needless = schema.labels.is_empty() && labels.value.is_some();
            if is_needless || labels.count != schema.labels.len() {
                let wrong = json_catalog::generated_labels(item, &labels, &schema.labels);
                push_distinct(&mut self.diagnostics, wrong);
                return;
            }
        }
        let unpacked = unpack(item.0, schema.labels.len());
        self.content.blocks.extend(unpacked.blocks);
        let mistakes = unpacked.mistakes.into_iter();
        self.diagnostics.extend(
            mistakes.map(|each| json_catalog::no_blocks(each, &schema.name, &schema.labels)),
        );
    }

    /// Reports all items that the schema doesn't have.
    fn reject_rest(&mut self) {
        for (index, item) in self.content.rest.iter().copied().enumerate() {
            let hint = if index < HINTED { self.hint(item) } else { Hint::None };
            match item.as_property() {
                None => self.diagnostics.push(catalog::unsupported(item, hint)),
                Some(_) => self.diagnostics.extend(json::extraneous(item, hint)),
            }
        }
    }

    /// A suggestion for an item that the schema doesn't have.
    fn hint(&self, item: ItemRef<'a>) -> Hint<'s> {
        let name = item.name();
        let attributes = self.schema.attributes.iter().map(|attribute| &*attribute.name);
        let mut blocks = self.schema.blocks.iter().map(|block| &*block.name);
        let (nearest, is_other) = match item.as_block() {
            Some(_) => {
                (suggest::nearest(name, blocks), attributes.clone().any(|other| other == name))
            }
            None if item.as_property().is_some() => {
                let absent =
                    attributes.clone().filter(|name| self.content.attribute(name).is_none());
                (suggest::nearest(name, absent.chain(blocks)), false)
            }
            None => {
                let is_block = blocks.any(|other| other == name);
                let absent = attributes.filter(|name| self.content.attribute(name).is_none());
                (suggest::nearest(name, absent), is_block)
            }
        };
        match nearest {
            Some(nearest) => Hint::Name(nearest),
            None if is_other => Hint::OtherKind,
            None => Hint::None,
        }
    }

    fn finish(self, body: BodyRef<'a>) -> Result<Content<'a>> {
        match self.diagnostics.is_empty() {
            true => Ok(self.content),
            false => Err(rejected(body, self.diagnostics)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser::document::parse;

    #[test]
    fn diagnostics_suggest_similar_names() {
        let schema =
            Schema::new().attribute("region").attribute("tags").block("service", &["name"]);
        let cases = [
            ("regoin = 1\n", "regoin", Some("did you mean \"region\"?")),
            ("service = 1\n", "service", Some("\"service\" is a block: write service { … }")),
            ("servcie \"a\" {}\n", "servcie", Some("did you mean \"service\"?")),
            ("tags {}\n", "tags", Some("\"tags\" is an argument: write tags = …")),
            ("other = 1\n", "other", None),
            ("service \"a\" b {}\n", "b", Some("remove this label")),
            ("service {}\n", "{", Some("write service \"name\" { … }")),
        ];
        for (source, subject, help) in cases {
            let error = parse(source).unwrap().body().content(&schema).unwrap_err();
            let diagnostic = &error.diagnostics()[0];
            assert_eq!(diagnostic.span().unwrap().text(source), subject);
            assert_eq!(diagnostic.help(), help, "{source}");
        }
    }

    /// Properties in the place of labels are one mistake.
    #[test]
    fn a_list_of_objects_without_labels_is_reported_once() {
        let source = r#"{ "server": [{ "host": "a", "port": 1 }, { "host": "b", "port": 2 }] }"#;
        let document = crate::json::parse(source).unwrap();
        let schema = Schema::new().block("server", &["name"]);
        let error = document.body().content(&schema).unwrap_err();
        assert_eq!(error.distinct().len(), 1, "{error}");
    }

    #[test]
    fn other_items_are_the_rest() {
        let schema = Schema::new().required_attribute("a").block("b", &["label"]);
        let document = parse("c {}\na = 1\nb \"x\" {}\nd = 2\n").unwrap();
        let content = document.body().partial_content(&schema).unwrap();
        assert_eq!(content.blocks().len(), 1);
        let rest: Vec<_> = content.rest().iter().map(|item| item.name()).collect();
        assert_eq!(rest, ["c", "d"]);
        assert!(document.body().attributes_only().is_err());
    }
}
