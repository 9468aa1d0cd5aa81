//! What a directory of `.tf` files says: its variables, locals, resources and outputs, evaluated as
//! far as they can be before anything exists.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};
use serde_hcl::{
    Body, Context, Error, Expression, Function, Graph, Map, Reference, Result, Setting, Type,
    Value, Variables, functions, parse_files,
};

/// What stands for a value that only a provider can tell.
const UNKNOWN: &str = "(known after apply)";
const SENSITIVE: &str = "(sensitive value)";
/// More instances than these are not shown one by one.
const MOST_INSTANCES: u64 = 1_000;

/// The part of a module that this program reads. Everything else is skipped.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Declarations {
    locals: Vec<BTreeMap<String, Expression>>,
    resource: Vec<Resource>,
    data: Vec<Resource>,
    module: Vec<Call>,
    output: Vec<Output>,
}

/// A `resource` or `data` block.
#[derive(Deserialize)]
struct Resource {
    #[serde(rename = "$label:type")]
    kind: String,
    #[serde(rename = "$label:name")]
    name: String,
    #[serde(flatten)]
    repeat: Repeat,
    // These are about the resource, not about what it is like.
    #[serde(rename = "provider")]
    _provider: Option<Expression>,
    #[serde(rename = "depends_on")]
    _depends_on: Option<Expression>,
    #[serde(default, rename = "lifecycle")]
    _lifecycle: Vec<Body>,
    #[serde(default, rename = "provisioner")]
    _provisioner: Vec<BTreeMap<String, Body>>,
    #[serde(default, rename = "connection")]
    _connection: Vec<Body>,
    #[serde(flatten)]
    arguments: Body,
}

/// A call of another module, which is not read: what it gives back is unknown.
#[derive(Deserialize)]
struct Call {
    #[serde(rename = "$label")]
    name: String,
    #[serde(flatten)]
    repeat: Repeat,
    #[serde(flatten)]
    arguments: Body,
}

/// What makes several instances of a resource.
#[derive(Deserialize)]
struct Repeat {
    count: Option<Expression>,
    for_each: Option<Expression>,
}

#[derive(Deserialize)]
struct Output {
    #[serde(rename = "$label")]
    name: String,
    value: Expression,
    #[serde(flatten)]
    _arguments: Body,
}

pub(crate) struct Module {
    declarations: Declarations,
    variables: Variables,
    context: Context,
}

/// The result.
#[derive(Serialize)]
pub(crate) struct Plan {
    pub(crate) variables: Map,
    pub(crate) locals: Map,
    pub(crate) resource: Vec<Planned>,
    pub(crate) outputs: Map,
    /// Whether all locals and outputs have values.
    #[serde(skip)]
    pub(crate) complete: bool,
    /// What could not be evaluated.
    #[serde(skip)]
    pub(crate) errors: Vec<Error>,
}

/// An instance of a resource.
#[derive(Serialize)]
pub(crate) struct Planned {
    #[serde(rename = "$label:type")]
    kind: String,
    #[serde(rename = "$label:name")]
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<Value>,
    arguments: Value,
}

/// The instances of a resource: one, or one for each key, with their `each` or `count`.
enum Instances {
    Single,
    Counted(u64),
    Keyed(Map),
    Unknown,
}

impl Module {
    /// Reads the `.tf` files of a directory. `functions` are there besides the pure ones.
    pub(crate) fn load(
        directory: &Path,
        files: Vec<PathBuf>,
        functions: Vec<Function>,
    ) -> Result<Self> {
        let body = parse_files(files)?.into_body();
        let declarations: Declarations = body.decode(&Context::new())?;
        let variables = Variables::from_body(body.as_ref())?;
        let directory = directory.to_string_lossy();
        let path = ["module", "root", "cwd"].map(|name| (name, &*directory));
        let context = Context::new()
            .functions(functions::terraform())
            .functions(functions::with_core_names(functions::clock()))
            .functions(functions::with_core_names(functions))
            .variable("path", Value::object(path))
            .variable("terraform", Value::object([("workspace", "default")]))
            .expand_dynamic_blocks(true);
        Ok(Module { declarations, variables, context })
    }

