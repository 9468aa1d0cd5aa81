//! The source text and the context of a decode.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use crate::de::options::Options;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::{decoding as catalog, encoding, evaluation};
use crate::diagnostic::error::{Error, Result};
use crate::eval::{self, NameCache};
use crate::limits::budget;
use crate::limits::stack::with_levels;
use crate::syntax::{ExpressionRef, ItemRef, LabelRef, ObjectItemRef, StringRef, Tree};
use crate::text::span::Span;
use crate::value::Value;
use crate::value::disclosure::Disclosure;

/// The source from which strings are borrowed, and the context in which expressions are evaluated.
///
/// `'t` is the lifetime of the tree, `'de` that of the source.
pub(in crate::de) struct Input<'t, 'de> {
    source: &'de str,
    options: &'t Options,
    has_blocks_as_tuples: bool,
    /// The expression that was evaluated last, or a label that is visited.
    evaluated: Cell<Span>,
    /// The expressions whose sensitive values were passed to a target.
    secrets: RefCell<Vec<Span>>,
    /// The permitted nesting of the values of expressions.
    room: Cell<u32>,
    /// The nesting of a value that is too deep for this attempt but not for the next.
    needed_room: Cell<Option<u32>>,
    /// Whether the decoded value itself is nested too deeply to be visited.
    is_too_deep: Cell<bool>,
    /// The names of the attributes of captured values.
    pub(super) names: RefCell<NameCache>,
    /// The last tag of an internally tagged enum.
    tag: Cell<Option<Span>>,
    /// Whether a target has got the value of an expression that is null.
    was_null: Cell<bool>,
}

/// The maximum nesting of values that are visited, which is that of written expressions.
const MAX_DEPTH: u32 = crate::parser::MAX_DEPTH;

/// Values of up to this depth need no reserved stack.
const FLAT: u32 = 4;

impl<'t, 'de> Input<'t, 'de> {
    /// `room` is the permitted nesting of the values of expressions.
    pub(in crate::de) fn new(source: &'de str, options: &'t Options, room: u32) -> Self {
        Input {
            source,
            options,
            has_blocks_as_tuples: false,
            evaluated: Cell::default(),
            secrets: RefCell::default(),
            room: Cell::new(room.max(FLAT)),
            needed_room: Cell::default(),
            is_too_deep: Cell::default(),
            names: RefCell::default(),
            tag: Cell::default(),
            was_null: Cell::default(),
        }
    }

    /// Records that a target got the value of an expression that is null.
    #[cold]
    pub(in crate::de) fn record_null(&self) {
        self.was_null.set(true);
    }

    /// Whether a target has got the value of an expression that is null since the last call.
    pub(in crate::de) fn take_null(&self) -> bool {
        self.was_null.take()
    }

    /// Records the tag of an internally tagged enum that is decoded from a buffer.
    #[cold]
    pub(in crate::de) fn record_tag(&self, tag: Span) {
        self.tag.set(Some(tag));
    }

    /// The tag of the internally tagged enum that was decoded from this part of the document.
    pub(in crate::de) fn tag_in(&self, part: Span) -> Option<Span> {
        self.tag.get().filter(|tag| part.contains(*tag))
    }

    /// The number of levels for which the stack must be reserved; `depth` is that of the node.
    pub(in crate::de) fn reserve(&self, depth: u32) -> u32 {
        self.is_too_deep.set(depth > MAX_DEPTH);
        depth.min(MAX_DEPTH) + self.room.get()
    }

    /// The nesting that the next attempt must permit.
    pub(in crate::de) fn take_needed_room(&self) -> Option<u32> {
        self.needed_room.take()
    }

    /// Decodes a part again. Values of expressions may be nested as deeply as this.
    pub(in crate::de) fn with_room<R>(&self, room: Option<u32>, decode: impl FnOnce() -> R) -> R {
        let Some(room) = room else { return decode() };
        let before = self.room.replace(room);
        let result = with_levels(room, decode);
        self.room.set(before);
        result
    }

    /// Fails if the decoded value must not be visited because it is too deep. It can only be
    /// captured.
    #[inline]
    pub(super) fn require_room(&self) -> Result<()> {
        match self.is_too_deep.get() {
            true => Err(Error::data(encoding::too_deep(MAX_DEPTH))),
            false => Ok(()),
        }
    }

