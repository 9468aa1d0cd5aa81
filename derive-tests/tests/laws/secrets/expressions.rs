//! Expressions of every kind, evaluated and reduced.

use serde_hcl::configuration::Reduced;
use serde_hcl::{Context, parse_expression};

use super::{TEXT, context, search, search_result};

/// Each of these replaces `@`.
const SECRETS: [&str; 14] = [
    "text",
    "number",
    "open_object",
    "object",
    "tuple",
    "open_tuple",
    "list",
    "set",
    "map",
    "objects",
    "template",
    "nothing",
    "open_object.p",
    "open_tuple[0]",
];

const EXPRESSIONS: &[&str] = &[
    // Operations.
    "@ + 1",
    "1 - @",
    "-@",
    "!@",
    "@ && true",
    "@ || nope",
    "@ > number",
    "@ == nope",
    "@ % 0",
    "@ / @",
    // Conditionals.
    "@ ? 1 : 2",
    "true ? @ : [1]",
    "false ? [1] : @",
    "true ? @ : { a = [] }",
    "later ? @ : [1]",
    "later ? [@] : [{}]",
    "true ? { a = @ } : { b = @ }",
    "nope ? @ : 1",
    "true ? tomap({ a = 1 }) : @",
    // Nulls, unknown values and empty collections of the type of a secret.
    "true ? null : @",
    "true ? null : { (@) = 1 }",
    "later ? null : @",
    "later ? { a = @ } : { a = null }",
    "true ? { a = null } : { a = @ }",
    "true ? tolist([]) : tolist([@])",
    "[true ? tomap({}) : tomap({ a = @ }), tolist([null, @]), toset([@, null])]",
    "(true ? null : @) + 1",
    "(true ? null : @).zz",
    "(true ? null : @)[0]",
    "(later ? null : @).zz",
    "(later ? null : @) + 1",
    "convert(true ? null : @, number)",
    "convert(later ? null : @, list(number))",
    "convert([true ? null : @], list(object({ zz = string })))",
    "(true ? { a = null } : { a = @ }) ? 1 : 2",
    "true ? { a = true ? null : @ } : [1]",
    "upper(true ? null : @)",
    "merge({ a = null }, @, 1)",
    "tolist([true ? null : @, later, 1])",
    // Traversals.
    "@.x.y",
    "@.y",
    "@[0]",
    "@[9]",
    "@[9.5]",
    "@[-1]",
    "@[text]",
    "@[number]",
    "@[@]",
    "@[\"zz\"]",
    "plain[@]",
    "plain.b[@]",
    "{ a = 1 }[@]",
    "[1, 2][@]",
    "@.hushq7zy",
    "@[\"hushq7zy\"]",
    "@.0.x",
    "@[*].x",
    "@.*.y",
    "@[*].hushq7zy",
    "@[*][@]",
    "@[*].k.hushq7zy",
    "(@).x.y",
    "[@][1]",
    "[@].x",
    "{ a = @ }.b",
    "{ (@) = 1 }.x",
    // Templates.
    "\"${@}\"",
    "\"a${@}b${nope}\"",
    "\"a${@}b${later}\"",
    "\"%{ if @ }%{ endif }\"",
    "\"%{ for x in @ }${x + 1}%{ endfor }\"",
    "\"%{ for k, x in @ }${x[k]}${x.y}%{ endfor }\"",
    "\"%{ for x in @ }${x}${later}%{ endfor }\"",
    "<<E\n${@} ${nope}\nE\n",
    // Constructors.
    "{ (@) = 1, (@) = 2 }",
    "{ (@) = nope }",
    "[@, nope]",
    "{ \"${@}\" = 1 + [] }",
    // Iterations.
    "[for x in @ : x + 1]",
    "[for x in @ : x.y]",
    "[for x in @ : x.hushq7zy]",
    "[for x in @ : x[*].y.z]",
    "[for k, x in @ : nope[k]]",
    "[for k, x in @ : plain[k]]",
    "[for k, x in @ : k + x]",
    "[for x in @ : x ? 1 : 2]",
    "[for x in @ : true ? x : [1]]",
    "[for x in @ : \"${[x]}\"]",
    "[for x in @ : 1 if x]",
    "[for x in @ : 1 if x + 1]",
    "[for x in @ : [for y in [x] : y * 2]]",
    "[for x in @ : [for y in x : y * 2]]",
    "[for x in @ : [for y in upper(x) : y]]",
    "[for x in @ : { (x) = 1 }.y]",
    "[for x in @ : max(x, [])]",
    "[for x in @ : max([x, 1]...)]",
    "[for x in @ : max(x...)]",
    "[for x in @ : try(x + 1, x.y)]",
    "[for x in @ : convert(x, number)]",
    "[for x in @ : [x, later, x + 1]]",
    "[for x in @ : later ? x : [1]]",
    "[for x in @ : x * later]",
    "{ for x in @ : x => 1 }",
    "{ for x in [@, @] : x => 1 }",
    "{ for x in [1, 2] : @ => x }",
    "{ for k, x in @ : k => x + 1 }",
    "{ for k, x in @ : x => k + 1 }",
    "{ for k, x in @ : \"a\" => x }",
    "{ for x in [@, @] : \"${x}\" => later }",
    "{ for k, x in @ : k => later }",
    "{ for k, x in @ : \"same\" => x... if x + 1 > 0 }",
    "[for x in [@] : x + 1]",
    "[for x in [@] : x[*].y]",
    "[for x in { a = @ } : x.y]",
    // Calls.
    "nope(@)",
    "upper(@, 1)",
    "max(@...)",
    "try(@.y.z)",
    "try(@ + 1, @[9])",
    "can(@.y)",
    "convert(@, number)",
    "convert(@, object({ zz = string }))",
    "convert(@, list(number))",
    "convert(@, map(list(string)))",
    "templatestring(@, {})",
    "templatestring(\"$${a + 1}\", { a = @ })",
    "templatestring(\"$${a.b}\", @)",
    "templatestring(\"$${hushq7zy + 1}\", @)",
    "templatestring(\"$${f(1)}\", { a = @ })",
    "templatestring(broken_template, @)",
    "templatestring(\"$${templatestring(t, {})}\", { t = template })",
    "jsonencode([later, @]) + 1",
    "sensitive([1, [@]])[1] + 1",
];

