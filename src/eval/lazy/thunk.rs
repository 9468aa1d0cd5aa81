//! Lazy variables with their cached results.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, OnceLock};

use crate::diagnostic::Diagnostic;
use crate::document::Expression;
use crate::eval::diagnostics::Diagnostics;
use crate::value::{Value, normalize};

/// A variable that is evaluated when it is read.
#[derive(Clone, Debug)]
pub(in crate::eval) enum LazyVariable {
    Expression(Thunk),
    /// An object whose attributes are evaluated separately.
    Object(LazyObject),
}

#[derive(Clone, Debug)]
pub(in crate::eval) struct LazyObject {
    pub(super) attributes: BTreeMap<Arc<str>, Thunk>,
    pub(super) whole: Cache,
}

#[derive(Clone, Debug)]
pub(in crate::eval) struct Thunk {
    pub(super) expression: Expression,
    pub(super) cache: Cache,
}

/// A cached result. A clone starts empty, because it may belong to another context.
#[derive(Debug, Default)]
pub(super) struct Cache {
    pub(super) outcome: OnceLock<Outcome>,
    /// The number of evaluations that run now, in all threads.
    pub(super) running: AtomicUsize,
}

pub(in crate::eval) type Outcome = Result<Evaluated, Failure>;

/// A value with the number of its parts.
#[derive(Debug)]
pub(in crate::eval) struct Evaluated {
    pub(in crate::eval) value: Value,
    pub(in crate::eval) parts: usize,
}

/// The errors of a variable, reported to every reader.
pub(in crate::eval) type Failure = Arc<Vec<Diagnostic>>;

impl Clone for Cache {
    fn clone(&self) -> Self {
        Cache::default()
    }
}

/// Whether a variable of this context may have a cached value.
#[derive(Debug, Default)]
pub(in crate::eval) struct Used(pub(super) AtomicBool);

impl Used {
    pub(in crate::eval) fn take(&mut self) -> bool {
        std::mem::take(self.0.get_mut())
    }
}

impl Clone for Used {
    fn clone(&self) -> Self {
        Used::default()
    }
}

impl LazyVariable {
    pub(in crate::eval) fn expression(expression: Expression) -> Self {
        LazyVariable::Expression(Thunk::new(expression))
    }

    pub(in crate::eval) fn object(
        attributes: impl Iterator<Item = (Arc<str>, Expression)>,
    ) -> Self {
        let attributes = attributes.map(|(name, expression)| {
            let normal = normalize(&name);
            let name = if *normal == *name { Arc::clone(&name) } else { Arc::from(&*normal) };
            (name, Thunk::new(expression))
        });
        LazyVariable::Object(LazyObject {
            attributes: attributes.collect(),
            whole: Cache::default(),
        })
    }

    /// The names of the attributes, if it is an object.
    pub(in crate::eval) fn names(&self) -> impl Iterator<Item = &str> {
        let object = match self {
            LazyVariable::Expression(_) => None,
            LazyVariable::Object(object) => Some(object),
        };
        object.into_iter().flat_map(|object| object.attributes.keys()).map(|name| &**name)
    }

    /// Clears the cached values, which may be outdated.
    pub(in crate::eval) fn clear(&mut self) {
        *self = self.clone();
    }
}

impl LazyObject {
    /// The object of the attributes.
    pub(super) fn assemble<'c>(
        &'c self,
        mut read: impl FnMut(&'c Thunk) -> Option<&'c Outcome>,
    ) -> Outcome {
        let mut attributes = Vec::with_capacity(self.attributes.len());
        let mut parts = self.attributes.len();
        let mut failures = Diagnostics::default();
        for (name, thunk) in &self.attributes {
            match read(thunk) {
                Some(Ok(attribute)) => {
                    parts = parts.saturating_add(attribute.parts);
                    attributes.push((Arc::clone(name), attribute.value.clone()));
                }
                Some(Err(failure)) => failure.iter().cloned().for_each(|each| failures.push(each)),
                None => {}
            }
        }
        let mut failures = failures.into_diagnostics();
        if failures.is_empty() {
            return Ok(Evaluated { value: Value::object(attributes), parts });
        }
        // The order of their names is not that of the source.
        Diagnostic::sort(&mut failures);
        Err(Arc::new(failures))
    }
}

impl Thunk {
    fn new(expression: Expression) -> Self {
        Thunk { expression, cache: Cache::default() }
    }
}
