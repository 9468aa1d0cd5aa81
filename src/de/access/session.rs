//! The state that all deserializers of one attempt share.

use std::cell::{Cell, RefCell};

use super::slot::Optional;
use crate::de::buffering::{DecodeHints, Fills, Mark, Revealed, is_in_buffer, mark};
use crate::de::input::{Input, Node};
use crate::diagnostic::Segment;
use crate::diagnostic::error::{Error, Result};
use crate::syntax::ExpressionRef;

/// An attempt to decode.
pub(in crate::de) struct Session<'t, 'de> {
    pub(in crate::de) input: Input<'t, 'de>,
    pub(in crate::de) hints: &'t DecodeHints,
    /// The first label that no field took, of a block in a buffer. It is an error unless the fields
    /// become known and decoding starts over.
    pub(super) unread_label: RefCell<Option<Error>>,
    /// The last visitor of an unknown crate that accepts any type, and the answer about it.
    last_visitor: Cell<(&'static str, Fills)>,
}

impl<'t, 'de> Session<'t, 'de> {
    pub(in crate::de) fn new(input: Input<'t, 'de>, hints: &'t DecodeHints) -> Self {
        let last_visitor = Cell::new(("", Fills::Nothing));
        Session { input, hints, unread_label: RefCell::default(), last_visitor }
    }

    /// What the visitor `V`, which accepts any type, does with the data.
    #[inline(always)]
    pub(super) fn fills<V>(&self) -> Fills {
        Fills::of::<V>(&self.last_visitor)
    }

    /// The content of an option whose visitor has this name, if it is not known to be null.
    pub(super) fn option_of(
        &self,
        expression: ExpressionRef<'t>,
        visitor: &'static str,
        is_null_some: bool,
    ) -> Optional<'t> {
        if expression.is_written_out() {
            return Optional::Some;
        }
        let is_evaluated = self.hints.about(visitor).is_some_and(|hints| hints.is_evaluated);
        if !is_evaluated && !self.hints.is_one_attempt() {
            return Optional::Unevaluated(expression);
        }
        match self.input.evaluate(expression) {
            Ok(value) if value.is_null() && !is_null_some => Optional::None,
            _ => Optional::Some,
        }
    }

    /// Whether more must be known about mappings than their entries.
    #[inline]
    pub(super) fn knows_types(&self) -> bool {
        self.hints.has_any() || self.examines_entries()
    }

    /// Whether entries are examined before they are decoded.
    #[inline]
    pub(super) fn examines_entries(&self) -> bool {
        self.hints.checks_entries() || self.hints.watches_unused()
    }

    /// Whether the parts of a value that goes into a buffer have sites. They rarely need them: making sites for all
    /// expressions took a tenth of the time of decoding flattened structs, and asking at each level of JSON takes an
    /// attempt for each.
    #[inline]
    pub(super) fn values_have_sites(&self) -> bool {
        self.hints.looks_into_values() || self.hints.marks_spans()
    }

    /// Whether a node that goes into a buffer has a site.
    #[inline]
    pub(super) fn has_site(&self, node: &Node<'_, '_>) -> bool {
        !matches!(node, Node::Expression(_)) || self.values_have_sites()
    }

    /// Records hints after decoding a target with this name has failed, or has left a label.
    #[cold]
    pub(in crate::de) fn retry(&self, target: &'static str, revealed: &mut Revealed) {
        if is_in_buffer(target) {
            return;
        }
        let hints = self.hints;
        // A conversion changes no form.
        hints.record_refused_scalars(revealed);
        if hints.can_restart() {
            for field in revealed.missing_fields.drain(..) {
                hints.record_label_field(target, field);
            }
        }
        if let Some(variants) = revealed.variants {
            hints.record_variants_of(target, variants);
        }
    }

    /// Records that an option needs the value of an expression: its content took or rejected one that is null. `visitor` is
    /// the name of the option's visitor. The next attempt evaluates the expression first.
    #[inline(never)]
    pub(super) fn end_option(
        &self,
        expression: ExpressionRef<'t>,
        visitor: &'static str,
        is_ok: bool,
    ) {
        let is_null = match is_ok {
            true => self.input.take_null(),
            false => self.input.is_null(expression),
        };
        if is_null {
            self.hints.record_fact(visitor, |hints| &mut hints.is_evaluated);
        }
    }

    /// Adds a step to the paths of the mistakes in a part that began at this time.
    #[inline]
    pub(super) fn lead(&self, begin: Mark, step: impl FnOnce() -> Segment) {
        if mark() != begin && self.hints.reports() {
            self.hints.recovery().lead(begin, &step());
        }
    }

    /// Fails if no field took one of the labels.
    pub(in crate::de) fn require_labels_read(&self) -> Result<()> {
        self.unread_label.take().map_or(Ok(()), Err)
    }
}
