//! Views: nodes with their tree, and iterators over siblings.

use super::node::{Kind, Node, NodeId};
use super::tree::Tree;
use crate::text::span::Span;

/// A node with its tree; every public view wraps one.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) tree: &'a Tree<'a>,
    pub(crate) id: NodeId,
}

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn new(tree: &'a Tree<'a>, id: NodeId) -> Self {
        View { tree, id }
    }

    #[inline]
    pub(crate) fn node(self) -> &'a Node {
        self.tree.node(self.id)
    }

    #[inline]
    pub(crate) fn kind(self) -> Kind {
        self.node().kind
    }

    #[inline]
    pub(crate) fn span(self) -> Span {
        self.node().span
    }

    /// The span in the source, also if the text is decoded.
    #[inline]
    pub(crate) fn place(self) -> Span {
        self.tree.place(self.span())
    }

    #[inline]
    pub(crate) fn has(self, flag: u8) -> bool {
        self.node().flags & flag != 0
    }

    #[inline]
    pub(crate) fn text(self) -> &'a str {
        self.tree.text(self.span())
    }

    #[inline]
    pub(crate) fn count(self) -> usize {
        self.node().count as usize
    }

    /// The children, from the first to the end of their chain.
    #[inline]
    pub(crate) fn children(self) -> Chain<'a> {
        Chain { tree: self.tree, next: self.node().first }
    }

    /// The first child. Only for kinds that always have one.
    #[inline]
    pub(crate) fn first(self) -> View<'a> {
        View { tree: self.tree, id: self.node().first }
    }

    /// The next sibling. Only where the kind of the parent guarantees one.
    #[inline]
    pub(crate) fn next(self) -> View<'a> {
        View { tree: self.tree, id: self.node().next }
    }
}

impl Tree<'_> {
    /// A node and its next siblings.
    pub(super) fn chain(&self, first: NodeId) -> Chain<'_> {
        Chain { tree: self, next: first }
    }

    /// The body of the whole document, if the tree has bodies. Linear in the nodes.
    #[cold]
    pub(crate) fn root_body(&self) -> Option<View<'_>> {
        let bodies = self.nodes.iter().enumerate().filter(|(_, node)| node.kind == Kind::Body);
        let (index, _) = bodies.max_by_key(|(_, node)| (node.span.len(), node.count))?;
        Some(View::new(self, NodeId(index as u32)))
    }
}

/// An iterator over siblings.
#[derive(Clone, Copy)]
pub(crate) struct Chain<'a> {
    pub(crate) tree: &'a Tree<'a>,
    pub(super) next: NodeId,
}

impl<'a> Iterator for Chain<'a> {
    type Item = View<'a>;

    #[inline]
    fn next(&mut self) -> Option<View<'a>> {
        if self.next == NodeId::NONE {
            return None;
        }
        let view = View { tree: self.tree, id: self.next };
        self.next = view.node().next;
        Some(view)
    }
}

/// Gives the rest of the crate access to the view inside some of the public views.
macro_rules! expose {
    (tree: $($tree:ident)*; id: $($id:ident)*;) => {
        $(impl<'a> $tree<'a> {
            #[inline]
            pub(crate) fn tree(self) -> &'a $crate::syntax::Tree<'a> {
                self.0.tree
            }
        })*
        $(impl $id<'_> {
            #[inline]
            pub(crate) fn id(self) -> $crate::syntax::NodeId {
                self.0.id
            }
        })*
    };
}
pub(super) use expose;

/// Declares an iterator of views over a chain of known length.
macro_rules! views {
    ($(#[$doc:meta])* $name:ident, $item:ident) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name<'a> {
            chain: $crate::syntax::view::Chain<'a>,
            left: usize,
        }

        impl<'a> $name<'a> {
            #[inline]
            pub(crate) fn new(chain: $crate::syntax::view::Chain<'a>, left: usize) -> Self {
                $name { chain, left }
            }

            /// Whether there are no more of them.
            #[inline]
            pub fn is_empty(&self) -> bool {
                self.left == 0
            }
        }

        impl<'a> Iterator for $name<'a> {
            type Item = $item<'a>;

            #[inline]
            fn next(&mut self) -> Option<$item<'a>> {
                self.left = self.left.checked_sub(1)?;
                self.chain.next().map($item)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.left, Some(self.left))
            }
        }

        impl ExactSizeIterator for $name<'_> {}
    };
}
pub(super) use views;
