//! One recorded case: the input, and the answer of the reference.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_hcl::configuration::Schema;
use serde_json::value::RawValue;

#[derive(Deserialize)]
pub struct Record<'a> {
    pub id: Cow<'a, str>,
    pub category: Cow<'a, str>,
    pub kind: Cow<'a, str>,
    /// The grammar: body, expr, template; type, constraint, defaults.
    #[serde(rename = "as", default)]
    pub grammar: Cow<'a, str>,
    src: Cow<'a, str>,
    src_b64: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub vars: Option<Variables<'a>>,
    /// The variables of the enclosing scopes, outermost first.
    #[serde(default, borrow)]
    pub parents: Vec<Variables<'a>>,
    /// `nil`: no scope at all; `novars`: no scope has variables.
    #[serde(default)]
    pub ctx: Cow<'a, str>,
    /// The only functions in the context.
    pub funcs: Option<Vec<String>>,
    /// `terraform`: Terraform's variants of functions.
    #[serde(default)]
    pub funcset: Cow<'a, str>,
    #[serde(default)]
    pub func_alias: BTreeMap<String, String>,
    /// Functions that exist only in the reference's tests.
    pub custom_funcs: Option<IgnoredAny>,
    /// The diagnostics of the reference vary from run to run.
    #[serde(default)]
    pub unstable_diags: bool,
    /// Only the content in the schema is read; splats are allowed in a traversal.
    #[serde(default)]
    pub partial: bool,
    /// The type to convert to.
    #[serde(borrow)]
    pub to: Option<&'a RawValue>,
    /// The types to unify.
    #[serde(default, borrow)]
    pub types: Vec<&'a RawValue>,
    /// A call of the functions that the source defines.
    pub expr: Option<String>,
    /// The schema of a body; if missing, attributes of any name.
    pub schema: Option<SchemaRecord>,
    /// The schema of the remaining body.
    pub then: Option<SchemaRecord>,
    /// Dynamic blocks are expanded first.
    #[serde(default)]
    pub expand: bool,
    /// The type that a body is decoded into.
    #[serde(borrow)]
    pub target: Option<&'a RawValue>,
    pub expect: Expectation<'a>,
}

#[derive(Deserialize)]
pub struct SchemaRecord {
    pub attributes: Vec<AttributeSchema>,
    pub blocks: Vec<BlockSchema>,
}

#[derive(Deserialize)]
pub struct AttributeSchema {
    pub name: String,
    pub required: bool,
}

#[derive(Deserialize)]
pub struct BlockSchema {
    #[serde(rename = "type")]
    pub name: String,
    pub labels: Vec<String>,
    /// The schema of the blocks' bodies.
    pub body: Option<SchemaRecord>,
}

impl SchemaRecord {
    pub fn to_schema(&self) -> Schema {
        let attributes = self.attributes.iter();
        let schema = attributes.fold(Schema::new(), |schema, attribute| match attribute.required {
            true => schema.required_attribute(&attribute.name),
            false => schema.attribute(&attribute.name),
        });
        self.blocks.iter().fold(schema, |schema, block| {
            let labels: Vec<&str> = block.labels.iter().map(String::as_str).collect();
            schema.block(&block.name, &labels)
        })
    }

    /// The schema of the bodies of blocks of that type.
    pub fn of_block(&self, name: &str) -> Option<&SchemaRecord> {
        self.blocks.iter().find(|block| block.name == name)?.body.as_ref()
    }
}

pub type Variables<'a> = BTreeMap<String, Variable<'a>>;

#[derive(Deserialize)]
pub struct Variable<'a> {
    #[serde(rename = "type", borrow)]
    pub ty: &'a RawValue,
    #[serde(borrow)]
    pub value: Option<&'a RawValue>,
    #[serde(default)]
    pub marks: Vec<MarkRecord>,
}

