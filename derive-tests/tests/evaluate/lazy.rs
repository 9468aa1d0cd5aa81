use std::thread;

use serde_hcl::{Expression, Function};

use super::*;

/// A context in which `local` has the attributes of the source.
fn locals(source: &str) -> Context {
    let attributes: std::collections::HashMap<String, Expression> =
        serde_hcl::from_str(source).unwrap();
    context().lazy_object("local", attributes)
}

fn read(context: &Context, source: &str) -> Result<Value, Error> {
    parse_expression(source).unwrap().evaluate(context)
}

/// The texts at the places of the diagnostics and of their labels, without the readers.
fn places<'s>(error: &Error, source: &'s str) -> Vec<Vec<&'s str>> {
    let of = |diagnostic: &serde_hcl::diagnostic::Diagnostic| {
        let steps =
            diagnostic.labels().iter().filter(|label| !label.text().ends_with(" is read here"));
        let labels = steps.map(|label| label.span());
        diagnostic.span().into_iter().chain(labels).map(|span| span.text(source)).collect()
    };
    error.diagnostics().iter().map(of).collect()
}

#[test]
fn order_does_not_matter() {
    let context =
        locals("c = local.b * 2\na = one\nb = local[\"a\"] + 1\nnested = { x = [local.c] }\n");
    assert_eq!(read(&context, "local.nested.x[0] + local.a").unwrap(), Value::from(5));
    let whole = read(&context, "local").unwrap();
    assert_eq!(whole, value!({ "a": 1, "b": 2, "c": 4, "nested": { "x": [4] } }));
    assert_eq!(read(&context, "local[text == \"abc\" ? \"b\" : \"c\"]").unwrap(), Value::from(2));
}

#[test]
fn each_is_evaluated_once_and_only_if_read() {
    let calls = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counter = std::sync::Arc::clone(&calls);
    let count = Function::new("count", move |number: i64| {
        counter.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        number
    });
    let context = locals("a = count(1)\nb = local.a + local.a\nc = count(2)\nbad = nope\n");
    let context = context.function(count);
    for _ in 0..3 {
        assert_eq!(read(&context.child().variable("x", 1), "local.b + x").unwrap(), Value::from(3));
    }
    assert_eq!(calls.load(std::sync::atomic::Ordering::Relaxed), 1);
}

#[test]
fn cached_values_are_cleared_with_their_dependencies() {
    let context = locals("a = one + 1\n");
    assert_eq!(read(&context, "local.a").unwrap(), Value::from(2));
    let changed = context.clone().variable("one", 10);
    assert_eq!(read(&changed, "local.a").unwrap(), Value::from(11));
    let changed = changed.variable("one", 20);
    assert_eq!(read(&changed, "local.a").unwrap(), Value::from(21));
    // The variables of a child don't change the parent's lazy variables.
    assert_eq!(read(&context.child().variable("one", 10), "local.a").unwrap(), Value::from(2));
}

#[test]
fn children_have_lazy_variables_of_their_own() {
    let context = locals("a = one\n");
    let child = context.child().lazy_variable("twice", parse_expression("local.a * 2").unwrap());
    assert_eq!(read(&child, "twice + local.a").unwrap(), Value::from(3));
    assert_eq!(read(&context, "twice").unwrap_err().code(), "unknown-variable");
}

#[test]
fn a_mistake_is_reported_once() {
    let source =
        "a = nope\nb = local.a + local.a\nc = [local.a, local.b]\nfallback = try(local.c, 1)\n";
    let context = locals(source);
    let error = read(&context, "[local.c, local.b, local.a, local]").unwrap_err();
    let [diagnostic] = error.diagnostics() else { panic!("{}", error.report()) };
    assert_eq!(diagnostic.span().unwrap().text(source), "nope");
    let readers: Vec<_> = diagnostic.labels().iter().map(|label| label.text()).collect();
    assert_eq!(readers, ["local.a is read here", "local.c is read here"]);
    assert_eq!(read(&context, "local.fallback").unwrap(), Value::from(1));
    assert_eq!(read(&context, "local.a || true").unwrap(), Value::from(true));
    let error = read(&context, "local.fallbak").unwrap_err();
    assert!(error.to_string().ends_with("did you mean \"fallback\"?"), "{error}");
}

