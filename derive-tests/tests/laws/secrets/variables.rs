//! Settings of sensitive variables, which are secret in any form.

use serde_hcl::configuration::{Setting, Variables};
use serde_hcl::{Context, parse, parse_expression};

use super::{TEXT, search, search_result, secret};

/// The body of the declaration, and the setting of the variable; `@` is the secret.
const CASES: &[(&str, &str)] = &[
    ("type = number", "@"),
    ("type = bool", "@"),
    ("type = string", "\"@"),
    ("type = list(string)", "@"),
    ("type = list(string)", "[\"@\""),
    ("type = list(string)", "[@.x]"),
    ("type = list(number)", "[\"@\"]"),
    ("type = map(number)", "{ \"@\" = \"x\" }"),
    ("type = map(string)", "\"@\""),
    ("type = map(string)", "{ a = \"@\" b = 1 }"),
    ("type = object({ a = number })", "{ a = \"@\" }"),
    ("type = object({ a = optional(number, 1) })", "{ a = \"@\" }"),
    ("type = tuple([number])", "[1, \"@\"]"),
    ("type = any", "upper(\"@\")"),
    ("default = 3\n  nullable = false", "@ + 1"),
    (
        "type = string\n  validation {\n    condition     = false\n    error_message = \"no ${var.v}\"\n  }",
        "@",
    ),
    (
        "type = string\n  validation {\n    condition     = var.v == 1\n    error_message = var.v\n  }",
        "@",
    ),
    (
        "type = string\n  validation {\n    condition     = var.v.x\n    error_message = \"a\"\n  }",
        "@",
    ),
    (
        "type = string\n  validation {\n    condition     = var.v\n    error_message = \"a\"\n  }",
        "@",
    ),
    (
        "type = any\n  validation {\n    condition     = regex(var.v, var.v) == 1\n    error_message = \"${var.v + 1}\"\n  }",
        "\"@\"",
    ),
    (
        "type = any\n  validation {\n    condition     = alltrue([for x in var.v : x + 1])\n    error_message = \"a\"\n  }",
        "[\"@\"]",
    ),
    (
        "type = any\n  validation {\n    condition     = false\n    error_message = join(\",\", [for x in var.v : x])\n  }",
        "[\"@\"]",
    ),
];

#[test]
fn settings_stay_secret() {
    let context = Context::standard();
    for (declaration, setting) in CASES {
        let source = format!("variable \"v\" {{\n  sensitive = true\n  {declaration}\n}}\n");
        let document = parse(&source).unwrap();
        let variables = Variables::from_body(document.body()).unwrap();
        let setting = setting.replace('@', TEXT);
        let mut settings = vec![
            Setting::Text(setting.clone()),
            Setting::Value(setting.as_str().into()),
            Setting::Value(secret(setting.as_str())),
            Setting::Value(serde_hcl::value!([setting.as_str()])),
            Setting::Value(serde_hcl::Value::object([(&*setting, 1)])),
        ];
        settings.extend(parse_expression(&setting).ok().map(Setting::Expression));
        for set in settings {
            let what = format!("{declaration} := {setting}");
            search_result(&what, &variables.values([("v", set.clone())], &context));
            search_result(&what, &variables.assign([("v", set.clone())], &Context::new()));
            // A misspelt name sets nothing.
            search_result(&what, &variables.values([("w", set)], &context));
        }
    }
}

#[test]
fn defaults_stay_secret() {
    for (declaration, default) in CASES {
        let default = default.replace('@', TEXT);
        if parse_expression(&default).is_err() || declaration.contains("default") {
            continue;
        }
        let source = format!(
            "variable \"v\" {{\n  sensitive = true\n  {declaration}\n  default = {default}\n}}\n"
        );
        let document = parse(&source).unwrap();
        let variables = Variables::from_body(document.body());
        search_result(declaration, &variables);
        let Ok(variables) = variables else { continue };
        let default = variables.get("v").and_then(|variable| variable.default());
        search(declaration, &format!("{default:?} {:?}", variables.get("v")));
        let values = variables.values([] as [(&str, Setting); 0], &Context::standard());
        search_result(declaration, &values);
    }
}

#[test]
fn marked_values_of_open_variables_stay_secret() {
    let source = "
variable \"v\" {
  type = number
}
variable \"w\" {
  validation {
    condition     = false
    error_message = \"no ${var.w}\"
  }
}
";
    let document = parse(source).unwrap();
    let variables = Variables::from_body(document.body()).unwrap();
    let settings = [("v", secret(TEXT)), ("w", secret(TEXT))];
    let result = variables.values(settings, &Context::standard());
    assert_eq!(result.as_ref().unwrap_err().diagnostics().len(), 2);
    search_result("marked values", &result);
}
