//! The macros `hcl!` and `expression!`: native syntax in Rust, with Rust values in it.
//!
//! The macros only divide their tokens into nested arrays of [`Piece`]s. The program joins the
//! pieces at run time. Rust's tokens have no lines, so an item ends where the next one starts: at a
//! name after a complete expression.

use std::fmt;

use serde::ser::Serialize;

use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::document::{Attribute, Block, Body, Expression, Item, parse_expression, parse_template};
use crate::format::format;
use crate::limits::stack::nest;
use crate::ser::{Serializer, to_expression_string};
use crate::text::identifier::is_identifier;

/// Builds a [`Body`] from native syntax with Rust values in it.
///
/// - `#name` and `#(expression)` insert Rust values. The value of an attribute or a part of an
///   expression can be anything that can be serialized. A name or a label can be text. An item can be a
///   [`Block`], a [`Body`] or a sequence of blocks.
/// - Text in quotes is a template, with `${ }` and `%{ }`; it has the escapes of Rust. Rust values are
///   not inserted there: write `#(format!("{name}-1"))`. Inserted text is not a template.
/// - Comments `///` above an item are written. There are no heredocs, and no names with dashes in
///   expressions.
///
/// ```
/// use serde_hcl::{Block, hcl};
///
/// let (name, zones) = ("web", ["a", "b"]);
/// let tags = Block::new("tags").with_attribute("team", "core");
/// let body = hcl! {
///     /// The public servers.
///     resource "aws_instance" #name {
///         count = 2 * length(#zones)
///         ami   = var.image != null ? var.image : "ami-${count.index}"
///         ports = [80, #(400 + 43)]
///         #tags
///     }
/// };
/// let expected = r#"# The public servers.
/// resource "aws_instance" "web" {
///   count = 2 * length(["a", "b"])
///   ami   = var.image != null ? var.image : "ami-${count.index}"
///   ports = [80, 443]
///
///   tags {
///     team = "core"
///   }
/// }
/// "#;
/// assert_eq!(body.to_string(), expected);
/// ```
///
/// As with all [built](Block#mistakes) parts, mistakes are reported when the body is written, or by
/// [`Body::build`]:
///
/// ```
/// let error = serde_hcl::hcl! { count = 1 + }.build().unwrap_err();
/// assert_eq!(error.path().as_deref(), Some("count"));
/// ```
#[macro_export]
macro_rules! hcl {
    ($($token:tt)*) => {
        $crate::__private::body(&$crate::__hcl_pieces!($($token)*))
    };
}

/// Builds an [`Expression`] from native syntax with Rust values in it, as in [`hcl!`](crate::hcl).
/// Returns a `Result`, because the text may not be a valid expression.
///
/// ```
/// use serde_hcl::expression;
///
/// let limit = 10;
/// let condition = expression!(length(var.names) < #limit && var.region != "us")?;
/// assert_eq!(condition.to_string(), "length(var.names) < 10 && var.region != \"us\"");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[macro_export]
macro_rules! expression {
    ($($token:tt)*) => {
        $crate::__private::expression(&$crate::__hcl_pieces!($($token)*))
    };
}

