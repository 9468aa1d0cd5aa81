//! The sections of the guide together: one program with one configuration.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_hcl::configuration::{Graph, Reduced, Setting, Variables, parse_sources};
use serde_hcl::diagnostic::Diagnostic;
use serde_hcl::edit::File;
use serde_hcl::{
    Body, Context, Decoder, Error, Expression, Function, Lazy, Spanned, Value, from_str,
    from_str_with, hcl, json, parse_expression, value,
};

const MAIN: &str = r#"# The jobs of the servers.
variable "region" {
  type    = string
  default = "eu"
}
variable "ports" {
  type = list(number)
  validation {
    condition     = length(var.ports) > 0
    error_message = "At least one port."
  }
}

define {
  target = "${define.root}/backup" # under the root
  root   = "/srv/${var.region}"
}

job "report" {
  command = "mail ${job.count.lines}"
  retries = "2"
}

job "count" {
  command = "wc ${define.target}"
  lines   = 20 + 1
  note    = 5
  dynamic "port" {
    for_each = var.ports
    content {
      number = 8000 + port.value
      name   = address("host", port.value)
    }
  }
}
"#;

const MORE: &str = r#"{"job": {"test": {"command": "make ${define.root}", "retries": "1"}}}"#;

const LAYER: &str = "define {\n  root = \"/mnt/${var.region}\"\n}\n";

#[derive(Debug, Deserialize)]
struct Config {
    define: BTreeMap<String, Expression>,
    job: BTreeMap<String, Job>,
}

