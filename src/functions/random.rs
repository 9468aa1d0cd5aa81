//! Sources of random bytes.

use std::sync::Arc;

use crate::eval::FunctionError;

/// A source of random bytes.
#[derive(Clone)]
pub(super) struct Random(Arc<Fill>);

type Fill = dyn Fn(&mut [u8]) -> Result<(), FunctionError> + Send + Sync;

impl<F: Fn(&mut [u8]) + Send + Sync + 'static> From<F> for Random {
    fn from(fill: F) -> Self {
        Random::fallible(move |bytes| {
            fill(bytes);
            Ok(())
        })
    }
}

impl Random {
    /// A source that can fail.
    pub(super) fn fallible(
        fill: impl Fn(&mut [u8]) -> Result<(), FunctionError> + Send + Sync + 'static,
    ) -> Self {
        Random(Arc::new(fill))
    }

    pub(super) fn bytes(&self) -> Result<[u8; 16], FunctionError> {
        let mut bytes = [0; 16];
        self.0(&mut bytes)?;
        Ok(bytes)
    }
}
