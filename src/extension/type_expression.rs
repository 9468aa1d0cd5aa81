//! Types that are written as expressions: `list(string)`, `object({ name = string })`.

use std::str::FromStr;

use hashbrown::HashSet;

use crate::diagnostic::error::{Category, Error, Result};
use crate::diagnostic::{Diagnostic, catalog::extension as catalog};
use crate::document::parse_expression;
use crate::eval::Context;
use crate::limits::stack::nest;
use crate::syntax::{CallRef, ExpressionRef, ObjectItemRef};
use crate::text::span::Span;
use crate::text::suggest;
use crate::value::{ObjectType, Type, Value};

/// The words that are types, and those that construct types from other types.
const WORDS: [&str; 9] =
    ["any", "bool", "list", "map", "number", "object", "set", "string", "tuple"];

impl ExpressionRef<'_> {
    /// The type that the expression describes. Only the defaults of optional attributes are
    /// evaluated, without variables and functions.
    ///
    /// | expression | type |
    /// |---|---|
    /// | `string`, `number`, `bool` | the primitive types |
    /// | `any` | [`Type::Dynamic`] |
    /// | `list(T)`, `set(T)`, `map(T)` | collections of elements of type `T` |
    /// | `tuple([T, …])` | a tuple with exactly these elements |
    /// | `object({ name = T, … })` | an object with these attributes |
    /// | `optional(T)`, `optional(T, default)` | an attribute that may be left out |
    ///
    /// # Errors
    ///
    /// All mistakes in the expression.
    ///
    /// ```
    /// let document = serde_hcl::parse("type = object({ age = optional(number, 18) })\n")?;
    /// let ty = document.body().attribute("type").unwrap().expression().to_type()?;
    /// assert_eq!(ty.to_string(), "object({ age = optional(number, 18) })");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn to_type(self) -> Result<Type> {
        self.read_type(Allowed::Defaults)
    }

    /// Like [`to_type`](Self::to_type), without defaults: the only argument of `optional` is the
    /// type.
    ///
    /// # Errors
    ///
    /// All mistakes in the expression.
    pub fn to_type_constraint(self) -> Result<Type> {
        self.read_type(Allowed::Constraints)
    }

    /// Like [`to_type`](Self::to_type), but the type must be exact: neither `any` nor `optional` is
    /// allowed.
    ///
    /// # Errors
    ///
    /// All mistakes in the expression.
    pub fn to_exact_type(self) -> Result<Type> {
        self.read_type(Allowed::ExactTypes)
    }

    fn read_type(self, allowed: Allowed) -> Result<Type> {
        let mut reader = Reader { allowed, diagnostics: Vec::new() };
        let ty = reader.ty(self);
        if reader.diagnostics.is_empty() {
            return Ok(ty);
        }
        let tree = self.tree();
        let error = Error::new(Category::Data, reader.diagnostics);
        Err(error.attach(tree.origin()))
    }
}

/// Reads the same forms as [`ExpressionRef::to_type`]. The inverse of `Display` if the names of all
/// attributes are identifiers: a type expression has no form for other names.
///
/// ```
/// use serde_hcl::Type;
///
/// let ty: Type = "map(any)".parse()?;
/// assert_eq!(ty, Type::map(Type::Dynamic));
/// assert_eq!(ty.to_string(), "map(any)");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl FromStr for Type {
    type Err = Error;

    fn from_str(source: &str) -> Result<Type> {
        parse_expression(source)?.view().to_type()
    }
}

/// The forms that are allowed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Allowed {
    ExactTypes,
    Constraints,
    Defaults,
}

struct Reader {
    allowed: Allowed,
    diagnostics: Vec<Diagnostic>,
}

/// A constructor of types from other types.
#[derive(Clone, Copy)]
enum Constructor {
    Collection(fn(Type) -> Type),
    Tuple,
    Object,
}

