//! Real files with the verdicts of the reference implementation, from the folder in
//! `SERDE_HCL_CORPUS`. Without that folder the tests report that they are skipped.
//!
//! `SERDE_HCL_LIST=1` lists the files that disagree, `SERDE_HCL_RAISE=1` raises the floors.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Serialize};
use serde_hcl::configuration::{Schema, Unresolved, Variables};
use serde_hcl::format::{Formatter, format};
use serde_hcl::syntax::BodyRef;
use serde_hcl::{Attribute, Block, Body, Context, Error, Expression, Value, json};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use derive_tests::corpus::valid_files;
use derive_tests::floors::{Count, Floors};

/// The verdict of the reference on a file.
#[derive(Deserialize)]
struct Verdict {
    path: String,
    syntax: String,
    ok: bool,
    first_diag: Option<Diagnostic>,
    attrs: usize,
    blocks: usize,
    fmt_sha256: Option<String>,
}

#[derive(Deserialize)]
struct Diagnostic {
    line: usize,
    summary: String,
}

#[test]
fn verdicts_agree_with_the_reference() -> io::Result<()> {
    let Some(folder) = folder() else { return Floors::skipped("corpus-verdicts", FOLDER) };
    let [mut verdict, mut line, mut counts] = ["verdict", "first line", "counts"].map(Score::new);
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/conformance/departures.txt");
    let departures = fs::read_to_string(list)?;
    for record in records::<Verdict>(&folder, "verdicts.jsonl")? {
        let source = fs::read(folder.join("files").join(&record.path))?;
        let Ok(source) = String::from_utf8(source) else {
            verdict.add(!record.ok, || format!("{}: not UTF-8", record.path))?;
            continue;
        };
        let found = match &*record.syntax {
            "native" => serde_hcl::parse(&source).map(|document| count(document.body())),
            "template" => serde_hcl::parse_template(&source).map(|_| (0, 0)),
            // In JSON syntax, only a schema distinguishes blocks from attributes.
            "json" => json::parse(&source).map(|_| (record.attrs, record.blocks)),
            _ => continue,
        };
        let describe = || match &found {
            Ok(counts) => format!("{}: accepted, {counts:?}", record.path),
            Err(error) => format!("{}: {error}", record.path),
        };
        verdict.add(found.is_ok() == record.ok, describe)?;
        if let Ok(found) = &found {
            counts.add(*found == (record.attrs, record.blocks), describe)?;
        }
        if let Some(first) = &record.first_diag {
            let same = found.as_ref().err().and_then(Error::line) == Some(first.line);
            let is_listed = departures.lines().any(|path| path == record.path);
            assert!(!same || !is_listed, "{}: agrees, but is listed as a departure", record.path);
            let same = same || is_listed;
            line.add(same, || {
                format!("{}, not line {} {}", describe(), first.line, first.summary)
            })?;
        }
    }
    Floors::read("corpus-verdicts").hold(&[verdict, line, counts].map(Score::count).into());
    Ok(())
}

#[test]
fn files_are_formatted_as_by_the_reference() -> io::Result<()> {
    let Some(folder) = folder() else { return Floors::skipped("corpus-format", FOLDER) };
    let [mut formatted, mut again] = ["formatted", "formatted again"].map(Score::new);
    for record in records::<Verdict>(&folder, "verdicts.jsonl")? {
        let Some(expected) = &record.fmt_sha256 else { continue };
        let source = fs::read_to_string(folder.join("files").join(&record.path))?;
        let found = format(&source).unwrap_or_else(|error| error.to_string());
        let digest = format!("{:x}", Sha256::digest(&found));
        formatted.add(digest == *expected, || record.path.clone())?;
        let twice = format(&found).unwrap_or_else(|error| error.to_string());
        again.add(twice == found, || record.path.clone())?;
    }
    Floors::read("corpus-format").hold(&[formatted, again].map(Score::count).into());
    Ok(())
}

/// A file, and what `terraform fmt` makes of it.
#[derive(Deserialize)]
struct Rewritten {
    file: String,
    src: String,
    terraform_fmt: String,
}

