//! Laws of editing, tested on random documents and on real files from the folder in
//! `SERDE_HCL_CORPUS`.

use std::io::{self, Write};
use std::path::Path;

use serde_hcl::syntax::BodyRef;
use serde_hcl::{Block, Body, Contents, Expression, Layout, parse};

use derive_tests::bodies::native as document;
use derive_tests::corpus::valid_files;
use derive_tests::random::Random;
use fuzz_properties::edit as sequences;

/// The number of tests of each law.
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

/// Changes a document in one place, and checks the other places.
fn check(name: &str, source: &str, random: &mut Random, tally: &mut Tally) {
    let document: Body = source.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(document.to_string(), source, "{name}: no change");
    tally.documents += 1;
    let path = path(&document, random);
    let mut trial = Trial { name, source, document, path, random };
    // Looking at items does not change the document.
    trial.body(&mut |_| ());
    assert_eq!(trial.document.to_string(), source, "{name}: items were looked at");
    let (is_done, count) = match trial.random.below(6) {
        0 => (trial.value(), &mut tally.values),
        1 => (trial.renamed(), &mut tally.renamed),
        2 => (trial.added(), &mut tally.added),
        3 => (trial.block(), &mut tally.blocks),
        4 => (trial.relabelled(), &mut tally.relabelled),
        _ => (trial.removed(), &mut tally.removed),
    };
    *count += usize::from(is_done.is_some());
}

/// The indexes of a block and of the blocks around it.
fn path(document: &Body, random: &mut Random) -> Vec<usize> {
    let mut path = Vec::new();
    let mut body = document.view();
    loop {
        let blocks = body.blocks().count();
        let number = random.below(blocks + 1);
        let Some(block) = body.blocks().nth(number) else { return path };
        path.push(number);
        body = block.body();
    }
}

/// A document to be changed in the body at a path.
struct Trial<'t> {
    name: &'t str,
    source: &'t str,
    document: Body,
    path: Vec<usize>,
    random: &'t mut Random,
}

