//! Requests of editors: cases in `cases/language`, real files that end in the middle, and laws.

mod corpus;
mod rename;
mod requests;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_hcl::describe::Description;
use serde_hcl::language::{Completion, Editor};
use serde_hcl::{Context, functions, parse_expression, value};

/// A configuration.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its description is used")]
pub struct Config {
    /// Where to run.
    region: Region,
    debug: Option<bool>,
    tags: Option<BTreeMap<String, String>>,
    zones: Option<Vec<Region>>,
    rule: Option<Vec<serde_hcl::ser::AsAttribute<Rule>>>,
    /// The services, by name.
    #[serde(default)]
    service: BTreeMap<String, Service>,
    #[serde(default)]
    disk: Vec<Disk>,
    log: Option<Log>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "only its description is used")]
enum Region {
    /// Europe.
    Eu,
    Us,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only its description is used")]
struct Service {
    /// The port.
    #[serde(default)]
    port: u16,
    #[deprecated]
    #[allow(deprecated)]
    protocol: Option<String>,
    check: Option<Check>,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only its description is used")]
struct Check {
    path: String,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only its description is used")]
struct Rule {
    /// The first port.
    from: u16,
    to: u16,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only its description is used")]
struct Disk {
    #[serde(rename = "$label")]
    kind: Kind,
    size: u64,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "only its description is used")]
enum Kind {
    Solid,
    Hard,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only its description is used")]
struct Log {
    level: u8,
}

pub fn context() -> Context {
    let names = ["upper", "substr", "max"].map(|name| functions::get(name).expect("a function"));
    let locals = ["one", "two"].map(|name| (name, parse_expression("nowhere").expect("a name")));
    Context::new()
        .functions(names)
        .variable("var", value!({ "name": "web", "net": { "cidr": "10.0.0.0/8" } }))
        .lazy_object("local", locals)
}

/// The text without its mark, and the offset of the mark.
fn marked(text: &str) -> (String, u32) {
    let (before, after) = text.split_once('|').unwrap_or((text, ""));
    (format!("{before}{after}"), before.len() as u32)
}

/// What a case expects is in its last lines: `# => all, labels`, `# has: labels`, `# not: labels`, and
/// `# text: the source with the first proposal` where `\n` is a line end.
#[test]
fn cases() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/language/complete.hcl");
    let text = fs::read_to_string(path).expect("the cases");
    let (description, context) = (Description::of::<Config>(), context());
    let (mut bad, mut count) = (String::new(), 0);
    for case in text.split("#----\n") {
        let at = ["\n# => ", "\n# has: ", "\n# not: ", "\n# text: "];
        let end = at.iter().filter_map(|mark| case.find(mark)).min().expect("an expectation");
        let (source, offset) = marked(&case[..end]);
        let editor = Editor::new(&source, &description, &context);
        let completion = editor.complete(offset);
        for expected in case[end..].lines().filter(|line| !line.is_empty()) {
            count += 1;
            if let Err(found) = check(&completion, &source, expected) {
                bad += &format!("{}{expected}\n  found: {found}\n\n", &case[..end]);
            }
        }
    }
    assert!(bad.is_empty(), "{bad}");
    assert!(count > 50, "{count}");
}

fn check(completion: &Completion, source: &str, expected: &str) -> Result<(), String> {
    let labels: Vec<&str> = completion.proposals.iter().map(|it| &*it.label).collect();
    let (what, names) = expected[2..].split_once(' ').unwrap_or((&expected[2..], ""));
    let mut names = names.split(", ").filter(|name| !name.is_empty());
    let holds = match what {
        "=>" => labels.iter().copied().eq(names),
        "has:" => names.all(|name| labels.contains(&name)),
        "not:" => names.all(|name| !labels.contains(&name)),
        "text:" => {
            let mut new = source.to_owned();
            let first = completion.proposals.first().ok_or("no proposal")?;
            new.replace_range(completion.span.range(), &first.text);
            let new = new.replace('\n', "\\n");
            return if expected.ends_with(&format!(" {new}")) { Ok(()) } else { Err(new) };
        }
        other => return Err(format!("no such expectation: {other}")),
    };
    if holds { Ok(()) } else { Err(labels.join(", ")) }
}
