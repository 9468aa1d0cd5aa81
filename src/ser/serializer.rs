//! The serde serializer: records the description of a value in a draft.

use std::fmt::{self, Display, LowerExp, Write};

use num_traits::Float;
use serde::ser::{self, Serialize};

use super::compound::{Compound, Role};
use super::draft::Shape;
use super::draft::{Draft, Id, Kind};
use super::newtype_names;
use super::serde_impls::integers;
use super::shape::{Container, Parts, force_block};
use super::writer::Options;
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::grow_stack;
use crate::parser::MAX_DEPTH;
use crate::value::{Number, normalize};

/// The maximum nesting of values. Options and newtypes are not visible in the text, so this is more
/// than the maximum nesting of the text.
const MAX_VALUES: u32 = 4 * MAX_DEPTH;

/// The maximum nesting of values of the language.
const MAX_DEPTH_OF_VALUES: u32 = 10_000;

/// Serializes values into native syntax.
///
/// The functions [`to_string`](crate::to_string) and similar ones do this with the default options.
/// Use a serializer for other options, or for values from other sources.
///
/// ```
/// use serde::Serialize;
/// use serde_hcl::Serializer;
///
/// #[derive(Serialize)]
/// struct Config {
///     motd: &'static str,
///     owner: Option<String>,
///     port: Port,
/// }
///
/// #[derive(Serialize)]
/// struct Port {
///     number: u16,
/// }
///
/// let config = Config { motd: "a\nb\n", owner: None, port: Port { number: 80 } };
/// let mut serializer = Serializer::new().indent(4).heredocs(false).nulls(true);
/// config.serialize(&mut serializer)?;
/// let expected = r#"motd  = "a\nb\n"
/// owner = null
///
/// port {
///     number = 80
/// }
/// "#;
/// assert_eq!(serializer.into_document()?, expected);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub struct Serializer {
    pub(super) draft: Draft,
    pub(super) depth: u32,
    pub(super) options: Options,
}

impl Serializer {
    /// A serializer with the default options.
    pub fn new() -> Self {
        Serializer { draft: Draft::default(), depth: 0, options: Options::default() }
    }

    /// A serializer whose draft becomes a value of the language.
    pub(super) fn of_values() -> Self {
        let options = Options { values: true, ..Options::default() };
        Serializer { options, ..Self::new() }
    }

    /// The indentation of blocks, objects and tuples in spaces. The default, 2, is canonical.
    pub fn indent(mut self, spaces: u16) -> Self {
        self.options.indent = spaces;
        self
    }

