//! A rendered report for every diagnostic, in `cases/reports`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Serialize;
use serde_hcl::configuration::{Schema, Variables, parse_including, parse_sources};
use serde_hcl::diagnostic::codes;
use serde_hcl::edit::File;
use serde_hcl::ser::AsBlock;
use serde_hcl::source::Span;
use serde_hcl::{
    self as built, Attribute, Body, Context, Decoder, Edit, Error, Expression, Hcl, Serializer,
    Type, from_str, from_str_with, functions, hcl, json, parse, parse_expression, parse_traversal,
    to_expression_string, to_string, to_value,
};

use crate::{context, files, findings, mistakes, projects, read, verdicts};

#[test]
fn reports() {
    for file in files("reports").filter(|file| file.extension().is_some_and(|it| it == "hcl")) {
        let subject = file.file_stem().and_then(|stem| stem.to_str()).expect("a subject");
        let sources = read(&file);
        let drawn: String =
            sources.split("#----\n").map(|source| report(subject, source)).collect();
        compare(&file.with_extension("txt"), &drawn);
    }
}

pub(crate) fn compare(golden: &Path, drawn: &str) {
    if std::env::var_os("SERDE_HCL_BLESS").is_some() {
        fs::write(golden, drawn).expect("pictures can be written");
    }
    assert!(drawn == read(golden), "{}: drawn differently now:\n{drawn}", golden.display());
}

/// Codes without a report, with a summary and a detail: two need 4 GiB of text, two are fallbacks that no known input
/// reaches, and one is about types that no other case has.
pub(crate) const UNDRAWN: [(&str, &str, &str); 5] = [
    (
        "blocks-out-of-reach",
        "Blocks not supported",
        "A field $blocks takes the blocks of a document in JSON syntax only in a struct that is neither flattened nor a variant of an enum with a tag or without one.",
    ),
    (
        "labels-of-flattened",
        "Labels not supported",
        "A struct with flattened fields can take labels only where decoding may start over.",
    ),
    ("not-a-number", "Invalid number", "\"…\" can't be represented as a number."),
    (
        "source-too-large",
        "Source too large",
        "A source must be smaller than 4 GiB; this one has … bytes.",
    ),
    ("too-large", "Document too large", "A document can't have 4 GiB or more."),
];

#[test]
fn every_diagnostic_has_a_report() {
    let pictures: String = files("reports").map(|file| read(&file)).collect();
    let is_drawn = |code: &&str| {
        let is_undrawn = UNDRAWN.iter().any(|(undrawn, ..)| undrawn == code);
        is_undrawn || pictures.contains(&format!("[{code}] "))
    };
    let missing: Vec<_> = codes().filter(|code| !is_drawn(code)).collect();
    assert!(missing.is_empty(), "no picture in cases/reports for {missing:?}");
}

/// The report about a body.
fn report(subject: &str, source: &str) -> String {
    match decode(subject, source) {
        Ok(()) => panic!("no error in\n{source}"),
        // With a zero byte, the file of reports would be binary.
        Err(error) => format!("{}\n{}\n", error.code(), error.report()).replace('\0', "␀"),
    }
}

/// Reads a body; the subject says how.
pub(crate) fn decode(subject: &str, source: &str) -> Result<(), Error> {
    let context = context();
    let decoder = Decoder::new().context(&context).expand_dynamic_blocks(true);
    match subject {
        "bare" => from_str::<serde_json::Value>(source).map(drop),
        "cycles" => from_str(source).and_then(|local: BTreeMap<String, Expression>| {
            let context = context.lazy_object("local", local);
            parse_expression("local")?.evaluate(&context).map(drop)
        }),
        "decoding" => decoder.from_str::<Decoded>(source).map(drop),
        "editing" => edit(source).map(drop),
        "functions" => parse(source)
            .and_then(|document| functions::defined_in(document.body(), &context).map(drop)),
        "json" => from_json(source, &context),
        "json_decoding" => decoder.json(true).from_str::<Settings>(source).map(drop),
        "mistakes" => mistakes::decode(source),
        "projects" => projects::decode(source),
        "projects_json" => projects::decode_json(source),
        "newcomers" => findings::first_error(source),
        "everyday" => mistakes::decode(&verdicts::written(source)),
        "schema" => parse(source)
            .and_then(|document| document.expand(&context))
            .and_then(|document| document.body().content(&schema()).map(drop)),
        "types" => from_str_with::<BTreeMap<String, Type>>(source, &context).map(drop),
        "variables" => set_variables(source, &context),
        _ => decoder.from_str::<serde_json::Value>(source).map(drop),
    }
}

