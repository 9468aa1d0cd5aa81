//! From source to source: the canonical layout of native syntax, comments and all.
//!
//! - No byte is added, lost or moved but spaces and tabs between tokens, and a byte order mark.
//! - No tree: the layout follows from the tokens alone, so a source may be wrong or incomplete.
//! - No recursion, and no more white space than in proportion to the source.
//!
//! Three passes decide about the spaces before each token: `indentation` before the first one of a
//! line, `spacing` between the others, `alignment` before equals signs and trailing comments.

mod alignment;
mod indentation;
mod layout;
pub(crate) mod quote;
mod spacing;
#[cfg(test)]
mod tests;

use self::layout::Layout;
use crate::diagnostic::catalog;
use crate::error::{Category, Error, Result};

/// Formats a document in the canonical style, which is that of `hclfmt`.
///
/// Blocks and brackets indent their lines by two spaces; the equals signs of attributes on
/// consecutive lines are aligned, and so are their trailing comments. Lines stay as they are broken,
/// and nothing but spaces and tabs changes, none of them in strings, heredocs and comments. To format
/// a canonical document changes nothing.
///
/// Comments stay where they are, and so do mistakes: what is no valid document is formatted as far
/// as its tokens make sense.
///
/// # Errors
///
/// The source is too large (see the crate's [limits](crate#limits)), or nests so deeply or in lines
/// so long that its white space would be out of proportion to it.
///
/// # Examples
///
/// ```
/// let source = "service \"web\"{\nport=8000+80 # HTTP\nname =\"web\"\n}\n";
/// let formatted = serde_hcl::format::format(source)?;
/// assert_eq!(formatted, r#"service "web" {
///   port = 8000 + 80 # HTTP
///   name = "web"
/// }
/// "#);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn format(source: &str) -> Result<String> {
    Formatter::new().format(source)
}

/// Formats documents, with other indents than the canonical ones where that is wanted.
///
/// ```
/// use serde_hcl::format::Formatter;
///
/// let formatted = Formatter::new().indent(4).format("a {\nb = 1\n}\n")?;
/// assert_eq!(formatted, "a {\n    b = 1\n}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formatter {
    indent: u16,
}

impl Default for Formatter {
    fn default() -> Self {
        Self::new()
    }
}

impl Formatter {
    /// The canonical style.
    #[must_use]
    pub const fn new() -> Self {
        Formatter { indent: 2 }
    }

    /// Indents by this many spaces instead of two.
    #[must_use]
    pub const fn indent(mut self, spaces: u16) -> Self {
        self.indent = spaces;
        self
    }

    /// Formats a document as [`format`](format()) does, in this style. Linear in the source.
    pub fn format(&self, source: &str) -> Result<String> {
        if source.len() >= u32::MAX as usize {
            let diagnostic = catalog::syntax::too_large(source.len());
            return Err(Error::of(Category::Syntax, diagnostic));
        }
        let mut layout = Layout::new(source);
        indentation::indent(&mut layout, u32::from(self.indent));
        spacing::space(&mut layout);
        alignment::align(&mut layout);
        layout.write()
    }
}
