//! Hostile inputs: deep, long, broken, random. Each input must produce a result or a diagnostic, on
//! a small stack and without a panic. Every test must end. Only `limits` measures times, with bounds
//! that hold on a loaded machine too.

mod calls;
mod damage;
mod json;
mod limits;
mod mutation;
mod phases;
mod prices;
mod small_stack;

use std::fs;
use std::path::{Path, PathBuf};

use self::mutation::Mutator;
use self::phases::{run, survive};

/// Without optimization, larger inputs take minutes. Even these are twice as deep as the parser
/// allows.
const DEEP: usize = if cfg!(debug_assertions) { 1_000 } else { 100_000 };
const LONG: usize = if cfg!(debug_assertions) { DEEP } else { 10 * DEEP };
const HUGE: usize = if cfg!(debug_assertions) { 1 << 13 } else { 4 << 20 };

fn nested(open: &str, inside: &str, close: &str) -> String {
    [&*open.repeat(DEEP), inside, &*close.repeat(DEEP)].concat()
}

#[test]
fn nested_brackets() {
    survive([
        nested("(", "1", ")"),
        nested("[", "1", "]"),
        nested("{a=", "1", "}"),
        nested("{(", "1", ")=1}"),
        nested("a[", "0", "]"),
        nested("try(", "1", ")"),
        nested("[for x in ", "[]", ": x]"),
        nested("[for x in [1]: ", "x", "]"),
    ]);
}

#[test]
fn nested_operators() {
    survive([
        nested("-", "1", ""),
        nested("!", "true", ""),
        nested("true ? 1 : ", "2", ""),
        nested("true ? ", "2", " : 1"),
        nested("1 + (", "1", ")"),
    ]);
}

#[test]
fn nested_templates() {
    survive([
        nested("\"${", "1", "}\""),
        nested("\"%{ if true }", "x", "%{ endif }\""),
        nested("%{ if true }", "x", "%{ endif }"),
        nested("%{ for x in [1] }", "x", "%{ endfor }"),
        nested("<<E\n${", "1", "}\nE\n"),
    ]);
}

#[test]
fn unclosed_quotes_of_other_languages() {
    survive(["«", "‚", "„"].map(|quote| format!("a = {}\n", quote.repeat(LONG))));
}

#[test]
fn mistakes_on_one_line() {
    let lines =
        ["]", "),", "f(] ", "-- ", "<<A ", "<", "< ", "'", "1 ", "x y, ", "${", "${)}", "/a/b, "];
    survive(lines.iter().flat_map(|mistake| {
        let line = mistake.repeat(DEEP);
        [
            format!("a = ({line}\n"),
            format!("a = [{line}]\n"),
            format!("a = {line}{}\n", " ".repeat(DEEP)),
        ]
    }));
}

#[test]
fn braces_that_are_not_in_pairs() {
    let (opens, closes) = ("  b {\n".repeat(DEEP), " }\n".repeat(DEEP));
    survive([
        [&*opens, &*closes, &*closes].concat(),
        [&*closes, &*opens, &*closes].concat(),
        ["b {\n x = (\n", &*"a\n".repeat(DEEP)].concat(),
    ]);
}

#[test]
fn heredocs_in_deep_brackets() {
    let (brackets, lines) = ("(".repeat(DEEP), "${\nE\n".repeat(DEEP));
    survive([format!("a = {brackets}<<E\n{lines}"), format!("a = <<E\n${{{brackets}\n{lines}")]);
}

#[test]
fn nested_blocks() {
    survive([
        nested("b {\n", "a = 1\n", "}\n"),
        nested("b \"l\" {\n", "", "}\n"),
        nested("b { ", "a = 1", " }"),
        nested("b l l l l l l l {\n", "", "}\n"),
    ]);
}

/// The documented limit is the real one, for each kind of nesting.
#[test]
fn nesting_is_limited_to_1024_levels() {
    const KINDS: [(&str, &str, &str); 9] = [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("{ a = ", "1", " }"),
        ("f(", "1", ")"),
        ("a[", "1", "]"),
        ("!", "true", ""),
        ("-", "1", ""),
        ("true ? 1 : ", "1", ""),
        ("[for x in y : ", "1", "]"),
    ];
    let code = |result: Result<(), serde_hcl::Error>| result.err().map(|error| error.code());
    for (open, inside, close) in KINDS {
        let parse = |depth: usize| {
            let source = format!("a = {}{inside}{}\n", open.repeat(depth), close.repeat(depth));
            code(serde_hcl::parse(&source).map(drop))
        };
        assert_eq!((parse(1024), parse(1025)), (None, Some("too-deep")), "{open}");
    }
    let blocks = |depth: usize| {
        code(
            serde_hcl::parse(&format!("{}{}", "b {\n".repeat(depth), "}\n".repeat(depth)))
                .map(drop),
        )
    };
    assert_eq!((blocks(1024), blocks(1025)), (None, Some("too-deep")));
}

