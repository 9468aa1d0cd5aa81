//! Describes the wanted type in the terms of configurations. serde describes it in the terms of Rust.

use std::borrow::Cow;

/// The summary above the message of a user's own `Deserialize`.
pub(crate) const CUSTOM_SUMMARY: &str = "Unsuitable value";

/// The kind of value that a target wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WantedValue {
    Bool,
    Number,
    /// A whole number; the first and the last allowed one, if they are shown.
    Whole(Option<(i64, Option<u32>)>),
    Text,
    Character,
    /// A list; its number of elements, if it is fixed.
    List(Option<u64>),
    /// A map, or an enum whose variant is a key.
    Object,
    /// A value with fields.
    Body,
    /// Null, or a block without content.
    Nothing,
    /// One of several names.
    Name,
    Anything,
    /// A description by a custom `Deserialize`.
    Other,
}

/// Descriptions of serde and serde_derive, in groups of the same meaning.
macro_rules! descriptions {
    ($($($words:literal)+ => $wanted:expr;)+) => {{
        use WantedValue::*;
        &[$($(($words, $wanted)),+),+]
    }};
}

/// The complete descriptions.
const DESCRIPTIONS: &[(&str, WantedValue)] = descriptions! {
    "a boolean" => Bool;
    "i8" => Whole(Some((-128, Some(127))));
    "i16" => Whole(Some((-32_768, Some(32_767))));
    "i32" => Whole(Some((-2_147_483_648, Some(2_147_483_647))));
    "i64" "i128" "isize" => Whole(None);
    "u8" => Whole(Some((0, Some(255))));
    "u16" => Whole(Some((0, Some(65_535))));
    "u32" => Whole(Some((0, Some(u32::MAX))));
    "u64" "u128" "usize" => Whole(Some((0, None)));
    "a nonzero u8" => Whole(Some((1, Some(255))));
    "a nonzero u16" => Whole(Some((1, Some(65_535))));
    "a nonzero u32" => Whole(Some((1, Some(u32::MAX))));
    "a nonzero u64" "a nonzero u128" "a nonzero usize" => Whole(Some((1, None)));
    "f32" "f64" => Number;
    "a character" => Character;
    "a string" "a borrowed string" "path string" "os string" => Text;
    "a sequence" => List(None);
    "a map" => Object;
    "unit" => Nothing;
    "any value" "any valid JSON value" => Anything;
};

/// The starts of descriptions that end with the name of a type.
const STARTS: &[(&str, WantedValue)] = descriptions! {
    "struct " "a struct variant" "struct variant " "internally tagged enum " "adjacently tagged enum " => Body;
    "a newtype variant" => Body;
    "enum " "a variant" "variant " => Name;
    "unit " "a unit variant" => Nothing;
    "an array of length " "a tuple" "tuple " => List(None);
    "a nonzero i" => Whole(None);
};

impl WantedValue {
    /// The kind of value that serde describes with this text.
    pub(crate) fn of(expected: &str) -> Self {
        let same = DESCRIPTIONS.iter().find(|(words, _)| *words == expected);
        if let Some((_, wanted)) = same {
            return *wanted;
        }
        match STARTS.iter().find(|(start, _)| expected.starts_with(start)) {
            Some((_, WantedValue::List(_))) => WantedValue::List(count(expected)),
            Some((_, wanted)) => *wanted,
            None => WantedValue::Other,
        }
    }

    /// Whether this is a single value without parts.
    pub(crate) fn is_scalar(self) -> bool {
        use WantedValue::{Bool, Character, Number, Text, Whole};
        matches!(self, Bool | Number | Whole(_) | Text | Character)
    }
}

/// The number of elements in a description such as "a tuple of size 2".
fn count(expected: &str) -> Option<u64> {
    let words = expected.strip_suffix(" elements").or_else(|| expected.strip_suffix(" element"));
    words.unwrap_or(expected).rsplit(' ').next()?.parse().ok()
}

/// The wanted type, as a text after "Expected".
pub(crate) fn in_words(expected: &str) -> Cow<'_, str> {
    Cow::Borrowed(match WantedValue::of(expected) {
        WantedValue::Bool => "true or false",
        WantedValue::Number => "a number",
        WantedValue::Whole(None) => "a whole number",
        WantedValue::Whole(Some((least, None))) => match least {
            0 => "a whole number that is not negative",
            _ => "a whole number from 1 on",
        },
        WantedValue::Whole(Some((least, Some(most)))) => {
            return format!("a whole number from {least} to {most}").into();
        }
        WantedValue::Text => "a string",
        WantedValue::Character => "a string of one character",
        WantedValue::List(None) => "a list",
        WantedValue::List(Some(1)) => "a list of one element",
        WantedValue::List(Some(count)) => return format!("a list of {count} elements").into(),
        WantedValue::Object => "an object",
        WantedValue::Body => "a block or an object",
        WantedValue::Nothing => "null or an empty block",
        WantedValue::Name => "a name",
        WantedValue::Anything => "a value",
        WantedValue::Other => return Cow::Borrowed(expected),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_avoid_the_terms_of_rust() {
        let cases = [
            ("u16", "a whole number from 0 to 65535"),
            ("i64", "a whole number"),
            ("a nonzero u128", "a whole number from 1 on"),
            ("a tuple of size 2", "a list of 2 elements"),
            ("an array of length 1", "a list of one element"),
            ("tuple struct Pair with 3 elements", "a list of 3 elements"),
            ("tuple variant Shape::Line", "a list"),
            ("struct Server", "a block or an object"),
            ("unit struct Empty", "null or an empty block"),
            ("an IP address", "an IP address"),
        ];
        for (expected, words) in cases {
            assert_eq!(in_words(expected), words);
        }
    }
}
