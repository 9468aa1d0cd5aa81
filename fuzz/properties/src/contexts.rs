//! The contexts for expressions: the same names with known, unknown and sensitive values.

use std::sync::LazyLock;

use serde_hcl::value::Mark;
use serde_hcl::{Context, Type, Value};

/// Small, so that an input takes only milliseconds.
pub(crate) const BUDGET: u64 = 100_000;

/// The secrets, which no output may contain: a text and a number.
pub(crate) const SECRETS: [&str; 2] = ["S3CR3Tzq", "918273645546"];

/// Variables that are known in all contexts.
const KNOWN: [(&str, &str); 11] = [
    ("n", "5"),
    ("s", r#""str""#),
    ("b", "true"),
    ("l", "tolist([1, 2, 3])"),
    ("t", r#"[1, "a", true, null]"#),
    ("o", r#"{ a = 1, b = "x", c = [1, 2] }"#),
    ("m", r#"tomap({ k = "v", a = "w" })"#),
    ("st", r#"toset(["p", "q"])"#),
    ("nothing", "null"),
    ("deep", "{ a = { b = { c = [{ d = 1 }] } } }"),
    ("empty", "convert([], list(string))"),
];

/// Variables of which [`UNKNOWNS`] knows only the type, with their possible values.
const UNKNOWN: [(&str, &str, [&str; 3]); 9] = [
    ("u_d", "any", [r#""dyn""#, "[1, 2]", "{ a = 1 }"]),
    ("u_s", "string", [r#""ustr""#, r#""""#, r#""5""#]),
    ("u_n", "number", ["7", "-1", "0.5"]),
    ("u_b", "bool", ["true", "false", "true"]),
    ("u_l", "list(string)", [r#"["q", "r"]"#, "[]", r#"["1", null]"#]),
    (
        "u_o",
        "object({ a = number, b = string })",
        [r#"{ a = 1, b = "x" }"#, r#"{ a = 0, b = "" }"#, "{ a = null, b = null }"],
    ),
    ("u_m", "map(number)", ["{ a = 1 }", "{}", "{ a = null, b = 2 }"]),
    ("u_set", "set(string)", [r#"["z"]"#, "[]", r#"["a", "b"]"#]),
    ("u_t", "tuple([number, string])", [r#"[1, "a"]"#, r#"[0, ""]"#, "[null, null]"]),
];

/// Contexts in which every variable has a value. The values of the unknown variables differ between
/// them.
pub(crate) static CONCRETE: LazyLock<[Context; 3]> = LazyLock::new(|| {
    [0, 1, 2].map(|choice| {
        UNKNOWN.iter().fold(known(), |context, (name, ty, values)| {
            context.variable(*name, evaluated(&format!("convert({}, {ty})", values[choice])))
        })
    })
});

/// The context in which the unknown variables have unknown values.
pub(crate) static UNKNOWNS: LazyLock<Context> = LazyLock::new(|| {
    UNKNOWN.iter().fold(known(), |context, (name, ty, _)| {
        let ty = serde_hcl::parse_expression(ty).unwrap().view().to_type_constraint().unwrap();
        context.variable(*name, Value::unknown(ty))
    })
});

/// The context without the unknown variables.
pub(crate) static PARTIAL: LazyLock<Context> = LazyLock::new(known);

fn known() -> Context {
    let context =
        KNOWN.iter().fold(Context::standard().budget(BUDGET), |context, (name, value)| {
            context.variable(*name, evaluated(value))
        });
    let [text, number] = SECRETS;
    context
        .variable("sec", Value::from(text).mark(Mark::SENSITIVE))
        .variable("secn", Value::from(number).convert(&Type::Number).unwrap().mark(Mark::SENSITIVE))
        .variable("marked", evaluated(r#"{ a = "zz", b = [1] }"#).mark(Mark::new("other")))
}

fn evaluated(expression: &str) -> Value {
    let parsed = serde_hcl::parse_expression(expression).unwrap();
    parsed.evaluate(&Context::standard()).unwrap_or_else(|error| panic!("{expression}: {error}"))
}
