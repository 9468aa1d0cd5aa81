//! Evaluates a module: each part after the parts that it refers to.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_hcl::configuration::{Graph, Reference, Setting, Variable};
use serde_hcl::value::Mark;
use serde_hcl::{Context, Decoder, Expression, Function, Map, Type, Value, functions};

use super::builtin;
use super::config::{Call, Config, Output, Repeat, Resource};
use super::plan::{Plan, Planned};
use super::references;
use super::repetition::Instances;
use super::rules::Rule;
use super::settings::Settings;
use super::{Problem, Problems};

/// The maximum depth of modules that call each other.
const MOST_LEVELS: usize = 32;

/// The options of an evaluation.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Functions in addition to the pure ones.
    pub functions: Vec<Function>,
    /// The directory that all modules are in, if it is not the directory of the root module.
    pub root: Option<PathBuf>,
    /// Reads the directory as a part of a larger module: variables without a setting are unknown,
    /// the outputs of called modules are unknown, and sensitive outputs and blocks of other versions
    /// of Terraform are allowed.
    pub is_part: bool,
}

/// A module with the modules that it calls.
#[derive(Debug)]
pub struct Module {
    config: Config,
    base: Context,
    /// The function that reads files.
    file: Option<Function>,
    /// The addresses of references without a target, which are errors already.
    undeclared: Vec<Vec<String>>,
    /// The modules that calls refer to by directory.
    children: BTreeMap<String, Module>,
    is_part: bool,
}

/// A part of a module that has a value or conditions.
#[derive(Clone, Copy)]
enum Part<'m> {
    Variable(&'m Variable),
    Local(&'m str, &'m Expression),
    Resource(&'m Resource),
    /// A managed resource, under its address that starts with `resource`.
    Prefixed(&'m Resource),
    Call(&'m Call),
    Output(&'m Output),
    Check(&'m str, &'m Rule),
}

impl Module {
    /// Reads the module in a directory.
    pub fn load(
        directory: &Path,
        options: &Options,
        problems: &mut Problems,
    ) -> Result<Self, Problem> {
        Module::load_at(directory, ".", options, 0, problems)
    }

    fn load_at(
        root: &Path,
        path: &str,
        options: &Options,
        level: usize,
        problems: &mut Problems,
    ) -> Result<Self, Problem> {
        let directory = if path == "." { root.to_owned() } else { root.join(path) };
        let config = Config::read(&directory, options.is_part, problems)?;
        let undeclared = references::check(&config, problems);
        let mut children = BTreeMap::new();
        let is_read = |call: &&Call| !options.is_part && call.source.starts_with('.');
        for call in config.calls.iter().filter(is_read) {
            if level == MOST_LEVELS {
                return Err(Problem::rule(&call.place, "modules call each other without end"));
            }
            let path = joined(path, &call.source);
            if !is_within(options.root.as_deref().unwrap_or(root), &root.join(&path)) {
                let message = format!("the module {path:?} is not in the directory of all modules");
                problems.push(Problem::rule(&call.place, message));
                continue;
            }
            let child = Module::load_at(root, &path, options, level + 1, problems);
            if let Some(child) = problems.note(child) {
                children.insert(call.name.clone(), child);
            }
        }
        let base = base(root, path, options, &config);
        let file = options.functions.iter().find(|function| function.name() == "file").cloned();
        Ok(Module { config, base, file, undeclared, children, is_part: options.is_part })
    }

    /// Evaluates the module as the root module.
    pub fn plan(&self, settings: Settings, problems: &mut Problems) -> Option<Plan> {
        let settings = settings.for_variables(&self.config.variables, problems);
        self.evaluate(settings, !self.is_part, problems)
    }

    fn evaluate(
        &self,
        mut settings: Vec<(String, Setting)>,
        is_root: bool,
        problems: &mut Problems,
    ) -> Option<Plan> {
        let variables = &self.config.variables;
        if self.is_part {
            for variable in variables {
                let is_set = settings.iter().any(|(name, _)| name == variable.name());
                if variable.default().is_none() && !is_set {
                    let unknown = Value::unknown(variable.ty().clone());
                    settings.push((variable.name().to_owned(), unknown.into()));
                }
            }
        }
        let assignment = problems.note(variables.assign(settings, &Context::new()))?;
        let parts = self.parts();
        let graph = graph(&parts);
        let mut run = Run {
            module: self,
            graph: &graph,
            values: vec![Value::unknown(Type::Dynamic); parts.len()],
            plan: Plan { variables: assignment.clone().into_values(), ..Plan::default() },
            problems,
            is_root,
        };
        for component in graph.components() {
            run.component(&component, &parts)?;
        }
        let everything: Vec<usize> = (0..parts.len()).collect();
        let context = run.scope(&everything);
        let plan = run.plan;
        problems.note(assignment.validate(&context));
        Some(plan)
    }

    /// Whether one of the references has no target.
    fn lacks(&self, references: &[Reference<'_>]) -> bool {
        let is_wrong = |reference: &Reference<'_>| {
            let steps = references::attributes(reference);
            let names = [&[reference.root()], &*steps].concat();
            let is_at = |address: &Vec<String>| {
                names.get(..address.len()).is_some_and(|names| names == address.as_slice())
            };
            self.undeclared.iter().any(is_at)
        };
        !self.undeclared.is_empty() && references.iter().any(is_wrong)
    }

    /// The graph of references between the parts.
    pub fn graph(&self) -> Graph<'_> {
        graph(&self.parts())
    }

    fn parts(&self) -> Vec<Part<'_>> {
        let config = &self.config;
        let locals = config.locals.iter().map(|(name, local)| Part::Local(name, local));
        let outputs = config.outputs.iter().map(Part::Output);
        let managed = config.resources.iter().filter(|resource| resource.mode == "resource");
        (config.variables.iter().map(Part::Variable))
            .chain(locals)
            .chain(config.resources.iter().map(Part::Resource))
            .chain(managed.map(Part::Prefixed))
            .chain(config.calls.iter().map(Part::Call))
            .chain(outputs)
            .chain(config.checks.iter().map(|(name, rule)| Part::Check(name, rule)))
            .collect()
    }
}

/// The graph of the parts of a module.
fn graph<'m>(parts: &[Part<'m>]) -> Graph<'m> {
    Graph::new(parts.iter().map(|part| (part.address(), part.references())))
}

