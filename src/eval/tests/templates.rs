use crate::{Context, parse_template};

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
