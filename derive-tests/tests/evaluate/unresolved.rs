use serde_hcl::configuration::{Reduced, Unresolved};
use serde_hcl::{Function, functions, json};

use super::*;

fn texts() -> Context {
    context().on_unresolved(Unresolved::Text)
}

#[track_caller]
fn check(source: &str, expected: &str) {
    let value = parse_expression(source).unwrap().evaluate(&texts());
    assert_eq!(value.unwrap().to_string(), expected, "{source}");
}

#[test]
fn names_without_values_stay_text() {
    check("attr.kernel.name", r#""$${attr.kernel.name}""#);
    check(r#""${attr.kernel.name}""#, r#""$${attr.kernel.name}""#);
    check(r#""a-${x}-${one}-${env["A"]}""#, r#""a-$${x}-1-$${env[\"A\"]}""#);
    check(
        r#""spaces ${   root.  field[  "FOO"].5  }""#,
        r#""spaces $${   root.  field[  \"FOO\"].5  }""#,
    );
    check("[x, one, { a = y, (z) = 2 }]", r#"["$${x}", 1, { "$${z}" = 2, a = "$${y}" }]"#);
    check("(x)", r#""$${x}""#);
    check(r#""${ x }""#, r#""$${ x }""#);
    check(r#"["${~ x ~}", "${ upper( x ) }"]"#, r#"["$${x}", "$${ upper( x ) }"]"#);
}

#[test]
fn a_call_or_operation_stays_text_as_a_whole() {
    check("x + one", r#""$${x + one}""#);
    check(r#"upper("a-${x}")"#, r#""$${upper(\"a-$${x}\")}""#);
    check("nope(one)", r#""$${nope(one)}""#);
    check("[for e in x : [e, y]]", r#""$${[for e in x : [e, y]]}""#);
    check("x ? 1 : 2", r#""$${x ? 1 : 2}""#);
    check("x[*].y", r#""$${x[*].y}""#);
}

#[test]
fn parts_that_do_not_need_a_name_have_values() {
    check("true || x", "true");
    check("length([x, y])", "2");
    check("true ? one : x", "1");
}

#[test]
fn directives_stay_text() {
    let template =
        parse_template("a %{ if x }b%{ endif } %{ for e in y }${e}%{ endfor } ${one}").unwrap();
    let value = template.evaluate(&texts()).unwrap();
    assert_eq!(value.as_str(), Some("a %{ if x }b%{ endif } %{ for e in y }${e}%{ endfor } 1"));
}

#[test]
fn json_strings_keep_their_meaning() {
    let expression =
        json::parse_expression(r#"{"a": "${env[\"X\"]} \u00e9", "b": "${x}"}"#).unwrap();
    let value = expression.evaluate(&texts()).unwrap();
    assert_eq!(value.get("a").unwrap().as_str(), Some("${env[\"X\"]} é"));
    assert_eq!(value.get("b").unwrap().as_str(), Some("${x}"));
}

#[test]
fn unknown_names_have_unknown_values() {
    let unknown = context().on_unresolved(Unresolved::Unknown);
    for source in ["x", "x.y[0]", "x + 1", "nope(1)", "[for e in x : e]", "try(x, 1)"] {
        let value = parse_expression(source).unwrap().evaluate(&unknown).unwrap();
        assert!(!value.is_known(), "{source}");
    }
    let value = parse_expression(r#""a-${x}""#).unwrap().evaluate(&unknown).unwrap();
    assert_eq!(value, Value::unknown(Type::String).refine().not_null().prefix("a-").build());
}

#[test]
fn a_resolver_sees_the_reference_with_its_constant_steps() {
    let context = context()
        .resolver(|reference| Some(Value::from(format!("<{reference}>"))))
        .variable("here", 1);
    for (source, expected) in [
        ("a.b[0].c", "<a.b[0].c>"),
        ("[a][0]", "<a>"),
        ("here", "1"),
        ("[for here in [2] : here][0]", "2"),
        ("upper(a.b)", "<A.B>"),
        ("\"${a}-${b.c}\"", "<a>-<b.c>"),
    ] {
        let value = parse_expression(source).unwrap().evaluate(&context).unwrap();
        assert_eq!(value.convert(&Type::String).unwrap().as_str(), Some(expected), "{source}");
    }
    let object = Context::new().resolver(|reference| {
        let one = || Value::tuple([Value::object([("c", 7)])]);
        (reference.to_string() == "a.b").then(one)
    });
    let object = object.variable("i", 0);
    let value = parse_expression("a.b[i].c").unwrap().evaluate(&object).unwrap();
    assert_eq!(value.as_i64(), Some(7));
}

#[test]
fn the_innermost_resolver_is_asked_first() {
    let outer = Context::new().resolver(|_| Some(Value::from("outer")));
    let inner =
        outer.child().resolver(|reference| (reference.root() == "x").then(|| "inner".into()));
    let value = parse_expression(r#""${x} ${y}""#).unwrap().evaluate(&inner).unwrap();
    assert_eq!(value.as_str(), Some("inner outer"));
    let error =
        parse_expression("y").unwrap().evaluate(&Context::new().resolver(|_| None)).unwrap_err();
    assert_eq!(error.code(), "unknown-variable");
}

#[test]
fn lazy_variables_use_their_own_context() {
    let lazy = || parse_expression(r#""http://${attr.host}""#).unwrap();
    let text = Context::new().on_unresolved(Unresolved::Text).lazy_variable("url", lazy());
    let evaluate = |context: &Context| parse_expression("url").unwrap().evaluate(context);
    assert_eq!(evaluate(&text).unwrap().as_str(), Some("http://${attr.host}"));
    let strict = Context::new().lazy_variable("url", lazy());
    assert!(evaluate(&strict.child().on_unresolved(Unresolved::Text)).is_err());
    // A value that was cached under one rule is not used under another one.
    assert!(evaluate(&strict).is_err());
    assert!(evaluate(&strict.on_unresolved(Unresolved::Text)).is_ok());
}

#[test]
fn references_are_reduced_with_a_resolver() {
    let context = Context::new().resolver(|reference| match &*reference.to_string() {
        "a.known" => Some(Value::from(1)),
        _ => None,
    });
    let reduced = parse_expression("a.known + a.other").unwrap().reduce(&context).unwrap();
    let Reduced::Residual(residual) = reduced else { unreachable!() };
    assert_eq!(residual.to_string(), "1 + a.other");
    assert_eq!(residual.missing().len(), 1);
}

#[test]
fn a_function_is_called_with_values() {
    let sum = Function::variadic("math::sum", |numbers: Vec<i64>| numbers.iter().sum::<i64>());
    assert_eq!(sum.call([1, 2, 39]).unwrap().as_i64(), Some(42));
    assert_eq!(sum.call(Vec::<Value>::new()).unwrap().as_i64(), Some(0));
    let error = sum.call([Value::from(1), Value::from("x")]).unwrap_err();
    assert_eq!((error.code(), error.column()), ("invalid-argument", Some(14)));
    let rendered = functions::get("templatestring").unwrap();
    let variables = Value::object([("name", "a")]);
    assert_eq!(rendered.call([Value::from("<${name}>"), variables]).unwrap().as_str(), Some("<a>"));
    let secret = Value::from("s").mark(Mark::SENSITIVE);
    let upper = functions::get("upper").unwrap();
    assert!(upper.call([secret]).unwrap().marks().contains(&Mark::SENSITIVE));
}

/// Random numbers, the same in every run.
struct Choices(u64);

impl Choices {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % count
    }

    fn of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }

    /// Parts of a template.
    fn parts(&mut self, depth: usize, is_heredoc: bool, to: &mut String) {
        for _ in 0..1 + self.below(4) {
            let (open, close) = (self.of(&["", "", "~"]), self.of(&["", "", "~"]));
            match self.below(if depth < 3 { 6 } else { 4 }) {
                0 | 1 if is_heredoc => {
                    to.push_str(self.of(&[
                        "a ",
                        "\n",
                        "\n    b\n",
                        "\n  ",
                        "$",
                        "%",
                        "$${x}",
                        "%%{",
                        "\\n",
                        " é",
                    ]));
                }
                0 | 1 => {
                    to.push_str(self.of(&[
                        "a ", "\\n", "  ", "\\\"", "$", "%", "$${x}", "%%{", "\\\\n", " é", "{",
                    ]));
                }
                2 | 3 => {
                    let inner = self.of(&[
                        "x",
                        " a ",
                        "y",
                        "upper(x)",
                        "b",
                        "\"${x}-${a}\"",
                        "x == y ? a : b",
                    ]);
                    to.push_str(&format!("${{{open}{inner}{close}}}"));
                }
                4 => {
                    let condition = self.of(&["x == \"\"", "a == \"\"", "true"]);
                    to.push_str(&format!("%{{{open} if {condition} {close}}}"));
                    self.parts(depth + 1, is_heredoc, to);
                    if self.below(2) == 0 {
                        to.push_str(&format!("%{{{close} else {open}}}"));
                        self.parts(depth + 1, is_heredoc, to);
                    }
                    to.push_str(&format!("%{{{open} endif {close}}}"));
                }
                _ => {
                    let list = self.of(&["[x, a]", "[a, b]", "[1, 2]"]);
                    to.push_str(&format!("%{{{open} for i, v in {list} {close}}}<${{v}}"));
                    self.parts(depth + 1, is_heredoc, to);
                    to.push_str(&format!("%{{{open} endfor {close}}}"));
                }
            }
        }
    }
}

#[test]
fn kept_text_means_later_what_the_template_means_now() {
    let known = Context::standard().variable("a", "A$").variable("b", "  %{b}\n");
    let all = known.clone().variable("x", "${X}").variable("y", "");
    let kept = known.on_unresolved(Unresolved::Text);
    let mut choices = Choices(7);
    let (mut compared, mut with_names) = (0, 0);
    while compared < 2_500 {
        let form = choices.below(3);
        let mut template = String::new();
        choices.parts(0, form > 0, &mut template);
        let source = match form {
            0 => format!("\"{template}\""),
            1 => format!("<<END\n{template}\nEND\n"),
            _ => format!("<<-END\n    {template}\n    END\n"),
        };
        let Ok(expression) = parse_expression(&source) else { continue };
        let Ok(now) = expression.evaluate(&all) else { continue };
        let text = expression.evaluate(&kept).unwrap_or_else(|error| panic!("{source}: {error:#}"));
        compared += 1;
        if text == now {
            continue;
        }
        with_names += 1;
        let text = text.as_str().unwrap_or_else(|| panic!("{source}"));
        let later = parse_template(text).and_then(|template| template.evaluate(&all));
        let later = later.unwrap_or_else(|error| panic!("{source}\n{text}\n{error:#}"));
        assert_eq!(later.to_string(), now.to_string(), "{source}\n{text}");
    }
    assert!(with_names > 1_000, "{with_names}");
}