/// As deep as the parser allows.
#[test]
fn nested_extensions() {
    let nested = |open: &str, inside: &str, close: &str, depth: usize| {
        [&*open.repeat(depth), inside, &*close.repeat(depth)].concat()
    };
    let dynamic = "dynamic \"b\" {\nfor_each = [1]\ncontent {\n";
    survive([
        nested(dynamic, "v = b.value\n", "}\n}\n", 400),
        nested(dynamic, &nested("v = [", "b.value", "]\n", 1), "}\n}\n", 400),
        format!("{dynamic}v = {}\n}}\n}}\n", nested("(", "b.value", ")", 1000)),
        format!("{dynamic}v = {}\n}}\n}}\n", nested("[for x in ", "b.value", " : x]", 300)),
        nested("list(", "any", ")", 1000),
        nested("object({ a = optional(", "any", ") })", 300),
        nested("object({ a = optional(any, ", "1", ") })", 300),
    ]);
}

#[test]
fn unclosed() {
    let openings = [
        "(",
        "[",
        "{",
        "{a=",
        "a[",
        "f(",
        "\"",
        "\"${",
        "\"%{",
        "\"%{if true}",
        "b {\n",
        "b \"",
        "<<E\n",
        "<<-E\n",
        "<<",
        "/*",
        "${",
        "%{",
        "%{for x in y}",
        "[for ",
        "{for x in y : ",
        "a ? ",
        "a ? b : ",
        "a.",
        "a.*",
        "a[*",
        "\\",
        "\"\\u",
        "1e",
        "::",
        "a::",
        "f(a...",
    ];
    survive(openings.map(str::to_owned));
    survive(openings.map(|opening| opening.repeat(2_000)));
}

#[test]
fn unopened() {
    let closings = [")", "]", "}", "\"", "*/", "endif", "%{endif}", "%{else}", "%{endfor}", "E\n"];
    survive(closings.map(|closing| closing.repeat(10_000)));
}

#[test]
fn long_chains() {
    survive([
        format!("1{}", "+1".repeat(LONG)),
        format!("true{}", " && true".repeat(DEEP)),
        format!("1{}", " == 1".repeat(DEEP)),
        format!("a{}", ".b".repeat(DEEP)),
        format!("a{}", ".0 ".repeat(DEEP)),
        format!("a{}", "[0]".repeat(DEEP)),
        format!("[]{}", "[*]".repeat(DEEP)),
        format!("[]{}", ".*".repeat(DEEP)),
        format!("[1]{}", "[*]".repeat(DEEP)),
        format!("[]{}", "[*].a".repeat(DEEP)),
        format!("\"{}\"", "${1}".repeat(DEEP)),
        format!("\"{}\"", "%{if true}%{endif}".repeat(DEEP)),
        format!("a{}()", "::a".repeat(DEEP)),
    ]);
}

#[test]
fn long_lists() {
    survive([
        format!("[{}]", "1,".repeat(LONG)),
        format!("{{{}}}", "a=1,".repeat(DEEP)),
        format!("max({})", "1,".repeat(DEEP)),
        "b {}\n".repeat(DEEP),
        format!("b {}{{}}\n", "\"l\" ".repeat(DEEP)),
        (0..DEEP).map(|n| format!("a{n} = {n}\n")).collect(),
        "a = 1\n".repeat(DEEP),
        (0..DEEP).map(|n| format!("b \"{n}\" {{}}\n")).collect(),
    ]);
}

