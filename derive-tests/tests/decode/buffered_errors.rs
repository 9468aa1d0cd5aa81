//! Errors in data that serde buffers: tagged and untagged enums.

use std::collections::HashMap;

use serde::Deserialize;

use crate::{decode, error};

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "decoding fails")]
struct Config {
    #[serde(default)]
    hook: Vec<Hook>,
    #[serde(default)]
    size: Vec<Size>,
    port: u16,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "on", rename_all = "lowercase")]
#[expect(dead_code, reason = "decoding fails")]
enum Hook {
    Start { command: String },
    Stop(Stop),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "decoding fails")]
struct Stop {
    code: i8,
    #[serde(default)]
    env: HashMap<String, u16>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
#[expect(dead_code, reason = "decoding fails")]
enum Size {
    Exact { exact: u8 },
    Range { least: u8, most: u8 },
}

#[test]
fn each_error_points_at_its_place() {
    let cases = [
        // The error names the block without the field.
        (
            "hook {\n  on = \"start\"\n}\nport = 80\n",
            "1:1: hook[0]: ",
            "missing in this \"hook\" block",
        ),
        ("hook {\n  code = 1\n}\nport = 80\n", "1:1: hook[0]: ", "\"on\""),
        ("hook = [{ on = \"start\" }]\nport = 80\n", "1:9: hook[0]: ", "\"command\" is required"),
        // Values that the target rejects.
        ("hook {\n  on = \"stop\"\n  code = 999\n}\n", "3:10: hook[0].code: ", "the number 999"),
        ("hook {\n  on = \"halt\"\n}\n", "2:8: hook[0].on: ", "\"halt\" is not one of"),
        (
            "hook {\n  on   = \"stop\"\n  code = 1\n  env  = { A = 1, B = \"b\" }\n}\n",
            "4:23: hook[0].env.B: ",
            "the string \"b\"",
        ),
        // Names that the target doesn't have.
        ("hook {\n  on = \"stop\"\n  cod = 1\n}\n", "3:3: hook[0].cod: ", "did you mean \"code\"?"),
        ("hook = [{ on = \"stop\", cod = 1 }]\n", "1:24: hook[0]: ", "did you mean \"code\"?"),
        // Expressions without a value.
        (
            "size {\n  exact = 1\n}\nsize {\n  exact = nope\n}\n",
            "5:11: size[1].exact: ",
            "\"nope\"",
        ),
    ];
    for (source, place, message) in cases {
        let error = error::<Config>(source);
        assert!(error.starts_with(place), "{error}\nof:\n{source}");
        assert!(error.contains(message), "{error}\nof:\n{source}");
    }
}

#[test]
fn values_that_are_not_read_cause_no_error() {
    let size = "size {\n  exact = 1\n  other = nope\n}\n";
    assert!(error::<Config>(&format!("{size}port = \"http\"\n")).starts_with("5:8: port: "));
    assert!(error::<Config>(size).contains("\"port\" is required"));
}

#[test]
fn a_missing_field_may_be_missing_in_a_part() {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Service {
        #[serde(flatten)]
        common: Common,
    }
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Common {
        check: Vec<Check>,
    }
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Check {
        path: String,
    }
    let error = error::<HashMap<String, Service>>("service {\n  check {}\n}\n");
    assert_eq!(
        error,
        "2:3: service.check: Missing required argument: The argument \"path\" is required, but it is missing in this \"check\" block; add path = …"
    );
}

/// A type that refuses every value.
#[derive(Debug)]
struct Refusing;

impl<'de> Deserialize<'de> for Refusing {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Err(serde::de::Error::custom(format!("{number} is refused")))
    }
}

#[derive(Debug, Deserialize)]
struct Fields {
    z: u8,
    a: Refusing,
}

#[derive(Debug, Deserialize)]
struct Flat {
    #[serde(flatten)]
    fields: Fields,
}

#[test]
fn own_errors_have_the_place_of_the_buffered_part() {
    fn found<T: serde::de::DeserializeOwned + std::fmt::Debug>(source: &str) -> String {
        serde_hcl::from_str::<std::collections::BTreeMap<String, T>>(source)
            .unwrap_err()
            .to_string()
    }
    let source = "\nb {\n  z = 1\n  a = 2\n}\n";
    assert_eq!(found::<Fields>(source), "4:7: b.a: 2 is refused");
    assert_eq!(found::<Flat>(source), "2:1: b: 2 is refused");
}

