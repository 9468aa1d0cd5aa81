//! References to definitions and to the variables of `for` expressions, and new names for both.

use super::definition::names;
use super::{Definition, Edit, Editor};
use crate::configuration::Reference;
use crate::source::Span;
use crate::syntax::{Descend, ExpressionKind, ExpressionRef, ForRef, StepKind};
use crate::{parse_expression, to_expression_string};

/// A name in a document: an address, or a variable of a `for` expression.
pub(super) struct Named {
    /// The definitions. There is at least one.
    pub(super) declared: Vec<Definition>,
    pub(super) used: Vec<Use>,
    /// The number of definitions with longer addresses that start with this one.
    pub(super) below: usize,
}

/// A reference.
pub(super) struct Use {
    /// The bytes from the first name to the last one of the address.
    pub(super) span: Span,
    /// The bytes of the last name; a key in brackets with its quotes.
    pub(super) name: Span,
}

impl Named {
    /// The places of the name, in source order.
    pub(super) fn places(&self) -> Vec<Span> {
        let declared = self.declared.iter().map(|it| it.name);
        let mut places: Vec<_> = declared.chain(self.used.iter().map(|it| it.name)).collect();
        places.sort_by_key(|span| span.start);
        places.dedup();
        places
    }
}

impl Use {
    /// The start of a reference with so many names.
    fn of(reference: &Reference<'_>, count: usize) -> Option<Self> {
        let root = reference.root_span();
        let Some(index) = count.checked_sub(2) else { return Some(Use { span: root, name: root }) };
        let step = reference.steps().nth(index)?;
        let name = match step.kind() {
            StepKind::Index(key) => key.span(),
            _ => step.name_span()?,
        };
        Some(Use { span: root.to(step.span()), name })
    }
}

fn is_name(text: &str) -> bool {
    parse_expression(text)
        .is_ok_and(|expression| matches!(expression.view().kind(), ExpressionKind::Variable(_)))
}

