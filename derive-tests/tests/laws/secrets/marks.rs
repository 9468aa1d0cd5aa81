//! The result of a call has the marks of every argument, known or not.

use std::collections::BTreeMap;
use std::time::SystemTime;

use derive_tests::products::functions_of_products;
use serde_hcl::value::{Mark, Marks};
use serde_hcl::{Context, Function, Type, Value, functions, value};

/// The calls that are tried for each function.
const CALLS: usize = 150;

/// The functions whose result lacks marks of an argument, with the reason. All of them do this in
/// Terraform and OpenTofu, too.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("can", "whether an expression has errors is no secret"),
    ("issensitive", "whether a value has a mark is no secret"),
    ("lookup", "a default that is not the result adds no marks"),
    ("try", "an unknown result has no marks, and unused alternatives add none"),
];

/// The functions that remove the mark `sensitive` from an argument, with the reason.
const DISCLOSING: &[(&str, &str)] = &[
    ("assumeequal", "a value that is equal to a value without the mark is no secret"),
    ("nonsensitive", "removes the mark"),
];

/// The functions whose result lacks marks *inside* an argument, with the reason.
const SELECTING: &[(&str, &str)] = &[
    ("assumeequal", "an unknown result has no parts"),
    ("chunklist", "an unknown result has no parts"),
    ("concat", "an unknown result has no parts"),
    ("element", "the other elements add no marks"),
    ("flatten", "an unknown result has no parts"),
    ("keys", "the marks of values are not those of keys"),
    ("length", "the number of elements is no secret"),
    ("merge", "an element that another one replaces adds no marks"),
    ("setproduct", "a result without elements has no marks of elements"),
    ("slice", "the other elements add no marks"),
    ("templatestring", "in OpenTofu, variables that the template doesn't use add no marks"),
    ("values", "an unknown result has no parts"),
    ("zipmap", "an unknown result has no parts"),
];

/// Numbers in an endless sequence that looks random and is always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn one_of<'v>(&mut self, values: &[&'v Value]) -> &'v Value {
        values[self.below(values.len())]
    }
}

/// All functions, by the name of their list.
fn lists() -> Vec<(&'static str, Vec<Function>)> {
    let files = concat!(env!("CARGO_MANIFEST_DIR"), "/cases/data");
    let mut lists = functions_of_products();
    lists.extend([
        ("clock", functions::clock_from(|| SystemTime::UNIX_EPOCH)),
        ("environment", functions::environment_from(|_| None)),
        ("files", functions::files(files).unwrap()),
        ("identifiers", functions::identifiers_from(|bytes| bytes.fill(7))),
        ("passwords", functions::passwords_from(|bytes| bytes.fill(7))),
    ]);
    lists
}

/// Arguments of all types, known, unknown and partly unknown.
fn arguments() -> Vec<Value> {
    let texts = [
        "a",
        "1",
        "true",
        "a,b\n1,2",
        "[1]",
        "{\"a\":1}",
        "hello.txt",
        "greeting.tmpl",
        ".",
        "*",
        "10.0.0.0/8",
        "10.1.2.3",
        "2020-01-02T03:04:05Z",
        "2h",
        "YYYY",
        "%s",
        "aGk=",
        "UTF-8",
        "x${a}",
        "dns",
        "i-1",
    ];
    let types = [
        Type::Dynamic,
        Type::String,
        Type::Number,
        Type::Bool,
        Type::list(Type::String),
        Type::set(Type::Number),
        Type::map(Type::String),
        Type::list(Type::list(Type::String)),
        Type::object([("a", Type::String)]),
        Type::tuple([Type::String, Type::Number]),
    ];
    let mut values: Vec<Value> = texts.into_iter().map(Value::from).collect();
    values.extend([0, 1, 2, 4, -3].map(Value::from));
    values.extend([Value::Bool(true), Value::Bool(false), Value::Null(Type::String)]);
    values.extend(types.iter().cloned().map(Value::unknown));
    values.extend([
        value!([]),
        value!([1, 2]),
        value!(["a", "b"]),
        value!([true, false]),
        value!([["a"], ["b"]]),
        value!({}),
        value!({ "a": 1 }),
        value!({ "a": "x", "name": "y", "items": [1] }),
        Value::list(Type::String, ["a", "b"]),
        Value::set(Type::String, ["a", "b"]),
        Value::map(Type::String, [("a", "b")]),
        Value::map(Type::list(Type::String), [("a", Value::list(Type::String, ["b"]))]),
        Value::tuple([Value::from("a"), Value::unknown(Type::String)]),
        Value::list(Type::String, [Value::from("a"), Value::unknown(Type::String)]),
        Value::object([("a", Value::unknown(Type::Dynamic)), ("name", Value::from("x"))]),
        Value::map(Type::String, [("a", Value::unknown(Type::String))]),
    ]);
    values
}

