//! Views of expressions.

use std::borrow::Cow;
use std::fmt;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::operator::{BinaryOperator, UnaryOperator};
use super::template::{TemplateRef, heredoc_content};
use super::traversal::TraversalRef;
use super::tree::{Kind, View, flag, views};
use crate::source::Span;
use crate::value::{Marks, Value};

/// An expression, not evaluated.
#[derive(Clone, Copy)]
pub struct ExpressionRef<'a>(pub(crate) View<'a>);

/// What an expression is ("Expressions" in the native syntax specification).
#[derive(Clone)]
#[non_exhaustive]
pub enum ExpressionKind<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number: the text of the literal.
    Number(&'a str),
    /// A quoted string or heredoc without interpolations and directives.
    String(StringRef<'a>),
    /// A quoted string, heredoc or standalone template with interpolations or directives.
    Template(TemplateRef<'a>),
    /// A variable: its name.
    Variable(&'a str),
    /// `[a, b]`
    Tuple(Expressions<'a>),
    /// `{ key = value }`
    Object(ObjectRef<'a>),
    /// `name(arguments)`
    Call(CallRef<'a>),
    /// `root.step[step]`
    Traversal(TraversalRef<'a>),
    /// `(a)`
    Parenthesized(ExpressionRef<'a>),
    /// `-a`, `!a`
    Unary(UnaryOperator, ExpressionRef<'a>),
    /// `a + b`
    Binary(BinaryOperator, ExpressionRef<'a>, ExpressionRef<'a>),
    /// `predicate ? a : b`
    Conditional(ConditionalRef<'a>),
    /// `[for …]` or `{for …}`
    For(ForRef<'a>),
    /// A value in the place of an expression: what `dynamic` blocks that iterate over something
    /// unknown generate.
    Value(&'a Value),
    /// An expression whose value gets these marks, too: what `dynamic` blocks that iterate over
    /// something marked generate.
    Marked(ExpressionRef<'a>, &'a Marks),
}

impl<'a> ExpressionRef<'a> {
    /// What the expression is.
    // Where it is matched at once, nothing is left of the enum.
    #[inline(always)]
    pub fn kind(self) -> ExpressionKind<'a> {
        let view = self.0;
        match view.kind() {
            Kind::Bool => ExpressionKind::Bool(view.has(flag::TRUE)),
            Kind::Number => ExpressionKind::Number(view.text()),
            Kind::String | Kind::Escaped | Kind::Heredoc => ExpressionKind::String(StringRef(view)),
            Kind::Template => ExpressionKind::Template(TemplateRef(view)),
            Kind::Variable | Kind::Bound => ExpressionKind::Variable(view.text()),
            Kind::Tuple => ExpressionKind::Tuple(Expressions::new(view.children(), view.count())),
            Kind::Object => ExpressionKind::Object(ObjectRef(view)),
            Kind::Call => ExpressionKind::Call(CallRef(view)),
            Kind::Traversal => ExpressionKind::Traversal(TraversalRef(view)),
            Kind::Parenthesized => ExpressionKind::Parenthesized(ExpressionRef(view.first())),
            Kind::Unary => ExpressionKind::Unary(
                UnaryOperator::from_index(view.node().flags),
                ExpressionRef(view.first()),
            ),
            Kind::Binary => {
                let left = view.first();
                ExpressionKind::Binary(
                    BinaryOperator::from_index(view.node().flags),
                    ExpressionRef(left),
                    ExpressionRef(left.next()),
                )
            }
            Kind::Conditional => ExpressionKind::Conditional(ConditionalRef(view)),
            Kind::ForTuple | Kind::ForObject => ExpressionKind::For(ForRef(view)),
            Kind::Value | Kind::Marked => self.generated(),
            _ => ExpressionKind::Null,
        }
    }

    #[cold]
    fn generated(self) -> ExpressionKind<'a> {
        match self.0.value() {
            Some(Value::Marked(marked)) if self.0.kind() == Kind::Marked => {
                ExpressionKind::Marked(ExpressionRef(self.0.first()), marked.marks())
            }
            Some(value) => ExpressionKind::Value(value),
            None => ExpressionKind::Null,
        }
    }

    /// The value of a variable that has one in this place, whatever the context says: an iterator
    /// in a block that was generated.
    #[inline]
    pub(crate) fn bound_value(self) -> Option<&'a Value> {
        if self.0.kind() == Kind::Bound { self.0.value() } else { None }
    }

    /// The string, if the expression is one.
    #[inline]
    pub(crate) fn as_string(self) -> Option<StringRef<'a>> {
        matches!(self.0.kind(), Kind::String | Kind::Escaped | Kind::Heredoc)
            .then_some(StringRef(self.0))
    }

    /// Whether the expression certainly has a value, and one that is not null.
    #[inline]
    pub(crate) fn is_constructor(self) -> bool {
        matches!(
            self.0.kind(),
            Kind::Bool
                | Kind::Number
                | Kind::String
                | Kind::Escaped
                | Kind::Heredoc
                | Kind::Tuple
                | Kind::Object
        )
    }

    /// The bytes of the expression.
    #[inline]
    pub fn span(self) -> Span {
        self.0.span()
    }

    /// The expression as it was written.
    pub fn text(self) -> &'a str {
        self.0.text()
    }

    /// The whole source that the expression stands in.
    pub fn source(self) -> &'a str {
        &self.0.tree.source
    }

    /// The expression inside of any number of parentheses.
    pub fn without_parentheses(mut self) -> Self {
        while let ExpressionKind::Parenthesized(inner) = self.kind() {
            self = inner;
        }
        self
    }
}

impl fmt::Debug for ExpressionRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

views! {
    /// Expressions in a row: the elements of a tuple, the arguments of a call.
    Expressions, ExpressionRef
}

/// A string without interpolations and directives: quoted, or a heredoc.
#[derive(Clone, Copy)]
pub struct StringRef<'a>(pub(crate) View<'a>);

impl<'a> StringRef<'a> {
    /// The string: escapes decoded, heredoc indentation removed, NFC. Borrowed if it stands in the
    /// source as it is.
    pub fn value(self) -> Cow<'a, str> {
        let text = match self.0.kind() {
            Kind::String if self.0.tree.is_ascii() => return Cow::Borrowed(self.content()),
            Kind::String => Cow::Borrowed(self.content()),
            Kind::Escaped => Cow::Owned(unescape(self.content())),
            _ => heredoc_content(self.0),
        };
        normalize(text)
    }

    /// Where the string stands in the source, if it stands there as it is.
    #[inline]
    pub(crate) fn verbatim_span(self) -> Option<Span> {
        let is_verbatim =
            self.0.kind() == Kind::String && (self.0.tree.is_ascii() || is_normal(self.content()));
        is_verbatim.then(|| self.content_span())
    }

    /// Whether the string is a heredoc.
    pub fn is_heredoc(self) -> bool {
        self.0.kind() == Kind::Heredoc
    }

    #[inline]
    fn content_span(self) -> Span {
        let span = self.0.span();
        Span::new(span.start + 1, span.end - 1)
    }

    fn content(self) -> &'a str {
        self.0.tree.text(self.content_span())
    }
}

/// `{ key = value }`
#[derive(Clone, Copy)]
pub struct ObjectRef<'a>(pub(crate) View<'a>);

impl<'a> ObjectRef<'a> {
    /// The items in source order.
    pub fn items(self) -> ObjectItems<'a> {
        ObjectItems { next: self.0.children(), left: self.0.count() }
    }
}

/// The items of an object constructor.
#[derive(Clone)]
pub struct ObjectItems<'a> {
    next: super::tree::Chain<'a>,
    left: usize,
}