    /// Evaluates everything. Variables that nothing sets are unknown.
    pub(crate) fn plan(&self, mut settings: Vec<(String, Setting)>) -> Result<Plan> {
        let is_set: BTreeSet<String> = settings.iter().map(|(name, _)| name.clone()).collect();
        for variable in self.variables.iter() {
            if variable.default().is_none() && !is_set.contains(variable.name()) {
                let unknown = Value::unknown(variable.ty().clone());
                settings.push((variable.name().to_owned(), unknown.into()));
            }
        }
        let assignment = self.variables.assign(settings)?;
        let variables = assignment.clone().into_values();
        let context = self.scope(&variables);
        // Conditions can refer to everything in the module.
        assignment.validate(&context)?;

        let mut errors = Vec::new();
        let mut locals = Map::new();
        for (name, local) in self.locals() {
            locals.insert(name, evaluate(local, &context, &mut errors));
        }
        let mut outputs = Map::new();
        for output in &self.declarations.output {
            let value = evaluate(&output.value, &context, &mut errors);
            outputs.insert(output.name.as_str(), value);
        }
        let complete = errors.is_empty();
        let resource = self.declarations.resource.iter();
        let resource = resource.flat_map(|each| each.plan(&context, &mut errors)).collect();
        let mut told = BTreeSet::new();
        errors.retain(|error| told.insert(format!("{error:#}")));
        Ok(Plan { variables, locals, resource, outputs, complete, errors })
    }

    fn locals(&self) -> impl Iterator<Item = (&str, &Expression)> {
        let all = self.declarations.locals.iter().flatten();
        all.map(|(name, local)| (name.as_str(), local))
    }

    /// The context of everything in the module. How many instances of a resource there are may depend
    /// on how many there are of others, so they are counted until that brings nothing new.
    fn scope(&self, variables: &Map) -> Context {
        let context = self.context.clone().variable("var", Value::Object(variables.clone()));
        let locals = self.locals().map(|(name, local)| (name, local.clone()));
        let context = context.lazy_object("local", locals);
        let mut scope = self.with_instances(&context, |_| Instances::Unknown).0;
        let mut unknown = usize::MAX;
        loop {
            let counted = self.with_instances(&context, |repeat| repeat.instances(&scope));
            scope = counted.0;
            if counted.1 >= unknown {
                return scope;
            }
            unknown = counted.1;
        }
    }

    /// The context with resources, data and calls that have these instances, and of how many the
    /// instances are unknown. The locals belong to the same level: they may refer to all of them.
    fn with_instances(
        &self,
        context: &Context,
        instances: impl Fn(&Repeat) -> Instances,
    ) -> (Context, usize) {
        let mut unknown = 0;
        let mut value = |repeat: &Repeat| {
            let instances = instances(repeat);
            unknown += usize::from(matches!(instances, Instances::Unknown));
            instances.value()
        };
        let mut by_kind = |resources: &[Resource]| {
            let mut by_kind: BTreeMap<String, Map> = BTreeMap::new();
            for resource in resources {
                let value = value(&resource.repeat);
                by_kind.entry(resource.kind.clone()).or_default().insert(&*resource.name, value);
            }
            by_kind.into_iter().map(|(kind, named)| (kind, Value::Object(named)))
        };
        let managed: Vec<_> = by_kind(&self.declarations.resource).collect();
        let data = Value::object(by_kind(&self.declarations.data));
        let calls = self.declarations.module.iter();
        let calls = Value::object(calls.map(|call| (&*call.name, value(&call.repeat))));
        let context = context.clone().variable("data", data).variable("module", calls);
        let context = managed
            .into_iter()
            .fold(context, |context, (kind, named)| context.variable(kind, named));
        (context, unknown)
    }

    /// What refers to what.
    pub(crate) fn graph(&self) -> Graph<'_> {
        let variables = self
            .variables
            .iter()
            .map(|variable| (vec!["var".into(), variable.name().into()], Vec::new()));
        let locals = self
            .locals()
            .map(|(name, local)| (vec!["local".into(), name.into()], local.references()));
        let outputs = self.declarations.output.iter().map(|output| {
            (vec!["output".into(), output.name.as_str().into()], output.value.references())
        });
        let resources = self.declarations.resource.iter().map(|resource| {
            (
                vec![resource.kind.as_str().into(), resource.name.as_str().into()],
                resource.references(),
            )
        });
        let data = self.declarations.data.iter().map(|resource| {
            let address = ["data", &resource.kind, &resource.name];
            (address.map(Cow::Borrowed).into(), resource.references())
        });
        let calls = self.declarations.module.iter().map(|call| {
            let references = call.repeat.references().chain(call.arguments.references());
            (vec!["module".into(), call.name.as_str().into()], references.collect())
        });
        Graph::new(variables.chain(locals).chain(resources).chain(data).chain(calls).chain(outputs))
    }
}

