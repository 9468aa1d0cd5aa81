//! Small documents that need much work or memory. Under the default budget each of them ends with a
//! value or with a diagnostic, within 10 seconds on an idle machine and with less than 1 GB.
//!
//! The cases are blocks in `cases/hostile/work.hcl`. Without optimization they get a smaller budget.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use serde::de::IgnoredAny;
use serde_hcl::{Body, Context, Decoder, Error, Expression, Value, functions, parse_expression};

const STACK: usize = 2 << 20;

/// The default budgets; a twentieth of them if code is not optimized.
const BUDGETS: (u64, u64) =
    if cfg!(debug_assertions) { (1_000_000, 1_500_000) } else { (20_000_000, 30_000_000) };

/// A loaded machine takes several times as long as an idle one.
const TIME: Duration = Duration::from_secs(60);
const MEMORY: usize = 1 << 30;

fn context() -> Context {
    let files = functions::files(env!("CARGO_MANIFEST_DIR")).expect("a directory");
    let passwords = functions::passwords_from(|bytes: &mut [u8]| bytes.fill(1));
    Context::standard()
        .functions(functions::terraform())
        .functions(files)
        .functions(passwords)
        .budget(BUDGETS.0)
        .decode_budget(BUDGETS.1)
}

/// The names of the cases, each with its attributes.
fn cases() -> Vec<(String, BTreeMap<String, Expression>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/hostile/work.hcl");
    let source = std::fs::read_to_string(path).expect("the cases");
    type Cases = BTreeMap<String, BTreeMap<String, BTreeMap<String, Expression>>>;
    let mut blocks: Cases = serde_hcl::from_str(&source).expect("sound cases");
    blocks.remove("case").expect("cases").into_iter().collect()
}

/// The maximum memory that the process has used so far, in bytes, if the system reports it.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
    kilobytes.unwrap_or(0) << 10
}

/// Decodes `local.x` into a target that copies it. First it is evaluated as a whole.
fn read(locals: BTreeMap<String, Expression>) -> Result<(), Error> {
    let context = context().lazy_object("local", locals);
    serde_hcl::from_str_with::<serde_json::Value>("x = local.x\n", &context).map(drop)
}

fn survive(name: &str, work: impl FnOnce() -> Result<(), Error> + Send + 'static) {
    let before = peak();
    let start = Instant::now();
    let worker = thread::Builder::new().stack_size(STACK).spawn(move || {
        let outcome = work();
        outcome.map_err(|error| (error.code().to_owned(), error.report().to_string().len()))
    });
    let outcome = worker.expect("a thread").join();
    let (elapsed, memory) = (start.elapsed(), peak().saturating_sub(before));
    let outcome = outcome.unwrap_or_else(|_| panic!("{name}: a panic"));
    assert!(elapsed < TIME, "{name}: {elapsed:?}");
    assert!(memory < MEMORY, "{name}: {memory} bytes");
    if let Err((code, length)) = outcome {
        assert!(length < 100_000, "{name}: a report of {length} bytes for {code}");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn small_documents_with_much_work() {
    let cases = cases();
    assert!(cases.len() > 80, "{} cases", cases.len());
    let cases = Mutex::new(cases.into_iter());
    let next = || cases.lock().ok()?.next();
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((name, locals)) = next() {
                    survive(&name, move || read(locals));
                }
            });
        }
    });
}

