//! Functions on strings.

use std::sync::Arc;

use super::argument::{MAX_LENGTH, Outcome, integer, pay, pay_for_text, too_long, unknown};
use super::library::library;
use crate::eval::FunctionError;
use crate::limits::budget::{TEXT, charge};
use crate::text::grapheme::{self, graphemes};
use crate::value::{Number, Type, Value, set};

library! {
    /// Functions on strings. Lengths and positions count grapheme clusters, which readers see as
    /// single characters.
    pub(super) strings;

    /// The text without the newlines at its end.
    ///
    /// ```hcl
    /// chomp("a\n\n") == "a"
    /// ```
    fn chomp(
        /// The text.
        str: Arc<str>
    ) -> Arc<str> {
        str.trim_end_matches(['\r', '\n']).into()
    }

    /// Whether the text ends with another one.
    ///
    /// ```hcl
    /// endswith("hello", "lo")
    /// ```
    fn endswith(
        /// The text.
        str: Arc<str>,
        /// The end to look for.
        suffix: Arc<str>
    ) -> bool {
        str.ends_with(&*suffix)
    }

    /// The text with a number of spaces before each line except the first.
    ///
    /// ```hcl
    /// indent(2, "a\nb") == "a\n  b"
    /// ```
    fn indent(
        /// The number of spaces.
        spaces: Number,
        /// The text.
        str: Arc<str>
    ) -> Outcome<String> {
        let spaces = usize::try_from(integer(&spaces)?);
        let spaces = spaces.map_err(|_| "the number of spaces must not be negative")?;
        let lines = str.matches('\n').count();
        // A text without a second line is not indented.
        if lines == 0 {
            return Ok(str.to_string());
        }
        let added = lines.saturating_mul(spaces);
        if added > MAX_LENGTH {
            return Err(too_long());
        }
        pay_for_text(added)?;
        Ok(str.replace('\n', &format!("\n{}", " ".repeat(spaces))))
    }

    /// The elements of one or more lists, with a separator between them.
    ///
    /// ```hcl
    /// join(", ", ["a", "b"], ["c"]) == "a, b, c"
    /// ```
    fn join(
        /// The text between the strings.
        separator: Arc<str>;
        /// The strings, list by list.
        lists: Vec<Option<Arc<str>>>
    ) -> Outcome<String> {
        if lists.is_empty() {
            return Err("at least one list is required".into());
        }
        let mut joined = String::new();
        let mut is_first = true;
        for (list, elements) in lists.iter().enumerate() {
            for (index, element) in elements.iter().enumerate() {
                let Some(element) = element else {
                    let reason = format!("element {index} is null");
                    return Err(FunctionError::argument(list + 1, reason));
                };
                if !is_first {
                    joined.push_str(&separator);
                }
                if joined.len() > MAX_LENGTH {
                    return Err(too_long());
                }
                pay(1 + (separator.len() + element.len()) / TEXT)?;
                joined.push_str(element);
                is_first = false;
            }
        }
        Ok(joined)
    }

    /// The text in lower case.
    ///
    /// ```hcl
    /// lower("ÀB") == "àb"
    /// ```
    fn lower(
        /// The text.
        str: Arc<str>
    ) -> Arc<str> {
        map_letters(str, str::make_ascii_lowercase, to_lower)
    }

    /// The text with all occurrences of one text replaced by another.
    ///
    /// If the text to look for is between slashes, it is a regular expression. Then `$1`, `$name`
    /// and `${name}` in the replacement are the matches of its groups. This needs the feature
    /// `regex`.
    ///
    /// ```hcl
    /// replace("1 + 2 + 3", "+", "-") == "1 - 2 - 3"
    /// ```
    fn replace(
        /// The text.
        str: Arc<str>,
        /// The text to look for.
        substr: Arc<str>,
        /// The replacement.
        replace: Arc<str>
    ) -> Outcome<String> {
        if let Some(pattern) = substr.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
            #[cfg(feature = "regex")]
            return super::regex::replace_all(&str, pattern, &replace);
            #[cfg(not(feature = "regex"))]
            return Err(format!("{pattern:?} is a pattern, which takes the feature regex").into());
        }
        replace_all(&str, &substr, &replace)
    }

    /// The elements of a list of strings in lexical order.
    ///
    /// ```hcl
    /// sort(["b", "a"]) == tolist(["a", "b"])
    /// ```
    fn sort(
        /// The strings.
        list: Value as Vec<Arc<str>> [UNKNOWN]
    ) -> Outcome {
        if !list.is_wholly_known() {
            let (min, max) = list.length_bounds();
            let sorted = Value::unknown(Type::list(Type::String)).refine().not_null();
            let sorted = sorted.min_length(min);
            return Ok(match max {
                Some(max) => sorted.max_length(max).build(),
                None => sorted.build(),
            });
        }
        let mut elements = list;
        if let Value::List(_, elements) = &mut elements {
            if let Some(null) = elements.iter().position(Value::is_null) {
                return Err(format!("element {null} is null").into());
            }
            set::sort(elements.make_mut());
        }
        Ok(elements)
    }

    /// The parts of a text between the occurrences of a separator.
    ///
    /// ```hcl
    /// split(",", "a,b,") == tolist(["a", "b", ""])
    /// split("", "ab") == tolist(["a", "b"])
    /// ```
    fn split(
        /// The text between the parts.
        separator: Arc<str>,
        /// The text.
        str: Arc<str>
    ) -> Outcome as Vec<String> {
        let mut parts = Vec::new();
        let mut add = |part: &str| -> Outcome<()> {
            pay(4 + part.len() / TEXT)?;
            parts.push(Value::string(part));
            Ok(())
        };
        if separator.is_empty() {
            str.chars().try_for_each(|char| add(char.encode_utf8(&mut [0; 4])))?;
        } else {
            str.split(&*separator).try_for_each(add)?;
        }
        Ok(Value::list(Type::String, parts))
    }

    /// Whether the text starts with another one.
    ///
    /// ```hcl
    /// startswith("hello", "he")
    /// ```
    fn startswith(
        /// The text.
        str: Value as Arc<str> [UNKNOWN],
        /// The start to look for.
        prefix: Arc<str>
    ) -> Value {
        let known = str.known_prefix();
        if known.starts_with(&*prefix) {
            return Value::Bool(true);
        }
        let is_undecided = !str.is_known() && prefix.starts_with(known);
        if is_undecided { unknown(Type::Bool) } else { Value::Bool(false) }
    }

    /// Whether the text contains another one.
    ///
    /// ```hcl
    /// strcontains("hello", "ell")
    /// ```
    fn strcontains(
        /// The text.
        str: Arc<str>,
        /// The text to look for.
        substr: Arc<str>
    ) -> bool {
        str.contains(&*substr)
    }

    /// The characters in reverse order.
    ///
    /// ```hcl
    /// strrev("noël") == "lëon"
    /// ```
    fn strrev(
        /// The text.
        str: Arc<str>
    ) -> Outcome<String> {
        pay(str.len() / GRAPHEMES)?;
        let characters: Vec<&str> = graphemes(&str).collect();
        Ok(characters.into_iter().rev().collect())
    }

    /// The given number of characters of a text from a position on. The position counts from 0, or
    /// from the end if it is negative. If the length is -1, all characters after the position.
    ///
    /// ```hcl
    /// substr("hello", 1, 3) == "ell"
    /// substr("hello", -2, -1) == "lo"
    /// ```
    fn substr(
        /// The text.
        str: Arc<str>,
        /// The position of the first character, from the end if it is negative.
        offset: Number,
        /// The number of characters, or -1 for all that follow.
        length: Number
    ) -> Outcome<String> {
        pay(str.len() / GRAPHEMES)?;
        let (offset, length) = (integer(&offset)?, integer(&length)?);
        let skipped = match usize::try_from(offset) {
            Ok(_) if length == 0 => return Ok(String::new()),
            Ok(offset) => offset,
            // A position before the start counts as the start.
            Err(_) => {
                let from_end = usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX);
                grapheme::count(&str).saturating_sub(from_end)
            }
        };
        let rest = graphemes(&str).skip(skipped);
        Ok(match usize::try_from(length) {
            Ok(length) if length > 0 => rest.take(length).collect(),
            // After a position from the end, a length of -1 means no limit, too.
            _ => rest.collect(),
        })
    }

    /// The text with the first letter of each word in upper case.
    ///
    /// ```hcl
    /// title("hello world") == "Hello World"
    /// ```
    fn title(
        /// The text.
        str: Arc<str>
    ) -> String {
        let mut before = ' ';
        let mut titled = String::with_capacity(str.len());
        for character in str.chars() {
            titled.push(if separates(before) { to_title(character) } else { character });
            before = character;
        }
        titled
    }

    /// The text without the given characters at its start and end.
    ///
    /// ```hcl
    /// trim("?!hello?!", "!?") == "hello"
    /// ```
    fn trim(
        /// The text.
        str: Arc<str>,
        /// The characters to remove.
        cutset: Arc<str>
    ) -> Outcome<Arc<str>> {
        // Each character may be compared with all the others.
        pay((str.len() / TEXT).saturating_mul(cutset.len() / TEXT))?;
        Ok(str.trim_matches(|character| cutset.contains(character)).into())
    }

    /// The text without another one at its start.
    ///
    /// ```hcl
    /// trimprefix("helloworld", "hello") == "world"
    /// ```
    fn trimprefix(
        /// The text.
        str: Arc<str>,
        /// The text to remove from the start.
        prefix: Arc<str>
    ) -> Arc<str> {
        str.strip_prefix(&*prefix).unwrap_or(&str).into()
    }

    /// The text without white space at its start and end.
    ///
    /// ```hcl
    /// trimspace(" hello\n") == "hello"
    /// ```
    fn trimspace(
        /// The text.
        str: Arc<str>
    ) -> Arc<str> {
        str.trim().into()
    }

    /// The text without another one at its end.
    ///
    /// ```hcl
    /// trimsuffix("helloworld", "world") == "hello"
    /// ```
    fn trimsuffix(
        /// The text.
        str: Arc<str>,
        /// The text to remove from the end.
        suffix: Arc<str>
    ) -> Arc<str> {
        str.strip_suffix(&*suffix).unwrap_or(&str).into()
    }

    /// The text in upper case.
    ///
    /// ```hcl
    /// upper("àb") == "ÀB"
    /// ```
    fn upper(
        /// The text.
        str: Arc<str>
    ) -> Arc<str> {
        map_letters(str, str::make_ascii_uppercase, to_upper)
    }
}

