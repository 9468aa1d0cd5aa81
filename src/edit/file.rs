//! Files that are edited through a Rust value.

use std::cell::OnceCell;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::ser::Serialize;

use super::agreement::agree;
use super::draft::{Draft, Object};
use super::update::Notation;
use crate::de::Decoder;
use crate::diagnostic::About;
use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::document::Body;
use crate::eval::Context;
use crate::parser::document::{Document, Syntax};
use crate::ser;
use crate::syntax::ItemRef;

/// A value with the document that it was read from. After changes to the value, only the
/// corresponding parts of the document are written again.
///
/// ```
/// use std::collections::BTreeMap;
/// use serde::{Deserialize, Serialize};
/// use serde_hcl::edit::File;
///
/// #[derive(Serialize, Deserialize)]
/// struct Config {
///     service: BTreeMap<String, Service>,
/// }
///
/// #[derive(Serialize, Deserialize)]
/// struct Service {
///     port: u16,
/// }
///
/// let source = r#"
/// service "web" { // public
///   port    = 8000 + 80
///   command = ["serve"] // no field of the type
/// }
/// "#;
/// let mut file: File<Config> = source.parse()?;
/// assert_eq!(file.to_string()?, source);
/// file.service.get_mut("web").unwrap().port = 443;
/// assert_eq!(file.to_string()?, source.replace("8000 + 80", "443"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// The value is encoded after reading and again before writing. Where both results have the same
/// meaning, the document remains the same byte for byte. So items that the type does not know are
/// kept, and an expression is kept as long as its value does not change. Objects and tuples are
/// changed element by element. An entry that becomes `None` or is removed is deleted with its
/// comments.
///
/// A block of the document corresponds to the one in the value with the same labels, otherwise to the
/// most similar one, if more than half of its content is the same. So comments and unknown items stay
/// with their block. The blocks have the order of the value: moved blocks keep their comments, and a new
/// block is added after the block that is before it in the value. The entries of a map have no order:
/// their blocks keep their places.
///
/// The document decides whether a field is an attribute or a block, and an object or a tuple. If the
/// value can't be read from this form, the changed entry gets the form of [`to_string`]. Before
/// anything is written, the changed document is decoded, and must give the value.
///
/// [`to_string`]: crate::to_string
pub struct File<T> {
    value: T,
    document: Body,
    /// The value after reading.
    encoded: Body,
    decoder: Decoder,
}

/// The number of readings after which sequences are considered to have an order. For a set of two
/// elements in random order, the probability of the same order each time is 2⁻²⁴.
const READINGS: usize = 24;

