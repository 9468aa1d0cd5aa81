//! Laws: the adapters give what decoding gives, and have its limits.

use std::thread;

use config::{Config, ConfigError, File};
use figment::Figment;
use figment::providers::Format;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde::de::IgnoredAny;
use serde_hcl::{Context, Decoder, Hcl};
use serde_json::Value as Json;

use derive_tests::random::{cases, hold};

fn by_config(source: &str) -> Result<Json, String> {
    build(source).and_then(Config::try_deserialize).map_err(|error| error.to_string())
}

fn build(source: &str) -> Result<Config, ConfigError> {
    Config::builder().add_source(File::from_str(source, Hcl)).build()
}

fn by_figment(source: &str) -> Result<Json, String> {
    Figment::from(Hcl::string(source)).extract().map_err(|error| error.to_string())
}

/// An expression. Some of them fail, or give values that some formats can't hold.
fn expression() -> impl Strategy<Value = String> {
    let plain = select(vec![
        "1",
        "-7",
        "0.5",
        "1e400",
        "-1e400",
        "18446744073709551615",
        "9223372036854775808",
        "-9223372036854775808",
        "340282366920938463463374607431768211455",
        "1e30",
        "0.1",
        "1 / 3",
        "true",
        "null",
        "\"\"",
        "\"a\\n\\u00e9\"",
        "\"${1 + 1}\"",
        "\"a-${true}\"",
        "nope",
        "1 / 0",
        "upper(\"a\")",
        "sensitive(\"s\")",
        "[for n in [1, 2] : { n = n }]",
        "\"${null}\"",
        "{ for k in [\"a\", \"b\"] : k => [k] }",
        "jsondecode(\"[null, {}]\")",
        "toset([2, 1, 1])",
    ]);
    plain.prop_map(str::to_owned).prop_recursive(3, 12, 4, |inner| {
        let entry = (name(), inner.clone()).prop_map(|(name, value)| format!("{name} = {value}"));
        prop_oneof![
            vec(inner, 0..4).prop_map(|elements| format!("[{}]", elements.join(", "))),
            vec(entry, 0..4).prop_map(|entries| format!("{{ {} }}", entries.join(", "))),
        ]
    })
}

/// Few names, so that they often clash.
fn name() -> impl Strategy<Value = &'static str> {
    select(vec!["a", "b", "c", "long-name", "Upper", "größe"])
}

fn body() -> impl Strategy<Value = String> {
    let attribute =
        (name(), expression()).prop_map(|(name, value)| format!("{name} = {value}\n")).boxed();
    let item = attribute.clone().prop_recursive(3, 24, 5, move |inner| {
        let labels = vec(select(vec![" a", " \"b\"", " \"x.y[0]\"", " \"\""]), 0..3);
        let block = (name(), labels, vec(inner, 0..4)).prop_map(|(name, labels, items)| {
            format!("{name}{} {{\n{}}}\n", labels.concat(), items.concat())
        });
        prop_oneof![2 => attribute.clone(), 3 => block]
    });
    vec(item, 0..5).prop_map(|items| items.concat())
}

/// A generated name is repeated often enough that each kind of clash occurs.
#[test]
fn the_adapters_give_what_decoding_gives() {
    let decoder = Decoder::new().context(&Context::standard()).unwrap_single_blocks(true);
    let counts = std::cell::Cell::new((0, 0));
    hold(1_500, body(), |source| {
        let direct = decoder.from_str::<Json>(&source);
        let (fine, failed) = counts.get();
        counts.set(if direct.is_ok() { (fine + 1, failed) } else { (fine, failed + 1) });
        for adapted in [by_config(&source), by_figment(&source)] {
            match (&direct, &adapted) {
                (Ok(direct), Ok(adapted)) => prop_assert_eq!(direct, adapted),
                (Err(_), Err(_)) => {}
                _ => prop_assert!(false, "{:?}, not {:?}", adapted, direct),
            }
        }
        Ok(())
    });
    let (fine, failed) = counts.get();
    println!("{fine} values, {failed} errors");
    let least = cases(300);
    assert!(fine > least && failed > least, "{fine} values, {failed} errors");
}