impl Editor<'_> {
    /// The definitions of the name at an offset: the items with the longest address that is the start of
    /// the reference, or the place where a `for` expression declares the variable. Several blocks can have
    /// one address.
    ///
    /// ```
    /// use serde_hcl::Context;
    /// use serde_hcl::describe::Description;
    /// use serde_hcl::language::Editor;
    ///
    /// let source = "server \"web\" {\n  port = 80\n}\nurl = \"http://web:${server.web.port}\"\n";
    /// let (description, context) = (Description::of::<()>(), Context::new());
    /// let editor = Editor::new(source, &description, &context);
    /// let offset = source.find("server.web").unwrap() as u32;
    /// assert_eq!(editor.definition(offset)[0].span.text(source), "port = 80");
    /// assert_eq!(editor.references(17)[0].text(source), "server.web.port");
    /// ```
    pub fn definition(&self, offset: u32) -> Vec<Definition> {
        self.local(offset).map_or_else(|| self.declared(offset), |local| local.declared)
    }

    /// The references to what is defined or referred to at an offset, in source order, without the
    /// definitions. Linear in the document.
    pub fn references(&self, offset: u32) -> Vec<Span> {
        let used = self.named(offset).map_or(Vec::new(), |named| named.used);
        used.iter().map(|it| it.span).collect()
    }

    /// The bytes of the name at an offset, if [`rename`](Self::rename) can change it.
    ///
    /// ```
    /// use serde_hcl::Context;
    /// use serde_hcl::describe::Description;
    /// use serde_hcl::language::Editor;
    ///
    /// let (description, context) = (Description::of::<()>(), Context::new());
    /// let editor = Editor::new("a = 1\nb = a + other\n", &description, &context);
    /// assert_eq!(editor.name_at(10).unwrap().range(), 10..11);
    /// // Nothing in the document defines it.
    /// assert_eq!(editor.name_at(14), None);
    /// ```
    pub fn name_at(&self, offset: u32) -> Option<Span> {
        let named = self.named(offset)?;
        // The offset can also be in another part of a reference.
        let start = self.reference(offset).map(|it| it.span().start);
        let used = named.used.iter().find(|it| Some(it.span.start) == start);
        let at_offset = named.places().into_iter().find(|span| span.touches(offset));
        at_offset.or(used.map(|it| it.name))
    }

    /// Gives what is defined or referred to at an offset another name: changes its definitions and all
    /// references to it. `None` if nothing in the document defines it, if the new name can't stand in
    /// one of the places, or if a reference would lead elsewhere then. Linear in the document.
    ///
    /// ```
    /// use serde_hcl::Context;
    /// use serde_hcl::describe::Description;
    /// use serde_hcl::language::{Edit, Editor};
    ///
    /// let source = "server \"web\" {\n  port = 80\n}\nports = [server.web.port, server[\"web\"].port]\n";
    /// let (description, context) = (Description::of::<()>(), Context::new());
    /// let editor = Editor::new(source, &description, &context);
    /// let edits = editor.rename(9, "api").unwrap();
    /// let expected = "server \"api\" {\n  port = 80\n}\nports = [server.api.port, server[\"api\"].port]\n";
    /// assert_eq!(Edit::apply(&edits, source), expected);
    /// assert_eq!(editor.rename(9, "not a name"), None);
    /// ```
    pub fn rename(&self, offset: u32, new: &str) -> Option<Vec<Edit>> {
        let source = self.source();
        let edit = |span: Span| {
            let text = match span.text(source).starts_with('"') {
                true => to_expression_string(&new).ok()?,
                false => Some(new.to_owned()).filter(|new| is_name(new))?,
            };
            Some(Edit { span, text })
        };
        let named = self.named(offset)?;
        let edits = named.places().into_iter().map(edit).collect::<Option<Vec<_>>>()?;
        let text = Edit::apply(&edits, source);
        let renamed =
            Editor::new(&text, self.description, self.context).with_addresses(self.addresses);
        // The same places have the new name, and no others: it can be changed back.
        let moved = renamed.named(edits.first()?.span.start)?;
        let places = moved.places();
        let back = places
            .iter()
            .zip(&edits)
            .map(|(place, edit)| Edit { span: *place, text: edit.span.text(source).to_owned() });
        let is_same = places.len() == edits.len()
            && moved.below == named.below
            && renamed.mistakes.len() == self.mistakes.len()
            && Edit::apply(&back.collect::<Vec<_>>(), &text) == source;
        is_same.then_some(edits)
    }

    /// The name at an offset, in a definition or in a reference.
    fn named(&self, offset: u32) -> Option<Named> {
        if let Some(local) = self.local(offset) {
            return Some(local);
        }
        let declared = self.declared(offset);
        let address = &declared.first()?.address;
        let references = self.document.body().references();
        let to_it = references.iter().filter(|reference| names(reference).starts_with(address));
        let used = to_it.filter_map(|reference| Use::of(reference, address.len())).collect();
        let below = self.names_below(address).count();
        Some(Named { declared, used, below })
    }

    /// The definitions of the address at an offset.
    fn declared(&self, offset: u32) -> Vec<Definition> {
        let defined = || self.definitions().iter().find(|it| it.name.touches(offset));
        let names = self.reference(offset).map(|reference| names(&reference));
        let names = names.or_else(|| Some(defined()?.address.clone()));
        self.defined_as(&names.unwrap_or_default())
    }

    /// The reference at an offset.
    pub(super) fn reference(&self, offset: u32) -> Option<Reference<'_>> {
        let attribute = self.document.place_at(offset).attribute()?;
        let references = attribute.expression().references();
        references.into_iter().find(|reference| reference.span().touches(offset))
    }
}

impl Editor<'_> {
    /// The variable at an offset.
    pub(super) fn local(&self, offset: u32) -> Option<Named> {
        let place = self.document.place_at(offset);
        let around = place.expressions().iter().rev().filter_map(|it| match it.kind() {
            ExpressionKind::For(expression) => Some(expression),
            _ => None,
        });
        let mut locals = around.flat_map(|expression| {
            declared_names(expression).into_iter().map(move |(name, span)| Named {
                declared: vec![Definition { address: vec![name.to_owned()], name: span, span }],
                used: uses(expression, name),
                below: 0,
            })
        });
        locals.find(|local| local.places().iter().any(|span| span.touches(offset)))
    }
}

/// The variables of a `for` expression, with the places of their declarations.
fn declared_names(expression: ForRef<'_>) -> Vec<(&str, Span)> {
    let key = expression.key_name().zip(expression.key_name_span());
    let value = (expression.value_name(), expression.value_name_span());
    key.into_iter().chain([value]).collect()
}

fn uses(expression: ForRef<'_>, name: &str) -> Vec<Use> {
    let inside = [expression.key(), Some(expression.value()), expression.condition()];
    let mut found = Vec::new();
    let mut left: Vec<ExpressionRef<'_>> = inside.into_iter().flatten().collect();
    while let Some(next) = left.pop() {
        next.visit(|expression| {
            let root = match expression.kind() {
                ExpressionKind::For(inner)
                    if declared_names(inner).iter().any(|(it, _)| *it == name) =>
                {
                    left.push(inner.collection());
                    return Descend::No;
                }
                ExpressionKind::Traversal(traversal) => traversal.root(),
                _ => expression,
            };
            if matches!(root.kind(), ExpressionKind::Variable(variable) if variable == name) {
                found.push(Use { span: root.span(), name: root.span() });
            }
            Descend::Yes
        });
    }
    found.sort_by_key(|it| it.span.start);
    found
}
