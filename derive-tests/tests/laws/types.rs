//! The law of types: the type of a value is that of its parts, also if some of them are unknown.

use std::cell::Cell;

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, prop_oneof};
use serde_hcl::{Context, Type, Value, parse_expression};

use derive_tests::random::{cases, hold};

const CASES: u32 = 6_000;

#[test]
fn the_type_of_a_value_is_that_of_its_parts() {
    let context = context();
    let (values, partial) = (Cell::new(0), Cell::new(0));
    hold(CASES, expression(), |source| {
        let value = parse_expression(&source).and_then(|parsed| parsed.evaluate(&context));
        if let Ok(value) = &value {
            values.set(values.get() + 1);
            partial.set(partial.get() + u32::from(!value.is_wholly_known()));
            assert_eq!(disagreement(value), None, "{source}\nis {value:?}");
        }
        Ok(())
    });
    let (values, partial) = (values.get(), partial.get());
    let all = cases(CASES);
    assert!(values > all / 4 && partial > all / 20, "{values} values, {partial} partial ones");
}

/// The first collection with an element of another type than its own.
fn disagreement(value: &Value) -> Option<String> {
    let value = value.unmarked();
    let elements: Vec<&Value> = match value {
        Value::List(..) | Value::Set(_) | Value::Tuple(_) => {
            value.as_elements().into_iter().flatten().collect()
        }
        Value::Map(_, map) | Value::Object(map) => map.values().collect(),
        _ => return None,
    };
    let ty = match value {
        Value::List(ty, _) | Value::Map(ty, _) => Some(&**ty),
        Value::Set(set) => Some(set.element_type()),
        _ => None,
    };
    if let Some(ty) = ty {
        // The type of an unknown element can be unknown, too.
        let fits = |element: &&&Value| [ty, &Type::Dynamic].contains(&&element.type_of());
        if let Some(element) = elements.iter().find(|element| !fits(element)) {
            return Some(format!("an element is {} in {}", element.type_of(), value.type_of()));
        }
    }
    elements.into_iter().find_map(disagreement)
}

fn context() -> Context {
    let unknown = |source: &str| {
        let ty = parse_expression(source).and_then(|ty| ty.view().to_type());
        Value::unknown(ty.expect("a type"))
    };
    [
        ("un", "number"),
        ("us", "string"),
        ("ud", "any"),
        ("ul", "list(number)"),
        ("uset", "set(number)"),
        ("um", "map(bool)"),
        ("uo", "object({ a = number, b = set(string) })"),
        ("ut", "tuple([number, string])"),
    ]
    .into_iter()
    .fold(Context::standard(), |context, (name, ty)| context.variable(name, unknown(ty)))
}

/// An expression, mostly of collections that convert to each other.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        4 => proptest::sample::select(vec![
            "un", "us", "ud", "ul", "uset", "um", "uo", "ut", "1", "2", "\"x\"", "\"3\"", "true",
            "null", "[]", "{}", "[1, \"x\"]", "toset([un, 1])", "toset([un, 2])", "toset([us, \"x\"])",
            "toset([1, 2])", "tolist([1, 2])", "tolist([\"x\"])", "tomap({ a = un })", "[null, 1]",
            "convert([], list(string))", "convert([], set(number))", "{ a = 1, b = toset([\"x\"]) }",
        ])
        .prop_map(str::to_owned),
        1 => Just("toset([tonumber(us), 1])".to_owned()),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let two = || (inner.clone(), inner.clone());
        let list = || vec(inner.clone(), 0..4).prop_map(|elements| elements.join(", "));
        let functions = proptest::sample::select(vec![
            "tolist", "toset", "tomap", "flatten", "values", "keys", "reverse", "distinct", "compact",
            "sort",
        ]);
        let joining = proptest::sample::select(vec![
            "concat", "merge", "setunion", "setintersection", "setproduct", "coalesce", "zipmap",
            "coalescelist",
        ]);
        let types = proptest::sample::select(vec![
            "list(string)", "list(any)", "set(string)", "set(list(number))", "map(any)",
            "list(list(string))", "map(list(string))", "object({ a = list(string) })", "any",
            "tuple([list(string), any])", "list(object({ a = optional(string) }))",
        ]);
        prop_oneof![
            3 => list().prop_map(|elements| format!("[{elements}]")),
            2 => two().prop_map(|(a, b)| format!("{{ a = {a}, b = {b} }}")),
            4 => (proptest::sample::select(vec!["true", "false", "us == \"x\""]), two())
                .prop_map(|(condition, (a, b))| format!("({condition} ? {a} : {b})")),
            2 => (functions, inner.clone()).prop_map(|(name, a)| format!("{name}({a})")),
            2 => (joining, two()).prop_map(|(name, (a, b))| format!("{name}({a}, {b})")),
            2 => (inner.clone(), types).prop_map(|(a, ty)| format!("convert({a}, {ty})")),
            1 => two().prop_map(|(a, b)| format!("[for v in {a} : [v, {b}]]")),
            1 => inner.clone().prop_map(|a| format!("{{ for k, v in {a} : \"${{k}}\" => v... }}")),
            1 => (inner.clone(), proptest::sample::select(vec!["[*]", "[*].a", "[*][0]", "[0]", ".a", ".b"]))
                .prop_map(|(a, steps)| format!("({a}){steps}")),
        ]
    })
}
