//! The serializer under adapters of other crates.

use std::collections::BTreeMap;

use serde_hcl::{Deserializer, Serializer};

#[test]
fn paths_are_traced() {
    let map = BTreeMap::from([("a", vec![1.0, f64::NAN])]);
    let mut serializer = Serializer::new();
    let mut track = serde_path_to_error::Track::new();
    let traced = serde_path_to_error::Serializer::new(&mut serializer, &mut track);
    let error = serde::Serialize::serialize(&map, traced).unwrap_err();
    assert_eq!(error.path().as_deref(), Some("a[1]"));
    assert_eq!(track.path().to_string(), "a[1]");
}

#[test]
fn documents_are_transcoded() {
    let source = "a = [1, 0.5, null]\nb \"x\" {\n  c = \"${\"d\"}\"\n}\n";
    let mut serializer = Serializer::new();
    serde_transcode::transcode(Deserializer::from_str(source), &mut serializer).unwrap();
    assert_eq!(
        serializer.into_document().unwrap(),
        "a = [1, 0.5, null]\nb = {\n  x = [{\n    c = \"d\"\n  }]\n}\n"
    );

    let mut serializer = Serializer::new();
    let json = r#"{"b":{"c":[true,{}]},"a":"x"}"#;
    serde_transcode::transcode(&mut serde_json::Deserializer::from_str(json), &mut serializer)
        .unwrap();
    assert_eq!(serializer.into_document().unwrap(), "b {\n  c = [true, {}]\n}\n\na = \"x\"\n");
}
