//! The dependency graph of a configuration.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;

use hashbrown::{HashMap, HashSet};

use super::components::{components, cycle};
use super::references::Reference;
use crate::diagnostic::error::{Category, Error, Result};
use crate::diagnostic::{Diagnostic, catalog::evaluation as catalog};
use crate::syntax::{BodyRef, ExpressionKind, ItemRef, StepKind, StepRef};
use crate::text::source::Lookups;

/// The dependency graph of the parts of a configuration. It gives the order of evaluation, the
/// cycles, and the parts that a change affects.
///
/// A part has an address, such as `local.region` or `resource.server.web`. A reference leads to the
/// part with the longest address that is a prefix of the reference. A reference that is itself a prefix
/// of addresses, such as `local`, leads to all parts below it. Other references are left out.
///
/// A block may refer to its own attributes: that is a cycle only if the attributes depend on each other. If
/// several blocks have the same address, a reference to an attribute leads to the blocks that have it.
///
/// Parts are numbered from 0 in the order in which they were given. Building the graph and each query
/// take time linear in parts and references.
///
/// ```
/// use serde_hcl::parse;
/// use serde_hcl::configuration::Graph;
///
/// let document = parse("c = a + b\na = 1\nb = a\nd = 2\n")?;
/// let graph = Graph::of(document.body());
/// let names = |parts: Vec<usize>| -> Vec<String> {
///     parts.into_iter().map(|part| graph.address(part).join(".")).collect()
/// };
/// assert_eq!(names(graph.order()?), ["a", "b", "c", "d"]);
/// assert_eq!(names(graph.dependencies(0)), ["a", "b"]);
/// assert_eq!(names(graph.affected_by(1)), ["a", "b", "c"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub struct Graph<'a> {
    parts: Vec<GraphPart<'a>>,
    /// The vertices: the parts, then two for each address or prefix of one: the part at the address,
    /// and all parts at or below it.
    edges: Vec<Vec<usize>>,
}

struct GraphPart<'a> {
    address: Vec<Cow<'a, str>>,
    references: Vec<Reference<'a>>,
    /// The items of a block.
    members: Vec<Member<'a>>,
}

/// An item of a block.
struct Member<'a> {
    name: &'a str,
    /// The number of its references, which are next to each other in those of the block.
    references: usize,
}

/// The addresses of all parts and of the items of blocks, step by step.
#[derive(Default)]
struct Places<'p> {
    next: HashMap<(usize, &'p str), usize>,
    /// The number of parts at each place. An item is at the place of its block.
    parts: Vec<usize>,
}

const ROOT: usize = 0;

impl<'a> Graph<'a> {
    /// The graph of parts with their addresses and references.
    pub fn new(parts: impl IntoIterator<Item = (Vec<Cow<'a, str>>, Vec<Reference<'a>>)>) -> Self {
        let part = |(address, references)| GraphPart { address, references, members: Vec::new() };
        Self::of_parts(parts.into_iter().map(part).collect())
    }

    fn of_parts(parts: Vec<GraphPart<'a>>) -> Self {
        let edges = edges(&parts);
        Graph { parts, edges }
    }

