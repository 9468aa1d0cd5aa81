//! Functions that render templates from values.

use super::argument::{Outcome, no_map, pay};
use super::library::library;
use crate::document::Expression;
use crate::eval::{FunctionError, Rendering};
use crate::parse_template;
use crate::text::identifier::is_identifier;
use crate::value::Value;

library! {
    /// Functions that render templates. The templates can call all functions that their caller can
    /// call.
    pub(super) template: rendering;

    /// The text of a template, with the attributes of an object as its variables. It has the marks
    /// of all variables, also of those that the template doesn't refer to. The template must be a
    /// reference: a literal one can be written without this function.
    ///
    /// ```hcl
    /// [for text in ["$${upper(name)}!"] : templatestring(text, { name = "Jo" })] == ["JO!"]
    /// ```
    fn templatestring(
        /// A reference to the template.
        template: Value [UNTYPED | REFERENCE],
        /// The variables of the template.
        vars: Value [MARKED]
    ) -> Outcome<Rendering> as String {
        let Some(source) = template.as_str() else {
            let reason = format!("a text is required, but this is {}", template.type_of().noun());
            return Err(FunctionError::argument(0, reason));
        };
        pay(2 * source.len())?;
        marked_rendering(parse_template(source)?, vars)
    }
}

/// A rendering with the marks of everything in the variables, also of what the template doesn't refer to.
pub(super) fn marked_rendering(template: Expression, variables: Value) -> Outcome<Rendering> {
    let (_, marks) = variables.clone().unmark_deep();
    let mut rendering = rendering(template, variables)?;
    rendering.marks.merge(&marks);
    Ok(rendering)
}

/// A template whose variables are the elements of a map or the attributes of an object, the second
/// argument.
pub(super) fn rendering(template: Expression, variables: Value) -> Outcome<Rendering> {
    let wrong = |reason: String| FunctionError::argument(1, reason);
    let (variables, marks) = variables.unmark();
    let (Value::Map(_, variables) | Value::Object(variables)) = variables else {
        return Err(no_map(&variables).or_argument(1));
    };
    pay(8 * variables.len())?;
    if let Some(name) = variables.keys().find(|name| !is_identifier(name)) {
        return Err(wrong(format!("{name:?} can't be the name of a variable")));
    }
    let references = template.view().references();
    let missing = references.iter().find(|reference| !variables.contains_key(reference.root()));
    if let Some(missing) = missing {
        let name = missing.root();
        return Err(wrong(format!("the template refers to {name:?}, which is missing"))
            .with_help(format!("add {name} = … to the object")));
    }
    Ok(Rendering { template, variables, marks })
}

#[cfg(test)]
mod tests {
    use crate::value::Mark;
    use crate::{Context, Error, Type, Value, parse_expression};

    fn evaluate(source: &str) -> Result<Value, Error> {
        let context = Context::opentofu()
            .variable("secret", Value::from("hush").mark(Mark::SENSITIVE))
            .variable("unknown", Value::unknown(Type::String))
            .variable("loop", "a${templatestring(t, { t = t })}b")
            .variable("twice", "${templatestring(t, { t = t })}${templatestring(t, { t = t })}");
        parse_expression(source)?.evaluate(&context)
    }

    fn error(source: &str) -> String {
        evaluate(source).unwrap_err().to_string()
    }

    #[test]
    fn only_the_variables_of_a_template_are_known_in_it() {
        let value = evaluate(r#"templatestring("$${[for s in [n] : s]}", { n = 1 })"#);
        assert_eq!(value.unwrap(), crate::value!([1]));
        assert_eq!(
            error(r#"templatestring("$${secret}", {})"#),
            "1:30: Invalid function argument: Invalid value for parameter \"vars\" of \
             \"templatestring\": the template refers to \"secret\", which is missing; add secret = … to \
             the object"
        );
        let nested =
            r#"templatestring("$${templatestring(t, { b = a })}", { a = 1, t = "$${a}" })"#;
        assert!(error(nested).contains("refers to \"a\""), "{}", error(nested));
    }

    #[test]
    fn marks_and_unknown_values_are_kept() {
        let value = evaluate(r#"templatestring("$${a}", { a = 1, b = secret })"#).unwrap();
        assert_eq!(value, Value::from(1));
        assert!(evaluate(r#"templatestring("x$${b}", { b = secret })"#).unwrap().is_marked());
        assert!(evaluate("templatestring(secret, {})").unwrap().is_marked());
        let value = evaluate(r#"templatestring("x$${u}", { u = unknown })"#).unwrap();
        assert_eq!(value.type_of(), Type::String);
        let value = evaluate("templatestring(unknown, {})").unwrap();
        assert_eq!(value, Value::unknown(Type::Dynamic));
    }

    #[test]
    fn mistakes_in_templates_have_a_place() {
        assert!(error(r#"templatestring("a\n$${1 +}", {})"#).contains("2:6: "));
        assert!(error(r#"templatestring("a\n$${a.b}", { a = {} })"#).contains("2:4: "));
        assert!(error(r#"templatestring("", [])"#).contains("a map or object is required"));
        assert!(error(r#"templatestring("", { "a b" = 1 })"#).contains("\"a b\" can't be"));
    }

    #[test]
    fn endless_templates_end() {
        for (template, code) in [("loop", "too-deep"), ("twice", "too-deep")] {
            let source = format!("try(templatestring({template}, {{ t = {template} }}), 1)");
            let error = evaluate(&source).unwrap_err();
            assert_eq!(error.code(), code, "{template}");
            assert!(error.to_string().len() < 200, "{error}");
        }
    }
}
