//! `eval`, `convert` and `diff`: the values of documents.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_hcl::configuration::{Reduced, Schema, Setting, Unresolved, Variables};
use serde_hcl::{
    Address, Block, Body, Context, Expression, Result, Value, from_body, functions, json,
    parse_expression, to_expression_string,
};

use crate::Verdict;
use crate::files::{Files, Input, Outcome, is_hcl};
use crate::outline::visit;
use crate::terminal::{colored, print};

/// Evaluate an expression, or the argument or the block at an address of the files.
///
/// The expression can use the arguments of the files by their names, `local` with the `locals` blocks and
/// `var` with the `variable` blocks, which the environment sets, too: `TF_VAR_name`. Only a file `-` is
/// standard input.
#[derive(Debug, Args)]
#[command(after_help = "Example: hcl eval 'length(local.zones) * 2' . --var region=eu")]
pub struct Eval {
    expression: String,
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    settings: Settings,
    /// Print a text without quotes
    #[arg(long, short)]
    raw: bool,
}

/// Convert documents to the other syntax, or to plain JSON with their values.
///
/// In JSON syntax, the blocks of Terraform are known in files `.tf.json` and `.tofu.json`; everything else is an
/// argument.
#[derive(Debug, Args)]
#[command(after_help = "Example: hcl convert --to values terraform.tfvars")]
pub struct Convert {
    #[command(flatten)]
    files: Files,
    /// By default, the other syntax
    #[arg(long, value_enum)]
    to: Option<Target>,
    #[command(flatten)]
    settings: Settings,
}

/// Compare two documents by their values.
///
/// Layout, comments, order of arguments, and syntax don't matter. Names without a value, and values with a
/// mistake, are compared as text.
/// The exit code is 1 if there are differences.
#[derive(Debug, Args)]
#[command(after_help = "Example: hcl diff old.tf new.tf.json")]
pub struct Diff {
    old: PathBuf,
    new: PathBuf,
}

#[derive(Debug, Args)]
struct Settings {
    /// Set a variable. If the files declare no variables, the value is an expression or else a text
    #[arg(long = "var", value_name = "NAME=VALUE", value_parser = pair)]
    variables: Vec<(String, String)>,
    /// Set the variables in a file: `.tfvars`, `.tfvars.json`
    #[arg(long = "var-file", value_name = "FILE")]
    variable_files: Vec<PathBuf>,
    /// Names without a value are no error: they remain in the result
    #[arg(long, short)]
    partial: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Target {
    Json,
    Native,
    Values,
}

impl Settings {
    /// The standard functions, and the variables that a configuration defines.
    fn context(&self, config: &Body) -> Result<Context> {
        let base = context();
        let declared = Variables::from_body_with(config.view(), &base)?;
        let mut settings: Vec<(String, Setting)> = Vec::new();
        for variable in &declared {
            let name = variable.name().to_owned();
            if self.partial && variable.default().is_none() {
                settings.push((name.clone(), Value::unknown(variable.ty().clone()).into()));
            }
            if let Ok(text) = std::env::var(format!("TF_VAR_{name}")) {
                settings.push((name, text.into()));
            }
        }
        for file in &self.variable_files {
            for attribute in Body::from_path(file)?.view().attributes_only()? {
                let value = Expression::from(attribute.expression());
                settings.push((attribute.name().to_owned(), value.into()));
            }
        }
        let is_declared = declared.iter().len() > 0;
        settings.extend(self.variables.iter().map(|(name, text)| {
            (name.clone(), if is_declared { text.as_str().into() } else { setting(text) })
        }));

        let content = config.view().partial_content(&Schema::new().block("locals", &[]))?;
        let mut locals = Vec::new();
        for block in content.blocks() {
            let attributes = block.body().attributes_only()?.into_iter();
            locals.extend(attributes.map(|it| (it.name().to_owned(), it.expression().into())));
        }
        let mut context = base.clone();
        for attribute in content.rest().iter().filter_map(|item| item.as_attribute()) {
            context = context.lazy_variable(attribute.name(), attribute.expression().into());
        }
        let variables = match is_declared {
            true => declared.values(settings, &base)?,
            false => implied(&settings)?.values(settings, &base)?,
        };
        if !is_declared {
            for (name, value) in &variables {
                context = context.variable(&**name, value.clone());
            }
        }
        Ok(context.variable("var", Value::Object(variables)).lazy_object("local", locals))
    }
}

/// Variables of any type for all settings.
fn implied(settings: &[(String, Setting)]) -> Result<Variables> {
    let names: BTreeSet<&String> = settings.iter().map(|(name, _)| name).collect();
    let blocks = names.into_iter().map(|name| Block::new("variable").with_label(name));
    let body = blocks.fold(Body::new(), |body, block| body.with_block(block));
    Variables::from_body(body.view())
}

/// The value of an expression, or else the text.
fn setting(text: &str) -> Setting {
    let value = parse_expression(text).and_then(|it| it.evaluate(&Context::new()));
    value.map_or_else(|_| text.into(), Setting::Value)
}

impl Eval {
    pub fn run(&self) -> Result<Verdict> {
        let config = match self.files.paths.is_empty() && self.files.files_from.is_none() {
            true => Body::new(),
            false => self.files.configuration()?,
        };
        let context = self.settings.context(&config)?;
        let address = self.expression.parse::<Address>().ok();
        let block = address.as_ref().and_then(|address| config.block(address));
        let found = address.as_ref().and_then(|address| config.expression(address));
        let expression = || match found {
            Some(found) => Ok(Expression::from(found)),
            None => parse_expression(&self.expression),
        };
        let value = match block {
            Some(block) => from_body(block.body(), &context)?,
            None if self.settings.partial => match expression()?.reduce(&context)? {
                Reduced::Value(value) => value,
                Reduced::Residual(rest) => {
                    print(&format!("{rest}\n"));
                    return Ok(Verdict::Good);
                }
            },
            None => expression()?.evaluate(&context)?,
        };
        let text = match value.as_str() {
            _ if self.files.json => json::value_to_string(&value)?,
            Some(text) if self.raw => text.to_owned(),
            _ => to_expression_string(&value)?,
        };
        print(&format!("{text}\n"));
        Ok(Verdict::Good)
    }
}

impl Convert {
    pub fn run(&self) -> Verdict {
        self.files.each(is_hcl, |input| self.convert(input))
    }

