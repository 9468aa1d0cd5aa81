//! The names that expressions may refer to. Terraform checks them before the evaluation, even inside
//! `try`.

use serde_hcl::Expression;
use serde_hcl::configuration::Reference;
use serde_hcl::syntax::{BodyRef, StepKind};

use super::config::{Config, Repeat, Resource};
use super::rules::Rule;
use super::{Problem, Problems};

/// The names in addition to the parts of the module.
#[derive(Clone, Debug, Default)]
struct Scope {
    each: bool,
    count: bool,
    itself: bool,
    /// The `check` block of the expression.
    check: Option<String>,
    /// The iterators of `dynamic` blocks.
    iterators: Vec<String>,
}

/// Checks all references of a module. Returns the addresses of the wrong ones.
pub fn check(config: &Config, problems: &mut Problems) -> Vec<Vec<String>> {
    let mut checker = Checker { config, problems, wrong: Vec::new() };
    let nothing = Scope::default();
    for (_, local) in &config.locals {
        checker.expression(local, &nothing);
    }
    config.validations.iter().for_each(|rule| checker.rule(rule, &nothing));
    for (check, rule) in &config.checks {
        checker.rule(rule, &Scope { check: Some(check.clone()), ..Scope::default() });
    }
    for output in &config.outputs {
        let expressions = output.depends_on.iter().chain([&output.value]);
        expressions.for_each(|expression| checker.expression(expression, &nothing));
        output.preconditions.iter().for_each(|rule| checker.rule(rule, &nothing));
    }
    for call in &config.calls {
        let scope = checker.repeat(&call.repeat);
        call.depends_on.iter().for_each(|expression| checker.expression(expression, &nothing));
        call.arguments.iter().for_each(|(_, value)| checker.expression(value, &scope));
    }
    config.resources.iter().for_each(|resource| checker.resource(resource));
    checker.wrong
}

struct Checker<'c> {
    config: &'c Config,
    problems: &'c mut Problems,
    wrong: Vec<Vec<String>>,
}

