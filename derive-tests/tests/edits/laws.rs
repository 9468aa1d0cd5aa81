//! Laws of editing, over random documents and over real files from the folder that
//! `SERDE_HCL_CORPUS` names.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde::Deserialize;
use serde_hcl::edit::{Block, Body, Document, Item};
use serde_hcl::parse;

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit.max(1)
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// A document with everything that a layout can have.
fn document(random: &mut Random) -> String {
    let mut source = String::new();
    if random.below(8) == 0 {
        source.push('\u{feff}');
    }
    let items = random.below(6);
    body(random, items, 0, &mut source);
    if random.below(4) == 0 {
        source.push_str("# the end\n");
    }
    if random.below(4) == 0 {
        source.truncate(source.trim_end_matches('\n').len());
    }
    let ends_with_heredoc = source.ends_with("EOT");
    if ends_with_heredoc {
        source.push('\n');
    }
    if random.below(4) == 0 {
        source = source.replace('\n', "\r\n");
    }
    source
}

fn body(random: &mut Random, items: usize, depth: usize, source: &mut String) {
    let indentation = random.pick(&["", "  ", "    ", "\t"]).repeat(depth);
    for number in 0..items {
        source.push_str(random.pick(&["", "", "", "\n", "\n\n", "# detached\n\n", "   \n"]));
        for _ in 0..random.below(3) {
            let comment = random.pick(&["", "# a note", "// another", "/* a\nblock */", "#"]);
            if !comment.is_empty() {
                *source += &format!("{indentation}{comment}\n");
            }
        }
        source.push_str(&indentation);
        let tail = random.pick(&["", "", " # tail", "   ", " /* x */", " /* y */ // z"]);
        if depth < 3 && random.below(3) == 0 {
            let labels = random.pick(&["", " \"x\"", " y", " \"a b\" /* l */ z"]);
            *source += &format!("block{}{labels} {{", random.below(3));
            match random.below(4) {
                0 => source.push('}'),
                1 => *source += &format!(" a = {} }}", random.pick(&["1", "[]", "b.c"])),
                _ => {
                    *source += &format!("{}\n", random.pick(&["", " # head", "  "]));
                    let items = random.below(4);
                    body(random, items, depth + 1, source);
                    source.push_str(random.pick(&["", "", "\n", "# last\n"]));
                    source.push_str(&indentation);
                    source.push('}');
                }
            }
            *source += &format!("{tail}\n");
        } else {
            let name = ["a", "bb", "long_name", "d"][number % 4];
            let equals = random.pick(&[" = ", " = ", "  = ", "=", " /* e */ = "]);
            let value = random.pick(&[
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

/// How often a law was put to the test.
#[derive(Default, Debug)]
struct Tally {
    documents: usize,
    values: usize,
    renamed: usize,
    added: usize,
    blocks: usize,
    relabelled: usize,
    removed: usize,
}

/// Changes a document in one place, and checks what else has changed.
fn check(name: &str, source: &str, random: &mut Random, tally: &mut Tally) {
    let mut document: Document = source.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(document.to_string(), source, "{name}: no change");
    tally.documents += 1;
    let path = path(&document, random);
    // Looking at items is no change either.
    body_at(&mut document, &path);
    assert_eq!(document.to_string(), source, "{name}: items were looked at");
    match random.below(6) {
        0 => value(name, source, &mut document, &path, random, tally),
        1 => renamed(name, source, &mut document, &path, random, tally),
        2 => added(name, source, &mut document, &path, tally),
        3 => block(name, source, &mut document, &path, tally),
        4 => relabelled(name, source, &mut document, &path, random, tally),
        _ => removed(name, source, &mut document, &path, random, tally),
    }
}

/// The numbers of blocks within blocks.
fn path(document: &Document, random: &mut Random) -> Vec<usize> {
    let mut path = Vec::new();
    let mut body: &Body = document;
    loop {
        let blocks = body.blocks().count();
        let number = random.below(blocks + 1);
        let Some(block) = body.blocks().nth(number) else { return path };
        path.push(number);
        body = block.body();
    }
}

fn body_at<'d>(document: &'d mut Document, path: &[usize]) -> &'d mut Body {
    path.iter().fold(&mut **document, |body, number| {
        body.blocks_mut().nth(*number).expect("was there").body_mut()
    })
}

fn attribute(body: &Body, random: &mut Random) -> Option<String> {
    let names: Vec<&str> = body.attributes().map(|(name, _)| name).collect();
    names.get(random.below(names.len())).map(|name| (*name).to_owned())
}

fn parses(name: &str, text: &str) {
    if let Err(error) = parse(text) {
        panic!("{name}: {error} in\n{text}");
    }
}

fn value(
    name: &str,
    source: &str,
    document: &mut Document,
    path: &[usize],
    random: &mut Random,
    tally: &mut Tally,
) {
    let body = body_at(document, path);
    let Some(attribute) = attribute(body, random) else { return };
    let before = body.expression(&attribute).expect("is there").clone();
    body.set([&attribute], &serde_json::json!({ "a": [1, "x"] })).unwrap();
    let changed = document.to_string();
    parses(name, &changed);
    lines_around(name, source, &changed, &before.to_string());
    let body = body_at(document, path);
    assert_eq!(
        body.expression(&attribute).expect("is there").to_string(),
        "{\n  a = [1, \"x\"]\n}"
    );
    *body.expression_mut([&attribute]).expect("is there") = before;
    assert_eq!(document.to_string(), source, "{name}: {attribute} set back");
    tally.values += 1;
}

/// The lines before and behind an expression that was replaced are the same.
fn lines_around(name: &str, source: &str, changed: &str, expression: &str) {
    let (before, after): (Vec<&str>, Vec<&str>) =
        (source.lines().collect(), changed.lines().collect());
    let start = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let end = before.iter().rev().zip(after.iter().rev()).take_while(|(a, b)| a == b).count();
    let changed_lines = before.len() - start.min(before.len() - end.min(before.len())) - end;
    // One more where a body on one line has several now.
    assert!(
        changed_lines <= expression.lines().count().max(1) + 1,
        "{name}: {changed_lines} lines\n{changed}"
    );
}

fn renamed(
    name: &str,
    source: &str,
    document: &mut Document,
    path: &[usize],
    random: &mut Random,
    tally: &mut Tally,
) {
    let body = body_at(document, path);
    let Some(attribute) = attribute(body, random) else { return };
    assert!(body.rename([&attribute], "quite_another_name").unwrap());
    let changed = document.to_string();
    parses(name, &changed);
    assert_eq!(changed.lines().count(), source.lines().count(), "{name}: {attribute} renamed");
    let body = body_at(document, path);
    assert!(body.expression(&attribute).is_none());
    assert!(body.rename(["quite_another_name"], &attribute).unwrap());
    assert_eq!(document.to_string(), source, "{name}: {attribute} renamed back");
    tally.renamed += 1;
}

fn added(name: &str, source: &str, document: &mut Document, path: &[usize], tally: &mut Tally) {
    let body = body_at(document, path);
    body.set(["quite_another_name"], &true).unwrap();
    let changed = document.to_string();
    parses(name, &changed);
    keeps_words(name, source, &changed);
    let body = body_at(document, path);
    assert_eq!(body.expression("quite_another_name").expect("was added").to_string(), "true");
    assert!(body.remove(["quite_another_name"]).unwrap());
    assert_eq!(document.to_string(), source, "{name}: added and removed");
    tally.added += 1;
}

fn block(name: &str, source: &str, document: &mut Document, path: &[usize], tally: &mut Tally) {
    let mut block = Block::new("quite_another", ["name"]).unwrap();
    block.body_mut().set("a", &1).unwrap();
    let body = body_at(document, path);
    body.append(Item::from(block).comment("new")).unwrap();
    let changed = document.to_string();
    parses(name, &changed);
    keeps_words(name, source, &changed);
    assert!(body_at(document, path).remove("quite_another.name").unwrap());
    assert_eq!(document.to_string(), source, "{name}: block added and removed");
    tally.blocks += 1;
}

/// The words of a text, braces for themselves.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.trim_start_matches('\u{feff}').split_whitespace();
    words.flat_map(|word| word.split_inclusive(['{', '}']))
}

/// Everything is there still, in order, white space aside.
fn keeps_words(name: &str, source: &str, changed: &str) {
    let mut words = words(changed);
    for word in self::words(source) {
        assert!(words.any(|other| other == word), "{name}: {word:?} is lost in\n{changed}");
    }
}

fn relabelled(
    name: &str,
    source: &str,
    document: &mut Document,
    path: &[usize],
    random: &mut Random,
    tally: &mut Tally,
) {
    let body = body_at(document, path);
    let number = random.below(body.blocks().count());
    let Some(block) = body.blocks_mut().nth(number) else { return };
    let (before, kind) = (block.clone(), block.name().to_owned());
    block.set_labels(["${quite}", "another"]);
    block.set_name("quite").unwrap();
    let changed = document.to_string();
    parses(name, &changed);
    assert_eq!(changed.lines().count(), source.lines().count(), "{name}: relabelled");
    let body = body_at(document, path);
    assert!(body.block("quite", &["${quite}", "another"]).is_some());
    let block = body.blocks_mut().nth(number).expect("is there");
    block.set_name(&kind).unwrap();
    *block = before;
    assert_eq!(document.to_string(), source, "{name}: labels set back");
    tally.relabelled += 1;
}

fn removed(
    name: &str,
    source: &str,
    document: &mut Document,
    path: &[usize],
    random: &mut Random,
    tally: &mut Tally,
) {
    let body = body_at(document, path);
    let Some(attribute) = attribute(body, random) else { return };
    let names: Vec<String> = body.items().map(|item| item.name().to_owned()).collect();
    let kinds: Vec<bool> = body.items().map(|item| item.expression().is_some()).collect();
    let index = names.iter().zip(&kinds).position(|(name, kind)| *name == attribute && *kind);
    let index = index.expect("is there");
    let item = body.take([&attribute]).unwrap().expect("is there");
    let changed = document.to_string();
    parses(name, &changed);
    let marked = |line: &&str| !line.trim_matches(['\u{feff}', ' ', '\t']).is_empty();
    let kept: Vec<&str> = changed.lines().filter(marked).collect();
    let mut lines = source.lines();
    for line in kept {
        let unmarked = |line: &str| line.trim_start_matches('\u{feff}').to_owned();
        let is_there = lines.any(|other| unmarked(other) == unmarked(line));
        // The brace of a body on one line stands elsewhere now.
        assert!(is_there || line.contains('{'), "{name}: {line:?} is new in\n{changed}");
        if !is_there {
            break;
        }
    }
    // Back behind its predecessor, where that is an attribute and so has an address.
    let Some(before) = index.checked_sub(1).filter(|before| kinds[*before]) else { return };
    let body = body_at(document, path);
    body.insert_after([&names[before]], item).unwrap();
    let back = document.to_string();
    parses(name, &back);
    let sorted = |text: &str| {
        let mut chars: Vec<char> = text.chars().filter(|char| !char.is_whitespace()).collect();
        chars.sort_unstable();
        chars
    };
    assert_eq!(sorted(source), sorted(&back), "{name}: {attribute} removed and inserted again");
    tally.removed += 1;
}

#[test]
fn changes_of_random_documents_change_nothing_else() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut tally = Tally::default();
    for number in 0..4000 {
        let source = document(&mut random);
        parses("a random document", &source);
        check(&format!("document {number}\n{source}\n"), &source, &mut random, &mut tally);
    }
    let Tally { documents, values, renamed, added, blocks, relabelled, removed } = tally;
    assert_eq!(documents, 4000);
    for count in [values, renamed, added, blocks, relabelled, removed] {
        assert!(count > 100, "{count} is no test");
    }
}

#[derive(Deserialize)]
struct Verdict {
    path: String,
    syntax: String,
    ok: bool,
}

#[test]
fn changes_of_real_files_change_nothing_else() -> io::Result<()> {
    let mut out = io::stdout();
    let Some(folder) = std::env::var_os("SERDE_HCL_CORPUS") else {
        return writeln!(out, "edits: skipped, SERDE_HCL_CORPUS names no folder");
    };
    let mut random = Random(1);
    let mut tally = Tally::default();
    let folder = Path::new(&folder);
    for line in fs::read_to_string(folder.join("verdicts.jsonl"))?.lines() {
        let verdict: Verdict = serde_json::from_str(line)?;
        if !verdict.ok || verdict.syntax != "native" {
            continue;
        }
        let source = fs::read_to_string(folder.join("files").join(&verdict.path))?;
        for _ in 0..2 {
            check(&verdict.path, &source, &mut random, &mut tally);
        }
    }
    writeln!(out, "{tally:?}")
}
