//! A variable, as its block declares it.

use std::fmt;
use std::sync::{Arc, LazyLock};

use super::setting::Setting;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::{schema, variable as catalog};
use crate::diagnostic::error::{Error, Result};
use crate::document::{Body, Expression};
use crate::eval::Context;
use crate::parser::Grammar;
use crate::schema::{Content, Schema};
use crate::syntax::{BlockRef, ExpressionKind, ExpressionRef};
use crate::text::source::Lookup;
use crate::text::span::Span;
use crate::value::disclosure::Disclosure;
use crate::value::{Mark, Type, Value};

/// A declared variable.
///
/// ```
/// use serde_hcl::{Type, parse};
/// use serde_hcl::configuration::Variables;
///
/// let source = "variable \"token\" {\n  type      = string\n  sensitive = true\n}\n";
/// let variables = Variables::from_body(parse(source)?.body())?;
/// let token = variables.get("token").unwrap();
/// assert_eq!((token.name(), token.ty(), token.is_sensitive()), ("token", &Type::String, true));
/// assert!(token.default().is_none());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Variable {
    pub(super) name: Arc<str>,
    description: Option<String>,
    pub(super) ty: Type,
    takes_text: bool,
    default: Option<Value>,
    is_nullable: bool,
    is_sensitive: bool,
    is_ephemeral: bool,
    pub(super) rules: Vec<Rule>,
    /// The declaration with the span of its name.
    declaration: Body,
    pub(super) name_span: Span,
}

/// Omits the text of the declaration, which contains the default of a sensitive variable.
impl fmt::Debug for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Variable")
            .field("name", &self.name)
            .field("ty", &self.ty)
            .field("default", &self.default)
            .field("is_nullable", &self.is_nullable)
            .field("is_sensitive", &self.is_sensitive)
            .field("is_ephemeral", &self.is_ephemeral)
            .field("rules", &self.rules)
            .finish_non_exhaustive()
    }
}

