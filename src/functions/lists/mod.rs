//! Functions on lists, and on tuples and sets as far as they are like lists.

mod search;
mod whole;

use crate::eval::Function;

/// Functions on lists and tuples, and on their elements.
///
/// Functions: `alltrue` `anytrue` `chunklist` `coalescelist` `compact` `concat` `contains` `distinct`
/// `element` `flatten` `matchkeys` `one` `range` `reverse` `slice` `sum`
pub(super) fn lists() -> Vec<Function> {
    [search::search(), whole::whole()].concat()
}
