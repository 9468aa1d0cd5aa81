//! The macros `hcl!` and `expression!`.

use std::collections::BTreeMap;

use serde_hcl::{Attribute, Block, Body, Expression, expression, hcl};

use super::check;

#[test]
fn a_heredoc_is_refused() {
    let body = hcl! {
        a = <<E
    };
    assert!(body.build().is_err());
}

#[test]
fn all_forms_of_the_language() {
    let body = hcl! {
        a = 1
        b = -1.5e3 c = "x"
        d = [for k, v in var.m : upper(v) if k != "z"]
        e = { for k in var.m : k => k... }
        f = { a = 1 "b c" = [] (x) = y.z, w : true }
        g = x ? y : z
        h = a.b[0].*.c[*].d
        i = !a && (b || c) == null
        j = provider::p::f(a, b...)
        block {}
        block label "and ${text}" {
            inner { a = 1 }
        }
        a-b = c - d
    };
    let document = r#"a = 1
b = -1.5e3
c = "x"
d = [for k, v in var.m : upper(v) if k != "z"]
e = { for k in var.m : k => k... }
f = { a = 1
  "b c" = []
  (x)   = y.z, w : true
}
g = x ? y : z
h = a.b[0].*.c[*].d
i = !a && (b || c) == null
j = provider::p::f(a, b...)

block {}

block "label" "and $${text}" {
  inner {
    a = 1
  }
}

a-b = c - d
"#;
    let expected: Body = document.parse().unwrap();
    assert_eq!(body.to_string().parse::<Body>().unwrap(), expected, "{body}");
}

#[test]
fn rust_values_are_inserted() {
    let (name, kind, number) = ("n", String::from("service"), 8000);
    let tags = BTreeMap::from([("a", 1)]);
    let blocks = vec![Block::new("x"), Block::new("y")];
    let more = Body::new().with_attribute("m", 1);
    let region = Expression::reference(["var", "region"]).unwrap();
    let none: Option<Block> = None;
    let body = hcl! {
        #name = #number
        #(format!("{name}2")) = [#number, #(number + 80), { port = #number tags = #tags }]
        #kind #name "b" {
            region = "${upper(\"x\")}-${lower(y)}"
            from = #region
            text = #("${x}")
        }
        #blocks
        #more
        #none
        #(Attribute::new("z", 1))
    };
    let document = r#"n = 8000
n2 = [8000, 8080, { port = 8000
  tags = {
    a = 1
  }
}]

service "n" "b" {
  region = "${upper("x")}-${lower(y)}"
  from   = var.region
  text   = "$${x}"
}

x {}

y {}

m = 1
z = 1
"#;
    assert_eq!(body, document.parse().unwrap(), "{body}");
}

#[test]
fn text_has_the_escapes_of_rust() {
    let body = hcl! {
        a = "\u{1F600}\n\"\\"
        b = r"\d"
        c = r#"say "${x}""#
        d = "$${x} %%{y}"
        e = ""
        f = 'c'
    };
    let document = "a = \"😀\\n\\\"\\\\\"\nb = \"\\\\d\"\nc = \"say \\\"${x}\\\"\"\nd = \"$${x} %%{y}\"\ne = \"\"\nf = \"c\"\n";
    check(&body, document);
}

#[test]
fn comments_are_written() {
    let body = hcl! {
        /// One.
        ///
        /// Two.
        a = [
            /// Inside.
            1,
        ]
        /// A block.
        b {
            /// The end.
        }
    };
    let document =
        "# One.\n#\n# Two.\na = [\n  # Inside.\n1, ]\n\n# A block.\nb {\n  # The end.\n}\n";
    let expected = serde_hcl::format::format(document).unwrap();
    assert_eq!(body.to_string(), expected);
}

#[test]
fn mistakes_are_kept() {
    let long = "not a name";
    for (body, code) in [
        (hcl! { a }, "no-item"),
        (hcl! { a = }, "missing-expression"),
        (hcl! { a = "x-${#long}" }, "value-in-quotes"),
        (hcl! { a = "x-${ #long }" }, "value-in-quotes"),
        (hcl! { a = "x-${long" }, "unclosed-interpolation"),
        (hcl! { a = 1 a = 2 }, "duplicate-argument"),
        (hcl! { = 1 }, "no-item"),
        (hcl! { a "b" }, "no-item"),
        (hcl! { #long = 1 }, "no-identifier"),
        (hcl! { #long {} }, "no-identifier"),
        (hcl! { a #(1) {} }, "unsuitable-label"),
        (hcl! { #(1) }, "no-document"),
        (hcl! { a { b { c = #(f64::NAN) } } }, "not-finite"),
        (hcl! { #(Block::new("1")) }, "custom"),
    ] {
        let error = body.build().unwrap_err();
        assert_eq!(error.code(), code, "{error}");
    }
    let error = hcl! { a { b { c = #(f64::NAN) } } }.build().unwrap_err();
    assert_eq!(error.path().as_deref(), Some("a.b.c"));
}

#[test]
fn there_is_no_limit_of_length() {
    let body = hcl! {
        a = [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,
             1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]
    };
    assert_eq!(body.view().attribute("a").unwrap().expression().as_list().unwrap().len(), 94);
}

#[test]
fn expressions_alone() {
    let (n, list) = (2, [1, 2]);
    assert_eq!(expression!(#list[0] + #n).unwrap().to_string(), "[1, 2][0] + 2");
    assert_eq!(expression!("${x}").unwrap().to_string(), "\"${x}\"");
    assert!(expression!().is_err());
    assert!(expression!(1 2).is_err());
}
