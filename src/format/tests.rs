//! One test for each rule of the layout: a source and its formatted form.

use super::{Formatter, format};
use crate::diagnostic::error::Category;
use crate::lexer::{Purpose, TokenKind, lex};
use crate::{Context, Value, from_str_with};

/// Formats each source, and formats the result again.
fn check(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        let formatted = format(source).unwrap();
        assert_eq!(formatted, *expected, "from {source:?}");
        assert_eq!(format(&formatted).unwrap(), formatted, "formatted again, from {source:?}");
    }
}

#[test]
fn lines_are_indented_by_open_brackets() {
    check(&[
        ("a {\nb {\nc = 1\n}\n}\n", "a {\n  b {\n    c = 1\n  }\n}\n"),
        ("a = [\n1,\n    2\n  ]", "a = [\n  1,\n  2\n]"),
        // Brackets that one line opens are one level and close together.
        ("a = f([{\nb = 1\n}])", "a = f([{\n  b = 1\n}])"),
        ("a = f([\n1\n],\n2\n)", "a = f([\n  1\n  ],\n  2\n)"),
        ("}\n}\na {\nb = 1", "}\n}\na {\n  b = 1"),
        ("a {\n   \n\t# note\n}", "a {\n\n  # note\n}"),
    ]);
}

#[test]
fn neighbours_have_one_space_or_none_between_them() {
    check(&[
        ("a=b . c [ 0 ] . d", "a = b.c[0].d"),
        ("a=f( x,y... )", "a = f(x, y...)"),
        ("a=ns :: f (x)", "a = ns::f(x)"),
        ("a=-1+-b*( - c )", "a = -1 + -b * (-c)"),
        ("a=b -1", "a = b - 1"),
        ("a=! b&&!c?d:- e", "a = !b && !c ? d : -e"),
        ("a={ }", "a = {}"),
        ("a={b=1,c:2}", "a = { b = 1, c : 2 }"),
        ("a=[ for x in[1]:x if x ]", "a = [for x in [1] : x if x]"),
        ("b\"x\"y{}", "b \"x\" y {}"),
        ("a=b==c&&d!=e", "a = b == c && d != e"),
        ("a\t=\t1", "a = 1"),
    ]);
}

/// `hclfmt` writes no space here, and so makes other tokens.
#[test]
fn a_space_keeps_tokens_apart() {
    check(&[
        ("a=0  .1", "a = 0 .1"),
        ("a=b . 0 . 1 . c", "a = b.0 .1.c"),
        ("a=b[0] . 1 . c . 2", "a = b[0].1.c.2"),
        ("a=! =b", "a = ! = b"),
        ("a=. . .", "a =.. ."),
        ("a=\"${b ~ }\"", "a = \"${b ~ }\""),
    ]);
}

#[test]
fn templates_keep_their_text() {
    check(&[
        ("a=\"  x  ${ b }  ${~c~}\"", "a = \"  x  ${b}  ${~c~}\""),
        ("a=\"%{if  b}x%{ endif }\"", "a = \"%{if b}x%{endif}\""),
        ("a=\"${{b=1}}\"", "a = \"${ { b = 1 } }\""),
        ("a=<<-E\n\t x  ${ b } \n  E\nc=1", "a = <<-E\n\t x  ${b} \n  E\nc = 1"),
        ("b {\na=<<E\n${\nc\n}\nE\n}", "b {\n  a = <<E\n${\n  c\n}\nE\n}"),
    ]);
}

#[test]
fn definitions_and_comments_on_consecutive_lines_are_aligned() {
    check(&[
        ("a=1\nbcd=2\n\ne=3", "a   = 1\nbcd = 2\n\ne = 3"),
        (
            "a=1# x\nbcd=23//y\ne=3\nf=4/* z */",
            "a   = 1  # x\nbcd = 23 //y\ne   = 3\nf   = 4 /* z */",
        ),
        // A definition of several lines is not aligned with others.
        ("a=1\nbcd={\n}\nef=2", "a = 1\nbcd = {\n}\nef = 2"),
        ("é\u{301}a=1\n\"漢\"=2", "é\u{301}a  = 1\n\"漢\" = 2"),
        ("a {} # x\nbcd=1 # y", "a {}    # x\nbcd = 1 # y"),
        ("/* x */ a=1\nb=2", "/* x */ a = 1\nb         = 2"),
    ]);
}

