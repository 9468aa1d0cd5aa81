//! Real files as a person leaves them while typing. Each kind of damage has its own floors:
//!
//! - `items`: the undamaged items that the tree has at their places, in the same blocks,
//! - `one`: damages with one diagnostic,
//! - `line`: damages whose first diagnostic is at the damaged line; at the end of the file, where the
//!   block starts, as in the reference,
//! - `place`: damages where the place at the cursor has the blocks, the labels, the attribute and the
//!   expression.
//!
//! The sample has the modules of this package. The files in the folder in `SERDE_HCL_CORPUS` are many
//! more. `SERDE_HCL_LIST=<kind>` lists the damages of a kind with a bad result.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::slice;

use serde_hcl::syntax::{BodyRef, ExpressionKind, Place};
use serde_hcl::{parse, parse_lenient};

use super::{Random, files};
use derive_tests::fixes::broken_fixes;
use derive_tests::floors::{Count, Floors};

/// The number of damages of each kind.
const DAMAGES: usize = 200;

/// Lines that are not finished, with the cursor at their end.
const LINES: [(&str, &str); 14] = [
    ("name", "new"),
    ("value", "new = "),
    ("header", "new \"web\" "),
    ("label", "new \"we"),
    ("brace", "new \"web\" {"),
    ("heredoc", "new = <<EOT"),
    ("string", "new = \"te"),
    ("interpolation", "new = \"te${var."),
    ("call", "new = concat(var.a, "),
    ("list", "new = [\"a\", "),
    ("object", "new = { key = var.a"),
    ("dot", "new = var."),
    ("operator", "new = 1 + "),
    ("conditional", "new = a ? b : "),
];

/// Signs that are missing or surplus, and parts of a template.
const SIGNS: [&str; 6] = [
    "missing-brace",
    "missing-quote",
    "missing-sign",
    "surplus-bracket",
    "missing-brace-flat",
    "open-interpolation",
];

#[test]
fn a_damaged_file_keeps_its_items() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("modules");
    let mut sample = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.path().join("main.tf");
        if let Ok(source) = fs::read_to_string(&file) {
            sample.push((file.display().to_string(), source));
        }
    }
    sample.sort();
    sample.retain(|(_, source)| parse(source).is_ok());
    Floors::read("damage-sample").hold(&counts(&sample));
    let Some(folder) = std::env::var_os("SERDE_HCL_CORPUS") else {
        return Floors::skipped("damage", "SERDE_HCL_CORPUS");
    };
    Floors::read("damage").hold(&counts(&files(folder.as_ref())?));
    Ok(())
}

/// The text of a file that nobody formatted.
fn without_indentation(source: &str) -> String {
    source.split_inclusive('\n').map(|line| line.trim_start_matches([' ', '\t'])).collect()
}