#[test]
fn huge_tokens() {
    survive([
        format!("\"{}\"", "x".repeat(HUGE)),
        format!("\"{}\"", "\\n".repeat(HUGE / 2)),
        format!("\"{}\"", "e\u{301}".repeat(HUGE / 3)),
        format!("\"{}\"", "$".repeat(HUGE)),
        format!("<<E\n{}E\n", "line\n".repeat(HUGE / 5)),
        format!("<<-E\n{}E\n", "  line\n".repeat(HUGE / 7)),
        "x".repeat(HUGE),
        "9".repeat(DEEP),
        format!("0.{}", "9".repeat(DEEP)),
        "1e999999999999999999".to_owned(),
        "1e-999999999999999999".to_owned(),
        format!("# {}", "x".repeat(HUGE)),
        " ".repeat(HUGE),
        "\n".repeat(HUGE),
        "\r".repeat(DEEP),
        "\u{0}".repeat(DEEP),
        "\u{feff}".repeat(DEEP),
    ]);
}

/// A small source can describe a value that is larger than any memory.
#[test]
fn explosions() {
    let context = serde_hcl::Context::standard().budget(1_000_000);
    let sources = [
        "[for x in range(1000) : [for y in range(1000) : [for z in range(1000) : z]]]",
        "{ for x in range(1000) : x => [for y in range(1000) : range(1000)] }",
        "\"%{ for x in range(1000) }%{ for y in range(1000) }%{ for z in range(1000) }.%{ endfor }%{ endfor }%{ endfor }\"",
        "setproduct(range(1000), range(1000), range(1000))",
        "join(\"\", [for x in range(1000) : join(\",\", range(1000))])",
        "format(\"%999999999d\", 1)",
        "range(1e12)",
    ];
    for source in sources {
        let expression = serde_hcl::parse_expression(source).expect("a sound expression");
        assert!(expression.evaluate(&context).is_err(), "{source}");
    }
}

/// A few blocks and a few functions can do the same.
#[test]
fn explosions_of_blocks_and_calls() {
    let context = serde_hcl::Context::standard().budget(1_000_000);
    let dynamic = "dynamic \"b\" {\nfor_each = range(1000)\ncontent {\n";
    let source = [&*dynamic.repeat(4), "v = b.value\n", &*"}\n}\n".repeat(4)].concat();
    let document = serde_hcl::parse(&source).expect("a sound body");
    assert!(document.expand(&context).is_err());

    let source = "function \"f\" {\nparams = [x]\nresult = [x, x]\n}\n";
    let document = serde_hcl::parse(source).expect("a sound body");
    let functions = serde_hcl::functions::defined_in(document.body(), &context);
    let context = context.functions(functions.expect("a sound function"));
    let calls = ["f(".repeat(40), "1".to_owned(), ")".repeat(40)].concat();
    let expression = serde_hcl::parse_expression(&calls).expect("a sound expression");
    assert!(expression.evaluate(&context).is_err());
}

#[test]
fn noise() {
    let mut mutator = Mutator::new(0x5eed);
    survive((0..20).map(|power| mutator.noise(1 << (power % 14))).collect::<Vec<_>>());
    survive((0..200).map(|count| mutator.babble(count)).collect::<Vec<_>>());
}

#[test]
fn truncations() {
    let sample = include_str!("sample.hcl");
    let ends = (0..=sample.len()).filter(|end| sample.is_char_boundary(*end));
    ends.for_each(|end| run(&sample[..end]));
}

/// Our own cases and, if available, real files.
#[test]
fn mutations() {
    const ROUNDS: usize = if cfg!(debug_assertions) { 60 } else { 3_000 };
    const LARGEST: usize = 8 << 10;
    let files = all_files();
    let mut mutator = Mutator::new(0xd1ce);
    for _ in 0..ROUNDS {
        let Ok(source) = fs::read_to_string(&files[mutator.below(files.len())]) else { continue };
        if source.len() <= LARGEST {
            let damaged = mutator.damage(&source);
            run(&damaged);
        }
    }
}

/// The files of our own cases and, if available, real files.
fn all_files() -> Vec<PathBuf> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let corpus =
        std::env::var_os("SERDE_HCL_CORPUS").map(|folder| Path::new(&folder).join("files"));
    let mut files = files(&cases);
    files.extend(corpus.iter().flat_map(|folder| self::files(folder)));
    files
}

/// All files below a folder, in a stable order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { files.extend(self::files(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

/// Spans have 32 bits.
#[cfg(target_pointer_width = "64")]
#[test]
fn sources_of_4_gib_are_refused() {
    // Zeroed pages that are only read take no memory.
    let source = String::from_utf8(vec![0; 1 << 32]).expect("NUL is a character");
    let error = serde_hcl::from_str::<serde::de::IgnoredAny>(&source).unwrap_err();
    assert_eq!(error.code(), "source-too-large");
    assert!(serde_hcl::format::format(&source).is_err());
}
