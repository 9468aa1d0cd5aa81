//! The declarations in the files of a directory.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_hcl::configuration::{Directory, Schema, Variables, parse_files};
use serde_hcl::source::Location;
use serde_hcl::syntax::{AttributeRef, BlockRef};
use serde_hcl::{Body, Decoder, Expression, Type, parse_expression, parse_traversal};

use super::overrides::{Declaration, check_overrides, declarations};
use super::rules::{Rule, rules};
use super::{Problem, Problems, version};

/// A module as declared in its files, not evaluated.
#[derive(Debug)]
pub struct Config {
    pub variables: Variables,
    /// The conditions of variables. Only the names in them are checked here.
    pub validations: Vec<Rule>,
    pub locals: Vec<(String, Expression)>,
    pub resources: Vec<Resource>,
    pub calls: Vec<Call>,
    pub outputs: Vec<Output>,
    /// The assertions of `check` blocks, with the names of the blocks.
    pub checks: Vec<(String, Rule)>,
    /// The local names of the required providers.
    pub providers: Vec<String>,
    /// The names of the functions of providers in the files.
    pub provider_functions: BTreeSet<String>,
    /// The identifiers of imported resources, by their addresses.
    pub imports: Vec<(String, Expression)>,
    is_part: bool,
}

/// A `resource` or `data` block.
#[derive(Debug)]
pub struct Resource {
    /// `resource`, `data` or `ephemeral`.
    pub mode: String,
    /// The `check` block that a data source belongs to. Only its assertions can refer to it.
    pub check: Option<String>,
    /// A reference to the resource.
    pub reference: Expression,
    pub kind: String,
    pub name: String,
    pub repeat: Repeat,
    pub depends_on: Option<Expression>,
    pub preconditions: Vec<Rule>,
    pub postconditions: Vec<Rule>,
    pub arguments: Body,
}

/// A `module` block.
#[derive(Debug)]
pub struct Call {
    pub name: String,
    pub source: String,
    pub place: Location,
    pub repeat: Repeat,
    pub depends_on: Option<Expression>,
    pub arguments: Vec<(String, Expression)>,
}

/// The expression for the instances of a resource or call: `count` or `for_each`.
#[derive(Debug)]
pub struct Repeat {
    pub count: Option<Expression>,
    pub for_each: Option<Expression>,
}

#[derive(Debug)]
pub struct Output {
    pub name: String,
    pub value: Expression,
    pub is_sensitive: bool,
    pub is_ephemeral: bool,
    pub depends_on: Option<Expression>,
    pub preconditions: Vec<Rule>,
}

impl Config {
    /// Reads the files of a directory.
    ///
    /// A part of a larger module may be for any version of Terraform.
    pub fn read(directory: &Path, is_part: bool, problems: &mut Problems) -> Result<Self, Problem> {
        let directory = Directory::terraform(directory);
        let (base, over) = (directory.files()?, directory.override_files()?);
        let mut called = BTreeSet::new();
        for file in base.iter().chain(&over) {
            add_provider_functions(&fs::read_to_string(file)?, &mut called);
        }
        if !over.is_empty() {
            let read = |file| parse_files([file]).map(serde_hcl::Document::into_body);
            let over = over.into_iter().map(read).collect::<Result<Vec<Body>, _>>()?;
            check_overrides(&parse_files(base)?.into_body(), &over, is_part, problems)?;
        }
        let body = directory.read()?;
        let declarations = declarations(&body, is_part)?;
        let mut config = Config::of(&body, declarations, is_part, problems)?;
        config.provider_functions = called;
        Ok(config)
    }