impl<'a> Iterator for ObjectItems<'a> {
    type Item = ObjectItemRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<ObjectItemRef<'a>> {
        let (key, value) = (self.next.next()?, self.next.next()?);
        self.left -= 1;
        Some(ObjectItemRef { key: ExpressionRef(key), value: ExpressionRef(value) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for ObjectItems<'_> {}

/// One item of an object constructor.
#[derive(Clone, Copy, Debug)]
pub struct ObjectItemRef<'a> {
    key: ExpressionRef<'a>,
    value: ExpressionRef<'a>,
}

impl<'a> ObjectItemRef<'a> {
    /// The key. A bare word is a name, not a variable: see [`name`](Self::name).
    pub fn key(self) -> ExpressionRef<'a> {
        self.key
    }

    /// The value.
    pub fn value(self) -> ExpressionRef<'a> {
        self.value
    }

    /// The key, if it is a bare word.
    #[inline]
    pub fn name(self) -> Option<&'a str> {
        match self.key.0.kind() {
            Kind::Variable | Kind::Bound | Kind::Null | Kind::Bool => Some(self.key.text()),
            _ => None,
        }
    }
}

/// `name(arguments)`
#[derive(Clone, Copy)]
pub struct CallRef<'a>(pub(crate) View<'a>);

impl<'a> CallRef<'a> {
    /// The name of the function, namespaces included: `upper`, `provider::aws::arn`.
    pub fn name(self) -> Cow<'a, str> {
        let name = self.0.first();
        if name.count() == 1 {
            return Cow::Borrowed(name.text());
        }
        let segments: Vec<_> = name.children().take(name.count()).map(View::text).collect();
        Cow::Owned(segments.join("::"))
    }

    /// The bytes of the name.
    pub fn name_span(self) -> Span {
        self.0.first().span()
    }

    /// The arguments in order.
    pub fn arguments(self) -> Expressions<'a> {
        let mut chain = self.0.children();
        chain.next();
        Expressions::new(chain, self.0.count())
    }

    /// The bytes from the opening parenthesis to the closing one.
    pub fn arguments_span(self) -> Span {
        let (name, span) = (self.name_span(), self.span());
        let text = self.0.tree.text(Span::new(name.end, span.end));
        let blanks = text.find('(').unwrap_or_default() as u32;
        Span::new(name.end + blanks, span.end)
    }

    /// Whether `...` follows the last argument.
    pub fn expands_last(self) -> bool {
        self.0.has(flag::EXPAND)
    }

    /// The bytes of the whole call.
    pub fn span(self) -> Span {
        self.0.span()
    }
}