/// Reads a file, and the files in its attribute `include`.
fn including(name: &str) -> Result<serde_hcl::Document<'static>, Error> {
    // The reports have the paths as they are given. The other tests of this suite use absolute paths.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("derive-tests");
    std::env::set_current_dir(folder).expect("the folder is there");
    parse_including(format!("cases/includes/{name}"), |body| {
        body.expression("include").into_iter().collect()
    })
}

/// Changes a document. The first line has the method and its arguments.
fn edit(source: &str) -> Result<bool, Error> {
    let line = source.lines().next().and_then(|line| line.strip_prefix("# ")).expect("a change");
    let mut words = line.splitn(3, ' ');
    let [method, one, other] = [(); 3].map(|()| words.next().unwrap_or_default());
    let mut document: serde_hcl::Body = source.parse()?;
    match method {
        "set" => document.set_text(one, other).map(|()| true),
        "push" => document.push_to(one, other).map(|()| true),
        "rename" => document.rename_attribute(one, other),
        "remove" => document.remove(one),
        "append" => document.push(other.parse::<serde_hcl::Item>()?).map(|()| true),
        "generated" => {
            let decoder = Decoder::new().expand_dynamic_blocks(true);
            let mut file: File<BTreeMap<String, Vec<BTreeMap<String, i64>>>> =
                File::with_context(source, &decoder)?;
            file.insert(one.to_owned(), Vec::new());
            file.to_string().map(|_| true)
        }
        "rename_references" => document.rename_references(one, other).map(|count| count > 0),
        _ => panic!("no such method: {method}"),
    }
}

/// Reads a document in JSON syntax by a schema, evaluates an attribute, decodes all of it, and reads
/// it again with its `dynamic` blocks expanded.
fn from_json(source: &str, context: &Context) -> Result<(), Error> {
    let document = json::parse(source)?;
    let content = document.body().partial_content(&schema())?;
    content.attribute("region").map(|region| region.expression().evaluate(context)).transpose()?;
    let decoder = Decoder::new().context(context).json(true).expand_dynamic_blocks(true);
    decoder.from_str::<serde_json::Value>(source)?;
    document.body().expand(context)?.view().content(&schema()).map(drop)
}

/// The target type of the subject `json_decoding`.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    #[serde(rename = "region")]
    _region: String,
    #[serde(rename = "check")]
    _check: Check,
}

#[derive(serde::Deserialize)]
struct Check {
    #[serde(rename = "path")]
    _path: String,
}

/// Sets the variables of a body to the attributes of the block `set` in it.
fn set_variables(source: &str, context: &Context) -> Result<(), Error> {
    #[derive(serde::Deserialize)]
    struct SetBlock {
        #[serde(default)]
        set: BTreeMap<String, Expression>,
    }
    let settings: SetBlock = from_str(source)?;
    let variables = Variables::from_body(parse(source)?.body())?;
    variables.values(settings.set, context).map(drop)
}

/// The target type of the subject `decoding`.
#[derive(serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
#[allow(dead_code)]
struct Decoded {
    port: u16,
    range: Option<(u8, u8)>,
    #[serde(alias = "initial")]
    letter: Option<char>,
    address: Option<std::net::IpAddr>,
    level: Option<Level>,
    service: Vec<Service>,
    region: BTreeMap<String, BTreeMap<String, Service>>,
    tls: Option<BTreeMap<String, String>>,
    steps: Vec<Vec<Level>>,
    step: Vec<Step>,
    temperature: f64,
    anything: serde_json::Value,
    amount: Option<Amount>,
    limit: Option<Limit>,
    delivery: Option<Delivery>,
    alarm: Option<Alarm>,
    room: Option<Room>,
}

