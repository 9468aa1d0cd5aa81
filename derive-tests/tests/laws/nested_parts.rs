//! Errors in parts of data that serde buffers: they are reported at the part, not at the whole.

use std::fmt::Write;

use proptest::prelude::*;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "decoding fails")]
struct Document {
    shape: Option<Shape>,
    figure: Option<Figure>,
    form: Option<Form>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind")]
#[expect(dead_code, reason = "decoding fails")]
enum Shape {
    Group { name: String, first: Part, second: Part },
    Point { x: u8 },
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", content = "content")]
#[expect(dead_code, reason = "decoding fails")]
enum Figure {
    Group { name: String, first: Part, second: Part },
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
#[expect(dead_code, reason = "decoding fails")]
enum Form {
    Number(u8),
    Group { name: String, first: Part, second: Part },
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "decoding fails")]
struct Part {
    name: String,
    size: u8,
    inner: Option<Box<Part>>,
}

/// A tree of parts. The sum of the fields says what is wrong where.
#[derive(Clone, Debug)]
struct Drawn {
    is_object: bool,
    inner: Option<Box<Drawn>>,
}

fn drawn() -> impl Strategy<Value = Drawn> {
    let leaf = any::<bool>().prop_map(|is_object| Drawn { is_object, inner: None });
    leaf.prop_recursive(3, 3, 1, |inner| {
        (any::<bool>(), inner)
            .prop_map(|(is_object, inner)| Drawn { is_object, inner: Some(Box::new(inner)) })
    })
}

#[derive(Clone, Copy, Debug)]
enum Mistake {
    Missing(&'static str),
    Unknown(&'static str),
}

/// Writes a part. The part with the number `wrong` has the mistake; returns the line on which it must be reported.
fn write(
    part: &Drawn,
    name: &str,
    in_object: bool,
    wrong: &mut isize,
    mistake: Mistake,
    source: &mut String,
) -> Option<usize> {
    let is_object = in_object || part.is_object;
    let header = source.lines().count() + 1;
    let _ = writeln!(source, "{name} {}{{", if is_object { "= " } else { "" });
    let is_wrong = *wrong == 0;
    *wrong -= 1;
    let mut line = None;
    for field in ["name = \"x\"", "size = 1"] {
        if !(is_wrong && matches!(mistake, Mistake::Missing(missing) if field.starts_with(missing)))
        {
            let _ = writeln!(source, "{field}");
        }
    }
    if let (true, Mistake::Unknown(unknown)) = (is_wrong, mistake) {
        let _ = writeln!(source, "{unknown} = 1");
        line = Some(header + 3);
    }
    if let (true, Mistake::Missing(_)) = (is_wrong, mistake) {
        line = Some(header);
    }
    if let Some(inner) = &part.inner {
        line = write(inner, "inner", is_object, wrong, mistake, source).or(line);
    }
    source.push_str("}\n");
    line
}

/// The one-line form of the error.
fn error<T: serde::de::DeserializeOwned>(source: &str) -> String {
    serde_hcl::from_str::<T>(source).err().expect("an error").to_string()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    /// A field that is missing or unknown in a part of an enum's content is reported once, at this part.
    #[test]
    fn a_mistake_in_a_part_is_reported_at_the_part(
        first in drawn(),
        second in drawn(),
        wrong in 0_isize..8,
        enum_type in 0..4,
        mistake in prop_oneof![
            Just(Mistake::Missing("name")),
            Just(Mistake::Missing("size")),
            Just(Mistake::Unknown("kind")),
            Just(Mistake::Unknown("other")),
        ],
    ) {
        let count = |part: &Drawn| {
            std::iter::successors(Some(part), |part| part.inner.as_deref()).count() as isize
        };
        let mut wrong = wrong % (count(&first) + count(&second));
        let (open, close) = match enum_type {
            0 => ("shape {\nkind = \"Group\"\nname = \"x\"\n", "}\n"),
            1 => ("figure {\nkind = \"Group\"\ncontent {\nname = \"x\"\n", "}\n}\n"),
            2 => ("figure {\ncontent {\nname = \"x\"\n", "}\nkind = \"Group\"\n}\n"),
            _ => ("form {\nname = \"x\"\n", "}\n"),
        };
        let mut source = open.to_owned();
        let mut line = None;
        for (part, name) in [(&first, "first"), (&second, "second")] {
            line = write(part, name, false, &mut wrong, mistake, &mut source).or(line);
        }
        source.push_str(close);
        let error = serde_hcl::from_str::<Document>(&source).unwrap_err();
        prop_assert_eq!(error.diagnostics().len(), 1, "{}\n{}", source, error.report());
        prop_assert_eq!(error.line(), line, "{}\n{}", source, error.report());
    }
}

#[test]
fn a_missing_field_of_a_tagged_enum_names_the_tag() {
    let source = "shape {\n  kind = \"Point\"\n}\n";
    let error = serde_hcl::from_str::<Document>(source).unwrap_err();
    let [diagnostic] = error.diagnostics() else { panic!("{}", error.report()) };
    let label = &diagnostic.labels()[0];
    assert_eq!((label.span().text(source), label.text()), ("\"Point\"", "\"Point\" needs \"x\""));
}

#[test]
fn the_path_leads_to_the_part() {
    let source = "shape {\n  kind = \"Group\"\n  name = \"x\"\n  first = { name = \"a\", size = 1 }\n  \
                  second {\n    name = \"b\"\n  }\n}\n";
    assert!(
        error::<Document>(source).starts_with("5:3: shape.second: "),
        "{}",
        error::<Document>(source)
    );
}

/// A map accepts no made-up value, whatever its key is.
#[test]
fn a_map_lacks_no_field() {
    #[derive(Debug, Deserialize)]
    #[serde(tag = "kind")]
    #[expect(dead_code, reason = "decoding fails")]
    enum Tagged {
        One { tags: std::collections::HashMap<String, String>, size: u8 },
    }
    let source = "kind = \"One\"\ntags {\n  a = \"b\"\n}\n";
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Holder {
        tagged: Tagged,
    }
    let source = format!("tagged {{\n{source}}}\n");
    assert!(error::<Holder>(&source).starts_with("1:1: tagged: "), "{}", error::<Holder>(&source));
}
