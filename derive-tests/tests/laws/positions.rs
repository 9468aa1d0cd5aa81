//! Laws: a struct, the same struct flattened, and the same struct as a variant decode the same
//! documents to the same values, or to errors of the same meaning, also where unknown fields are
//! collected.
//!
//! The documents are made from the types: most of their scalars need a conversion of the language.

use std::collections::BTreeMap;
use std::num::NonZeroU8;
use std::ops::Range;
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::diagnostic::Diagnostic;
use serde_hcl::{Context, Decoder, Error, Expression, Lazy, Spanned, Value};

use derive_tests::random::Random;
use fuzz_properties::positions::{Adjacent, Flat, Internal, Untagged};

/// A type of the law: it makes expressions for itself, and shows values.
trait Example: DeserializeOwned {
    fn source(random: &mut Random) -> String;

    fn show(&self, source: &str) -> String;
}

const TEXTS: [&str; 10] =
    ["\"a\"", "5", "-1.50", "true", "\"80\"", "\"é\"", "1e3", "\"\"", "1 + 1", "\"x${1}\""];
const NUMBERS: [&str; 9] = ["1", "\"7\"", "0", "\"80\"", "5 + 5", "\"1.5\"", "-1", "\"-2\"", "0.5"];
const BOOLS: [&str; 6] = ["true", "\"false\"", "\"true\"", "\"1\"", "false", "1 == 1"];
const OTHERS: [&str; 6] = ["null", "[]", "{}", "\"no\"", "300", "[1, { a = 2 }]"];

macro_rules! scalars {
    ($($target:ty: $sources:ident)*) => {$(
        impl Example for $target {
            fn source(random: &mut Random) -> String {
                match random.below(24) {
                    0 => random.pick(&OTHERS).to_owned(),
                    _ => random.pick(&$sources).to_owned(),
                }
            }

            fn show(&self, _source: &str) -> String {
                format!("{self:?}")
            }
        }
    )*};
}

scalars! {
    bool: BOOLS
    i8: NUMBERS i32: NUMBERS i64: NUMBERS u8: NUMBERS u16: NUMBERS u64: NUMBERS usize: NUMBERS
    f32: NUMBERS f64: NUMBERS NonZeroU8: NUMBERS
    char: TEXTS String: TEXTS PathBuf: TEXTS Box<str>: TEXTS
    Level: LEVELS Value: TEXTS serde_json::Value: TEXTS
}

const LEVELS: [&str; 3] = ["\"low\"", "\"high\"", "\"none\""];

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Level {
    Low,
    High,
}

impl<T: Example> Example for Option<T> {
    fn source(random: &mut Random) -> String {
        match random.below(4) {
            0 => "null".to_owned(),
            _ => T::source(random),
        }
    }

    fn show(&self, source: &str) -> String {
        format!("{:?}", self.as_ref().map(|content| content.show(source)))
    }
}

impl<T: Example> Example for Vec<T> {
    fn source(random: &mut Random) -> String {
        let elements: Vec<_> = (0..random.below(4)).map(|_| T::source(random)).collect();
        format!("[{}]", elements.join(", "))
    }

    fn show(&self, source: &str) -> String {
        format!("{:?}", self.iter().map(|element| element.show(source)).collect::<Vec<_>>())
    }
}

impl<T: Example> Example for BTreeMap<String, T> {
    fn source(random: &mut Random) -> String {
        let names = ["a", "b", "c", "d"];
        let entries = names[..random.below(5)].iter();
        let entries: Vec<_> =
            entries.map(|name| format!("{name} = {}", T::source(random))).collect();
        format!("{{ {} }}", entries.join(", "))
    }

    fn show(&self, source: &str) -> String {
        let entries = self.iter().map(|(name, value)| (name, value.show(source)));
        format!("{:?}", entries.collect::<Vec<_>>())
    }
}

impl<T: Example> Example for Box<T> {
    fn source(random: &mut Random) -> String {
        T::source(random)
    }

    fn show(&self, source: &str) -> String {
        (**self).show(source)
    }
}

impl<T: Example> Example for Spanned<T> {
    fn source(random: &mut Random) -> String {
        T::source(random)
    }

    fn show(&self, source: &str) -> String {
        format!("{}⟨{}⟩", self.get().show(source), self.span().text(source))
    }
}

impl<T: Example> Example for Lazy<T> {
    fn source(random: &mut Random) -> String {
        T::source(random)
    }

    fn show(&self, _source: &str) -> String {
        let value = self.evaluate(&Context::new());
        format!("{:?}", value.map(|value| value.show("")).map_err(|_| ()))
    }
}

impl Example for Expression {
    fn source(random: &mut Random) -> String {
        String::source(random)
    }