    fn of(
        body: &Body,
        declarations: Vec<Declaration>,
        is_part: bool,
        problems: &mut Problems,
    ) -> serde_hcl::Result<Self> {
        let variables = Variables::from_body(body.view())?;
        let mut config = Config {
            variables,
            validations: Vec::new(),
            locals: Vec::new(),
            resources: Vec::new(),
            calls: Vec::new(),
            outputs: Vec::new(),
            checks: Vec::new(),
            providers: Vec::new(),
            provider_functions: BTreeSet::new(),
            imports: Vec::new(),
            is_part,
        };
        let mut changes = Vec::new();
        let mut first = BTreeMap::new();
        for declaration in declarations {
            let key = (declaration.kind.clone(), declaration.labels.clone());
            let place = declaration.place.clone();
            if declaration.is_named() {
                if let Some(first) = first.insert(key, place) {
                    let address = declaration.address();
                    let message = format!("{address} is already declared at {first}");
                    problems.push(Problem::rule(&declaration.place, message));
                }
                for label in &declaration.labels {
                    if !is_identifier(label) {
                        let message = format!("{label:?} is no valid name");
                        problems.push(Problem::rule(&declaration.place, message));
                    }
                }
            }
            if matches!(&*declaration.kind, "moved" | "removed") {
                changes.push(declaration);
            } else if let Err(error) = config.add(declaration, problems) {
                problems.push(error);
            }
        }
        for change in changes {
            if let Err(error) = config.check_change(&change) {
                problems.push(error);
            }
        }
        Ok(config)
    }

