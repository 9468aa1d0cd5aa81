//! Targets of every kind that reject their value.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_hcl::{
    Body, Context, Expression, Lazy, Number, Spanned, Type, Value, from_body, from_str_with,
    from_value, parse, to_expression_string, to_string, to_value, value,
};

use super::{NUMBER, TEXT, context, search, search_error, search_result, secret};

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Number(f64),
    Bool(bool),
    Struct { x: i32 },
}

#[derive(Debug, Deserialize)]
#[serde(tag = "t")]
enum Internal {
    A { x: i32 },
}

#[derive(Debug, Deserialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    A(i32),
}

#[derive(Debug, Deserialize)]
enum External {
    A,
    B(i32),
    C { x: bool },
}

#[derive(Debug, Deserialize)]
struct Flattened {
    #[serde(flatten)]
    rest: BTreeMap<String, i32>,
}

#[derive(Debug, Deserialize)]
struct FlattenedStruct {
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Debug, Deserialize)]
struct Inner {
    b: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Strict {
    q: Option<i32>,
}

/// Quotes its value in the error.
#[derive(Debug)]
struct Quoting;

impl<'de> Deserialize<'de> for Quoting {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Err(D::Error::custom(format!("bad value {text}")))
    }
}

/// Quotes its map in the error.
#[derive(Debug, Deserialize)]
#[serde(try_from = "HashMap<String, String>")]
struct Checked;

impl TryFrom<HashMap<String, String>> for Checked {
    type Error = String;

    fn try_from(map: HashMap<String, String>) -> Result<Self, String> {
        Err(format!("bad values {map:?}"))
    }
}

/// Quotes buffered data in the error.
#[derive(Debug)]
struct Buffering;

impl<'de> Deserialize<'de> for Buffering {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = serde_json::Value::deserialize(deserializer)?;
        Err(D::Error::custom(format!("bad value {json}")))
    }
}

#[derive(Debug, Deserialize)]
struct Borrowing<'a> {
    #[serde(borrow)]
    _text: Option<Cow<'a, str>>,
    a: &'a str,
}

const SOURCES: &[&str] = &[
    "a = text\n",
    "a = [text]\n",
    "a = { b = text }\n",
    "a = { t = text }\n",
    "a = { t = text, x = text }\n",
    "a = { t = \"A\", x = text }\n",
    "a = { t = \"A\", c = text }\n",
    "a = { A = text }\n",
    "a = { B = text, }\n",
    "a = { C = object }\n",
    "a = open_object\n",
    "a = object\n",
    "a = { b = object }\n",
    "a = tuple\n",
    "a = open_tuple\n",
    "a = objects\n",
    "a = map\n",
    "a = set\n",
    "a = number\n",
    "a = -number\n",
    "a = upper(text)\n",
    "a = \"x${text}\"\n",
    "a = [[open_object]]\n",
    "a = { text = 1, (text) = 2 }\n",
    "a = { (text) = 1 }\n",
    "a = { (text) = {} }\n",
    "a = { (text) = { x = [] } }\n",
    "a = { q = 1, (text) = 2 }\n",
    "a = [for x in [text] : x]\n",
    "a = { for x in [text] : x => [] }\n",
    "a = [text, later]\n",
    "a = try(text, 1)\n",
    "a = nothing\n",
    "a = true ? text : later\n",
    "t = text\nx = 1\n",
    "t = \"A\"\nx = text\n",
    "b = text\n",
    "q = text\nz = text\n",
    "a {\n  b = text\n}\n",
    "a {\n  t = text\n  x = text\n}\n",
    "a {\n  t = \"A\"\n  x = number\n}\n",
    "a \"l\" {\n  b = text\n}\n",
    "a {\n  b = object\n}\na {\n  b = [object]\n}\n",
    "a {\n  c {\n    b = text\n  }\n}\n",
];

/// Decodes into targets that fail, and counts the failures.
#[derive(Default)]
struct Tries {
    failures: usize,
}