#[derive(Deserialize)]
pub struct Expectation<'a> {
    #[serde(rename = "type", borrow)]
    pub ty: Option<&'a RawValue>,
    #[serde(borrow)]
    pub value: Option<&'a RawValue>,
    #[serde(default)]
    pub marks: Vec<MarkRecord>,
    #[serde(default, borrow)]
    pub body: Vec<Item<'a>>,
    /// The unified type if conversions may fail.
    #[serde(borrow)]
    pub type_unsafe: Option<&'a RawValue>,
    /// The defaults of a type.
    #[serde(borrow)]
    pub defaults: Option<&'a RawValue>,
    /// The references of an expression, in the notation of the source.
    #[serde(default)]
    pub variables: Vec<ReferenceNotation>,
    /// The elements, arguments or pairs of an expression.
    #[serde(default, borrow)]
    pub items: Vec<StaticItem<'a>>,
    /// The name of a call.
    pub name: Option<String>,
    pub name_range: Option<Range>,
    /// The content by the second schema.
    #[serde(default, borrow)]
    pub rest: Vec<Item<'a>>,
    #[serde(default)]
    pub rest_diags: Vec<Diag>,
    /// The range of an expression.
    pub range: Option<Range>,
    /// The place of a missing item in the body.
    pub missing_range: Option<Range>,
    /// The output text.
    pub output: Option<String>,
    /// The steps of a traversal.
    #[serde(default)]
    pub steps: Vec<StepRecord>,
    #[serde(default)]
    pub diags: Vec<Diag>,
    /// The decoded value.
    pub result: Option<serde_json::Value>,
}

/// A type, a value of this type (`None` is a null), and its marks.
pub struct Outcome<'a> {
    pub ty: Option<&'a RawValue>,
    pub value: Option<&'a RawValue>,
    pub marks: &'a [MarkRecord],
}

#[derive(Deserialize)]
pub struct StepRecord {
    /// The name of a root or of an attribute.
    pub name: Option<String>,
    pub range: Option<Range>,
}

/// A reference as text, or step by step.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum ReferenceNotation {
    Written(String),
    Steps(ReferenceRecord),
}

impl ReferenceNotation {
    /// The range of a reference that is recorded step by step.
    pub fn place(&mut self) -> Option<&mut Option<Range>> {
        match self {
            ReferenceNotation::Steps(steps) => Some(&mut steps.range),
            ReferenceNotation::Written(_) => None,
        }
    }
}

#[derive(Deserialize)]
pub struct ReferenceRecord {
    pub steps: Vec<StepRecord>,
    pub range: Option<Range>,
}

/// A part of an expression in a static analysis.
#[derive(Deserialize)]
pub struct StaticItem<'a> {
    pub key: Option<String>,
    pub key_range: Option<Range>,
    pub range: Option<Range>,
    #[serde(rename = "type", borrow)]
    pub ty: Option<&'a RawValue>,
    #[serde(borrow)]
    pub value: Option<&'a RawValue>,
}

impl StaticItem<'_> {
    pub fn outcome(&self) -> Outcome<'_> {
        Outcome { ty: self.ty, value: self.value, marks: &[] }
    }
}

/// An attribute, if `kind` is `attr`, or a block.
#[derive(Deserialize)]
pub struct Item<'a> {
    pub kind: Cow<'a, str>,
    pub name: String,
    pub range: Option<Range>,
    pub name_range: Option<Range>,

    pub expr_range: Option<Range>,
    #[serde(rename = "type", borrow)]
    pub ty: Option<&'a RawValue>,
    #[serde(borrow)]
    pub value: Option<&'a RawValue>,
    #[serde(default)]
    pub marks: Vec<MarkRecord>,
    #[serde(default)]
    pub diags: Vec<Diag>,

    #[serde(default)]
    pub labels: Vec<String>,
    #[serde(default)]
    pub label_ranges: Vec<Range>,
    pub open_range: Option<Range>,
    pub close_range: Option<Range>,
    pub missing_range: Option<Range>,
    #[serde(default, borrow)]
    pub body: Vec<Item<'a>>,
}