#[test]
fn files_are_rewritten_as_by_terraform() -> io::Result<()> {
    const FOLDER: &str = "SERDE_HCL_TERRAFORM_FMT";
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else {
        return Floors::skipped("terraform-fmt", FOLDER);
    };
    let style = Formatter::terraform();
    let [mut same, mut again, mut meaning] =
        ["rewritten", "rewritten again", "same meaning"].map(Score::new);
    for Rewritten { file, src, terraform_fmt } in records(&folder, "tf_fmt.jsonl")? {
        let found = style.format(&src).unwrap_or_else(|error| error.to_string());
        same.add(found == terraform_fmt, || format!("{file}: {found}"))?;
        let twice = style.format(&found).unwrap_or_else(|error| error.to_string());
        again.add(twice == found, || file.clone())?;
        meaning.add(means_the_same(&src, &found).unwrap_or(false), || file.clone())?;
    }
    let counts = [same, again, meaning].map(Score::count);
    Floors::read("terraform-fmt").hold(&counts.into());
    Ok(())
}

fn means_the_same(before: &str, after: &str) -> Result<bool, Error> {
    let [before, after] = [serde_hcl::parse(before)?, serde_hcl::parse(after)?];
    let [types, types_after] = [&before, &after].map(|document| {
        let variables = Variables::from_body(document.body()).ok()?;
        Some(variables.iter().map(|variable| variable.ty().clone()).collect::<Vec<_>>())
    });
    // Types in quotes are errors.
    let same_types = types.is_none() || types == types_after;
    Ok(same_types && meaning_of(before.body()) == meaning_of(after.body()))
}

/// The names, labels, references and values of a body, in order, except the types of variables.
fn meaning_of(body: BodyRef<'_>) -> Vec<String> {
    let context = Context::terraform().on_unresolved(Unresolved::Unknown);
    let mut meaning = Vec::new();
    let mut bodies = vec![(body, "")];
    while let Some((body, name)) = bodies.pop() {
        for block in body.blocks() {
            meaning.push(block.block_type().to_owned());
            meaning.extend(block.labels().map(|label| label.value().into_owned()));
            bodies.push((block.body(), block.block_type()));
        }
        for attribute in body.attributes().filter(|it| (name, it.name()) != ("variable", "type")) {
            let expression = attribute.expression();
            meaning.push(attribute.name().to_owned());
            meaning.extend(expression.references().iter().map(ToString::to_string));
            meaning.push(match expression.evaluate(&context) {
                Ok(value) => value.to_string(),
                Err(error) => error.code().to_owned(),
            });
        }
    }
    meaning
}

/// Constant documents have the same value after conversion to JSON syntax.
#[test]
fn constant_files_are_converted_to_json() -> io::Result<()> {
    let Some(folder) = folder() else { return Floors::skipped("corpus-json", FOLDER) };
    let [mut typed, mut untyped] = ["converted to JSON", "without block types"].map(Score::new);
    for (path, source) in valid_files(&folder)? {
        let Ok(native) = serde_hcl::from_str::<Json>(&source) else { continue };
        let written = source.parse::<Body>().and_then(|body| json::to_string(&body));
        let read = written.as_ref().map_err(Error::clone).and_then(|written| {
            let schema = schema_of(&[serde_hcl::parse(&source)?.body()]);
            let back = json::parse(written)?.body().to_native(&schema)?;
            serde_hcl::from_str::<Json>(&back.to_string())
        });
        let is_same = read.as_ref().is_ok_and(|read| *read == native);
        typed.add(is_same, || match &read {
            Ok(_) => format!("{}: another value", path),
            Err(error) => format!("{}: {error}", path),
        })?;
        // Only block types tell an array of bodies, which keeps the order of blocks, from a list.
        let read = written.and_then(|written| json::from_str::<Json>(&written));
        untyped.add(read.is_ok_and(|read| read == native), || path.clone())?;
    }
    Floors::read("corpus-json").hold(&[typed, untyped].map(Score::count).into());
    Ok(())
}