/// The value with the mark on its first part, if it has one.
fn marked_inside(value: Value, mark: &Mark) -> Option<Value> {
    let first = |values: &mut dyn Iterator<Item = &mut Value>| -> Option<()> {
        let first = values.next()?;
        *first = std::mem::take(first).mark(mark.clone());
        Some(())
    };
    let mut value = value;
    match &mut value {
        Value::List(_, elements) | Value::Tuple(elements) => {
            let mut parts: Vec<Value> = elements.iter().cloned().collect();
            first(&mut parts.iter_mut())?;
            *elements = parts.into();
        }
        Value::Map(_, map) | Value::Object(map) => {
            let mut parts: Vec<_> =
                map.iter().map(|(key, part)| (key.clone(), part.clone())).collect();
            first(&mut parts.iter_mut().map(|(_, part)| part))?;
            *map = parts.into_iter().collect();
        }
        _ => return None,
    }
    Some(value)
}

fn is_in(list: &[(&str, &str)], function: &Function) -> bool {
    list.iter().any(|(name, _)| function.name() == *name)
}

/// Calls of each function with arguments that fit. `check` gets the function, its arguments and a
/// source of numbers, and says how many of the calls have succeeded.
fn try_all(mut check: impl FnMut(&Function, &[Value], &mut Numbers) -> bool) -> usize {
    let arguments = arguments();
    let mut calls = 0;
    for (list, functions) in lists() {
        for function in functions {
            // Under another name.
            if function.name().contains("::") {
                continue;
            }
            let mut numbers = Numbers(7);
            let mut succeeded = 0;
            let variadic = function.variadic_parameter();
            let parameters: Vec<_> = function
                .parameters()
                .iter()
                .chain([variadic, variadic].into_iter().flatten())
                .collect();
            let fitting: Vec<Vec<&Value>> = parameters
                .iter()
                .map(|parameter| {
                    arguments.iter().filter(|it| it.convert(parameter.ty()).is_ok()).collect()
                })
                .collect();
            for _ in 0..CALLS {
                let given: Vec<Value> =
                    fitting.iter().map(|fitting| numbers.one_of(fitting).clone()).collect();
                // Hashes of known passwords take long.
                if function.name() == "bcrypt" && given.iter().all(Value::is_known) {
                    continue;
                }
                succeeded += usize::from(check(&function, &given, &mut numbers));
            }
            let is_refused = ["list", "map", "convert"];
            assert!(
                succeeded > 0 || parameters.is_empty() || is_refused.contains(&function.name()),
                "{list}: no call of {function:?} succeeds"
            );
            calls += succeeded;
        }
    }
    calls
}

fn has_marks(result: Value, marks: &Marks) -> bool {
    let (_, found) = result.unmark_deep();
    marks.iter().all(|mark| found.contains(mark))
}

/// Reports the functions with a failing call, one call for each.
#[track_caller]
fn report(failures: &BTreeMap<String, String>) {
    let lines: Vec<_> = failures.iter().map(|(name, call)| format!("{name}{call}\n")).collect();
    assert!(failures.is_empty(), "marks are lost:\n{}", lines.concat());
}

#[test]
fn results_have_the_marks_of_all_arguments() {
    let mut failures = BTreeMap::new();
    let calls = try_all(|function, arguments, _| {
        let mark = |index: usize| Mark::new(format!("mark {index}"));
        let marked = arguments.iter().cloned().enumerate();
        let marked: Vec<_> = marked.map(|(index, value)| value.mark(mark(index))).collect();
        let Ok(result) = function.call(marked) else { return false };
        let marks = (0..arguments.len()).map(mark).collect();
        if !has_marks(result.clone(), &marks) && !is_in(EXCEPTIONS, function) {
            failures.insert(function.name().to_owned(), format!("{arguments:?} = {result:?}"));
        }
        true
    });
    report(&failures);
    assert!(calls > 10_000, "{calls} calls");
}