impl Repeat {
    fn references(&self) -> impl Iterator<Item = Reference<'_>> {
        self.count.iter().chain(&self.for_each).flat_map(Expression::references)
    }

    fn instances(&self, context: &Context) -> Instances {
        let known = |expression: &Expression| {
            let value = expression.evaluate(context).unwrap_or(Value::unknown(Type::Dynamic));
            value.unmark().0
        };
        match (&self.count, &self.for_each) {
            (Some(count), _) => match known(count).convert(&Type::Number) {
                Ok(count) => count.as_u64().map_or(Instances::Unknown, Instances::Counted),
                Err(_) => Instances::Unknown,
            },
            (None, Some(for_each)) => match known(for_each) {
                Value::Map(_, map) | Value::Object(map) => Instances::Keyed(map),
                Value::Set(_, elements) => {
                    let keys = elements.iter().map(|key| (key.as_str(), key.clone()));
                    let keys: Option<Map> =
                        keys.map(|(text, key)| Some((text?.to_owned(), key))).collect();
                    keys.map_or(Instances::Unknown, Instances::Keyed)
                }
                _ => Instances::Unknown,
            },
            (None, None) => Instances::Single,
        }
    }
}

impl Instances {
    /// What references to the resource see: nothing but which instances there are.
    fn value(&self) -> Value {
        let unknown = || Value::unknown(Type::Dynamic);
        match self {
            Instances::Single | Instances::Unknown => unknown(),
            Instances::Counted(count) => {
                Value::tuple((0..*count.min(&MOST_INSTANCES)).map(|_| unknown()))
            }
            Instances::Keyed(keys) => Value::object(keys.keys().map(|key| (key, unknown()))),
        }
    }
}

impl Resource {
    fn references(&self) -> Vec<Reference<'_>> {
        self.repeat.references().chain(self.arguments.references()).collect()
    }

    /// The instances of the resource, with their arguments.
    fn plan(&self, context: &Context, errors: &mut Vec<Error>) -> Vec<Planned> {
        let expressions = self.repeat.count.iter().chain(&self.repeat.for_each);
        for expression in expressions {
            evaluate(expression, context, errors);
        }
        let unknown = || Value::unknown(Type::Dynamic);
        let each = |key: Value, value: Value| {
            let each = Value::object([("key", key), ("value", value)]);
            context.child().variable("each", each)
        };
        let count =
            |index: Value| context.child().variable("count", Value::object([("index", index)]));
        let instances: Vec<(Option<Value>, Context)> = match self.repeat.instances(context) {
            Instances::Single => vec![(None, context.clone())],
            Instances::Counted(number) => (0..number.min(MOST_INSTANCES))
                .map(|index| (Some(Value::from(index)), count(Value::from(index))))
                .collect(),
            Instances::Keyed(map) => map
                .iter()
                .map(|(key, value)| {
                    let key = Value::from(&**key);
                    (Some(key.clone()), each(key, value.clone()))
                })
                .collect(),
            Instances::Unknown if self.repeat.count.is_some() => {
                vec![(Some(unknown()), count(Value::unknown(Type::Number)))]
            }
            Instances::Unknown => {
                vec![(Some(unknown()), each(Value::unknown(Type::String), unknown()))]
            }
        };
        let planned = instances.into_iter().map(|(key, context)| {
            let arguments = self.arguments.evaluate(&context).unwrap_or_else(|error| {
                errors.push(error);
                unknown()
            });
            Planned { kind: self.kind.clone(), name: self.name.clone(), key, arguments }
        });
        planned.collect()
    }
}

impl Plan {
    /// The plan without what can't be shown: unknown and sensitive values.
    #[must_use]
    pub(crate) fn shown(mut self) -> Self {
        for values in [&mut self.variables, &mut self.locals, &mut self.outputs] {
            *values = values.iter().map(|(name, value)| (&**name, shown(value))).collect();
        }
        for planned in &mut self.resource {
            planned.key = planned.key.as_ref().map(shown);
            planned.arguments = shown(&planned.arguments);
        }
        self
    }
}

fn shown(value: &Value) -> Value {
    match value {
        Value::Unknown(_) => Value::from(UNKNOWN),
        Value::Marked(marked) if marked.is_sensitive() => Value::from(SENSITIVE),
        Value::Marked(marked) => shown(marked.value()),
        Value::List(_, elements) | Value::Set(_, elements) | Value::Tuple(elements) => {
            Value::tuple(elements.iter().map(shown))
        }
        Value::Map(_, map) | Value::Object(map) => {
            Value::object(map.iter().map(|(name, value)| (&**name, shown(value))))
        }
        _ => value.clone(),
    }
}

fn evaluate(expression: &Expression, context: &Context, errors: &mut Vec<Error>) -> Value {
    expression.evaluate(context).unwrap_or_else(|error| {
        errors.push(error);
        Value::unknown(Type::Dynamic)
    })
}

/// The files of a directory whose names have one of these endings, in the order of their names.
pub(crate) fn files(directory: &Path, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.retain(|path| endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)));
    files.sort();
    Ok(files)
}