/// Values that double with every variable, so that their types do.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn values_that_double() {
    let doubled = |levels: usize, last: &str| {
        let mut locals = BTreeMap::new();
        for level in 0..levels {
            let source = format!("[local.a{}, local.a{}]", level + 1, level + 1);
            locals.insert(format!("a{level}"), source);
        }
        locals.insert(format!("a{levels}"), last.to_owned());
        locals
    };
    let readers = [
        "local.a0 + 1",
        "\"${local.a0}\"",
        "flatten(local.a0)",
        "jsonencode(local.a0)",
        "type(local.a0)",
        "length(local.a0)",
        "local.a0 == [local.a1, local.a1]",
        "true ? local.a0 : [local.a1, [1]]",
        "tolist(local.a0)",
        "toset([local.a0])",
        "distinct([local.a0, local.a0])",
        "[for x in local.a0 : x]",
        "local.a0[*][*]",
        "try(local.a0.b, local.a0)",
        "{ (local.a0) = 1 }",
    ];
    for reader in readers {
        for levels in [20, 25, 40] {
            let mut locals = doubled(levels, "1");
            locals.insert("x".to_owned(), reader.to_owned());
            survive(reader, move || {
                let parsed =
                    locals.into_iter().map(|(name, source)| Ok((name, parse_expression(&source)?)));
                read(parsed.collect::<Result<_, Error>>()?)
            });
        }
    }
}

/// The same values, supplied by the context instead of the document.
#[test]
fn shared_variables() {
    let doubled = (0..40).fold(Value::from(1), |value, _| Value::tuple([value.clone(), value]));
    let readers = [
        "v + 1",
        "\"${v}\"",
        "flatten(v)",
        "jsonencode(v)",
        "type(v)",
        "length(v)",
        "v == v",
        "v != [v]",
        "true ? v : 1",
        "tolist(v)",
        "tobool(v)",
        "toset([v, v])",
        "v[*]",
        "{ (v) = 1 }",
        "contains([v], v)",
        "[for x in v : x]",
        "keys(v)",
        "v.name",
        "v[2]",
        "v[\"a\"]",
        "upper(v)",
    ];
    for reader in readers {
        let context = context().variable("v", doubled.clone());
        survive(reader, move || parse_expression(reader)?.evaluate(&context).map(drop));
    }
    assert_eq!(doubled.type_of().friendly_name(), "tuple");
}

/// A hundred variables share one budget.
#[test]
fn all_of_a_document_has_one_limit() {
    let work = "[for a in range(1000) : [for b in range(1000) : a + b]]";
    let attributes: String = (0..1000).map(|number| format!("a{number} = {work}\n")).collect();
    let code = |source: &str| {
        let decoded =
            serde_hcl::from_str_with::<BTreeMap<String, Vec<Vec<u32>>>>(source, &context());
        decoded.expect_err("too much work").code().to_owned()
    };
    assert_eq!(code(&attributes), "too-expensive");
    let blocks =
        format!("dynamic \"b\" {{\nfor_each = range(1000)\ncontent {{\nv = {work}\n}}\n}}\n");
    let expanding = Decoder::new().context(&context()).expand_dynamic_blocks(true);
    let decoded = expanding.from_str::<serde_json::Value>(&blocks);
    assert_eq!(decoded.expect_err("too much work").code(), "too-expensive");

    let locals: BTreeMap<String, Expression> = serde_hcl::from_str(&attributes).expect("locals");
    let context = context().lazy_object("local", locals);
    let all = parse_expression("local").expect("a name").evaluate(&context);
    assert_eq!(all.expect_err("too much work").code(), "too-expensive");
    // A result that exceeded the budget is not cached.
    let first =
        parse_expression("local.a1[1][1]").expect("a path").evaluate(&context.budget(1 << 30));
    assert_eq!(first.expect("a number").as_i64(), Some(2));
}

/// A target of any depth, buffered by serde at every level.
#[derive(serde::Deserialize)]
#[serde(untagged)]
#[allow(dead_code)]
enum Untagged {
    Number(f64),
    Text(String),
    List(Vec<Untagged>),
    Map(BTreeMap<String, Untagged>),
}