#[test]
fn results_of_sensitive_arguments_are_sensitive() {
    let mut failures = BTreeMap::new();
    let marks = Marks::from(Mark::SENSITIVE);
    try_all(|function, arguments, numbers| {
        let mut marked = arguments.to_vec();
        let count = marked.len().max(1);
        let place = numbers.below(count);
        let Some(argument) = marked.get_mut(place) else { return false };
        *argument = std::mem::take(argument).mark(Mark::SENSITIVE);
        let Ok(result) = function.call(marked) else { return false };
        let is_exempt = is_in(EXCEPTIONS, function) || is_in(DISCLOSING, function);
        if !has_marks(result.clone(), &marks) && !is_exempt {
            failures.insert(function.name().to_owned(), format!("{arguments:?} = {result:?}"));
        }
        true
    });
    report(&failures);
}

#[test]
fn results_have_the_marks_inside_arguments() {
    let mut failures = BTreeMap::new();
    let mark = Mark::new("inside");
    let marks = Marks::from(mark.clone());
    try_all(|function, arguments, numbers| {
        let mut marked = arguments.to_vec();
        let count = marked.len().max(1);
        let place = numbers.below(count);
        let Some(argument) = marked.get_mut(place) else { return false };
        let inner = marked_inside(argument.clone(), &mark);
        let is_marked = inner.is_some();
        *argument = inner.unwrap_or_default();
        let Ok(result) = function.call(marked) else { return true };
        let is_exempt = is_in(EXCEPTIONS, function) || is_in(SELECTING, function);
        if is_marked && !has_marks(result.clone(), &marks) && !is_exempt {
            failures.insert(function.name().to_owned(), format!("{arguments:?} = {result:?}"));
        }
        true
    });
    report(&failures);
}

#[test]
fn conversions_and_functions_of_applications_keep_marks() {
    let secret = |ty| Value::unknown(ty).mark(Mark::SENSITIVE);
    let context = Context::standard()
        .function(Function::new("shout", |text: String| text.to_uppercase()))
        .function(Function::variadic("count", |texts: Vec<String>| texts.len() as i64))
        .variable("secret", secret(Type::String))
        .variable("secrets", secret(Type::list(Type::String)));
    for source in [
        "convert(secret, number)",
        "convert([secret], list(string))",
        "shout(secret)",
        "count(\"a\", secret)",
        "shout(jsondecode(secret))",
    ] {
        let value = serde_hcl::parse_expression(source).unwrap().evaluate(&context).unwrap();
        assert!(has_marks(value, &Mark::SENSITIVE.into()), "{source}");
    }
}

#[test]
fn equal_values_keep_other_marks_in_their_places() {
    let origin = Mark::new("origin");
    let part = Value::from("b").mark(origin.clone()).mark(Mark::SENSITIVE);
    let actual = Value::object([("a", Value::tuple([part])), ("c", Value::from(1))]);
    let assumed = value!({ "a": ["b"], "c": 1 });
    let function = functions::get("assumeequal").unwrap();
    let result = function.call([actual, assumed]).unwrap();
    let expected = Value::tuple([Value::from("b").mark(origin)]);
    assert_eq!(result, Value::object([("a", expected), ("c", Value::from(1))]));
}

#[test]
fn it_is_unknown_whether_an_ephemeral_value_becomes_null() {
    let later = Value::unknown(Type::String).refine_not_null().mark(Mark::new("ephemeral"));
    let context = Context::terraform().variable("later", later);
    let is_null = |source: &str| {
        let value = serde_hcl::parse_expression(source).unwrap().evaluate(&context).unwrap();
        value.unmark().0.as_bool()
    };
    assert_eq!(is_null("later == null"), Some(false));
    assert_eq!(is_null("ephemeralasnull(later) == null"), None);
    assert_eq!(is_null("ephemeralasnull({ a = later }).a == null"), None);
}

#[test]
fn functions_that_read_have_names_in_core() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/cases/data");
    let context = Context::terraform()
        .functions(functions::files(folder).unwrap())
        .functions(functions::clock())
        .functions(functions::identifiers())
        .functions(functions::passwords());
    for (name, call) in [
        ("file", "core::file(\"hello.txt\") == file(\"hello.txt\")"),
        ("templatefile", "core::templatefile(\"hello.txt\", {}) == file(\"hello.txt\")"),
        ("timestamp", "core::timestamp() != \"\""),
        ("uuid", "length(core::uuid()) == 36"),
        ("bcrypt", "length(core::bcrypt(\"a\", 4)) == 60"),
    ] {
        let value = serde_hcl::parse_expression(call).unwrap().evaluate(&context);
        assert_eq!(value.unwrap().as_bool(), Some(true), "{name}");
    }
}
