//! `Debug` of views: the source text.

use std::fmt;

use super::{
    CallRef, ConditionalRef, DirectiveForRef, DirectiveIfRef, ForRef, ObjectItems, ObjectRef,
    PartRef, StepRef, StringRef, TemplateRef, TraversalRef,
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

impl fmt::Debug for ObjectItems<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