    /// Whether strings of several complete lines are written as heredocs if possible. The default is
    /// true.
    ///
    /// ```
    /// use serde::Serialize;
    /// use serde_hcl::Serializer;
    ///
    /// let motd = std::collections::BTreeMap::from([("motd", "a\nb\n")]);
    /// let mut serializer = Serializer::new();
    /// motd.serialize(&mut serializer)?;
    /// assert_eq!(serializer.into_document()?, "motd = <<EOT\na\nb\nEOT\n");
    /// let mut serializer = Serializer::new().heredocs(false);
    /// motd.serialize(&mut serializer)?;
    /// assert_eq!(serializer.into_document()?, "motd = \"a\\nb\\n\"\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn heredocs(mut self, heredocs: bool) -> Self {
        self.options.heredocs = heredocs;
        self
    }

    /// Whether null fields are written as attributes. The default is false.
    pub fn nulls(mut self, nulls: bool) -> Self {
        self.options.nulls = nulls;
        self
    }

    /// Whether a blank line separates blocks from other items. The default is true.
    pub fn blank_lines(mut self, blank_lines: bool) -> Self {
        self.options.blank_lines = blank_lines;
        self
    }

    /// Whether maps are written like structs: a map as a block, and a sequence of maps as blocks. Then
    /// untyped data ([`Value`](crate::Value), `serde_json::Value`) becomes blocks. A map with a key that
    /// is not an identifier remains an attribute. The default is false.
    ///
    /// ```
    /// use serde::Serialize;
    /// use serde_hcl::{Serializer, value};
    ///
    /// let config = value!({ "region": "eu", "service": [{ "port": 80 }, { "port": 443 }] });
    /// let mut serializer = Serializer::new().maps_as_blocks(true);
    /// config.serialize(&mut serializer)?;
    /// let expected = "region = \"eu\"\n\nservice {\n  port = 80\n}\n\nservice {\n  port = 443\n}\n";
    /// assert_eq!(serializer.into_document()?, expected);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn maps_as_blocks(mut self, maps_as_blocks: bool) -> Self {
        self.options.maps_as_blocks = maps_as_blocks;
        self
    }

    /// The serialized value as a document.
    ///
    /// # Errors
    ///
    /// If the value is neither a struct nor a map, or a part of it can't be written in a document.
    pub fn into_document(self) -> Result<String> {
        super::body::document(&self.draft, &self.options)
    }

    /// The text, if a string was serialized.
    pub(crate) fn as_text(&self) -> Option<&str> {
        self.draft.root().filter(|root| root.kind() == Kind::String).map(|root| root.text())
    }

    /// Whether only an option without content or a unit was serialized.
    pub(crate) fn is_null(&self) -> bool {
        self.draft.root().is_none_or(|root| root.kind().is_null())
    }

    /// The serialized value as an expression.
    ///
    /// # Errors
    ///
    /// If a part of the value can't be written as an expression.
    ///
    /// ```
    /// use serde::Serialize;
    /// use serde_hcl::Serializer;
    ///
    /// let mut serializer = Serializer::new();
    /// vec![80, 443].serialize(&mut serializer)?;
    /// assert_eq!(serializer.into_expression()?, "[80, 443]");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn into_expression(self) -> Result<String> {
        super::expression::whole(&self.draft, &self.options)
    }

    /// Records a value inside the current one.
    #[inline]
    pub(super) fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        // The necessary stack must not depend on the nesting of values.
        if self.depth % 8 == 7 {
            return self.on_more_stack(&mut |serializer| value.serialize(serializer));
        }
        value.serialize(self)
    }

    #[cold]
    fn on_more_stack(&mut self, part: &mut dyn FnMut(&mut Self) -> Result<()>) -> Result<()> {
        grow_stack(|| part(self))
    }

    pub(super) fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        let limit = if self.options.values { MAX_DEPTH_OF_VALUES } else { MAX_VALUES };
        if self.depth > limit {
            return Err(Error::encoding(catalog::too_deep(limit)));
        }
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Records a value that adds nothing to its content.
    fn transparent<T: Serialize + ?Sized>(&mut self, content: &T) -> Result<()> {
        self.enter()?;
        self.part(content)?;
        self.leave();
        Ok(())
    }

    /// Completes an option after its content.
    fn end_some(&mut self, id: Id) -> Result<()> {
        let Some(view) = self.draft.get(id) else { return Ok(()) };
        match view.kind() {
            Kind::None => self.draft.change_kind(id, Kind::None, Kind::SomeNone),
            Kind::UnitStruct => {
                self.draft.change_kind(id, Kind::UnitStruct, Kind::Object);
                Parts::of(Container::Struct).close(&mut self.draft, id);
            }
            Kind::Source if view.text() != "null" || self.options.values => {}
            Kind::Null | Kind::Unit | Kind::SomeNone | Kind::Source => {
                return Err(Error::encoding(catalog::empty_option()));
            }
            _ => {}
        }
        Ok(())
    }

    /// Completes a newtype with this name after its content.
    pub(super) fn end_newtype(&mut self, id: Id, name: &'static str) -> Result<()> {
        match name {
            newtype_names::NUMBER => self.number(id)?,
            newtype_names::EXPRESSION => self.draft.change_kind(id, Kind::String, Kind::Source),
            newtype_names::NAMED_ITEM => {
                self.draft.change_kind(id, Kind::String, Kind::NamedItem);
            }
            newtype_names::COMMENT => self.draft.change_kind(id, Kind::String, Kind::Comment),
            newtype_names::ITEM => self.draft.change_kind(id, Kind::String, Kind::Item),
            newtype_names::ATTRIBUTE => self.draft.set_shape(id, Shape::Expression),
            newtype_names::BLOCK if self.options.values => {}
            newtype_names::BLOCK => force_block(&mut self.draft, id)?,
            // serde has no way to leave out a newtype.
            _ => self.draft.change_kind(id, Kind::None, Kind::Null),
        }
        Ok(())
    }

    fn integer(&mut self, integer: impl itoa::Integer) -> Result<()> {
        self.draft.add(Kind::Literal, itoa::Buffer::new().format(integer));
        Ok(())
    }

    fn float(
        &mut self,
        float: impl Float + Display + LowerExp + Into<f64> + zmij::Float,
    ) -> Result<()> {
        let is_permitted = float.is_finite() || self.options.values && !float.is_nan();
        if !is_permitted {
            return Err(Error::encoding(catalog::not_finite(&float)));
        }
        let start = self.draft.text.len();
        // Writing to a string can't fail.
        let _ = write_float(&mut self.draft.text, float);
        self.draft.add_text(Kind::Literal, start);
        Ok(())
    }

    /// Records the last value as the text of a number, or as a float that is equal to it.
    fn number(&mut self, id: Id) -> Result<()> {
        let Some(view) = self.draft.get(id) else { return Ok(()) };
        match view.kind() {
            Kind::String => {
                let text = view.text().to_owned();
                text.parse::<Number>().map_err(<Error as ser::Error>::custom)?;
                self.draft.change_kind(id, Kind::String, Kind::Literal);
                self.draft.set_last_text(&text);
            }
            Kind::Literal if !is_short_fraction(view.text()) => {
                let number = view.text().parse().ok().and_then(Number::from_f64);
                // Integers are compared by all their digits, other numbers by the digits that they
                // are printed with.
                let text = number.map(|number| match number.is_integer() {
                    true => number.to_fixed(0),
                    false => number.to_string(),
                });
                if let Some(text) = text {
                    self.draft.set_last_text(&text);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn compound(&mut self, kind: Kind, container: Container) -> Result<Compound<'_>> {
        self.enter()?;
        let id = self.draft.open(kind);
        if container == Container::Sequence {
            // The start of a tuple that may become ready.
            self.draft.text.push('[');
        }
        Ok(Compound::new(self, id, container, Role::Value))
    }

    /// A struct of another crate that stands for a newtype.
    #[cold]
    fn newtype_as_struct(&mut self, newtype: &'static str) -> Result<Compound<'_>> {
        self.enter()?;
        let id = self.draft.next();
        Ok(Compound::new(self, id, Container::Expression, Role::Newtype(newtype)))
    }

    /// A variant with parts.
    fn variant(
        &mut self,
        variant: &'static str,
        kind: Kind,
        container: Container,
    ) -> Result<Compound<'_>> {
        self.enter()?;
        let outer = self.draft.open(Kind::Variant);
        let id = self.draft.open(kind);
        Ok(Compound::new(self, id, container, Role::Variant(outer, variant)))
    }

    /// Completes a variant after its content.
    pub(super) fn end_variant(&mut self, variant: Id, name: &'static str, content: Id) {
        let mut parts = Parts::of(Container::Variant);
        let (key, name) = self.draft.field_name(name);
        parts.add_name(name);
        self.draft.set_key(content, key, false);
        if let Some(content) = self.draft.part(content) {
            parts.add(content);
        }
        parts.close(&mut self.draft, variant);
    }
}

impl std::fmt::Debug for Serializer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Serializer").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Default for Serializer {
    fn default() -> Self {
        Self::new()
    }
}

impl<'s> ser::Serializer for &'s mut Serializer {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Compound<'s>;
    type SerializeTuple = Compound<'s>;
    type SerializeTupleStruct = Compound<'s>;
    type SerializeTupleVariant = Compound<'s>;
    type SerializeMap = Compound<'s>;
    type SerializeStruct = Compound<'s>;
    type SerializeStructVariant = Compound<'s>;

    integers! {
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64) serialize_i128(i128)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64) serialize_u128(u128)
    }

    fn serialize_bool(self, bool: bool) -> Result<()> {
        self.draft.add(Kind::Literal, if bool { "true" } else { "false" });
        Ok(())
    }

    fn serialize_f32(self, float: f32) -> Result<()> {
        match self.options.values {
            true => self.float(f64::from(float)),
            false => self.float(float),
        }
    }

    fn serialize_f64(self, float: f64) -> Result<()> {
        self.float(float)
    }

    fn serialize_char(self, char: char) -> Result<()> {
        let mut buffer = [0; 4];
        let text = &*char.encode_utf8(&mut buffer);
        // It would be read as another character, or as several.
        if normalize(text) != *text {
            return Err(Error::encoding(catalog::not_normal(char)));
        }
        self.serialize_str(text)
    }

    #[inline]
    fn serialize_str(self, text: &str) -> Result<()> {
        self.draft.add_string(Kind::String, text);
        Ok(())
    }

    /// As a sequence of numbers, because bytes may not be text.
    fn serialize_bytes(self, bytes: &[u8]) -> Result<()> {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Result<()> {
        self.draft.add(Kind::None, "");
        Ok(())
    }

    /// Writes an option as its content, unless the content would be read as `None`. A unit struct
    /// becomes an empty block or object.
    fn serialize_some<T: Serialize + ?Sized>(self, content: &T) -> Result<()> {
        let id = self.draft.next();
        self.transparent(content)?;
        self.end_some(id)
    }

    fn serialize_unit(self) -> Result<()> {
        self.draft.add(Kind::Unit, "");
        Ok(())
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<()> {
        self.draft.add(if name == newtype_names::NULL { Kind::Null } else { Kind::UnitStruct }, "");
        Ok(())
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<()> {
        self.draft.add_string(Kind::UnitVariant, variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        content: &T,
    ) -> Result<()> {
        let id = self.draft.next();
        self.transparent(content)?;
        self.end_newtype(id, name)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        content: &T,
    ) -> Result<()> {
        let outer = self.draft.open(Kind::Variant);
        let id = self.draft.next();
        self.transparent(content).map_err(|error| error.in_field(variant))?;
        self.end_variant(outer, variant, id);
        Ok(())
    }

    fn serialize_seq(self, _length: Option<usize>) -> Result<Compound<'s>> {
        self.compound(Kind::Tuple, Container::Sequence)
    }

    fn serialize_tuple(self, _length: usize) -> Result<Compound<'s>> {
        self.compound(Kind::Tuple, Container::Sequence)
    }

    fn serialize_tuple_struct(self, _name: &'static str, _length: usize) -> Result<Compound<'s>> {
        self.compound(Kind::Tuple, Container::Sequence)
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _length: usize,
    ) -> Result<Compound<'s>> {
        self.variant(variant, Kind::Tuple, Container::Expression)
    }

    /// serde doesn't pass the length of a struct with flattened fields; it does for a map.
    fn serialize_map(self, length: Option<usize>) -> Result<Compound<'s>> {
        let is_map = length.is_some() && !self.options.maps_as_blocks;
        let container = if is_map { Container::Map } else { Container::Flattened };
        self.compound(Kind::Object, container)
    }

    #[inline]
    fn serialize_struct(self, name: &'static str, _length: usize) -> Result<Compound<'s>> {
        match newtype_names::of_struct(name) {
            Some(newtype) => self.newtype_as_struct(newtype),
            None => self.compound(Kind::Object, Container::Struct),
        }
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _length: usize,
    ) -> Result<Compound<'s>> {
        self.variant(variant, Kind::Object, Container::Struct)
    }
}

