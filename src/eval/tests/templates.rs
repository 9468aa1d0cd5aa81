use super::{is, wrong};
use crate::{Context, parse_template, value};

#[test]
fn parts_become_text() {
    is("\"${one} is ${true}, $${no}\"", "1 is true, ${no}");
    is("\"e${\"\\u0301\"}\"", "\u{e9}");
    is("\"x${-0}\"", "x-0");
}

#[test]
fn a_lone_interpolation_keeps_its_type() {
    is("\"${[1, 2]}\"", value!([1, 2]));
    is("\"${~ 1 ~}\"", 1);
    is("\"${1}${\"\"}\"", "1");
}

#[test]
fn directives_choose_and_repeat() {
    is("\"%{ if one == 1 }yes%{ else }no%{ endif }\"", "yes");
    is("\"[%{ if false }x%{ endif }]\"", "[]");
    is("\"%{ for i, v in list }${i}${v},%{ endfor }\"", "0a,1b,");
    is("\"%{ for v in [] }${v}%{ endfor }\"", "");
}

#[test]
fn null_and_collections_have_no_text() {
    wrong("\"a${null}\"", &[("null", "null-in-template")]);
    wrong("\"a${[]}${nobody}\"", &[("[]", "template-type"), ("nobody", "unknown-variable")]);
    wrong("\"%{ if null }%{ endif }\"", &[("null", "null-condition")]);
}

#[test]
fn after_a_lone_carriage_return_everything_is_text() {
    let cases = [
        ("${1}\r\n${2}", "1\r\n2"),
        ("${1 ~} \r ${2}$${3}%%{", "1\r ${2}${3}%{"),
        ("$${1}\r", "${1}\r"),
    ];
    for (source, text) in cases {
        let template = parse_template(source).unwrap();
        assert_eq!(template.evaluate(&Context::new()).unwrap(), text, "{source:?}");
    }
}