    /// The graph of the items of a body: attributes have their names as addresses, blocks their types
    /// and labels.
    ///
    /// ```
    /// use serde_hcl::{configuration::Graph, parse};
    ///
    /// let document = parse("server \"web\" {}\nport = 80\n")?;
    /// let graph = Graph::of(document.body());
    /// assert_eq!(graph.address(0), ["server", "web"]);
    /// assert_eq!(graph.address(1), ["port"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn of(body: BodyRef<'a>) -> Self {
        Graph::of_parts(body.items().map(GraphPart::of_item).collect())
    }

    /// The number of parts.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether there are no parts.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The address of a part; empty if there is no such part.
    pub fn address(&self, part: usize) -> &[Cow<'a, str>] {
        self.parts.get(part).map_or(&[], |part| &part.address)
    }

    /// The references of a part, in source order.
    pub fn references(&self, part: usize) -> &[Reference<'a>] {
        self.parts.get(part).map_or(&[], |part| &part.references)
    }

    /// The parts that a part refers to directly, in ascending order.
    pub fn dependencies(&self, part: usize) -> Vec<usize> {
        let is_known = part < self.parts.len();
        let mut found =
            reach(&self.edges, is_known.then_some(part), |vertex| vertex >= self.parts.len());
        found.retain(|vertex| *vertex < self.parts.len());
        found.sort_unstable();
        found
    }

    /// The strongly connected components. Parts that refer to each other are in one component, and
    /// each component comes after those that it refers to.
    ///
    /// ```
    /// use serde_hcl::{configuration::Graph, parse};
    ///
    /// let document = parse("a = b\nb = a\nc = a\n")?;
    /// assert_eq!(Graph::of(document.body()).components(), [vec![0, 1], vec![2]]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn components(&self) -> Vec<Vec<usize>> {
        let mut components = components(&self.edges);
        for component in &mut components {
            component.retain(|vertex| *vertex < self.parts.len());
        }
        components.retain(|component| !component.is_empty());
        components
    }

    /// All parts, each after the parts that it refers to.
    ///
    /// # Errors
    ///
    /// The graph has a cycle. There is one diagnostic for each such component, with a label at every step
    /// of one cycle.
    ///
    /// ```
    /// use serde_hcl::{configuration::Graph, parse};
    ///
    /// let document = parse("a = b\nb = 1\n")?;
    /// assert_eq!(Graph::of(document.body()).order()?, [1, 0]);
    ///
    /// let document = parse("a = b\nb = a\n")?;
    /// let error = Graph::of(document.body()).order().unwrap_err();
    /// assert_eq!(error.diagnostics()[0].detail(), "The value of a depends on itself: a → b → a.");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn order(&self) -> Result<Vec<usize>> {
        let mut order = Vec::with_capacity(self.parts.len());
        let (mut diagnostics, mut places) = (Vec::new(), None);
        let mut lookups = Lookups::default();
        for component in components(&self.edges) {
            let parts = component.iter().filter(|vertex| **vertex < self.parts.len());
            let refers_to_itself = match component[..] {
                [single] => self.edges[single].contains(&single),
                _ => true,
            };
            if refers_to_itself {
                let places = places.get_or_insert_with(|| Places::of(&self.parts));
                let first = parts.clone().next();
                diagnostics.extend(
                    first.map(|first| self.report(&component, *first, places, &mut lookups)),
                );
            }
            order.extend(parts);
        }
        match diagnostics.is_empty() {
            true => Ok(order),
            false => Err(Error::new(Category::Evaluation, diagnostics)),
        }
    }

    /// The part and all parts that refer to it, directly or indirectly, each after the parts that it
    /// refers to.
    ///
    /// ```
    /// use serde_hcl::{configuration::Graph, parse};
    ///
    /// let document = parse("a = 1\nb = a\nc = b\nd = 2\n")?;
    /// assert_eq!(Graph::of(document.body()).affected_by(1), [1, 2]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn affected_by(&self, part: usize) -> Vec<usize> {
        let mut reverse = vec![Vec::new(); self.edges.len()];
        for (vertex, targets) in self.edges.iter().enumerate() {
            targets.iter().for_each(|target| reverse[*target].push(vertex));
        }
        let mut is_affected = vec![false; self.edges.len()];
        let start = (part < self.parts.len()).then_some(part);
        let found = reach(&reverse, start, |_| true);
        found.into_iter().chain(start).for_each(|vertex| is_affected[vertex] = true);
        let mut affected: Vec<usize> = self.components().into_iter().flatten().collect();
        affected.retain(|part| is_affected[*part]);
        affected
    }

    /// Describes the references within a component.
    #[cold]
    fn report(
        &self,
        component: &[usize],
        first: usize,
        places: &Places<'_>,
        lookups: &mut Lookups<'a>,
    ) -> Diagnostic {
        let way = cycle(&self.edges, component, first);
        let is_part = |vertex: &usize| *vertex < self.parts.len();
        let on_the_way: Vec<usize> = way.iter().copied().filter(is_part).collect();
        let names: Vec<String> = (on_the_way.iter().skip(1).chain([&first]))
            .map(|part| self.address(*part).join("."))
            .collect();
        let diagnostic = catalog::cycle(&names.iter().map(String::as_str).collect::<Vec<_>>());
        // The vertex after each part of the cycle is the target of one of its references.
        let behind = way.iter().skip(1).chain([&first]);
        let steps = way.iter().zip(behind).filter(|(vertex, _)| is_part(vertex));
        steps.zip(&names).fold(diagnostic, |diagnostic, ((part, next), name)| {
            let mut references = self.parts[*part].outward_references(places).into_iter();
            let Some(reference) = references
                .find(|reference| places.vertex(reference, self.parts.len()) == Some(*next))
            else {
                return diagnostic;
            };
            let lookup = lookups.of(reference.origin());
            diagnostic.step(lookup, reference.span(), catalog::step(name))
        })
    }
}