    /// Charges for visiting a value, and fails if it is nested deeper than the stack allows. serde
    /// decodes its buffers without calling the decoder, which could make the stack larger.
    fn admit(&self, value: &Value, span: Span) -> Result<()> {
        if let Value::Null(_) | Value::Bool(_) | Value::Number(_) = value {
            return Ok(());
        }
        value.survey();
        let depth = value.depth();
        if budget::is_spent() {
            return Err(Error::data(evaluation::budget_spent(span)));
        }
        if depth <= self.room.get() {
            return Ok(());
        }
        if depth <= MAX_DEPTH {
            self.needed_room.set(Some(depth));
        }
        Err(Error::data(evaluation::too_deep(span)))
    }

    /// Charges for parts of an evaluated value that serde buffers. An untagged enum decodes each part once
    /// for each variant, and most attempts end in an error.
    pub(in crate::de) fn admit_to_buffer(&self, parts: usize) -> Result<()> {
        /// The charge for a part.
        const BUFFERED: usize = 32;
        // A value that the program decodes is of no hostile size.
        if self.has_blocks_as_tuples || budget::charge(BUFFERED.saturating_mul(parts)) {
            return Ok(());
        }
        Err(Error::data(evaluation::budget_spent(self.evaluated.get())))
    }

    /// The input for decoding a value, which may be the value of a body.
    pub(in crate::de) fn of_value() -> Self {
        Input { has_blocks_as_tuples: true, ..Input::new("", Options::empty(), 0) }
    }

    /// Whether a tuple of one object may be a block: the value of a body has blocks in this form.
    pub(in crate::de) fn has_blocks_as_tuples(&self) -> bool {
        self.has_blocks_as_tuples
    }

    pub(in crate::de) fn options(&self) -> &'t Options {
        self.options
    }

    #[inline]
    pub(in crate::de) fn text(&self, span: Span) -> &'de str {
        span.text(self.source)
    }

    /// The text at a span of this tree, if it is definitely in NFC. Compiled once, and returned in registers.
    #[inline(never)]
    pub(super) fn normal_text(&self, span: Span, tree: &Tree<'_>) -> Option<&'de str> {
        let text = self.text(span);
        tree.is_normal(text).then_some(text)
    }

    #[inline]
    pub(super) fn bytes(&self, span: Span) -> &'de [u8] {
        self.source.as_bytes().get(span.range()).unwrap_or_default()
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
        eval::evaluate(expression, &self.options.context)
    }

    /// Evaluates an expression for a target.
    pub(super) fn evaluate_for_target(&self, expression: ExpressionRef<'t>) -> Result<Value> {
        let value = self.evaluate(expression)?;
        self.evaluated.set(expression.span());
        self.admit(&value, expression.span())?;
        Ok(value)
    }

    /// The expression whose value is visited, or the label.
    pub(in crate::de) fn evaluated(&self) -> Span {
        self.evaluated.get()
    }

    pub(in crate::de) fn set_evaluated(&self, place: Span) {
        self.evaluated.set(place);
    }

    /// Records that a target gets a sensitive value. From then on, the target's errors may quote
    /// it.
    #[cold]
    pub(super) fn record_secret(&self) {
        let mut secrets = self.secrets.borrow_mut();
        if secrets.last() != Some(&self.evaluated.get()) {
            secrets.push(self.evaluated.get());
        }
    }

    /// Replaces an error that may quote a sensitive value in `span`, unless the place of the error is
    /// elsewhere.
    #[cold]
    pub(in crate::de) fn redact(&self, error: Error, span: Span) -> Error {
        match error.span().is_none() && self.has_secret_in(span) {
            true => error.replace_diagnostic(catalog::sensitive()),
            false => error,
        }
    }

    /// Whether an error about `span` may quote a sensitive value.
    pub(in crate::de) fn has_secret_in(&self, span: Span) -> bool {
        self.secrets.borrow().iter().any(|secret| span.contains(*secret))
    }

    /// The key of an item of an object, as a string, and whether errors may show it.
    pub(in crate::de) fn object_key(
        &self,
        item: ObjectItemRef<'t>,
    ) -> Result<(String, Disclosure)> {
        match eval::object_key(item, &self.options.context)? {
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

    /// The diagnostic for an expression without a known value in a place that needs one. It
    /// contains the unknown variables of the expression.
    #[cold]
    pub(in crate::de) fn unknown_value(&self, expression: ExpressionRef<'t>) -> Diagnostic {
        let mut references = expression.references();
        references.retain(|reference| {
            reference.evaluate(&self.options.context).is_ok_and(|value| !value.is_wholly_known())
        });
        let references = references.iter().map(ToString::to_string).collect();
        catalog::unknown_value_of(references, expression.span())
    }
}