impl<T: DeserializeOwned + Serialize> File<T> {
    /// Decodes a source with the variables and functions of a context.
    ///
    /// # Errors
    ///
    /// The errors of [`from_str_with`](crate::from_str_with), and if the value can't be written as
    /// a document.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use serde_hcl::{Context, edit::File};
    ///
    /// let context = Context::new().variable("port", 80);
    /// let source = "http = port\nhttps = port + 363\n";
    /// let mut ports: File<BTreeMap<String, u16>> = File::with_context(source, &context)?;
    /// ports.insert("https".to_owned(), 8443);
    /// assert_eq!(ports.to_string()?, "http = port\nhttps = 8443\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn with_context(source: &str, decoder: impl Into<Decoder>) -> Result<Self> {
        Self::of(source.parse()?, decoder.into())
    }

    /// Reads and decodes a file in native syntax.
    ///
    /// # Errors
    ///
    /// The errors of [`from_path`](crate::from_path); if the value can't be written as a document; and if
    /// the name ends in `.json`, because a document in JSON syntax is not changed part by part.
    pub fn from_path<P: AsRef<Path>>(path: P) -> Result<Self> {
        Self::from_path_with(path, &Context::new())
    }

    /// Reads and decodes a file with the variables and functions of a context. In contrast to
    /// [`with_context`](File::with_context), the path is known, so that the file can be saved.
    ///
    /// # Errors
    ///
    /// The errors of [`from_path`](File::from_path).
    pub fn from_path_with<P: AsRef<Path>>(path: P, decoder: impl Into<Decoder>) -> Result<Self> {
        if Syntax::is_json(&path.as_ref().to_string_lossy()) {
            return Err(Error::edit(catalog::json_body()));
        }
        Self::of(Body::from_path(path)?, decoder.into())
    }

    fn of(document: Body, decoder: Decoder) -> Result<Self> {
        let value: T = decoder.from_body(document.view())?;
        let encoded = ser::to_sorted_string(&value)?.parse()?;
        Ok(File { value, document, encoded, decoder })
    }

    /// The document with the changes of the value. Without changes, the source.
    ///
    /// # Errors
    ///
    /// If the value can't be written as a document; if a block was changed that a `dynamic` block
    /// generates, so that the document does not contain it; or if the changed document would not be
    /// read as the value.
    pub fn to_string(&self) -> Result<String> {
        let text = ser::to_sorted_string(&self.value)?;
        let source = self.document.to_string();
        if text == self.encoded.view().source() {
            return Ok(source);
        }
        let after = &text.parse()?;
        let (old, new) = (Draft::of_body(&self.encoded), Draft::of_body(after));
        // A set may be equal in another order.
        if old == new || agree(None, &new, &old, &[]) && self.is_read_as(&source, after)? {
            return Ok(source);
        }
        let [before, new] = [&self.encoded, after].map(|it| Object::of_body(it.view()));
        let (mut failure, mut reason) = (None, String::new());
        for notation in Notation::ALL {
            let text = match notation.body(&before, &new, self.document.view()) {
                Ok(text) => text,
                Err(error) => {
                    failure.get_or_insert(error);
                    continue;
                }
            };
            match self.is_read_as(&text, after) {
                Ok(true) => return Ok(text),
                Ok(false) => {}
                Err(error) => reason = error.to_string(),
            }
        }
        let failure = failure.unwrap_or_else(|| Error::edit(catalog::other_value(&reason)));
        Err(self.located(failure, &before, &new))
    }

    /// Whether the document is read as the value with the later draft.
    fn is_read_as(&self, text: &str, after: &Body) -> Result<bool> {
        let found = self.read_again(text)?;
        let (wanted, read) = (Draft::of_body(after), Draft::of_body(&found));
        if wanted == read {
            return Ok(true);
        }
        let now = self.read_again(&self.document.to_string())?;
        let (before, now) = (Draft::of_body(&self.encoded), Draft::of_body(&now));
        let known = Some([&before, &now]);
        if !agree(known, &wanted, &read, &[]) {
            return Ok(false);
        }
        // Only the order of some sequences may differ.
        let bodies = [const { OnceCell::new() }; READINGS];
        let mut others = Vec::new();
        for body in &bodies {
            let other = self.read_again(text)?;
            others.push(Draft::of_body(body.get_or_init(|| other)));
            if agree(known, &wanted, &read, &others.iter().collect::<Vec<_>>()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn read_again(&self, text: &str) -> Result<Body> {
        let document = Document::parse(text, None)?;
        let value: T = self.decoder.from_body(document.body())?;
        ser::to_sorted_string(&value)?.parse()
    }

    /// Adds the name and the place of the first entry that has changed.
    #[cold]
    fn located(&self, error: Error, before: &Object<'_>, after: &Object<'_>) -> Error {
        let (befores, afters) = (before.by_key(), after.by_key());
        let names = after.entries.iter().chain(&before.entries).map(|(name, _)| &**name);
        let mut changed = names.filter(|name| befores.get(name) != afters.get(name));
        let Some(name) = changed.next() else { return error };
        let body = self.document.view();
        let error = if error.has_path() { error } else { error.in_field(name) };
        let is_generated = matches!(error.what(), Some(About::Generated));
        let is_generator = |item: &ItemRef<'_>| {
            let label = item.as_block().and_then(|block| block.label(0));
            item.name() == "dynamic" && label.is_some_and(|label| label.value() == name)
        };
        let generator = body.items().find(|item| is_generated && is_generator(item));
        let error = match generator.or_else(|| body.items().find(|item| item.name() == name)) {
            Some(item) => error.or_at(item.name_span()),
            None => error,
        };
        error.attach(body.tree().origin())
    }

    /// Writes the document with the changes of the value to the file that it was read from, as
    /// [`Body::save`] does.
    ///
    /// # Errors
    ///
    /// The errors of [`to_string`](File::to_string) and of [`Body::save`]: also if another program
    /// has changed the file. Then the old file is unchanged.
    pub fn save(&self) -> Result<()> {
        self.document.file()?.save(&self.to_string()?)
    }

    /// Writes the document with the changes of the value to the file that it was read from, as
    /// [`save`](File::save) does, also if another program has changed or removed the file.
    ///
    /// # Errors
    ///
    /// The other errors of [`save`](File::save).
    pub fn overwrite(&self) -> Result<()> {
        self.document.file()?.overwrite(&self.to_string()?)
    }

    /// Writes the document with the changes of the value to a file, as [`Body::save_as`] does: in JSON
    /// syntax if its name ends in `.json`.
    ///
    /// # Errors
    ///
    /// The errors of [`to_string`](File::to_string), and if the file can't be written.
    pub fn save_as<P: AsRef<Path>>(&self, path: P) -> Result<()> {
        let (path, text) = (path.as_ref(), self.to_string()?);
        match Syntax::is_json(&path.to_string_lossy()) {
            true => text.parse::<Body>()?.save_as(path),
            false => self.document.write_as(path, &text),
        }
    }
}

impl<T> File<T> {
    /// The value without its document.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T: DeserializeOwned + Serialize> FromStr for File<T> {
    type Err = Error;

    fn from_str(source: &str) -> Result<Self> {
        Self::with_context(source, &Context::new())
    }
}

impl<T> Deref for File<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for File<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T: fmt::Debug> fmt::Debug for File<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("File").field("value", &self.value).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Serialize};
    use serde_json::json;

    use super::*;
    use crate::document::steps;

    #[derive(Serialize, Deserialize)]
    struct Pools {
        pool: Vec<Pool>,
    }

    #[derive(Serialize, Deserialize, Clone)]
    struct Pool {
        #[serde(rename = "$label")]
        name: String,
        size: usize,
    }

    type Anything = BTreeMap<String, serde_json::Value>;

    /// Checks that the work of a change is linear in the number of items.
    #[track_caller]
    fn check<T: Serialize + DeserializeOwned>(item: fn(usize) -> String, change: fn(&mut T)) {
        let [few, many] = [200, 400].map(|count| {
            let source: String = (0..count).map(item).collect();
            let mut file: File<T> = source.parse().unwrap();
            change(&mut file);
            steps::of(|| assert_ne!(file.to_string().unwrap(), source))
        });
        assert!(few >= 200 && 2 * many <= 5 * few, "{few} steps, {many} for twice as many items");
    }

    fn block_of_a_type(index: usize) -> String {
        format!("b{index} {{\n  x = 1\n}}\n")
    }

    fn pool(index: usize) -> String {
        format!("pool \"p{index}\" {{\n  size = {index}\n}}\n")
    }

    #[test]
    fn the_work_is_linear_in_the_items() {
        check::<Anything>(block_of_a_type, |it| {
            it.values_mut().for_each(|value| *value = json!(1))
        });
        check::<Anything>(block_of_a_type, |it| {
            it.values_mut().for_each(|value| *value = json!([{ "x": 2 }]));
        });
        check::<Anything>(block_of_a_type, |it| it.retain(|key, _| key.ends_with('1')));
        check::<Anything>(
            |index| format!("a{index} = {{ x = 1 }}\n"),
            |it| {
                it.values_mut().for_each(|value| *value = json!({ "x": 2, "y": 3 }));
            },
        );
        check::<Anything>(
            |index| format!("a{index} = 1\n"),
            |it| {
                *it = it.iter().map(|(key, value)| (format!("n{key}"), value.clone())).collect();
            },
        );
        check::<Pools>(pool, |it| it.pool.reverse());
        check::<Pools>(pool, |it| it.pool.clear());
        check::<Pools>(pool, |it| {
            let new = |index| Pool { name: format!("n{index}"), size: 1000 + index };
            it.pool =
                it.pool.iter().cloned().enumerate().flat_map(|(i, it)| [it, new(i)]).collect();
        });
        check::<Pools>(pool, |it| it.pool.iter_mut().for_each(|it| it.name.push('x')));
    }

    #[test]
    fn comparing_deep_values_is_linear() {
        let depth = 150;
        let source = format!("a = {}1{}\n", "{ a = ".repeat(depth), " }".repeat(depth));
        let mut file: File<Anything> = source.parse().unwrap();
        let mut value = file.value.get_mut("a").unwrap();
        while value.is_object() {
            value = &mut value["a"];
        }
        *value = json!(2);
        assert_eq!(file.to_string().unwrap(), source.replace('1', "2"));
    }
}