#[test]
fn deep_values_into_any_target() {
    for depth in [10, 100, 1000, 5000] {
        let text = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
        let source = format!("a = jsondecode({text:?})\nb = [jsondecode({text:?})]\n");
        survive("an untagged enum", move || {
            let decoded: Result<BTreeMap<String, Untagged>, _> =
                serde_hcl::from_str_with(&source, &context());
            assert_eq!(decoded.is_ok(), depth <= 1000, "{depth}");
            serde_hcl::from_str_with::<serde_json::Value>(&source, &context()).map(drop)?;
            serde_hcl::from_str_with::<BTreeMap<String, Body>>(&source, &context()).map(drop)
        });
    }
    let deep = |depth| (0..depth).fold(Value::from(1), |value, _| Value::tuple([value]));
    assert!(serde_hcl::from_value::<Untagged>(deep(1000)).is_ok());
    assert!(serde_hcl::from_value::<Untagged>(deep(100_000)).is_err());
    assert!(serde_hcl::from_value::<Value>(deep(100_000)).is_ok());
    assert!(serde_hcl::from_value::<IgnoredAny>(deep(100_000)).is_ok());
}

/// All operations work on deep values with a small stack.
#[test]
fn deep_values() {
    let deep = || (0..100_000).fold(Value::from(1), |value, _| Value::object([("a", value)]));
    let (value, other) = (deep(), deep());
    assert!(
        value == other && value.cmp(&other).is_eq() && value.equals(&other).as_bool() == Some(true)
    );
    assert_eq!(value.type_of(), other.type_of());
    assert!(value.to_string().len() > 100_000 && format!("{value:?}").len() > 100_000);
    assert!(serde_hcl::to_string(&value).is_err());
}

#[test]
fn patterns_for_files() {
    let nested = |open: &str, close: &str| open.repeat(1000) + &close.repeat(1000);
    let patterns = [
        nested("{", "}"),
        nested("{a,", "}"),
        nested("[", "]"),
        "*".repeat(4000),
        "**/".repeat(1000),
        "{a,b}".repeat(800),
        "{a,b,c,d,e,f,g,h}*".repeat(200),
        "?".repeat(60_000),
    ];
    for pattern in patterns {
        let source = format!("fileset(\".\", {pattern:?})");
        survive("a pattern for files", move || {
            parse_expression(&source)?.evaluate(&context()).map(drop)
        });
    }
}

/// A typo among very many names.
#[test]
fn many_names() {
    let names: String = (0..6_000).map(|number| format!("n{number} = 1\n")).collect();
    let source =
        format!("{names}x = [for i in range(1000) : m5]\ny = [for i in range(1000) : local.m5]\n");
    survive("a typo", move || {
        let locals: BTreeMap<String, Expression> = serde_hcl::from_str(&source)?;
        let context = context();
        let context = locals.iter().fold(context, |context, (name, expression)| {
            context.lazy_variable(name.as_str(), expression.clone())
        });
        let context = context.lazy_object("local", locals);
        parse_expression("[x, y]")?.evaluate(&context).map(drop)
    });
}

/// Reads a chain of lazy variables, each of which contains the next one.
fn chain(length: usize, from_its_end: bool) -> Duration {
    let link = |at: usize| match at == length {
        true => "1".to_owned(),
        false => format!("[local.a{}]", at + 1),
    };
    let expression = |source: &str| parse_expression(source).expect("valid");
    let locals = (0..=length).map(|at| (format!("a{at}"), expression(&link(at))));
    let context = context().budget(u64::MAX).lazy_object("local", locals);
    let start = Instant::now();
    if from_its_end {
        for at in (0..=length).rev() {
            expression(&format!("local.a{at}")).evaluate(&context).expect("a value");
        }
    }
    let value = expression("local.a0[0][0][0]").evaluate(&context).expect("a value");
    let elapsed = start.elapsed();
    assert!(!value.is_null());
    elapsed
}

/// Compares the time of one long chain with that of short chains of the same total length. Both take
/// about as long on any machine, so other work slows both down.
#[test]
fn a_chain_of_nested_variables_takes_linear_time() {
    const SHORT: usize = 1500;
    const FACTOR: usize = 16;
    for from_its_end in [false, true] {
        let ratio = || {
            let short: Duration = (0..FACTOR).map(|_| chain(SHORT, from_its_end)).sum();
            chain(SHORT * FACTOR, from_its_end).as_secs_f64() / short.as_secs_f64()
        };
        // In quadratic time, every round has about 16.
        assert!((0..5).any(|_| ratio() < 4.0), "a long chain takes more than its share");
    }
}