#[test]
fn line_ends_and_mistakes_are_kept() {
    check(&[
        (
            "a=1\r\nb {\r\nc=<<E\r\n x\r\nE\r\n}\r\n",
            "a = 1\r\nb {\r\n  c = <<E\r\n x\r\nE\r\n}\r\n",
        ),
        ("\u{feff}a=1", "a = 1"),
        (" \u{feff}a=1", " \u{feff} a = 1"),
        ("", ""),
        ("a=1\n  ", "a = 1\n  "),
        ("a=];b", "a =] ; b"),
        ("a=\"x\nb=1", "a = \"x\nb=1"),
        ("a=<<E\nx=1", "a = <<E\nx=1"),
        ("a=<<E b=1", "a = < < E b = 1"),
        ("a=/* b=1\n\"", "a = / * b = 1\n\""),
    ]);
}

#[test]
fn indents_have_the_wanted_width() {
    let source = "a {\n  b = [\n    1\n  ]\n}\n";
    let indented = |width| Formatter::new().indent(width).format(source).unwrap();
    assert_eq!(indented(2), source);
    assert_eq!(indented(3), "a {\n   b = [\n      1\n   ]\n}\n");
    assert_eq!(indented(0), "a {\nb = [\n1\n]\n}\n");
}

#[test]
fn white_space_is_in_proportion() {
    for source in
        ["[\n".repeat(50_000), format!("{} = 1\n{}", "a".repeat(50_000), "b=1\n".repeat(50_000))]
    {
        let error = format(&source).unwrap_err();
        assert_eq!((error.category(), error.code()), (Category::Syntax, "too-much-white-space"));
    }
}

/// Rewrites each source, and rewrites the result again. Both mean the same.
fn check_terraform(cases: &[(&str, &str)]) {
    let context = Context::new().resolver(|_| Some(Value::from(7)));
    let value = |source: &str| from_str_with::<Value>(source, &context).ok();
    for (source, expected) in cases {
        let formatted = Formatter::terraform().format(source).unwrap();
        assert_eq!(formatted, *expected, "from {source:?}");
        let again = Formatter::terraform().format(&formatted).unwrap();
        assert_eq!(again, formatted, "formatted again, from {source:?}");
        if !source.starts_with("variable") {
            assert_eq!(value(source), value(expected), "values of {source:?}");
        }
    }
}

#[test]
fn terraform_unwraps_templates() {
    check_terraform(&[
        ("a = \"${ b.c }\"", "a = b.c"),
        ("a = \"${~ b ~}\" # x\nbc = 1", "a  = b # x\nbc = 1"),
        (
            "b {\n  c {\na=\"${f(\"${x}\", \"y\")}\"\n}\n}",
            "b {\n  c {\n    a = f(\"${x}\", \"y\")\n  }\n}",
        ),
        ("a = \"${\"${b}\"}\"", "a = b"),
        ("a = \"${/* c */ b}\"", "a = /* c */ b"),
        ("a = \"${/* c */ \"${x}\"}\"", "a = /* c */ x"),
        (
            "a = \"${/* x */ \"${/* \"${x}\" */ \"${x}\"}\" /* c */}\"",
            "a = /* x */ /* \"${x}\" */ x /* c */",
        ),
        ("a = \"${/* c */ \"${<<E\nx\nE\n}\"}\"\n", "a = \"${/* c */ \"${<<E\nx\nE\n}\"}\"\n"),
        ("a = \"${<<E\nx\nE\n}\"\n", "a = <<E\nx\nE\n"),
        // Others are not alone, or not the whole expression.
        ("a = \"x${b}\"", "a = \"x${b}\""),
        ("a = \"${b}${c}\"", "a = \"${b}${c}\""),
        ("a = [\"${b}\"]", "a = [\"${b}\"]"),
        ("a = \"%{if b}c%{endif}\"", "a = \"%{if b}c%{endif}\""),
        ("a = <<E\n${b}\nE\n", "a = <<E\n${b}\nE\n"),
        ("a = \"${<<E\n${x}\nE\n}\"\n", "a = \"${<<E\n${x}\nE\n}\"\n"),
    ]);
}

