//! Documents with syntax errors: every operation on the tree of `parse_lenient` returns.

use std::{fs, panic};

use serde_hcl::syntax::ExpressionKind;

use fuzz_properties::lenient;

use crate::all_files;
use crate::mutation::Mutator;

/// The numbers of damaged forms and of damaged files.
const CASES: [usize; 2] = if cfg!(debug_assertions) { [250, 25] } else { [60_000, 3_000] };

/// One document for each form of the language.
const FORMS: [&str; 27] = [
    "b = [for v in x : v]\n",
    "b = { for v in x : v => w }\n",
    "b = [for k, v in { x = 1 } : \"${k}${v}\" if v > 0]\n",
    "b = { for k, v in [\"p\", \"q\"] : v => upper(v)... if k }\n",
    "b = \"%{ for k, v in x ~}${k} %{ endfor }\"\n",
    "b = \"%{ if x }a%{ else }b%{ endif }\"\n",
    "b = <<-E\n  ${x}\n    %{ if y }z%{ endif }\n  E\n",
    "b = <<E\ntext\nE\n",
    "b = { x = 1, (y) = 2, \"z\" : 3 }\n",
    "b = {\n  x = 1\n  y = [1, 2]\n}\n",
    "b = f::g(x, [y]...)\n",
    "b = x.y[0].*.z[*].w[\"v\"].0\n",
    "b = x ? y : -z + !w * (1 - 2)\n",
    "b = \"a\\n\\u00e9${ x.y }\" # c\n",
    "b \"l\" m {\n  a = 1\n  c {\n  }\n}\n",
    "b { a = x }\n",
    "b {}\nb = 1\nb = 2\n",
    "dynamic \"b\" {\n  for_each = [1]\n  iterator = i\n  labels = [i.key]\n  content {\n    a = i.value\n  }\n}\n",
    "variable \"v\" {\n  type = list(object({ a = optional(any, 1) }))\n  default = [x]\n}\n",
    "function \"f\" {\n  params = [x]\n  variadic_param = y\n  result = [x, y]\n}\n",
    "locals {\n  a = local.b\n  b = local.a\n}\n",
    "/* c */ a = [ # d\n  1, // e\n]\n",
    "b = [x, s://h:80/y]\n",
    "d[\"x\"] = s://y\n",
    "name: value\nif x then { y }\n[table]\n",
    "b = [for v in x : v]\nvariable \"v\" {\n  type = list(object({ a =ject({ a = optional(any, <<-E\n}))\n  default = [x]\n}\n",
    "a = x => { y; z }\n'q' = `r` and not s\n",
];

#[test]
fn every_operation_returns_on_damaged_forms() {
    let mut mutator = Mutator::new(0x1e41e47);
    FORMS.into_iter().for_each(check);
    for _ in 0..CASES[0] {
        let mut source = FORMS[mutator.below(FORMS.len())].to_owned();
        if mutator.below(3) == 0 {
            source += FORMS[mutator.below(FORMS.len())];
        }
        check(&mutator.damage(&source));
    }
}

/// Our own cases and, if available, real files.
#[test]
fn every_operation_returns_on_damaged_files() {
    const LARGEST: usize = 2 << 10;
    let mut sources: Vec<String> =
        all_files().iter().filter_map(|it| fs::read_to_string(it).ok()).collect();
    sources.retain(|source| source.len() <= LARGEST);
    let mut mutator = Mutator::new(0xf11e5);
    for _ in 0..CASES[1] {
        let source = &sources[mutator.below(sources.len())];
        check(&mutator.damage(source));
    }
}

/// The brackets of a `for` expression have the wrong kinds, and its parts decide.
#[test]
fn the_parts_of_a_for_expression_decide_about_its_key() {
    let (document, _) = serde_hcl::parse_lenient(
        "a = [for x in [1] : x => 10 if true]\nb = { for x in [1] : x if x }\n",
    );
    let parts = |name| {
        let attribute = document.body().attribute(name).expect("an attribute");
        let ExpressionKind::For(iteration) = attribute.expression().kind() else {
            panic!("no `for` expression: {attribute:?}")
        };
        let condition = iteration.condition().map(|condition| condition.text());
        (iteration.key().map(|key| key.text()), iteration.value().text(), condition)
    };
    assert_eq!(parts("a"), (Some("x"), "10", Some("true")));
    assert_eq!(parts("b"), (None, "x", Some("x")));
}

#[test]
fn an_unfinished_index_is_kept_beside_an_invalid_part() {
    let source = "d[\"\"s://";
    let (document, _) = serde_hcl::parse_lenient(source);
    let invalid: Vec<_> = document.invalid().into_iter().map(|span| span.text(source)).collect();
    assert_eq!(invalid, ["s://"]);
}

/// Names the source of a failure, which the panic of an operation doesn't.
fn check(source: &str) {
    let outcome = panic::catch_unwind(|| lenient(source.as_bytes()));
    assert!(outcome.is_ok(), "an operation fails on {source:?}");
}
