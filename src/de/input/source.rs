//! The source text and the context of a decode.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use crate::budget;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::{decoding as catalog, encoding, evaluation};
use crate::document::parse_expression;
use crate::error::{Error, Result};
use crate::eval::{self, Context};
use crate::source::Span;
use crate::syntax::{ExpressionRef, ItemRef, LabelRef, ObjectItemRef, StringRef};
use crate::value::Value;
use crate::value::disclosure::Disclosure;

/// The source that strings are borrowed from, and the context that expressions are evaluated in.
///
/// `'t` is the lifetime of the tree, `'de` that of the source.
pub(in crate::de) struct Input<'t, 'de> {
    source: &'de str,
    context: &'t Context,
    has_blocks_as_tuples: bool,
    /// The expression that was evaluated last.
    evaluated: Cell<Span>,
    /// The expressions whose values gave something sensitive to a target.
    secrets: RefCell<Vec<Span>>,
    /// How deeply the values of expressions may nest in this attempt.
    room: u32,
    /// How deeply one of them nests if that is too deep for this attempt, but not for the next.
    needed_room: Cell<Option<u32>>,
    /// Whether the decoded value itself nests too deeply to be visited.
    is_too_deep: Cell<bool>,
}

/// How deeply values may nest that are visited: as deeply as what is written out.
const MAX_DEPTH: u32 = crate::parser::MAX_DEPTH;

/// For values that are flatter there is always enough stack.
const FLAT: u32 = 4;

impl<'t, 'de> Input<'t, 'de> {
    /// `room` is how deeply the values of expressions may nest.
    pub(in crate::de) fn new(source: &'de str, context: &'t Context, room: u32) -> Self {
        Input {
            source,
            context,
            has_blocks_as_tuples: false,
            evaluated: Cell::default(),
            secrets: RefCell::default(),
            room: room.max(FLAT),
            needed_room: Cell::default(),
            is_too_deep: Cell::default(),
        }
    }

    /// For how many levels there has to be a stack if `depth` is that of the node.
    pub(in crate::de) fn reserve(&self, depth: u32) -> u32 {
        self.is_too_deep.set(depth > MAX_DEPTH);
        depth.min(MAX_DEPTH) + self.room
    }

    /// The room that another attempt needs.
    pub(in crate::de) fn needed_room(&self) -> Option<u32> {
        self.needed_room.get()
    }

    /// Fails if the decoded value must not be visited: it can only be taken as it is.
    #[inline]
    pub(super) fn require_room(&self) -> Result<()> {
        match self.is_too_deep.get() {
            true => Err(Error::data(encoding::too_deep(MAX_DEPTH))),
            false => Ok(()),
        }
    }

    /// Charges for visiting a value, and fails if it nests deeper than the stack allows. serde decodes
    /// what it buffers without a call that could make the stack larger.
    fn admit(&self, value: &Value, span: Span) -> Result<()> {
        if let Value::Null(_) | Value::Bool(_) | Value::Number(_) = value {
            return Ok(());
        }
        value.survey();
        let depth = value.depth();
        if budget::is_spent() {
            return Err(Error::data(evaluation::budget_spent(span)));
        }
        if depth <= self.room {
            return Ok(());
        }
        if depth <= MAX_DEPTH {
            self.needed_room.set(Some(depth));
        }
        Err(Error::data(evaluation::too_deep(span)))
    }

    /// For decoding a value, which may be that of a body.
    pub(in crate::de) fn of_value(context: &'t Context, room: u32) -> Self {
        Input { has_blocks_as_tuples: true, ..Input::new("", context, room) }
    }

    /// Whether a tuple of one object may be a block: the value of a body has blocks in this form.
    pub(in crate::de) fn has_blocks_as_tuples(&self) -> bool {
        self.has_blocks_as_tuples
    }

    /// The length of the source in bytes.
    pub(in crate::de) fn length(&self) -> usize {
        self.source.len()
    }

    pub(in crate::de) fn context(&self) -> &'t Context {
        self.context
    }

    #[inline]
    pub(in crate::de) fn text(&self, span: Span) -> &'de str {
        span.text(self.source)
    }

    /// The text of a string, if the source contains it literally.
    #[inline]
    pub(in crate::de) fn verbatim(&self, string: StringRef<'t>) -> Option<&'de str> {
        let text = self.text(string.plain_span()?);
        string.is_normal(text).then_some(text)
    }

    pub(in crate::de) fn string(&self, string: StringRef<'t>) -> Cow<'de, str> {
        match self.verbatim(string) {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(string.value().into_owned()),
        }
    }

    /// The name of an item.
    #[inline]
    pub(super) fn name(&self, item: ItemRef<'t>) -> Cow<'de, str> {
        match item.as_property() {
            None => Cow::Borrowed(self.text(item.name_span())),
            Some(name) => Cow::Owned(name.property_name().to_owned()),
        }
    }

    #[inline]
    pub(in crate::de) fn label(&self, label: LabelRef<'t>) -> Cow<'de, str> {
        match label.verbatim_span() {
            Some(span) => Cow::Borrowed(self.text(span)),
            None => Cow::Owned(label.value().into_owned()),
        }
    }

    pub(in crate::de) fn evaluate(&self, expression: ExpressionRef<'t>) -> Result<Value> {
        eval::evaluate(expression, self.context)
    }

    /// Evaluates an expression whose value goes to the target.
    pub(super) fn evaluate_for_target(&self, expression: ExpressionRef<'t>) -> Result<Value> {
        let value = self.evaluate(expression)?;
        self.evaluated.set(expression.span());
        self.admit(&value, expression.span())?;
        Ok(value)
    }

    /// Records that a target gets something sensitive, which its errors may quote from now on.
    #[cold]
    pub(super) fn record_secret(&self) {
        let mut secrets = self.secrets.borrow_mut();
        if secrets.last() != Some(&self.evaluated.get()) {
            secrets.push(self.evaluated.get());
        }
    }

    /// Replaces an error that may quote something sensitive in `span`, unless its place tells that it
    /// is about something else.
    #[cold]
    pub(in crate::de) fn redact(&self, error: Error, span: Span) -> Error {
        let is_inside = |secret: &Span| span.contains(*secret);
        match error.span().is_none() && self.secrets.borrow().iter().any(is_inside) {
            true => error.replace_diagnostic(catalog::sensitive()),
            false => error,
        }
    }

    /// The key of an item of an object, as a string, and whether errors may show it.
    pub(in crate::de) fn object_key(
        &self,
        item: ObjectItemRef<'t>,
    ) -> Result<(String, Disclosure)> {
        match eval::object_key(item, self.context)? {
            Some((name, disclosure)) => {
                if disclosure.is_hidden() {
                    self.evaluated.set(item.key().span());
                    self.record_secret();
                }
                Ok((String::from(&*name), disclosure))
            }
            None => Err(Error::data(self.unknown_value(item.key()))),
        }
    }

    /// The diagnostic for an expression that has no value yet although one is needed. It names the
    /// unknown variables that the expression refers to.
    #[cold]
    pub(in crate::de) fn unknown_value(&self, expression: ExpressionRef<'t>) -> Diagnostic {
        let is_unknown = |reference: &String| {
            let value = parse_expression(reference).and_then(|whole| whole.evaluate(self.context));
            value.is_ok_and(|value| !value.is_wholly_known())
        };
        let references = expression.references();
        let references = references.iter().map(ToString::to_string).filter(is_unknown).collect();
        catalog::unknown_value_of(references, expression.span())
    }
}
