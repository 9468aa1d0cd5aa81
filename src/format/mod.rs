//! Formats native syntax: changes spaces and tabs between tokens, and nothing else, also in sources with
//! syntax errors. [`Formatter::terraform`] also replaces old notations, and requires a valid source.

// The rules of the layout of native syntax, and the formatter, which applies them to source text.
//
// - No other folder decides about indentation, alignment or blank lines: the serializer and changed
//   documents apply these rules, too.
// - The formatter adds, loses or moves no byte, except spaces and tabs between tokens and a byte order
//   mark. Only `terraform` replaces tokens, before the layout.
// - No tree: the layout depends on the tokens alone, so the source may have syntax errors.
// - No recursion, and no white space out of proportion to the source.
//
// | file | rule | for |
// |---|---|---|
// | `indentation` | open brackets indent lines; the indentation of text in a new place | all text |
// | `passes` | spaces between tokens | source text |
// | `alignment` | equals signs and comments in columns; the columns of lines among which some are new | all text |
// | `blank_lines` | blank lines around blocks and removed items | new and changed items |
//
// Three passes over the tokens (`grid`) set the spaces before each one: those before the first token of a
// line, those between the others, those before equals signs and trailing comments (`passes`).

pub(crate) mod alignment;
pub(crate) mod blank_lines;
mod grid;
pub(crate) mod indentation;
mod passes;
mod terraform;
#[cfg(test)]
mod tests;

use self::grid::Grid;
use self::indentation::INDENT;
use crate::diagnostic::catalog;
use crate::diagnostic::error::{Error, Result};

/// Formats a document in the canonical style, the style of `hclfmt`.
///
/// Blocks and brackets indent their lines by two spaces. The equals signs of attributes on consecutive
/// lines are aligned, and so are their trailing comments. Only spaces and tabs between tokens change:
/// line breaks, strings, heredocs and comments stay as they are. A byte order mark is removed.
/// Formatting a canonical document changes nothing.
///
/// The formatted document means the same: its tokens are those of the source. In this the style
/// departs from `hclfmt`, which joins `0 .1` to the number `0.1`, and `! =` to the operator `!=`.
///
/// A source with syntax errors is formatted as far as its tokens allow. Only the text beside a line end
/// inside quotes, which is an error, may change, as by `hclfmt`.
///
/// # Errors
///
/// The source is too large (see the crate's [limits](crate#limits)), or its nesting or its lines
/// would produce excessive white space.
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
    Formatter::new().lay_out(source)
}

/// Formats documents in a chosen style.
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
    rewrites: bool,
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
        Formatter { indent: INDENT, rewrites: false }
    }

    /// The style of `terraform fmt` and `tofu fmt`: the canonical layout, and old notations are
    /// rewritten. The document means the same, except that types in quotes, which are errors, become
    /// valid.
    ///
    /// | part | before | after |
    /// |---|---|---|
    /// | the expression of an attribute | `"${var.zone}"` | `var.zone` |
    /// | the same on several lines | | in parentheses |
    /// | labels | `resource disk /* old */ "a"` | `resource "disk" "a"` |
    /// | the type of a `variable` block | `list`, `map`, `set` | `list(any)`, `map(any)`, `set(any)` |
    /// | | `"string"`, `"list"`, `"map"` | `string`, `list(string)`, `map(string)` |
    ///
    /// In four cases the result of `terraform fmt` would be invalid, would mean something else, or would
    /// change when it is formatted again. There this style departs from it:
    ///
    /// - A template stays if a comment or a heredoc that has to end its line follows.
    /// - An operation on several lines is put in parentheses, also if it starts and ends with one.
    /// - `"${"${a}"}"` is unwrapped to `a`, not to `"${a}"`.
    /// - A label with `%` or `$`, as in `disk "50%" {}`, stays. `terraform fmt` removes it.
    ///
    /// ```
    /// use serde_hcl::format::Formatter;
    ///
    /// let source = "variable zones {\n  type = \"list\"\n  default = [\"a\"]\n}\noutput \"o\" {\n  value = \"${var.zones}\"\n}\n";
    /// assert_eq!(Formatter::terraform().format(source)?, r#"variable "zones" {
    ///   type    = list(string)
    ///   default = ["a"]
    /// }
    /// output "o" {
    ///   value = var.zones
    /// }
    /// "#);
    /// assert!(Formatter::terraform().format("a = ]\n").is_err());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub const fn terraform() -> Self {
        Formatter { indent: INDENT, rewrites: true }
    }

    /// Indents by this many spaces instead of two.
    #[must_use]
    pub const fn indent(mut self, spaces: u16) -> Self {
        self.indent = spaces;
        self
    }

    /// Formats a document in this style. Linear in the source.
    ///
    /// # Errors
    ///
    /// The errors of [`format`](format()). In the style of [`terraform`](Formatter::terraform), also all
    /// syntax errors.
    pub fn format(&self, source: &str) -> Result<String> {
        match self.rewrites {
            true => self.lay_out(&terraform::rewrite(source)?),
            false => self.lay_out(source),
        }
    }

    /// The canonical layout, without rewrites.
    pub(crate) fn lay_out(&self, source: &str) -> Result<String> {
        if source.len() >= u32::MAX as usize {
            let diagnostic = catalog::syntax::too_large(source.len());
            return Err(Error::syntax(diagnostic));
        }
        let mut grid = Grid::new(source);
        passes::indent(&mut grid, u32::from(self.indent));
        passes::space(&mut grid);
        passes::align(&mut grid);
        grid.write()
    }
}