/// `predicate ? a : b`
#[derive(Clone, Copy)]
pub struct ConditionalRef<'a>(pub(crate) View<'a>);

impl<'a> ConditionalRef<'a> {
    /// The expression before the question mark.
    pub fn predicate(self) -> ExpressionRef<'a> {
        ExpressionRef(self.0.first())
    }

    /// The result if the predicate is true.
    pub fn if_true(self) -> ExpressionRef<'a> {
        ExpressionRef(self.0.first().next())
    }

    /// The result if the predicate is false.
    pub fn if_false(self) -> ExpressionRef<'a> {
        ExpressionRef(self.0.first().next().next())
    }

    /// The bytes of the whole conditional.
    pub fn span(self) -> Span {
        self.0.span()
    }
}

/// `[for key, value in collection : result if condition]`, or the same with `{ … => … }`.
#[derive(Clone, Copy)]
pub struct ForRef<'a>(pub(crate) View<'a>);

impl<'a> ForRef<'a> {
    /// The name of the key variable, if there is one.
    pub fn key_name(self) -> Option<&'a str> {
        self.0.has(flag::KEY).then(|| self.0.first().text())
    }

    /// The name of the value variable.
    pub fn value_name(self) -> &'a str {
        self.value_view().text()
    }

    /// What is iterated.
    pub fn collection(self) -> ExpressionRef<'a> {
        ExpressionRef(self.value_view().next())
    }

    /// The key of each element, if an object is built.
    pub fn key(self) -> Option<ExpressionRef<'a>> {
        (self.0.kind() == Kind::ForObject).then(|| ExpressionRef(self.value_view().next().next()))
    }

    /// The value of each element.
    pub fn value(self) -> ExpressionRef<'a> {
        let after_collection = self.value_view().next().next();
        ExpressionRef(match self.0.kind() {
            Kind::ForObject => after_collection.next(),
            _ => after_collection,
        })
    }

    /// The condition behind `if`.
    pub fn condition(self) -> Option<ExpressionRef<'a>> {
        self.0.has(flag::CONDITION).then(|| ExpressionRef(self.value().0.next()))
    }

    /// Whether `...` collects the values of equal keys.
    pub fn is_grouping(self) -> bool {
        self.0.has(flag::GROUPING)
    }

    /// The bytes from bracket to bracket.
    pub fn span(self) -> Span {
        self.0.span()
    }

    fn value_view(self) -> View<'a> {
        let first = self.0.first();
        if self.0.has(flag::KEY) { first.next() } else { first }
    }
}

/// Decodes the escapes of a quoted template; the lexer has checked them.
pub(crate) fn unescape(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr3(b'\\', b'$', b'%', rest.as_bytes()) {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        let (character, length) = match rest.as_bytes() {
            [b'\\', b'n', ..] => ('\n', 2),
            [b'\\', b'r', ..] => ('\r', 2),
            [b'\\', b't', ..] => ('\t', 2),
            [b'\\', b'"', ..] => ('"', 2),
            [b'\\', b'\\', ..] => ('\\', 2),
            [b'\\', b'u', ..] => (code_point(rest, 6), 6),
            [b'\\', b'U', ..] => (code_point(rest, 10), 10),
            [sigil @ (b'$' | b'%'), second, b'{', ..] if sigil == second => {
                decoded.push(char::from(*sigil));
                ('{', 3)
            }
            [first, ..] => (char::from(*first), 1),
            [] => break,
        };
        decoded.push(character);
        rest = rest.get(length..).unwrap_or_default();
    }
    decoded.push_str(rest);
    decoded
}

fn code_point(escape: &str, length: usize) -> char {
    escape
        .get(2..length)
        .and_then(|digits| u32::from_str_radix(digits, 16).ok())
        .and_then(char::from_u32)
        .unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The text in Unicode normalization form C, as every string of the language.
pub(crate) fn normalize(text: Cow<'_, str>) -> Cow<'_, str> {
    if is_normal(&text) { text } else { Cow::Owned(text.nfc().collect()) }
}

/// Whether the text surely is in normalization form C.
pub(crate) fn is_normal(text: &str) -> bool {
    text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes
}
