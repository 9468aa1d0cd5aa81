//! Writes bodies of one syntax in the other one. The schema decides which properties are blocks, and which
//! strings are expressions.

use super::Schema;
use crate::diagnostic::error::Result;
use crate::document::{Attribute, Block, Body, Expression, Item};
use crate::limits::stack::nest;
use crate::parser::document::{Document, Syntax, parse};
use crate::ser::json::{Layout, document};
use crate::ser::to_string;
use crate::syntax::json::{COMMENT, Properties};
use crate::syntax::{AttributeRef, BlockRef, BodyRef, ExpressionKind, ExpressionRef};
use crate::text::quote::quoted;
use crate::text::rewriting::Rewriting;
use crate::text::span::Span;

impl<'a> BodyRef<'a> {
    /// The body in native syntax. The schema describes which properties of JSON are blocks, also inside
    /// these (see [`Schema::block_body`]); all others are attributes. The items keep their order, and
    /// comments (`"//"`) are written as comments. Parts in native syntax stay as they are. Linear in the
    /// body.
    ///
    /// With a Rust type, decode and encode: `to_string(&json::from_str::<T>(source)?)`. This evaluates
    /// all fields that are not of type [`Expression`].
    ///
    /// # Errors
    ///
    /// Blocks that don't match the schema, templates that are not valid, names that are not
    /// identifiers, and properties that are the same attribute.
    ///
    /// ```
    /// use serde_hcl::configuration::Schema;
    /// use serde_hcl::json;
    ///
    /// let document = json::parse(r#"{
    ///     "//": "From the inventory.",
    ///     "region": "${var.region}",
    ///     "service": { "web": { "check": [{ "path": "/" }, { "path": "/api" }] } }
    /// }"#)?;
    /// let check = Schema::new().block("check", &[]);
    /// let schema = Schema::new().block("service", &["name"]).block_body("service", check);
    /// assert_eq!(document.body().to_native(&schema)?.to_string(), r#"# From the inventory.
    ///
    /// region = var.region
    ///
    /// service "web" {
    ///   check {
    ///     path = "/"
    ///   }
    ///
    ///   check {
    ///     path = "/api"
    ///   }
    /// }
    /// "#);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn to_native(self, schema: &Schema) -> Result<Body> {
        if !self.0.tree.holds_json {
            return Ok(self.into());
        }
        let comment = self.is_json().then(|| comment(self)).flatten();
        let native = comment.map_or_else(Body::new, |comment| Body::new().with_comment(comment));
        converted(native, self, schema)
    }

    /// The body in JSON syntax. Static attributes of the schema (see [`Schema::static_attribute`]) become
    /// strings with their expressions, as Terraform reads them; all other expressions become templates, as
    /// [`json::to_string`](crate::json::to_string) writes them. Comments are left out. Linear in the body.
    ///
    /// # Errors
    ///
    /// The errors of [`to_native`](Self::to_native) and of [`json::to_string`](crate::json::to_string).
    ///
    /// ```
    /// use serde_hcl::configuration::Schema;
    /// use serde_hcl::{json, parse};
    ///
    /// let document = parse("output \"id\" {\n  value      = a.b.id\n  depends_on = [a.b]\n}\n")?;
    /// let body = document.body().to_json(&Schema::terraform())?;
    /// let expected = r#"{"output":{"id":[{"value":"${a.b.id}","depends_on":["a.b"]}]}}"#;
    /// assert_eq!(json::to_string(&body)?, expected);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn to_json(self, schema: &Schema) -> Result<Body> {
        let source = to_string(&self.to_native(schema)?)?;
        let mut text = Rewriting::new(&source, 0);
        quote_static(parse(&source)?.body(), schema, &mut text);
        let native = parse(&text.finish())?.into_body();
        let json = document(&native, Layout::Compact)?;
        Ok(Document::parse_as(&json, None, Syntax::JSON)?.into_body())
    }
}

/// Puts the static expressions of a body into quotes.
fn quote_static(body: BodyRef<'_>, schema: &Schema, text: &mut Rewriting<'_>) {
    for item in body.items() {
        if let Some(block) = item.as_block() {
            nest(|| quote_static(block.body(), schema.body_of(block.block_type()), text));
        } else if let Some(attribute) = item.as_attribute() {
            if schema.is_static(attribute.name()) {
                quote(attribute.expression(), text);
            }
        }
    }
}

/// Puts an expression into quotes, or those that are in a tuple, or in the values of an object.
fn quote(expression: ExpressionRef<'_>, text: &mut Rewriting<'_>) {
    match expression.kind() {
        ExpressionKind::Null
        | ExpressionKind::Bool(_)
        | ExpressionKind::Number(_)
        | ExpressionKind::String(_) => {}
        ExpressionKind::Tuple(elements) => {
            elements.for_each(|element| nest(|| quote(element, text)));
        }
        ExpressionKind::Object(object) => {
            for item in object.items() {
                if item.name().is_none() {
                    quote(item.key(), text);
                }
                nest(|| quote(item.value(), text));
            }
        }
        _ => {
            let mut string = String::new();
            quoted(expression.text(), &mut string);
            text.replace(expression.span(), &string);
        }
    }
}