    /// Checks a `moved` or `removed` block.
    fn check_change(&self, block: &Declaration) -> Result<(), Problem> {
        let schema = match &*block.kind {
            "moved" => attributes(&["from", "to"]),
            _ => (attributes(&["from"]).block("lifecycle", &[]))
                .block("provisioner", &["type"])
                .block("connection", &[]),
        };
        let content = block.body.view().content(&schema)?;
        let wrong = |attribute: AttributeRef<'_>, message: String| {
            Problem::of_body(&block.body, attribute.expression().span(), message)
        };
        let address = |attribute: AttributeRef<'_>| match attribute.expression().as_traversal() {
            Some(address) if address.steps().next().is_some() => Ok(address.text().to_owned()),
            _ => {
                Err(wrong(attribute, "the address of a resource or module is required".to_owned()))
            }
        };
        let (Some(from), to) = (content.attribute("from"), content.attribute("to")) else {
            return Ok(());
        };
        let old = address(from)?;
        if to.map(address).transpose()?.is_some_and(|new| new == old) {
            return Err(wrong(from, format!("{old} moves to its own address")));
        }
        if self.declares(&old) {
            return Err(wrong(from, format!("{old} is {}, but it is still declared", block.kind)));
        }
        Ok(())
    }

    /// Whether there is a resource or module with this address.
    fn declares(&self, address: &str) -> bool {
        let is_resource =
            |it: &Resource| it.mode == "resource" && format!("{}.{}", it.kind, it.name) == address;
        self.resources.iter().any(is_resource)
            || self.calls.iter().any(|call| format!("module.{}", call.name) == address)
    }

    fn add(&mut self, block: Declaration, problems: &mut Problems) -> Result<(), Problem> {
        match &*block.kind {
            "variable" => self.add_variable(&block, problems),
            "locals" => {
                for attribute in block.body.view().attributes_only()? {
                    let name = attribute.name().to_owned();
                    if self.locals.iter().any(|(other, _)| *other == name) {
                        let message = format!("local.{name} is already defined");
                        let span = attribute.name_span();
                        problems.push(Problem::of_body(&block.body, span, message));
                    }
                    self.locals.push((name, attribute.expression().into()));
                }
                Ok(())
            }
            "resource" | "data" | "ephemeral" => self.add_resource(block, None),
            "module" => self.add_call(block),
            "output" => self.add_output(&block),
            "check" => {
                let schema = Schema::new().block("assert", &[]).block("data", &["type", "name"]);
                let content = block.body.view().content(&schema)?;
                for inner in content.blocks() {
                    let check = block.name().to_owned();
                    match inner.block_type() {
                        "data" => {
                            let data = Declaration::of(*inner, &block.body);
                            self.add_resource(data, Some(check))?;
                        }
                        _ => self.checks.push((check, Rule::read(*inner)?)),
                    }
                }
                Ok(())
            }
            "terraform" => self.add_settings(&block),
            "import" => {
                let schema = attributes(&["to"]).attribute("id");
                let content = block.body.view().partial_content(&schema)?;
                if let (Some(to), Some(id)) = (content.attribute("to"), content.attribute("id")) {
                    let to = to.expression().as_traversal();
                    let to = to.map(|to| to.text().to_owned()).unwrap_or_default();
                    self.imports.push((to, id.expression().into()));
                }
                Ok(())
            }
            // Configurations of providers need providers, so they are ignored.
            _ => Ok(()),
        }
    }

    fn add_variable(
        &mut self,
        block: &Declaration,
        problems: &mut Problems,
    ) -> Result<(), Problem> {
        const RESERVED: [&str; 8] = [
            "source",
            "version",
            "providers",
            "count",
            "for_each",
            "lifecycle",
            "depends_on",
            "locals",
        ];
        let name = block.name();
        if RESERVED.contains(&name) {
            let message = format!("{name:?} is reserved and no name for a variable");
            problems.push(Problem::rule(&block.place, message));
        }
        for rule in rules(block.body.view(), "validation")? {
            let own = |reference: &serde_hcl::configuration::Reference<'_>| {
                let step = reference.steps().next().map(|step| step.kind());
                reference.root() == "var"
                    && matches!(step, Some(serde_hcl::syntax::StepKind::Attribute(step)) if step == name)
            };
            if !rule.condition.references().iter().any(own) {
                let message = format!("the condition must refer to var.{name}");
                problems.push(Problem::of_expression(&rule.condition, message));
            }
            self.validations.push(rule);
        }
        Ok(())
    }

    fn add_resource(&mut self, block: Declaration, check: Option<String>) -> Result<(), Problem> {
        let schema = ["count", "for_each", "provider", "depends_on"]
            .into_iter()
            .fold(Schema::new(), Schema::attribute)
            .block("lifecycle", &[])
            .block("provisioner", &["type"])
            .block("connection", &[]);
        let body = block.body.view();
        let content = body.partial_content(&schema)?;
        let expression = |name| content.attribute(name).map(|found| found.expression().into());
        let kind = block.labels.first().cloned().unwrap_or_default();
        let built_in = match &*block.kind {
            "resource" => Some("terraform_data"),
            "data" => Some("terraform_remote_state"),
            _ => None,
        };
        let is_own = kind.starts_with("terraform_") && content.attribute("provider").is_none();
        if is_own && built_in != Some(&*kind) && !self.is_part {
            let message = format!("Terraform itself has no {} {kind:?}", block.kind);
            return Err(Problem::rule(&block.place, message));
        }
        let mut rules = (Vec::new(), Vec::new());
        let lifecycles: Vec<BlockRef<'_>> = content
            .blocks()
            .iter()
            .copied()
            .filter(|inner| inner.block_type() == "lifecycle")
            .collect();
        if let [_, second, ..] = lifecycles[..] {
            let message = "there can be one lifecycle block";
            return Err(Problem::of_body(&block.body, second.block_type_span(), message));
        }
        for lifecycle in lifecycles {
            let schema = ["create_before_destroy", "prevent_destroy", "ignore_changes"]
                .into_iter()
                .chain(["replace_triggered_by"])
                .fold(Schema::new(), Schema::attribute)
                .block("precondition", &[])
                .block("postcondition", &[]);
            for inner in lifecycle.body().content(&schema)?.blocks() {
                let rules =
                    if inner.block_type() == "precondition" { &mut rules.0 } else { &mut rules.1 };
                rules.push(Rule::read(*inner)?);
            }
        }
        self.resources.push(Resource {
            mode: block.kind.clone(),
            check,
            reference: parse_expression(&format!("{kind}.{}", block.name()))?,
            kind,
            name: block.name().to_owned(),
            repeat: Repeat::new(expression("count"), expression("for_each"))?,
            depends_on: expression("depends_on"),
            preconditions: rules.0,
            postconditions: rules.1,
            arguments: body.without(&schema),
        });
        Ok(())
    }

    fn add_call(&mut self, block: Declaration) -> Result<(), Problem> {
        let schema = ["version", "providers", "count", "for_each", "depends_on"]
            .into_iter()
            .fold(Schema::new(), Schema::attribute)
            .required_attribute("source");
        let body = block.body.view();
        let content = body.partial_content(&schema)?;
        let expression = |name| content.attribute(name).map(|found| found.expression().into());
        let source = constant(expression("source"), &Type::String)?;
        let arguments = body.without(&schema);
        let arguments = arguments.view().attributes_only()?.into_iter().map(|attribute| {
            (attribute.name().to_owned(), Expression::from(attribute.expression()))
        });
        self.calls.push(Call {
            name: block.name().to_owned(),
            source: source
                .and_then(|source| source.as_str().map(str::to_owned))
                .unwrap_or_default(),
            repeat: Repeat::new(expression("count"), expression("for_each"))?,
            depends_on: expression("depends_on"),
            arguments: arguments.collect(),
            place: block.place.clone(),
        });
        Ok(())
    }

    fn add_output(&mut self, block: &Declaration) -> Result<(), Problem> {
        let schema = ["description", "sensitive", "ephemeral", "depends_on"]
            .into_iter()
            .fold(Schema::new(), Schema::attribute)
            .required_attribute("value")
            .block("precondition", &[]);
        let content = block.body.view().content(&schema)?;
        let expression = |name| content.attribute(name).map(|found| found.expression().into());
        let flag = |name| {
            let value = constant(expression(name), &Type::Bool)?;
            Ok::<_, Problem>(value.and_then(|value| value.as_bool()).unwrap_or(false))
        };
        constant(expression("description"), &Type::String)?;
        let Some(value) = expression("value") else { return Ok(()) };
        self.outputs.push(Output {
            name: block.name().to_owned(),
            value,
            is_sensitive: flag("sensitive")?,
            is_ephemeral: flag("ephemeral")?,
            depends_on: expression("depends_on"),
            preconditions: rules(block.body.view(), "precondition")?,
        });
        Ok(())
    }

    /// A `terraform` block.
    fn add_settings(&mut self, block: &Declaration) -> Result<(), Problem> {
        let schema = ["required_version", "experiments", "language"]
            .into_iter()
            .fold(Schema::new(), Schema::attribute)
            .block("required_providers", &[])
            .block("backend", &["type"])
            .block("cloud", &[])
            .block("provider_meta", &["provider"]);
        let content = block.body.view().content(&schema)?;
        if let Some(required) = content.attribute("required_version") {
            let required: Expression = required.expression().into();
            let text = constant(Some(required.clone()), &Type::String)?;
            let text = text.as_ref().and_then(|text| text.as_str()).unwrap_or_default();
            match version::admits(text, version::TERRAFORM) {
                Some(is_admitted) if is_admitted || self.is_part => {}
                Some(_) => self.refuse(&required, text)?,
                None => return Err(Problem::of_expression(&required, "no version constraint")),
            }
        }
        for inner in
            content.blocks().iter().filter(|inner| inner.block_type() == "required_providers")
        {
            for provider in inner.body().attributes_only()? {
                self.providers.push(provider.name().to_owned());
            }
        }
        Ok(())
    }

    fn refuse(&self, required: &Expression, text: &str) -> Result<(), Problem> {
        let message = format!("version {} is none of {text:?}", version::TERRAFORM);
        Err(Problem::of_expression(required, message))
    }
}

