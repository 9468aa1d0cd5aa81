//! Serializers for the parts of sequences, maps and structs.

use std::any::type_name;

use hashbrown::HashMap;
use serde::ser::{self, Serialize};

use super::draft::{Id, Key, Kind};
use super::serde_impls::{sequences, structs};
use super::serializer::Serializer;
use super::shape::{Container, Parts};
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::text::normal_form::is_normal;
use crate::value::normalize;

/// A value whose parts are being serialized.
pub struct Compound<'s> {
    serializer: &'s mut Serializer,
    id: Id,
    parts: Parts,
    role: Role,
    /// The last name or key.
    key: Key,
    /// The first of the last values that belong to a map, if maps are to be sorted.
    unsorted: Option<Id>,
    /// Whether a key is not in Unicode normalization form C.
    has_other_forms: bool,
}

/// How the draft records a value with parts.
#[derive(Clone, Copy)]
pub(super) enum Role {
    /// As a value of its own.
    Value,
    /// As the content of a variant.
    Variant(Id, &'static str),
    /// Not at all: the struct stands for a newtype; see [`newtype_names::of_struct`](super::newtype_names::of_struct).
    Newtype(&'static str),
}

impl std::fmt::Debug for Compound<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compound").finish_non_exhaustive()
    }
}

impl<'s> Compound<'s> {
    #[inline]
    pub(super) fn new(
        serializer: &'s mut Serializer,
        id: Id,
        container: Container,
        role: Role,
    ) -> Self {
        let parts = Parts::of(container);
        Compound {
            serializer,
            id,
            parts,
            role,
            key: Key::default(),
            unsorted: None,
            has_other_forms: false,
        }
    }

    // Programs compile the generic methods again for each of their types. So the code that does not
    // depend on the type is in separate functions.

    fn element<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<()> {
        let id = self.serializer.draft.next();
        let result = self.serializer.part(element);
        self.end_element(id, result)
    }

    fn end_element(&mut self, id: Id, result: Result<()>) -> Result<()> {
        if let Err(error) = result {
            return Err(self.locate(error.in_element(self.parts.count())));
        }
        self.add_part(id);
        // As long as the elements are ready, the text between them makes the tuple ready.
        if self.parts.are_ready() {
            self.serializer.draft.text.push_str(", ");
        }
        Ok(())
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        let id = self.begin_field(name);
        let result = self.serializer.part(value);
        self.end_field(id, name, result)
    }

    fn begin_field(&mut self, name: &'static str) -> Id {
        if !matches!(self.role, Role::Newtype(_)) {
            let (key, name) = self.serializer.draft.field_name(name);
            self.key = key;
            self.parts.add_name(name);
        }
        self.serializer.draft.next()
    }

    fn end_field(&mut self, id: Id, name: &'static str, result: Result<()>) -> Result<()> {
        if let Err(error) = result {
            return Err(self.locate(error.in_field(name)));
        }
        // A struct is a body whatever its fields are.
        self.serializer.draft.set_key(id, self.key, true);
        Ok(())
    }

    fn key<K: Serialize + ?Sized>(&mut self, key: &K) -> Result<()> {
        let id = self.serializer.draft.next();
        let result = self.serializer.part(key);
        self.end_key(id, result)
    }

    fn end_key(&mut self, id: Id, result: Result<()>) -> Result<()> {
        let key = result.and_then(|()| self.serializer.draft.take_key(id));
        self.key = key.map_err(|error| self.locate(error))?;
        let key = self.serializer.draft.last_key(self.key);
        self.parts.add_key(key);
        self.has_other_forms |= !key.is_ascii() && !is_normal(key);
        Ok(())
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<Id> {
        let id = self.serializer.draft.next();
        let result = self.serializer.part(value);
        self.end_value(id, result)
    }

    fn end_value(&mut self, id: Id, result: Result<()>) -> Result<Id> {
        let result = result.and_then(|()| match self.serializer.draft.part(id) {
            // Entries of maps that are `None` are also written as null.
            Some(part) if part.kind == Kind::SomeNone => {
                Err(Error::encoding(catalog::empty_option()))
            }
            _ => Ok(id),
        });
        result.map_err(|error| {
            let error = error.in_field(self.serializer.draft.name_of(id, self.key));
            self.locate(error)
        })
    }

    #[inline]
    fn add_part(&mut self, id: Id) {
        if let Some(part) = self.serializer.draft.part(id) {
            self.parts.add(part);
        }
    }

    /// Adds the value of an entry of a map, or of a field, which is not written if it is `None`.
    #[inline]
    fn add_entry(&mut self, id: Id, is_field: bool) {
        if !is_field && self.serializer.options.sorted_maps {
            self.unsorted.get_or_insert(id);
        }
        self.serializer.draft.set_key(id, self.key, is_field);
        self.add_part(id);
    }

    /// Sorts the entries of the map that ends here.
    #[inline]
    fn end_map(&mut self) {
        if let Some(first) = self.unsorted.take() {
            self.serializer.draft.sort_entries(first);
        }
    }

    /// Completes the path of an error.
    #[cold]
    fn locate(&self, error: Error) -> Error {
        match self.role {
            Role::Variant(_, variant) => error.in_field(variant),
            _ => error,
        }
    }

    /// Fails if two keys are equal after normalization, because only one could be read. Items of a
    /// captured body are different even if their names are equal.
    #[cold]
    fn check_keys(&self) -> Result<()> {
        let Some(map) = self.serializer.draft.get(self.id) else { return Ok(()) };
        let mut keys = HashMap::new();
        for (key, value) in map.entries() {
            if value.kind() == Kind::Item {
                continue;
            }
            let other = keys.insert(normalize(key), key);
            if other.is_some_and(|other| other != key) {
                return Err(self.locate(Error::encoding(catalog::equal_keys(&normalize(key)))));
            }
        }
        Ok(())
    }

    fn close(mut self) -> Result<()> {
        self.end_map();
        self.serializer.leave();
        if self.parts.are_ready() && self.parts.count() > 0 {
            self.serializer.draft.end_tuple();
        }
        if let Role::Newtype(newtype) = self.role {
            return self.serializer.end_newtype(self.id, newtype);
        }
        self.parts.close(&mut self.serializer.draft, self.id);
        if self.has_other_forms {
            self.check_keys()?;
        }
        if let Role::Variant(variant, name) = self.role {
            self.serializer.end_variant(variant, name, self.id);
        }
        Ok(())
    }
}

sequences! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}
structs! { SerializeStruct SerializeStructVariant }

impl ser::SerializeMap for Compound<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<K: Serialize + ?Sized>(&mut self, key: &K) -> Result<()> {
        self.key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let id = self.value(value)?;
        self.add_entry(id, false);
        Ok(())
    }

    fn serialize_entry<K: Serialize + ?Sized, T: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &T,
    ) -> Result<()> {
        // The type of a map's key has a size. Names of fields next to flattened ones are passed as
        // `str`, which has none, and so is the name of a flattened unit variant, with a unit as its
        // value.
        let is_field = type_name::<K>() == type_name::<str>();
        if is_field {
            self.end_map();
        }
        self.key(key)?;
        let id = self.value(value)?;
        self.add_entry(id, is_field);
        Ok(())
    }

    fn end(self) -> Result<()> {
        self.close()
    }
}
