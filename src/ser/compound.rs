//! Serializers for the parts of sequences, maps and structs.

use std::any::type_name;

use hashbrown::HashMap;
use serde::ser::{self, Serialize};

use super::draft::{Id, Kind};
use super::error::encoding;
use super::key::KeySerializer;
use super::serde_impls::{sequences, structs};
use super::serializer::Serializer;
use super::shape::Parts;
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::syntax::is_normal;
use crate::value::normalize;

/// A value whose parts are being serialized.
pub struct Compound<'s> {
    serializer: &'s mut Serializer,
    id: Id,
    parts: Parts,
    /// The variant with this content.
    variant: Option<(Id, &'static str)>,
    /// The newtype for which this struct stands; see [`newtype_names::of_struct`](super::newtype_names::of_struct).
    newtype: Option<&'static str>,
    /// The last key of a map.
    key: Id,
    /// The first of the last keys that belong to a map, if maps are to be sorted.
    unsorted: Option<Id>,
    /// Whether a key is not in Unicode normalization form C.
    has_other_forms: bool,
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
        parts: Parts,
        variant: Option<(Id, &'static str)>,
    ) -> Self {
        Compound {
            serializer,
            id,
            parts,
            variant,
            newtype: None,
            key: id,
            unsorted: None,
            has_other_forms: false,
        }
    }

    pub(super) fn with_newtype(self, newtype: &'static str) -> Self {
        Compound { newtype: Some(newtype), ..self }
    }

    // Programs compile the generic methods again for each of their types. So the code that does not
    // depend on the type is in separate functions.

    fn element<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<()> {
        let id = self.serializer.draft.next();
        let result = self.serializer.part(element);
        self.end_element(id, result)
    }

    fn end_element(&mut self, id: Id, result: Result<()>) -> Result<()> {
        match result {
            Ok(()) => self.add(id),
            Err(error) => return Err(self.locate(error.in_element(self.parts.count()))),
        }
        Ok(())
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        let id = self.begin_field(name);
        let result = self.serializer.part(value);
        self.end_field(id, name, result)
    }

    fn begin_field(&mut self, name: &'static str) -> Id {
        if self.newtype.is_none() {
            self.serializer.draft.add(Kind::String, name);
            self.parts.add_name(name);
        }
        self.serializer.draft.next()
    }

    fn end_field(&mut self, id: Id, name: &'static str, result: Result<()>) -> Result<()> {
        match result {
            Ok(()) => self.add_field(id),
            Err(error) => return Err(self.locate(error.in_field(name))),
        }
        Ok(())
    }

    fn key<K: Serialize + ?Sized>(&mut self, key: &K) -> Result<()> {
        let draft = &mut self.serializer.draft;
        let start = draft.text.len();
        self.key = draft.next();
        let result = key.serialize(KeySerializer(&mut draft.text));
        self.end_key(start, result)
    }

    fn end_key(&mut self, start: usize, result: Result<()>) -> Result<()> {
        if let Err(error) = result {
            return Err(self.locate(error));
        }
        let draft = &mut self.serializer.draft;
        draft.add_text(Kind::String, start);
        let key = draft.text.get(start..).unwrap_or_default();
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
        let result = result.and_then(|()| match self.serializer.draft.get(id) {
            // Entries of maps that are `None` are also written as null.
            Some(view) if view.kind() == Kind::SomeNone => Err(encoding(catalog::empty_option())),
            _ => Ok(id),
        });
        result.map_err(|error| {
            let key = self.serializer.draft.get(self.key);
            let error = error.in_field(key.map_or("", |key| key.text()));
            self.locate(error)
        })
    }

    #[inline]
    fn add(&mut self, id: Id) {
        if let Some(part) = self.serializer.draft.get(id) {
            self.parts.add(part);
        }
    }

    /// Adds the value of an entry of a map.
    #[inline]
    fn add_entry(&mut self, id: Id) {
        if self.serializer.options.sorted_maps {
            self.unsorted.get_or_insert(self.key);
        }
        self.add(id);
    }

    /// Sorts the entries of the map that ends here.
    #[inline]
    fn end_map(&mut self) {
        if let Some(first) = self.unsorted.take() {
            self.serializer.draft.sort_entries(first);
        }
    }

    /// Adds the value of a field. It is not written if it is `None`.
    #[inline]
    fn add_field(&mut self, id: Id) {
        self.serializer.draft.change_kind(id, &[Kind::None], Kind::Absent);
        self.add(id);
    }

    /// Completes the path of an error.
    #[cold]
    fn locate(&self, error: Error) -> Error {
        match self.variant {
            Some((_, variant)) => error.in_field(variant),
            None => error,
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
                return Err(self.locate(encoding(catalog::equal_keys(&normalize(key)))));
            }
        }
        Ok(())
    }

    fn close(mut self) -> Result<()> {
        self.end_map();
        self.serializer.leave();
        if let Some(newtype) = self.newtype {
            return self.serializer.end_newtype(self.id, newtype);
        }
        self.serializer.draft.close(self.id, &self.parts.form());
        if self.has_other_forms {
            self.check_keys()?;
        }
        if let Some((variant, name)) = self.variant {
            self.serializer.end_variant(variant, name, self.id);
        }
        Ok(())
    }
}

sequences! { Compound<'_> => () }
structs! { Compound<'_> => () }

impl ser::SerializeMap for Compound<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<K: Serialize + ?Sized>(&mut self, key: &K) -> Result<()> {
        self.key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let id = self.value(value)?;
        self.add_entry(id);
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
        if is_field {
            self.add_field(id);
        } else {
            self.add_entry(id);
        }
        Ok(())
    }

    fn end(self) -> Result<()> {
        self.close()
    }
}