impl Tries {
    /// Decodes each source as `T`, and the value of its first attribute from a value.
    fn decode<T: DeserializeOwned + Debug>(&mut self, context: &Context) {
        for source in SOURCES {
            let what = format!("{source:?} as {}", std::any::type_name::<T>());
            self.note(&what, from_str_with::<T>(source, context));
            let document = parse(source).unwrap();
            if let Some(attribute) = document.body().attribute("a") {
                if let Ok(value) = attribute.expression().evaluate(context) {
                    self.note(&what, from_value::<T>(value.clone()));
                    self.note(&what, from_value::<T>(Value::object([("a", value)])));
                }
            }
        }
    }

    /// The same for targets inside other types.
    fn decode_all<T: DeserializeOwned + Debug>(&mut self, context: &Context) {
        self.decode::<T>(context);
        self.decode::<BTreeMap<String, T>>(context);
        self.decode::<BTreeMap<String, Vec<T>>>(context);
        self.decode::<BTreeMap<String, BTreeMap<String, T>>>(context);
        self.decode::<BTreeMap<String, Option<Box<T>>>>(context);
        self.decode::<BTreeMap<String, Spanned<T>>>(context);
        self.decode::<BTreeMap<String, (T, T)>>(context);
        self.decode_later::<T>(context);
    }

    fn decode_later<T: DeserializeOwned + Debug>(&mut self, context: &Context) {
        for source in SOURCES {
            let what = format!("{source:?} as a lazy {}", std::any::type_name::<T>());
            let Ok(lazy) = from_str_with::<BTreeMap<String, Lazy<T>>>(source, context) else {
                continue;
            };
            search_result(&what, &Ok(&lazy));
            for lazy in lazy.values() {
                self.note(&what, lazy.evaluate(context));
            }
        }
    }

    #[track_caller]
    fn note<T: Debug>(&mut self, what: &str, result: serde_hcl::Result<T>) {
        if let Err(error) = result {
            self.failures += 1;
            search_error(what, &error);
        }
    }
}

#[test]
fn refused_values_remain_secret() {
    let (mut tries, context) = (Tries::default(), context());
    tries.decode_all::<i32>(&context);
    tries.decode_all::<u8>(&context);
    tries.decode_all::<bool>(&context);
    tries.decode_all::<char>(&context);
    tries.decode_all::<()>(&context);
    tries.decode_all::<Number>(&context);
    tries.decode_all::<Type>(&context);
    tries.decode_all::<std::net::IpAddr>(&context);
    tries.decode_all::<std::time::Duration>(&context);
    tries.decode_all::<serde_json::Number>(&context);
    assert!(tries.failures > 5_000, "only {} failures", tries.failures);
}

#[test]
fn refused_content_stays_secret() {
    let (mut tries, context) = (Tries::default(), context());
    tries.decode_all::<Untagged>(&context);
    tries.decode_all::<Internal>(&context);
    tries.decode_all::<Adjacent>(&context);
    tries.decode_all::<External>(&context);
    tries.decode_all::<Flattened>(&context);
    tries.decode_all::<FlattenedStruct>(&context);
    tries.decode_all::<Strict>(&context);
    tries.decode_all::<HashMap<i32, i32>>(&context);
    assert!(tries.failures > 5_000, "only {} failures", tries.failures);
}

