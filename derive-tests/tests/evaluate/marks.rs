use serde_hcl::value::Mark;
use serde_hcl::{Value, value};

use super::{evaluate, is};

fn secret(value: impl Into<Value>) -> Value {
    value.into().mark(Mark::SENSITIVE)
}

#[test]
fn results_have_the_marks_of_operands() {
    is("\"${secret}!\"", secret("hush!"));
    is("upper(secret)", secret("HUSH"));
    is("secret == \"hush\"", secret(true));
    is("secret_list[0]", secret("a"));
    is("secret_list[*]", evaluate("secret_list").unwrap());
    is("true ? 1 : secret", secret("1"));
    is("[for v in secret_list : v]", secret(value!(["a"])));
    is("{ (secret) = 1 }", secret(value!({ "hush": 1 })));
    is("upper(secret_list...)", secret("A"));
}

#[test]
fn constructors_keep_marks_at_their_places() {
    is("[secret, 1]", Value::tuple([secret("hush"), 1.into()]));
    is("{ a = secret }.a", secret("hush"));
}

#[test]
fn no_message_reveals_a_secret() {
    let expressions = [
        "[for v in secret_list : v + 1]",
        "[for v in secret_list : [for w in [v] : w * 2]]",
        "[for v in secret_list : tonumber(v)]",
        "{ for v in [secret, secret] : v => 1 }",
        "\"%{ for v in secret_list }${v + 1}%{ endfor }\"",
        "[for v in secret_list : jsondecode(v)]",
    ];
    for source in expressions {
        let error = evaluate(source).unwrap_err();
        let told = format!("{error:#}{}{:?}", error.report(), error.diagnostics());
        assert!(!told.contains("hush") && !told.contains("\"a\""), "{source}: {told}");
    }
}