fn counts(files: &[(String, String)]) -> BTreeMap<String, Count> {
    let list = std::env::var("SERDE_HCL_LIST").unwrap_or_default();
    let mut random = Random(0x5eed_0da3_a6e5);
    let mut counts = BTreeMap::new();
    for kind in LINES.iter().map(|(kind, _)| *kind).chain(SIGNS) {
        let mut add = |judgement: &str, reached: usize, cases: usize| {
            let count = counts.entry(format!("{kind}/{judgement}"));
            let count: &mut Count = count.or_insert(Count { reached: 0, cases: 0 });
            count.reached += reached;
            count.cases += cases;
        };
        let mut done = 0;
        // Few files have no place for a kind of damage.
        for _ in 0..DAMAGES * 4 {
            if done == DAMAGES {
                break;
            }
            let (path, source) = &files[random.below(files.len())];
            let source = match kind {
                "missing-brace-flat" => &without_indentation(source),
                _ => source,
            };
            if parse(source).is_err() {
                continue;
            }
            let items = items_of(source);
            let Some(damage) = Damage::of(kind, source, &items, &mut random) else { continue };
            done += 1;
            let (document, diagnostics) = parse_lenient(&damage.source);
            let kept = damage.kept(&items, document.body());
            let whole = items.iter().filter(|item| !damage.touches(item)).count();
            add("items", kept, whole);
            let broken = broken_fixes(&damage.source, false);
            assert!(broken.is_empty(), "{path}: {broken}");
            add("one", usize::from(diagnostics.len() == 1), 1);
            let line = damage.source[..damage.cursor].matches('\n').count() + 1;
            let found = diagnostics.first().and_then(|it| it.position());
            let is_last = damage.source[damage.cursor..].trim().is_empty();
            let is_at_line = found.is_some_and(|it| {
                let text = damage.source.lines().nth(it.line - 1).unwrap_or_default();
                it.line == line || is_last && text.trim_end().ends_with('{')
            });
            add("line", usize::from(is_at_line), 1);
            let is_found = damage.is_found(kind, &document.place_at(damage.cursor as u32));
            let has_cursor = !matches!(kind, "missing-sign" | "surplus-bracket");
            if has_cursor {
                add("place", usize::from(is_found), 1);
            }
            let is_good =
                kept == whole && diagnostics.len() == 1 && is_at_line && (is_found || !has_cursor);
            if list == kind && !is_good {
                let lines = damage.source[..damage.cursor].matches('\n').count() + 1;
                println!("######## {path}:{lines} {kept} of {whole} items, place {is_found}");
                for (index, text) in
                    damage.source.lines().enumerate().skip(lines.saturating_sub(4)).take(8)
                {
                    println!("{:4} | {text}", index + 1);
                }
                for found in &diagnostics {
                    println!("=> {:?} {}", found.position().map(|it| it.line), found.detail());
                }
            }
        }
    }
    for (name, Count { reached, cases }) in &counts {
        let share = 100.0 * *reached as f64 / *cases as f64;
        println!("{name}: {reached} of {cases} ({share:.2} %)");
    }
    counts
}

/// An item of the valid file.
struct Item {
    name: String,
    is_attribute: bool,
    span: Range<usize>,
    expression: Range<usize>,
    /// The starts of the blocks around it.
    parents: Vec<usize>,
    types: Vec<String>,
}

fn items_of(source: &str) -> Vec<Item> {
    let document = parse(source).expect("a valid file");
    let mut items = Vec::new();
    add_items(document.body(), &mut Vec::new(), &mut Vec::new(), &mut items);
    items
}

fn add_items(
    body: BodyRef<'_>,
    parents: &mut Vec<usize>,
    types: &mut Vec<String>,
    items: &mut Vec<Item>,
) {
    for item in body.items() {
        let span = item.span().range();
        let attribute = item.as_attribute();
        items.push(Item {
            name: item.name().to_owned(),
            is_attribute: attribute.is_some(),
            span: span.clone(),
            expression: attribute.map_or(0..0, |it| it.expression().span().range()),
            parents: parents.clone(),
            types: types.clone(),
        });
        if let Some(block) = item.as_block() {
            parents.push(span.start);
            types.push(item.name().to_owned());
            add_items(block.body(), parents, types, items);
            parents.pop();
            types.pop();
        }
    }
}

/// A file with a damage: at one place, bytes are removed and others inserted.
struct Damage {
    source: String,
    removed: Range<usize>,
    inserted: usize,
    cursor: usize,
    /// The types of the blocks around the cursor.
    types: Vec<String>,
}