/// The marks of a value at one path.
#[derive(Deserialize)]
pub struct MarkRecord {
    #[serde(default)]
    pub path: Vec<Step>,
    pub marks: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum Step {
    Index(usize),
    Key(String),
}

#[derive(Deserialize)]
pub struct Diag {
    pub severity: String,
    pub summary: String,
    #[serde(default)]
    pub detail: String,
    pub subject: Option<Range>,
}

#[derive(Deserialize, Clone, Copy)]
pub struct Range {
    pub start: Position,
    pub end: Position,
}

#[derive(Deserialize, Clone, Copy)]
pub struct Position {
    pub byte: u32,
    pub line: usize,
    pub col: usize,
}

impl Expectation<'_> {
    /// The references that are recorded as text.
    pub fn written_references<'a>(&'a self) -> Vec<&'a str> {
        let written = |reference: &'a ReferenceNotation| match reference {
            ReferenceNotation::Written(text) => Some(text.as_str()),
            ReferenceNotation::Steps(_) => None,
        };
        self.variables.iter().filter_map(written).collect()
    }

    /// The references that are recorded step by step.
    pub fn references<'a>(&'a self) -> Vec<&'a ReferenceRecord> {
        let steps = |reference: &'a ReferenceNotation| match reference {
            ReferenceNotation::Steps(steps) => Some(steps),
            ReferenceNotation::Written(_) => None,
        };
        self.variables.iter().filter_map(steps).collect()
    }

    pub fn outcome(&self) -> Outcome<'_> {
        Outcome { ty: self.ty, value: self.value, marks: &self.marks }
    }
}

impl Item<'_> {
    pub fn outcome(&self) -> Outcome<'_> {
        Outcome { ty: self.ty, value: self.value, marks: &self.marks }
    }
}

impl Range {
    pub fn bytes(self) -> (u32, u32) {
        (self.start.byte, self.end.byte)
    }

    /// The line and the column of the start.
    pub fn position(self) -> (usize, usize) {
        (self.start.line, self.start.col)
    }
}

/// For listings: the result and the diagnostics.
impl fmt::Display for Expectation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |json: Option<&RawValue>| json.map_or(String::new(), ToString::to_string);
        write!(f, "{} {}", text(self.ty), text(self.value))?;
        for diag in self.diags.iter().chain(self.body.iter().flat_map(|item| &item.diags)) {
            let place = diag.subject.map(Range::bytes);
            let place = place.map_or(String::new(), |(start, end)| format!(" {start}..{end}"));
            write!(f, "\n    {}{place}: {}", diag.summary, diag.detail)?;
        }
        Ok(())
    }
}

impl Record<'_> {
    pub fn source(&self) -> Vec<u8> {
        match &self.src_b64 {
            Some(encoded) => BASE64_STANDARD.decode(&**encoded).expect("base64"),
            None => self.operation().unwrap_or(&self.src).as_bytes().to_vec(),
        }
    }

    /// The operation instead of a call: the reference's library has operators as functions. Unlike these,
    /// operators have no remainder of an infinity, and `true || x` is known whatever `x` is.
    fn operation(&self) -> Option<&str> {
        Some(match self.category.strip_prefix("stdlib/")? {
            "add" => "a0 + a1",
            "and" => "a0 && a1",
            "divide" => "a0 / a1",
            "equal" => "a0 == a1",
            "greaterthan" => "a0 > a1",
            "greaterthanorequalto" => "a0 >= a1",
            "lessthan" => "a0 < a1",
            "lessthanorequalto" => "a0 <= a1",
            "modulo" => "a0 % a1",
            "multiply" => "a0 * a1",
            "negate" => "-a0",
            "not" => "!a0",
            "notequal" => "a0 != a1",
            "or" => "a0 || a1",
            "subtract" => "a0 - a1",
            _ => return None,
        })
    }

    /// Whether the source is JSON syntax.
    pub fn is_json(&self) -> bool {
        self.kind.starts_with("json_") || self.kind == "gohcl_json" || self.grammar == "json"
    }

    /// The first segment of the category.
    pub fn group(&self) -> &str {
        self.category.split('/').next().unwrap_or_default()
    }

    /// Whether the category or the id starts with `prefix`.
    pub fn is_in(&self, prefix: &str) -> bool {
        prefix == "1" || self.category.starts_with(prefix) || self.id.starts_with(prefix)
    }

    /// Whether Terraform itself gave the answer. The records keep its values as `f64` and without
    /// marks.
    pub fn is_answered_by_terraform(&self) -> bool {
        self.id.starts_with("tf/")
    }
}
