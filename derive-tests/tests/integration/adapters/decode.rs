//! The deserializer under adapters of other crates.

use std::collections::HashMap;

use serde::Deserialize;
use serde::de::{IntoDeserializer, value};
use serde_hcl::{Body, Context, Deserializer, Number, Spanned, Value};

#[derive(Debug, Deserialize)]
struct Service {
    name: Option<String>,
    ports: Vec<u16>,
    #[serde(default)]
    limit: u8,
    span: Option<Spanned<u8>>,
}

#[test]
fn paths_are_traced() {
    let source = "service {\n  ports = [80, \"x\"]\n}\n";
    let error = serde_path_to_error::deserialize::<_, HashMap<String, Vec<Service>>>(
        Deserializer::from_str(source),
    )
    .unwrap_err();
    assert_eq!(error.path().to_string(), "service[0].ports[1]");
    assert_eq!(error.inner().path().as_deref(), Some("service[0].ports[1]"));
    assert_eq!(error.inner().line(), Some(2));
}

#[test]
fn types_decode_under_an_adapter() {
    let source = "service {\n  ports = [80]\n  span = 1\n  limit = true ? null : 1\n  name = true ? null : \"x\"\n}\n";
    let services: HashMap<String, Service> =
        serde_path_to_error::deserialize(&mut Deserializer::from_str(source)).unwrap();
    let service = &services["service"];
    assert_eq!((service.ports[0], service.limit, &service.name), (80, 0, &None));
    assert_eq!(service.span.as_ref().unwrap().span().text(source), "1");
}

#[test]
fn flattened_under_an_adapter() {
    #[derive(Debug, Deserialize)]
    struct Rest<T> {
        a: u8,
        #[serde(flatten)]
        rest: T,
    }
    let source = "a = 1\nb = nope\nc {\n  d = 1\n}\n";
    let with: Rest<Body> =
        serde_path_to_error::deserialize(Deserializer::from_str(source)).unwrap();
    assert_eq!((with.a, with.rest.view().items().len()), (1, 2));
    let with: Rest<HashMap<String, Value>> = Rest::deserialize(
        Deserializer::from_str("a = 1\nb = x\n").context(&Context::new().variable("x", 2)),
    )
    .unwrap();
    assert_eq!(with.rest["b"].as_i64(), Some(2));
}

#[test]
fn documents_are_transcoded() {
    let source = "a = [1, 0.5, null]\nb \"x\" {\n  c = \"${\"d\"}\"\n}\n";
    let mut json = Vec::new();
    serde_transcode::transcode(
        Deserializer::from_str(source),
        &mut serde_json::Serializer::new(&mut json),
    )
    .unwrap();
    assert_eq!(String::from_utf8(json).unwrap(), r#"{"a":[1,0.5,null],"b":{"x":[{"c":"d"}]}}"#);
}

/// The deserializers of serde itself have no newtypes.
#[test]
fn values_come_from_the_deserializers_of_serde() {
    fn read<'de, T: Deserialize<'de>>(from: impl IntoDeserializer<'de, value::Error>) -> T {
        T::deserialize(from.into_deserializer()).unwrap()
    }
    assert_eq!(read::<Value>("a"), "a");
    assert_eq!(read::<Value>("a".to_owned()), "a");
    assert_eq!(read::<Value>(true), true);
    assert_eq!(read::<Value>(7_u8), 7);
    assert_eq!(read::<Value>(0.5), Value::from(0.5));
    assert_eq!(read::<Value>(()), Value::NULL);
    assert_eq!(read::<Value>(vec![1, 2]), Value::tuple([1, 2]));
    assert_eq!(read::<Value>(HashMap::from([("a", 1)])), Value::object([("a", 1)]));
    assert_eq!(read::<Number>("7").to_string(), "7");

    assert_eq!(*read::<Spanned<String>>("a"), "a");
    assert_eq!(*read::<Spanned<u8>>(7_u64), 7);
    assert_eq!(*read::<Spanned<Vec<Spanned<char>>>>(vec!['a']), [Spanned::from('a')]);
    assert_eq!(read::<Spanned<HashMap<String, u8>>>(HashMap::from([("a", 1)]))["a"], 1);
    assert_eq!(*read::<Spanned<Option<u8>>>(()), None);
}