/// Whether the shortest digits of a float, in plain notation, are those of the equal number: no two texts of at
/// most 15 digits are the same float.
fn is_short_fraction(text: &str) -> bool {
    text.len() <= 16 && text.contains('.') && !text.contains('e')
}

/// Writes the shortest digits that identify a finite float.
fn write_float(
    text: &mut String,
    float: impl Display + LowerExp + Into<f64> + zmij::Float,
) -> fmt::Result {
    match float.into().abs() {
        // In this range zmij uses plain notation.
        1e-5..1e16 => {
            let mut buffer = zmij::Buffer::new();
            let digits = buffer.format_finite(float);
            text.write_str(digits.strip_suffix(".0").unwrap_or(digits))
        }
        0.0 | 1e-20..1e22 => write!(text, "{float}"),
        // Plain notation has more than about 21 zeros at its end or start.
        _ => write!(text, "{float:e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::write_float;

    #[test]
    fn floats_are_exact_and_as_short_as_the_standard_library_writes_them() {
        let powers = (-310..309).map(|power| 10_f64.powi(power));
        let factors = [1.0, 1.0 - f64::EPSILON, 1.0 + f64::EPSILON, 2.0 / 3.0, -7.7, 123_456.789];
        for float in powers.flat_map(|power| factors.map(|factor| power * factor)) {
            let is_plain = float == 0.0 || (1e-20..1e22).contains(&float.abs());
            let expected = if is_plain { format!("{float}") } else { format!("{float:e}") };
            let mut text = String::new();
            write_float(&mut text, float).expect("a string grows");
            assert_eq!(text.parse(), Ok(float), "{expected}");
            // If two shortest texts are equally near, the two may differ in the last digit.
            assert_eq!(text.len(), expected.len(), "{expected}");
        }
    }
}
