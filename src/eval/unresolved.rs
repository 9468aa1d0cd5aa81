//! The treatment of names that a context doesn't have.

use std::fmt;
use std::sync::Arc;

use crate::analysis::Reference;
use crate::value::Value;

/// The treatment of names that a context doesn't have; see [`Context::on_unresolved`](crate::Context::on_unresolved).
///
/// ```
/// use serde_hcl::{Context, parse_expression};
/// use serde_hcl::configuration::Unresolved;
///
/// let expression = parse_expression("[1, later]")?;
/// assert!(expression.evaluate(&Context::new()).is_err());
/// let context = Context::new().on_unresolved(Unresolved::Unknown);
/// let value = expression.evaluate(&context)?;
/// assert!(value[0].is_known() && !value[1].is_known());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unresolved {
    /// An error.
    #[default]
    Error,
    /// An unknown value. Expressions that depend on it are unknown, too.
    Unknown,
    /// Text. Expressions that depend on the name remain as their source between `${` and `}`.
    Text,
}

/// The callback of [`Context::resolver`](crate::Context::resolver).
#[derive(Clone)]
pub(super) struct Resolver(Arc<Resolve>);

type Resolve = dyn Fn(&Reference<'_>) -> Option<Value> + Send + Sync;

impl Resolver {
    pub(super) fn new(
        resolve: impl Fn(&Reference<'_>) -> Option<Value> + Send + Sync + 'static,
    ) -> Self {
        Resolver(Arc::new(resolve))
    }

    pub(super) fn value(&self, reference: &Reference<'_>) -> Option<Value> {
        (self.0)(reference)
    }
}

impl fmt::Debug for Resolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Resolver")
    }
}