impl<'m> Part<'m> {
    fn address(self) -> Vec<Cow<'m, str>> {
        let names: Vec<&str> = match self {
            Part::Variable(variable) => vec!["var", variable.name()],
            Part::Local(name, _) => vec!["local", name],
            Part::Resource(resource) => resource.address(),
            Part::Prefixed(resource) => vec!["resource", &resource.kind, &resource.name],
            Part::Call(call) => vec!["module", &call.name],
            Part::Output(output) => vec!["output", &output.name],
            Part::Check(name, _) => vec!["check", name],
        };
        names.into_iter().map(Cow::Borrowed).collect()
    }

    fn references(self) -> Vec<Reference<'m>> {
        let of = |rule: &'m Rule| rule.expressions().into_iter().flat_map(Expression::references);
        match self {
            Part::Variable(_) => Vec::new(),
            Part::Local(_, local) => local.references(),
            Part::Resource(resource) => {
                let expressions = resource.repeat.expressions().chain(&resource.depends_on);
                let rules = resource.preconditions.iter().chain(&resource.postconditions);
                let arguments = resource.arguments.references();
                let own = expressions.flat_map(Expression::references).chain(arguments);
                own.chain(rules.flat_map(of)).collect()
            }
            Part::Prefixed(resource) => resource.reference.references(),
            Part::Call(call) => {
                let arguments = call.arguments.iter().map(|(_, argument)| argument);
                let own = call.repeat.expressions().chain(&call.depends_on).chain(arguments);
                own.flat_map(Expression::references).collect()
            }
            Part::Output(output) => {
                let own = output.depends_on.iter().chain([&output.value]);
                let rules = output.preconditions.iter().flat_map(of);
                own.flat_map(Expression::references).chain(rules).collect()
            }
            Part::Check(_, rule) => of(rule).collect(),
        }
    }
}

impl Resource {
    fn address(&self) -> Vec<&str> {
        let names = [self.kind.as_str(), self.name.as_str()];
        let mode = Some(&*self.mode).filter(|mode| *mode != "resource");
        mode.into_iter().chain(names).collect()
    }
}

/// A running evaluation of a module.
struct Run<'r, 'm> {
    module: &'m Module,
    graph: &'r Graph<'m>,
    /// The values of the parts so far.
    values: Vec<Value>,
    plan: Plan,
    problems: &'r mut Problems,
    is_root: bool,
}

