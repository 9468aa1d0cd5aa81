//! The laws of `File<T>` for generated types, values, changes and layouts: those of a lens.

mod comments;
mod examples;
mod generate;
mod layouts;
mod types;

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_hcl::edit::File;
use serde_hcl::{Error, from_str, to_string};

use self::generate::{Choices, Generate};
use self::layouts::layouts;

/// The number of values of each type. Each is written in several layouts and changed in each of them.
const VALUES: u64 = 20;

/// Whether the serializer writes the value so that it is read as the same one.
fn has_notation<T: Serialize + DeserializeOwned + PartialEq>(value: &T) -> bool {
    to_string(value).and_then(|text| from_str::<T>(&text)).is_ok_and(|read| read == *value)
}

/// Checks the laws for one change. Returns whether the changed value can be written.
fn check<T>(source: &str, before: &T, after: &T) -> Result<bool, String>
where
    T: Serialize + DeserializeOwned + PartialEq + Debug + Clone,
{
    let failed = |law: &str, found: &dyn Debug, text: &str| {
        Err(format!(
            "{law}: {found:?}\n--- source\n{source}--- change\n{before:?}\n{after:?}\n--- written\n{text}"
        ))
    };
    let error = |error: Error| format!("{error:#}");
    let mut file: File<T> = source.parse().map_err(error)?;
    let unchanged = file.to_string().map_err(error)?;
    if unchanged != source {
        return failed("unchanged, but written differently", &unchanged, "");
    }
    *file = after.clone();
    let text = match file.to_string() {
        Ok(text) => text,
        Err(error) if has_notation(after) => return failed("not written", &error, ""),
        Err(_) => return Ok(false),
    };
    match from_str::<T>(&text) {
        Ok(read) if read == *after => {}
        read => return failed("read back as", &read, &text),
    }
    let mut again: File<T> = text.parse().map_err(error)?;
    let unchanged = again.to_string().map_err(error)?;
    if unchanged != text {
        return failed("written twice", &unchanged, &text);
    }
    *again = after.clone();
    if again.to_string().map_err(error)? != text {
        return failed("set twice", &again.to_string(), &text);
    }
    *file = before.clone();
    match file.to_string() {
        Ok(text) if text == source => Ok(true),
        back => failed("changed back", &back, &text),
    }
}

/// Checks the laws for generated values of a type. Returns the number of changes, and of those that
/// can't be written.
fn hold<T>(name: &str) -> [usize; 2]
where
    T: Generate + Serialize + DeserializeOwned + PartialEq + Debug + Clone,
{
    let mut count = [0; 2];
    for seed in 0..VALUES {
        let mut choices = Choices::new(seed);
        let before = T::generate(&mut choices, 3);
        for source in layouts(&before, &mut choices) {
            let mut after = before.clone();
            for _ in 0..1 + choices.below(3) {
                after.change(&mut choices, 3);
            }
            match check(&source, &before, &after) {
                Ok(is_written) => count[usize::from(!is_written)] += 1,
                Err(failure) => panic!("{name}, seed {seed}: {failure}"),
            }
        }
    }
    count
}

macro_rules! laws {
    ($($name:ident: $($ty:ty),*;)*) => { $(
        #[test]
        fn $name() {
            $(
                let [written, unwritten] = hold::<$ty>(stringify!($ty));
                assert!(written > 50 && unwritten < written, "{written} {unwritten}");
            )*
        }
    )* };
}

laws! {
    sequences_of_blocks: types::Lists, types::Labels, types::Nested;
    maps: types::Maps, types::Hashes;
    options_and_scalars: types::Scalars, types::Options;
    variants: types::Variants, types::Untagged;
    typed_blocks: types::Typed;
    flattened: types::Flattened, types::FlattenedBlocks;
    required: types::Required;
}
