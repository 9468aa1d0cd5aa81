//! All mistakes of a document in one error.

use std::num::NonZeroU8;

use serde::Deserialize;
use serde_hcl::Deserializer;

type Map<T> = std::collections::BTreeMap<String, T>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pipeline {
    name: String,
    stages: u8,
    #[serde(default)]
    debug: bool,
    #[serde(default)]
    step: Vec<Step>,
    #[serde(default)]
    limits: Map<Limit>,
}

#[derive(Debug, Deserialize)]
struct Step {
    #[serde(rename = "$label")]
    name: String,
    run: String,
    retries: u8,
}

#[derive(Debug, Deserialize)]
#[serde(try_from = "Bounds")]
struct Limit(Bounds);

#[derive(Debug, Deserialize)]
struct Bounds {
    least: u8,
    most: u8,
}

impl TryFrom<Bounds> for Limit {
    type Error = String;

    fn try_from(bounds: Bounds) -> Result<Self, String> {
        match bounds.least < bounds.most {
            true => Ok(Limit(bounds)),
            false => Err("the least is not below the most".into()),
        }
    }
}

/// The lines and codes of all diagnostics.
fn mistakes<T: for<'de> Deserialize<'de> + std::fmt::Debug>(source: &str) -> Vec<(usize, String)> {
    let error = serde_hcl::from_str::<T>(source).unwrap_err();
    let diagnostics = error.diagnostics().iter();
    let line = |position: serde_hcl::source::Position| position.line;
    diagnostics.map(|each| (each.position().map_or(0, line), each.code().to_owned())).collect()
}

fn expected(mistakes: &[(usize, &str)]) -> Vec<(usize, String)> {
    mistakes.iter().map(|(line, code)| (*line, (*code).to_owned())).collect()
}

#[test]
fn each_mistake_is_found_once() {
    let source = "name = [\"a\"]\ndebug = yes\ncolour = 1\nshape {\n}\nstep \"a\" {\n  run = 1 + \"b\"\n}\n\
                  step \"b\" {\n  run = \"b\"\n  retries = 999\n}\nstep {\n}\n";
    let found = mistakes::<Pipeline>(source);
    let all = [
        (1, "invalid-type"),
        (2, "no-variables"),
        (3, "unknown-argument"),
        (4, "unknown-block-type"),
        (6, "missing-argument"),
        (7, "invalid-operand"),
        (11, "number-out-of-range"),
        (13, "missing-label"),
        (13, "missing-argument"),
        (13, "missing-argument"),
        (1, "missing-argument"),
    ];
    assert_eq!(found, expected(&all));
}

#[test]
fn a_misspelled_name_is_one_mistake() {
    let source = "nmae = \"a\"\nstages = 1\n";
    assert_eq!(mistakes::<Pipeline>(source), expected(&[(1, "unknown-argument")]));
}

#[test]
fn consequences_of_a_made_up_value_are_not_reported() {
    let source = "name = \"a\"\nstages = 1\nlimits = {\n  a = { least = \"x\", most = 0 }\n  b = { least = 3, most = 2 }\n}\n";
    let found = mistakes::<Pipeline>(source);
    assert_eq!(found[0], (4, "invalid-type".to_owned()));
    assert!(found.iter().all(|(line, code)| (*line, &**code) != (4, "custom")), "{found:?}");
}

#[test]
fn values_that_can_not_be_made_up_end_the_search() {
    #[derive(Debug, Deserialize)]
    #[serde(try_from = "u16")]
    struct Port(u16);

    impl TryFrom<u16> for Port {
        type Error = &'static str;

        fn try_from(port: u16) -> Result<Self, Self::Error> {
            if port < 1024 { Err("too small") } else { Ok(Port(port)) }
        }
    }

    #[derive(Debug, Deserialize)]
    struct Strict {
        port: Port,
        count: u16,
    }
    let found = mistakes::<Strict>("port = 0\ncount = \"x\"\n");
    assert_eq!(found, expected(&[(1, "custom")]));
    let found = mistakes::<Strict>("count = \"x\"\nport = 0\n");
    assert_eq!(found, expected(&[(1, "invalid-type"), (2, "custom")]));
}

