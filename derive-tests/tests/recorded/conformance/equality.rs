//! Equality of a value and the recorded one.

use serde_hcl::{Map, Number, Value};

/// The precision with which numbers must agree.
#[derive(Clone, Copy)]
pub enum Precision {
    /// To the last digit, the sign of zero included.
    Exact,
    /// To fifteen digits, and without marks.
    Rounded,
}

impl Precision {
    /// Equal types, values, refinements and marks.
    pub fn equal(self, expected: &Value, found: &Value) -> bool {
        match (expected, found) {
            (Value::Number(expected), Value::Number(found)) => self.equal_numbers(expected, found),
            (Value::List(expected_type, expected), Value::List(found_type, found)) => {
                expected_type == found_type && self.equal_elements(expected, found)
            }
            (Value::Set(expected), Value::Set(found)) => {
                expected.element_type() == found.element_type()
                    && self.equal_elements(expected, found)
            }
            (Value::Map(expected_type, expected), Value::Map(found_type, found)) => {
                expected_type == found_type && self.equal_maps(expected, found)
            }
            (Value::Tuple(expected), Value::Tuple(found)) => self.equal_elements(expected, found),
            (Value::Object(expected), Value::Object(found)) => self.equal_maps(expected, found),
            (Value::Marked(expected), Value::Marked(found)) => {
                expected.marks() == found.marks() && self.equal(expected.value(), found.value())
            }
            (expected, Value::Marked(found)) if matches!(self, Precision::Rounded) => {
                self.equal(expected, found.value())
            }
            _ => expected == found,
        }
    }

    fn equal_elements(self, expected: &[Value], found: &[Value]) -> bool {
        expected.len() == found.len()
            && expected.iter().zip(found).all(|(expected, found)| self.equal(expected, found))
    }

    fn equal_maps(self, expected: &Map, found: &Map) -> bool {
        expected.keys().eq(found.keys())
            && expected
                .values()
                .zip(found.values())
                .all(|(expected, found)| self.equal(expected, found))
    }

    fn equal_numbers(self, expected: &Number, found: &Number) -> bool {
        match self {
            // A record has the digits that the reference prints. The reference may keep more digits
            // than it prints.
            Precision::Exact => {
                expected.is_identical(found) || expected.to_string() == found.to_string()
            }
            Precision::Rounded => {
                let (expected, found) = (expected.as_f64(), found.as_f64());
                expected == found || (expected - found).abs() <= expected.abs() * 1e-14
            }
        }
    }
}