/// A part is captured, a part is flattened, and a part converts.
#[derive(Debug, Deserialize)]
struct Job {
    command: Lazy<String>,
    #[serde(flatten)]
    options: Options,
    #[serde(default)]
    port: Vec<Port>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Options {
    #[serde(default)]
    retries: u8,
    note: Option<Spanned<String>>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Port {
    number: u16,
    name: String,
}

fn functions() -> Context {
    let address = |host: String, port: u16| format!("{host}:{port}");
    Context::standard().function(Function::new("address", address))
}

fn decoder(context: &Context) -> Decoder {
    Decoder::new().context(context).expand_dynamic_blocks(true)
}

#[test]
fn all_sections_in_one_program() -> Result<(), Error> {
    // Several files, in both syntaxes.
    let document = parse_sources([("main.hcl", MAIN), ("more.hcl.json", MORE)])?;

    // Settings from a file and from the command line.
    let variables = Variables::from_body(document.body())?;
    let file: BTreeMap<String, Expression> = from_str("ports = [80, \"443\"]\n")?;
    let mut settings: Vec<(String, Setting)> =
        file.into_iter().map(|(name, value)| (name, value.into())).collect();
    let error = variables.values([("ports", "[]")], &functions()).unwrap_err();
    assert!(error.to_string().contains("At least one port."));
    settings.push(("region".to_owned(), "us".into()));
    let values = Value::object(variables.values(settings, &functions())?);
    let context = functions().variable("var", values.clone());

    // Definitions that refer to each other, captured and evaluated later.
    let config: Config = decoder(&context).from_body(document.body())?;
    let context = context.lazy_object("define", config.define);
    let count = &config.job["count"];
    assert_eq!(count.command.evaluate(&context)?, "wc /srv/us/backup");
    assert_eq!(config.job["test"].command.evaluate(&context)?, "make /srv/us");
    let ports: Vec<_> = count.port.iter().map(|port| (port.number, port.name.as_str())).collect();
    assert_eq!(ports, [(8080, "host:80"), (8443, "host:443")]);
    assert_eq!((config.job["report"].options.retries, config.job["test"].options.retries), (2, 1));
    assert_eq!(count.options.note.as_ref().unwrap().as_str(), "5");

    // Blocks that refer to each other. Definitions that refer to each other are no cycle.
    let graph = Graph::of(document.body());
    let mut results = BTreeMap::new();
    for part in graph.order()? {
        let address: Vec<&str> = graph.address(part).iter().map(|name| &**name).collect();
        let ["job", name] = address[..] else { continue };
        let Some(block) = document.body().blocks().find(|block| {
            block.block_type() == "job"
                && block.labels().next().is_some_and(|it| it.value() == name)
        }) else {
            continue;
        };
        let jobs = context.child().variable("job", Value::object(results.clone()));
        results.insert(name.to_owned(), Body::from(block.body()).evaluate(decoder(&jobs))?);
    }
    assert_eq!(results["report"]["command"], Value::from("mail 21"));
    assert_eq!(results["count"]["port"][1]["number"], Value::from(8443));

    // Unknown values.
    let expression = parse_expression("{ to = define.target, id = upper(job.id) }")?;
    let Reduced::Residual(residual) = expression.reduce(&context)? else { panic!("it is known") };
    assert_eq!(residual.to_string(), "{ to = \"/srv/us/backup\", id = upper(job.id) }");

    // The program's own mistakes, in the file with the mistake.
    let lines = document.body().blocks().last().unwrap().body().attribute("lines").unwrap();
    let own = Diagnostic::error("lines", "Too many lines").with_span(lines.expression().span());
    let error: Error = [document.attach(own)].into_iter().collect();
    assert!(error.to_string().starts_with("main.hcl:26:13: "), "{error}");

    // Layers: the merged documents have one meaning.
    let merged = MAIN.parse::<Body>()?.merge(LAYER.parse::<Body>()?);
    let layered: Config = merged.decode(decoder(&context))?;
    let other = functions().variable("var", values).lazy_object("define", layered.define);
    assert_eq!(layered.job["count"].command.evaluate(&other)?, "wc /mnt/us/backup");

    // Writing and reading again in both syntaxes changes nothing.
    let body: Body = from_str(MAIN)?;
    let native: Body = from_str(&serde_hcl::to_string(&body)?)?;
    let of_json: Body = json::from_str(&json::to_string(&body)?)?;
    for again in [&native, &of_json] {
        let again: Config = again.decode(decoder(&context))?;
        assert_eq!(again.job["count"].options.note.as_ref().unwrap().as_str(), "5");
        assert_eq!(again.job["count"].port.len(), 2);
        assert_eq!(again.job["count"].command.evaluate(&context)?, "wc /srv/us/backup");
    }
    Ok(())
}

#[test]
fn a_changed_document_decodes_like_a_written_one() -> Result<(), Error> {
    #[derive(Deserialize, Serialize)]
    struct Editable {
        job: BTreeMap<String, EditableJob>,
        #[serde(flatten)]
        rest: Body,
    }
    #[derive(Deserialize, Serialize)]
    struct EditableJob {
        retries: Option<u8>,
        #[serde(flatten)]
        rest: Body,
    }
    // An own value in a document of which the rest is captured.
    let mut file: File<Editable> = MAIN.parse()?;
    assert_eq!(file.to_string()?, MAIN);
    file.job.get_mut("report").unwrap().retries = Some(3);
    let changed = file.to_string()?;
    assert_eq!(changed, MAIN.replace("retries = \"2\"", "retries = 3"));

    // By addresses, with references, and with a generated block.
    let mut document: Body = changed.parse()?;
    document.set("job.count.note", "kept")?;
    document.rename_references("var.region", "var.zone")?;
    document.rename_references("define.root", "define.base")?;
    let mut text = document.to_string();
    text = text.replace("root   =", "base   =").replace("variable \"region\"", "variable \"zone\"");
    let (name, lines) = ("extra", 7);
    text += &serde_hcl::to_string(&hcl! {
        job #name {
            command = "tail ${define.target}"
            lines   = #lines
        }
    })?;

    let values = value!({ "zone": "us", "ports": [80] });
    let context = functions().variable("var", values);
    let config: Config = from_str_with(&text, &context)?;
    let context = context.lazy_object("define", config.define);
    assert_eq!(config.job["extra"].command.evaluate(&context)?, "tail /srv/us/backup");
    assert_eq!(config.job["report"].options.retries, 3);
    assert_eq!(config.job["count"].options.note.as_ref().unwrap().as_str(), "kept");
    Ok(())
}