impl Variable {
    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The description, if there is one.
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// The type of the values; [`Type::Dynamic`] for any type.
    ///
    /// ```
    /// use serde_hcl::{Type, parse};
    /// use serde_hcl::configuration::Variables;
    ///
    /// let document = parse("variable \"a\" {}\nvariable \"b\" {\n  type = list\n}\n")?;
    /// let variables = Variables::from_body(document.body())?;
    /// assert_eq!(variables.get("a").unwrap().ty(), &Type::Dynamic);
    /// assert_eq!(variables.get("b").unwrap().ty(), &Type::list(Type::Dynamic));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// The default value; marked if the variable is sensitive.
    ///
    /// ```
    /// use serde_hcl::configuration::Variables;
    ///
    /// let source = "variable \"port\" {\n  type    = string\n  default = 80\n}\n";
    /// let variables = Variables::from_body(serde_hcl::parse(source)?.body())?;
    /// // The default has the type of the variable.
    /// assert_eq!(variables.get("port").unwrap().default().unwrap(), "80");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn default(&self) -> Option<&Value> {
        self.default.as_ref()
    }

    /// Whether the value may be null. If not, null counts as not set.
    ///
    /// ```
    /// use serde_hcl::{Context, Value, parse};
    /// use serde_hcl::configuration::Variables;
    ///
    /// let source = "variable \"port\" {\n  default  = 80\n  nullable = false\n}\n";
    /// let variables = Variables::from_body(parse(source)?.body())?;
    /// assert!(!variables.get("port").unwrap().is_nullable());
    /// let values = variables.values([("port", Value::NULL)], &Context::new())?;
    /// assert_eq!(values["port"], 80);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn is_nullable(&self) -> bool {
        self.is_nullable
    }

    /// Whether the value is sensitive.
    pub fn is_sensitive(&self) -> bool {
        self.is_sensitive
    }

    /// Whether the value has the mark `ephemeral`: in Terraform, it must not be stored.
    ///
    /// ```
    /// use serde_hcl::{Context, parse};
    /// use serde_hcl::configuration::Variables;
    /// use serde_hcl::value::Mark;
    ///
    /// let document = parse("variable \"token\" {\n  ephemeral = true\n}\n")?;
    /// let variables = Variables::from_body(document.body())?;
    /// assert!(variables.get("token").unwrap().is_ephemeral());
    /// let values = variables.values([("token", "abc")], &Context::new())?;
    /// assert!(values["token"].marks().contains(&Mark::EPHEMERAL));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn is_ephemeral(&self) -> bool {
        self.is_ephemeral
    }

    /// Whether messages may show its values and settings.
    pub(super) fn disclosure(&self) -> Disclosure {
        Disclosure::hidden_if(self.is_sensitive)
    }

    /// The value of a setting, before conversion to the type of the variable.
    fn set_value(&self, setting: &Setting) -> Result<Value> {
        match setting {
            Setting::Value(value) => Ok(value.clone()),
            Setting::Text(text) if self.takes_text => Ok(Value::from(text.as_str())),
            Setting::Text(text) => {
                let name = format!("<value of var.{}>", self.name);
                Expression::of_source(text, Some(name.into()), Grammar::Expression)
                    .and_then(|expression| expression.evaluate(&Context::new()))
            }
            Setting::Expression(expression) => {
                expression.evaluate(&Context::new().literal_json_strings(true))
            }
        }
        .map_err(|error| match self.disclosure().is_hidden() {
            true => error.without_source(&catalog::sensitive_setting(&self.name)),
            false => error,
        })
    }

    pub(super) fn value(&self, setting: Option<&Setting>) -> Result<Value> {
        let value = match setting {
            Some(setting) => self.set_value(setting)?,
            None => Value::NULL,
        };
        let is_set = setting.is_some() && (self.is_nullable || !value.is_null());
        let value = match (is_set, &self.default) {
            (true, _) => value.convert(&self.ty).map_err(|reason| {
                let reason = reason.disclosed(self.disclosure());
                let diagnostic = catalog::unsuitable(&self.name, &reason);
                let diagnostic = match setting {
                    Some(setting) => setting.locate(diagnostic, self.disclosure()),
                    None => diagnostic,
                };
                Error::data(self.at_declaration(diagnostic))
            })?,
            (false, Some(default)) => default.clone(),
            (false, None) => {
                let diagnostic = catalog::missing(&self.name, setting.is_some());
                return Err(Error::data(self.at_declaration(diagnostic)));
            }
        };
        Ok(marked(value, self.is_sensitive, self.is_ephemeral))
    }

    /// Adds the place of the declaration to a diagnostic without a place of its own.
    fn at_declaration(&self, diagnostic: Diagnostic) -> Diagnostic {
        if diagnostic.span().is_none() {
            return self.declaration.attach(diagnostic.with_span(self.name_span));
        }
        let mut lookup = Lookup::new(self.declaration.view().tree().origin());
        diagnostic.with_label_in(&mut lookup, self.name_span, "declared here")
    }
}

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
                .block("validation", &[])
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
            let context = context.clone().literal_json_strings(true);
            let default =
                converted(written, &context, &ty).map_err(|error| match is_sensitive {
                    true => error
                        .attach(written.tree().origin())
                        .without_source(&catalog::sensitive_setting(&name)),
                    false => error,
                })?;
            match default.is_null() && !is_nullable {
                true => Err(Error::data(catalog::null_default(written.span()))),
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
            name_span: label.map_or(block.block_type_span(), |label| label.span()),
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
        let context = context.clone().literal_json_strings(true);
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
fn marked(value: Value, is_sensitive: bool, is_ephemeral: bool) -> Value {
    let value = if is_sensitive { value.mark(Mark::SENSITIVE) } else { value };
    if is_ephemeral { value.mark(Mark::EPHEMERAL) } else { value }
}

/// The type to which a text is converted, and whether the text itself is the value.
fn constraint(written: ExpressionRef<'_>) -> Result<(Type, bool)> {
    let ty = match written.as_keyword() {
        Some("list") => Type::list(Type::Dynamic),
        Some("set") => Type::set(Type::Dynamic),
        Some("map") => Type::map(Type::Dynamic),
        _ if matches!(written.kind(), ExpressionKind::String(_)) && !written.is_json() => {
            return Err(Error::data(catalog::quoted_type(written.span())));
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
        .convert(ty)
        .map_err(|reason| Error::data(catalog::unsuitable_constant(&reason, written.span())))
}

fn rule(validation: BlockRef<'_>) -> Result<Rule> {
    static CONTENT: LazyLock<Schema> = LazyLock::new(|| {
        Schema::new().required_attribute("condition").required_attribute("error_message")
    });
    let content = validation.body().content(&CONTENT)?;
    let required = |name: &str| match content.attribute(name) {
        Some(attribute) => Ok(Expression::from(attribute.expression())),
        None => Err(Error::data(schema::missing_attribute(name, validation.body()))),
    };
    Ok(Rule { condition: required("condition")?, message: required("error_message")? })
}

/// A `validation` block.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) condition: Expression,
    pub(super) message: Expression,
}

impl Rule {
    pub(super) fn check(
        &self,
        name: &str,
        disclosure: Disclosure,
        setting: Option<&Setting>,
        context: &Context,
    ) -> Result<()> {
        let (condition, _) = self.condition.evaluate(context)?.unmark();
        if !condition.is_known() {
            return Ok(());
        }
        let span = self.condition.span();
        let diagnostic = match condition.convert_to(&Type::Bool) {
            Ok(Value::Bool(true)) => return Ok(()),
            Ok(Value::Bool(false)) => {
                let message = self.message.evaluate(context)?;
                let message = match message.unmarked().as_str() {
                    Some(_) if Disclosure::of(&message).is_hidden() => catalog::sensitive_message(),
                    Some(message) => message,
                    None => "The condition is not met.",
                };
                let diagnostic = catalog::invalid(name, message);
                let diagnostic = match setting {
                    Some(setting) => setting.locate(diagnostic, disclosure),
                    None => diagnostic,
                };
                if diagnostic.span().is_some() {
                    let mut lookup = Lookup::new(self.condition.view().tree().origin());
                    let diagnostic =
                        diagnostic.with_label_in(&mut lookup, span, catalog::CONDITION);
                    return Err(Error::data(diagnostic));
                }
                diagnostic.with_span(span)
            }
            Ok(_) => catalog::null_condition(span),
            Err(reason) => catalog::condition_type(&reason, span),
        };
        Err(Error::data(self.condition.attach(diagnostic)))
    }
}