impl fmt::Debug for Graph<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |part: usize| (self.address(part).join("."), self.dependencies(part));
        f.debug_map().entries((0..self.len()).map(part)).finish()
    }
}

fn edges(parts: &[GraphPart<'_>]) -> Vec<Vec<usize>> {
    let places = Places::of(parts);
    let count = parts.len();
    let mut edges = vec![Vec::new(); count + 2 * places.parts.len()];
    for place in 0..places.parts.len() {
        edges[vertex_below(place, count)].push(vertex_of_place(place, count));
    }
    for ((parent, _), place) in &places.next {
        edges[vertex_below(*parent, count)].push(vertex_below(*place, count));
    }
    for (index, part) in parts.iter().enumerate() {
        let Some(place) = places.of_part(part) else { continue };
        edges[vertex_of_place(place, count)].push(index);
        for name in part.member_names() {
            if let Some(place) = places.step(place, name) {
                edges[vertex_of_place(place, count)].push(index);
            }
        }
        let references = part.outward_references(&places).into_iter();
        edges[index] = references.filter_map(|each| places.vertex(each, count)).collect();
        edges[index].sort_unstable();
        edges[index].dedup();
    }
    edges
}

fn vertex_of_place(place: usize, parts: usize) -> usize {
    parts + 2 * place
}

fn vertex_below(place: usize, parts: usize) -> usize {
    parts + 2 * place + 1
}

impl<'p> Places<'p> {
    fn of(parts: &'p [GraphPart<'_>]) -> Self {
        let mut places = Places { next: HashMap::new(), parts: vec![0] };
        for part in parts {
            let place = part.address.iter().fold(ROOT, |place, name| places.enter(place, name));
            places.parts[place] += 1;
            for name in part.member_names() {
                let place = places.enter(place, name);
                places.parts[place] += 1;
            }
        }
        places
    }

    /// The place behind another one.
    fn enter(&mut self, place: usize, name: &'p str) -> usize {
        let count = self.parts.len();
        let next = *self.next.entry((place, name)).or_insert(count);
        if next == count {
            self.parts.push(0);
        }
        next
    }

    fn of_part(&self, part: &GraphPart<'_>) -> Option<usize> {
        part.address.iter().try_fold(ROOT, |place, name| self.step(place, name))
    }

    fn step(&self, place: usize, name: &str) -> Option<usize> {
        self.next.get(&(place, name)).copied()
    }

    /// The target vertex of a reference.
    fn vertex(&self, reference: &Reference<'_>, parts: usize) -> Option<usize> {
        let (mut place, mut longest) = (ROOT, None);
        for name in names(reference) {
            let Some(next) = name.and_then(|name| self.step(place, &name)) else {
                return Some(vertex_of_place(longest?, parts));
            };
            place = next;
            longest = (self.parts[place] > 0).then_some(place).or(longest);
        }
        Some(vertex_below(place, parts))
    }
}

impl<'a> GraphPart<'a> {
    fn of_item(item: ItemRef<'a>) -> Self {
        let name = Cow::Borrowed(item.name());
        let Some(block) = item.as_block() else {
            let references = references_of(item);
            return GraphPart { address: vec![name], references, members: Vec::new() };
        };
        let labels = block.labels().map(|label| label.value());
        let (mut references, mut members) = (Vec::new(), Vec::new());
        for item in block.body().items() {
            let own = references_of(item);
            members.push(Member { name: item.name(), references: own.len() });
            references.extend(own);
        }
        GraphPart { address: [name].into_iter().chain(labels).collect(), references, members }
    }

