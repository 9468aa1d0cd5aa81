//! Trees of JSON strings parsed as native syntax, built on demand.

use std::sync::OnceLock;

use super::expression::ExpressionRef;
use super::node::NodeId;
use super::tree::Tree;
use super::view::View;

impl Tree<'_> {
    /// Makes room for the asides of new nodes.
    pub(crate) fn extend_asides(&mut self) {
        if let Some(asides) = self.asides.0.get_mut() {
            asides.resize_with(self.nodes.len(), OnceLock::new);
        }
    }
}

impl<'a> View<'a> {
    /// The expression in the text of this node. `parse` is called the first time only.
    pub(crate) fn aside(
        self,
        parse: impl FnOnce() -> Option<(Tree<'static>, NodeId)>,
    ) -> Option<ExpressionRef<'a>> {
        let all = || (0..self.tree.nodes.len()).map(|_| OnceLock::new()).collect();
        let asides = self.tree.asides.0.get_or_init(all);
        let aside = asides.get(self.id.0 as usize)?;
        let (tree, id) = &**aside.get_or_init(|| parse().map(Box::new)).as_ref()?;
        Some(ExpressionRef(View::new(tree, *id)))
    }
}
