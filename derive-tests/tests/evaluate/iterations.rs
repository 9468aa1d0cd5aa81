use super::{same, wrong};

/// The types of operands may differ from element to element.
#[test]
fn operations_are_those_of_each_element() {
    same("[for v in [1, \"2\", 3.5, 4] : v + 1]", "[2, 3, 4.5, 5]");
    same("[for i, v in [1, 2] : (i + v) * -one if v == v]", "[-1, -3]");
    same(
        "[for v in [0.1, 1, 5e100] : v * 2 - 0.2 / 3]",
        "[0.1 * 2 - 0.2 / 3, 2 - 0.2 / 3, 1e101 - 0.2 / 3]",
    );
    same("[for s in servers : s.ports[0] + map.x if s.name == \"web\"]", "[81]");
    same("[for v in [some_number, 2] : v * 2 > 3]", "[some_number * 2 > 3, true]");
    same("[for v in [secret, \"hush\"] : v == \"hush\"]", "[secret == \"hush\", true]");
    same("[for x in [1, 2] : [for y in [10, 20] : x * y + one]]", "[[11, 21], [21, 41]]");
    wrong("[for v in [1, []] : 1 + v]", &[("v", "invalid-operand")]);
    wrong("[for v in [1, 0] : 0 / v + 1]", &[("0 / v", "operation-failed")]);
    wrong("[for s in servers : s.ports[0] + 1]", &[("[0]", "invalid-index")]);
}

#[test]
fn operations_on_elements_cost_as_much_as_others() {
    let cost = |source: &str| {
        let expression = serde_hcl::parse_expression(source).unwrap();
        let suffices = |budget: u64| expression.evaluate(&super::context().budget(budget)).is_ok();
        (0..1000).find(|budget| suffices(*budget)).unwrap()
    };
    let iteration = cost("[for v in [1, 2] : v if true]");
    // Once for each element, and once more for the condition.
    assert_eq!(cost("[for v in [1, 2] : v + 1 if true]"), iteration + 2 * 2);
    assert_eq!(cost("[for v in [1, 2] : v if (v + 1) * 2 > 0]"), iteration + 3 * 7);
}