/// The laws. They return `None` if the body has nothing that they can change.
impl Trial<'_> {
    fn value(&mut self) -> Option<()> {
        let attribute = self.attribute()?;
        let before = self.expression(&attribute)?;
        let value = serde_json::json!({ "a": [1, "x"] });
        self.body(&mut |body| body.set([&attribute], &value).unwrap());
        let changed = self.changed();
        lines_around(self.name, self.source, &changed, &before.to_string());
        let after = self.expression(&attribute).expect("is there");
        assert_eq!(after, "{\n  a = [1, \"x\"]\n}".parse().unwrap());
        let before = before.to_string();
        self.body(&mut |body| body.set_text([&attribute], &before).unwrap());
        self.is_restored("a value was set back");
        Some(())
    }

    fn renamed(&mut self) -> Option<()> {
        let attribute = self.attribute()?;
        let new = "quite_another_name";
        self.body(&mut |body| assert!(body.rename_attribute([&attribute], new).unwrap()));
        self.has_as_many_lines(&attribute);
        assert!(self.expression(&attribute).is_none());
        self.body(&mut |body| assert!(body.rename_attribute([new], &attribute).unwrap()));
        self.is_restored("an attribute was renamed back");
        Some(())
    }

    fn added(&mut self) -> Option<()> {
        self.body(&mut |body| body.set(["quite_another_name"], &true).unwrap());
        let changed = self.changed();
        keeps_words(self.name, self.source, &changed);
        let added = self.expression("quite_another_name").expect("was added").to_string();
        assert_eq!(added, "true");
        self.body(&mut |body| assert!(body.remove(["quite_another_name"]).unwrap()));
        self.is_restored("an attribute was added and removed");
        Some(())
    }

    fn block(&mut self) -> Option<()> {
        let mut block = Block::new("quite_another").with_label("name");
        block.set("a", &1).unwrap();
        let block = block.with_comment("new");
        self.body(&mut |body| body.push(block.clone()).unwrap());
        let changed = self.changed();
        keeps_words(self.name, self.source, &changed);
        self.body(&mut |body| assert!(body.remove("quite_another.name").unwrap()));
        self.is_restored("a block was added and removed");
        Some(())
    }

    fn relabelled(&mut self) -> Option<()> {
        let mut count = 0;
        self.body(&mut |body| count = body.blocks_mut().unwrap().count());
        let number = self.random.below(count);
        let mut before = None;
        self.body(&mut |body| {
            let Some(mut block) = body.blocks_mut().unwrap().nth(number) else { return };
            before = Some(block.clone());
            block.set_labels(["${quite}", "another"]).unwrap();
            block.set_type("quite").unwrap();
        });
        let before: Block = before?;
        self.has_as_many_lines("labels");
        self.body(&mut |body| {
            assert!(body.block_mut(["quite", "${quite}", "another"]).is_ok());
            let mut block = body.blocks_mut().unwrap().nth(number).expect("is there");
            block.set_type(before.block_type()).unwrap();
            *block = before.clone();
        });
        self.is_restored("labels were set back");
        Some(())
    }

    /// Inserts the attribute again after its predecessor, if that is an attribute and therefore has
    /// an address.
    fn removed(&mut self) -> Option<()> {
        let attribute = self.attribute()?;
        let items: Vec<(String, bool)> = self
            .view()
            .items()
            .map(|item| (item.name().to_owned(), item.as_attribute().is_some()))
            .collect();
        let index =
            items.iter().position(|(name, is_attribute)| *is_attribute && *name == attribute);
        let mut taken = None;
        self.body(&mut |body| taken = body.take([&attribute]).unwrap());
        let item = taken.expect("is there");
        let changed = self.changed();
        has_no_new_line(self.name, self.source, &changed);
        let (before, is_attribute) = &items[index?.checked_sub(1)?];
        if !is_attribute {
            return None;
        }
        self.body(&mut |body| body.insert_after([before], item.clone()).unwrap());
        let back = self.changed();
        let sorted = |text: &str| {
            let mut chars: Vec<char> = text.chars().filter(|char| !char.is_whitespace()).collect();
            chars.sort_unstable();
            chars
        };
        assert_eq!(sorted(self.source), sorted(&back), "{}: {attribute} put back", self.name);
        Some(())
    }

    fn body(&mut self, change: &mut dyn FnMut(&mut Contents)) {
        in_block(&mut self.document, &self.path, change);
    }

    fn view(&self) -> BodyRef<'_> {
        self.path.iter().fold(self.document.view(), |body, number| {
            body.blocks().nth(*number).expect("was there").body()
        })
    }

    fn expression(&mut self, name: &str) -> Option<Expression> {
        self.view().expression([name]).map(Expression::from)
    }

    /// The name of one of the attributes.
    fn attribute(&mut self) -> Option<String> {
        let names: Vec<String> = self.view().attributes().map(|it| it.name().to_owned()).collect();
        names.get(self.random.below(names.len())).cloned()
    }

    /// The text of the changed document, after checking that it parses.
    fn changed(&self) -> String {
        let changed = self.document.to_string();
        parses(self.name, &changed);
        changed
    }

    fn has_as_many_lines(&self, changed: &str) {
        let lines = self.changed().lines().count();
        assert_eq!(lines, self.source.lines().count(), "{}: {changed} renamed", self.name);
    }

    fn is_restored(&self, change: &str) {
        assert_eq!(self.document.to_string(), self.source, "{}: {change}", self.name);
    }
}

/// Changes the block at a path.
fn in_block(contents: &mut Contents, path: &[usize], change: &mut dyn FnMut(&mut Contents)) {
    match path.split_first() {
        None => change(contents),
        Some((number, rest)) => {
            let mut blocks = contents.blocks_mut().expect("native syntax");
            in_block(&mut blocks.nth(*number).expect("was there"), rest, change);
        }
    }
}