    /// The names of the items, each once.
    fn member_names(&self) -> impl Iterator<Item = &'a str> {
        let mut seen = HashSet::new();
        self.members.iter().map(|member| member.name).filter(move |name| seen.insert(*name))
    }

    /// The references without those that lead to another item of the part and are not in a cycle of its
    /// items.
    fn outward_references(&self, places: &Places<'_>) -> Vec<&Reference<'a>> {
        let Some(place) = places.of_part(self) else { return Vec::new() };
        let numbers: HashMap<&str, usize> =
            self.member_names().enumerate().map(|(number, name)| (name, number)).collect();
        // The item that a reference leads to, if only this part has it.
        let inner = |reference: &Reference<'a>| {
            let mut names = names(reference);
            let is_prefix =
                self.address.iter().all(|own| names.next().flatten().as_ref() == Some(own));
            let name = names.next().flatten().filter(|_| is_prefix)?;
            let is_only = places.step(place, &name).is_some_and(|place| places.parts[place] == 1);
            numbers.get(&*name).copied().filter(|_| is_only)
        };
        let mut edges = vec![Vec::new(); numbers.len()];
        let mut links = Vec::with_capacity(self.references.len());
        let mut references = self.references.iter();
        for member in &self.members {
            let Some(from) = numbers.get(member.name) else { continue };
            for reference in references.by_ref().take(member.references) {
                let to = inner(reference);
                edges[*from].extend(to);
                links.push((reference, to.map(|to| (*from, to))));
            }
        }
        // The references of a part that is not a block.
        links.extend(references.map(|reference| (reference, None)));

        let mut component_of = vec![0; edges.len()];
        for (number, component) in components(&edges).into_iter().enumerate() {
            component.into_iter().for_each(|member| component_of[member] = number);
        }
        let is_outward = |link: Option<(usize, usize)>| {
            link.is_none_or(|(from, to)| component_of[from] == component_of[to])
        };
        let outward_references = links.into_iter().filter(|(_, link)| is_outward(*link));
        outward_references.map(|(reference, _)| reference).collect()
    }
}

