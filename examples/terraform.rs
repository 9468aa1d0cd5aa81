//! Reads Terraform files as one module and prints its values: `cargo run --example terraform [--
//! FILE… [NAME=VALUE…]]`.
//!
//! Without files it reads the module in `examples/module`. `NAME=VALUE` sets a variable; values are
//! expressions, or else plain strings. Values that only a provider could compute are unknown.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_hcl::{Body, Context, Expression, Map, Type, Value, functions};

/// The content of one file, or of all files of a module.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Module {
    variable: BTreeMap<String, Variable>,
    /// Blocks of attributes, which are evaluated when the variables are known.
    locals: Vec<BTreeMap<String, Expression>>,
    resource: Vec<Resource>,
    output: BTreeMap<String, Output>,
}

#[derive(Deserialize)]
struct Variable {
    description: Option<String>,
    /// The rest undecoded, because a default of null differs from no default.
    #[serde(flatten)]
    arguments: Body,
}

#[derive(Deserialize)]
struct Output {
    description: Option<String>,
    value: Expression,
}

#[derive(Deserialize)]
struct Resource {
    #[serde(rename = "$label:type")]
    kind: String,
    #[serde(rename = "$label:name")]
    name: String,
    #[serde(flatten)]
    arguments: Body,
}

/// The arguments of a kind of resource that this program prints in detail.
#[derive(Deserialize)]
struct SecurityGroup {
    name: String,
    #[serde(default)]
    ingress: Vec<Rule>,
    #[serde(default)]
    tags: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Rule {
    description: Option<String>,
    from_port: u16,
    to_port: u16,
    cidr_blocks: Vec<String>,
}

fn main() {
    if let Err(error) = run() {
        eprintln!("{error:#}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let (settings, files): (Vec<_>, Vec<_>) =
        std::env::args().skip(1).partition(|argument| argument.contains('='));
    let files = if files.is_empty() {
        bundled_module()?
    } else {
        files.into_iter().map(PathBuf::from).collect()
    };

    let mut module = Module::default();
    for file in &files {
        module.merge(serde_hcl::from_path(file)?);
    }
    println!("{} files", files.len());

    let variables = module.variables(&settings)?;
    section("variables", &variables, |name| module.variable[name].description.as_deref());
    let context = module.outside_world().variable("var", Value::Object(variables));
    let (context, locals) = module.locals(context);
    section("locals", &locals, |_| None);

    println!("\nresources");
    for resource in &module.resource {
        println!("  {}.{}", resource.kind, resource.name);
        if resource.kind == "aws_security_group" {
            print_security_group(&resource.arguments, &context);
        }
    }

    println!("\noutputs");
    for (name, output) in &module.output {
        let value = output.value.evaluate(&context);
        let value = value.map_or_else(|error| format!("({error})"), |value| value.to_string());
        print_line(name, &value, output.description.as_deref());
    }
    Ok(())
}

fn bundled_module() -> std::io::Result<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/module");
    let mut files: Vec<_> = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "tf"));
    files.sort();
    Ok(files)
}

impl Module {
    fn merge(&mut self, other: Module) {
        self.variable.extend(other.variable);
        self.locals.extend(other.locals);
        self.resource.extend(other.resource);
        self.output.extend(other.output);
    }

    /// The value of every variable: its setting, or else its default, or else unknown.
    fn variables(&self, settings: &[String]) -> serde_hcl::Result<Map> {
        let mut variables = Map::new();
        for (name, variable) in &self.variable {
            let value = match variable.arguments.view().attribute("default") {
                Some(default) => default.expression().evaluate(&Context::new())?,
                None => Value::unknown(Type::Dynamic),
            };
            variables.insert(name.as_str(), value);
        }
        for (name, text) in settings.iter().filter_map(|setting| setting.split_once('=')) {
            let expression = serde_hcl::parse_expression(text);
            let value = expression.and_then(|expression| expression.evaluate(&Context::new()));
            variables.insert(name, value.unwrap_or_else(|_| Value::from(text)));
        }
        Ok(variables)
    }

    /// The functions, and unknown values for everything that the module refers to but does not
    /// define.
    fn outside_world(&self) -> Context {
        let locals = self.locals.iter().flat_map(BTreeMap::values);
        let outputs = self.output.values().map(|output| &output.value);
        let in_expressions = locals.chain(outputs).flat_map(Expression::references);
        let in_resources =
            self.resource.iter().flat_map(|resource| resource.arguments.references());
        let roots: BTreeSet<_> =
            in_expressions.chain(in_resources).map(|reference| reference.root()).collect();
        roots
            .into_iter()
            .filter(|root| !["var", "local"].contains(root))
            .fold(Context::new().functions(functions::all()), |context, root| {
                context.variable(root, Value::unknown(Type::Dynamic))
            })
    }

    /// The context with `local`, and the values of the locals. Locals refer to one another in any
    /// order, so each round evaluates those whose references are known.
    fn locals(&self, outside: Context) -> (Context, Map) {
        let mut waiting: Vec<_> = self.locals.iter().flatten().collect();
        let mut known = Map::new();
        loop {
            let context = outside.child().variable("local", Value::Object(known.clone()));
            let (ready, blocked): (Vec<_>, Vec<_>) =
                waiting.into_iter().partition(|(_, expression)| {
                    locals_in(expression).iter().all(|name| known.contains_key(name))
                });
            for (name, expression) in &ready {
                let value = expression.evaluate(&context).unwrap_or_else(|error| {
                    eprintln!("{error:#}");
                    Value::unknown(Type::Dynamic)
                });
                known.insert(name.as_str(), value);
            }
            if ready.is_empty() {
                for (name, _) in blocked {
                    eprintln!("local.{name} refers to a local that is missing or to itself");
                }
                return (context, known);
            }
            waiting = blocked;
        }
    }
}

/// The names of the locals that an expression refers to.
fn locals_in(expression: &Expression) -> Vec<String> {
    let references = expression.references();
    let locals = references.iter().filter(|reference| reference.root() == "local");
    locals
        .filter_map(|reference| match reference.steps().next()?.kind() {
            serde_hcl::syntax::StepKind::Attribute(name) => Some(name.to_owned()),
            _ => None,
        })
        .collect()
}

fn print_security_group(arguments: &Body, context: &Context) {
    match arguments.decode::<SecurityGroup>(context) {
        Ok(group) => {
            println!("    {} with {} tags", group.name, group.tags.len());
            for rule in &group.ingress {
                let ports = if rule.from_port == rule.to_port {
                    rule.from_port.to_string()
                } else {
                    format!("{}-{}", rule.from_port, rule.to_port)
                };
                let from = rule.cidr_blocks.join(", ");
                let why = rule.description.as_deref().unwrap_or("no description");
                println!("    port {ports} from {from}: {why}");
            }
        }
        Err(error) => println!("    ({error})"),
    }
}

fn section<'a>(title: &str, values: &Map, describe: impl Fn(&str) -> Option<&'a str>) {
    println!("\n{title}");
    for (name, value) in values.iter() {
        print_line(name, &value.to_string(), describe(name));
    }
}

fn print_line(name: &str, value: &str, description: Option<&str>) {
    let description = description.map(|text| format!("  # {text}")).unwrap_or_default();
    println!("  {name} = {value}{description}");
}
