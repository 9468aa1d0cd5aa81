//! Writes bodies in JSON syntax as bodies in native syntax: the schema decides which properties are
//! blocks.

use super::Schema;
use crate::diagnostic::error::Result;
use crate::document::{Attribute, Block, Body, Expression, Item, parse_expression};
use crate::limits::stack::nest;
use crate::syntax::json::{COMMENT, Properties};
use crate::syntax::{AttributeRef, BlockRef, BodyRef, ExpressionKind, ExpressionRef};
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
        if !self.0.tree.is_of_both_syntaxes() {
            return Ok(self.into());
        }
        let comment = self.is_json().then(|| comment(self)).flatten();
        let native = comment.map_or_else(Body::new, |comment| Body::new().with_comment(comment));
        converted(native, self, schema)
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
        let written = text.and_then(|text| parse_expression(&text).ok());
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
        let native = nest(|| native_block(*block, schema.body_of(block.name())))?;
        items.push((block.name_span(), native.into()));
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
    let mut native = Block::new(block.name()).with_labels(labels);
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
