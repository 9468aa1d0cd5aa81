//! References to definitions, and new names for both.

use std::iter;

use super::definition::{Target, names};
use super::{Definition, Edit, Editor};
use crate::configuration::Reference;
use crate::source::Span;
use crate::syntax::{ExpressionKind, StepKind};
use crate::{parse_expression, to_expression_string};

/// The bytes of one of the names of a reference; a key in brackets with its quotes.
fn name_span(reference: &Reference<'_>, index: usize) -> Option<Span> {
    let Some(index) = index.checked_sub(1) else { return Some(reference.root_span()) };
    let step = reference.steps().nth(index)?;
    match step.kind() {
        StepKind::Attribute(name) => {
            let end = step.span().end;
            Some(Span::new(end.saturating_sub(name.len() as u32), end))
        }
        StepKind::Index(key) => Some(key.span()),
        _ => None,
    }
}

pub(super) fn touches(span: Span, offset: u32) -> bool {
    span.contains(Span::empty(offset))
}

pub(super) fn is_name(text: &str) -> bool {
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
        if let Some(local) = self.local(offset) {
            let Span { start, end } = local.declaration;
            let address = vec![Span::new(start, end).text(self.source()).to_owned()];
            return vec![Definition { address, name: local.declaration, span: local.declaration }];
        }
        let Some(address) = self.address(offset) else { return Vec::new() };
        self.definitions().at(&address).cloned().collect()
    }

    /// The references to what is defined or referred to at an offset, in source order, without the
    /// definitions. Linear in the document.
    pub fn references(&self, offset: u32) -> Vec<Span> {
        if let Some(local) = self.local(offset) {
            return local.uses;
        }
        let Some(address) = self.address(offset) else { return Vec::new() };
        let references = self.document.body().references();
        let to_it = references.iter().filter(|reference| names(reference).starts_with(&address));
        let span = |reference: &Reference<'_>| {
            let mut steps = reference.steps().take(address.len().saturating_sub(1));
            let last = steps.by_ref().last().map_or(reference.root_span(), |step| step.span());
            Some(reference.root_span().to(last))
        };
        to_it.filter_map(span).collect()
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
        if let Some(local) = self.local(offset) {
            let mut all = iter::once(local.declaration).chain(local.uses);
            return all.find(|span| touches(*span, offset));
        }
        let address = self.address(offset)?;
        let names = self.definitions().at(&address).map(|definition| definition.name);
        let used = self.reference(offset).and_then(|it| name_span(&it, address.len() - 1));
        names.chain(used).find(|span| touches(*span, offset)).or(used)
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
        let local = self.local(offset);
        let spans = match &local {
            Some(local) => iter::once(&local.declaration).chain(&local.uses).copied().collect(),
            None => self.names_of(&self.address(offset)?),
        };
        let edit = |span: Span| {
            let is_quoted = span.text(source).starts_with('"');
            let text = match is_quoted {
                true => to_expression_string(&new).ok()?,
                false => Some(new.to_owned()).filter(|new| is_name(new))?,
            };
            Some(Edit { span, text })
        };
        let mut edits = spans.into_iter().map(edit).collect::<Option<Vec<_>>>()?;
        edits.sort_by_key(|edit| edit.span.start);
        edits.dedup();
        let renamed = Edit::apply(&edits, source);
        let renamed =
            Editor::new(&renamed, self.description, self.context).with_addresses(self.addresses);
        let is_same = self.mistakes.len() == renamed.mistakes.len()
            && self.definitions().all.len() == renamed.definitions().all.len()
            && self.targets() == renamed.targets()
            && local.is_none_or(|local| {
                let declared = renamed.local(local.declaration.start);
                declared.is_some_and(|it| it.uses.len() == local.uses.len())
            });
        is_same.then_some(edits)
    }

    /// The places of the last name of an address.
    fn names_of(&self, address: &[String]) -> Vec<Span> {
        let index = address.len().saturating_sub(1);
        let mut spans: Vec<Span> = self.definitions().at(address).map(|it| it.name).collect();
        let references = self.document.body().references();
        let to_it = references.iter().filter(|reference| names(reference).starts_with(address));
        spans.extend(to_it.filter_map(|reference| name_span(reference, index)));
        spans
    }

    /// Where the references lead, in source order.
    fn targets(&self) -> Vec<Target> {
        let definitions = self.definitions();
        let references = self.document.body().references();
        references.iter().map(|reference| definitions.target(&names(reference))).collect()
    }

    /// The address of the definition at an offset, or of that to which a reference at the offset leads.
    fn address(&self, offset: u32) -> Option<Vec<String>> {
        let definitions = self.definitions();
        if let Some(reference) = self.reference(offset) {
            return definitions.longest(&names(&reference)).map(<[String]>::to_vec);
        }
        let definition = definitions.all.iter().find(|it| touches(it.name, offset))?;
        Some(definition.address.clone())
    }

    /// The reference at an offset.
    pub(super) fn reference(&self, offset: u32) -> Option<Reference<'_>> {
        let attribute = self.document.place_at(offset).attribute()?;
        let references = attribute.expression().references();
        references.into_iter().find(|reference| touches(reference.span(), offset))
    }
}