fn all() -> impl Iterator<Item = String> {
    let with = |source: &&str| SECRETS.map(|secret| source.replace('@', secret));
    EXPRESSIONS.iter().flat_map(with)
}

#[test]
fn evaluation_reveals_no_secrets() {
    let context = context();
    let mut failures = 0;
    for source in all() {
        let expression = parse_expression(&source).unwrap_or_else(|error| panic!("{error:#}"));
        let result = expression.evaluate(&context);
        failures += usize::from(result.is_err());
        search_result(&source, &result);
    }
    assert!(failures > 800, "only {failures} mistakes were made");
}

#[test]
fn reduction_reveals_no_secrets() {
    let context = context();
    for source in all() {
        let expression = parse_expression(&source).unwrap();
        let result = expression.reduce(&context);
        if let Ok(Reduced::Residual(residual)) = &result {
            let missing: Vec<_> = residual.missing().iter().map(ToString::to_string).collect();
            let told = format!("{residual} {residual:?} {missing:?} {:?}", residual.expression());
            search(&source, &told);
        }
        if result.is_err() {
            search_result(&source, &result);
        }
    }
}

#[test]
fn other_values_are_shown() {
    let context = Context::standard().variable("tuple", context_tuple()).variable("plain", "open");
    let notes = |source: &str| -> Vec<String> {
        let error = parse_expression(source).unwrap().evaluate(&context).unwrap_err();
        error.diagnostics().iter().flat_map(|each| each.notes()).cloned().collect()
    };
    assert_eq!(notes("plain + 1"), ["plain is \"open\""]);
    assert_eq!(notes("[plain + 1, [for x in tuple : 1]]"), ["plain is \"open\""]);
    assert_eq!(notes("tuple + plain")[0], "tuple is a sensitive value");
    // Once an evaluation has gone into a secret, no value is shown.
    assert_eq!(notes("[for x in tuple : x + plain]"), [] as [&str; 0]);
}

fn context_tuple() -> serde_hcl::Value {
    super::secret(serde_hcl::value!(["a"]))
}

/// Errors and reports quote the source: see `Mark::SENSITIVE`. They show the value of a literal in no
/// other way.
#[test]
fn literals_are_shown_only_as_source_text() {
    let literal = format!("sensitive(\"{TEXT}\")");
    for expression in EXPRESSIONS {
        let source = expression.replace('@', &literal);
        let Ok(Err(error)) = parse_expression(&source).map(|it| it.evaluate(&context())) else {
            continue;
        };
        for diagnostic in error.diagnostics() {
            let labels = diagnostic.labels().iter().map(|label| label.text());
            let notes = diagnostic.notes().iter().map(String::as_str);
            let help = diagnostic.help();
            let texts = [diagnostic.summary(), diagnostic.detail()].into_iter().chain(help);
            for text in texts.chain(labels).chain(notes) {
                search(&source, &text.replace(&literal, ""));
            }
        }
    }
    let error = parse_expression(&format!("{literal} + 1")).unwrap().evaluate(&context());
    let error = error.unwrap_err();
    assert!(!error.to_string().contains(TEXT) && error.report().contains(TEXT));
}
