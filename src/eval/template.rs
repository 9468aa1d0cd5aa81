//! Templates ("Templates" in the native syntax specification).

use std::mem;

use super::conditional::Branch;
use super::evaluator::Evaluator;
use super::iteration::{Iteration, Progress};
use crate::diagnostic::catalog::evaluation as catalog;
use crate::limits::budget::{self, TEXT};
use crate::syntax::{DirectiveForRef, DirectiveIfRef, PartKind, PartRef, Parts, TemplateRef};
use crate::text::span::{Span, floor_char_boundary};
use crate::value::disclosure::Disclosure;
use crate::value::{Marks, Type, Value};

/// The length of a path, in bytes, for which one element is charged.
const LONG_PATH: usize = 32;

/// The length in bytes of the known prefix that is kept of an unknown text.
const PREFIX: usize = 128;

impl<'a> Evaluator<'a> {
    pub(super) fn template(&mut self, template: TemplateRef<'a>) -> Value {
        match template.unwrapped() {
            Some(expression) => self.expression(expression),
            None => self.text(template.parts(), template.span()),
        }
    }

    /// The joined texts of the parts.
    fn text(&mut self, parts: Parts<'a>, span: Span) -> Value {
        let start = self.diagnostics.checkpoint();
        let mut text = mem::take(&mut self.text);
        let mut marks = Marks::new();
        let mut is_known = true;
        for part in parts {
            let (value, part_span, interpolated) = match part.kind() {
                PartKind::Literal(literal) => {
                    if is_known && !self.diagnostics.any_since(start) {
                        self.spend_on_text(literal.len(), || span);
                        text.push_str(&literal);
                    }
                    continue;
                }
                PartKind::Interpolation(expression) => {
                    if let Some(value) = self.peek(expression) {
                        let steps = expression.span().len() / LONG_PATH;
                        let cost = 1 + steps + value.text_length() / TEXT;
                        if is_known && !self.diagnostics.any_since(start) && budget::charge(cost) {
                            value.append_primitive_to(&mut text);
                        }
                        self.settle(|| expression.span());
                        continue;
                    }
                    let value = self.expression(expression);
                    (value, expression.span(), Some(expression))
                }
                PartKind::If(directive) => {
                    let value = self.if_directive(directive);
                    (value, part.span(), None)
                }
                PartKind::For(directive) => {
                    let value = self.for_directive(directive);
                    (value, part.span(), None)
                }
            };
            if value.is_primitive() {
                if is_known
                    && !self.diagnostics.any_since(start)
                    && self.spend_on_text(value.text_length(), || part_span)
                {
                    value.append_primitive_to(&mut text);
                }
                continue;
            }
            if value.is_null() {
                self.report(catalog::null_part(part_span, span), interpolated);
                continue;
            }
            let (value, own) = value.unmark();
            marks.merge(&own);
            if !value.is_known() {
                is_known = false;
                continue;
            }
            match value.convert_to(&Type::String) {
                Ok(Value::String(own)) if is_known && !self.diagnostics.any_since(start) => {
                    if self.spend_on_text(own.len(), || part_span) {
                        text.push_str(&own);
                    }
                }
                Ok(_) => {}
                Err(error) => {
                    let error = error.disclosed(Disclosure::of_marks(&own).and(self.disclosure));
                    self.report(catalog::part_type(&error, part_span, span), interpolated);
                }
            }
        }
        let value = if is_known {
            Value::string(&*text)
        } else if self.diagnostics.any_since(start) {
            Value::unknown(Type::String).refine_not_null()
        } else {
            starting_with(&text)
        };
        text.clear();
        self.text = text;
        value.with_marks(&marks)
    }

    pub(super) fn if_directive(&mut self, directive: DirectiveIfRef<'a>) -> Value {
        let span = directive.span();
        self.nested(
            || span,
            |this| {
                let if_true = this.directive_branch(Some(directive.if_true()), span);
                let if_false = this.directive_branch(directive.if_false(), span);
                this.choose(directive.predicate(), None, if_true, if_false, span)
            },
        )
    }

    fn directive_branch(&mut self, parts: Option<Parts<'a>>, directive: Span) -> Branch {
        let start = self.diagnostics.checkpoint();
        let parts = parts.filter(|parts| !parts.is_empty());
        let (value, span) = match parts {
            Some(parts) => {
                let spans = parts.clone().map(PartRef::span);
                let span = spans.reduce(Span::to).unwrap_or(directive);
                (self.text(parts, span), span)
            }
            None => (Value::from(""), directive),
        };
        Branch { value, span, diagnostics: self.diagnostics.take_since(start) }
    }

    pub(super) fn for_directive(&mut self, directive: DirectiveForRef<'a>) -> Value {
        let span = directive.span();
        self.nested(|| span, |this| this.repeat(directive, span))
    }

    fn repeat(&mut self, directive: DirectiveForRef<'a>, span: Span) -> Value {
        let iteration = Iteration {
            key_name: directive.key_name(),
            value_name: directive.value_name(),
            collection: directive.collection(),
            condition: None,
            has_keys: false,
            span,
        };
        let mut texts = Vec::new();
        let each = |this: &mut Self, _: &mut Progress| {
            texts.push(this.text(directive.parts(), span));
        };
        let Ok(progress) = self.iterate(&iteration, each) else {
            return Value::unknown(Type::String);
        };
        let mut marks = progress.marks.clone();
        let mut joined = String::new();
        for text in texts {
            let (text, own) = text.unmark();
            let Some(text) = text.as_str() else {
                return Value::unknown(Type::String).with_marks(&progress.marks);
            };
            if !self.spend_on_text(text.len(), || span) {
                break;
            }
            joined.push_str(text);
            marks.merge(&own);
        }
        Value::string(joined).with_marks(&marks)
    }
}

/// An unknown string that starts with this text.
fn starting_with(text: &str) -> Value {
    let string = Value::unknown(Type::String).refine().not_null();
    if text.len() <= PREFIX {
        return string.prefix(text).build();
    }
    let end = floor_char_boundary(text, PREFIX);
    let kept = text.get(..end).unwrap_or_default();
    // If the cut was inside a character, the last character that could combine with more text is
    // already removed.
    if end < PREFIX { string.full_prefix(kept).build() } else { string.prefix(kept).build() }
}