/// The block types of bodies and their labels.
fn schema_of(bodies: &[BodyRef<'_>]) -> Schema {
    let mut types: BTreeMap<&str, (usize, Vec<BodyRef<'_>>)> = BTreeMap::new();
    for block in bodies.iter().flat_map(|body| body.blocks()) {
        let (labels, bodies) = types.entry(block.block_type()).or_default();
        *labels = block.labels().count();
        bodies.push(block.body());
    }
    types.into_iter().fold(Schema::new(), |schema, (name, (labels, bodies))| {
        schema.block(name, &vec!["label"; labels]).block_body(name, schema_of(&bodies))
    })
}

/// Documents are converted to JSON syntax and back with their own block types.
#[test]
fn files_are_converted_to_json_and_back() -> io::Result<()> {
    let Some(folder) = folder() else { return Floors::skipped("corpus-convert", FOLDER) };
    let [mut back, mut same] = ["converted back", "same JSON again"].map(Score::new);
    for (path, source) in valid_files(&folder)? {
        let Ok(document) = serde_hcl::parse(&source) else { continue };
        let Ok(written) = json::to_string(&Body::from(document.body())) else { continue };
        let schema = schema_of(&[document.body()]);
        let native = json::parse(&written).and_then(|read| read.body().to_native(&schema));
        let again = native.as_ref().ok().map(json::to_string);
        let describe = || match &native {
            Ok(_) => path.clone(),
            Err(error) => format!("{}: {error}", path),
        };
        back.add(native.is_ok(), describe)?;
        same.add(again.is_some_and(|again| again.is_ok_and(|again| again == written)), describe)?;
    }
    Floors::read("corpus-convert").hold(&[back, same].map(Score::count).into());
    Ok(())
}

#[test]
fn bodies_are_built_from_their_parts() -> io::Result<()> {
    let Some(folder) = folder() else { return Floors::skipped("corpus-built", FOLDER) };
    let [mut from_items, mut from_parts, mut text] =
        ["from items", "from parts", "text"].map(Score::new);
    for (path, source) in valid_files(&folder)? {
        let Ok(body) = source.parse::<Body>() else { continue };
        let items: Body = body.clone().into_iter().collect();
        from_items.add(items == body, || path.clone())?;
        let built = rebuilt(body.view());
        from_parts.add(built == body, || path.clone())?;
        let parsed = serde_hcl::to_string(&built).and_then(|text| text.parse::<Body>());
        text.add(parsed.is_ok_and(|parsed| parsed == body), || path.clone())?;
    }
    Floors::read("corpus-built").hold(&[from_items, from_parts, text].map(Score::count).into());
    Ok(())
}

/// The same body, built from the parts of its view.
fn rebuilt(body: BodyRef<'_>) -> Body {
    body.items()
        .map(|item| match (item.as_attribute(), item.as_block()) {
            (_, Some(block)) => {
                let labels = block.labels().map(|label| label.value().into_owned());
                serde_hcl::Item::from(
                    Block::new(block.block_type())
                        .with_labels(labels)
                        .with_body(rebuilt(block.body())),
                )
            }
            (Some(attribute), _) => {
                let value = Expression::from(attribute.expression());
                Attribute::new(attribute.name(), value).into()
            }
            _ => unreachable!("an item is one of them"),
        })
        .collect()
}

/// The values of a file whose attributes are all constant.
#[derive(Deserialize)]
struct Constant {
    path: String,
    body: Content,
}

#[derive(Deserialize)]
struct Content {
    attrs: Vec<(String, Json)>,
    blocks: Vec<LabelledContent>,
}

#[derive(Deserialize)]
struct LabelledContent {
    #[serde(rename = "type")]
    name: String,
    labels: Vec<String>,
    body: Content,
}

#[test]
fn constant_files_decode_to_the_recorded_values() -> io::Result<()> {
    let Some(folder) = folder() else { return Floors::skipped("corpus-values", FOLDER) };
    let mut values = Score::new("values");
    for record in records::<Constant>(&folder, "values.jsonl")? {
        let source = fs::read_to_string(folder.join("files").join(&record.path))?;
        let found = serde_hcl::from_str::<Json>(&source);
        let expected = record.body.json();
        values.add(found.as_ref().ok() == expected.as_ref(), || match &found {
            Ok(found) => format!("{}: {found}, not {expected:?}", record.path),
            Err(error) => format!("{}: {error}", record.path),
        })?;
    }
    Floors::read("corpus-values").hold(&[values].map(Score::count).into());
    Ok(())
}

#[test]
fn constant_files_survive_encoding_and_decoding() -> io::Result<()> {
    let Some(folder) = folder() else { return Floors::skipped("corpus-written", FOLDER) };
    let [mut bodies, mut canonical, mut values] = ["bodies", "canonical", "values"].map(Score::new);
    for Constant { path, .. } in records(&folder, "values.jsonl")? {
        let source = fs::read_to_string(folder.join("files").join(&path))?;
        let written = rewritten::<Body>(&source);
        let come_back = written.and_then(|(before, text, after)| {
            canonical.add(format(&text)? == text, || path.clone()).map_err(Error::custom)?;
            Ok(items(before.view())? == items(after.view())?)
        });
        bodies.add(come_back.as_ref().is_ok_and(|is_same| *is_same), || {
            format!("{path}: {come_back:?}")
        })?;
        // Blocks that differ in the number of labels have no values.
        if serde_hcl::from_str::<Value>(&source).is_ok() {
            let written = rewritten::<Value>(&source);
            values.add(written.is_ok_and(|(before, _, after)| before == after), || path.clone())?;
        }
    }
    Floors::read("corpus-written").hold(&[bodies, canonical, values].map(Score::count).into());
    Ok(())
}

/// Decodes a document, encodes the result, and decodes that text.
fn rewritten<T: DeserializeOwned + Serialize>(source: &str) -> Result<(T, String, T), Error> {
    let before = serde_hcl::from_str(source)?;
    let text = serde_hcl::to_string(&before)?;
    let after = serde_hcl::from_str(&text)?;
    Ok((before, text, after))
}

/// The compared parts of an item of a body.
#[derive(PartialEq)]
enum Item {
    Attribute(String, Value),
    Block(String, Vec<String>, Vec<Item>),
}

fn items(body: BodyRef<'_>) -> Result<Vec<Item>, Error> {
    let attributes_and_blocks = body.items().map(|item| match item.as_block() {
        Some(block) => {
            let labels = block.labels().map(|label| label.value().into_owned()).collect();
            Ok(Item::Block(block.block_type().to_owned(), labels, items(block.body())?))
        }
        None => {
            let value = item
                .as_attribute()
                .map(|attribute| attribute.expression().evaluate(&Context::new()));
            Ok(Item::Attribute(item.name().to_owned(), value.transpose()?.unwrap_or_default()))
        }
    });
    attributes_and_blocks.collect()
}

impl Content {
    /// A body as JSON. `None` if blocks of one type have different numbers of labels, because they have
    /// no common shape.
    fn json(self) -> Option<Json> {
        let mut object: serde_json::Map<_, _> = self.attrs.into_iter().collect();
        let mut label_counts = BTreeMap::new();
        for block in self.blocks {
            let labels = block.labels.len();
            if *label_counts.entry(block.name.clone()).or_insert(labels) != labels {
                return None;
            }
            let mut place = object.entry(block.name).or_insert(Json::Null);
            for label in block.labels {
                if place.is_null() {
                    *place = Json::Object(serde_json::Map::new());
                }
                place = place.as_object_mut()?.entry(label).or_insert(Json::Null);
            }
            let body = block.body.json()?;
            match place {
                Json::Array(bodies) => bodies.push(body),
                place => *place = Json::Array(vec![body]),
            }
        }
        Some(Json::Object(object))
    }
}

/// The number of attributes and blocks, at all depths.
fn count(body: BodyRef<'_>) -> (usize, usize) {
    let inner = body.blocks().map(|block| count(block.body()));
    inner.fold((body.attributes().count(), body.blocks().count()), |(attributes, blocks), inner| {
        (attributes + inner.0, blocks + inner.1)
    })
}

const FOLDER: &str = "SERDE_HCL_CORPUS";

fn folder() -> Option<PathBuf> {
    std::env::var_os(FOLDER).map(PathBuf::from)
}

fn records<T: for<'de> Deserialize<'de>>(folder: &Path, name: &str) -> io::Result<Vec<T>> {
    let text = fs::read_to_string(folder.join(name))?;
    let record = |line| serde_json::from_str(line).map_err(io::Error::from);
    text.lines().map(record).collect()
}

/// The number of files that agree in one respect.
struct Score {
    name: &'static str,
    count: Count,
}

impl Score {
    fn new(name: &'static str) -> Self {
        Score { name, count: Count { reached: 0, cases: 0 } }
    }

    fn add(&mut self, agrees: bool, describe: impl Fn() -> String) -> io::Result<()> {
        self.count.cases += 1;
        self.count.reached += usize::from(agrees);
        if !agrees && std::env::var_os("SERDE_HCL_LIST").is_some() {
            writeln!(io::stdout(), "{}: {}", self.name, describe())?;
        }
        Ok(())
    }

    /// Prints the count.
    fn count(self) -> (String, Count) {
        let Score { name, count: Count { reached, cases } } = self;
        // Not `println`, which the test harness hides.
        let _ = writeln!(io::stdout(), "corpus: {name}: {reached} of {cases} files");
        (format!("file/{}", name.replace(' ', "-")), self.count)
    }
}
