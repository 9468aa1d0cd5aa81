//! Attributes that own their text.

use std::sync::Arc;

use serde::ser::{Serialize, SerializeMap, Serializer as _};

use super::comments::comment_lines;
use super::edits::Edit;
use super::owner::owner;
use super::root::Root;
use super::source::Source;
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::Error;
use crate::ser::{self, Serializer};
use crate::syntax::{AttributeRef, ExpressionRef, Kind, NodeId, Tree};

/// An attribute that outlives its source: its name and its expression, with the comments before and
/// after it. Cheap to clone.
///
/// ```
/// use serde_hcl::Attribute;
///
/// let attribute = Attribute::new("ports", [80, 443]).with_comment("HTTP and HTTPS.");
/// assert_eq!((attribute.name(), attribute.expression().text()), ("ports", "[80, 443]"));
/// assert_eq!(attribute.to_string(), "# HTTP and HTTPS.\nports = [80, 443]\n");
/// ```
#[derive(Clone)]
pub struct Attribute {
    pub(super) source: Source,
}

impl Attribute {
    pub(super) fn of(root: Root) -> Self {
        Attribute { source: Source::new(root) }
    }

    pub(crate) fn captured(tree: Arc<Tree<'static>>, id: NodeId) -> Self {
        Attribute::of(Root::of_item(tree, id))
    }

    /// An attribute that is only a mistake.
    pub(crate) fn of_mistake(mistake: Error) -> Self {
        Attribute { source: Source::of_mistake(Kind::Attribute, mistake) }
    }

    /// A view of the attribute.
    pub fn view(&self) -> AttributeRef<'_> {
        self.source.current().attribute()
    }

    /// The name.
    pub fn name(&self) -> &str {
        self.view().name()
    }

    /// A view of the expression.
    pub fn expression(&self) -> ExpressionRef<'_> {
        self.view().expression()
    }

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
        let text = written.and_then(|()| serializer.into_document());
        text.and_then(|text| text.parse()).unwrap_or_else(Attribute::of_mistake)
    }

    /// Adds comments in the lines above the attribute, one for each line of the text.
    pub fn with_comment(self, text: impl AsRef<str>) -> Self {
        self.with(|own| own.source.add_comment(text.as_ref()))
    }

    /// Adds a comment after the attribute on its line.
    ///
    /// ```
    /// let port = serde_hcl::Attribute::new("port", 80).with_trailing_comment("HTTP");
    /// assert_eq!(port.to_string(), "port = 80 # HTTP\n");
    /// ```
    pub fn with_trailing_comment(self, text: impl AsRef<str>) -> Self {
        let text = text.as_ref();
        self.with(|own| {
            if text.lines().nth(1).is_some() {
                return Err(Error::encoding(catalog::comment_of_lines()));
            }
            own.source.open()?;
            own.source.flush()?;
            let root = &own.source.root;
            let length = root.text().trim_end_matches(['\r', '\n']).len();
            let end = root.scope().start as usize + length;
            own.source.apply(vec![Edit::new(end, end, format!(" {}", comment_lines(text)))])
        })
    }
}

owner!(Attribute:
    /// The text of the attribute with its comments, as in a separate document. A part with a mistake
    /// becomes a comment with the reason.
);

/// The first call copies the whole document; all parts of it share the copy.
impl From<AttributeRef<'_>> for Attribute {
    fn from(attribute: AttributeRef<'_>) -> Self {
        Attribute::captured(attribute.tree().share(), attribute.id())
    }
}
