//! Checks each row of the page of prices.

use std::ops::RangeInclusive;

use serde_hcl::{Context, Value, parse_expression};

/// A row of the table, with work of two sizes.
struct Price {
    /// The start of the row.
    row: &'static str,
    /// The work. `@` is the size.
    source: &'static str,
    /// The additional cost of the second size, for each unit by which it is larger.
    cost: RangeInclusive<f64>,
}

const fn price(row: &'static str, source: &'static str, cost: RangeInclusive<f64>) -> Price {
    Price { row, source, cost }
}

/// The two sizes.
const SIZES: [usize; 2] = [1_000, 3_000];

/// The costs include those of the expressions around the work.
const PRICES: &[Price] = &[
    price("an expression that is evaluated", "[for x in list@ : -one + one]", 5.0..=5.0),
    price("an element that `for`", "[for x in list@ : one]", 2.0..=2.0),
    price("an element that `for`", "list@[*]", 1.0..=1.0),
    price("an element that `for`", "max(list@...)", 4.0..=4.0),
    price("text that is read", "\"${text@}!\"", 1.0 / 16.0..=1.0 / 16.0),
    price("text that is read", "text@ == text@", 2.0 / 16.0..=2.0 / 16.0),
    price("a tuple constructor", "[for x in list@ : []]", 4.0..=4.0),
    price("a new object or map", "[for x in list@ : {}]", 18.0..=18.0),
    price("a new object or map", "{ for x in list@ : x => one }", 5.0..=7.0),
    price("a lazy variable", "lazy@", 2.0..=2.1),
    price("one more place for a value", "[for x in rows@ : x]", 4.0..=4.0),
    price("`==` and `!=`", "list@ == other@", 2.0..=3.0),
    price("`==` and `!=`", "list@ == list@", 2.0..=3.0),
    price("a conversion", "tolist(list@)", 3.0..=7.0),
    price("the arguments of a function", "setunion([], list@)", 1.0..=20.0),
    price("the result of a function", "reverse(list@)", 2.0..=4.0),
    price("a set, and sorting", "toset(list@)", 2.0..=14.0),
    price("a set, and sorting", "sort(texts@)", 2.0..=14.0),
    price("reading, writing and computing", "tonumber(digits@)", 0.08..=0.3),
    price("the decimal digits", "[for x in list@ : \"${x / 7}!\"]", 50.0..=85.0),
    price("compiling a pattern", "can(regex(text@, \"\"))", 1.0..=4.0),
    price("searching for a pattern", "regexall(\"ab\", text@)", 1.25..=1.35),
    price("decoding JSON", "jsondecode(json@)", 2.0..=2.2),
    price("decoding YAML", "yamldecode(yaml@)", 0.5..=0.7),
    price("compressing", "base64gzip(text@)", 16.0..=16.1),
    price("parsing a template", "templatestring(text@, {})", 2.0..=2.2),
    price("converting text", "textencodebase64(text@, \"utf-16le\")", 0.5..=0.7),
    price("converting text", "can(textdecodebase64(text@, \"latin1\"))", 0.5..=0.7),
    price("a diagnostic", "[for x in list@ : try(none, one)]", 18.0..=22.0),
];

/// Rows whose work needs more than an expression with the variables of this test.
const OTHERS: [&str; 4] = [
    "`bcrypt`",
    "`rsadecrypt`",
    "a part of the content of a `dynamic` block",
    "an element of a value that serde buffers",
];

fn context() -> Context {
    let mut context = Context::standard().variable("one", 1);
    for size in SIZES {
        let numbers: Vec<Value> = (0..size).map(|n| Value::from(n as u64)).collect();
        let texts: Vec<String> = (0..size).map(|n| format!("{n:08}")).collect();
        let json = format!("[{}0]", "0,".repeat(size - 1));
        let yaml = "a ".repeat(size / 2);
        let rows: Vec<Value> = (0..size).map(|_| vec![1; 32].into()).collect();
        let variables: [(&str, Value); 8] = [
            ("list", numbers.clone().into_iter().collect::<Vec<_>>().into()),
            ("other", numbers.into()),
            ("texts", texts.into()),
            ("text", "a".repeat(size).into()),
            ("json", json.into()),
            ("yaml", yaml.into()),
            ("rows", rows.into()),
            ("digits", "7".repeat(size).into()),
        ];
        for (name, value) in variables {
            context = context.variable(format!("{name}{size}"), value);
        }
        let lazy = parse_expression(&format!("[for x in list{size} : one]")).expect("valid");
        context = context.lazy_variable(format!("lazy{size}"), lazy);
    }
    context
}

/// The smallest budget with which an evaluation succeeds.
fn cost(source: &str, context: &Context) -> u64 {
    let expression = parse_expression(source).expect(source);
    // A new variable clears the cached values of lazy ones.
    let context = |budget| context.clone().variable("new", 0).budget(budget);
    least(|budget| expression.evaluate(&context(budget)).is_ok())
}

/// The smallest budget with which something works.
fn least(works: impl Fn(u64) -> bool) -> u64 {
    let mut enough = 1;
    while !works(enough) {
        enough *= 2;
        assert!(enough < 1 << 32, "no budget is enough");
    }
    let mut too_little = enough / 2;
    while too_little + 1 < enough {
        let middle = too_little.midpoint(enough);
        *if works(middle) { &mut enough } else { &mut too_little } = middle;
    }
    enough
}

#[test]
fn each_row_of_the_table_has_the_right_charge() {
    let context = context();
    let mut wrong = Vec::new();
    for price in PRICES {
        let [less, more] =
            SIZES.map(|size| cost(&price.source.replace('@', &size.to_string()), &context));
        let unit = (more - less) as f64 / (SIZES[1] - SIZES[0]) as f64;
        if !price.cost.contains(&unit) {
            wrong.push(format!(
                "{}: {} costs {unit}, not {:?}",
                price.row, price.source, price.cost
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An enum that serde buffers. Each variant is tried for each part.
#[derive(Debug, serde::Deserialize)]
#[serde(untagged)]
#[allow(dead_code)]
enum Part {
    One { first: Box<Part> },
    Text(String),
    Number(i64),
    List(Vec<Part>),
    Object(std::collections::BTreeMap<String, Part>),
}

#[test]
fn buffered_parts_of_evaluated_values_cost_more() {
    fn cost<T: serde::de::DeserializeOwned>(source: &str) -> u64 {
        least(|budget| {
            let context = Context::standard().decode_budget(budget);
            serde_hcl::from_str_with::<T>(source, &context).is_ok()
        })
    }
    let [less, more] = [100, 300].map(|n| {
        let source = format!("a = [for x in range({n}) : [x]]\n");
        cost::<Part>(&source) - cost::<serde_json::Value>(&source)
    });
    assert_eq!(more - less, 200 * 2 * 32);
    // Literals are free: their number is that of the source.
    assert_eq!(cost::<Part>("a = [[1], [2], { b = \"c\" }]\n"), 1);
}

#[test]
fn each_row_of_the_table_is_tested() {
    let source = include_str!("../../../src/prices.md");
    let (_, table) = source.split_once("| What | costs |\n").expect("the table");
    let rows = table.lines().skip(1).map_while(|line| line.strip_prefix("| "));
    for row in rows {
        let is_tried = PRICES.iter().any(|price| row.starts_with(price.row));
        assert!(is_tried || OTHERS.iter().any(|other| row.starts_with(other)), "{row}");
    }
}