#[test]
fn terraform_puts_several_lines_in_parentheses() {
    check_terraform(&[
        ("a = \"${\n  b\n}\"", "a = b"),
        ("a = \"${b ?\n c :\n d}\"", "a = (b ?\n  c :\nd)"),
        ("a = \"${(b +\nc)}\"", "a = (b +\nc)"),
        ("a = \"${f(\n  b\n)}\"", "a = (f(\n  b\n))"),
        ("a = \"${(b)\n+ (c)}\"", "a = ((b)\n+ (c))"),
        ("a = \"${ # x\n  b}\"", "a = ( # x\nb)"),
    ]);
}

/// Here the result of `terraform fmt` is invalid.
#[test]
fn terraform_leaves_what_has_to_end_its_line() {
    check_terraform(&[
        ("a = \"${<<E\nx\nE\n}\" # c\n", "a = \"${<<E\nx\nE\n}\" # c\n"),
        ("b { a = \"${<<E\nx\nE\n}\" }\n", "b { a = \"${<<E\nx\nE\n}\" }\n"),
        ("a = \"${b +\n c # x\n}\"\n", "a = \"${b +\n  c # x\n}\"\n"),
    ]);
}

#[test]
fn terraform_quotes_labels() {
    check_terraform(&[
        ("b x y-z {}", "b \"x\" \"y-z\" {}"),
        ("b /* 1 */ x /* 2 */ \"y\" /* 3 */ {}", "b \"x\" \"y\" /* 3 */ {}"),
        ("b \"\" \"\\u0061$${x}\" {}", "b \"\" \"a$${x}\" {}"),
        ("b/* 1 */{}", "b /* 1 */ {}"),
        ("b \"%%{x}\" \"100%\" {}", "b \"%%{x}\" \"100%\" {}"),
    ]);
}

#[test]
fn terraform_completes_types() {
    let variable = |ty: &str| format!("variable \"v\" {{\n  type = {ty}\n}}\n");
    for (ty, complete) in [
        ("list", "list(any)"),
        ("map", "map(any)"),
        ("set", "set(any)"),
        ("\"string\"", "string"),
        ("\"list\"", "list(string)"),
        ("\"map\"", "map(string)"),
        ("\"set\"", "\"set\""),
        ("\"${x}\"", "\"${x}\""),
        ("list(map)", "list(map)"),
    ] {
        check_terraform(&[(&variable(ty), &variable(complete))]);
    }
    // Other types are not completed: those of outputs, and those of variables inside blocks.
    for other in
        ["output \"v\" {\n  type = list\n}\n", "b {\n  variable \"v\" {\n    type = list\n  }\n}\n"]
    {
        check_terraform(&[(other, other)]);
    }
}

#[test]
fn terraform_rejects_invalid_documents() {
    let error = Formatter::terraform().format("a = ]\nb = \"${c}\"\n").unwrap_err();
    assert_eq!((error.category(), error.line()), (Category::Syntax, Some(1)));
}

/// One text for each kind of token; some for the kinds whose texts differ for the layout.
const TOKENS: &str = r#"
    a in 0 1.5 1e5 "s" "\n" "x${y}" "%{y}"/*c*/ ~ ~} ' ` ; & | ^ \\
    || && == != < <= > >= + - * / % { } [ ] ( ) = : :: , . ... => ? !
"#;

/// Texts that end a line, or do so together.
const LINES: [&str; 4] = ["\r", "\n", "#\n", "<<E\n${x}\nE\n"];

#[test]
fn no_tokens_are_joined() {
    let texts: Vec<&str> = TOKENS.split_ascii_whitespace().chain(LINES).collect();
    let check = |source: &str| {
        let formatted = format(source).unwrap();
        assert_eq!(tokens(&formatted), tokens(source), "from {source:?} to {formatted:?}");
    };
    for first in &texts {
        for second in &texts {
            for outer in ["", "a = ", "a = {", "a ! = ("] {
                check(&format!("{outer}{first} {second} "));
            }
            for third in &texts {
                check(&format!("a = \"${{{first} {second}\t{third} "));
            }
        }
    }
}

/// The tokens, up to a line end inside quotes. Beside this mistake the formatter changes the text, as
/// `hclfmt` does.
fn tokens(source: &str) -> Vec<(TokenKind, &str)> {
    let tokens = lex(source, Purpose::Format).into_iter();
    let tokens = tokens.take_while(|token| token.kind != TokenKind::RawNewline);
    tokens.map(|token| (token.kind, token.span.text(source))).collect()
}
