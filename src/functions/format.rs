//! Functions that format values by a pattern.

use std::sync::Arc;

use super::argument::{Kind, Outcome, pay, pay_for_text, unknown};
use super::argument::{MAX_LENGTH, too_long};
use super::json::{Encoder, write_string};
use super::library::library;
use crate::eval::FunctionError;
use crate::limits::budget::{charge, charge_text};
use crate::text::grapheme::{self, graphemes};
use crate::value::{Number, Type, Value};

library! {
    /// Functions that format values.
    ///
    /// In the pattern, `%` starts a verb: flags (`0`, `#`, `-`, `+`, space), a width, a precision after
    /// `.`, an argument's number in brackets, and one of these letters. Only the letter is required.
    ///
    /// | Letter | Output |
    /// |---|---|
    /// | `s`, `q` | a string without change, or as JSON |
    /// | `d`, `b`, `o`, `x`, `X` | an integer: decimal, binary, octal, hexadecimal |
    /// | `e`, `E`, `f`, `g`, `G` | a number: with an exponent, without, or in the shorter form |
    /// | `t` | a bool |
    /// | `v` | a string or a number without change, other values as JSON; with the flag `#`, always JSON |
    pub(super) format;

    /// The values, formatted by the verbs of a pattern. If the type of a value is unknown, as of a bare
    /// null, the result is unknown.
    ///
    /// ```hcl
    /// format("%s has %03d%%", "a", 7) == "a has 007%"
    /// format("%[2]s %[1]v", [1], "b") == "b [1]"
    /// ```
    fn format(
        /// The pattern, with verbs.
        format: Arc<str>;
        /// The values for the verbs.
        args: Value [NULL | UNKNOWN]
    ) -> Outcome as String {
        if !args.iter().all(Value::is_wholly_known) {
            let text = Value::unknown(Type::String).refine().not_null();
            let literal = format.split('%').next().filter(|literal| literal.len() < format.len());
            return Ok(text.prefix(literal.unwrap_or_default()).build());
        }
        Ok(Value::string(write_pattern(&format, &args.iter().collect::<Vec<_>>())?))
    }

    /// For each position in the lists, sets and tuples among the values, the result of `format` for
    /// the elements at this position and the other values. If the type of a value is unknown, as of a
    /// bare null, the result is unknown.
    ///
    /// ```hcl
    /// formatlist("%s-%d", "a", [1, 2]) == tolist(["a-1", "a-2"])
    /// ```
    fn formatlist(
        /// The pattern, with verbs.
        format: Arc<str>;
        /// The values for the verbs. Lists must have the same length.
        args: Value [NULL | UNKNOWN]
    ) -> Outcome as Vec<String> {
        format_list(&format, &args.iter().collect::<Vec<_>>())
    }
}

fn format_list(pattern: &str, arguments: &[&Value]) -> Outcome {
    let ty = Type::list(Type::String);
    if arguments.is_empty() {
        return Ok(Value::list(Type::String, [write_pattern(pattern, arguments)?]));
    }
    let mut common: Option<(usize, usize)> = None;
    let mut is_undecided = false;
    for (index, argument) in arguments.iter().enumerate() {
        if argument.is_null() || !Kind::of(argument).is_sequence() {
            is_undecided |= !argument.is_known() && Kind::of(argument) == Kind::Dynamic;
            continue;
        }
        let (length, max) = argument.length_bounds();
        is_undecided |= !argument.is_known();
        if Some(length) != max || (!argument.is_known() && Kind::of(argument) != Kind::Tuple) {
            is_undecided = true;
            continue;
        }
        match common {
            Some((first, other)) if other != length => {
                let reason =
                    format!("it has {length} elements, but argument {} has {other}", first + 1);
                return Err(FunctionError::argument(index + 1, reason));
            }
            _ => common = Some((index, length)),
        }
    }
    if is_undecided {
        return Ok(unknown(ty));
    }
    let count = common.map_or(1, |(_, length)| length);
    let mut results = Vec::with_capacity(count);
    let mut length = 0;
    for position in 0..count {
        pay(4 + arguments.len())?;
        let row: Vec<&Value> = arguments
            .iter()
            .map(|argument| match argument.as_elements() {
                Some(elements) => elements.get(position).unwrap_or(argument),
                None => argument,
            })
            .collect();
        results.push(if row.iter().all(|value| value.is_wholly_known()) {
            let text = write_pattern(pattern, &row);
            let in_row =
                |error: FunctionError| format!("at position {position}: {}", error.message());
            let text = text.map_err(in_row)?;
            length += text.len();
            if length > MAX_LENGTH {
                return Err(too_long());
            }
            Value::string(text)
        } else {
            unknown(Type::String)
        });
    }
    Ok(Value::list(Type::String, results))
}

