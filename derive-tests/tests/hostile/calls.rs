//! Law: a call charges for its arguments before it reads them, and for the message of its failure before
//! it is kept. For all functions, with each kind of large argument in each place.

use serde_hcl::{Context, Function, Type, Value, functions, parse_expression};

const SIZE: usize = 4_000;

/// Large values, with the charge for reading them once.
fn large() -> Vec<(&'static str, Value, usize)> {
    let numbers = || (0..SIZE as u64).map(Value::from);
    let texts = || (0..SIZE / 4).map(|n| Value::from(format!("k{n}")));
    let entries = || texts().enumerate().map(|(n, value)| (format!("k{n}"), value));
    let text = |text: &str| Value::from(text.repeat(SIZE / text.len()));
    vec![
        ("text", text("ab "), SIZE / 16),
        ("marks and symbols", text("é\u{301}\u{1f469}\u{200d}"), SIZE / 16),
        ("lines", text("\n"), SIZE / 16),
        ("quotes", text("\"\\${"), SIZE / 16),
        ("digits", text("7"), SIZE / 16),
        ("tuple", Value::tuple(numbers()), SIZE),
        ("list of texts", Value::list(Type::String, texts()), SIZE / 4),
        ("object", Value::object(entries()), SIZE / 4),
        ("tuples", Value::tuple((0..SIZE / 20).map(|n| Value::tuple([n as u64; 10]))), SIZE / 20),
    ]
}

/// Small values for the other parameters.
fn small() -> [Value; 3] {
    [Value::from(3), Value::from("UTF-16LE"), Value::tuple(["a", "b"])]
}

/// The numbers of arguments with which a function is called.
fn counts(function: &Function) -> std::ops::RangeInclusive<usize> {
    let fixed = function.parameters().len();
    fixed.max(1)..=fixed + 2 * usize::from(function.variadic_parameter().is_some())
}

#[test]
fn calls_charge_for_their_arguments_and_messages() {
    /// The budget in addition to reading the argument once.
    const MORE: usize = 150;
    let base = Context::new().functions(functions::all());
    let (mut calls, mut failed, mut wrong) = (0, 0, Vec::new());
    for (kind, value, charge) in large() {
        let base = base.clone().variable("large", value);
        for (index, other) in small().into_iter().enumerate() {
            let context = base.clone().variable("small", other).budget((charge + MORE) as u64);
            for function in functions::all() {
                for count in counts(&function) {
                    for place in 0..count {
                        let arguments: Vec<_> = (0..count)
                            .map(|at| if at == place { "large" } else { "small" })
                            .collect();
                        let source = format!("{}({})", function.name(), arguments.join(", "));
                        let Err(error) = parse_expression(&source).unwrap().evaluate(&context)
                        else {
                            continue;
                        };
                        calls += 1;
                        if error.code() == "too-expensive" {
                            continue;
                        }
                        failed += 1;
                        let text: usize =
                            error.diagnostics().iter().map(|it| it.detail().len()).sum();
                        if text > 4 * MORE + 400 {
                            wrong.push(format!("{source}, {kind}, {index}: {text} bytes"));
                        }
                    }
                }
            }
        }
    }
    println!("{calls} calls, {failed} with another error");
    assert!(calls > 2_000 && failed > 1_000, "{calls} calls, {failed} with another error");
    assert!(wrong.is_empty(), "{} of {failed}:\n{}", wrong.len(), wrong.join("\n"));
}
