//! Reads the schemas of schemars: references, parts that hold together, and choices.

use serde_json::Value as Json;

pub(super) type Object = serde_json::Map<String, Json>;

/// The address of the schema of a type, which tells types apart.
pub(super) type Identity = usize;

/// The keyword with which a schema says what JSON Schema can't. See the header of this folder.
pub(super) const HCL: &str = "x-hcl";

/// A schema, in the document that has the definitions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
    pub(super) document: &'a Json,
    pub(super) schema: &'a Json,
}

impl<'a> Node<'a> {
    pub(super) fn with(self, schema: &'a Json) -> Self {
        Node { schema, ..self }
    }

    /// The facts of the schema and of all schemas that it refers to.
    pub(super) fn facts(self) -> Facts<'a> {
        let mut facts = Facts {
            node: self,
            schemas: Vec::new(),
            choices: Vec::new(),
            name: None,
            is_nullable: false,
        };
        facts.add(self);
        facts
    }

    /// The definition that a reference such as `#/$defs/Job` means.
    fn definition(self, reference: &str) -> Option<Node<'a>> {
        let pointer = percent_decoded(reference.strip_prefix('#')?);
        self.document.pointer(&pointer).map(|schema| self.with(schema))
    }
}

/// schemars writes the names of definitions as parts of an address.
fn percent_decoded(text: &str) -> String {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let code = part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.unwrap_or(b'%'));
        bytes.extend(part.bytes().skip(if code.is_some() { 2 } else { 0 }));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// All schemas that hold for one value, from the outside to the inside: the schema of a field, the definition
/// that it refers to, and the schemas of flattened parts.
#[derive(Clone, Debug)]
pub(super) struct Facts<'a> {
    pub(super) node: Node<'a>,
    schemas: Vec<&'a Object>,
    /// The alternatives of each enum. A schema and null are no choice.
    pub(super) choices: Vec<Vec<Node<'a>>>,
    /// The name of the type.
    pub(super) name: Option<&'a str>,
    /// Whether the value can be null.
    pub(super) is_nullable: bool,
}

impl<'a> Facts<'a> {
    fn add(&mut self, node: Node<'a>) {
        let Some(schema) = node.schema.as_object() else { return };
        if self.schemas.iter().any(|known| std::ptr::eq(*known, schema)) {
            return;
        }
        self.schemas.push(schema);
        let has_null = |key: &str, null: Json| {
            schema.get(key).and_then(Json::as_array).is_some_and(|list| list.contains(&null))
        };
        self.is_nullable |= has_null("type", "null".into()) || has_null("enum", Json::Null);
        let text = |key: &str| schema.get(key).and_then(Json::as_str);
        if let Some(title) = text("title") {
            self.name.get_or_insert(title);
        }
        if let Some(reference) = text("$ref") {
            let name = reference.rsplit('/').next().filter(|name| *name != "#");
            self.name = self.name.or(name);
            if let Some(definition) = node.definition(reference) {
                self.add(definition);
            }
        }
        let members = |key| schema.get(key).and_then(Json::as_array).into_iter().flatten();
        for part in members("allOf") {
            self.add(node.with(part));
        }
        for key in ["oneOf", "anyOf"] {
            let alternatives = members(key).map(|member| node.with(member));
            let is_null = |it: &Node<'_>| it.schema.get("type").is_some_and(|ty| ty == "null");
            let (nulls, alternatives): (Vec<_>, Vec<_>) = alternatives.partition(is_null);
            self.is_nullable |= !nulls.is_empty();
            match *alternatives {
                [] => {}
                [only] if key == "anyOf" => self.add(only),
                _ => self.choices.push(alternatives),
            }
        }
    }