/// The letters of the verbs that take numbers.
const NUMBERS: &str = "bdoxXeEfgG";

/// A verb in a pattern.
#[derive(Default)]
struct Verb<'p> {
    text: &'p str,
    zero: bool,
    sharp: bool,
    plus: bool,
    minus: bool,
    space: bool,
    width: usize,
    precision: Option<usize>,
    /// The number of the argument, from 1.
    argument: usize,
    letter: char,
}

/// The maximum width of a single value.
const MAX_WIDTH: usize = 1_000_000;

fn write_pattern(pattern: &str, arguments: &[&Value]) -> Outcome<String> {
    pay_for_text(pattern.len())?;
    let mut text = String::new();
    let mut rest = pattern;
    let mut next = 1;
    let (mut highest, mut verbs) = (0, 0);
    while let Some(percent) = rest.find('%') {
        let (literal, verb) = rest.split_at(percent);
        text.push_str(literal);
        if let Some(behind) = verb.strip_prefix("%%") {
            text.push('%');
            rest = behind;
            continue;
        }
        verbs += 1;
        let verb = Verb::parse(verb, next)
            .ok_or_else(|| format!("verb {verbs} of the pattern is not well-formed"))?;
        highest = highest.max(verb.argument);
        let argument = verb.argument.checked_sub(1).and_then(|index| arguments.get(index));
        let argument = argument
            .ok_or_else(|| format!("there is no argument {} for {}", verb.argument, verb.text))?;
        let failed = |reason: String| {
            let error = FunctionError::from(format!(
                "argument {} for {}: {reason}",
                verb.argument, verb.text
            ));
            error.with_help(verb.values())
        };
        pay(4)?;
        verb.write(argument, &mut text).map_err(failed)?;
        if text.len() > MAX_LENGTH {
            return Err(too_long());
        }
        next = verb.argument + 1;
        rest = rest.get(percent + verb.text.len()..).unwrap_or_default();
    }
    text.push_str(rest);
    if highest < arguments.len() {
        let reason = format!("the pattern uses {highest} of {} arguments", arguments.len());
        return Err(FunctionError::argument(highest + 1, reason));
    }
    Ok(text)
}

impl<'p> Verb<'p> {
    /// `verb = "%" flag* width? ("." digit*)? ("[" number "]")? letter`
    fn parse(text: &'p str, next: usize) -> Option<Self> {
        let mut verb = Verb { argument: next, ..Verb::default() };
        let mut rest = text.strip_prefix('%')?;
        loop {
            match rest.as_bytes().first()? {
                b'0' => verb.zero = true,
                b'#' => verb.sharp = true,
                b'-' => verb.minus = true,
                b'+' => verb.plus = true,
                b' ' => verb.space = true,
                _ => break,
            }
            rest = rest.get(1..)?;
        }
        (verb.width, rest) = take_number(rest);
        if let Some(behind) = rest.strip_prefix('.') {
            let (precision, behind) = take_number(behind);
            verb.precision = Some(precision);
            rest = behind;
        }
        if let Some(behind) = rest.strip_prefix('[') {
            let is_number = behind.starts_with(|first: char| matches!(first, '1'..='9'));
            let (argument, behind) = take_number(behind);
            verb.argument = argument;
            rest = behind.strip_prefix(']').filter(|_| is_number)?;
        }
        verb.letter = rest.chars().next().filter(char::is_ascii_alphabetic)?;
        verb.text = text.get(..text.len() - rest.len() + 1)?;
        Some(verb)
    }

    /// The values that the verb takes.
    fn values(&self) -> String {
        let wanted = match self.letter {
            's' | 'q' => "%s takes texts, numbers, true and false",
            't' => "%t takes true and false",
            'v' => "%v takes values that JSON can hold",
            letter if !NUMBERS.contains(letter) => {
                return "the verbs are %s, %q, %v, %t, and for numbers %d, %f, %e, %g, %b, %o and %x".to_owned();
            }
            letter => return format!("%{letter} takes numbers; %s and %v also take text"),
        };
        wanted.to_owned()
    }