impl Checker<'_> {
    fn resource(&mut self, resource: &Resource) {
        let mut scope = self.repeat(&resource.repeat);
        let depends_on = resource.depends_on.iter();
        depends_on.for_each(|expression| self.expression(expression, &Scope::default()));
        resource.preconditions.iter().for_each(|rule| self.rule(rule, &scope));
        let after = Scope { itself: true, ..scope.clone() };
        resource.postconditions.iter().for_each(|rule| self.rule(rule, &after));
        add_iterators(resource.arguments.view(), &mut scope.iterators);
        for reference in resource.arguments.references() {
            let place = resource.arguments.locate(reference.span());
            self.reference(&reference, &scope, |message| Problem::rule(&place, message));
        }
    }

    fn repeat(&mut self, repeat: &Repeat) -> Scope {
        repeat.expressions().for_each(|expression| self.expression(expression, &Scope::default()));
        let (each, count) = (repeat.for_each.is_some(), repeat.count.is_some());
        Scope { each, count, ..Scope::default() }
    }

    fn rule(&mut self, rule: &Rule, scope: &Scope) {
        rule.expressions().into_iter().for_each(|expression| self.expression(expression, scope));
    }

    fn expression(&mut self, expression: &Expression, scope: &Scope) {
        for reference in expression.references() {
            let place = expression.locate(reference.span());
            self.reference(&reference, scope, |message| Problem::rule(&place, message));
        }
    }

    fn reference(
        &mut self,
        reference: &Reference<'_>,
        scope: &Scope,
        wrong: impl FnOnce(String) -> Problem,
    ) {
        match self.examine(reference, scope) {
            Ok(()) => {}
            Err(Mistake::Rule(message)) => {
                self.problems.push(wrong(message));
                // These have values as a whole.
                let namespaces = ["var", "local", "module", "data", "ephemeral", "resource"];
                if !namespaces.contains(&reference.root()) {
                    self.wrong.push(vec![reference.root().to_owned()]);
                }
            }
            Err(Mistake::Missing(address)) => {
                let problem = match wrong(format!("{} is not declared", address.join("."))) {
                    Problem::Rule(message) => Problem::Missing(message),
                    other => other,
                };
                self.problems.push(problem);
                self.wrong.push(address);
            }
        }
    }

    fn examine(&self, reference: &Reference<'_>, scope: &Scope) -> Result<(), Mistake> {
        let root = reference.root();
        if scope.iterators.iter().any(|iterator| iterator == root) {
            return Ok(());
        }
        let names = attributes(reference);
        let declared = |is_declared: bool, length: usize| match is_declared {
            true => Ok(()),
            false => {
                let names = names.get(..length).unwrap_or_default();
                let address = [&[root], names].concat();
                Err(Mistake::Missing(address.into_iter().map(str::to_owned).collect()))
            }
        };
        let one_of = |all: &[&str]| match names.first() {
            Some(name) if all.contains(name) => Ok(()),
            _ => Err(Mistake::Rule(format!("{root} has only: {}", all.join(", ")))),
        };
        let available = |is_there: bool, wanted: &str| match is_there {
            true => Ok(()),
            false => Err(Mistake::Rule(format!("{root} is only there {wanted}"))),
        };
        let config = self.config;
        let has_resource = |mode: &str, kind: &str, name: &str| {
            let is_same = |other: &Resource| {
                let is_visible = other.check.is_none() || other.check == scope.check;
                is_visible && other.mode == mode && other.kind == kind && other.name == name
            };
            config.resources.iter().any(is_same)
        };
        match (root, &names[..]) {
            ("path", _) => one_of(&["module", "root", "cwd"]),
            ("terraform", _) => one_of(&["workspace", "applying"]),
            ("each", _) => {
                available(scope.each, "with for_each").and_then(|()| one_of(&["key", "value"]))
            }
            ("count", _) => available(scope.count, "with count").and_then(|()| one_of(&["index"])),
            ("self", _) => available(scope.itself, "in postconditions"),
            ("var", [name, ..]) => declared(config.variables.get(name).is_some(), 1),
            ("local", [name, ..]) => {
                declared(config.locals.iter().any(|(other, _)| other == name), 1)
            }
            ("module", [name, ..]) => {
                declared(config.calls.iter().any(|call| call.name == *name), 1)
            }
            ("data" | "ephemeral", [kind, name, ..]) => declared(has_resource(root, kind, name), 2),
            ("resource", [kind, name, ..]) => declared(has_resource(root, kind, name), 2),
            ("var" | "local" | "module" | "data" | "ephemeral" | "resource", _) => {
                Err(Mistake::Rule(format!("{root} can't be used as a whole")))
            }
            (kind, [name, ..]) => declared(has_resource("resource", kind, name), 1),
            (kind, []) => Err(Mistake::Rule(format!("{kind} is nothing to refer to"))),
        }
    }
}

enum Mistake {
    Rule(String),
    /// The address of what is missing.
    Missing(Vec<String>),
}

/// The attributes after the root, up to the first index.
pub(super) fn attributes<'a>(reference: &Reference<'a>) -> Vec<&'a str> {
    let name = |step: serde_hcl::syntax::StepRef<'a>| match step.kind() {
        StepKind::Attribute(name) => Some(name),
        _ => None,
    };
    reference.steps().map_while(name).collect()
}

fn add_iterators(body: BodyRef<'_>, iterators: &mut Vec<String>) {
    for block in body.blocks() {
        if block.block_type() == "dynamic" {
            let named = block.body().attribute("iterator");
            let named = named.and_then(|attribute| attribute.expression().as_keyword());
            let label = block.labels().next().map(|label| label.value().into_owned());
            iterators.extend(named.map(str::to_owned).or(label));
        }
        add_iterators(block.body(), iterators);
    }
}
