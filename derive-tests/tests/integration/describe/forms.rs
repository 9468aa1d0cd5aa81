//! Which attributes and blocks a type has.

use std::collections::BTreeMap;

use schemars::JsonSchema;

use serde_hcl::describe::{BodyDescription, Description};
use serde_hcl::{Block, Body, Expression, Value};

/// The content of a body as lines, with the bodies of its blocks.
fn outline(body: &BodyDescription<'_>, depth: usize) -> String {
    let mut lines = String::new();
    let indent = "  ".repeat(depth);
    for attribute in body.attributes().iter().chain(body.other_attribute()) {
        let sign = if attribute.is_required() { "!" } else { "" };
        let values: Vec<_> =
            attribute.value().possible_values().iter().map(ToString::to_string).collect();
        let values =
            if values.is_empty() { String::new() } else { format!(" {}", values.join(" ")) };
        let only = attribute.variants().join(",");
        let only = if only.is_empty() { only } else { format!(" in {only}") };
        lines +=
            &format!("{indent}{}{sign} = {}{values}{only}\n", attribute.name(), attribute.value());
    }
    for block in body.blocks().iter().chain(body.other_blocks()) {
        let sign = if block.is_required() { "!" } else { "" };
        let many = if block.is_repeated() { "*" } else { "" };
        let labels = block.labels().into_iter().map(|label| {
            let values: Vec<_> = label.possible_values().iter().map(ToString::to_string).collect();
            match values.is_empty() {
                true => format!(" {}", label.name().unwrap_or("_")),
                false => format!(" {}", values.join("|")),
            }
        });
        let labels: String = labels.collect();
        let only = block.variants().join(",");
        let only = if only.is_empty() { only } else { format!(" in {only}") };
        let inner = block.body();
        let any = if inner.takes_any_labels() { " …" } else { "" };
        lines += &format!("{indent}{}{sign}{many}{labels}{any}{only}\n", block.name());
        if depth < 2 && block.name() != "*" {
            lines += &outline(&inner, depth + 1);
        }
    }
    lines
}

#[track_caller]
fn check<T: JsonSchema>(expected: &str) {
    let lines = outline(&Description::of::<T>().body(), 0);
    let expected = expected.lines().map(|line| line.strip_prefix("        |").unwrap_or(line));
    let expected: Vec<_> = expected.collect();
    assert_eq!(lines.trim_end().lines().collect::<Vec<_>>(), expected, "{lines}");
}

macro_rules! types {
    ($($item:item)*) => { $(
        #[derive(JsonSchema)]
        #[allow(dead_code)]
        $item
    )* };
}

