//! Building attributes.

use serde::ser::{Serialize, SerializeMap, Serializer as _};

use super::comment_lines;
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::document::Attribute;
use crate::ser::{self, Serializer};

impl Attribute {
    /// An attribute with a value: anything that can be serialized. An
    /// [`Expression`](crate::Expression) becomes the expression of the attribute, a string becomes
    /// text, a struct or a map becomes an object. The name must be an identifier.
    ///
    /// ```
    /// use serde_hcl::{Attribute, Expression};
    ///
    /// let name = Attribute::new("name", "web-${x}");
    /// assert_eq!(name.to_string(), "name = \"web-$${x}\"\n");
    /// let name = Attribute::new("name", r#""web-${x}""#.parse::<Expression>()?);
    /// assert_eq!(name.to_string(), "name = \"web-${x}\"\n");
    ///
    /// let error = Attribute::new("the name", 1).build().unwrap_err();
    /// assert_eq!(error.code(), "no-identifier");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn new<T: Serialize>(name: impl AsRef<str>, value: T) -> Self {
        let name = name.as_ref();
        let mut serializer = Serializer::new().nulls(true);
        let written = (&mut serializer).serialize_map(Some(1)).and_then(|mut map| {
            map.serialize_entry(&name, &ser::AsAttribute(value))?;
            map.end()
        });
        Self::of_text(written.and_then(|()| serializer.into_document()))
    }

    /// Adds comments in the lines above the attribute, one for each line of the text.
    pub fn with_comment(self, text: impl AsRef<str>) -> Self {
        let text = format!("{}\n{}", comment_lines(text.as_ref()), self.source().trim_start());
        self.rewritten(Ok(text))
    }

    /// Adds a comment after the attribute on its line.
    ///
    /// ```
    /// let port = serde_hcl::Attribute::new("port", 80).with_trailing_comment("HTTP");
    /// assert_eq!(port.to_string(), "port = 80 # HTTP\n");
    /// ```
    pub fn with_trailing_comment(self, text: impl AsRef<str>) -> Self {
        let (text, source) = (text.as_ref(), self.source());
        let commented = match text.lines().nth(1) {
            Some(_) => Err(Error::encoding(catalog::comment_of_lines())),
            None => Ok(format!("{source} {}\n", comment_lines(text))),
        };
        self.rewritten(commented)
    }

    /// The attribute, if all its parts were valid.
    ///
    /// # Errors
    ///
    /// The first mistake in the parts of the attribute.
    pub fn build(self) -> Result<Self> {
        self.check().map(|()| self)
    }

    fn rewritten(self, text: Result<String>) -> Self {
        match self.check() {
            Ok(()) => Self::of_text(text),
            Err(mistake) => self.refused(mistake),
        }
    }

    fn of_text(text: Result<String>) -> Self {
        text.and_then(|text| text.parse()).unwrap_or_else(Attribute::of_mistake)
    }
}
