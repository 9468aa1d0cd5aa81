//! What functions that take values have in common.

use crate::diagnostic::catalog::evaluation::argument_fix;
use crate::eval::FunctionError;
use crate::limits::budget;
use crate::value::{Number, Type, Value};

/// The result of a library function.
pub(super) type Outcome<T = Value> = Result<T, FunctionError>;

/// Charges for a number of elements, before they are read or created.
pub(super) fn pay(elements: usize) -> Outcome<()> {
    if budget::charge(elements) { Ok(()) } else { Err(unpaid()) }
}

/// Charges for a number of bytes of text, before they are written.
pub(super) fn pay_for_text(bytes: usize) -> Outcome<()> {
    if budget::charge_text(bytes) { Ok(()) } else { Err(unpaid()) }
}

/// The error of a call when the budget is used up. The evaluation reports it.
#[cold]
pub(super) fn unpaid() -> FunctionError {
    "the budget is used up".into()
}

/// The maximum length in bytes of a text that a function makes from shorter ones.
pub(super) const MAX_LENGTH: usize = 1 << 28;

pub(super) fn too_long() -> FunctionError {
    format!("the result would be longer than {MAX_LENGTH} bytes").into()
}

/// An unknown value of this type that is not null.
pub(super) fn unknown(ty: Type) -> Value {
    Value::unknown(ty).refine_not_null()
}

/// The number as an integer, for counts and positions.
pub(super) fn integer(number: &Number) -> Outcome<i64> {
    number.as_i64().ok_or_else(|| format!("an integer is required, but this is {number}").into())
}

/// The same for a value; `None` if it is not known.
pub(super) fn integer_of(value: &Value) -> Outcome<Option<i64>> {
    value.unmarked().as_number().map(integer).transpose()
}

/// The kind of a value's type, without its element types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Dynamic,
    Primitive,
    List,
    Set,
    Map,
    Tuple,
    Object,
}

impl Kind {
    pub(super) fn of(value: &Value) -> Kind {
        let ty = match value.unmarked() {
            Value::List(..) => return Kind::List,
            Value::Set(..) => return Kind::Set,
            Value::Map(..) => return Kind::Map,
            Value::Tuple(_) => return Kind::Tuple,
            Value::Object(_) => return Kind::Object,
            Value::Null(ty) => ty,
            Value::Unknown(unknown) => unknown.ty(),
            _ => return Kind::Primitive,
        };
        match ty {
            Type::Dynamic => Kind::Dynamic,
            Type::Bool | Type::Number | Type::String => Kind::Primitive,
            Type::List(_) => Kind::List,
            Type::Set(_) => Kind::Set,
            Type::Map(_) => Kind::Map,
            Type::Tuple(_) => Kind::Tuple,
            Type::Object(_) => Kind::Object,
        }
    }

    /// Whether the elements have positions.
    pub(super) fn is_indexed(self) -> bool {
        matches!(self, Kind::List | Kind::Tuple)
    }

    /// Whether the elements have an order.
    pub(super) fn is_sequence(self) -> bool {
        matches!(self, Kind::List | Kind::Set | Kind::Tuple)
    }
}

/// The error for a value in the place of a list; `wanted` names all types that are accepted.
pub(super) fn no_list(wanted: &str, value: &Value) -> FunctionError {
    mismatch(wanted, &Type::list(Type::Dynamic), value)
}

/// The error for a value in the place of a map or an object.
pub(super) fn no_map(value: &Value) -> FunctionError {
    mismatch("a map or object", &Type::map(Type::Dynamic), value)
}

fn mismatch(wanted: &str, want: &Type, value: &Value) -> FunctionError {
    let have = value.type_of();
    let error = FunctionError::from(format!("{wanted} is required, but this is {}", have.noun()));
    match argument_fix(want, &have) {
        Some(fix) => error.with_help(fix),
        None => error,
    }
}
