use serde_hcl::{Context, Value, parse_expression};

use super::{context, evaluate, is};

#[test]
fn chains_of_any_length_need_no_stack() {
    is(&format!("1{}", "+1".repeat(200_000)), 200_001);
    is(&format!("true{}", " && true".repeat(10_000)), true);
    assert!(evaluate(&format!("[0]{}", "[*]".repeat(5_000))).is_ok());
}

#[test]
fn nesting_that_can_be_written_can_be_evaluated() {
    is(&format!("{}1{}", "(1+".repeat(1000), ")".repeat(1000)), 1001);
    is(&format!("{}0{}", "[".repeat(1000), "]".repeat(1000) + &"[0]".repeat(1000)), 0);
    is(&format!("{}1", "false || 1 == 1 && true ? 0 : ".repeat(300)), 0);
}

#[test]
fn excessive_nesting_is_refused() {
    let error = evaluate(&format!("1{}", "[*]".repeat(20_000))).unwrap_err();
    assert_eq!(error.code(), "too-deep");
}

/// Nests `inner` in iterations that each use their variable twice.
fn doubling(levels: usize, inner: &str) -> String {
    (0..levels).rev().fold(format!("x{levels}"), |source, level| {
        let inner = inner.replace('x', &format!("x{level}"));
        format!("[for x{} in [{inner}] : {source}]", level + 1)
    })
}

#[test]
fn small_sources_of_huge_values_are_refused() {
    let code = |source: &str| {
        let expression = parse_expression(source).unwrap();
        expression.evaluate(&context().budget(1_000_000)).unwrap_err().code()
    };
    for inner in ["[x, x]", "\"${x}${x}\"", "concat([x], [x])", "join(\",\", [x, x])"] {
        let source = format!("[for x0 in [\"0123456789abcdef\"] : {}]", doubling(40, inner));
        assert_eq!(code(&source), "too-expensive", "{inner}");
    }
    let product = "[for a in range(1000) : [for b in range(1000) : [for c in range(1000) : 1]]]";
    assert_eq!(code(product), "too-expensive");
    assert_eq!(code(&format!("try({product}, 1)")), "too-expensive");
}

#[test]
fn a_budget_can_be_set() {
    let sum = parse_expression("1 + 1 + 1").unwrap();
    assert!(sum.evaluate(&Context::new().budget(5)).is_ok());
    assert_eq!(sum.evaluate(&Context::new().budget(3)).unwrap_err().code(), "too-expensive");
}

#[test]
fn the_number_of_diagnostics_is_limited() {
    let error = evaluate("[for a in range(100) : [for b in range(100) : nobody]]").unwrap_err();
    assert_eq!(error.diagnostics().len(), 1000);
    let error = evaluate("[for a in range(1024) : nobody || false]").unwrap_err();
    assert_eq!(error.diagnostics().len(), 1000);
    is("can([for a in range(100) : [for b in range(100) : nobody]])", false);
}

#[test]
fn a_conditional_makes_no_types_of_its_results() {
    let big = || Value::object((0..20_000).map(|index| (format!("a{index}"), index)));
    let context = Context::standard().variable("big", big()).variable("other", big());
    let value = |source: &str| parse_expression(source).unwrap().evaluate(&context);
    // Each type would cost 20,000.
    assert!(value("[for i in range(1024) : i > 5 ? big : big]").is_ok());
    // The types of different values are compared, and none is made.
    assert!(value("[for i in range(200) : i > 5 ? big : other]").is_ok());
    assert!(value("[for i in range(1024) : i > 5 ? big : null]").is_ok());
}

#[cfg(feature = "regex")]
#[test]
fn patterns_are_charged_before_they_are_parsed() {
    let code = |pattern: String, source: &str, budget: u64| {
        let context = Context::standard().budget(budget).variable("pattern", pattern);
        parse_expression(source).unwrap().evaluate(&context).unwrap_err().code()
    };
    const DEFAULT: u64 = 20_000_000;
    let folded = || format!("(?i){}", "\\pL".repeat(15_000));
    assert_eq!(code(folded(), "regex(pattern, text)", DEFAULT), "unknown-variable");
    assert_eq!(code(folded(), "regex(pattern, \"a\")", DEFAULT), "too-expensive");
    // A mistake is found only after the charge, each time.
    let invalid = || format!("({}", "\\p{L}".repeat(500));
    assert_eq!(code(invalid(), "regex(pattern, \"a\")", DEFAULT), "invalid-argument");
    assert_eq!(code(invalid(), "regex(pattern, \"a\")", 250_000), "too-expensive");
    let repeated = "[for i in range(1000) : can(regex(pattern, \"a\"))]";
    assert_eq!(code(invalid(), repeated, DEFAULT), "too-expensive");
    assert_eq!(code(invalid(), repeated, 250_000 * 100), "too-expensive");
}
