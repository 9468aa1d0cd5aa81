//! The built-in parts of Terraform: `terraform_data`, `terraform_remote_state`, the functions of its
//! own provider, and a `templatefile` that can't render further templates.

use std::collections::BTreeSet;

use serde_hcl::configuration::Schema;
use serde_hcl::{
    Body, Context, Expression, Function, Map, Type, Value, from_str, parse_template,
    to_expression_string, to_string,
};

use super::Problem;

/// The value of a `terraform_data` resource. Its identifier is unknown unless it is imported.
pub fn terraform_data(
    arguments: &Body,
    id: Option<Value>,
    context: &Context,
) -> Result<Value, Problem> {
    let schema = Schema::new().attribute("input").attribute("triggers_replace");
    let content = arguments.view().content(&schema)?;
    let value = |name: &str| match content.attribute(name) {
        None => Ok(Value::NULL),
        Some(attribute) => {
            let expression = Expression::from(attribute.expression());
            let value = expression.evaluate(context)?;
            let is_ephemeral =
                value.clone().unmark_deep().1.iter().any(|mark| mark.name() == "ephemeral");
            match is_ephemeral {
                true => {
                    Err(Problem::of_expression(&expression, "an ephemeral value can't be stored"))
                }
                false => Ok(value),
            }
        }
    };
    let input = value("input")?;
    Ok(Value::object([
        ("id", id.unwrap_or_else(|| Value::unknown(Type::String).refine_not_null())),
        ("output", input.clone().unmark_deep().0),
        ("input", input),
        ("triggers_replace", value("triggers_replace")?),
    ]))
}

/// The value of a `terraform_remote_state`, read by the function `file`.
pub fn remote_state(
    arguments: &Body,
    file: Option<&Function>,
    context: &Context,
) -> Result<Value, Problem> {
    let schema = Schema::new()
        .required_attribute("backend")
        .attribute("config")
        .attribute("defaults")
        .attribute("workspace");
    let content = arguments.view().content(&schema)?;
    let value = |name: &str| match content.attribute(name) {
        None => Ok(Value::NULL),
        Some(attribute) => attribute.expression().evaluate(context),
    };
    let (backend, config, defaults) = (value("backend")?, value("config")?, value("defaults")?);
    if backend.as_str() != Some("local") {
        return Ok(Value::unknown(Type::Dynamic));
    }
    let path = config.get("path").and_then(|path| path.as_str()).unwrap_or("terraform.tfstate");
    let Some(file) = file else { return Ok(Value::unknown(Type::Dynamic)) };
    let text = file.call([path]).map_err(|error| {
        let reason = error.diagnostics().first().map_or("", |found| found.detail());
        Problem::Missing(format!("the state {path}: {reason}"))
    })?;
    let state = jsondecode(text.as_str().unwrap_or_default())?;
    let mut outputs = defaults.as_map().cloned().unwrap_or_default();
    for (name, output) in
        state.get("outputs").and_then(Value::as_map).into_iter().flat_map(Map::iter)
    {
        let value = output.get("value").cloned().unwrap_or(Value::NULL);
        let is_sensitive = output.get("sensitive").and_then(Value::as_bool) == Some(true);
        let value =
            if is_sensitive { value.mark(serde_hcl::value::Mark::SENSITIVE) } else { value };
        outputs.insert(name.clone(), value);
    }
    Ok(Value::object([
        ("backend", backend),
        ("config", config),
        ("defaults", defaults),
        ("outputs", Value::Object(outputs)),
        ("workspace", value("workspace")?),
    ]))
}

fn jsondecode(text: &str) -> serde_hcl::Result<Value> {
    match serde_hcl::functions::get("jsondecode") {
        Some(function) => function.call([text]),
        None => Ok(Value::NULL),
    }
}

/// The called functions of the required providers. Only those of the provider `terraform` have known
/// results.
pub fn provider_functions(
    providers: &[String],
    called: &BTreeSet<String>,
    is_part: bool,
) -> Vec<Function> {
    let is_required = |name: &str| {
        let provider = name.split("::").nth(1).unwrap_or_default();
        provider != "terraform" && (is_part || providers.iter().any(|other| other == provider))
    };
    let unknown = |_: Vec<Option<Value>>| Value::unknown(Type::Dynamic);
    let others = called.iter().filter(|name| is_required(name));
    let others = others.map(|name| Function::variadic(name.as_str(), unknown));
    let own = providers.iter().any(|provider| provider == "terraform").then(own_functions);
    own.into_iter().flatten().chain(others).collect()
}

/// The functions of the provider `terraform`.
fn own_functions() -> [Function; 3] {
    [
        Function::new("provider::terraform::encode_tfvars", |value: Value| to_string(&value)),
        Function::new("provider::terraform::decode_tfvars", |text: String| {
            from_str::<Value>(&text)
        }),
        Function::new("provider::terraform::encode_expr", |value: Value| {
            to_expression_string(&value)
        }),
    ]
}

/// `templatefile` as in Terraform: a template can't render another one. The function `file` reads it.
pub fn templatefile(file: Function, functions: Vec<Function>) -> Function {
    let renders = |function: &Function| {
        let name = function.name();
        name.ends_with("templatefile") || name.ends_with("templatestring")
    };
    let functions = functions.into_iter().filter(|function| !renders(function));
    let context = Context::new().functions(functions);
    let render = move |path: String, variables: Value| -> Result<Value, String> {
        let Some(map) = variables.as_map() else {
            return Err("the variables must be a map or an object".to_owned());
        };
        let read = file.call([path.as_str()]);
        let source = read.map_err(|error| {
            error.diagnostics().first().map_or(path.clone(), |found| found.detail().to_owned())
        })?;
        let source = source.as_str().unwrap_or_default();
        let template = parse_template(source).map_err(|error| format!("{path}: {error}"))?;
        let variables = map.iter().map(|(name, value)| (name.clone(), value.clone()));
        let context =
            variables.fold(context.child(), |context, (name, value)| context.variable(name, value));
        template.evaluate(&context).map_err(|error| format!("{path}: {error}"))
    };
    Function::new("templatefile", render).with_parameter_names(["path", "vars"])
}
