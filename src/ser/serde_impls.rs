//! Implementations for the repetitive parts of serde's traits.

/// A bool or an integer as text.
pub(super) trait Literal {
    fn write_to(self, text: &mut String);
}

impl Literal for bool {
    fn write_to(self, text: &mut String) {
        text.push_str(if self { "true" } else { "false" });
    }
}

macro_rules! integers {
    ($($integer:ident)*) => {
        $(impl Literal for $integer {
            fn write_to(self, text: &mut String) {
                text.push_str(itoa::Buffer::new().format(self));
            }
        })*
    };
}

integers! { i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 }

/// The methods of the serializer for bools and integers.
macro_rules! literals {
    ($($method:ident($type:ty))*) => {$(
        #[inline]
        fn $method(self, literal: $type) -> Result<()> {
            self.literal(literal)
        }
    )*};
}

/// The traits for sequences and tuples of all kinds: `element` adds one, `close` completes the
/// sequence.
macro_rules! sequences {
    ($($interface:ident $method:ident)*) => {$(
        impl ser::$interface for Compound<'_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<()> {
                self.element(element)
            }

            fn end(self) -> Result<()> {
                self.close()
            }
        }
    )*};
}

/// The traits for structs: `field` adds one, `close` completes the struct.
macro_rules! structs {
    ($($interface:ident)*) => {$(
        impl ser::$interface for Compound<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<()> {
                self.field(name, value)
            }

            fn end(self) -> Result<()> {
                self.close()
            }
        }
    )*};
}

pub(super) use {literals, sequences, structs};