#[test]
fn integers_of_128_bits_in_buffers_are_named_with_their_place() {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Flattened {
        name: String,
        #[serde(flatten)]
        limits: Limits<i128>,
    }
    #[derive(Debug, Deserialize)]
    struct Limits<T> {
        max: T,
    }
    #[derive(Debug, Deserialize)]
    #[serde(tag = "on", rename_all = "lowercase")]
    #[expect(dead_code, reason = "decoding fails")]
    enum Tagged {
        Start(Limits<Option<u128>>),
    }
    let text = |place: &str, ty: &str| format!("{place}: Unsupported integer type: The type {ty} ");
    let found = error::<Flattened>("name = \"a\"\nmax = 2 * 3\n");
    assert!(found.starts_with(&text("2:7: max", "i128")), "{found}");
    let found = error::<Flattened>("name = \"a\"\nmax = 1\nmin = 2\n");
    assert!(found.starts_with(&text("2:7: max", "i128")), "{found}");
    let hook = "hook {\n  on = \"start\"\n  max = \"7\"\n}\n";
    let found = error::<HashMap<String, Tagged>>(hook);
    assert!(found.starts_with(&text("3:9: hook.max", "u128")), "{found}");

    #[derive(Debug, Deserialize)]
    struct Suggested {
        #[serde(flatten)]
        limits: Limits<serde_hcl::Lazy<i128>>,
    }
    let source = format!("max = {}\n", i128::MAX);
    let suggested: Suggested = serde_hcl::from_str(&source).unwrap();
    let max = suggested.limits.max.evaluate(&serde_hcl::Context::default()).unwrap();
    assert_eq!(max, i128::MAX);
}

/// The limits on the page "What serde hides".
#[test]
fn limits_of_buffers() {
    use std::collections::BTreeMap;

    #[derive(Debug, Deserialize)]
    #[serde(tag = "type")]
    enum Tagged<T> {
        One { a: T },
    }
    let keys = error::<Tagged<BTreeMap<u8, u8>>>("type = \"One\"\na = { 1 = 2 }\n");
    assert!(keys.contains("Expected a whole number from 0 to 255, found the string"), "{keys}");
    let wide = error::<Tagged<u128>>("type = \"One\"\na = 1\n");
    assert!(wide.contains("Unsupported integer type"), "{wide}");

    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    enum Untagged {
        Variant(External),
        Struct { b: u8 },
    }
    #[derive(Debug, Deserialize)]
    enum External {
        Port { number: u8 },
    }
    let labelled: BTreeMap<String, Untagged> = decode("a \"Port\" {\n  number = 1\n}\n");
    let Untagged::Variant(External::Port { number }) = &labelled["a"] else {
        panic!("{labelled:?}");
    };
    assert_eq!(*number, 1);

    #[derive(Debug, Deserialize)]
    struct Labels {
        #[serde(rename = "$label:a")]
        first: String,
        #[serde(rename = "$label:b")]
        second: Option<String>,
    }
    let optional = error::<Tagged<Vec<Labels>>>("type = \"One\"\na \"x\" \"y\" {\n}\n");
    assert!(optional.contains("Extraneous label"), "{optional}");
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
#[allow(dead_code)]
enum Alarm {
    On(bool),
    Phone(u8),
    Full(FullAlarm),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct FullAlarm {
    phone: String,
    code: u16,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct House {
    alarm: Alarm,
}

/// The error of the only variant that has the form of the value is reported at its place.
#[test]
fn an_untagged_enum_reports_the_variant_that_has_the_form_of_the_value() {
    let cases = [
        ("alarm {\n  phone = \"1\"\n}", 1, "\"code\" is required"),
        ("alarm {\n  phone = \"1\"\n  code = 123456\n}", 3, "from 0 to 65535"),
        ("alarm {\n  phone = \"1\"\n  code = 1\n  cod = 2\n}", 4, "\"cod\" is not expected"),
    ];
    for (source, line, detail) in cases {
        let error = serde_hcl::from_str::<House>(source).unwrap_err();
        assert_eq!(error.line(), Some(line), "{}", error.report());
        assert!(error.to_string().contains(detail), "{}", error.report());
    }
}

/// If no variant has the form of the value, the error names all forms.
#[test]
fn an_untagged_enum_names_the_forms_of_all_variants() {
    for (source, found) in [("alarm = \"loud\"", "the string \"loud\""), ("alarm = [1]", "a list")]
    {
        let forms = "true or false, a whole number from 0 to 255, or a block or an object";
        let error = serde_hcl::from_str::<House>(source).unwrap_err();
        let [diagnostic] = error.diagnostics() else { panic!("{}", error.report()) };
        assert_eq!(diagnostic.detail(), format!("Expected {forms}, found {found}."));
        assert_eq!(error.column(), Some(9));
    }
}

/// If several variants have the form of the value, the help names their forms, or the nearest name.
#[test]
fn an_untagged_enum_names_its_forms_and_the_nearest_name() {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Steps {
        run: Run,
    }
    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "decoding fails")]
    enum Run {
        Command(String),
        Agent { agent: String },
        Job { job: String, wait: bool },
    }
    let cases = [
        ("run = { agnet = \"x\" }", "rename \"agnet\" to \"agent\", if that is meant"),
        ("run {\n  jbo = \"x\"\n}", "rename \"jbo\" to \"job\", if that is meant"),
        ("run = { name = \"x\" }", "write a string, { agent = … }, or { job = … }"),
    ];
    for (source, help) in cases {
        let error = serde_hcl::from_str::<Steps>(source).unwrap_err();
        let [diagnostic] = error.diagnostics() else { panic!("{}", error.report()) };
        assert_eq!(diagnostic.help(), Some(help), "{}", error.report());
    }
}