/// The body with the items of a body in JSON syntax.
fn converted(native: Body, body: BodyRef<'_>, schema: &Schema) -> Result<Body> {
    let content = body.partial_content(schema)?;
    let mut items: Vec<(Span, Item)> = Vec::new();
    for attribute in content.attributes() {
        let text = match schema.is_static(attribute.name()) {
            true => static_source(attribute.expression()),
            false => None,
        };
        let written = text.and_then(|text| text.parse().ok());
        items.push((attribute.name_span(), native_attribute(attribute, written).into()));
    }
    for item in content.rest() {
        if let Some(attribute) = item.as_attribute() {
            items.push((item.name_span(), native_attribute(attribute, None).into()));
        } else if let Some(block) = item.as_block() {
            items.push((item.name_span(), Block::from(block).into()));
        }
    }
    for block in content.blocks() {
        let native = nest(|| native_block(*block, schema.body_of(block.block_type())))?;
        items.push((block.block_type_span(), native.into()));
    }
    // Stable: the blocks of a property are in order.
    items.sort_by_key(|(name, _)| name.start);
    items.into_iter().fold(native, |native, (_, item)| native.with_item(item)).build()
}

fn native_block(block: BlockRef<'_>, schema: &Schema) -> Result<Block> {
    if block.json_parts().is_none() {
        return Ok(block.into());
    }
    let labels: Vec<_> = block.labels().map(|label| label.value()).collect();
    let mut native = Block::new(block.block_type()).with_labels(labels);
    if let Some(comment) = comment(block.body()) {
        native = native.with_comment(comment);
    }
    native.with_body(converted(Body::new(), block.body(), schema)?).build()
}

fn native_attribute(attribute: AttributeRef<'_>, written: Option<Expression>) -> Attribute {
    if attribute.as_property().is_none() {
        return attribute.into();
    }
    let expression = attribute.expression();
    let inner = match expression.kind() {
        ExpressionKind::Template(template) => template.unwrapped(),
        _ => None,
    };
    let written = written.unwrap_or_else(|| Expression::from(inner.unwrap_or(expression)));
    Attribute::new(attribute.name(), written)
}

/// The native text of strings that are expressions, also in arrays and in the values of objects. `None`
/// if there is anything else.
fn static_source(expression: ExpressionRef<'_>) -> Option<String> {
    nest(|| match expression.kind() {
        ExpressionKind::String(string) => Some(string.value().into_owned()),
        ExpressionKind::Template(template) => Some(template.unwrapped()?.text().to_owned()),
        ExpressionKind::Tuple(elements) => {
            let elements: Option<Vec<_>> = elements.map(static_source).collect();
            Some(format!("[{}]", elements?.join(", ")))
        }
        ExpressionKind::Object(object) => {
            let items = object.items().map(|item| {
                let (key, value) = (static_source(item.key())?, static_source(item.value())?);
                Some(format!("{key} = {value}\n"))
            });
            Some(format!("{{\n{}}}", items.collect::<Option<String>>()?))
        }
        _ => None,
    })
}

