use super::*;
use crate::value;
use crate::value::Mark;
use crate::value::ObjectType;

fn any() -> Type {
    Type::Dynamic
}

fn strings() -> Type {
    Type::list(Type::String)
}

fn server() -> Type {
    let mut server = ObjectType::from_iter([("host", Type::String)]);
    server.insert_optional("port", Type::Number);
    server.into()
}

#[test]
fn values_convert() {
    let null = |ty| Value::Null(ty);
    let set = |elements: [&str; 2]| Value::set(Type::String, elements);
    let cases = [
        (value!(1.5), Type::String, value!("1.5")),
        (value!(true), Type::String, value!("true")),
        (value!("1e3"), Type::Number, value!(1000)),
        (value!("1"), Type::Bool, value!(true)),
        (value!(null), Type::Bool, null(Type::Bool)),
        (value!([1, true, "a"]), strings(), Value::list(Type::String, ["1", "true", "a"])),
        (value!([1, "a"]), Type::list(any()), Value::list(Type::String, ["1", "a"])),
        (value!([]), Type::list(any()), Value::list(any(), [] as [Value; 0])),
        (value!([null]), strings(), Value::list(Type::String, [null(Type::String)])),
        (value!(["b", "a", "b"]), Type::set(any()), set(["a", "b"])),
        (set(["a", "b"]), strings(), Value::list(Type::String, ["a", "b"])),
        (value!([1, "a"]), Type::tuple([Type::String, any()]), value!(["1", "a"])),
        (
            value!({ "a": 1, "b": true }),
            Type::map(Type::String),
            Value::map(Type::String, [("a", "1"), ("b", "true")]),
        ),
        (
            value!({ "host": 1, "x": 2 }),
            server(),
            Value::object([("host", value!("1")), ("port", null(Type::Number))]),
        ),
        (
            Value::map(Type::String, [("host", "a"), ("port", "8")]),
            server(),
            value!({ "host": "a", "port": 8 }),
        ),
        (
            value!([{ "a": 1 }, { "a": "x" }]),
            Type::list(any()),
            Value::list(
                Type::object([("a", Type::String)]),
                [value!({ "a": "1" }), value!({ "a": "x" })],
            ),
        ),
        (
            value!([[1], []]),
            Type::list(Type::list(any())),
            Value::list(
                Type::list(Type::Number),
                [Value::list(Type::Number, [1]), Value::list(Type::Number, [] as [Value; 0])],
            ),
        ),
    ];
    for (value, ty, expected) in cases {
        assert_eq!(value.convert_to(&ty), Ok(expected), "{value} to {ty}");
    }
}

#[test]
fn errors_have_the_path_to_the_mismatch() {
    let ports = Type::object([("ports", Type::list(Type::Number))]);
    let cases = [
        (value!("x"), Type::Number, "a number is required"),
        (value!("TRUE"), Type::Bool, "true or false is required; write \"true\" in lowercase"),
        (value!(1), Type::Bool, "true or false is required, but this is a number"),
        (value!([1, {}]), strings(), "element 1: a string is required, but this is an object"),
        (value!([1, {}]), Type::list(any()), "the elements have no type in common"),
        (value!(["1", "x"]), Type::list(Type::Number), "element 1: a number is required"),
        (
            value!({ "ports": [1, true] }),
            ports,
            "attribute \"ports\": element 1: a number is required, but this is a bool",
        ),
        (value!({}), server(), "attribute \"host\" is required"),
        (value!({ "a": "x" }), Type::map(Type::Number), "element \"a\": a number is required"),
        (Value::map(Type::Bool, [("a", true)]), server(), "attribute \"host\" is required"),
        (value!([1]), Type::tuple([]), "a list of 0 elements is required, but this one has 1"),
        (
            Value::list(Type::Bool, [true]),
            Type::list(Type::Number),
            "elements: a number is required, but this is a bool",
        ),
    ];
    for (value, ty, message) in cases {
        let error = value.convert_to(&ty).map_err(|error| error.to_string());
        assert_eq!(error, Err(message.to_owned()), "{value} to {ty}");
    }
    let missing: ObjectType = ["a", "b", "c"].map(|name| (name, Type::Bool)).into_iter().collect();
    assert_eq!(
        ConversionError::between(&Type::object::<&str>([]), &missing.into()).to_string(),
        "attributes \"a\", \"b\" and \"c\" are required",
    );
}