impl Constructor {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "list" => Constructor::Collection(Type::list),
            "set" => Constructor::Collection(Type::set),
            "map" => Constructor::Collection(Type::map),
            "tuple" => Constructor::Tuple,
            "object" => Constructor::Object,
            _ => return None,
        })
    }

    /// The description of its argument.
    fn argument(self) -> &'static str {
        match self {
            Constructor::Collection(_) => "the type of the elements",
            Constructor::Tuple => "the types of the elements in square brackets",
            Constructor::Object => "the attributes with their types in braces",
        }
    }
}

fn primitive(word: &str) -> Option<Type> {
    Some(match word {
        "bool" => Type::Bool,
        "number" => Type::Number,
        "string" => Type::String,
        _ => return None,
    })
}

fn nearest(word: &str) -> Option<&'static str> {
    suggest::nearest(word, WORDS)
}

impl Reader {
    /// The type; [`Type::Dynamic`] if there is a mistake.
    fn ty(&mut self, expression: ExpressionRef<'_>) -> Type {
        if let Some(word) = expression.as_keyword() {
            return self.word(word, expression.span());
        }
        match expression.as_call() {
            Some(call) => nest(|| self.construction(call)),
            None => self.report(catalog::not_a_type(expression.span())),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Type {
        self.diagnostics.push(diagnostic);
        Type::Dynamic
    }

    fn word(&mut self, word: &str, span: Span) -> Type {
        if let Some(ty) = primitive(word) {
            return ty;
        }
        match Constructor::of(word) {
            _ if word == "any" && self.allowed >= Allowed::Constraints => Type::Dynamic,
            _ if word == "any" => self.report(catalog::any_is_no_exact_type(span)),
            Some(constructor) => {
                let argument = constructor.argument();
                self.report(catalog::type_argument(word, argument, span))
            }
            None => self.report(catalog::unknown_type(word, nearest(word), span)),
        }
    }

    fn construction(&mut self, call: CallRef<'_>) -> Type {
        let (name, arguments) = (call.name(), call.arguments_span());
        if primitive(&name).is_some() || name == "any" {
            return self.report(catalog::type_without_arguments(&name, arguments));
        }
        let Some(constructor) = Constructor::of(&name) else {
            return self.report(match &*name {
                "optional" => catalog::optional_outside_object(call.name_span()),
                _ => catalog::unknown_type_constructor(&name, nearest(&name), call.span()),
            });
        };
        let mut given = call.arguments();
        let (Some(argument), None) = (given.next(), given.next()) else {
            let extra = call.arguments().skip(1).map(ExpressionRef::span).reduce(Span::to);
            let diagnostic =
                catalog::type_argument(&name, constructor.argument(), extra.unwrap_or(arguments));
            return self.report(diagnostic.with_context(arguments));
        };
        match constructor {
            Constructor::Collection(of) => of(self.ty(argument)),
            Constructor::Tuple => match argument.as_list() {
                Some(elements) => {
                    let elements: Vec<Type> = elements.map(|element| self.ty(element)).collect();
                    Type::tuple(elements)
                }
                None => self.report(catalog::tuple_without_list(argument.span(), call.span())),
            },
            Constructor::Object => match argument.as_map() {
                Some(attributes) => {
                    let mut object = ObjectType::new();
                    let mut names = HashSet::with_capacity(attributes.items().len());
                    for attribute in attributes.items() {
                        self.attribute(attribute, &mut names, &mut object, call.span());
                    }
                    object.into()
                }
                None => self.report(catalog::object_without_map(argument.span(), call.span())),
            },
        }
    }

    fn attribute<'a>(
        &mut self,
        attribute: ObjectItemRef<'a>,
        names: &mut HashSet<&'a str>,
        object: &mut ObjectType,
        whole: Span,
    ) {
        let key = attribute.key();
        let Some(name) = key.as_keyword() else {
            self.diagnostics.push(catalog::attribute_type_without_name(key.span(), whole));
            return;
        };
        if names.contains(name) {
            self.diagnostics.push(catalog::duplicate_attribute_type(name, key.span(), whole));
            return;
        }
        let modifier = attribute.value().as_call().filter(|call| call.name() == "optional");
        let Some(modifier) = modifier else {
            names.insert(name);
            object.insert(name, self.ty(attribute.value()));
            return;
        };
        let mut arguments = modifier.arguments();
        let Some(ty) = arguments.next() else {
            let span = modifier.arguments_span();
            self.diagnostics.push(catalog::optional_without_type(span, modifier.span()));
            return;
        };
        names.insert(name);
        let default = self.default_of(modifier);
        let ty = self.ty(ty);
        match default.map(|(value, span)| (value.convert_to(&ty), span)) {
            Some((Ok(value), _)) => object.insert_default(name, ty, value),
            Some((Err(error), span)) => {
                self.diagnostics.push(catalog::unsuitable_default(&error, span));
            }
            None => object.insert_optional(name, ty),
        }
    }

    /// The default after the type in `optional`, and its span.
    fn default_of(&mut self, modifier: CallRef<'_>) -> Option<(Value, Span)> {
        let most = match self.allowed {
            Allowed::ExactTypes => {
                let (name, whole) = (modifier.name_span(), modifier.span());
                self.diagnostics.push(catalog::optional_in_exact_type(name, whole));
                return None;
            }
            Allowed::Constraints => 1,
            Allowed::Defaults => 2,
        };
        let arguments = modifier.arguments();
        if arguments.len() > most {
            let (span, whole) = (modifier.arguments_span(), modifier.span());
            self.diagnostics.push(catalog::optional_arguments(most, span, whole));
            return None;
        }
        let default = modifier.arguments().nth(1)?;
        match default.evaluate(&Context::new()) {
            Ok(value) => Some((value, default.span())),
            Err(error) => {
                self.diagnostics.extend(error.into_diagnostics());
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_print_as_they_are_read() {
        let sources = [
            "any",
            "list(map(set(bool)))",
            "tuple([])",
            "object({})",
            "object({ a = tuple([string, any]), b = optional(list(number), [1, 2]) })",
            "object({ a = optional(object({ b = optional(string, \"x\") }), {}) })",
        ];
        for source in sources {
            let ty: Type = source.parse().unwrap();
            let again: Type = ty.to_string().parse().unwrap();
            assert_eq!(ty, again, "{source}");
        }
    }

    #[test]
    fn all_mistakes_are_found_where_they_are() {
        let cases: [(&str, &[&str]); 8] = [
            ("list(nope, any)", &["any"]),
            ("tuple([nope, list(), 1])", &["nope", "()", "1"]),
            ("object({ \"a\" = string, b = string, b = bool })", &["\"a\"", "b"]),
            ("object({ a = optional(bool, 1, 2), b = optional() })", &["(bool, 1, 2)", "()"]),
            ("object({ a = optional(bool, x), b = optional(bool, 2) })", &["x", "2"]),
            ("set(optional(string))", &["optional"]),
            ("map(string(1))", &["(1)"]),
            ("object(string)", &["string"]),
        ];
        for (source, expected) in cases {
            let error = source.parse::<Type>().unwrap_err();
            let spans = error.diagnostics().iter().filter_map(Diagnostic::span);
            let found: Vec<&str> = spans.map(|span| span.text(source)).collect();
            assert_eq!(found, expected, "{source}");
        }
    }

    #[test]
    fn the_caller_decides_whether_a_type_must_be_exact() {
        let read = |source: &str| {
            let expression = parse_expression(source).unwrap();
            let expression = expression.view();
            [
                expression.to_type().is_ok(),
                expression.to_type_constraint().is_ok(),
                expression.to_exact_type().is_ok(),
            ]
        };
        assert_eq!(read("object({ a = string })"), [true, true, true]);
        assert_eq!(read("list(any)"), [true, true, false]);
        assert_eq!(read("object({ a = optional(string) })"), [true, true, false]);
        assert_eq!(read("object({ a = optional(string, \"\") })"), [true, false, false]);
    }
}
