use serde_hcl::configuration::{Setting, Variable, Variables, parse_sources};
use serde_hcl::diagnostic::Diagnostic;
use serde_hcl::value::Mark;
use serde_hcl::{
    Context, Error, Expression, Value, from_str, json, parse, parse_expression, value,
};

const SOURCE: &str = r#"
variable "name" {
  description = "What it is called."
  type        = string
}
variable "size" {
  type    = number
  default = "10"
  validation {
    condition     = var.size > 0
    error_message = "${var.name} can't have size ${var.size}."
  }
}
variable "server" {
  type = object({ port = number, hosts = optional(list(string), ["localhost"]) })
  default = { port = 80 }
  nullable = false
}
variable "anything" {
  default = null
}
variable "token" {
  type      = string
  default   = "?"
  sensitive = true
  validation {
    condition     = length(var.token) < 5
    error_message = "The token is too long."
  }
}
"#;

fn variables() -> Variables {
    Variables::from_body(parse(SOURCE).unwrap().body()).unwrap()
}

fn wrong<S: Into<Setting> + Clone>(settings: &[(&str, S)]) -> Vec<String> {
    let settings = settings.iter().map(|(name, setting)| (*name, setting.clone()));
    let error = variables().values(settings, &Context::standard()).unwrap_err();
    error.diagnostics().iter().map(|diagnostic| diagnostic.detail().to_owned()).collect()
}

#[test]
fn texts_are_values_or_expressions() {
    let settings = [
        ("name", "[x"),
        ("size", "5"),
        ("server", "{ port = \"8080\", hosts = [\"a\"] }"),
        ("anything", "[1]"),
    ];
    let values = variables().values(settings, &Context::standard()).unwrap();
    let expected = value!({
        "name": "[x", "size": 5, "server": { "port": 8080, "hosts": ["a"] }, "anything": "[1]",
    });
    for (name, value) in expected.as_map().unwrap().iter() {
        assert_eq!(values[name].to_string(), value.to_string());
    }
    assert_eq!(values["token"], Value::from("?").mark(Mark::SENSITIVE));
}

#[test]
fn files_of_settings_are_documents() {
    let settings: std::collections::BTreeMap<String, Expression> =
        from_str("name = \"x\"\nanything = [1]\nserver = null\nsize = 2 + 1\n").unwrap();
    let values = variables().values(settings, &Context::standard()).unwrap();
    assert_eq!(values["server"]["hosts"][0].as_str(), Some("localhost"));
    assert_eq!(values["anything"], value!([1]));
    assert_eq!(values["size"].as_i64(), Some(3));
}

#[test]
fn the_last_setting_counts() {
    let settings = [("name", "a"), ("name", "b")];
    let values = variables().values(settings, &Context::standard()).unwrap();
    assert_eq!(values["name"].as_str(), Some("b"));
}

#[test]
fn all_mistakes_are_reported_together() {
    assert_eq!(
        wrong(&[("size", "x"), ("sever", "1")]),
        [
            "No variable named \"sever\" is declared.",
            "The variable \"name\" is not set, and has no default.",
            "The value of \"size\" doesn't fit its type: a number is required."
        ]
    );
    assert_eq!(
        wrong(&[("name", "x"), ("size", "0"), ("token", "secret")]),
        [
            "The value of \"size\" is not accepted: x can't have size 0.",
            "The value of \"token\" is not accepted: The token is too long."
        ]
    );
    assert_eq!(wrong(&[("name", "x"), ("server", "{ port = 1, hosts = [[]] }")]).len(), 1);
}

#[test]
fn values_have_the_budget_of_the_context() {
    let variables = variables();
    let settings = || {
        let list = parse_expression("[for n in [1, 2, 3] : n]").unwrap();
        [("name", Setting::from("x")), ("anything", Setting::from(list))]
    };
    let (enough, little) = (Context::standard(), Context::standard().decode_budget(5));
    assert!(variables.assign(settings(), &enough).is_ok());
    let results = [
        variables.assign(settings(), &little).map(drop),
        variables.values(settings(), &little).map(drop),
    ];
    for result in results {
        assert_eq!(result.unwrap_err().code(), "too-expensive");
    }
}

#[test]
fn diagnostics_show_setting_and_declaration() {
    let declarations = parse_sources([("variables.tf", SOURCE)]).unwrap();
    let variables = Variables::from_body(declarations.body()).unwrap();
    let settings =
        [("name", parse_expression("\"x\"").unwrap()), ("size", parse_expression("-1").unwrap())];
    let error = variables.values(settings, &Context::standard()).unwrap_err();
    let diagnostic = &error.diagnostics()[0];
    assert_eq!((error.line(), error.column()), (Some(1), Some(1)));
    let label = &diagnostic.labels()[0];
    assert_eq!(
        (label.source_name(), label.text()),
        (Some("variables.tf"), "this condition is not met")
    );
    assert_eq!(label.span().text(SOURCE), "var.size > 0");
}