#[test]
fn missing_fields_of_objects_are_made_up() {
    #[derive(Debug, Deserialize)]
    struct Rule {
        count: u8,
        name: String,
    }
    #[derive(Debug, Deserialize)]
    struct Rules {
        rule: Rule,
        port: u16,
    }
    let found = mistakes::<Rules>("rule = { count = \"x\" }\nport = \"y\"\n");
    let all = [(1, "missing-argument"), (1, "invalid-type"), (2, "invalid-type")];
    assert_eq!(found, expected(&all));
}

#[test]
fn numbers_and_texts_are_made_up_for_most_types() {
    #[derive(Debug, Deserialize)]
    struct Strict {
        divisor: NonZeroU8,
        letter: char,
        port: u16,
    }
    let found = mistakes::<Strict>("divisor = 0\nletter = \"ab\"\nport = \"x\"\n");
    let all = [(1, "invalid-value"), (2, "invalid-value"), (3, "invalid-type")];
    assert_eq!(found, expected(&all));
}

#[test]
fn all_mistakes_are_found_however_many_and_long() {
    let wrong: String = (0..300).map(|number| format!("port_{number} = \"x\"\n")).collect();
    let long = format!("{wrong}# {}\n", "x".repeat(256 * 1024));
    assert_eq!(mistakes::<Map<u16>>(&long).len(), 300);
    let blocks = "step \"a\" {\n  run = \"x\"\n  retries = 300\n}\n".repeat(200);
    let found = mistakes::<Pipeline>(&format!("name = \"a\"\nstages = 1\n{blocks}"));
    assert_eq!(found.len(), 200);
}

/// A line without and with a mistake, and the code of the mistake.
const LINES: [(&str, &str, &str); 10] = [
    ("name = \"a\"", "name = [\"a\"]", "invalid-type"),
    ("ports = [80, 443]", "ports = [80, \"x\"]", "invalid-type"),
    ("pair = [1, \"b\"]", "pair = [1]", "invalid-length"),
    ("mode = \"fast\"", "mode = \"fats\"", "unknown-variant"),
    ("job \"a\" { run = \"x\" }", "job \"a\" { ruin = \"x\" }", "unknown-argument"),
    ("job \"b\" { run = \"y\" }", "job \"b\" \"c\" { run = \"y\" }", "extraneous-label"),
    ("job \"d\" { run = \"y\" }", "job \"d\" {}", "missing-argument"),
    ("limit = 1 + 1", "limit = 1 + y", "no-variables"),
    ("tags = { a = \"x\" }", "tags = { a = [\"x\"] }", "invalid-type"),
    (
        "shape = { kind = \"disk\", size = 1 }",
        "shape = { kind = \"disk\", size = [] }",
        "invalid-type",
    ),
];

/// The law of recovery: a document has the mistakes of its lines, for all sets of lines with a mistake.
#[test]
fn no_mistake_hides_another_or_makes_one() {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its mistakes count")]
    struct Config {
        name: String,
        ports: Vec<u16>,
        pair: (u8, String),
        mode: Mode,
        job: Vec<Job>,
        limit: u8,
        tags: Map<String>,
        shape: Shape,
    }
    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Mode {
        Fast,
        Slow,
    }
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its mistakes count")]
    struct Job {
        #[serde(rename = "$label")]
        name: String,
        run: String,
    }
    #[derive(Debug, Deserialize)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    #[expect(dead_code, reason = "only its mistakes count")]
    enum Shape {
        Disk { size: u8 },
    }
    for set in 1..1_usize << LINES.len() {
        let is_wrong = |index: &usize| set & 1 << index != 0;
        let indices = 0..LINES.len();
        let source: String = indices
            .clone()
            .map(|index| {
                let (right, wrong, _) = LINES[index];
                if is_wrong(&index) { wrong } else { right }.to_owned() + "\n"
            })
            .collect();
        let all = indices.filter(is_wrong).map(|index| (index + 1, LINES[index].2.to_owned()));
        assert_eq!(mistakes::<Config>(&source), all.collect::<Vec<_>>(), "{source}");
    }
}