#[test]
fn errors_of_applications_hide_secrets() {
    let (mut tries, context) = (Tries::default(), context());
    tries.decode_all::<Quoting>(&context);
    tries.decode_all::<Checked>(&context);
    tries.decode_all::<Buffering>(&context);
    for source in SOURCES {
        tries.note(source, from_str_with::<Borrowing<'_>>(source, &context));
    }
    assert!(tries.failures > 2_000, "only {} failures", tries.failures);
}

#[test]
fn captured_parts_show_no_secrets() {
    let context = context();
    for source in SOURCES {
        search_result(source, &from_str_with::<BTreeMap<String, Value>>(source, &context));
        search_result(source, &from_str_with::<BTreeMap<String, Expression>>(source, &context));
        search_result(source, &from_str_with::<Body>(source, &context));
        search_result(source, &from_str_with::<Lazy<i32>>(source, &context));
    }
}

#[test]
fn sensitive_values_are_not_written() {
    let values = [
        secret(TEXT),
        secret(NUMBER),
        value!([1, TEXT]).mark(serde_hcl::value::Mark::SENSITIVE),
        Value::object([("a", secret(TEXT))]),
        secret(Value::object([(TEXT, value!(1))])),
        Value::tuple([Value::map(Type::String, [("a", secret(TEXT))])]),
    ];
    for value in values {
        let what = value.to_string();
        search_result("Display", &Ok(&what));
        search_result("to_string", &to_string(&value).map(|_| ()));
        search_result("to_string of a map", &to_string(&BTreeMap::from([("a", &value)])));
        search_result("to_expression_string", &to_expression_string(&value));
        search_result("to_value", &to_value(&value));
        search_result(
            "JSON",
            &Ok(serde_json::to_string(&value).map_err(|error| error.to_string())),
        );
        for ty in ["number", "list(number)", "map(bool)", "object({ zz = string })", "tuple([])"] {
            let converted = value.convert(&ty.parse().unwrap());
            search("convert", &format!("{converted:?}"));
            search_result("convert", &converted.map_err(serde_hcl::Error::from));
        }
    }
}

#[test]
fn generated_blocks_show_no_secrets() {
    let sources = [
        "dynamic \"b\" {\n  for_each = @\n  content {}\n}\n",
        "dynamic \"b\" {\n  for_each = @\n  labels = [b.key]\n  content {\n    a = 1\n  }\n}\n",
        "dynamic \"b\" {\n  for_each = @\n  labels = [\"x\", b.value]\n  content {}\n}\n",
        "dynamic \"b\" {\n  for_each = @\n  labels = [b.value + 1, b.value.x, nope]\n  content {}\n}\n",
        "dynamic \"b\" {\n  for_each = @\n  content {\n    a = b.value + 1\n    c = [b.key, later]\n  }\n}\n",
        "dynamic \"b\" {\n  for_each = [@]\n  labels = [b.value]\n  content {\n    a = b.value.x\n  }\n}\n",
        "dynamic \"b\" {\n  for_each = @\n  content {\n    c {\n      a = b.value\n      d = [b.value, b.key]\n    }\n  }\n}\n",
        "dynamic \"b\" {\n  for_each = @\n  content {\n    dynamic \"c\" {\n      for_each = [b.value]\n      labels = [\"${c.value}\"]\n      content {\n        a = c.value + 1\n      }\n    }\n  }\n}\n",
        "dynamic \"b\" {\n  for_each = @\n  content {\n    dynamic \"c\" {\n      for_each = [1]\n      labels = [\"${b.key}\"]\n      content {\n        a = b.value + 1\n      }\n    }\n  }\n}\n",
        "dynamic \"b\" {\n  for_each = @\n  content {\n    dynamic \"c\" {\n      for_each = [1]\n      content {\n        a = b.value\n        d = b.value + 1\n      }\n    }\n  }\n}\n",
        "dynamic \"b\" {\n  for_each = @\n  iterator = @\n  content {\n    a = later\n  }\n}\n",
    ];
    type Numbers = BTreeMap<String, Vec<BTreeMap<String, i32>>>;
    let context = context();
    for (source, secret) in sources.iter().flat_map(|source| {
        ["text", "object", "tuple", "map", "set", "objects"].map(|secret| (source, secret))
    }) {
        let source = source.replace('@', secret);
        let document = parse(&source).unwrap();
        let expanded = document.body().expand(&context);
        search_result(&source, &expanded);
        let Ok(body) = expanded else { continue };
        search_result(&source, &to_string(&body));
        search_result(&source, &from_body::<Numbers>(body.view(), &context));
        search_result(&source, &from_body::<serde_json::Value>(body.view(), &context).map(drop));
        for block in body.view().blocks() {
            let blocks: Vec<_> =
                block.body().blocks().flat_map(|inner| inner.body().attributes()).collect();
            for attribute in block.body().attributes().chain(blocks) {
                let expression = attribute.expression();
                search_result(&source, &expression.evaluate(&context));
                let reduced = expression.reduce(&context);
                search_result(&source, &reduced);
                if let Ok(serde_hcl::configuration::Reduced::Residual(residual)) = reduced {
                    search_result(&source, &Ok(residual.to_string()));
                }
            }
        }
    }
}