/// An array of pieces. Each token is passed together with the token before it, so that `#` and the
/// inserted value become one piece. The only recursion is into brackets.
#[doc(hidden)]
#[macro_export]
macro_rules! __hcl_pieces {
    () => { [$crate::__private::Piece::Nothing] };
    ($($token:tt)+) => { $crate::__hcl_pairs!((@ $($token)+) ($($token)+ @)) };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __hcl_pairs {
    (($($before:tt)*) ($($token:tt)*)) => { [$($crate::__hcl_piece!($before $token)),*] };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __hcl_piece {
    ($before:tt @) => { $crate::__private::Piece::Nothing };
    ($before:tt #) => { $crate::__private::Piece::Nothing };
    (# ($value:expr)) => { $crate::__private::Piece::Splice(&$value) };
    (# $value:ident) => { $crate::__private::Piece::Splice(&$value) };
    (# [doc = $text:literal]) => { $crate::__private::Piece::Comment(::core::concat!($text)) };
    ($before:tt ($($token:tt)*)) => {
        $crate::__private::Piece::Group(['(', ')'], &$crate::__hcl_pieces!($($token)*))
    };
    ($before:tt [$($token:tt)*]) => {
        $crate::__private::Piece::Group(['[', ']'], &$crate::__hcl_pieces!($($token)*))
    };
    ($before:tt {$($token:tt)*}) => {
        $crate::__private::Piece::Group(['{', '}'], &$crate::__hcl_pieces!($($token)*))
    };
    // Without this rule, a minus sign could start a literal.
    ($before:tt -) => { $crate::__private::Piece::Token("-") };
    ($before:tt $literal:literal) => {
        $crate::__private::Piece::Literal(
            ::core::stringify!($literal),
            ::core::concat!($literal),
        )
    };
    ($before:tt $token:tt) => {
        $crate::__private::Piece::Token(::core::stringify!($token))
    };
}

/// A token in the macro, or an inserted value.
#[derive(Clone, Copy)]
#[allow(missing_docs)]
pub enum Piece<'p> {
    Token(&'static str),
    /// The source text of a literal, and its value.
    Literal(&'static str, &'static str),
    Group([char; 2], &'p [Piece<'p>]),
    Splice(&'p dyn Splice),
    Comment(&'static str),
    Nothing,
}

/// An inserted value.
pub trait Splice {
    /// Describes the value to a serializer.
    ///
    /// # Errors
    ///
    /// The errors of the value's own `Serialize`.
    fn describe(&self, serializer: &mut Serializer) -> Result<()>;
}

impl<T: Serialize> Splice for T {
    fn describe(&self, serializer: &mut Serializer) -> Result<()> {
        self.serialize(serializer)
    }
}

/// The body that `hcl!` builds.
pub fn body(pieces: &[Piece<'_>]) -> Body {
    let mut items = Items { rest: without_nothing(pieces), comment: None };
    items.rest.reverse();
    let mut body = Body::new();
    while let Some(piece) = items.rest.pop() {
        if let Err(mistake) = items.add(piece, &mut body) {
            return Body::of_mistake(mistake);
        }
    }
    items.comment.into_iter().fold(body, Body::with_comment)
}

/// The expression that `expression!` builds.
///
/// # Errors
///
/// The pieces are not an expression.
pub fn expression(pieces: &[Piece<'_>]) -> Result<Expression> {
    parse_expression(&text_of(&without_nothing(pieces))?)
}

/// The pieces of the items of a body.
struct Items<'p> {
    rest: Vec<Piece<'p>>,
    /// The comments before the next item.
    comment: Option<String>,
}

impl<'p> Items<'p> {
    /// Adds the item that starts with a piece, or the inserted items.
    fn add(&mut self, piece: Piece<'p>, body: &mut Body) -> Result<()> {
        let name = match piece {
            Piece::Comment(line) => {
                let line = line.strip_prefix(' ').unwrap_or(line);
                match &mut self.comment {
                    Some(comment) => comment.extend(["\n", line]),
                    None => self.comment = Some(line.to_owned()),
                }
                return Ok(());
            }
            Piece::Token(name) => self.name(name),
            Piece::Splice(value) => {
                let mut serializer = Serializer::new();
                value.describe(&mut serializer)?;
                match serializer.as_text() {
                    Some(name) => name.to_owned(),
                    None if serializer.is_null() => return Ok(()),
                    None => {
                        body.extend(serializer.into_document()?.parse::<Body>()?);
                        return Ok(());
                    }
                }
            }
            other => return Err(Error::encoding(catalog::no_item(&other.description()))),
        };
        body.extend([self.item(&name)?]);
        Ok(())
    }

    /// A name that may contain dashes.
    fn name(&mut self, first: &str) -> String {
        let mut name = first.to_owned();
        while let [.., Piece::Token(part), Piece::Token("-")] = self.rest.as_slice() {
            name.extend(["-", part]);
            self.rest.truncate(self.rest.len() - 2);
        }
        name
    }

    /// Reads the rest of an item after its name.
    fn item(&mut self, name: &str) -> Result<Item> {
        let comment = self.comment.take().into_iter();
        if let Some(Piece::Token("=")) = self.rest.last() {
            self.rest.pop();
            let value = self.value().map_err(|error| error.in_field(name))?;
            return Ok(comment.fold(Attribute::new(name, value), Attribute::with_comment).into());
        }
        let mut labels = Vec::new();
        loop {
            labels.push(match self.rest.pop() {
                Some(Piece::Token(label)) if is_identifier(label) => self.name(label),
                Some(Piece::Literal(source, label)) if is_text(source) => label.to_owned(),
                Some(Piece::Splice(value)) => label(value)?,
                Some(Piece::Group(['{', _], pieces)) => {
                    let block = Block::new(name).with_labels(labels).with_body(body(pieces));
                    return Ok(comment.fold(block, Block::with_comment).into());
                }
                other => {
                    let found = other.map_or("nothing".to_owned(), |piece| piece.description());
                    return Err(Error::encoding(catalog::no_item(&found)).in_field(name));
                }
            });
        }
    }

    /// The expression of an attribute: all pieces up to the next item.
    fn value(&mut self) -> Result<Expression> {
        let mut pieces = Vec::new();
        while let Some(next) = self.rest.last() {
            if matches!(next, Piece::Comment(_)) || starts_anew(&pieces, next) {
                break;
            }
            pieces.extend(self.rest.pop());
        }
        parse_expression(&text_of(&pieces)?)
    }
}

fn label(value: &dyn Splice) -> Result<String> {
    let mut serializer = Serializer::new();
    value.describe(&mut serializer)?;
    match serializer.as_text() {
        Some(label) => Ok(label.to_owned()),
        None => Err(Error::encoding(catalog::unsuitable_label("what is spliced in"))),
    }
}

/// The text of an expression.
fn text_of(pieces: &[Piece<'_>]) -> Result<String> {
    let mut text = String::new();
    add_pieces(&mut text, pieces, false)?;
    format(&text)
}

/// Adds pieces. In the braces of an object, each item ends with its line.
fn add_pieces(text: &mut String, pieces: &[Piece<'_>], is_object: bool) -> Result<()> {
    let has_items = is_object && !matches!(pieces.first(), Some(Piece::Token("for")));
    for (index, piece) in pieces.iter().enumerate() {
        let before = pieces.get(..index).unwrap_or_default();
        text.push(if has_items && starts_anew(before, piece) { '\n' } else { ' ' });
        match *piece {
            Piece::Token(token) => text.push_str(token),
            Piece::Literal(source, value) if is_text(source) => {
                text.push_str(&to_expression_string(&template(value)?)?);
            }
            Piece::Literal(source, _) => text.push_str(source),
            Piece::Group([open, close], pieces) => {
                text.push(open);
                let pieces = without_nothing(pieces);
                nest(|| add_pieces(text, &pieces, open == '{'))?;
                text.push(close);
            }
            Piece::Splice(value) => {
                let mut serializer = Serializer::new().heredocs(false);
                value.describe(&mut serializer)?;
                text.push_str(&serializer.into_expression()?);
            }
            Piece::Comment(line) => text.extend(["\n#", line, "\n"]),
            Piece::Nothing => {}
        }
    }
    Ok(())
}

/// A template in quotes. The macro sees only its text.
fn template(text: &str) -> Result<Expression> {
    let has_splice = ["${#", "${ #"].iter().any(|splice| text.contains(splice));
    parse_template(text).map_err(|error| match has_splice {
        true => Error::encoding(catalog::no_value_in_quotes(text)),
        false => error,
    })
}

/// Whether the piece starts a new item after the pieces before it, because they are complete.
fn starts_anew(before: &[Piece<'_>], next: &Piece<'_>) -> bool {
    let starts_item = match next {
        Piece::Token(token) => is_identifier(token),
        Piece::Literal(..) | Piece::Splice(_) | Piece::Comment(_) => true,
        // After a name, the parenthesis would be a call.
        Piece::Group(['(', _], _) => !matches!(before.last(), Some(Piece::Token(_))),
        _ => false,
    };
    starts_item && is_complete(before)
}

/// Whether the pieces end with a token that can end an expression.
fn is_complete(pieces: &[Piece<'_>]) -> bool {
    match pieces {
        [.., Piece::Token("."), Piece::Token("*")] => true,
        [.., Piece::Token(token)] => is_identifier(token),
        [.., Piece::Literal(..) | Piece::Group(..) | Piece::Splice(_)] => true,
        _ => false,
    }
}

fn without_nothing<'p>(pieces: &[Piece<'p>]) -> Vec<Piece<'p>> {
    pieces.iter().filter(|piece| !matches!(piece, Piece::Nothing)).copied().collect()
}

/// Whether the literal is a string.
fn is_text(source: &str) -> bool {
    source.starts_with(['"', 'r', '\''])
}

impl Piece<'_> {
    /// A description of the piece for messages.
    fn description(&self) -> String {
        match self {
            Piece::Token(text) | Piece::Literal(text, _) => text.to_string(),
            Piece::Group([open, _], _) => open.to_string(),
            Piece::Splice(_) => "a Rust value".to_owned(),
            Piece::Comment(_) | Piece::Nothing => "nothing".to_owned(),
        }
    }
}

impl fmt::Debug for Piece<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.description())
    }
}