fn parses(name: &str, text: &str) {
    if let Err(error) = parse(text) {
        panic!("{name}: {error} in\n{text}");
    }
}

/// Checks that the lines before and after a replaced expression are the same.
fn lines_around(name: &str, source: &str, changed: &str, expression: &str) {
    let (before, after): (Vec<&str>, Vec<&str>) =
        (source.lines().collect(), changed.lines().collect());
    let start = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let end = before.iter().rev().zip(after.iter().rev()).take_while(|(a, b)| a == b).count();
    let changed_lines = before.len() - start.min(before.len() - end.min(before.len())) - end;
    // One line more if a body on one line has several lines now.
    assert!(
        changed_lines <= expression.lines().count().max(1) + 1,
        "{name}: {changed_lines} lines\n{changed}"
    );
}

/// The words of a text. Each brace is a word of its own.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.trim_start_matches('\u{feff}').split_whitespace();
    words.flat_map(|word| word.split_inclusive(['{', '}']))
}

/// Checks that all words are still there, in the same order.
fn keeps_words(name: &str, source: &str, changed: &str) {
    let mut words = words(changed);
    for word in self::words(source) {
        assert!(words.any(|other| other == word), "{name}: {word:?} is lost in\n{changed}");
    }
}

/// Checks that all lines that are not blank come from the source, in the same order.
fn has_no_new_line(name: &str, source: &str, changed: &str) {
    let is_written = |line: &&str| !line.trim_matches(['\u{feff}', ' ', '\t']).is_empty();
    // Lines that were aligned with the removed one are aligned again.
    let unmarked = |line: &str| words(line).collect::<Vec<_>>().join(" ");
    let mut lines = source.lines();
    for line in changed.lines().filter(is_written) {
        if !lines.any(|other| unmarked(other) == unmarked(line)) {
            // The brace of a body that was on one line is on its own line now.
            assert!(line.contains('{'), "{name}: {line:?} is new in\n{changed}");
            break;
        }
    }
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

/// Decisions for a sequence of changes.
fn choices(random: &mut Random) -> Vec<u8> {
    (0..400).map(|_| random.below(256) as u8).collect()
}

fn layout(random: &mut Random) -> Layout {
    if random.below(3) == 0 { Layout::Appending } else { Layout::Canonical }
}

#[test]
fn each_change_in_a_sequence_does_what_was_asked() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut made = 0;
    for _ in 0..500 {
        let source = document(&mut random);
        made += sequences::sequence(&source, layout(&mut random), &choices(&mut random), 10);
        sequences::edit(&choices(&mut random));
    }
    assert!(made > 1000, "only {made} changes");
}

#[test]
fn each_change_of_a_real_file_does_what_was_asked() -> io::Result<()> {
    let mut out = io::stdout();
    let Some(folder) = std::env::var_os("SERDE_HCL_CORPUS") else {
        return writeln!(out, "edits: skipped, SERDE_HCL_CORPUS names no folder");
    };
    let mut random = Random(5);
    let mut made = 0;
    for (_, source) in valid_files(Path::new(&folder))?.into_iter().step_by(6) {
        if source.len() < 5_000 {
            made += sequences::sequence(&source, layout(&mut random), &choices(&mut random), 3);
        }
    }
    writeln!(out, "{made} changes of real files")
}

#[test]
fn changes_of_real_files_change_nothing_else() -> io::Result<()> {
    let mut out = io::stdout();
    let Some(folder) = std::env::var_os("SERDE_HCL_CORPUS") else {
        return writeln!(out, "edits: skipped, SERDE_HCL_CORPUS names no folder");
    };
    let mut random = Random(1);
    let mut tally = Tally::default();
    for (path, source) in valid_files(Path::new(&folder))? {
        for _ in 0..2 {
            check(&path, &source, &mut random, &mut tally);
        }
    }
    writeln!(out, "{tally:?}")
}