fn references_of(item: ItemRef<'_>) -> Vec<Reference<'_>> {
    match (item.as_attribute(), item.as_block()) {
        (Some(attribute), _) => attribute.expression().references(),
        (_, Some(block)) => block.body().references(),
        _ => Vec::new(),
    }
}

/// The names of a reference, as in an address.
fn names<'r>(reference: &'r Reference<'_>) -> impl Iterator<Item = Option<Cow<'r, str>>> {
    let root = Some(Cow::Borrowed(reference.root()));
    [root].into_iter().chain(reference.steps().map(name))
}

/// The name of a step in an address.
fn name(step: StepRef<'_>) -> Option<Cow<'_, str>> {
    step.name().or_else(|| match step.kind() {
        StepKind::LegacyIndex(digits) => Some(Cow::Borrowed(digits)),
        StepKind::Index(key) => match key.kind() {
            ExpressionKind::Number(digits) => Some(Cow::Borrowed(digits)),
            _ => None,
        },
        _ => None,
    })
}

/// The reachable vertices, each once. The search continues from a vertex only if it is `passable`.
fn reach(
    edges: &[Vec<usize>],
    start: Option<usize>,
    passable: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let mut is_seen = vec![false; edges.len()];
    let mut found = Vec::new();
    let mut queue: VecDeque<usize> = start.into_iter().collect();
    while let Some(vertex) = queue.pop_front() {
        for target in &edges[vertex] {
            if !std::mem::replace(&mut is_seen[*target], true) {
                found.push(*target);
                if passable(*target) {
                    queue.push_back(*target);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser::document::parse;

    fn names(graph: &Graph<'_>, parts: &[usize]) -> Vec<String> {
        parts.iter().map(|part| graph.address(*part).join(".")).collect()
    }

    #[test]
    fn a_reference_means_the_longest_address() {
        let source = "
x = a.b.c + a.d.e[0] + nope.y
y = a
z = a[x].b
w = a.q
a \"b\" {}
a \"d\" \"e\" {}
a \"d\" \"f\" {}
a \"b\" { of = one.of }
";
        let document = parse(source).unwrap();
        let graph = Graph::of(document.body());
        let of = |part| names(&graph, &graph.dependencies(part));
        assert_eq!(of(0), ["a.b", "a.d.e", "a.b"]);
        assert_eq!(of(1), ["a.b", "a.d.e", "a.d.f", "a.b"]);
        assert_eq!(of(2), ["x", "a.b", "a.d.e", "a.d.f", "a.b"]);
        assert!(of(3).is_empty() && of(4).is_empty() && of(99).is_empty());
        assert_eq!(names(&graph, &graph.affected_by(4)), ["a.b", "x", "y", "z"]);
    }

    #[test]
    fn each_cycle_is_reported_once() {
        let source = "a = b\nb = [c, d]\nc = a\nd = 1\ne { x = e.x }\nf = a\n";
        let document = parse(source).unwrap();
        let graph = Graph::of(document.body());
        assert_eq!(graph.components(), [vec![3], vec![0, 1, 2], vec![4], vec![5]]);
        let error = graph.order().unwrap_err();
        let found: Vec<_> = error.diagnostics().iter().map(Diagnostic::detail).collect();
        assert_eq!(
            found,
            [
                "The value of a depends on itself: a → b → c → a.",
                "The value of e depends on itself: e → e."
            ]
        );
        let labels = error.diagnostics()[0].labels().iter();
        let texts: Vec<_> = labels.map(|label| label.span().text(source)).collect();
        assert_eq!(texts, ["c", "a"]);
    }

    #[test]
    fn a_block_may_refer_to_its_own_items() {
        let order = |source: &str| {
            let document = parse(source).unwrap();
            let order = Graph::of(document.body()).order();
            order.map_err(|error| error.diagnostics()[0].detail().to_owned())
        };
        let cycle = |names: &str| Err(format!("The value of d depends on itself: {names}."));
        assert_eq!(order("d {\n a = d.b\n b = 1\n}\nx = d.a\n"), Ok(vec![0, 1]));
        assert_eq!(
            order("d \"l\" {\n a = [d.l.b, d[\"l\"].c]\n b = d.l.c\n c = 1\n}\n"),
            Ok(vec![0])
        );
        assert_eq!(order("d {\n a {\n x = d.b\n}\n b = 1\n}\n"), Ok(vec![0]));
        assert_eq!(order("d {\n a = d.b\n b = d.a\n}\n"), cycle("d → d"));
        assert_eq!(order("d {\n a = d.b\n b = d\n}\n"), cycle("d → d"));
        assert_eq!(order("d {\n a = d.nope\n}\n"), cycle("d → d"));
        // The attributes have a possible order, but the parts have none.
        assert_eq!(order("d {\n a = x\n b = 1\n}\nx = d.b\n"), cycle("d → x → d"));
        // Several blocks with one address.
        assert_eq!(order("d {\n a = d.b\n}\nd {\n b = 1\n}\n"), Ok(vec![1, 0]));
        assert_eq!(order("d {\n a = d.b\n}\nd {\n b = d.a\n}\n"), cycle("d → d → d"));
    }

    /// With a pass over the source for each cycle, this test takes minutes.
    #[test]
    fn many_cycles_take_linear_time() {
        let source: String = (0..20_000).map(|n| format!("v{n} = v{n}\n")).collect();
        let document = parse(&source).unwrap();
        let error = Graph::of(document.body()).order().unwrap_err();
        assert_eq!(error.diagnostics().len(), 20_000);
    }

    #[test]
    fn large_graphs_need_no_stack() {
        let count = 50_000;
        let chain: String = (0..count).map(|n| format!("v{n} = v{}\n", n + 1)).collect();
        let source = chain + &format!("v{count} = 1\n") + &"b {}\nx { y = b }\n".repeat(2_000);
        let document = parse(&source).unwrap();
        let graph = Graph::of(document.body());
        assert_eq!(graph.order().unwrap()[..2], [count, count - 1]);
        assert_eq!(graph.affected_by(count).len(), count + 1);
    }
}
