//! The text of expressions that depend on names which the context doesn't have.
//!
//! - No other meaning later: evaluated as a template, the text gives what the expression gives with these names.

use super::evaluator::{Evaluator, Watch};
use crate::limits::budget;
use crate::limits::stack::nest;
use crate::syntax::{
    DirectiveForRef, DirectiveIfRef, ExpressionKind, ExpressionRef, PartKind, PartRef, Parts,
};
use crate::value::{Type, Value};

impl<'a> Evaluator<'a> {
    /// The value of an expression. If it depends on a name that remains text, a template: the expression
    /// between `${` and `}`, or a template in which the other parts are evaluated.
    pub(super) fn or_text(&mut self, expression: ExpressionRef<'a>) -> Value {
        if let Some(value) = self.known(|this| this.unwatched(expression)) {
            return value;
        }
        let mut text = KeptText::default();
        match expression.kind() {
            ExpressionKind::Template(template) => {
                template.parts().for_each(|part| self.keep(part, &mut text));
            }
            _ => text.push_code("${", expression.text(), "}"),
        }
        text.finish()
    }

    /// The value of a part of an expression; `None` if it depends on a name that remains text.
    pub(super) fn known(&mut self, evaluate: impl FnOnce(&mut Self) -> Value) -> Option<Value> {
        let Watch::Texts = self.watch else { return Some(evaluate(self)) };
        let outer = std::mem::take(&mut self.lacks_name);
        self.watch = Watch::Nothing;
        let value = evaluate(self);
        self.watch = Watch::Texts;
        let lacks_name = std::mem::replace(&mut self.lacks_name, outer);
        (!lacks_name || value.is_wholly_known()).then_some(value)
    }

    /// Adds a part of a template to the text, evaluated if that is possible.
    fn keep(&mut self, part: PartRef<'a>, text: &mut KeptText) {
        let start = self.diagnostics.checkpoint();
        let value = match part.kind() {
            PartKind::Literal(literal) => return text.push(&literal),
            PartKind::Interpolation(expression) => self.known(|this| this.unwatched(expression)),
            PartKind::If(directive) => self.known(|this| this.if_directive(directive)),
            PartKind::For(directive) => self.known(|this| this.for_directive(directive)),
        };
        // The evaluation of the whole expression has reported them.
        self.diagnostics.withdraw_since(start);
        let value = value.and_then(|value| value.convert_to(&Type::String).ok());
        match value.as_ref().and_then(Value::as_str) {
            Some(known) => text.push(known),
            None => text.push_part(part),
        }
    }
}

/// The text of a template.
#[derive(Default)]
struct KeptText {
    done: String,
    /// Text after the last sequence, not yet escaped.
    literal: String,
}

impl KeptText {
    fn push(&mut self, literal: &str) {
        if budget::charge_text(literal.len()) {
            self.literal.push_str(literal);
        }
    }

    /// Adds a sequence, such as `${`, the code and `}`.
    fn push_code(&mut self, start: &str, code: &str, end: &str) {
        self.flush(start.chars().next());
        if budget::charge_text(code.len()) {
            [start, code, end].iter().for_each(|text| self.done.push_str(text));
        }
    }

    /// Writes the literal. Its last character would escape a sequence that starts with the same one.
    fn flush(&mut self, next: Option<char>) {
        let literal = std::mem::take(&mut self.literal);
        let (text, last) = match next.and_then(|next| literal.strip_suffix(next)) {
            Some(text) => (text, next),
            None => (&*literal, None),
        };
        self.done.push_str(&text.replace("${", "$${").replace("%{", "%%{"));
        if let Some(last) = last {
            self.done.push_str(&format!("${{\"{last}\"}}"));
        }
    }

    fn push_part(&mut self, part: PartRef<'_>) {
        match part.kind() {
            PartKind::Literal(literal) => self.push(&literal),
            // Strip markers have had their effect.
            PartKind::Interpolation(expression) => match part.0.text().strip_prefix("${") {
                Some(code) if !code.starts_with('~') && !code.ends_with("~}") => {
                    self.push_code("${", code, "");
                }
                _ => self.push_code("${", expression.text(), "}"),
            },
            PartKind::If(directive) => nest(|| self.push_if(directive)),
            PartKind::For(directive) => nest(|| self.push_for(directive)),
        }
    }

    fn push_parts(&mut self, parts: Parts<'_>) {
        parts.for_each(|part| self.push_part(part));
    }

    fn push_if(&mut self, directive: DirectiveIfRef<'_>) {
        self.push_code("%{ if ", directive.predicate().text(), " }");
        self.push_parts(directive.if_true());
        if let Some(parts) = directive.if_false() {
            self.push_code("%{ else", "", " }");
            self.push_parts(parts);
        }
        self.push_code("%{ endif", "", " }");
    }

    fn push_for(&mut self, directive: DirectiveForRef<'_>) {
        let key = directive.key_name().map_or(String::new(), |key| format!("{key}, "));
        let names = format!("%{{ for {key}{} in ", directive.value_name());
        self.push_code(&names, directive.collection().text(), " }");
        self.push_parts(directive.parts());
        self.push_code("%{ endfor", "", " }");
    }

    fn finish(mut self) -> Value {
        self.flush(None);
        Value::string(self.done)
    }
}
