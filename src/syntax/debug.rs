//! `Debug` of views: the source text, and lists of it.

use std::fmt;

use super::{
    CallRef, Comments, ConditionalRef, DirectiveForRef, DirectiveIfRef, Expressions, ForRef, Items,
    Labels, ObjectItems, ObjectRef, PartRef, Parts, StepRef, Steps, StringRef, TemplateRef,
    TraversalRef,
};

macro_rules! as_written {
    ($($view:ident)*) => { $(
        impl fmt::Debug for $view<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.0.text())
            }
        }
    )* };
}

as_written! {
    CallRef ConditionalRef DirectiveForRef DirectiveIfRef ForRef ObjectRef PartRef StepRef StringRef
    TemplateRef TraversalRef
}

macro_rules! as_list {
    ($($views:ident)*) => { $(
        impl fmt::Debug for $views<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_list().entries(self.clone()).finish()
            }
        }
    )* };
}

as_list! { Comments Expressions Items Labels ObjectItems Parts Steps }
