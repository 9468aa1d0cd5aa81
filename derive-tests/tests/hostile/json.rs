//! Hostile input in JSON syntax.

use super::mutation::Mutator;
use super::phases::{run_as_json, survive_as_json};
use super::{DEEP, HUGE, LONG, nested};

#[test]
fn nested_values() {
    survive_as_json([
        nested("[", "1", "]"),
        nested("{\"a\":", "1", "}"),
        nested("[{\"a\":", "1", "}]"),
        nested("{\"dynamic\": {\"a\": {\"for_each\": [1], \"content\":", "1", "}}}"),
        "[".repeat(DEEP),
        "{\"a\":".repeat(DEEP),
        "]".repeat(DEEP),
        format!("\"{}\"", nested("${[", "1", "]}")),
        format!("\"{}\"", "${\\\"".repeat(LONG)),
    ]);
    let legal = 1000;
    survive_as_json([
        [&*"[".repeat(legal), &*"]".repeat(legal)].concat(),
        ["{\"a\":".repeat(legal), "\"${x}\"".to_owned(), "}".repeat(legal)].concat(),
    ]);
}

#[test]
fn long_values() {
    survive_as_json([
        format!("\"{}\"", "a".repeat(HUGE)),
        format!("\"{}", "a".repeat(HUGE)),
        format!("\"{}\"", "\\u00e9".repeat(HUGE / 8)),
        format!("\"{}\"", "${a}".repeat(LONG)),
        format!("\"{}\"", "\\\"${a.b[0]}".repeat(LONG / 4)),
        format!("[{}1]", "1,".repeat(LONG / 4)),
        "1".repeat(LONG),
        format!("1e{}", "9".repeat(20)),
        "{".to_owned() + &" ".repeat(HUGE),
        ",".repeat(LONG / 4),
        "\"a\":".repeat(LONG),
    ]);
}

#[test]
fn mistakes_on_one_line() {
    survive_as_json([
        format!("{{\"a\": {}", ",".repeat(LONG / 4)),
        format!("[{}1]", "'a' ".repeat(LONG / 4)),
        format!("[{}1]", "${a b} ".repeat(DEEP)),
        format!("{{{}\"a\": 1}}", "a: 1, ".repeat(DEEP)),
    ]);
}

#[test]
fn many_properties() {
    let same = format!("{{{}\"a\": 1}}", "\"a\": 1,".repeat(DEEP));
    let blocks = format!("{{{}\"a\": {{}}}}", "\"a\": {\"b\": {\"c\": {}}},".repeat(DEEP));
    let differing: String = (0..DEEP).map(|index| format!("\"n{index}\": [{{}}],")).collect();
    let labels: String = (0..DEEP).map(|index| format!("\"l{index}\": {{\"m\": {{}}}},")).collect();
    survive_as_json([
        same,
        blocks,
        format!("{{{differing}\"n\": 1}}"),
        format!("{{\"a\": {{{labels}\"n\": 1}}}}"),
        format!("[{}{{}}]", "{\"a\": 1},".repeat(DEEP)),
    ]);
    // The first of each two equal properties is farther and farther back.
    let backward = (0..DEEP / 2).rev().map(|index| format!("\"é{index}\": 1,"));
    let forward = (0..DEEP / 2).map(|index| format!("\"é{index}\": 1,"));
    let properties: String = backward.chain(forward).collect();
    survive_as_json([format!("{{{properties}\"n\": 1}}")]);
}

#[test]
fn many_dynamic_blocks() {
    let inner =
        "\"c\": {\"for_each\": [1], \"iterator\": \"x\", \"content\": {\"v\": \"${b.value}\"}}";
    let each = "[".to_owned() + &"1,".repeat(DEEP) + "1]";
    let content = format!("{{\"dynamic\": {{{inner}}}}}");
    let source =
        format!("{{\"dynamic\": {{\"b\": {{\"for_each\": {each}, \"content\": {content}}}}}}}");
    let document = serde_hcl::json::parse(&source).expect("JSON");
    let expanded = document.expand(&serde_hcl::Context::new()).expect("blocks");
    let schema = serde_hcl::configuration::Schema::new().block("b", &[]);
    assert_eq!(expanded.body().content(&schema).expect("blocks only").blocks().len(), DEEP + 1);
}

#[test]
fn broken_strings() {
    let escapes = [
        "\\ud800",
        "\\udc00\\ud800",
        "\\ud83d\\ude0",
        "\\u",
        "\\x",
        "\\",
        "\u{1}",
        "\n",
        "${",
        "%{if",
        "$${\\",
    ];
    survive_as_json(escapes.iter().flat_map(|escape| {
        [
            format!("\"{escape}\""),
            format!("{{\"{escape}\": \"${{a}}{escape}${{b}}\"}}"),
            format!("\"${{\\\"{escape}\\\"}}\""),
        ]
    }));
}

const SAMPLE: &str = r#"{"//": "c", "a": "x${a.b[0]}\n\u00e9", "b": {"l": [{"c": 1.5e3}, {"d": null}]},
  "dynamic": {"b": {"for_each": ["x"], "labels": ["${b.key}"], "content": {"v": "${b.value}"}}},
  "e": [true, -0, "%{if a}y%{endif}", {"${f}": "\"${g}\""}]}"#;

#[test]
fn mutations() {
    run_as_json(SAMPLE);
    let mut mutator = Mutator::new(7);
    for _ in 0..300 {
        run_as_json(&mutator.damage(SAMPLE));
    }
}