impl Repeat {
    fn new(count: Option<Expression>, for_each: Option<Expression>) -> Result<Self, Problem> {
        match (&count, &for_each) {
            (Some(count), Some(_)) => {
                Err(Problem::of_expression(count, "count and for_each exclude each other"))
            }
            _ => Ok(Repeat { count, for_each }),
        }
    }

    pub fn expressions(&self) -> impl Iterator<Item = &Expression> {
        self.count.iter().chain(&self.for_each)
    }
}

/// Adds the names of the form `provider::name::function` in a text.
fn add_provider_functions(text: &str, names: &mut BTreeSet<String>) {
    for (start, _) in text.match_indices("provider::") {
        let rest = text.get(start..).unwrap_or_default();
        let end = rest.find(|char: char| !char.is_alphanumeric() && !"_-:".contains(char));
        names.extend(rest.get(..end.unwrap_or(rest.len())).map(str::to_owned));
    }
}

fn is_identifier(name: &str) -> bool {
    parse_traversal(name).is_ok_and(|traversal| traversal.view().as_keyword() == Some(name))
}

/// The value of an expression without references.
fn constant(
    expression: Option<Expression>,
    ty: &Type,
) -> Result<Option<serde_hcl::Value>, Problem> {
    let Some(expression) = expression else { return Ok(None) };
    let value = expression.evaluate(Decoder::new().literal_json_strings(true).as_ref())?;
    let value = value.convert(ty).map_err(|error| Problem::of_expression(&expression, error))?;
    Ok(Some(value))
}

fn attributes(names: &[&str]) -> Schema {
    names.iter().copied().fold(Schema::new(), Schema::required_attribute)
}