#[test]
fn a_cycle_is_reported_once_with_all_its_steps() {
    let source = "a = local.b\nb = [local.c]\nc = true ? 1 : local.a\nd = local.b\ne = local.e\n";
    let context = locals(source);
    let error = read(&context, "[local.d, local.a, local.c]").unwrap_err();
    assert_eq!(places(&error, source), [["local.b", "local.c", "local.a"]]);
    assert_eq!(
        error.diagnostics()[0].detail(),
        "The value of local.a depends on itself: local.a → local.b → local.c → local.a."
    );
    let error = read(&context, "local.e").unwrap_err();
    assert_eq!(places(&error, source), [["local.e"]]);
    assert_eq!(error.diagnostics()[0].labels()[0].text(), "local.e is read here");

    let source = "a = length(local)\nb = 1\n";
    let error = read(&locals(source), "local.a").unwrap_err();
    assert_eq!(places(&error, source), [["local"]]);
    assert_eq!(read(&locals(source), "local.b").unwrap(), Value::from(1));
}

#[test]
fn long_chains_need_no_stack() {
    const COUNT: i64 = 10_000;
    let chain = |last: &str| {
        let step = |n| format!("v{n} = local.v{} + 1\n", n + 1);
        (0..COUNT).map(step).collect::<String>() + &format!("v{COUNT} = {last}\n")
    };
    let tree: String = (1..COUNT)
        .map(|n| match n * 2 + 1 < COUNT {
            true => format!("v{n} = local.v{} + local.v{}\n", n * 2, n * 2 + 1),
            false => format!("v{n} = 1\n"),
        })
        .collect();
    let small = thread::Builder::new().stack_size(256 * 1024).spawn(move || {
        assert_eq!(read(&locals(&chain("0")), "local.v0").unwrap(), Value::from(COUNT));
        assert_eq!(read(&locals(&tree), "local.v1").unwrap(), Value::from(COUNT / 2));

        let broken = locals(&chain("nope"));
        assert_eq!(read(&broken, "local").unwrap_err().diagnostics().len(), 1);
        let cycle = locals(&chain("local.v9001"));
        let error = read(&cycle, "local").unwrap_err();
        assert_eq!(error.diagnostics().len(), 1);
        assert_eq!(error.diagnostics()[0].labels().len(), 999);
        assert!(error.report().contains("and 979 more places"));
    });
    small.unwrap().join().unwrap();
}

#[test]
fn doubling_is_not_free() {
    let doubles = |n| format!("v{n} = [local.v{}, local.v{}]\n", n + 1, n + 1);
    let source = (0..64).map(doubles).collect::<String>() + "v64 = 1\n";
    let error = read(&locals(&source).budget(10_000), "local.v0").unwrap_err();
    assert_eq!(error.code(), "too-expensive");
}

#[test]
fn threads_may_read_at_once() {
    let source: String = (0..200).map(|n| format!("v{n} = local.v{} + 1\n", n + 1)).collect();
    let context = locals(&(source + "v200 = 0\n"));
    thread::scope(|scope| {
        for n in 0..8 {
            let context = &context;
            scope.spawn(move || {
                let expected = Value::from(200 - n);
                assert_eq!(read(context, &format!("local.v{n}")).unwrap(), expected);
            });
        }
    });
}

#[test]
fn variables_that_nest_too_deep_are_refused_and_can_be_read_from_their_end() {
    let chain: String = (0..50_000).map(|n| format!("v{n} = [local.v{}][0]\n", n + 1)).collect();
    let context = locals(&(chain + "v50000 = 1\n"));
    let small = thread::Builder::new().stack_size(256 * 1024).spawn(move || {
        assert_eq!(read(&context, "local.v0").unwrap_err().code(), "too-deep");
        // No failure is kept, so parts of the chain are evaluated one after the other.
        for n in [40_000, 20_000, 0] {
            assert_eq!(read(&context, &format!("local.v{n}")).unwrap(), Value::from(1));
        }
    });
    small.unwrap().join().unwrap();
}

#[test]
fn a_cycle_is_an_error_whoever_reads_it_first() {
    let source = "a = try(local.b, 1)\nb = [local.c]\nc = local.a\nd = try(local.a, 2)\n";
    for first in ["local.a", "local.b", "local.c"] {
        let context = locals(source);
        assert_eq!(read(&context, first).unwrap_err().code(), "cycle", "{first}");
        for second in ["local.a", "local.b", "local.c", "local"] {
            assert_eq!(read(&context, second).unwrap_err().code(), "cycle", "{first}, {second}");
        }
        assert_eq!(read(&context, "local.d").unwrap(), Value::from(2));
    }
    // The iteration over an empty list reads no variable.
    let context = locals("a = [for x in [] : local.b]\nb = local.a\n");
    assert_eq!(read(&context, "local.b").unwrap(), value!([]));
}