#[derive(serde::Deserialize)]
#[serde(tag = "by", rename_all = "snake_case", deny_unknown_fields)]
#[allow(dead_code)]
enum Delivery {
    Bike { range: u8 },
    Van { plate: String, driver: Driver },
}

#[derive(serde::Deserialize)]
#[allow(dead_code)]
struct Driver {
    name: String,
    email: String,
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
#[allow(dead_code)]
enum Alarm {
    On(bool),
    Full { phone: String, code: u16 },
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Room {
    size: u8,
}

#[derive(serde::Deserialize)]
#[serde(tag = "unit", rename_all = "snake_case")]
#[allow(dead_code)]
enum Limit {
    Bytes { most: i128 },
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
#[allow(dead_code)]
enum Amount {
    Number(f64),
    Text(String),
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum Level {
    High,
    Low,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(dead_code)]
enum Step {
    Copy { from: String },
    Run { command: String },
}

#[derive(serde::Deserialize)]
#[allow(dead_code)]
struct Service {
    #[serde(rename = "$label")]
    name: String,
    image: String,
}

/// The schema of the subject `schema`.
fn schema() -> Schema {
    Schema::new()
        .required_attribute("region")
        .attribute("profile")
        .block("service", &["name"])
        .block("tags", &[])
}

/// Reports of errors that come from other calls than decoding a body: each call with its error.
#[test]
fn reports_of_calls() {
    let drawn: String = calls()
        .into_iter()
        .chain(builders())
        .map(|(call, error)| format!("{call}\n{}\n{}\n", error.code(), error.report()))
        .map(|report| without_folder(&report))
        .collect();
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("derive-tests/cases/reports/calls.txt");
    compare(&golden, &drawn);
}

pub(crate) fn calls() -> Vec<(&'static str, Error)> {
    fn error<T>(result: Result<T, Error>) -> Error {
        result.err().expect("an error")
    }
    let spread = format!("a {{\n{}{}}}\n", "b {\n".repeat(9_000), "}\n".repeat(9_000));
    let renderings = "templatestring(t, { t = t })";
    let template = "${templatestring(t, { t = t })}";
    let deep = "[".repeat(2_000);
    let from_layer = <Hcl as figment::providers::Format>::from_str::<serde_json::Value>;
    let nested = format!("a = {}{}\n", "[".repeat(70), "]".repeat(70));
    let small = Context::standard().budget(100);
    let body: Body = from_str("a = 1\n").expect("a body");
    let captured: Body = from_str("a {\n}\n").expect("a body");
    vec![
        ("parse_expression", error(parse_expression("a b"))),
        ("parse_expression of an open object", error(parse_expression("{ a = 1"))),
        ("parse_expression, nested too deep", error(parse_expression(&deep))),
        ("parse_traversal without a variable", error(parse_traversal("1"))),
        ("parse_traversal with an operator", error(parse_traversal("a + b"))),
        ("parse_traversal with a computed index", error(parse_traversal("a[b]"))),
        (
            "parse_sources, with characters of several bytes",
            error(parse_sources([("a.hcl", DASHES), ("b.hcl", DASHES)])),
        ),
        ("parse_including, a cycle", error(including("a.hcl"))),
        ("parse_including, a path that is no string", error(including("c.hcl"))),
        ("figment::Format::from_str, nested too deep", error(from_layer(&nested))),
        ("from_slice", error(serde_hcl::from_slice::<Body>(b"a = \"\xff\"\n"))),
        ("from_reader", error(serde_hcl::from_reader::<Body>(Broken))),
        ("the io::Error of a reader", error(std::io::read_to_string(Broken).map_err(Error::from))),
        (
            "evaluate",
            error(
                parse_expression("[for n in range(1000) : n]").and_then(|it| it.evaluate(&small)),
            ),
        ),
        (
            "evaluate, rendered too deep",
            error(
                parse_expression(renderings)
                    .and_then(|it| it.evaluate(&Context::standard().variable("t", template))),
            ),
        ),
        ("evaluate, an error in a template", {
            let template = "Dear ${name},\nthis is ${uper(name)}.\n";
            let context = Context::standard().variable("t", template);
            error(
                parse_expression("templatestring(t, { name = \"Bo\" })")
                    .and_then(|it| it.evaluate(&context)),
            )
        }),
        ("evaluate, an error in a text of JSON", {
            let context = Context::standard().variable("t", "{\n  \"a\": 1,\n  b: 2\n}\n");
            error(parse_expression("jsondecode(t)").and_then(|it| it.evaluate(&context)))
        }),
        ("evaluate, an error in a text of YAML", {
            let context = Context::standard().variable("t", "a: 1\nb: c: d\n");
            error(parse_expression("yamldecode(t)").and_then(|it| it.evaluate(&context)))
        }),
        ("evaluate, an error in a lazy variable", {
            let locals = [("a", "upper(nmae)"), ("b", "local.a")];
            let locals = locals.map(|(name, text)| (name, parse_expression(text).expect("valid")));
            let context = Context::standard().variable("name", "x").lazy_object("local", locals);
            error(parse_expression("\"x-${local.b}\"").and_then(|it| it.evaluate(&context)))
        }),
        (
            "convert",
            error(
                serde_hcl::value!([1, "a"]).convert(&Type::list(Type::Number)).map_err(Into::into),
            ),
        ),
        (
            "attributes",
            error(parse("a = 1\nb {\n}\n").and_then(|it| it.body().attributes_only().map(drop))),
        ),
        ("format", error(serde_hcl::format::format(&spread))),
        ("to_string of a number", error(to_string(&1))),
        ("to_string of nothing", error(Serializer::new().into_document())),
        ("to_string of a name", error(to_string(&BTreeMap::from([("a b", 1)])))),
        (
            "to_string of a label",
            error(to_string(&Document { service: Labelled { label: vec![1] } })),
        ),
        ("to_string of a label of the document", error(to_string(&Root { label: "web" }))),
        (
            "Body::set in JSON syntax",
            error(json::parse("{}").and_then(|document| document.into_body().set("a", &1))),
        ),
        ("to_string of a block", error(to_string(&BTreeMap::from([("a", AsBlock(1))])))),
        ("to_string of blocks", error(to_string(&Blocks { blocks: vec![1] }))),
        ("to_string of a float", error(to_string(&BTreeMap::from([("a", f64::NAN)])))),
        (
            "json::to_string without a label",
            error(json::to_string(&BTreeMap::from([("a", OptionalLabel { name: None })]))),
        ),
        (
            "json::to_string of labels",
            error(json::to_string(&BTreeMap::from([(
                "a",
                AllLabels { labels: vec![], b: vec![1] },
            )]))),
        ),
        (
            "to_string of a label and all labels",
            error(to_string(&BTreeMap::from([("a", BothLabels { label: "b", labels: vec![] })]))),
        ),
        ("to_string of a character", error(to_string(&BTreeMap::from([("a", '\u{fb1d}')])))),
        (
            "to_string of equal keys",
            error(to_string(&BTreeMap::from([("\u{e9}", 1), ("e\u{301}", 2)]))),
        ),
        (
            "to_string of an option of nothing",
            error(to_string(&BTreeMap::from([("a", Some(None::<u8>))]))),
        ),
        ("to_expression_string", error(to_expression_string(&[&captured]))),
        ("to_value", error(to_value(&BTreeMap::from([(vec![1], 1)])))),
        ("to_writer", error(serde_hcl::to_writer(Broken, &body))),
        ("to_string of a file with a field that is not read", error(unread_field())),
        ("save of a changed file", error(save_of_a_changed_file())),
    ]
}

/// Changes a field that is only written.
fn unread_field() -> Result<String, Error> {
    #[derive(serde::Deserialize, Serialize)]
    struct Half {
        #[serde(skip_deserializing)]
        size: u8,
    }
    let mut file: File<Half> = "# The size.\nsize = 1\n".parse()?;
    file.size = 2;
    file.to_string()
}

/// The report without the path of temporary files.
pub(crate) fn without_folder(report: &str) -> String {
    let folder = std::env::temp_dir().join("serde_hcl_reports_");
    let name = format!("{}{}.hcl", folder.display(), std::process::id());
    report.replace(&name, "main.hcl")
}

/// Saves a document whose file has changed.
fn save_of_a_changed_file() -> Result<(), Error> {
    let name = format!("serde_hcl_reports_{}.hcl", std::process::id());
    let path = std::env::temp_dir().join(name);
    fs::write(&path, "a = 1\n").expect("a file");
    let mut document = serde_hcl::Body::from_path(&path)?;
    fs::write(&path, "a = 2\n").expect("a file");
    document.set("a", &3)?;
    let result = document.save();
    fs::remove_file(&path).expect("a file");
    result
}

/// The argument is at more bytes than characters.
const DASHES: &str = "# ──\n/*\n ─────*/ a = 1\n";

pub(crate) fn builders() -> Vec<(&'static str, Error)> {
    let keyed = |key, block| BTreeMap::from([("a", BTreeMap::from([(key, block)]))]);
    let attribute = Attribute::new("a", 1);
    [
        ("Block::build", built::Block::new("a").with_attribute("b c", 1).build().err()),
        (
            "Body::build",
            Body::new().with_item(attribute.clone()).with_item(attribute.clone()).build().err(),
        ),
        ("Attribute::build", attribute.with_trailing_comment("b\nc").build().err()),
        ("parse of a block", "a = 1\n".parse::<built::Block>().err()),
        ("hcl!", hcl! { a "b" }.build().err()),
        ("hcl! with a value in quotes", hcl! { a = "${#name}" }.build().err()),
        ("Expression::reference", Expression::reference(["a b"]).err()),
        ("Expression::apply", {
            let edits = [Edit { span: Span::new(9, 9), text: String::new() }];
            parse_expression("f(a)").and_then(|mut call| call.apply(&edits)).err()
        }),
        ("Expression::call", Expression::call("a b", ()).err()),
        ("Expression::call without a tuple", Expression::call("f", 1).err()),
        (
            "to_string of a block of another type",
            to_string(&BTreeMap::from([("a", built::Block::new("b"))])).err(),
        ),
        (
            "to_string of a block with another label",
            to_string(&keyed("x", built::Block::new("a").with_label("y"))).err(),
        ),
    ]
    .map(|(call, error)| (call, error.expect("an error")))
    .into()
}

/// A reader and writer that fails.
struct Broken;

impl std::io::Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("the cable is unplugged"))
    }
}

impl std::io::Write for Broken {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("the disk is full"))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[derive(Serialize)]
struct OptionalLabel {
    #[serde(rename = "$label")]
    name: Option<&'static str>,
}

#[derive(Serialize)]
struct AllLabels {
    #[serde(rename = "$labels")]
    labels: Vec<&'static str>,
    b: Vec<u8>,
}

#[derive(Serialize)]
struct BothLabels {
    #[serde(rename = "$label")]
    label: &'static str,
    #[serde(rename = "$labels")]
    labels: Vec<&'static str>,
}

#[derive(Serialize)]
struct Labelled {
    #[serde(rename = "$label")]
    label: Vec<u8>,
}

#[derive(Serialize)]
struct Root {
    #[serde(rename = "$label")]
    label: &'static str,
}

#[derive(Serialize)]
struct Document {
    service: Labelled,
}

#[derive(Serialize)]
struct Blocks {
    #[serde(rename = "$blocks")]
    blocks: Vec<u8>,
}
