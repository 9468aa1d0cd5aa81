//! The law of growth: the work of every operation is linear in the document, for documents of every shape.
//!
//! The work is the number of allocations and of their bytes, which is the same in every run. Only
//! `scans_are_linear` is about work without allocations: if it were quadratic, that test would take minutes.

#![allow(missing_docs)]

mod charges;
mod count;
mod operations;
mod shapes;

use serde_hcl::configuration::{Graph, Schema};
use serde_hcl::{Context, Expression, Value, parse, parse_expression, parse_lenient};

use self::count::{Work, work};
use self::operations::OPERATIONS;
use self::shapes::SHAPES;

const SIZE: usize = 100;

/// Without optimization, one case of so many is run; all of them if a part of a case's name is chosen.
const STEP: usize = if cfg!(debug_assertions) { 8 } else { 1 };

/// Work that grows with the square would be 16.
const FACTOR: usize = 4;
const MOST: f64 = 6.0;

/// Operations that indent nested parts: the blanks alone grow with the square of the depth.
const INDENTED: [(&str, &str); 5] = [
    ("format", "open brackets"),
    ("into_body", "open brackets"),
    ("to_string", "labels"),
    ("File", "labels"),
    ("File with a change", "labels"),
];

/// serde copies the buffer of an untagged enum for the enums inside, once for each level. Up to a limit, each
/// name of a nested value takes an attempt.
const BUFFERED: [(&str, &str); 2] =
    [("from_str to an untagged enum", "labels"), ("from_str to an untagged enum", "nested lists")];

/// Up to a limit, each name of a value that may be the wrong one takes an attempt. The documents are so much larger
/// that all of them are beyond it. A document with the fixes of open brackets is deeper than what is parsed.
const TRIED: [(&str, &str); 2] = [
    ("from_str to a flattened map of lists", "nested lists"),
    ("fixes of an editor", "open brackets"),
];
const BEYOND_LIMIT: usize = 10;

#[test]
fn work_is_linear() {
    let filter = std::env::var("SERDE_HCL_CASE").ok();
    let mut wrong = Vec::new();
    for (row, (shape, text)) in SHAPES.iter().enumerate() {
        for (column, (operation, run)) in OPERATIONS.iter().enumerate() {
            let size = if TRIED.contains(&(operation, shape)) { BEYOND_LIMIT * SIZE } else { SIZE };
            let case = format!("{operation} of {shape}");
            let is_chosen = match &filter {
                Some(part) => case.contains(part),
                // Each shape and each operation is among them.
                None => (row + column).is_multiple_of(STEP),
            };
            if !is_chosen
                || INDENTED.contains(&(operation, shape))
                || BUFFERED.contains(&(operation, shape))
            {
                continue;
            }
            let (small, large) = (text(size), text(FACTOR * size));
            // Data that is computed once, such as a table of functions, is not counted.
            run(&text(1));
            let (before, after) = (work(|| run(&small)), work(|| run(&large)));
            let growth = growth(before, after);
            if growth > MOST {
                wrong.push(format!("{case}: {growth:.1} times, from {before:?} to {after:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{} cases", wrong.join("\n"), wrong.len());
}

fn growth(before: Work, after: Work) -> f64 {
    // Few allocations say nothing about growth.
    let ratio = |before: u64, after: u64, least: u64| after as f64 / before.max(least) as f64;
    f64::max(ratio(before.calls, after.calls, 100), ratio(before.bytes, after.bytes, 10_000))
}

/// A loop that reads a part of a large value costs little for each element, with the functions of every product.
#[test]
fn a_part_of_a_large_value_costs_as_much_as_that_of_a_small_one() {
    let contexts = [
        Context::standard(),
        Context::terraform(),
        Context::opentofu(),
        Context::packer(),
        Context::nomad(),
    ];
    let loops = [
        "[for i in range(1000) : length(items)]",
        "[for i in range(1000) : items[i]]",
        "[for row in [items] : [for i in range(1000) : row[i]]]",
        "[for row in [{ cells = items }] : [for i in range(1000) : row.cells[i]]]",
        "[for i in range(1000) : lookup({ a = items }, \"a\", 0)[0]]",
        "[for i in range(1000) : (i < 2000 ? items : null)[0]]",
        "[for i in range(1000) : element(items, i)]",
    ];
    for context in contexts {
        // A walk over all elements for each turn would cost 30 million, or 2 million for sharing.
        let context = context.variable("items", Value::tuple(0..30_000)).budget(200_000);
        for source in loops {
            if let Err(error) = parse_expression(source).unwrap().evaluate(&context) {
                panic!("{source}: {error}");
            }
        }
    }
}

/// Without a hash or an index, some of these take minutes.
#[test]
fn scans_are_linear() {
    const MANY: usize = 8_000;
    let blocks: String = (0..MANY).map(|i| format!("b{i} {{\n  x = b{}.x\n}}\n", i / 2)).collect();
    let document = parse(&blocks).unwrap();
    let schema = (0..MANY).fold(Schema::new(), |schema, i| schema.block(format!("b{i}"), &[]));
    assert_eq!(document.body().content(&schema).unwrap().blocks().len(), MANY);
    assert!(Graph::of(document.body()).order().is_err());
    assert_eq!(document.body().references().len(), MANY);

    let comments = "# c\na = 1\n".repeat(MANY);
    let (document, diagnostics) = parse_lenient(&comments);
    assert_eq!((document.comments().count(), diagnostics.is_empty()), (MANY, false));

    let lazy = |source: &str| {
        let (document, _) = parse_lenient(source);
        let attributes = document.body().attributes();
        let all = attributes.map(|each| (each.name(), Expression::from(each.expression())));
        let context = Context::standard().lazy_object("local", all);
        parse_expression("local").unwrap().evaluate(&context).is_ok()
    };
    let each = |part: fn(usize) -> String| (0..MANY).map(part).collect::<String>();
    assert!(!lazy(&each(|i| format!("a{i} = nope{i}\n"))));
    assert!(!lazy(&each(|i| format!("a{i} = local.a{}\n", i + 1))));
    // The values are too large for the budget.
    assert!(!lazy(
        &(each(|i| format!("a{} = [local.a{i}, local.a{}]\n", i + 1, i / 2)) + "a0 = 1\n")
    ));
    assert!(lazy(&(each(|i| format!("a{i} = local.a{}\n", i + 1)) + &format!("a{MANY} = 1\n"))));
}