    fn write(&self, value: &Value, to: &mut String) -> Result<(), String> {
        if self.width.max(self.precision.unwrap_or_default()) > MAX_WIDTH {
            return Err(format!("the width is greater than {MAX_WIDTH}"));
        }
        let length = value.as_str().map_or(0, str::len);
        if !charge_text(self.width + length) || !charge(self.precision.unwrap_or_default()) {
            return Err("the budget is used up".into());
        }
        if value.is_null() && self.letter != 'v' {
            return Err("the value is null".into());
        }
        let convert = |ty| value.convert_to(&ty).map_err(|error| error.to_string());
        match self.letter {
            'v' => match value {
                Value::String(text) if !self.sharp => self.pad(text, to),
                Value::Number(number) if !self.sharp => self.pad(&number.to_general(None), to),
                _ => {
                    let mut encoder = Encoder::default();
                    let encoded = encoder.value(value);
                    encoded.map_err(|error| error.message().to_owned())?;
                    self.pad(&encoder.text, to);
                }
            },
            't' => to.push_str(&convert(Type::Bool)?.to_string()),
            's' | 'q' => match convert(Type::String)? {
                Value::String(text) => self.string(&text, to),
                _ => return Err("the value has no text".into()),
            },
            letter if NUMBERS.contains(letter) => match convert(Type::Number)? {
                Value::Number(number) if "eEfgG".contains(letter) => self.number(&number, to),
                Value::Number(number) => self.integer(&number, to)?,
                _ => return Err("the value is no number".into()),
            },
            letter => return Err(format!("there is no verb {letter}")),
        }
        Ok(())
    }

    fn string(&self, text: &str, to: &mut String) {
        let text = match self.precision {
            Some(precision) if precision > 0 => {
                let end: usize = graphemes(text).take(precision).map(str::len).sum();
                text.get(..end).unwrap_or_default()
            }
            _ => text,
        };
        if self.letter == 's' {
            return self.pad(text, to);
        }
        let mut quoted = String::new();
        write_string(text, &mut quoted);
        self.pad(&quoted, to);
    }

    /// Adds the text, padded to the width.
    fn pad(&self, text: &str, to: &mut String) {
        if self.width == 0 {
            return to.push_str(text);
        }
        let missing = self.width.saturating_sub(grapheme::count(text));
        let padding = if self.zero { "0" } else { " " };
        if self.minus {
            to.push_str(text);
            fill(padding, missing, to);
        } else {
            fill(padding, missing, to);
            to.push_str(text);
        }
    }

    fn sign(&self, is_negative: bool) -> &'static str {
        match is_negative {
            true => "-",
            false if self.plus => "+",
            false if self.space => " ",
            false => "",
        }
    }

    fn number(&self, number: &Number, to: &mut String) {
        let absolute = number.abs();
        let mut digits = match self.letter {
            _ if number.is_infinite() => "Inf".to_owned(),
            'f' => absolute.to_fixed(self.precision.unwrap_or(6)),
            'e' | 'E' => absolute.to_scientific(Some(self.precision.unwrap_or(6))),
            _ => absolute.to_general(self.precision),
        };
        if self.letter.is_ascii_uppercase() && !number.is_infinite() {
            digits.make_ascii_uppercase();
        }
        let sign = match self.sign(number.is_sign_negative()) {
            "" if number.is_infinite() => "+",
            sign => sign,
        };
        self.align([sign, ""], &digits, self.zero && !number.is_infinite(), to);
    }

    fn integer(&self, number: &Number, to: &mut String) -> Result<(), String> {
        let (radix, prefix) = match self.letter {
            'b' => (2, "0b"),
            'o' => (8, "0"),
            'x' => (16, "0x"),
            'X' => (16, "0X"),
            _ => (10, ""),
        };
        let mut digits = match number.as_i64() {
            Some(number) if radix == 10 => number.unsigned_abs().to_string(),
            _ => number.abs().to_str_radix(radix).ok_or("an integer is required")?,
        };
        if self.letter == 'X' {
            digits.make_ascii_uppercase();
        }
        if self.precision == Some(0) && number.is_zero() {
            return Ok(());
        }
        let zeros = self.precision.unwrap_or_default().saturating_sub(digits.len());
        if zeros > 0 {
            digits.insert_str(0, &"0".repeat(zeros));
        }
        let prefix = if self.sharp { prefix } else { "" };
        let sign = self.sign(number.is_negative());
        self.align([sign, prefix], &digits, self.zero && self.precision.is_none(), to);
        Ok(())
    }

    /// A number padded to a width: with spaces before or after it, or with zeros inside.
    fn align(&self, before: [&str; 2], digits: &str, with_zeros: bool, to: &mut String) {
        let length = before[0].len() + before[1].len() + digits.len();
        let missing = self.width.saturating_sub(length);
        if !self.minus && !with_zeros {
            fill(" ", missing, to);
        }
        to.extend(before);
        if !self.minus && with_zeros {
            fill("0", missing, to);
        }
        to.push_str(digits);
        if self.minus {
            fill(" ", missing, to);
        }
    }
}

fn fill(padding: &str, count: usize, to: &mut String) {
    to.push_str(&padding.repeat(count));
}

/// A decimal number at the start of the text, 0 if there is none, and the text after it.
fn take_number(text: &str) -> (usize, &str) {
    let rest = text.trim_start_matches(|character: char| character.is_ascii_digit());
    let digits = text.get(..text.len() - rest.len()).unwrap_or_default();
    (if digits.is_empty() { 0 } else { digits.parse().unwrap_or(usize::MAX) }, rest)
}
