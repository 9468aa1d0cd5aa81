//! Implementations for the repetitive parts of serde's traits.

/// The methods of the serializer for integers.
macro_rules! integers {
    ($($method:ident($type:ty))*) => {$(
        #[inline]
        fn $method(self, integer: $type) -> Result<()> {
            self.integer(integer)
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

pub(super) use {integers, sequences, structs};
