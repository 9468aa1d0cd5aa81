//! Unusual bodies for the laws of documents: from every source of a body, with every layout.

use serde::Deserialize;
use serde_hcl::configuration::{Schema, parse_sources};
use serde_hcl::{Attribute, Block, Body, Context, Layout, from_str, json, parse, parse_lenient};

use crate::random::Random;

/// Decisions: random numbers, or the bytes of a fuzzer.
pub trait Choose {
    /// A number below the limit; 0 if that is 0.
    fn below(&mut self, limit: usize) -> usize;

    /// One of these texts.
    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

impl Choose for Random {
    fn below(&mut self, limit: usize) -> usize {
        Random::below(self, limit)
    }
}

/// A body, and where it comes from.
#[derive(Debug)]
pub struct Unusual {
    pub source: Source,
    pub body: Body,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Parsed,
    Block,
    Json,
    JsonBlock,
    JsonAsNative,
    Expanded,
    Generated,
    Merged,
    Joined,
    Excerpt,
    Rest,
    Flattened,
    Field,
    Lenient,
    Built,
}

pub const SOURCES: [Source; 15] = [
    Source::Parsed,
    Source::Block,
    Source::Json,
    Source::JsonBlock,
    Source::JsonAsNative,
    Source::Expanded,
    Source::Generated,
    Source::Merged,
    Source::Joined,
    Source::Excerpt,
    Source::Rest,
    Source::Flattened,
    Source::Field,
    Source::Lenient,
    Source::Built,
];

/// An unusual body of any source.
pub fn unusual(choose: &mut impl Choose) -> Unusual {
    let source = SOURCES[choose.below(SOURCES.len())];
    Unusual { source, body: of_source(source, choose) }
}

/// A body of this source.
pub fn of_source(source: Source, choose: &mut impl Choose) -> Body {
    let text = native(choose);
    let parsed = || text.parse::<Body>().unwrap_or_else(|error| panic!("{error:#}\n{text}"));
    let schema = schema();
    match source {
        Source::Parsed => parsed(),
        Source::Block => inner(&parsed(), choose),
        Source::Json => json(&parsed(), choose),
        Source::JsonBlock => {
            let body = json(&parsed(), choose);
            let content = body.view().partial_content(&schema);
            let blocks = content.as_ref().map_or(&[][..], |content| content.blocks());
            let block = blocks.get(choose.below(blocks.len()));
            block.map_or_else(Body::new, |block| Body::from(block.body()))
        }
        Source::JsonAsNative => {
            let body = json(&parsed(), choose);
            body.view().to_native(&schema).unwrap_or_else(|_| Body::new())
        }
        Source::Expanded => expanded(&text, choose),
        Source::Generated => inner(&expanded(&text, choose), choose),
        Source::Merged => parsed().merge(native(choose).parse().unwrap_or_default()),
        Source::Joined => {
            let texts = [text, native(choose), native(choose), native(choose)];
            let count = choose.below(texts.len()) + 1;
            let texts = ["a.hcl", "b.hcl", "c.hcl", "d.hcl"].into_iter().zip(texts);
            match parse_sources(texts.take(count)) {
                Ok(document) => document.into_body(),
                Err(_) => Body::new(),
            }
        }
        Source::Excerpt => {
            parsed().view().without(&Schema::new().attribute("bb1").block("b0", &[]))
        }
        Source::Rest => {
            let body = parsed();
            let content = body.view().partial_content(&Schema::new().attribute("a0"));
            content.map_or_else(|_| Body::new(), |content| content.rest_body())
        }
        Source::Flattened => {
            #[derive(Deserialize)]
            struct Target {
                #[serde(rename = "bb1")]
                _taken: Option<serde_hcl::Expression>,
                #[serde(flatten)]
                rest: Body,
            }
            from_str::<Target>(&text).map_or_else(|_| Body::new(), |target| target.rest)
        }
        Source::Field => {
            #[derive(Deserialize)]
            struct Target {
                k: Body,
            }
            let text = format!("k {{\n{}\n}}\n", text.trim_start_matches('\u{feff}'));
            from_str::<Target>(&text).map_or_else(|_| Body::new(), |target| target.k)
        }
        Source::Lenient => {
            let end = choose.below(text.len() + 1);
            let end = (0..=end).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
            let damage = choose.pick(&["", "\"", "{", "}", " = ", "\n) x\n", "${", "<<E\n"]);
            let text = format!("{}{damage}{}", &text[..end], &text[end..]);
            Body::from(parse_lenient(&text).0.body())
        }
        Source::Built => built(choose),
    }
}

/// The levels of blocks.
const LEVELS: usize = 3;

/// The schema of all these bodies.
pub fn schema() -> Schema {
    let types = |inner: &Schema| {
        let schema = Schema::new().block("b0", &[]).block("b1", &["label"]);
        let schema = schema.block("b2", &["label", "other"]);
        let names = ["b0", "b1", "b2"];
        names.into_iter().fold(schema, |schema, name| schema.block_body(name, inner.clone()))
    };
    (0..=LEVELS).fold(Schema::new(), |inner, _| types(&inner))
}

/// The body of one of the blocks.
fn inner(body: &Body, choose: &mut impl Choose) -> Body {
    let count = body.view().blocks().count();
    let block = body.view().blocks().nth(choose.below(count));
    block.map_or_else(Body::new, |block| Body::from(block.body()))
}

/// The body in JSON syntax, on one line or on several ones.
fn json(body: &Body, choose: &mut impl Choose) -> Body {
    let text = match choose.below(2) {
        0 => json::to_string(body),
        _ => json::to_string_pretty(body),
    };
    let document = text.as_ref().map(|text| json::parse(text));
    match document {
        Ok(Ok(document)) => Body::from(document.body()),
        _ => Body::new(),
    }
}

/// A body with blocks that `dynamic` blocks generate.
fn expanded(text: &str, choose: &mut impl Choose) -> Body {
    let generator = |choose: &mut _| {
        let header = ["dynamic \"b0\" {", "dynamic \"b1\" { # each\n  labels = [it.key]"];
        let header = Choose::pick(choose, &header);
        let tail = Choose::pick(choose, &["", "    # tail\n", "    b0 {}\n    # after\n\n"]);
        format!(
            "{header}\n  for_each = [\"u v\", {{ a = 1 }}]\n  iterator = it\n  content {{\n    \
             a0 = it.value # of ${{it.key}}\n    t = \"${{it.value}}-${{var.x}}\"\n{tail}  }}\n}}\n"
        )
    };
    let count = choose.below(3);
    let generators: String = (0..count).map(|_| generator(choose)).collect();
    let text = format!("{text}\n{generators}");
    let document = parse(&text).unwrap_or_else(|error| panic!("{error:#}\n{text}"));
    let expanded = document.body().expand(&Context::new());
    expanded.map_or_else(|_| Body::new(), Body::from)
}

/// A body that a program has built.
fn built(choose: &mut impl Choose) -> Body {
    let mut body = Body::new();
    if choose.below(3) == 0 {
        body = body.with_layout(Layout::Appending);
    }
    for number in 0..choose.below(5) {
        let value = [serde_json::json!(1), serde_json::json!({ "a": [1, "x\ny\n"] })];
        match choose.below(4) {
            0 => drop(body.set([&*format!("a{number}")], &value[choose.below(2)])),
            1 => drop(body.push(Block::new("b0").with_comment("built"))),
            2 => {
                let block = Block::new("b1").with_label(choose.pick(&["x", "${y}", "a \"b\""]));
                let block = block.with_item(Attribute::new("a", &value[choose.below(2)]));
                drop(body.push(block));
            }
            _ => {
                let text = "b2 \"x\" \"y\" {\n  # only\n}\n";
                drop(text.parse::<Block>().map(|block| body.push(block)));
            }
        }
    }
    body
}

/// A document with all kinds of layout, in native syntax.
pub fn native(choose: &mut impl Choose) -> String {
    let mut source = String::new();
    if choose.below(8) == 0 {
        source.push('\u{feff}');
    }
    let items = choose.below(6);
    items_of(choose, items, 0, &mut source);
    if choose.below(4) == 0 {
        source.push_str("# the end\n");
    }
    if choose.below(4) == 0 {
        source.truncate(source.trim_end_matches('\n').len());
    }
    if source.ends_with("EOT") {
        source.push('\n');
    }
    if choose.below(4) == 0 {
        source = source.replace('\n', "\r\n");
    }
    source
}

fn items_of(choose: &mut impl Choose, items: usize, depth: usize, source: &mut String) {
    let indentation = choose.pick(&["", "  ", "    ", "\t"]).repeat(depth);
    for number in 0..items {
        source.push_str(choose.pick(&["", "", "", "\n", "\n\n", "# detached\n\n", "   \n"]));
        for _ in 0..choose.below(3) {
            let comment = choose.pick(&["", "# a note", "// another", "/* a\nblock */", "#"]);
            if !comment.is_empty() {
                *source += &format!("{indentation}{comment}\n");
            }
        }
        source.push_str(&indentation);
        let tail = choose.pick(&["", "", " # tail", "   ", " /* x */", " /* y */ // z"]);
        if depth < LEVELS && choose.below(3) == 0 {
            block(choose, depth, &indentation, source);
            *source += &format!("{tail}\n");
        } else {
            let name = ["a", "bb", "long_name", "d"][number % 4];
            let equals = choose.pick(&[" = ", " = ", "  = ", "=", " /* e */ = "]);
            let value = choose.pick(&[
                "1",
                "\"text ${var.x}\"",
                "[1, 2]",
                "[\n    1, # one\n    2\n  ]",
                "{ k = 1, l : 2 }",
                "{\n  k = 1\n  ll = 2 # two\n}",
                "f(x...)",
                "(\n1 +\n2)",
                "<<EOT\ntext\nEOT",
            ]);
            let tail = if value.ends_with("EOT") { "" } else { tail };
            *source += &format!("{name}{number}{equals}{value}{tail}\n");
        }
    }
}

fn block(choose: &mut impl Choose, depth: usize, indentation: &str, source: &mut String) {
    let header = choose.pick(&["b0", "b1 \"x\"", "b1 y", "b2 \"a b\" /* l */ z", "b2 \"x\" \"y\""]);
    *source += &format!("{header} {{");
    match choose.below(4) {
        0 => source.push('}'),
        1 => *source += &format!(" a = {} }}", choose.pick(&["1", "[]", "b.c"])),
        _ => {
            *source += &format!("{}\n", choose.pick(&["", " # head", "  "]));
            let items = choose.below(4);
            items_of(choose, items, depth + 1, source);
            source.push_str(choose.pick(&["", "", "\n", "# last\n"]));
            source.push_str(indentation);
            source.push('}');
        }
    }
}
