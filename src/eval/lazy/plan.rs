//! The order of evaluation of lazy variables, and the diagnostic for a cycle.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use super::thunk::{Cache, Evaluated, Failure, Thunk};
use super::thunk_ref::{LazyPart, ThunkRef};
use crate::analysis::{components, cycle};
use crate::diagnostic::{Diagnostic, catalog::evaluation as catalog};
use crate::eval::budget::Sizes;
use crate::eval::context::{Bindings, Context, Found};
use crate::eval::evaluator::dynamic;
use crate::limits::budget;
use crate::text::source::Lookups;
use crate::text::span::Span;
use crate::value::Value;

impl<'c> ThunkRef<'c> {
    /// The result. An expression without a cached result is evaluated now and charged to the reader;
    /// `None` if this exceeds the budget.
    pub(in crate::eval) fn outcome(
        self,
        context: &Context,
        depth: u32,
        explanations: &mut u8,
    ) -> Option<Result<&'c Value, &'c Failure>> {
        if self.cache().0.get().is_none() && !budget::is_spent() {
            Plan::of(self).run(context, depth, explanations);
        }
        if budget::is_spent() {
            return None;
        }
        let unknown = || Ok(Evaluated { value: dynamic(), parts: 0 });
        Some(self.cache().0.get_or_init(unknown).as_ref().map(|evaluated| &evaluated.value))
    }
}

/// The expressions that a target needs, with their dependencies.
struct Plan<'c> {
    targets: Vec<ThunkRef<'c>>,
    edges: Vec<Vec<usize>>,
    numbers: HashMap<*const Cache, usize>,
    /// The sizes of the evaluated dependencies: a value in a chain of variables is not counted again for
    /// each of them.
    sizes: Sizes,
}

impl<'c> Plan<'c> {
    fn of(target: ThunkRef<'c>) -> Self {
        let mut plan = Plan {
            targets: Vec::new(),
            edges: Vec::new(),
            numbers: HashMap::new(),
            sizes: Sizes::default(),
        };
        plan.number(target);
        let mut next = 0;
        while let Some(target) = plan.targets.get(next).copied() {
            let edges = match target.part {
                LazyPart::Whole(object) => {
                    let thunks = object.attributes.values();
                    thunks
                        .filter_map(|thunk| plan.number(ThunkRef::thunk(target.level, thunk)))
                        .collect()
                }
                LazyPart::Thunk(thunk) => {
                    let links = links(target.level, thunk).into_iter();
                    links.filter_map(|link| plan.number(link.target)).collect()
                }
            };
            plan.edges.push(edges);
            next += 1;
        }
        plan
    }

    /// The number of a target; `None` if it is already evaluated.
    fn number(&mut self, target: ThunkRef<'c>) -> Option<usize> {
        let cache = target.cache();
        if cache.0.get().is_some() {
            self.keep_size(target);
            return None;
        }
        let next = self.targets.len();
        let number = *self.numbers.entry(std::ptr::from_ref(cache)).or_insert(next);
        if number == next {
            self.targets.push(target);
        }
        Some(number)
    }

    fn keep_size(&mut self, target: ThunkRef<'c>) {
        if let Some(Evaluated { value, parts }) = target.evaluated() {
            self.sizes.add(value, *parts);
        }
    }

    fn run(mut self, context: &Context, depth: u32, explanations: &mut u8) {
        for component in components(&self.edges) {
            // Without a budget, each reader would make a plan for what this one leaves.
            if budget::is_spent() {
                return;
            }
            let is_cycle = match component[..] {
                [single] => self.edges[single].contains(&single),
                _ => true,
            };
            if is_cycle {
                let failure = Arc::new(vec![self.report(&component)]);
                for member in component {
                    self.targets[member].store(Err(Arc::clone(&failure)));
                }
            } else {
                for member in component {
                    self.targets[member].evaluate(context, depth, explanations, &self.sizes);
                    self.keep_size(self.targets[member]);
                }
            }
        }
    }

    /// Describes the cycle of a component, from the variable that comes first in the source.
    #[cold]
    fn report(&self, component: &[usize]) -> Diagnostic {
        let thunk = |number: usize| match self.targets[number].part {
            LazyPart::Thunk(thunk) => Some(thunk),
            LazyPart::Whole(_) => None,
        };
        let place = |number: usize| {
            let expression = thunk(number)?.expression.view();
            Some((expression.tree().origin().name, expression.span()))
        };
        let first = component.iter().copied().filter(|number| thunk(*number).is_some());
        let Some(first) = first.min_by_key(|number| place(*number)) else {
            return catalog::cycle(&[]);
        };

        let way = cycle(&self.edges, component, first);
        let behind = way.iter().skip(1).chain([&first]);
        let steps: Vec<(&Thunk, Link<'_>)> = way
            .iter()
            .zip(behind)
            .filter_map(|(from, to)| {
                let target = self.targets[*to].cache();
                let mut links = links(self.targets[*from].level, thunk(*from)?).into_iter();
                Some((thunk(*from)?, links.find(|link| std::ptr::eq(link.target.cache(), target))?))
            })
            .collect();

        let names: Vec<&str> = steps.iter().map(|(_, link)| &*link.name).collect();
        let diagnostic = catalog::cycle(&names);
        let mut lookups = Lookups::default();
        steps.iter().fold(diagnostic, |diagnostic, (thunk, link)| {
            let lookup = lookups.of(thunk.expression.view().tree().origin());
            diagnostic.step(lookup, link.span, catalog::step(&link.name))
        })
    }
}

/// A reference from one target to another.
struct Link<'c> {
    target: ThunkRef<'c>,
    span: Span,
    /// The name of the other target.
    name: String,
}

/// The lazy variables and attributes of lazy objects that an expression refers to, each once.
fn links<'c>(level: &'c Arc<Bindings>, thunk: &Thunk) -> Vec<Link<'c>> {
    let mut seen = HashSet::new();
    let mut links = Vec::new();
    for reference in thunk.expression.references() {
        let Some(Found::Lazy(level, variable)) = Bindings::find_variable(level, reference.root())
        else {
            continue;
        };
        let found = ThunkRef::resolve(level, variable, reference.steps().next());
        let Some((target, attribute)) = found else { continue };
        let name = match attribute {
            Some(attribute) => format!("{}.{attribute}", reference.root()),
            None => reference.root().to_owned(),
        };
        if seen.insert(std::ptr::from_ref(target.cache())) {
            links.push(Link { target, span: reference.span(), name });
        }
    }
    links
}
