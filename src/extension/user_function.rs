//! Functions that are written as blocks.

use std::sync::LazyLock;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::{extension as catalog, schema};
use crate::diagnostic::error::{Category, Error, Result};
use crate::eval::{Context, Function, anchor_of};
use crate::schema::Schema;
use crate::syntax::{AttributeRef, BlockRef, BodyRef, ExpressionRef};
use crate::text::span::Span;

/// The functions that the `function` blocks of a body define. Other items are skipped.
///
/// `params` names the parameters. `result` is the expression that the function evaluates; it can
/// refer to the parameters and to the context. `variadic_param` names a tuple of all further
/// arguments.
///
/// # Errors
///
/// All blocks that don't define a function.
///
/// ```
/// use serde_hcl::{Context, functions, parse, parse_expression};
///
/// let document = parse(r#"
///     function "add" {
///       params = [a, b]
///       result = a + b
///     }
///     function "join" {
///       params         = [separator]
///       variadic_param = words
///       result         = trimsuffix("%{for word in words}${word}${separator}%{endfor}", separator)
///     }
/// "#)?;
/// let functions = functions::defined_in(document.body(), &Context::standard())?;
///
/// let context = Context::new().functions(functions);
/// let sum = parse_expression("add(1, 2)")?.evaluate(&context)?;
/// assert_eq!(sum.as_i64(), Some(3));
/// let list = parse_expression("join(\", \", 1, 2, 3)")?.evaluate(&context)?;
/// assert_eq!(list.as_str(), Some("1, 2, 3"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn defined_in(body: BodyRef<'_>, context: &Context) -> Result<Vec<Function>> {
    static BLOCKS: LazyLock<Schema> = LazyLock::new(|| Schema::new().block("function", &["name"]));
    let content = body.partial_content(&BLOCKS)?;
    let mut functions = Vec::with_capacity(content.blocks().len());
    let mut diagnostics = Vec::new();
    for block in content.blocks() {
        match define(*block, context) {
            Ok(function) => functions.push(function),
            Err(error) => diagnostics.extend(error.into_diagnostics()),
        }
    }
    if diagnostics.is_empty() {
        return Ok(functions);
    }
    let tree = body.tree();
    Err(Error::new(Category::Data, diagnostics).attach(tree.origin()))
}

fn define(block: BlockRef<'_>, context: &Context) -> Result<Function> {
    static CONTENT: LazyLock<Schema> = LazyLock::new(|| {
        Schema::new()
            .required_attribute("params")
            .attribute("variadic_param")
            .required_attribute("result")
    });
    let content = block.body().content(&CONTENT)?;
    let required = |name: &str| match content.attribute(name) {
        Some(attribute) => Ok(attribute.expression()),
        None => Err(Error::data(schema::missing_attribute(name, block.body()))),
    };
    let (parameters, result) = (required("params")?, required("result")?);
    let Some(parameters) = parameters.as_list() else {
        return Err(Error::data(catalog::list_required(anchor_of(parameters))));
    };
    let names: Vec<String> = parameters
        .map(|parameter| name_of(parameter, catalog::invalid_parameter))
        .collect::<Result<_>>()?;
    let variadic = content.attribute("variadic_param").map(AttributeRef::expression);
    let variadic = variadic
        .map(|parameter| name_of(parameter, catalog::invalid_variadic_parameter))
        .transpose()?;

    let name = block.labels().next().map(|label| label.value()).unwrap_or_default();
    Ok(Function::from_expression(&name, names, variadic, result.into(), context.clone()))
}

fn name_of(parameter: ExpressionRef<'_>, otherwise: fn(Span) -> Diagnostic) -> Result<String> {
    match parameter.as_keyword() {
        Some(name) => Ok(name.to_owned()),
        None => Err(Error::data(otherwise(parameter.span()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse_expression;
    use crate::parser::document::parse;
    use crate::value::{Mark, Type, Value};

    const SOURCE: &str = "
function \"add\" {
  params = [a, b]
  result = a + b
}
function \"rest\" {
  params         = [first]
  variadic_param = others
  result         = others
}
function \"broken\" {
  params = [x]
  result = x.y + nope
}
";

    fn context() -> Context {
        let document = parse(SOURCE).unwrap();
        Context::new()
            .functions(defined_in(document.body(), &Context::new()).unwrap())
            .variable("unknown", Value::unknown(Type::Number))
            .variable("secret", Value::from(1).mark(Mark::SENSITIVE))
    }

    #[test]
    fn defined_functions_are_called_like_others() {
        let cases = [
            ("add(1, \"2\")", Value::from(3)),
            ("rest(1, 2, [3])", crate::value!([2, [3]])),
            ("rest(1)", crate::value!([])),
            ("add(unknown, 1)", Value::unknown(Type::Number)),
            ("rest(1, [unknown])", Value::tuple([Value::tuple([Value::unknown(Type::Number)])])),
            ("add(secret, 1)", Value::from(2).mark(Mark::SENSITIVE)),
        ];
        for (source, expected) in cases {
            let found = parse_expression(source).unwrap().evaluate(&context()).unwrap();
            assert_eq!(found, expected, "{source}");
        }
    }

    #[test]
    fn errors_have_places_in_the_function() {
        let error = |source| parse_expression(source).unwrap().evaluate(&context()).unwrap_err();
        let broken = error("broken(1)");
        assert_eq!(broken.diagnostics()[0].summary(), "Error in function call");
        assert!(broken.diagnostics()[0].detail().contains("13:13: "), "{broken}");
        assert!(error("add(1)").to_string().contains("\"b\""));
        assert!(error("add(null, 1)").to_string().contains("\"a\""));
    }

    #[test]
    fn the_caller_is_charged() {
        let context = context().budget(10);
        let expression = parse_expression("add(1, add(2, add(3, 4)))").unwrap();
        assert_eq!(expression.evaluate(&context).unwrap_err().code(), "too-expensive");
    }

    #[test]
    fn all_mistakes_are_reported() {
        let source = "
function \"a\" {
  params = x
  result = 1
}
function \"b\" {
  params = [x.y]
  result = 1
}
function \"c\" {
  params = []
  variadic_param = 1
  result = 1
}
function \"d\" {
  parms = []
}
";
        let document = parse(source).unwrap();
        let error = defined_in(document.body(), &Context::new()).unwrap_err();
        let found: Vec<_> = error.diagnostics().iter().map(Diagnostic::summary).collect();
        assert_eq!(
            found,
            [
                "Invalid expression",
                "Invalid parameter",
                "Invalid variadic parameter",
                "Missing required argument",
                "Missing required argument",
                "Unsupported argument",
            ]
        );
    }
}