impl Damage {
    fn of(kind: &str, source: &str, items: &[Item], random: &mut Random) -> Option<Self> {
        let line = |at: usize| source[..at].rfind('\n').map_or(0, |end| end + 1);
        let starts_line = |at: usize| source[line(at)..at].trim().is_empty();
        let of = |removed: Range<usize>, inserted: &str, types: &[String]| Damage {
            source: [&source[..removed.start], inserted, &source[removed.end..]].concat(),
            cursor: removed.start + inserted.trim_end_matches('\n').len(),
            inserted: inserted.len(),
            types: types.to_vec(),
            removed,
        };
        let candidates: Vec<&Item> = items
            .iter()
            .filter(|item| match kind {
                "missing-brace" | "missing-brace-flat" => {
                    !item.is_attribute
                        && starts_line(item.span.end - 1)
                        && source[item.span.clone()].contains('\n')
                }
                "missing-quote" | "open-interpolation" => {
                    let text = &source[item.expression.clone()];
                    item.is_attribute
                        && text.len() > 2
                        && text.starts_with('"')
                        && text.matches('"').count() == 2
                }
                "missing-sign" => true,
                "surplus-bracket" => {
                    item.is_attribute && !source[item.expression.clone()].contains("<<")
                }
                _ => item.is_attribute && !item.types.is_empty() && starts_line(item.span.start),
            })
            .collect();
        let item = candidates.get(random.below(candidates.len().max(1)))?;
        let end = item.span.end;
        Some(match kind {
            "missing-brace" | "missing-brace-flat" => {
                of(end - 1..end, "", &[item.types.as_slice(), slice::from_ref(&item.name)].concat())
            }
            "missing-quote" => of(end - 1..end, "", &item.types),
            "open-interpolation" => of(end - 1..end - 1, "${var.", &item.types),
            "missing-sign" => {
                let is_sign = |byte: u8| b"\"{}[]()=,".contains(&byte);
                let signs: Vec<usize> =
                    item.span.clone().filter(|at| is_sign(source.as_bytes()[*at])).collect();
                let at = signs[random.below(signs.len())];
                of(at..at + 1, "", &item.types)
            }
            "surplus-bracket" => of(end..end, [")", "]", "}"][random.below(3)], &item.types),
            _ => {
                let (_, text) = LINES.iter().find(|(name, _)| *name == kind)?;
                let start = line(item.span.start);
                let indentation = &source[start..item.span.start];
                of(start..start, &format!("{indentation}{text}\n"), &item.types)
            }
        })
    }

    /// Whether the damage is in the item.
    fn touches(&self, item: &Item) -> bool {
        item.span.start <= self.removed.end && self.removed.start < item.span.end
            || self.removed.contains(&item.span.start)
    }

    /// The number of untouched items that the tree has at their places, in the same blocks.
    fn kept(&self, items: &[Item], body: BodyRef<'_>) -> usize {
        let moved = |at: usize| match at >= self.removed.end {
            true => at - self.removed.len() + self.inserted,
            false => at,
        };
        let mut found = Vec::new();
        add_items(body, &mut Vec::new(), &mut Vec::new(), &mut found);
        let found: HashMap<usize, &Item> = found.iter().map(|it| (it.span.start, it)).collect();
        let is_kept = |item: &&Item| {
            found.get(&moved(item.span.start)).is_some_and(|other| {
                let parents = item.parents.iter().map(|at| moved(*at));
                other.name == item.name
                    && other.is_attribute == item.is_attribute
                    && other.span.end == moved(item.span.end - 1) + 1
                    && parents.eq(other.parents.iter().copied())
            })
        };
        items.iter().filter(|item| !self.touches(item)).filter(is_kept).count()
    }

    /// Whether the place at the cursor has the blocks, the attribute and the expression.
    fn is_found(&self, kind: &str, place: &Place<'_>) -> bool {
        let mut types: Vec<_> = place.blocks().iter().map(|block| block.block_type()).collect();
        let is_header = matches!(kind, "header" | "label" | "brace");
        let is_block = is_header && types.last() == Some(&"new");
        types.truncate(types.len() - usize::from(is_block));
        let is_inside = types.iter().eq(self.types.iter());
        let labels = place.blocks().last().map(|block| block.labels()).into_iter().flatten();
        let has_label = labels.map(|label| label.value()).eq(["web"]);
        let is_attribute = place.attribute().is_some_and(|it| it.name() == "new");
        let has = |is_kind: fn(&ExpressionKind<'_>) -> bool| {
            place.expressions().iter().any(|it| is_kind(&it.kind()))
        };
        is_inside
            && match kind {
                "name" | "missing-brace" | "missing-brace-flat" | "missing-sign" => true,
                "header" | "brace" => is_block && has_label,
                "label" => is_block && place.label().is_some_and(|it| it.value() == "we"),
                "missing-quote" | "open-interpolation" => !place.expressions().is_empty(),
                "call" => is_attribute && has(|it| matches!(it, ExpressionKind::Call(_))),
                "list" => is_attribute && has(|it| matches!(it, ExpressionKind::Tuple(_))),
                "object" => is_attribute && has(|it| matches!(it, ExpressionKind::Object(_))),
                _ => is_attribute && !place.expressions().is_empty(),
            }
    }
}