    /// The outermost value of a keyword: what a field says overrides what its type says.
    pub(super) fn get(&self, key: &str) -> Option<&'a Json> {
        self.schemas.iter().find_map(|schema| schema.get(key))
    }

    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        self.get(key).and_then(Json::as_str)
    }

    pub(super) fn flag(&self, key: &str) -> bool {
        self.get(key).and_then(Json::as_bool).unwrap_or(false)
    }

    /// The value of [`HCL`].
    pub(super) fn hcl(&self) -> Option<&'a str> {
        self.text(HCL)
    }

    /// The type, without null.
    pub(super) fn type_name(&self) -> Option<&'a str> {
        match self.get("type") {
            Some(Json::Array(names)) => {
                let mut names = names.iter().filter_map(Json::as_str).filter(|it| *it != "null");
                let first = names.next();
                if names.next().is_some() { None } else { first }
            }
            name => name.and_then(Json::as_str),
        }
    }

    pub(super) fn is_object(&self) -> bool {
        self.type_name() == Some("object") || self.properties().next().is_some()
    }

    /// Whether the schema is that of a map: it has no names of its own.
    pub(super) fn is_map(&self) -> bool {
        self.is_object()
            && self.properties().next().is_none()
            && self.choices.is_empty()
            && self.others().is_some()
    }

    /// Whether properties of other names are refused.
    pub(super) fn is_closed(&self) -> bool {
        let is_false = |key| self.get(key).and_then(Json::as_bool) == Some(false);
        self.others().is_none()
            && (is_false("additionalProperties") || is_false("unevaluatedProperties"))
    }

    /// The schema of properties of all other names.
    pub(super) fn others(&self) -> Option<Node<'a>> {
        let patterns = self.get("patternProperties").and_then(Json::as_object);
        let pattern = patterns.and_then(|patterns| patterns.values().next());
        let given = ["additionalProperties", "unevaluatedProperties"].map(|key| self.get(key));
        let given = given.into_iter().flatten().find(|schema| **schema != Json::Bool(false));
        pattern.or(given).map(|schema| self.node.with(schema))
    }

    /// The properties: first the required ones, in the order of the fields; then the others, which schemars
    /// keeps in the order of their names.
    pub(super) fn properties(&self) -> impl Iterator<Item = (&'a str, Node<'a>)> + '_ {
        let required = self.required().filter_map(|name| {
            self.maps().find_map(|map| map.get_key_value(name)).map(|(name, it)| (&**name, it))
        });
        let others = self.maps().flatten().map(|(name, schema)| (&**name, schema));
        let others = others.filter(|(name, _)| !self.required().any(|it| it == *name));
        required.chain(others).map(|(name, schema)| (name, self.node.with(schema)))
    }

    fn maps(&self) -> impl Iterator<Item = &'a Object> + '_ {
        let schemas = self.schemas.iter();
        schemas.filter_map(|schema| schema.get("properties").and_then(Json::as_object))
    }

    /// The names of the required properties.
    pub(super) fn required(&self) -> impl Iterator<Item = &'a str> + '_ {
        let lists =
            self.schemas.iter().filter_map(|it| it.get("required").and_then(Json::as_array));
        lists.flatten().filter_map(Json::as_str)
    }

    /// The schema of the elements.
    pub(super) fn items(&self) -> Option<Node<'a>> {
        self.get("items").map(|items| self.node.with(items))
    }

    /// The schemas of the elements of a tuple.
    pub(super) fn tuple(&self) -> Option<impl Iterator<Item = Node<'a>> + '_> {
        let items = self.get("prefixItems").and_then(Json::as_array)?;
        Some(items.iter().map(|item| self.node.with(item)))
    }

    /// The values that the schema lists.
    pub(super) fn listed(&self) -> impl Iterator<Item = &'a Json> + use<'a> {
        let list = self.get("enum").and_then(Json::as_array).into_iter().flatten();
        self.get("const").into_iter().chain(list).filter(|value| !value.is_null())
    }

    /// The address of the outermost schema that is more than a reference: fields of one type have the same.
    pub(super) fn identity(&self) -> Identity {
        let says =
            |schema: &Object, keys: &[&str]| keys.iter().any(|key| schema.contains_key(*key));
        let own = self.schemas.iter().find(|schema| {
            says(schema, &["type", "properties", "oneOf", "enum", "const", "allOf"])
                || (says(schema, &["anyOf"]) && !self.choices.is_empty())
        });
        own.or(self.schemas.last()).map_or(0, |schema| std::ptr::from_ref(*schema).addr())
    }

    /// The name and content of a variant that is written as an object of one property.
    pub(super) fn variant(&self) -> Option<(&'a str, Node<'a>)> {
        let mut properties = self.properties();
        let (name, content) = properties.next()?;
        let is_only = properties.next().is_none() && self.required().next() == Some(name);
        let is_tag = content.schema.get("const").is_some();
        (is_only && self.is_closed() && !is_tag).then_some((name, content))
    }
}
