//! Generates expressions from bytes.
//!
//! A fuzzer that changes text rarely produces a function call with arguments of the right types. A
//! fuzzer that changes choices does.

use std::str;
use std::sync::LazyLock;

use serde_hcl::{Expression, Type, functions};

use crate::contexts::SECRETS;

/// Parses the bytes as the text of an expression. If that fails, generates an expression with the
/// bytes as choices. Text that contains a secret, also in a comment, is not parsed: errors show it.
pub(crate) fn expression(data: &[u8]) -> Option<Expression> {
    let text = str::from_utf8(data).ok();
    let text = text.filter(|text| !SECRETS.iter().any(|secret| text.contains(secret)));
    if let Some(expression) = text.and_then(|text| serde_hcl::parse_expression(text).ok()) {
        return Some(expression);
    }
    let mut choices = Choices { bytes: data.iter(), left: 60, text: String::new() };
    choices.expression(Kind::Any, 0);
    let text = choices.text;
    Some(serde_hcl::parse_expression(&text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

/// The wanted kind of a result.
#[derive(Clone, Copy)]
enum Kind {
    Number,
    Text,
    Bool,
    List,
    Map,
    Any,
}

const KINDS: [Kind; 8] =
    [Kind::Number, Kind::Text, Kind::Bool, Kind::List, Kind::Map, Kind::Any, Kind::List, Kind::Map];

impl Kind {
    fn of(ty: &Type) -> Kind {
        match ty {
            Type::Number => Kind::Number,
            Type::String => Kind::Text,
            Type::Bool => Kind::Bool,
            Type::List(_) | Type::Set(_) | Type::Tuple(_) => Kind::List,
            Type::Map(_) | Type::Object(_) => Kind::Map,
            _ => Kind::Any,
        }
    }

    fn terms(self) -> &'static [&'static str] {
        match self {
            Kind::Number => &[
                "0",
                "1",
                "-1",
                "2",
                "3",
                "10",
                "64",
                "255",
                "0.5",
                "-2.5",
                "-0",
                "1e3",
                "1e19",
                "9007199254740993",
                "1e308",
                "1e400",
                "1e646000000",
                "0.1",
                "(1 / 3)",
                "(1 / 0)",
                "n",
                "u_n",
                "secn",
            ],
            Kind::Bool => &["true", "false", "b", "u_b", "(n > 2)", "(s == \"str\")"],
            Kind::List => &[
                "[]",
                "[1, 2, 3]",
                "[\"b\", \"a\", \"b\", null]",
                "tolist([3, 1])",
                "toset([\"x\", \"y\"])",
                "l",
                "t",
                "st",
                "empty",
                "u_l",
                "u_set",
                "u_t",
                "[[1], [2, [3]]]",
                "[u_s, \"a\"]",
                "[u_n, 2]",
                "[sec]",
                "[{ a = 1 }, { a = 2 }]",
                "range(4)",
                "[true, false]",
            ],
            Kind::Map => &[
                "{}",
                "{ a = 1 }",
                "{ a = 1, b = \"x\" }",
                "{ a = { b = 1 }, c = [1, 2] }",
                "o",
                "m",
                "deep",
                "u_o",
                "u_m",
                "tomap({ a = 1, b = 2 })",
                "{ a = u_s, b = 1 }",
                "{ x = sec }",
                "{ a = null }",
                "marked",
                "convert({}, map(string))",
            ],
            Kind::Text => &[
                "\"\"",
                "\"abc\"",
                "\"é\"",
                "\"e\\u0301\"",
                "\"a\\nb\\n\"",
                "\"1\"",
                "\"true\"",
                "\"%s\"",
                "\"%d %v %q\"",
                "\"%#v\"",
                "\"%5.2f|%-5s\"",
                "\"10.0.0.0/8\"",
                "\"2001:db8::/32\"",
                "\"10.0.0.1\"",
                "\"2020-02-29T12:34:56Z\"",
                "\"-1h30m\"",
                "\"YYYY-MM-DD'T'hh:mm:ssZ\"",
                "\"[a-z]+\"",
                "\"(a)(b)?\"",
                "\"(?P<x>.)\"",
                "\"/a/\"",
                "\"$1\"",
                "\"{\\\"a\\\":[1,2,null,true,{}]}\"",
                "\"a: 1\\nb: [1,2]\\n\"",
                "\"a,b\\n1,2\\n\"",
                "\"YQ==\"",
                "\"UTF-16\"",
                "\"a.b/c\"",
                "\"x$${a}y\"",
                "\"$${a}\"",
                "s",
                "u_s",
                "sec",
            ],
            Kind::Any => {
                &["null", "nothing", "u_d", "n", "\"null\"", "{}", "[]", "sec", "marked", "(1 / 0)"]
            }
        }
    }
}

const CONSTRAINTS: [&str; 9] = [
    "string",
    "number",
    "bool",
    "any",
    "list(string)",
    "set(number)",
    "map(any)",
    "object({ a = optional(number, 5), b = string })",
    "tuple([number, string])",
];

/// A function: its name, the kinds of its parameters, and the kind of its variadic parameter.
type Callee = (&'static str, Vec<Kind>, Option<Kind>);

static CALLEES: LazyLock<Vec<Callee>> = LazyLock::new(|| {
    let callee = |function: serde_hcl::Function| -> Callee {
        let parameters = function.parameters().iter().map(|parameter| Kind::of(parameter.ty()));
        let variadic = function.variadic_parameter().map(|parameter| Kind::of(parameter.ty()));
        (function.name().to_owned().leak(), parameters.collect(), variadic)
    };
    functions::all().into_iter().map(callee).collect()
});

struct Choices<'d> {
    bytes: std::slice::Iter<'d, u8>,
    /// The number of operations that may still be added.
    left: u32,
    text: String,
}

impl Choices<'_> {
    fn byte(&mut self) -> usize {
        self.bytes.next().copied().unwrap_or_default().into()
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.byte() % choices.len()]
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn push_one_of(&mut self, texts: &[&str]) {
        let text = self.one_of(texts);
        self.push(text);
    }

    fn expression(&mut self, kind: Kind, depth: u32) {
        if self.left == 0 || depth > 6 || self.bytes.len() == 0 {
            return self.push_one_of(kind.terms());
        }
        self.left -= 1;
        let kind = match kind {
            Kind::Any => self.one_of(&KINDS),
            _ if self.byte() % 24 == 0 => Kind::Any,
            _ => kind,
        };
        let depth = depth + 1;
        match self.byte() % 16 {
            0..=4 => self.push_one_of(kind.terms()),
            5..=8 => self.call(depth),
            9 => {
                self.parts(depth, "(@ ? ", &[Kind::Bool]);
                self.parts(depth, "@ : @)", &[kind, kind]);
            }
            10 => self.tuple(depth),
            11 => self.object(depth),
            12 => self.iteration(depth),
            13 => self.access(depth),
            14 => self.operation(kind, depth),
            _ => self.template(depth),
        }
    }

    /// Writes a text with an expression in place of each `@`.
    fn parts(&mut self, depth: u32, text: &str, kinds: &[Kind]) {
        let mut pieces = text.split('@');
        self.push(pieces.next().unwrap_or_default());
        for (piece, kind) in pieces.zip(kinds) {
            self.expression(*kind, depth);
            self.push(piece);
        }
    }

    fn call(&mut self, depth: u32) {
        let (name, parameters, variadic) =
            &CALLEES[(self.byte() * 256 + self.byte()) % CALLEES.len()];
        if *name == "convert" {
            self.parts(depth, "convert(@, ", &[Kind::Any]);
            self.push_one_of(&CONSTRAINTS);
            return self.push(")");
        }
        let more = variadic.map_or(0, |_| self.byte() % 4);
        let arguments =
            parameters.iter().copied().chain(variadic.iter().copied().cycle().take(more));
        self.push(name);
        self.push("(");
        for (index, kind) in arguments.enumerate() {
            self.push(if index > 0 { ", " } else { "" });
            self.expression(kind, depth);
        }
        self.push(")");
    }

    fn tuple(&mut self, depth: u32) {
        self.push("[");
        for _ in 0..self.byte() % 4 {
            self.parts(depth, "@, ", &[Kind::Any]);
        }
        self.push("]");
    }

    fn object(&mut self, depth: u32) {
        self.push("{ ");
        for index in 0..self.byte() % 4 {
            match self.byte() % 3 {
                0 => self.parts(depth, "(@)", &[Kind::Text]),
                _ => self.push(["a", "b", "\"c d\"", "e"][index]),
            }
            self.parts(depth, " = @, ", &[Kind::Any]);
        }
        self.push("}");
    }

    fn iteration(&mut self, depth: u32) {
        let collection = self.one_of(&[Kind::List, Kind::Map]);
        let is_object = self.byte() % 2 == 0;
        self.push(if is_object { "{" } else { "[" });
        self.parts(depth, "for k, v in @ : ", &[collection]);
        self.push(if is_object { "k => " } else { "" });
        match self.byte() % 6 {
            0 => self.expression(Kind::Any, depth),
            other => self.push(["v", "k", "\"${k}\"", "[k, v]", "v == v"][other - 1]),
        }
        if is_object && self.byte() % 4 == 0 {
            self.push("...");
        }
        if self.byte() % 3 == 0 {
            self.parts(depth, " if @", &[Kind::Bool]);
        }
        self.push(if is_object { "}" } else { "]" });
    }

    fn access(&mut self, depth: u32) {
        match self.byte() % 6 {
            0 => {
                self.parts(depth, "(@)", &[Kind::List]);
                self.push_one_of(&["[0]", "[*]", ".*", "[1]", "[-1]"]);
            }
            1 => {
                self.parts(depth, "(@)", &[Kind::Map]);
                self.push_one_of(&[".a", "[\"a\"]", ".b", ".*.a", "[*]"]);
            }
            2 => self.parts(depth, "(@)[@]", &[Kind::List, Kind::Number]),
            3 => self.parts(depth, "(@)[@]", &[Kind::Map, Kind::Text]),
            4 => {
                self.parts(depth, "(@)[*]", &[Kind::Any]);
                self.push_one_of(&["", ".a", "[0]"]);
            }
            _ => self.parts(depth, "[@, @][*].a", &[Kind::Map, Kind::Map]),
        }
    }

    fn operation(&mut self, kind: Kind, depth: u32) {
        let (operators, operands): (&[&str], Kind) = match (kind, self.byte() % 3) {
            (Kind::Text, _) => return self.parts(depth, "\"x${@}y\"", &[Kind::Any]),
            (Kind::Number, _) => (&[" + ", " - ", " * ", " / ", " % "], Kind::Number),
            (_, 0) => (&[" < ", " > ", " <= ", " >= "], Kind::Number),
            (_, 1) => (&[" && ", " || "], Kind::Bool),
            _ => (&[" == ", " != "], Kind::Any),
        };
        self.parts(depth, "(@", &[operands]);
        self.push_one_of(operators);
        self.parts(depth, "@)", &[operands]);
    }

    fn template(&mut self, depth: u32) {
        match self.byte() % 3 {
            0 => self.parts(
                depth,
                "\"%{ if @ }A${@}%{ else }B%{ endif }\"",
                &[Kind::Bool, Kind::Text],
            ),
            1 => self.parts(depth, "\"%{ for i, x in @ ~} ${i} %{ endfor }\"", &[Kind::List]),
            _ => self.parts(depth, "\"${@}${@}\"", &[Kind::Text, Kind::Number]),
        }
    }
}