/// Sources in which one measure grows.
type Shape = (&'static str, fn(usize) -> String);

const NESTED: [Shape; 6] = [
    ("blocks", |n| "a {\n".repeat(n) + &"}\n".repeat(n)),
    ("labels", |n| format!("a{} {{}}\n", " b".repeat(n))),
    ("tuples", |n| format!("a = {}1{}\n", "[".repeat(n), "]".repeat(n))),
    ("objects", |n| format!("a = {}1{}\n", "{a=".repeat(n), "}".repeat(n))),
    ("values", |n| format!("a = jsondecode(\"{}{}\")\n", "[".repeat(n), "]".repeat(n))),
    ("values in blocks", |n| {
        let half = n / 2;
        let value = format!("a = {}1{}\n", "[".repeat(n - half), "]".repeat(n - half));
        "a {\n".repeat(half) + &value + &"}\n".repeat(half)
    }),
];

type Use = (&'static str, fn(&str) -> Result<(), String>);

/// The uses of a source by programs. Each value is dropped on the same stack.
const USES: [Use; 4] = [
    ("config", |source| by_config(source).map(drop)),
    ("config, built twice", |source| {
        let layer = build(source).map_err(|error| error.to_string())?;
        let both = Config::builder().add_source(layer).add_source(File::from_str(source, Hcl));
        let both = both.build().and_then(|both| both.clone().try_deserialize::<IgnoredAny>());
        both.map(drop).map_err(|error| error.to_string())
    }),
    ("figment", |source| by_figment(source).map(drop)),
    ("figment, merged and joined", |source| {
        let figment = Figment::from(Hcl::string(source)).merge(Hcl::string(source));
        let figment = figment.clone().join(Hcl::string(source));
        figment.extract::<IgnoredAny>().map(drop).map_err(|error| error.to_string())
    }),
];

#[test]
fn deep_values_are_refused_before_the_stack_ends() {
    for (shape, source) in NESTED {
        for (name, works) in USES {
            for depth in [40, 60, 62, 63, 64, 65, 66, 200, 1_000, 5_000] {
                let source = source(depth);
                let thread = thread::Builder::new().stack_size(512 * 1024);
                let result = thread.spawn(move || works(&source)).unwrap().join().unwrap();
                match result {
                    Ok(()) => assert!(depth <= 64, "{name}: {depth} {shape}"),
                    Err(error) => {
                        assert!(depth > 60, "{name}: {depth} {shape}: {error}");
                        let (line, text) = error.split_once(':').unwrap();
                        assert!(line.parse::<usize>().is_ok(), "{error}");
                        assert!(text.contains("Nesting too deep"), "{error}");
                    }
                }
            }
        }
    }
}

/// The smallest budget with which a source can be read.
fn cost(source: &str) -> u64 {
    let works = |budget| {
        let context = Context::standard().budget(budget).decode_budget(budget);
        let file = File::from_str(source, Hcl::with_context(&context));
        let config = Config::builder().add_source(file).build().is_ok();
        let figment = Figment::from(Hcl::with_context(&context).string(source));
        assert_eq!(config, figment.extract::<IgnoredAny>().is_ok());
        config
    };
    let (mut too_little, mut enough) = (0, 1 << 22);
    assert!(works(enough));
    while too_little + 1 < enough {
        let middle = u64::midpoint(too_little, enough);
        *if works(middle) { &mut enough } else { &mut too_little } = middle;
    }
    enough
}

#[test]
fn all_values_of_a_source_share_one_budget() {
    let attributes = |n: usize| -> String {
        (0..n).map(|n| format!("a{n} = [for x in range(100) : [x, x]]\n")).collect()
    };
    let [one, two, eight] = [1, 2, 8].map(|n| cost(&attributes(n)));
    assert_eq!(eight - one, 7 * (two - one));
    assert!(two - one > 1_000);
}

const WIDE: [Shape; 7] = [
    ("a long comment before a list", |n| {
        format!("/*{}*/ a = [{}]\n", "é".repeat(n), "1,".repeat(n))
    }),
    ("elements", |n| format!("a = [{}]\n", "1,".repeat(n))),
    ("attributes", |n| (0..n).map(|n| format!("a{n} = 1\n")).collect()),
    ("blocks with labels", |n| (0..n).map(|n| format!("a \"{n}\" {{\n  x = 1\n}}\n")).collect()),
    ("blocks", |n| "a {\n  x = 1\n}\n".repeat(n)),
    ("types of blocks", |n| (0..n).map(|n| format!("a{n} {{\n  x = 1\n}}\n")).collect()),
    ("attributes of an object in one line", |n| {
        let entries: String = (0..n).map(|n| format!("a{n}=1,")).collect();
        format!("a = {{{entries}}}\n")
    }),
];

/// Linear work on these sources takes a fraction of a second, quadratic work takes minutes.
#[test]
fn reading_is_linear_in_each_shape() {
    for (shape, source) in WIDE {
        let source = source(15_000);
        let start = std::time::Instant::now();
        build(&source).unwrap_or_else(|error| panic!("{shape}: {error}"));
        assert!(start.elapsed().as_secs() < 20, "{shape}: {:?}", start.elapsed());
    }
}
