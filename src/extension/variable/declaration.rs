//! The content of a `variable` block.

use std::sync::LazyLock;

use super::{Rule, Variable};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::{schema, variable as catalog};
use crate::error::{Category, Error, Result};
use crate::eval::Context;
use crate::schema::Schema;
use crate::syntax::{AttributeRef, BlockRef, Expression, ExpressionKind, ExpressionRef};
use crate::value::{Mark, Type, Value};

impl Variable {
    /// Reads a block and records its errors. The default is evaluated in the context.
    pub(super) fn read(
        block: BlockRef<'_>,
        context: &Context,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<Self> {
        static CONTENT: LazyLock<Schema> = LazyLock::new(|| {
            ["type", "default", "description", "nullable", "sensitive", "ephemeral"]
                .into_iter()
                .fold(Schema::new(), Schema::attribute)
                .block("validation", [])
        });
        let content = block.body().content(&CONTENT)?;
        let expression = |name| content.attribute(name).map(AttributeRef::expression);
        let mut note = |error: Error| diagnostics.extend(error.into_diagnostics());

        let label = block.labels().next();
        let name = label.map(|label| label.value()).unwrap_or_default();
        let (ty, takes_text) = match expression("type") {
            Some(written) => constraint(written).unwrap_or_else(|error| {
                note(error);
                (Type::Dynamic, true)
            }),
            None => (Type::Dynamic, true),
        };
        let mut flag = |name, otherwise| {
            match expression(name) {
                Some(written) => constant(written, &Type::Bool).map(|value| value.as_bool()),
                None => Ok(None),
            }
            .unwrap_or_else(|error| {
                note(error);
                None
            })
            .unwrap_or(otherwise)
        };
        let (is_nullable, is_sensitive) = (flag("nullable", true), flag("sensitive", false));
        let is_ephemeral = flag("ephemeral", false);
        let default = expression("default").map(|written| {
            let context = context.clone().literal_json_strings(true);
            let default =
                converted(written, &context, &ty).map_err(|error| match is_sensitive {
                    true => error
                        .attach(written.tree().origin())
                        .without_source(&catalog::sensitive_setting(&name)),
                    false => error,
                })?;
            match default.is_null() && !is_nullable {
                true => Err(wrong(catalog::null_default(written.span()))),
                false => Ok(marked(default, is_sensitive, is_ephemeral)),
            }
        });
        let description = expression("description").map(|written| constant(written, &Type::String));
        let default = default.transpose().unwrap_or_else(|error| {
            note(error);
            None
        });
        let description = description.transpose().unwrap_or_else(|error| {
            note(error);
            None
        });
        let mut rules = Vec::new();
        for validation in content.blocks() {
            match rule(*validation) {
                Ok(rule) => rules.push(rule),
                Err(error) => note(error),
            }
        }
        Ok(Variable {
            name: name.into(),
            description: description.and_then(|text| text.as_str().map(str::to_owned)),
            ty,
            takes_text,
            default,
            is_nullable,
            is_sensitive,
            is_ephemeral,
            rules,
            declaration: block.body().into(),
            name_span: label.map_or(block.name_span(), |label| label.span()),
        })
    }
}

/// Adds the marks for the flags of the variable to its value.
pub(super) fn marked(value: Value, is_sensitive: bool, is_ephemeral: bool) -> Value {
    let value = if is_sensitive { value.mark(Mark::SENSITIVE) } else { value };
    if is_ephemeral { value.mark(Mark::new("ephemeral")) } else { value }
}

/// The type to which a text is converted, and whether the text itself is the value.
fn constraint(written: ExpressionRef<'_>) -> Result<(Type, bool)> {
    let ty = match written.as_keyword() {
        Some("list") => Type::list(Type::Dynamic),
        Some("set") => Type::set(Type::Dynamic),
        Some("map") => Type::map(Type::Dynamic),
        _ if matches!(written.kind(), ExpressionKind::String(_)) && !written.is_json() => {
            return Err(wrong(catalog::quoted_type(written.span())));
        }
        _ => written.to_type()?,
    };
    let takes_text = ty.is_primitive();
    Ok((ty, takes_text))
}

/// The value of an expression without references.
fn constant(written: ExpressionRef<'_>, ty: &Type) -> Result<Value> {
    converted(written, &Context::new().literal_json_strings(true), ty)
}

fn converted(written: ExpressionRef<'_>, context: &Context, ty: &Type) -> Result<Value> {
    let value = written.evaluate(context)?;
    value
        .convert_with_defaults(ty)
        .map_err(|reason| wrong(catalog::unsuitable_constant(&reason, written.span())))
}

fn rule(validation: BlockRef<'_>) -> Result<Rule> {
    static CONTENT: LazyLock<Schema> = LazyLock::new(|| {
        Schema::new().required_attribute("condition").required_attribute("error_message")
    });
    let content = validation.body().content(&CONTENT)?;
    let required = |name: &str| match content.attribute(name) {
        Some(attribute) => Ok(Expression::from(attribute.expression())),
        None => Err(wrong(schema::missing_attribute(name, validation.body()))),
    };
    Ok(Rule { condition: required("condition")?, message: required("error_message")? })
}

#[cold]
fn wrong(diagnostic: Diagnostic) -> Error {
    Error::of(Category::Data, diagnostic)
}