    fn convert(&self, input: &Input) -> Result<Outcome> {
        let body = input.body()?;
        let other = if input.is_json() { Target::Native } else { Target::Json };
        let schema = schema_of(input);
        let text = match self.to.unwrap_or(other) {
            Target::Json => json::to_string_pretty(&body.view().to_json(&schema)?)?,
            Target::Native => body.view().to_native(&schema)?.to_string(),
            Target::Values => {
                let context = match self.settings.partial {
                    true => context().on_unresolved(Unresolved::Text),
                    false => self.settings.context(&body)?,
                };
                json::value_to_string(&from_body(body.view(), &context)?)? + "\n"
            }
        };
        Ok(Outcome::new("converted", text.clone()).field("text", text))
    }
}

impl Diff {
    pub fn run(&self) -> Result<Verdict> {
        let (old, new) = (leaves(&self.old)?, leaves(&self.new)?);
        let addresses: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        let mut differing =
            addresses.into_iter().filter(|it| old.get(*it) != new.get(*it)).peekable();
        let verdict = if differing.peek().is_some() { Verdict::Negative } else { Verdict::Good };
        for address in differing {
            let line = |sign: &str, value: &String| format!("{sign} {address} = {value}\n");
            let removed = old.get(address).map(|value| line("-", value));
            let added = new.get(address).map(|value| line("+", value));
            print(&colored(&[removed, added].into_iter().flatten().collect::<String>()));
        }
        Ok(verdict)
    }
}

fn is_terraform(input: &Input) -> bool {
    [".tf", ".tofu", ".tf.json", ".tofu.json"].iter().any(|it| input.name().ends_with(it))
}

fn schema_of(input: &Input) -> Schema {
    if is_terraform(input) { Schema::terraform() } else { Schema::new() }
}

/// The values in a document that have no parts, as text by their addresses.
fn leaves(path: &Path) -> Result<BTreeMap<String, String>> {
    let input = match path == Path::new("-") {
        true => Input::Stdin("-".to_owned()),
        false => Input::Path(path.to_owned()),
    };
    let mut body = input.body()?;
    if is_terraform(&input) && input.is_json() {
        body = body.view().to_native(&schema_of(&input))?;
    }
    // Without `list` and `map`, which always fail: type expressions remain as text.
    let functions = functions::all().into_iter();
    let functions = functions.filter(|function| !["list", "map"].contains(&function.name()));
    let context = Context::new().functions(functions);
    let contexts =
        [Unresolved::Text, Unresolved::Unknown].map(|it| context.clone().on_unresolved(it));
    let mut leaves = BTreeMap::new();
    visit(body.view(), &Address::from(&[] as &[&str]), true, &mut |address, item| {
        let Some(attribute) = item.as_attribute() else {
            if item.as_block().is_some_and(|block| block.body().items().is_empty()) {
                leaves.insert(address.to_string(), "{}".to_owned());
            }
            return;
        };
        let expression = attribute.expression();
        let values = contexts.each_ref().map(|context| expression.evaluate(context));
        let collected = match &values {
            [Ok(value), Ok(known)] => collect(value, Some(known), address, &mut leaves).is_ok(),
            _ => false,
        };
        if !collected {
            leaves.insert(address.to_string(), expression.text().to_owned());
        }
    });
    Ok(leaves)
}

/// All functions of the crate, those of Terraform where they differ.
fn context() -> Context {
    Context::standard().functions(functions::terraform())
}

/// `known` has unknown values where `value` has the text of expressions.
fn collect(
    value: &Value,
    known: Option<&Value>,
    at: &Address,
    leaves: &mut BTreeMap<String, String>,
) -> Result<()> {
    let known = known.filter(|known| known.is_known());
    if let Some(map) = value.as_map().filter(|map| !map.is_empty()) {
        return map.iter().try_for_each(|(name, value)| {
            let known = known.and_then(|known| known.get(&**name));
            collect(value, known, &at.clone().name(name), leaves)
        });
    }
    if let Some(elements) = value.as_elements().filter(|elements| !elements.is_empty()) {
        return elements.iter().enumerate().try_for_each(|(index, value)| {
            let known = known.and_then(|known| known.get(index));
            collect(value, known, &at.clone().index(index), leaves)
        });
    }
    let text = to_expression_string(value)?;
    let is_text = known.is_some();
    let text = if is_text { text } else { text.replace("$${", "${").replace("%%{", "%{") };
    leaves.insert(at.to_string(), text);
    Ok(())
}

fn pair(text: &str) -> std::result::Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("NAME=VALUE is required")?;
    Ok((name.to_owned(), value.to_owned()))
}