/// Dividing this many bytes into characters costs as much as one element.
const GRAPHEMES: usize = 4;

/// The number of characters of a text, which may be unknown.
pub(super) fn count_characters(text: &Value) -> Value {
    if !charge(text.as_str().map_or(0, str::len) / GRAPHEMES) {
        return unknown(Type::Number);
    }
    match text.as_str() {
        Some(text) => Value::from(grapheme::count(text)),
        None => {
            let known = grapheme::count(text.known_prefix());
            Value::unknown(Type::Number).refine().not_null().at_least(known.into()).build()
        }
    }
}

/// The text with all occurrences of one text replaced by another.
pub(super) fn replace_all(text: &str, from: &str, to: &str) -> Outcome<String> {
    let count = text.matches(from).count();
    let added = count.saturating_mul(to.len());
    if added > MAX_LENGTH {
        return Err(too_long());
    }
    pay_for_text(added)?;
    Ok(text.replace(from, to))
}

/// The text with other letters; without an allocation if nothing else shares it and it is ASCII.
fn map_letters(mut text: Arc<str>, ascii: fn(&mut str), other: fn(char) -> char) -> Arc<str> {
    if !text.is_ascii() {
        return text.chars().map(other).collect::<String>().into();
    }
    ascii(Arc::make_mut(&mut text));
    text
}

