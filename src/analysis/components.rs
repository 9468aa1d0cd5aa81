//! Strongly connected components, by Tarjan's algorithm with an explicit stack.

/// The strongly connected components of a graph whose vertex `v` depends on `edges[v]`. Each component
/// comes after its dependencies. The vertices of a component are in ascending order.
///
/// Linear in vertices and edges.
pub(super) fn components(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut search = Search {
        order: vec![UNSEEN; edges.len()],
        lowest: vec![0; edges.len()],
        open: Vec::new(),
        seen: 0,
    };
    let mut components = Vec::new();
    let mut path: Vec<(usize, usize)> = Vec::new();
    for start in 0..edges.len() {
        if search.order[start] != UNSEEN {
            continue;
        }
        search.enter(start);
        path.push((start, 0));
        while let Some((vertex, next)) = path.pop() {
            let Some(&target) = edges[vertex].get(next) else {
                components.extend(search.leave(vertex));
                if let Some((parent, _)) = path.last() {
                    search.set_lowest(*parent, search.lowest[vertex]);
                }
                continue;
            };
            path.push((vertex, next + 1));
            match search.order[target] {
                UNSEEN => {
                    search.enter(target);
                    path.push((target, 0));
                }
                CLOSED => {}
                order => search.set_lowest(vertex, order),
            }
        }
    }
    components
}

const UNSEEN: usize = usize::MAX;
/// The component of the vertex is complete.
const CLOSED: usize = usize::MAX - 1;

struct Search {
    /// The order in which the vertices were first seen.
    order: Vec<usize>,
    /// The earliest reachable vertex whose component is incomplete.
    lowest: Vec<usize>,
    /// The vertices of incomplete components.
    open: Vec<usize>,
    seen: usize,
}

impl Search {
    fn enter(&mut self, vertex: usize) {
        self.order[vertex] = self.seen;
        self.lowest[vertex] = self.seen;
        self.seen += 1;
        self.open.push(vertex);
    }

    fn set_lowest(&mut self, vertex: usize, order: usize) {
        self.lowest[vertex] = self.lowest[vertex].min(order);
    }

    /// The component completed by this vertex.
    fn leave(&mut self, vertex: usize) -> Option<Vec<usize>> {
        if self.lowest[vertex] != self.order[vertex] {
            return None;
        }
        let first = self.open.iter().rposition(|open| *open == vertex)?;
        let mut component = self.open.split_off(first);
        for member in &component {
            self.order[*member] = CLOSED;
            // A vertex of a complete component must not lower later ones.
            self.lowest[*member] = CLOSED;
        }
        component.sort_unstable();
        Some(component)
    }
}

/// The shortest cycle through `start` within its component, `start` first.
/// Empty if there is none. Linear in the component and its edges.
pub(super) fn cycle(edges: &[Vec<usize>], component: &[usize], start: usize) -> Vec<usize> {
    let position = |vertex: &usize| component.binary_search(vertex).ok();
    let mut previous: Vec<Option<usize>> = vec![None; component.len()];
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(vertex) = queue.pop_front() {
        for target in &edges[vertex] {
            let Some(at) = position(target) else { continue };
            if previous[at].is_some() {
                continue;
            }
            previous[at] = Some(vertex);
            if *target != start {
                queue.push_back(*target);
                continue;
            }
            let back = |vertex: &usize| {
                let before = previous[position(vertex)?]?;
                (before != start).then_some(before)
            };
            let mut way: Vec<usize> = std::iter::successors(previous[at], back).collect();
            if way.last() != Some(&start) {
                way.push(start);
            }
            way.reverse();
            return way;
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_come_first() {
        // 0 → 1 → 2 → 0, 3 → 1, 4 → 4, 5
        let edges = vec![vec![1], vec![2], vec![0], vec![1], vec![4], vec![]];
        let found = components(&edges);
        assert_eq!(found, [vec![0, 1, 2], vec![3], vec![4], vec![5]]);
        assert_eq!(cycle(&edges, &found[0], 1), [1, 2, 0]);
        assert_eq!(cycle(&edges, &found[2], 4), [4]);
        assert_eq!(cycle(&edges, &found[3], 5), [] as [usize; 0]);
    }

    #[test]
    fn long_chains_need_no_stack() {
        let count = 1_000_000;
        let edges: Vec<_> = (0..count).map(|vertex| vec![(vertex + 1) % count]).collect();
        let found = components(&edges);
        assert_eq!((found.len(), found[0].len()), (1, count));
        assert_eq!(cycle(&edges, &found[0], 0).len(), count);
    }
}