impl<'m> Run<'_, 'm> {
    /// A context with the values of these parts.
    fn scope(&self, parts: &[usize]) -> Context {
        let mut roots = Map::new();
        for part in parts {
            let (address, value) = (self.graph.address(*part), self.values[*part].clone());
            place(&mut roots, address, value);
        }
        roots
            .into_iter()
            .fold(self.module.base.child(), |context, (name, value)| context.variable(name, value))
    }

    /// Evaluates parts that refer to each other; usually it is one part.
    fn component(&mut self, component: &[usize], parts: &[Part<'m>]) -> Option<()> {
        let is_cycle = match component {
            [single] => self.graph.dependencies(*single).contains(single),
            _ => true,
        };
        if is_cycle && !component.iter().any(|index| matches!(parts[*index], Part::Call(_))) {
            self.problems.note(self.graph.order());
            return None;
        }
        // An output of a called module may depend on only some of its arguments, so a cycle of calls
        // may not be a real one. Each round uses the values from the round before.
        let rounds = if is_cycle { component.len() } else { 0 };
        for _ in 0..rounds {
            let (known, resources) = (self.problems.len(), self.plan.resource.len());
            let is_incomplete = self.plan.is_incomplete;
            self.round(component, parts);
            self.problems.truncate(known);
            self.plan.resource.truncate(resources);
            self.plan.is_incomplete = is_incomplete;
        }
        self.round(component, parts);
        Some(())
    }

    fn round(&mut self, component: &[usize], parts: &[Part<'m>]) {
        for index in component {
            let known = self.problems.errors.len();
            self.values[*index] = self.part(*index, parts[*index]);
            // The wrong references are reported already.
            if self.module.lacks(self.graph.references(*index)) {
                self.problems.errors.truncate(known);
            }
        }
    }

    fn part(&mut self, index: usize, part: Part<'m>) -> Value {
        let context = self.scope(&self.graph.dependencies(index));
        match part {
            Part::Variable(variable) => {
                self.plan.variables.get(variable.name()).cloned().unwrap_or_default()
            }
            Part::Local(name, local) => {
                let value = self.expression(local, &context);
                self.plan.locals.insert(name, value.clone());
                value
            }
            Part::Resource(resource) => self.resource(resource, &context),
            Part::Prefixed(resource) => self.expression(&resource.reference, &context),
            Part::Call(call) => self.call(call, &context),
            Part::Output(output) => self.output(output, &context),
            Part::Check(_, rule) => {
                if let Some(Some(message)) = self.problems.note(rule.broken(&context)) {
                    self.problems.warnings.push(format!("a check failed: {message}"));
                }
                Value::NULL
            }
        }
    }

    fn expression(&mut self, expression: &Expression, context: &Context) -> Value {
        let value = self.problems.note(expression.evaluate(context));
        self.plan.is_incomplete |= value.is_none();
        value.unwrap_or(Value::unknown(Type::Dynamic))
    }

    fn output(&mut self, output: &Output, context: &Context) -> Value {
        for rule in &output.preconditions {
            self.problems.note(rule.check(context));
        }
        let value = self.expression(&output.value, context);
        let (_, marks) = value.clone().unmark_deep();
        let mut refuse =
            |message| self.problems.push(Problem::of_expression(&output.value, message));
        if self.is_root && marks.contains(&Mark::SENSITIVE) && !output.is_sensitive {
            refuse("a sensitive value needs an output that is sensitive");
        }
        let is_ephemeral = marks.iter().any(|mark| mark.name() == "ephemeral");
        if is_ephemeral && (self.is_root || !output.is_ephemeral) {
            refuse("an ephemeral value can't be an output here");
        } else if self.is_root && output.is_ephemeral {
            refuse("an output of the root module can't be ephemeral");
        }
        let value = if output.is_sensitive { value.mark(Mark::SENSITIVE) } else { value };
        self.plan.outputs.insert(&*output.name, value);
        Value::NULL
    }

    fn instances(&mut self, repeat: &Repeat, context: &Context) -> Option<Instances> {
        let instances = self.problems.note(repeat.instances(context))?;
        if let (Instances::Unknown, false) = (&instances, self.module.is_part) {
            for expression in repeat.expressions() {
                let message =
                    "how many instances there are is only known after something is applied";
                self.problems.push(Problem::of_expression(expression, message));
            }
        }
        Some(instances)
    }

    fn resource(&mut self, resource: &Resource, context: &Context) -> Value {
        let Some(instances) = self.instances(&resource.repeat, context) else {
            return Value::unknown(Type::Dynamic);
        };
        instances.evaluate(context, |key, context| {
            let instance = self.instance(resource, key, context);
            match (instance, &resource.check) {
                (Ok(value), _) => value,
                // Checks only warn.
                (Err(problem), Some(check)) => {
                    self.problems.warnings.push(format!("check {check}: {problem}"));
                    Value::unknown(Type::Dynamic)
                }
                (Err(problem), None) => {
                    self.problems.push(problem);
                    Value::unknown(Type::Dynamic)
                }
            }
        })
    }

    /// One instance of a resource. Attributes that only its provider knows are unknown.
    fn instance(
        &mut self,
        resource: &Resource,
        key: Option<Value>,
        context: &Context,
    ) -> Result<Value, Problem> {
        for rule in &resource.preconditions {
            rule.check(context)?;
        }
        let arguments = &resource.arguments;
        let (planned, value) = match (&*resource.mode, &*resource.kind) {
            ("resource", "terraform_data") => {
                let address = resource.reference.to_string();
                let mut imports = self.module.config.imports.iter();
                let import = imports.find(|(to, _)| key.is_none() && *to == address);
                let id = import.map(|(_, id)| id.evaluate(context)).transpose()?;
                let value = builtin::terraform_data(arguments, id, context)?;
                (value.clone(), value)
            }
            ("data", "terraform_remote_state") => {
                let value = builtin::remote_state(arguments, self.module.file.as_ref(), context)?;
                (value.clone(), value)
            }
            _ => {
                let decoder = Decoder::new().context(context).expand_dynamic_blocks(true);
                (arguments.evaluate(&decoder)?, Value::unknown(Type::Dynamic))
            }
        };
        if resource.mode == "resource" {
            let (kind, name) = (resource.kind.clone(), resource.name.clone());
            self.plan.resource.push(Planned { kind, name, key, arguments: planned });
        }
        let after = context.child().variable("self", value.clone());
        for rule in &resource.postconditions {
            rule.check(&after)?;
        }
        Ok(value)
    }

    fn call(&mut self, call: &Call, context: &Context) -> Value {
        let Some(instances) = self.instances(&call.repeat, context) else {
            return Value::unknown(Type::Dynamic);
        };
        instances.evaluate(context, |_, context| {
            let arguments = call.arguments.iter().map(|(name, argument)| {
                let value = self.problems.note(argument.evaluate(context));
                let value = value.unwrap_or(Value::unknown(Type::Dynamic));
                (name.clone(), Setting::from(value))
            });
            let arguments: Vec<_> = arguments.collect();
            // A call whose source is not a directory has an unknown value.
            let child = self.module.children.get(&call.name);
            let plan = child.and_then(|child| child.evaluate(arguments, false, self.problems));
            plan.map_or(Value::unknown(Type::Dynamic), |plan| Value::Object(plan.outputs))
        })
    }
}

/// Puts a value into nested objects at an address.
fn place(map: &mut Map, address: &[Cow<'_, str>], value: Value) {
    match address {
        [] => {}
        [name] => drop(map.insert(&**name, value)),
        [name, rest @ ..] => {
            let inner = map.entry(&**name).or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(inner) = inner {
                place(inner, rest, value);
            }
        }
    }
}

/// The context of every expression of a module.
fn base(root: &Path, path: &str, options: &Options, config: &Config) -> Context {
    let absolute = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let mut more = functions::clock();
    more.extend(options.functions.iter().cloned());
    let file = more.iter().find(|function| function.name() == "file").cloned();
    // In OpenTofu, templates can render other templates.
    if let Some(file) = file.filter(|_| !options.is_part) {
        let all = functions::terraform().into_iter().chain(more.iter().cloned()).collect();
        more.extend(functions::with_core_names([builtin::templatefile(file, all)]));
    }
    let (providers, called) = (&config.providers, &config.provider_functions);
    more.extend(builtin::provider_functions(providers, called, options.is_part));
    let cwd = absolute.to_string_lossy();
    let paths = Value::object([("module", path), ("root", "."), ("cwd", &*cwd)]);
    let terraform = Value::object([
        ("workspace", Value::from("default")),
        ("applying", Value::from(true).mark(Mark::new("ephemeral"))),
    ]);
    Context::terraform().functions(more).variable("path", paths).variable("terraform", terraform)
}

/// Whether a directory is in another one, also by its real path.
fn is_within(outer: &Path, inner: &Path) -> bool {
    match (outer.canonicalize(), inner.canonicalize()) {
        (Ok(outer), Ok(inner)) => inner.starts_with(outer),
        // A directory that is missing is another mistake.
        _ => true,
    }
}

/// The directory that a module in `path` calls `source`.
fn joined(path: &str, source: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').chain(source.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
}