types! {
    struct Body1 { size: u8 }
    struct Labelled { #[serde(rename = "$label:type")] kind: Plain, #[serde(rename = "$label:name")] name: String, x: u8 }
    #[serde(rename_all = "lowercase")]
    enum Plain { A, B }
    struct Wrapped(Vec<Body1>);

    struct Forms {
        one: Body1,
        option: Option<Body1>,
        many: Vec<Body1>,
        #[serde(default)]
        boxed: Box<Option<Vec<Body1>>>,
        map: BTreeMap<String, Body1>,
        maps: BTreeMap<String, BTreeMap<u8, Vec<Labelled>>>,
        wrapped: Wrapped,
        strings: Vec<String>,
        in_tuple: Vec<(u8, Body1)>,
        in_lists: Vec<Vec<Body1>>,
        pair: (Body1, Body1),
        number: u64,
        text: Option<String>,
        unit: (),
    }

    enum External { Unit, Newtype(u8), Struct { x: u8 }, Nested(Nested), Body(Body1), Optional(Option<Labelled>) }
    enum Nested { Deep { y: Option<u8> }, Flat(bool) }
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Internal { Local { path: String, force: bool }, Remote(Body1), None { force: bool } }
    #[serde(tag = "kind", content = "with")]
    enum Adjacent { Unit, Newtype(u8), Struct { x: u8 } }
    #[serde(untagged)]
    enum Untagged { Number(u64), Text(String), List(Vec<Untagged>), Port { port: u16 }, Null }

    struct Enums { plain: Plain, external: External, internal: Internal, adjacent: Option<Adjacent>, untagged: Untagged, mixed: Vec<External> }
    struct Flat { x: u8, #[serde(flatten)] internal: Internal, #[serde(flatten)] external: Option<External>, #[serde(flatten)] rest: BTreeMap<String, Body1> }
    struct Tree { value: u8, tree: Vec<Tree>, leaf: Option<Box<Tree>> }
    struct Own {
        expression: Expression,
        body: Body,
        block: Block,
        blocks: Vec<Block>,
        value: Value,
        ty: serde_hcl::Type,
        spanned: serde_hcl::Spanned<serde_hcl::Spanned<u8>>,
        lazy: serde_hcl::Lazy<Body1>,
        as_attribute: serde_hcl::ser::AsAttribute<Body1>,
        as_block: serde_hcl::ser::AsBlock<BTreeMap<String, u8>>,
        #[schemars(extend("x-hcl" = "block"))] said: Vec<BTreeMap<String, u8>>,
        #[schemars(extend("x-hcl" = "attribute"))] said_too: Body1,
    }
    enum Item { Disk(Body1), Net { #[serde(rename = "$label")] name: String, mask: Option<u8> }, Group(Items), #[serde(untagged)] Other(Block) }
    struct Items { x: Option<i64>, #[serde(default, rename = "$blocks")] blocks: Vec<Item> }
    struct AllLabels { #[serde(rename = "$labels")] labels: Vec<String> }
    struct TwoLabels { #[serde(rename = "$labels")] labels: (String, String) }
    struct LabelFields { all: Vec<AllLabels>, two: TwoLabels }
}

#[test]
fn structs_are_blocks() {
    check::<Forms>(
        "strings! = list(string)
        |in_tuple! = list(tuple([number, object({ size = number })]))
        |in_lists! = list(list(object({ size = number })))
        |number! = number
        |unit = null
        |text = string
        |one!
        |  size! = number
        |many!*
        |  size! = number
        |map!* _
        |  size! = number
        |maps!* _ _ \"a\"|\"b\" name
        |  x! = number
        |wrapped!*
        |  size! = number
        |pair!*
        |  size! = number
        |boxed*
        |  size! = number
        |option
        |  size! = number",
    );
}

#[test]
fn variants_are_labels_values_or_bodies() {
    check::<Enums>(
        "plain! = string \"a\" \"b\"
        |external! = string or object({ Newtype = number }) or object({ Nested = any }) or object({ Optional = object({ \"$label:name\" = string, \"$label:type\" = string, x = number }) }) \"Unit\"
        |untagged! = number or string or list(any)
        |mixed! = list(any)
        |external! \"Struct\"
        |  x! = number
        |external! \"Nested\" \"Deep\"
        |  y = number
        |external! \"Body\"
        |  size! = number
        |external! \"Optional\" \"a\"|\"b\" name
        |  x! = number
        |internal!
        |  type! = string \"local\" \"remote\" \"none\"
        |  path! = string in local
        |  force! = bool in local,none
        |  size! = number in remote
        |untagged!
        |  port! = number
        |mixed!* \"Struct\"
        |  x! = number
        |mixed!* \"Nested\" \"Deep\"
        |  y = number
        |mixed!* \"Body\"
        |  size! = number
        |mixed!* \"Optional\" \"a\"|\"b\" name
        |  x! = number
        |adjacent
        |  kind! = string \"Unit\" \"Newtype\" \"Struct\"
        |  with! = number in Newtype
        |  with! in Struct
        |    x! = number",
    );
}

#[test]
fn flattened_parts_are_fields() {
    check::<Flat>(
        "x! = number
        |type! = string \"local\" \"remote\" \"none\"
        |path! = string in local
        |force! = bool in local,none
        |size! = number in remote
        |Newtype! = number in Newtype
        |Nested! = object({ Flat = bool }) in Nested
        |Unit = null in Unit
        |Struct! in Struct
        |  x! = number
        |Nested! \"Deep\" in Nested
        |  y = number
        |Body! in Body
        |  size! = number
        |Optional! \"a\"|\"b\" name in Optional
        |  x! = number
        |*",
    );
}

#[test]
fn types_contain_themselves() {
    check::<Tree>(
        "value! = number
        |tree!*
        |  value! = number
        |  tree!*
        |    value! = number
        |    tree!*
        |    leaf
        |  leaf
        |    value! = number
        |    tree!*
        |    leaf
        |leaf
        |  value! = number
        |  tree!*
        |    value! = number
        |    tree!*
        |    leaf
        |  leaf
        |    value! = number
        |    tree!*
        |    leaf",
    );
}

#[test]
fn types_of_this_crate_have_descriptions() {
    check::<Own>(
        "expression! = expression
        |value! = any
        |ty! = type
        |spanned! = number
        |as_attribute! = object({ size = number })
        |said_too! = object({ size = number })
        |body!
        |  * = any
        |  * …
        |block! …
        |  * = any
        |  * …
        |blocks!* …
        |  * = any
        |  * …
        |lazy!
        |  size! = number
        |as_block!
        |  * = number
        |said!*
        |  * = number",
    );
}

#[test]
fn all_blocks_are_variants() {
    check::<Items>(
        "x = number
        |Disk*
        |  size! = number
        |Net* _
        |  mask = number
        |Group*
        |  x = number
        |  Disk*
        |    size! = number
        |  Net* _
        |    mask = number
        |  Group*
        |    x = number
        |    Disk*
        |    Net* _
        |    Group*
        |    ** …
        |  ** …
        |** …",
    );
}

#[test]
fn fields_take_labels() {
    check::<LabelFields>("all!* …\ntwo! _ _");
}

#[test]
fn a_variant_is_a_document_of_one_entry() {
    check::<External>(
        "Newtype! = number in Newtype
        |Nested! = object({ Flat = bool }) in Nested
        |Struct! in Struct
        |  x! = number
        |Nested! \"Deep\" in Nested
        |  y = number
        |Body! in Body
        |  size! = number
        |Optional! \"a\"|\"b\" name in Optional
        |  x! = number",
    );
}
