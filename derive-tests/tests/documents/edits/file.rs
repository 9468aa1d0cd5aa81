//! Documents that are changed through a typed value.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use serde_hcl::edit::File;
use serde_hcl::{Context, Decoder, Expression};

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
#[serde(default)]
struct Config {
    name: Option<String>,
    count: Option<i64>,
    tags: BTreeMap<String, String>,
    ports: Vec<u16>,
    service: BTreeMap<String, Service>,
    rule: Vec<Rule>,
    limits: Option<Limits>,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
#[serde(default)]
struct Service {
    port: u16,
    image: Option<String>,
    check: Vec<Check>,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Check {
    path: String,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Rule {
    from: u16,
    #[serde(default)]
    to: Option<u16>,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Limits {
    cpu: u32,
}

const SOURCE: &str = r#"# The whole.
name  = "a${"b"}" // a name
count = 1 + 1

tags = { # all
  Name = "x" # of name
  Team = upper # not evaluated
}

ports = [
  80, # http
  443,
]

unknown = "stays"

# The web.
service "web" {
  port = 8000 + 80

  check {
    path = "/" # root
  }
}

service "db" { port = 5432 }

rule {
  from = 1 # one
}
rule {
  from = 2 # two
}
rule {
  from = 3 # three
}
"#;

fn context() -> Context {
    Context::new().variable("upper", "core")
}

/// Changes the value. Checks the document, that reading it gives the value, and the other laws.
#[track_caller]
fn check(change: impl FnOnce(&mut Config), expected: &str) {
    let mut file: File<Config> = File::with_context(SOURCE, &context()).unwrap();
    assert_eq!(file.to_string().unwrap(), SOURCE);
    let before = file.clone();
    change(&mut file);
    let found = file.to_string().unwrap();
    assert_eq!(found, expected);
    assert_eq!(file.to_string().unwrap(), found);
    let again: File<Config> = File::with_context(&found, &context()).unwrap();
    assert_eq!(*again, *file);
    assert_eq!(again.to_string().unwrap(), found);
    *file = before;
    assert_eq!(file.to_string().unwrap(), SOURCE);
}

#[test]
fn unchanged_parts_remain_the_same() {
    check(|_| {}, SOURCE);
    check(|it| it.count = Some(2), SOURCE);
    check(|it| it.count = Some(3), &SOURCE.replace("1 + 1", "3"));
    check(|it| it.name = Some("c".into()), &SOURCE.replace(r#""a${"b"}""#, r#""c""#));
}

#[test]
fn objects_and_tuples_are_changed_element_by_element() {
    check(
        |it| drop(it.tags.insert("Name".into(), "y".into())),
        &SOURCE.replace(r#""x" # of name"#, r#""y" # of name"#),
    );
    check(
        |it| drop(it.tags.insert("Zone".into(), "z".into())),
        &SOURCE.replace("not evaluated\n", "not evaluated\n  Zone = \"z\"\n"),
    );
    check(|it| drop(it.tags.remove("Name")), &SOURCE.replace("  Name = \"x\" # of name\n", ""));
    check(|it| it.ports[0] = 8080, &SOURCE.replace("  80,", "  8080,"));
    check(|it| it.ports.push(22), &SOURCE.replace("443,\n", "443,\n  22,\n"));
    check(|it| it.ports.insert(0, 22), &SOURCE.replace("  80,", "  22,\n  80,"));
    check(
        |it| {
            it.ports.remove(0);
        },
        &SOURCE.replace("  80, # http\n", ""),
    );
    check(|it| it.ports.clear(), &SOURCE.replace("  80, # http\n  443,\n", ""));
}

#[test]
fn blocks_are_matched_by_labels() {
    let web = |it: &mut Config, change: fn(&mut Service)| {
        change(it.service.get_mut("web").expect("is there"));
    };
    check(|it| web(it, |web| web.port = 81), &SOURCE.replace("8000 + 80", "81"));
    check(
        |it| web(it, |web| web.image = Some("i".into())),
        &SOURCE.replace("  port = 8000 + 80\n", "  port  = 8000 + 80\n  image = \"i\"\n"),
    );
    check(|it| web(it, |web| web.check[0].path = "/x".into()), &SOURCE.replace("\"/\"", "\"/x\""));
    check(
        |it| web(it, |web| web.check.clear()),
        &SOURCE.replace("\n\n  check {\n    path = \"/\" # root\n  }", ""),
    );
    check(
        |it| drop(it.service.remove("db")),
        &SOURCE.replace("service \"db\" { port = 5432 }\n\n", ""),
    );
    check(|it| it.service.get_mut("db").expect("is there").port = 1, &SOURCE.replace("5432", "1"));
    check(
        |it| {
            let web = it.service.remove("web").expect("is there");
            it.service.insert("www".into(), web);
        },
        &SOURCE.replace("service \"web\"", "service \"www\""),
    );
    check(
        |it| drop(it.service.insert("a".into(), Service { port: 1, ..Service::default() })),
        &SOURCE.replace(
            "service \"db\" { port = 5432 }\n",
            "service \"db\" { port = 5432 }\n\nservice \"a\" {\n  port  = 1\n  check = []\n}\n",
        ),
    );
}

#[test]
fn blocks_without_labels_are_matched_by_position() {
    check(|it| it.rule[1].from = 22, &SOURCE.replace("2 # two", "22 # two"));
    check(
        |it| {
            it.rule.remove(0);
        },
        &SOURCE.replace("rule {\n  from = 1 # one\n}\n", ""),
    );
    check(
        |it| {
            it.rule.remove(1);
        },
        &SOURCE.replace("rule {\n  from = 2 # two\n}\n", ""),
    );
    check(
        |it| it.rule.push(Rule { from: 4, to: Some(5) }),
        &format!("{SOURCE}\nrule {{\n  from = 4\n  to   = 5\n}}\n"),
    );
    check(
        |it| it.rule.insert(0, Rule { from: 0, to: None }),
        &SOURCE.replace("rule {\n  from = 1", "rule {\n  from = 0\n}\n\nrule {\n  from = 1"),
    );
    check(
        |it| it.rule.insert(1, Rule { from: 9, to: None }),
        &SOURCE.replace("rule {\n  from = 2", "\nrule {\n  from = 9\n}\n\nrule {\n  from = 2"),
    );
}

#[test]
fn new_and_removed_items() {
    check(
        |it| it.name = None,
        &SOURCE.replace("# The whole.\nname  = \"a${\"b\"}\" // a name\n", ""),
    );
    check(
        |it| it.limits = Some(Limits { cpu: 2 }),
        &format!("{SOURCE}\nlimits {{\n  cpu = 2\n}}\n"),
    );
}

#[test]
fn attributes_and_blocks_keep_their_form_in_the_document() {
    #[derive(Serialize, Deserialize)]
    struct Other {
        service: BTreeMap<String, Service>,
        rule: Vec<Rule>,
        limits: BTreeMap<String, u32>,
        users: BTreeMap<String, BTreeMap<String, u32>>,
    }
    let source = r#"service = {
  web = { port = 80, image = "x" } # public
}
rule = [{ from = 1 }, { from = 2 }]
limits {
  cpu = 1 # core
}
users "a" {
  id = 1
}
"#;
    let mut file: File<Other> = source.parse().unwrap();
    assert_eq!(file.to_string().unwrap(), source);
    file.service.get_mut("web").expect("is there").port = 81;
    file.rule[1].to = Some(3);
    file.limits.insert("memory".into(), 2);
    file.users.get_mut("a").expect("is there").insert("id".into(), 7);
    let expected = source
        .replace("port = 80", "port = 81")
        .replace("from = 2 }", "from = 2, to = 3 }")
        .replace("  cpu = 1 # core\n", "  cpu    = 1 # core\n  memory = 2\n")
        .replace("id = 1", "id = 7");
    assert_eq!(file.to_string().unwrap(), expected);
    file.rule.pop();
    file.users.clear();
    let expected = expected.replace(", { from = 2, to = 3 }", "");
    // Without this argument, the required field would be missing.
    let expected = expected.replace("users \"a\" {\n  id = 7\n}\n", "");
    let expected =
        expected.replace("rule = ", "rule  = ").replace("\nlimits", "\nusers = {}\n\nlimits");
    assert_eq!(file.to_string().unwrap(), expected);
}

#[test]
fn captured_expressions_are_written_as_they_are() {
    #[derive(Serialize, Deserialize)]
    struct Captured {
        command: Expression,
    }
    let mut file: File<Captured> = "command = [var.x] # c\n".parse().unwrap();
    file.command = serde_hcl::parse_expression("f(var.y)").unwrap();
    assert_eq!(file.to_string().unwrap(), "command = f(var.y) # c\n");
}

#[test]
fn generated_blocks_can_not_be_changed() {
    #[derive(Serialize, Deserialize)]
    struct Rules {
        rule: Vec<Rule>,
    }
    let source =
        "dynamic \"rule\" {\n  for_each = [1, 2]\n  content {\n    from = rule.value\n  }\n}\n";
    let decoder = Decoder::new().expand_dynamic_blocks(true);
    let mut file: File<Rules> = File::with_context(source, &decoder).unwrap();
    assert_eq!(file.to_string().unwrap(), source);
    file.rule[0].from = 3;
    assert_eq!(file.to_string().unwrap_err().code(), "generated-block");
}

/// Equal hash maps have their entries in different orders.
#[test]
fn a_generated_block_stays_if_its_hash_map_is_replaced_by_an_equal_one() {
    #[derive(Serialize, Deserialize)]
    struct Rules {
        rule: Vec<HashMap<String, u32>>,
    }
    let source = "dynamic \"rule\" {\n  for_each = [1]\n  content {\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    e = 5\n    f = 6\n    g = 7\n    h = 8\n  }\n}\n";
    let decoder = Decoder::new().expand_dynamic_blocks(true);
    let mut file: File<Rules> = File::with_context(source, &decoder).unwrap();
    let copy: HashMap<String, u32> =
        file.rule[0].iter().map(|(key, it)| (key.clone(), *it)).collect();
    file.rule[0] = copy;
    assert_eq!(file.to_string().unwrap(), source);
}