    /// Outside of flattened fields, a buffer has values in place of expressions.
    fn show(&self, _source: &str) -> String {
        format!("{:?}", self.evaluate(&Context::new()).map_err(|_| ()))
    }
}

/// Structs whose fields are examples.
macro_rules! structs {
    ($($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $target:ty),* })*) => {$(
        #[derive(Debug, Deserialize)]
        $(#[$meta])*
        struct $name { $($(#[$field_meta])* $field: $target),* }

        impl Example for $name {
            fn source(random: &mut Random) -> String {
                let fields = [$(format!("{} = {}", stringify!($field), <$target>::source(random))),*];
                format!("{{ {} }}", fields.join(", "))
            }

            fn show(&self, source: &str) -> String {
                let fields = [$(format!("{}: {}", stringify!($field), self.$field.show(source))),*];
                fields.join(", ")
            }
        }
    )*};
}

structs! {
    Scalars { name: String, port: u16, on: bool, ratio: f64, letter: Option<char> }
    Nested { inner: Scalars, list: Vec<Scalars>, map: BTreeMap<String, Scalars>, one: Option<Box<Scalars>> }
    #[serde(deny_unknown_fields)]
    Strict { a: Vec<String>, b: BTreeMap<String, Vec<bool>>, c: Option<Vec<Option<u8>>> }
    Defaults { #[serde(default)] a: String, #[serde(default)] b: u8, #[serde(default)] c: Vec<i8> }
    Captures { a: Expression, b: String, c: Lazy<u16>, d: u16, e: Spanned<String> }
}

#[derive(Debug, Deserialize)]
struct Newtype(u16);

impl Example for Newtype {
    fn source(random: &mut Random) -> String {
        u16::source(random)
    }

    fn show(&self, _source: &str) -> String {
        format!("{self:?}")
    }
}

#[derive(Deserialize)]
struct Plain<T> {
    v: T,
    w: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum UntaggedStruct<T> {
    Only { v: T, w: String },
}

#[derive(Deserialize)]
#[serde(tag = "type")]
enum InternalStruct<T> {
    Only { v: T, w: String },
}

/// The shown fields of a struct in one position.
type Found = Result<(String, String), Error>;

fn shown<T: Example>(plain: Plain<T>, source: &str) -> (String, String) {
    (plain.v.show(source), plain.w)
}

/// Decodes with and without collecting unknown fields.
fn decode_and_collect(source: &str, decode: &dyn Fn(&str, &Decoder) -> Found) -> Found {
    let (collecting, _) = Decoder::new().collect_unknown_fields(|decoder| decode(source, decoder));
    let found = decode(source, &Decoder::new());
    let text = |found: &Found| found.as_ref().map_err(|error| format!("{error:#}")).cloned();
    assert_eq!(text(&found), text(&collecting), "{source}");
    found
}

/// Decodes the struct in each position.
fn positions<T: Example>(body: &str) -> Vec<(&'static str, String, Found)> {
    let tagged = [format!("type = \"Only\"\n{body}"), format!("{body}type = \"Only\"\n")];
    let block = format!("content {{\n{body}}}\n");
    let adjacent = [format!("type = \"Only\"\n{block}"), format!("{block}type = \"Only\"\n")];
    let field = format!("x {{\n{body}}}\n");
    let mut found = Vec::new();
    let mut add = |position, source: &str, decode: &dyn Fn(&str, &Decoder) -> Found| {
        found.push((position, source.to_owned(), decode_and_collect(source, decode)));
    };
    add("plain", body, &|it, decoder| decoder.from_str(it).map(|found| shown::<T>(found, it)));
    add("flattened", body, &|it, decoder| {
        decoder.from_str(it).map(|Flat { rest }| shown::<T>(rest, it))
    });
    add("flattened twice", body, &|it, decoder| {
        decoder.from_str(it).map(|Flat { rest: Flat { rest } }| shown::<T>(rest, it))
    });
    add("untagged", body, &|it, decoder| {
        decoder.from_str(it).map(|Untagged::Only(found)| shown::<T>(found, it))
    });
    add("untagged struct variant", body, &|it, decoder| {
        decoder.from_str(it).map(|UntaggedStruct::Only { v, w }| shown::<T>(Plain { v, w }, it))
    });
    add("untagged field", body, &|it, decoder| {
        let found = decoder.from_str::<Plain<Untagged<T>>>(it);
        found.map(|Plain { v: Untagged::Only(v), w }| shown::<T>(Plain { v, w }, it))
    });
    add("flattened untagged", body, &|it, decoder| {
        decoder.from_str(it).map(|Flat { rest: Untagged::Only(found) }| shown::<T>(found, it))
    });
    add("block of an untagged", &field, &|it, decoder| {
        let found = decoder.from_str::<BTreeMap<String, Untagged<Plain<T>>>>(it);
        found.map(|mut found| match found.remove("x") {
            Some(Untagged::Only(found)) => shown::<T>(found, it),
            None => panic!("no block"),
        })
    });
    for source in &tagged {
        add("internal", source, &|it, decoder| {
            decoder.from_str(it).map(|Internal::Only(found)| shown::<T>(found, it))
        });
        add("internal struct variant", source, &|it, decoder| {
            decoder.from_str(it).map(|InternalStruct::Only { v, w }| shown::<T>(Plain { v, w }, it))
        });
        add("flattened internal", source, &|it, decoder| {
            decoder.from_str(it).map(|Flat { rest: Internal::Only(found) }| shown::<T>(found, it))
        });
    }
    for source in &adjacent {
        add("adjacent", source, &|it, decoder| {
            decoder.from_str(it).map(|Adjacent::Only(found)| shown::<T>(found, it))
        });
        add("flattened adjacent", source, &|it, decoder| {
            decoder.from_str(it).map(|Flat { rest: Adjacent::Only(found) }| shown::<T>(found, it))
        });
    }
    found
}

fn without_places(shown: &str) -> String {
    shown.split('⟨').map(|part| part.split_once('⟩').map_or(part, |(_, rest)| rest)).collect()
}

/// The document, or one with a mistake.
fn with_mistake(body: String, random: &mut Random) -> String {
    let (v, w) = body.split_at(body.find("w = ").unwrap_or_default());
    match random.below(10) {
        0 => v.to_owned(),
        1 => format!("{body}{w}"),
        2 => format!("v = {{ a = [{{}}] }}\n{w}"),
        3 => format!("{v}w \"label\" {{}}\n"),
        4 => format!("{v}w {{}}\n"),
        5 => format!("{body}w {{}}\n"),
        6 => format!("v = missing\n{w}"),
        _ => body,
    }
}

/// The errors of all documents in all positions.
#[derive(Default)]
struct Errors {
    /// The number of those at the place of a mistake that the plain struct reports, too.
    in_place: usize,
    /// The number of those around such a place, or inside of it.
    around: usize,
    /// The number of those at the whole part that was buffered.
    at_the_part: BTreeMap<&'static str, usize>,
}

/// Other codes in a buffer. serde checks numbers in buffers by itself, it passes null to fields, and it joins
/// the errors of the variants of an untagged enum into a text: only there, the code is "custom".
const OTHER_CODES: [(&str, &[&str]); 7] = [
    ("fraction", &["invalid-type", "custom"]),
    ("number-out-of-range", &["invalid-value", "custom"]),
    ("missing-argument", &["invalid-type", "custom"]),
    ("invalid-type", &["custom"]),
    ("invalid-value", &["custom"]),
    ("unknown-variant", &["custom"]),
    ("no-variables", &["custom"]),
];

/// The codes of errors that may be about the whole part that was buffered, and the reason.
const AT_THE_PART: [(&str, &str); 3] = [
    (
        "custom",
        "the texts of all variants of an untagged enum are joined, so there is no single place",
    ),
    (
        "invalid-type",
        "an element of a list has no name by which another value could be tried in its place",
    ),
    ("unknown-variant", "a variant with content is a key, which is no value that could be tried"),
];

fn has_code(diagnostic: &Diagnostic, position: &str, code: &str) -> bool {
    let others = OTHER_CODES.iter().filter(|(plain, _)| *plain == diagnostic.code());
    let is_other = others.flat_map(|(_, others)| *others).any(|other| *other == code);
    diagnostic.code() == code || is_other && (code != "custom" || position.contains("untagged"))
}

/// Whether a text has a place, such as `1:5:`.
fn has_place(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        let parts: Vec<_> = word.split(':').collect();
        matches!(parts[..], [line, column, ""] if line.parse::<u32>().is_ok() && column.parse::<u32>().is_ok())
    })
}

impl Errors {
    /// Checks that an error is about mistakes that the plain struct reports, at their places.
    fn compare(&mut self, position: &str, plain: (&Error, &str), found: (&Error, &str)) {
        let ((plain, body), (found, source)) = (plain, found);
        let shown = || format!("{position}:\n{source}\n{plain:#}\n{found:#}");
        let start = source.find(body).unwrap();
        for diagnostic in found.diagnostics() {
            let texts = [Some(diagnostic.summary()), Some(diagnostic.detail()), diagnostic.help()];
            assert!(!texts.into_iter().flatten().any(has_place), "a text has a place: {}", shown());
            let mistakes = plain.diagnostics().iter();
            let mut mistakes =
                mistakes.filter(|it| has_code(it, position, diagnostic.code())).peekable();
            assert!(mistakes.peek().is_some(), "another mistake: {}", shown());
            let place = diagnostic.span().expect("a place").range();
            let places: Vec<_> = mistakes
                .map(|it| it.span().expect("a place").range())
                .map(|place| start + place.start..start + place.end)
                .collect();
            let is_in = |inner: &Range<usize>, outer: &Range<usize>| {
                outer.start <= inner.start && inner.end <= outer.end
            };
            // The place of a body is its start, or the header of its block.
            // The place of a body is its start, or the header of its block.
            let is_part = place == (0..0) || place.end <= start;
            if places.contains(&place) || is_part && places.contains(&(start..start)) {
                self.in_place += 1;
            } else if places.iter().any(|each| is_in(each, &place) || is_in(&place, each)) {
                self.around += 1;
            } else {
                let is_allowed = AT_THE_PART.iter().any(|(code, _)| *code == diagnostic.code());
                assert!(is_part && is_allowed, "another place: {}", shown());
                *self.at_the_part.entry(diagnostic.code()).or_default() += 1;
            }
        }
    }
}

fn check<T: Example>(name: &str, random: &mut Random, errors: &mut Errors) -> usize {
    let mut cases = 0;
    for _ in 0..8 {
        let body = format!("v = {}\nw = {}\n", T::source(random), String::source(random));
        let body = with_mistake(body, random);
        let mut positions = positions::<T>(&body).into_iter();
        let (_, _, plain) = positions.next().unwrap();
        for (position, source, found) in positions {
            cases += 1;
            match (&plain, &found) {
                // The places in objects and in untagged fields are not known.
                (Ok(plain), Ok(found)) if found.0.contains("⟨⟩") => {
                    let found = (without_places(&found.0), found.1.clone());
                    let plain = (without_places(&plain.0), plain.1.clone());
                    assert_eq!(plain, found, "{name} {position}:\n{source}");
                }
                (Ok(plain), Ok(found)) => {
                    assert_eq!(plain, found, "{name} {position}:\n{source}");
                }
                (Ok(plain), Err(error)) => panic!("{name} {position}: {plain:?}\n{error:#}"),
                (Err(error), Ok(found)) => panic!("{name} {position}: {found:?}\n{error:#}"),
                (Err(plain), Err(error)) => {
                    errors.compare(position, (plain, &body), (error, &source))
                }
            }
        }
    }
    cases
}

#[test]
fn a_type_decodes_to_the_same_value_in_every_position() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut cases = 0;
    let mut errors = Errors::default();
    macro_rules! check {
        ($($target:ty;)*) => {$(
            cases += check::<$target>(stringify!($target), &mut random, &mut errors);
        )*};
    }
    check! {
        bool; i8; i32; i64; u8; u16; u64; usize; f32; f64; NonZeroU8;
        char; String; PathBuf; Box<str>; Level; Value; serde_json::Value;
        Option<String>; Option<u8>; Option<bool>;
        Vec<String>; Vec<u16>; Vec<bool>; Vec<Option<f64>>; Vec<Vec<String>>; Vec<Value>;
        BTreeMap<String, String>; BTreeMap<String, u8>; BTreeMap<String, Vec<String>>;
        BTreeMap<String, BTreeMap<String, bool>>; Vec<BTreeMap<String, String>>;
        Newtype; Vec<Newtype>; Box<String>;
        Scalars; Nested; Strict; Defaults; Vec<Nested>;
        Expression; Lazy<u16>; Lazy<String>; Vec<Expression>; Captures;
        Spanned<String>; Spanned<u16>; Option<Spanned<u8>>; Vec<Spanned<String>>;
    }
    assert!(cases > 6_000, "{cases} cases");
    let Errors { in_place, around, at_the_part } = errors;
    let count = at_the_part.values().sum::<usize>();
    assert!(
        in_place > 4_800 && around < 100 && count < 200,
        "{in_place}, {around}, {at_the_part:?}"
    );
}

/// A number, or nothing for everything else.
#[derive(Debug, PartialEq)]
struct Swallowed(Option<u8>);

impl<'de> Deserialize<'de> for Swallowed {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Swallowed(u8::deserialize(deserializer).ok()))
    }
}

#[test]
fn collecting_unknown_fields_changes_no_error_that_a_type_swallowed() {
    for value in ["1", "\"7\"", "300", "\"no\"", "null", "1 == 1 ? null : 1", "[]", "missing", "-1"]
    {
        let source = format!("v = {value}\nw = 1\n");
        let found = decode_and_collect(&source, &|it, decoder| {
            let Plain::<Swallowed> { v, w } = decoder.from_str(it)?;
            Ok((format!("{v:?}"), w))
        });
        assert!(found.is_ok(), "{source}{found:?}");
    }
}