#[test]
fn declarations_are_checked() {
    let source = r#"
variable "a" { type = "string" }
variable "b" {
  type    = list(number)
  default = ["x"]
}
variable "b" {}
variable "c" { tpye = string }
variable "d" {
  default   = var.a
  sensitive = "maybe"
  validation { condition = true }
}
variable "e" {
  default  = null
  nullable = false
}
variable {}
"#;
    let error = Variables::from_body(parse(source).unwrap().body()).unwrap_err();
    let found: Vec<_> = error.diagnostics().iter().map(Diagnostic::code).collect();
    assert_eq!(found, ["missing-label"], "{error:#}");
    let source = source.replace("variable {}\n", "");
    let error = Variables::from_body(parse(&source).unwrap().body()).unwrap_err();
    let found: Vec<_> = error.diagnostics().iter().map(Diagnostic::code).collect();
    assert_eq!(found.len(), 8, "{error:#}");
}

#[test]
fn conditions_can_refer_to_results_of_the_values() {
    let source = r#"
        variable "size" {
          validation {
            condition     = local.area < 20
            error_message = "${local.area} is too much."
          }
        }
    "#;
    let variables = Variables::from_body(parse(source).unwrap().body()).unwrap();
    let validate = |size: i32| {
        let assignment = variables.assign([("size", Value::from(size))], &Context::new())?;
        let area = parse_expression("var.size * var.size")?;
        let context = Context::new()
            .variable("var", assignment.values().clone())
            .lazy_object("local", [("area", area)]);
        assignment.validate(&context)?;
        Ok::<_, Error>(assignment.into_values())
    };
    assert_eq!(validate(4).unwrap()["size"], Value::from(4));
    assert!(validate(5).unwrap_err().to_string().contains("25 is too much."));
    let error = variables.assign([("sise", "1")], &Context::new()).unwrap_err();
    assert_eq!(error.diagnostics().len(), 2, "{error:#}");
}

#[test]
fn defaults_can_call_functions_of_a_context() {
    let source = "variable \"a\" {\n  type = string\n  default = join(\"-\", [1, 2])\n}\n";
    let document = parse(source).unwrap();
    let error = Variables::from_body(document.body()).unwrap_err();
    assert_eq!((error.line(), error.column()), (Some(3), Some(13)));
    let variables = Variables::from_body_with(document.body(), &Context::standard()).unwrap();
    assert_eq!(variables.get("a").unwrap().default(), Some(&Value::from("1-2")));
}

/// The short form of Nomad and Packer.
#[test]
fn a_block_of_defaults_declares_variables() {
    let source = r#"
variables {
  name  = "web"
  ports = [80, 81]
  any   = null
}
variable "size" {}
variables { more = true }
"#;
    let variables = Variables::from_body(parse(source).unwrap().body()).unwrap();
    let names: Vec<_> = variables.iter().map(Variable::name).collect();
    assert_eq!(names, ["name", "ports", "any", "size", "more"]);
    let types: Vec<_> = variables.iter().map(|variable| variable.ty().to_string()).collect();
    assert_eq!(types, ["string", "tuple([number, number])", "any", "any", "bool"]);
    let settings = [("name", "[1]"), ("ports", "[1, \"2\"]"), ("any", "[3]"), ("size", "4")];
    let values = variables.values(settings, &Context::new()).unwrap();
    assert_eq!(
        Value::Object(values).to_string(),
        r#"{ any = [3], more = true, name = "[1]", ports = [1, 2], size = "4" }"#
    );
    let error = variables.values([("ports", "[1]"), ("size", "4")], &Context::new()).unwrap_err();
    assert_eq!(error.diagnostics()[0].summary(), "Invalid value for variable");

    let wrong = |source: &str| Variables::from_body(parse(source).unwrap().body()).unwrap_err();
    let summaries = |source: &str| -> Vec<String> {
        let error = wrong(source);
        error.diagnostics().iter().map(|diagnostic| diagnostic.summary().to_owned()).collect()
    };
    assert_eq!(
        summaries(
            "variables {\n a = 1\n b = x\n c = y\n}\nvariable \"a\" {}\nvariables { a = 2 }\n"
        ),
        [
            "Variables not allowed",
            "Variables not allowed",
            "Duplicate variable declaration",
            "Duplicate variable declaration"
        ]
    );
    assert_eq!(summaries("variables \"x\" {}\n"), ["Extraneous label for variables"]);

    let json = json::parse(r#"{ "variables": { "a": "${x}", "b": 1 } }"#).unwrap();
    let variables = Variables::from_body(json.body()).unwrap();
    assert_eq!(variables.get("a").unwrap().default().unwrap().as_str(), Some("${x}"));
}