#[test]
fn unknown_values_keep_their_refinements() {
    let tuple = Value::unknown(Type::tuple([Type::Bool, Type::Number])).refine_not_null();
    let list = tuple.convert_to(&Type::list(any()));
    assert_eq!(list.map(|list| list.type_of()), Err(ConversionError::from(Reason::NoSingleType)));
    assert_eq!(
        tuple.convert_to(&strings()),
        Ok(Value::list(Type::String, [Value::unknown(any()), Value::unknown(any())])),
    );
    let object = Value::unknown(Type::object([("a", Type::Bool), ("b", Type::Bool)]));
    assert_eq!(
        object.convert_to(&Type::map(any())),
        Ok(Value::unknown(Type::map(Type::Bool)).refine().length(2).build()),
    );
    let set = Value::set(Type::String, [value!("a"), Value::unknown(any())]);
    assert_eq!(set.convert_to(&strings()), Ok(Value::unknown(strings())));
}

#[test]
fn marks_keep_their_places() {
    let secret = |value: Value| value.mark(Mark::SENSITIVE);
    assert_eq!(secret(value!(1)).convert_to(&Type::String), Ok(secret(value!("1"))));
    assert_eq!(
        Value::tuple([secret(value!(1)), value!(2)]).convert_to(&strings()),
        Ok(Value::list(Type::String, [secret(value!("1")), value!("2")])),
    );
}

#[test]
fn types_unify() {
    let object = |name, ty| Type::object([(name, ty)]);
    let none = None::<Type>;
    let cases = [
        (vec![], none.clone()),
        (vec![Type::Number, Type::String, Type::Bool], Some(Type::String)),
        (vec![Type::Number, Type::Bool], none.clone()),
        (vec![any(), Type::Number], Some(Type::Number)),
        (vec![any(), strings()], Some(any())),
        (vec![Type::list(Type::Bool), strings()], Some(strings())),
        (vec![strings(), Type::tuple([Type::Number])], Some(strings())),
        (vec![Type::set(Type::Bool), strings()], Some(strings())),
        (
            vec![Type::tuple([Type::Number]), Type::tuple([Type::String])],
            Some(Type::tuple([Type::String])),
        ),
        (vec![Type::tuple([Type::Number]), Type::tuple([])], Some(Type::list(Type::Number))),
        (
            vec![object("a", Type::Number), object("a", Type::String)],
            Some(object("a", Type::String)),
        ),
        (vec![object("a", Type::Number), object("b", Type::String)], Some(Type::map(Type::String))),
        (vec![object("a", Type::Number), object("b", strings())], none.clone()),
        (vec![object("a", Type::Number), Type::map(Type::String)], Some(Type::map(Type::String))),
        (vec![object("a", Type::Number), Type::tuple([])], none),
    ];
    for (types, expected) in cases {
        let unified = unify(&types, Safety::Unsafe);
        assert_eq!(unified.as_ref().map(|unified| &unified.ty), expected.as_ref(), "{types:?}");
        let Some(unified) = unified else { continue };
        for (ty, conversion) in types.iter().zip(&unified.conversions) {
            let undecided = unified.ty == any();
            assert_eq!(conversion.is_none(), *ty == unified.ty && !undecided, "{ty}");
        }
    }
    let (mixed, order) = ([any(), Type::Number], [Type::set(Type::Bool), strings()]);
    assert!(unify(&mixed, Safety::Safe).is_some_and(|unified| unified.ty == any()));
    assert!(unify(&order, Safety::Safe).is_some_and(|unified| unified.ty == strings()));
}
