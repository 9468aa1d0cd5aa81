//! The order of evaluation of lazy variables, and the diagnostic for a cycle.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use super::{Cell, Memory, Part, Target};
use crate::analysis::{components, cycle};
use crate::diagnostic::{Diagnostic, catalog::evaluation as catalog};
use crate::eval::context::{Context, Found, Names};
use crate::source::{Lookups, Span};

/// The expressions that a target needs, with their dependencies.
pub(super) struct Plan<'c> {
    targets: Vec<Target<'c>>,
    edges: Vec<Vec<usize>>,
    numbers: HashMap<*const Memory, usize>,
}

impl<'c> Plan<'c> {
    pub(super) fn of(target: Target<'c>) -> Self {
        let mut plan = Plan { targets: Vec::new(), edges: Vec::new(), numbers: HashMap::new() };
        plan.number(target);
        let mut next = 0;
        while let Some(target) = plan.targets.get(next).copied() {
            let edges = match target.part {
                Part::Whole(object) => {
                    let cells = object.attributes.values();
                    cells.filter_map(|cell| plan.number(Target::cell(target.level, cell))).collect()
                }
                Part::Cell(cell) => {
                    let links = links(target.level, cell).into_iter();
                    links.filter_map(|link| plan.number(link.target)).collect()
                }
            };
            plan.edges.push(edges);
            next += 1;
        }
        plan
    }

    /// The number of a target; `None` if it is already evaluated.
    fn number(&mut self, target: Target<'c>) -> Option<usize> {
        let memory = target.memory();
        if memory.0.get().is_some() {
            return None;
        }
        let next = self.targets.len();
        let number = *self.numbers.entry(std::ptr::from_ref(memory)).or_insert(next);
        if number == next {
            self.targets.push(target);
        }
        Some(number)
    }

    pub(super) fn carry_out(&self, context: &Context, depth: u32) {
        for component in components(&self.edges) {
            let is_cycle = match component[..] {
                [single] => self.edges[single].contains(&single),
                _ => true,
            };
            if is_cycle {
                let failure = Arc::new(vec![self.report(&component)]);
                for member in component {
                    self.targets[member].settle(Err(Arc::clone(&failure)));
                }
            } else {
                component.iter().for_each(|member| self.targets[*member].evaluate(context, depth));
            }
        }
    }

    /// Describes the cycle of a component, from the variable that comes first in the source.
    #[cold]
    fn report(&self, component: &[usize]) -> Diagnostic {
        let cell = |number: usize| match self.targets[number].part {
            Part::Cell(cell) => Some(cell),
            Part::Whole(_) => None,
        };
        let place = |number: usize| {
            let expression = cell(number)?.expression.as_ref();
            Some((expression.0.tree.origin().name, expression.span()))
        };
        let first = component.iter().copied().filter(|number| cell(*number).is_some());
        let Some(first) = first.min_by_key(|number| place(*number)) else {
            return catalog::cycle(&[]);
        };

        let way = cycle(&self.edges, component, first);
        let behind = way.iter().skip(1).chain([&first]);
        let steps: Vec<(&Cell, Link<'_>)> = way
            .iter()
            .zip(behind)
            .filter_map(|(from, to)| {
                let target = self.targets[*to].memory();
                let mut links = links(self.targets[*from].level, cell(*from)?).into_iter();
                Some((cell(*from)?, links.find(|link| std::ptr::eq(link.target.memory(), target))?))
            })
            .collect();

        let names: Vec<&str> = steps.iter().map(|(_, link)| &*link.name).collect();
        let finding = catalog::cycle(&names);
        let mut lookups = Lookups::default();
        steps.iter().fold(finding, |finding, (cell, link)| {
            let lookup = lookups.of(cell.expression.as_ref().0.tree.origin());
            finding.step(lookup, link.span, catalog::step(&link.name))
        })
    }
}

/// A reference from one target to another.
struct Link<'c> {
    target: Target<'c>,
    span: Span,
    /// The name of the other target.
    name: String,
}

/// The lazy variables and attributes of lazy objects that an expression refers to, each once.
fn links<'c>(level: &'c Arc<Names>, cell: &Cell) -> Vec<Link<'c>> {
    let mut seen = HashSet::new();
    let mut links = Vec::new();
    for reference in cell.expression.references() {
        let Some(Found::Lazy(level, variable)) = Names::find_variable(level, reference.root())
        else {
            continue;
        };
        let found = Target::behind(level, variable, reference.steps().next());
        let Some((target, attribute)) = found else { continue };
        let name = match attribute {
            Some(attribute) => format!("{}.{attribute}", reference.root()),
            None => reference.root().to_owned(),
        };
        if seen.insert(std::ptr::from_ref(target.memory())) {
            links.push(Link { target, span: reference.span(), name });
        }
    }
    links
}
