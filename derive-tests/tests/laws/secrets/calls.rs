//! Calls of every function with a secret as each argument, and functions of applications.

use derive_tests::products::functions_of_products;
use serde_hcl::functions::Call;
use serde_hcl::{Context, Function, Value, functions, parse, parse_expression};

use super::{context, search_result};

/// The arguments in the tested position.
const SECRETS: [&str; 11] = [
    "text",
    "number",
    "fraction",
    "object",
    "tuple",
    "list",
    "map",
    "odd_keys",
    "open_object",
    "open_tuple",
    "template",
];

/// The arguments in the other positions.
const OTHERS: [&str; 3] = ["\"a\"", "1", "[\"a\", \"b\"]"];

/// The calls of a function with a secret in one place and one of these in the others.
pub(super) fn calls(function: &Function, others: &[&str]) -> Vec<String> {
    let required = function.parameters().len();
    let count = required + 2 * usize::from(function.variadic_parameter().is_some());
    let mut calls = Vec::new();
    for secret in SECRETS {
        for other in others {
            for place in 0..count {
                let argument = |index| if index == place { secret } else { *other };
                let arguments: Vec<_> = (0..count).map(argument).collect();
                calls.push(format!("{}({})", function.name(), arguments.join(", ")));
            }
        }
    }
    calls
}

/// Whether the function is meant to show a secret, or takes long.
pub(super) fn is_exempt(function: &Function) -> bool {
    ["nonsensitive", "bcrypt"].contains(&function.name())
}

#[track_caller]
fn try_all<'f>(functions: impl IntoIterator<Item = &'f Function>, context: &Context) {
    let mut failures = 0;
    for call in
        functions.into_iter().filter(|each| !is_exempt(each)).flat_map(|each| calls(each, &OTHERS))
    {
        let result = parse_expression(&call).unwrap().evaluate(context);
        failures += usize::from(result.is_err());
        search_result(&call, &result);
        // In an iteration the elements have no marks.
        for secret in SECRETS {
            let Some((before, behind)) = call.split_once(secret) else { continue };
            let collection = format!("sensitive([nonsensitive({secret})])");
            let source = format!("[for v in {collection} : {before}v{behind}]");
            let result = parse_expression(&source).unwrap().evaluate(context);
            search_result(&source, &result);
            break;
        }
    }
    assert!(failures > 0);
}

#[test]
fn functions_reveal_no_secrets() {
    for (_, functions) in functions_of_products().iter().filter(|(_, list)| !list.is_empty()) {
        try_all(functions, &context().functions(functions.clone()));
    }
}

#[test]
fn functions_of_applications_reveal_no_secrets() {
    let bad = |text: String| -> Result<i32, String> { Err(format!("bad {text}")) };
    let lazy = |arguments: &mut Call<'_, '_>| -> Result<Value, String> {
        let value = arguments.evaluate(0).map_err(|error| error.to_string())?;
        let (value, _) = value.unmark_deep();
        Err(format!("bad {value:?}"))
    };
    let context = context()
        .function(Function::new("bad", bad))
        .function(Function::new("byte", |byte: u8| byte))
        .function(Function::new("bytes", |bytes: Vec<u8>| bytes.len() as i64))
        .function(Function::new("option", |byte: Option<u8>| byte))
        .function(Function::variadic("all", |bytes: Vec<u8>| bytes.len() as i64))
        .function(Function::lazy("lazy", lazy));
    let source = "
function \"defined\" {
  params         = [a]
  variadic_param = rest
  result         = [a.x, upper(a) + 1, nope(a), [for x in rest : x + 1], { (a) = 1 }[rest[0]], bad(a)]
}
";
    let defined = functions::defined_in(parse(source).unwrap().body(), &context).unwrap();
    let context = context.functions(defined);
    for function in ["bad", "byte", "bytes", "option", "all", "lazy", "defined"] {
        for secret in SECRETS {
            for form in [
                format!("{function}({secret})"),
                format!("{function}([{secret}]...)"),
                format!("{function}(\"x${{{secret}}}\")"),
                format!("try({function}({secret}), {function}({secret}))"),
                format!("[for v in {secret} : {function}(v)]"),
                format!("[for v in {secret} : {function}([v])]"),
                format!("[for k, v in {secret} : {function}(k)]"),
                format!("{{ for k, v in {secret} : k => {function}(v...) }}"),
            ] {
                let result = parse_expression(&form).unwrap().evaluate(&context);
                search_result(&form, &result);
            }
        }
    }
}
