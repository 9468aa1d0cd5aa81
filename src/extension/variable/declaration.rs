//! The content of a `variable` or `variables` block.

use std::sync::LazyLock;

use super::{Rule, Variable};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::{schema, variable as catalog};
use crate::diagnostic::error::{Category, Error, Result};
use crate::document::{Body, Expression};
use crate::eval::Context;
use crate::schema::{Content, Schema};
use crate::syntax::{BlockRef, ExpressionKind, ExpressionRef};
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
        let mut reader = Reader { content: &content, diagnostics };

        let label = block.labels().next();
        let name = label.map(|label| label.value()).unwrap_or_default();
        let (ty, takes_text) = reader.argument("type", constraint).unwrap_or((Type::Dynamic, true));
        let is_nullable = reader.flag("nullable", true);
        let is_sensitive = reader.flag("sensitive", false);
        let is_ephemeral = reader.flag("ephemeral", false);
        let default = reader.argument("default", |written| {
            let context = context.with_literal_json_strings();
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
        let description = reader.argument("description", |text| constant(text, &Type::String));
        let rules = content.blocks().iter().filter_map(|block| reader.record(rule(*block)));
        let rules = rules.collect();
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

impl Variable {
    /// The variables of a block `variables`, whose attributes are their defaults.
    pub(super) fn of_defaults(
        block: BlockRef<'_>,
        context: &Context,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<Vec<Self>> {
        let context = context.with_literal_json_strings();
        let declaration = Body::from(block.body());
        let mut variables = Vec::new();
        for attribute in block.body().attributes_only()? {
            let default = match attribute.expression().evaluate(&context) {
                Ok(default) => default,
                Err(error) => {
                    diagnostics.extend(error.into_diagnostics());
                    continue;
                }
            };
            let ty = default.type_of();
            variables.push(Variable {
                name: attribute.name().into(),
                description: None,
                takes_text: ty.is_primitive(),
                ty,
                default: Some(default),
                is_nullable: true,
                is_sensitive: false,
                is_ephemeral: false,
                rules: Vec::new(),
                declaration: declaration.clone(),
                name_span: attribute.name_span(),
            });
        }
        Ok(variables)
    }
}

/// Reads the arguments of a block and records their errors.
struct Reader<'c, 'd> {
    content: &'c Content<'c>,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl<'c> Reader<'c, '_> {
    /// The result of `read` for an argument; `None` if it is missing or has an error.
    fn argument<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(ExpressionRef<'c>) -> Result<T>,
    ) -> Option<T> {
        let attribute = self.content.attribute(name)?;
        self.record(read(attribute.expression()))
    }

    fn flag(&mut self, name: &str, default: bool) -> bool {
        let value = self.argument(name, |written| constant(written, &Type::Bool));
        value.and_then(|value| value.as_bool()).unwrap_or(default)
    }

    fn record<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.diagnostics.extend(error.into_diagnostics())).ok()
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
    converted(written, &Context::new().with_literal_json_strings(), ty)
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
