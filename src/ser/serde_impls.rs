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

/// The methods of a serializer for bools and integers: `self.$literal(value)`.
macro_rules! literals {
    ($literal:ident -> $ok:ty) => {
        literals! { $literal -> $ok:
            serialize_bool(bool)
            serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
            serialize_i128(i128)
            serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
            serialize_u128(u128)
        }
    };
    ($literal:ident -> $ok:ty: $($method:ident($type:ty))*) => {$(
        #[inline]
        fn $method(self, literal: $type) -> Result<$ok> {
            self.$literal(literal)
        }
    )*};
}

/// The traits for sequences and tuples of all kinds: `element` adds one, `close` completes the
/// sequence.
macro_rules! sequences {
    ($target:ty => $ok:ty) => {
        sequences! { $target => $ok:
            SerializeSeq serialize_element
            SerializeTuple serialize_element
            SerializeTupleStruct serialize_field
            SerializeTupleVariant serialize_field
        }
    };
    ($target:ty => $ok:ty: $($interface:ident $method:ident)*) => {$(
        impl ser::$interface for $target {
            type Ok = $ok;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<()> {
                self.element(element)
            }

            fn end(self) -> Result<$ok> {
                self.close()
            }
        }
    )*};
}

/// The traits for structs: `field` adds one, `close` completes the struct.
macro_rules! structs {
    ($target:ty => $ok:ty) => {
        structs! { $target => $ok: SerializeStruct SerializeStructVariant }
    };
    ($target:ty => $ok:ty: $($interface:ident)*) => {$(
        impl ser::$interface for $target {
            type Ok = $ok;
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<()> {
                self.field(name, value)
            }

            fn end(self) -> Result<$ok> {
                self.close()
            }
        }
    )*};
}

pub(super) use {literals, sequences, structs};