#[test]
fn each_element_is_a_part_of_its_own() {
    let found =
        mistakes::<Map<Vec<Vec<u8>>>>("a = [\n  [1, \"x\", true],\n  null,\n  [2, y],\n]\n");
    let all = [(2, "invalid-type"), (2, "invalid-type"), (3, "invalid-type"), (4, "no-variables")];
    assert_eq!(found, expected(&all));
}

#[test]
fn elements_in_a_row_of_one_wrong_type_are_one_mistake() {
    let found = mistakes::<Map<Vec<u8>>>("a = [\"x\", \"y\", z]\nb = [u, v]\n");
    let all = [(1, "invalid-type"), (1, "no-variables"), (2, "no-variables")];
    assert_eq!(found, expected(&all));
}

/// Its parts have no place of their own.
#[test]
fn an_evaluated_value_has_one_mistake() {
    let found = mistakes::<Map<Vec<u8>>>("a = [for x in [\"y\", \"z\"] : x]\nb = [\"x\"]\n");
    assert_eq!(found, expected(&[(1, "invalid-type"), (2, "invalid-type")]));
}

#[test]
fn paths_lead_to_each_mistake() {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Shapes {
        #[serde(rename = "$blocks")]
        shapes: Vec<Shape>,
    }
    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    #[expect(dead_code, reason = "decoding fails")]
    enum Shape {
        Circle { radius: u8, colors: Vec<u8> },
        Group(Map<Map<u8>>),
    }
    let source =
        "circle {\n  radius = \"x\"\n  colors = [1, \"y\"]\n}\ngroup \"a\" {\n  b = \"z\"\n}\n";
    let error = serde_hcl::from_str::<Shapes>(source).unwrap_err();
    let paths: Vec<_> = error.diagnostics().iter().filter_map(|each| each.path()).collect();
    let expected =
        ["$blocks[0].circle.radius", "$blocks[0].circle.colors[1]", "$blocks[1].group[\"a\"].b"];
    assert_eq!(paths, expected);
}

/// The made-up field of a block is not one of the document, which may have the same place.
#[test]
fn a_made_up_field_is_that_of_its_body() {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Config {
        step: Task,
    }
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Task {
        run: String,
    }
    let found = mistakes::<Config>("step {\n}");
    assert_eq!(found, expected(&[(1, "missing-argument")]));
}

/// The blocks that `$blocks` takes are known, also if another name is not.
#[test]
fn an_unknown_name_among_all_blocks_is_one_mistake() {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Config {
        #[serde(rename = "$blocks")]
        steps: Vec<Task>,
    }
    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    #[expect(dead_code, reason = "decoding fails")]
    enum Task {
        Run(Map<u8>),
    }
    let found = mistakes::<Config>("speed = 1\nrun {\n  a = 1\n}\n");
    assert_eq!(found, expected(&[(1, "unknown-argument")]));
}

/// The missing field of a flattened struct can't be made up, so the struct as a whole is.
#[test]
fn mistakes_behind_a_flattened_struct_are_found() {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Config {
        item: Vec<Item>,
        count: u8,
    }
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Item {
        id: u8,
        #[serde(flatten)]
        rest: Rest,
    }
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Rest {
        size: u8,
    }
    let found = mistakes::<Config>("item {\n}\ncount = \"x\"\n");
    let all = [(1, "missing-argument"), (1, "missing-argument"), (3, "invalid-type")];
    assert_eq!(found, expected(&all));
}

#[test]
fn a_deserializer_reports_the_first_mistake() {
    let deserializer = Deserializer::from_str("a = \"x\"\nb = \"y\"\n");
    let error = Map::<u16>::deserialize(deserializer).unwrap_err();
    assert_eq!((error.diagnostics().len(), error.line()), (1, Some(1)));
}

#[test]
fn unknown_names_of_a_long_document_are_found_at_once() {
    let source: String = (0..100_000).map(|number| format!("name_{number} = 1\n")).collect();
    let found = mistakes::<Pipeline>(&source);
    // And one of the missing fields has a name that is not similar.
    assert_eq!(found.len(), 100_001);
}

