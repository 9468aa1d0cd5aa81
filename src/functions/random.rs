//! Where random bytes come from.

use std::sync::Arc;

use crate::eval::FunctionError;

/// A source of random bytes.
#[derive(Clone)]
pub(super) struct Random(Arc<Fill>);

type Fill = dyn Fn(&mut [u8]) -> Result<(), getrandom::Error> + Send + Sync;

/// The operating system.
pub(super) fn system() -> Random {
    Random(Arc::new(getrandom::fill))
}

impl<F: Fn(&mut [u8]) + Send + Sync + 'static> From<F> for Random {
    fn from(fill: F) -> Self {
        Random(Arc::new(move |bytes| {
            fill(bytes);
            Ok(())
        }))
    }
}

impl Random {
    pub(super) fn bytes(&self) -> Result<[u8; 16], FunctionError> {
        let mut bytes = [0; 16];
        self.0(&mut bytes)?;
        Ok(bytes)
    }
}