/// The single upper-case character for this one; most letters that would need several are not
/// changed.
fn to_upper(character: char) -> char {
    let mut upper = character.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(upper), None) => upper,
        _ => with_iota_adscript(character).unwrap_or(character),
    }
}

/// The title-case form of a Greek letter with iota subscript. Its upper-case form has two characters, and the
/// reference writes one.
fn with_iota_adscript(character: char) -> Option<char> {
    let offset = match character {
        '\u{1f80}'..='\u{1f87}' | '\u{1f90}'..='\u{1f97}' | '\u{1fa0}'..='\u{1fa7}' => 8,
        '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => 9,
        _ => return None,
    };
    char::from_u32(u32::from(character) + offset)
}

fn to_lower(character: char) -> char {
    // The dotted capital I is the only character with more than one character in lower case.
    character.to_lowercase().next().unwrap_or(character)
}

/// The form of a character at the start of a word.
fn to_title(character: char) -> char {
    match character {
        '\u{1c4}'..='\u{1c6}' => '\u{1c5}',
        '\u{1c7}'..='\u{1c9}' => '\u{1c8}',
        '\u{1ca}'..='\u{1cc}' => '\u{1cb}',
        '\u{1f1}'..='\u{1f3}' => '\u{1f2}',
        // Georgian has no title-case letters.
        '\u{10d0}'..='\u{10ff}' => character,
        _ => to_upper(character),
    }
}

/// Whether a word may start after this character.
fn separates(character: char) -> bool {
    if character.is_ascii() {
        return !character.is_ascii_alphanumeric() && character != '_';
    }
    character.is_whitespace()
}