#[test]
fn decoding_types_that_contain_themselves_ends() {
    #[derive(Debug, Deserialize)]
    struct Nested {
        inner: Box<Nested>,
    }
    let found = mistakes::<Nested>("inner {\n}\n");
    assert_eq!(found, expected(&[(1, "missing-argument")]));
}

#[test]
fn an_extra_label_hides_no_other_mistake() {
    let source = "name = \"a\"\nstages = 1\nstep \"a\" \"b\" {\n  run = 1\n  retries = 999\n}\n";
    let all = [(3, "extraneous-label"), (5, "number-out-of-range")];
    assert_eq!(mistakes::<Pipeline>(source), expected(&all));
}

#[test]
fn a_misspelled_name_in_an_object_is_one_mistake() {
    #[derive(Debug, Deserialize)]
    struct Holder {
        point: Point,
    }
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Point {
        left: u8,
    }
    let found = mistakes::<Holder>("point = { lefft = 1 }\n");
    assert_eq!(found, expected(&[(1, "unknown-argument")]));
}

#[test]
fn a_field_in_the_wrong_place_is_one_mistake() {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Outer {
        title: String,
        inner: Inner,
    }
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Inner {
        size: u8,
    }
    let found = mistakes::<Outer>("title = \"a\"\nsize = 1\ninner {\n}\n");
    assert_eq!(found, expected(&[(2, "unknown-argument")]));
    let found = mistakes::<Outer>("inner {\n  size = 1\n  title = \"a\"\n}\n");
    assert_eq!(found, expected(&[(3, "unknown-argument")]));
}

#[test]
fn a_wrong_tag_has_no_consequences() {
    #[derive(Debug, Deserialize)]
    struct Holder {
        shape: Option<Shape>,
        size: u8,
    }
    #[derive(Debug, Deserialize)]
    #[serde(tag = "kind", content = "content")]
    enum Shape {
        Empty,
        Full(u8),
    }
    let source = "shape {\n  kind = \"Ful\"\n  content = 1\n}\nsize = \"x\"\n";
    let all = [(2, "unknown-variant"), (5, "invalid-type")];
    assert_eq!(mistakes::<Holder>(source), expected(&all));
}

/// An unknown name that another body of the document has belongs into that body.
#[test]
fn an_optional_name_in_the_wrong_body_is_placed() {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Job {
        priority: Option<u8>,
        #[serde(default)]
        step: Map<Task>,
    }
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Task {
        timeout: Option<u8>,
        retry: Option<Retry>,
    }
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Retry {
        attempts: u8,
    }
    let cases = [
        ("timeout = 5\nstep \"a\" {\n}\n", "\"timeout\" belongs into \"step\""),
        ("step \"a\" {\n  priority = 5\n}\n", "\"priority\" belongs into the top level"),
        ("retry {\n  attempts = 1\n}\nstep \"a\" {\n}\n", "\"retry\" belongs into \"step\""),
        ("speed = 5\nstep \"a\" {\n}\n", "possible here: \"priority\", \"step\""),
        ("timeout = 5\n", "possible here: \"priority\", \"step\""),
    ];
    for (source, help) in cases {
        let error = serde_hcl::from_str::<Job>(source).unwrap_err();
        let [diagnostic] = error.diagnostics() else { panic!("{}", error.report()) };
        assert_eq!(diagnostic.help(), Some(help), "{}", error.report());
    }
}

/// A name of a document with any number of block types belongs into a few of them at most.
#[test]
fn a_name_that_many_bodies_have_is_placed_in_some_of_them() {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Service {
        timeout: Option<u8>,
        limits: Option<Limits>,
    }
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Limits {
        memory: Option<u8>,
    }
    let services: String = (0..500).map(|it| format!("s{it} {{\n}}\n")).collect();
    let source = services + "last {\n  limits {\n    timeout = 5\n  }\n}\n";
    let error = serde_hcl::from_str::<Map<Service>>(&source).unwrap_err();
    let [diagnostic] = error.diagnostics() else { panic!("{}", error.report()) };
    let help = diagnostic.help().unwrap();
    assert!(help.starts_with("\"timeout\" belongs into "), "{help}");
    assert_eq!(help.split(" or ").count(), 64, "{help}");
}
