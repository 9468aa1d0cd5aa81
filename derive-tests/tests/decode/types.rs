//! Types decoded from type expressions.

use std::collections::HashMap;

use serde::Deserialize;
use serde_hcl::{Type, value};

use crate::{decode, error};

#[derive(Debug, Deserialize)]
struct Variable {
    #[serde(rename = "type")]
    ty: Option<Type>,
    default: Option<u8>,
}

#[test]
fn types_are_read_not_evaluated() {
    let source = "variable \"a\" {\n  type = list(string)\n  default = 1\n}\nvariable \"b\" {}\n";
    let variables: HashMap<String, HashMap<String, Variable>> = decode(source);
    let variables = &variables["variable"];
    assert_eq!(variables["a"].ty, Some(Type::list(Type::String)));
    assert_eq!(variables["a"].default, Some(1));
    assert_eq!(variables["b"].ty, None);
}

#[test]
fn types_have_their_defaults() {
    let types: HashMap<String, Type> =
        decode("a = object({ name = string, age = optional(number, 18) })\nb = map(any)\n");
    let person = value!({ "name": "x" }).convert(&types["a"]).unwrap();
    assert_eq!(person, value!({ "name": "x", "age": 18 }));
    assert_eq!(types["b"], Type::map(Type::Dynamic));
}

#[test]
fn mistakes_are_shown_where_they_are() {
    let source = "a = list(strin)\n";
    assert_eq!(
        error::<HashMap<String, Type>>(source),
        "1:10: a: Invalid type specification: \"strin\" is not a type; did you mean \"string\"?",
    );
    assert!(error::<HashMap<String, Type>>("a = \"string\"\n").starts_with("1:5: a: "));
}

#[test]
fn types_among_flattened_fields() {
    #[derive(Debug, Deserialize)]
    struct Block {
        #[serde(flatten)]
        variable: Variable,
    }
    let block: Block = decode("type = set(number)\n");
    assert_eq!(block.variable.ty, Some(Type::set(Type::Number)));
}

#[test]
fn other_formats_have_strings() {
    let types: Vec<Type> = serde_json::from_str(r#"["string", "tuple([bool, any])"]"#).unwrap();
    assert_eq!(types, [Type::String, Type::tuple([Type::Bool, Type::Dynamic])]);
    assert!(serde_json::from_str::<Type>("1").is_err());
    assert!(serde_json::from_str::<Type>(r#""strin""#).is_err());
}