/// The text of the comments in a body in JSON syntax.
fn comment(body: BodyRef<'_>) -> Option<String> {
    let names = Properties::of(body.0).filter(|name| name.property_name() == COMMENT);
    let texts = names.map(|name| {
        let value = ExpressionRef(name.next());
        let text = value.as_string().map(|string| string.value().into_owned());
        text.unwrap_or_else(|| value.text().to_owned())
    });
    let texts: Vec<_> = texts.collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

#[cfg(test)]
mod tests {
    use crate::configuration::{Schema, parse_sources};
    use crate::json;

    fn native(json: &str, schema: &Schema) -> String {
        json::parse(json).unwrap().body().to_native(schema).unwrap().to_string()
    }

    #[test]
    fn items_keep_their_order_and_comments() {
        let schema = Schema::new().block("b", &["x"]);
        let json =
            r#"{"z": 1, "b": {"l": [{"//": "two\nlines", "c": 2}, {}]}, "a": {"b": "${x}"}}"#;
        let expected = "z = 1\n\n# two\n# lines\nb \"l\" {\n  c = 2\n}\n\nb \"l\" {}\n\na = {\n  b = \"${x}\"\n}\n";
        assert_eq!(native(json, &schema), expected);
        assert_eq!(native(r#"{"//": {"v": 1}, "a": 1}"#, &schema), "# {\"v\": 1}\n\na = 1\n");
    }

    #[test]
    fn static_attributes_are_expressions() {
        let schema = Schema::new().static_attribute("s").static_attribute("t");
        let json = r#"{"s": {"aws": "aws.west"}, "t": ["${a.b}", "c[0]"]}"#;
        assert_eq!(native(json, &schema), "s = {\n  aws = aws.west\n}\nt = [a.b, c[0]]\n");
        // Not an expression.
        assert_eq!(native(r#"{"s": "not one", "t": 1}"#, &schema), "s = \"not one\"\nt = 1\n");
    }

    /// The documentation of Terraform's JSON syntax lists where it does not evaluate strings.
    #[test]
    fn static_attributes_of_terraform_are_their_text() {
        let cases = [
            ("variable \"v\" {\n  type = list(string)\n}\n", r#""type":"list(string)""#),
            ("variable \"v\" {\n  type = \"string\"\n}\n", r#""type":"string""#),
            (
                "variable \"v\" {\n  type = object({\n    a = optional(string, \"x\")\n  })\n}\n",
                r#""type":"object({\n    a = optional(string, \"x\")\n  })""#,
            ),
            (
                "resource \"a\" \"b\" {\n  provider = aws.east\n  depends_on = [x.y, module.z]\n}\n",
                r#""provider":"aws.east","depends_on":["x.y","module.z"]"#,
            ),
            (
                "resource \"a\" \"b\" {\n  lifecycle {\n    ignore_changes = [tags[\"x\"], size]\n  }\n}\n",
                r#""ignore_changes":["tags[\"x\"]","size"]"#,
            ),
            (
                "resource \"a\" \"b\" {\n  lifecycle {\n    ignore_changes = all\n    \
                 replace_triggered_by = [x.y.id]\n    create_before_destroy = true\n  }\n}\n",
                r#""ignore_changes":"all","replace_triggered_by":["x.y.id"],"create_before_destroy":true"#,
            ),
            (
                "resource \"a\" \"b\" {\n  provisioner \"c\" {\n    when = destroy\n    on_failure = continue\n  }\n}\n",
                r#""when":"destroy","on_failure":"continue""#,
            ),
            (
                "module \"m\" {\n  source = \"./m\"\n  providers = {\n    aws = aws.east\n    aws.b = aws\n  }\n}\n",
                r#""providers":{"aws":"aws.east","aws.b":"aws"}"#,
            ),
            ("moved {\n  from = a.b\n  to = a.c[\"x\"]\n}\n", r#""from":"a.b","to":"a.c[\"x\"]""#),
            ("import {\n  to = a.b\n  id = var.id\n}\n", r#""to":"a.b","id":"${var.id}""#),
            (
                "removed {\n  from = a.b\n  lifecycle {\n    destroy = false\n  }\n}\n",
                r#""from":"a.b","lifecycle":[{"destroy":false}]"#,
            ),
            (
                "output \"o\" {\n  value = x\n  depends_on = [y.z]\n}\n",
                r#""value":"${x}","depends_on":["y.z"]"#,
            ),
        ];
        for (native, expected) in cases {
            let schema = Schema::terraform();
            let body = crate::parse(native).unwrap().body().to_json(&schema).unwrap();
            let text = json::to_string(&body).unwrap();
            assert!(text.contains(expected), "{native}\n{text}");
            // It is read as what was written.
            let read = body.view().to_native(&schema).unwrap();
            let again = read.view().to_json(&schema).unwrap();
            assert_eq!(json::to_string(&again).unwrap(), text, "{read}");
        }
    }

    #[test]
    fn dynamic_blocks_of_terraform_are_blocks() {
        let json = r#"{"resource": {"a": {"b": {"dynamic": {"c": {"for_each": "${x}", "content":
            {"dynamic": {"d": [{"for_each": [], "content": {"e": 1}}]}}}}}}}}"#;
        let native = native(json, &Schema::terraform());
        assert_eq!(native.matches("dynamic \"").count(), 2, "{native}");
        assert!(native.contains("content {\n          e = 1\n"), "{native}");
    }

    #[test]
    fn parts_in_native_syntax_stay() {
        let document = parse_sources([
            ("a.hcl", "# kept\na {\n b=1 # c\n}\n"),
            ("b.json", r#"{"a": {"b": 2}}"#),
        ]);
        let schema = Schema::new().block("a", &[]);
        let native = document.unwrap().body().to_native(&schema).unwrap().to_string();
        assert_eq!(native, "# kept\na {\n  b = 1 # c\n}\n\na {\n  b = 2\n}\n");
    }

    #[test]
    fn mistakes_have_their_place() {
        let schema = Schema::new().block("b", &["name"]);
        for (source, code, line) in [
            ("{\n\"b\": 1}", "json-type", Some(2)),
            ("{\n\"a\": \"${\"}", "missing-expression", Some(2)),
            ("{\"a\": 1,\n\"a\": 2}", "duplicate-argument", None),
            ("{\"a b\": 1}", "no-identifier", None),
        ] {
            let error = json::parse(source).unwrap().body().to_native(&schema).unwrap_err();
            assert_eq!((error.code(), error.line()), (code, line), "{source}: {error}");
        }
    }
}
