//! Layers complete an error on its way to the caller: with places, paths, helps, and more specific diagnostics.

use hashbrown::{HashMap, HashSet};

use super::catalog::advice::Replacement;
use super::catalog::decoding as catalog;
use super::error::Error;
use super::{About, Diagnostic, Segment};
use crate::text::source::{Lookup, Origin};
use crate::text::span::Span;

impl Error {
    /// The error without fixes.
    pub(crate) fn without_fixes(self) -> Self {
        self.change(|all| all.iter_mut().for_each(|each| each.try_fix(None)))
    }

    /// Adds a label to each diagnostic.
    pub(crate) fn with_label(self, span: Span, text: String) -> Self {
        self.map(|each| each.with_label(span, text.clone()))
    }

    /// Replaces several diagnostics about parts of one thing by the first of them.
    pub(crate) fn with_only_diagnostic(
        self,
        change: impl FnOnce(Diagnostic) -> Diagnostic,
    ) -> Self {
        self.change(|all| {
            all.truncate(1);
            let first = all.pop().map(change);
            all.extend(first);
        })
    }

    /// The same error with another text.
    pub(crate) fn reworded(self, diagnostic: Diagnostic) -> Self {
        let path = self.diagnostics().first().map(|first| first.steps().clone());
        self.with_diagnostics(vec![diagnostic.with_steps(path.unwrap_or_default())])
    }

    /// Adds a help about the value at a place, and the fix if it replaces the value, unless the diagnostic has a
    /// help, or is about another place.
    pub(crate) fn with_help_at(
        self,
        place: Span,
        help: impl FnOnce() -> Option<Replacement>,
    ) -> Self {
        let [diagnostic] = self.diagnostics() else { return self };
        let is_here = diagnostic.span().is_none_or(|subject| subject == place);
        let help = if is_here && diagnostic.help().is_none() { help() } else { None };
        let Some((help, instead)) = help else { return self };
        self.with_only_diagnostic(|each| match instead {
            Some(text) => each.with_help(help).with_fix(place, text),
            None => each.with_help(help),
        })
    }

    /// Replaces the diagnostic by a more specific one. Removes the cause.
    pub(crate) fn replace_diagnostic(self, diagnostic: Diagnostic) -> Self {
        self.reworded(diagnostic).with_cause(None)
    }

    /// Replaces the diagnostics by one that does not show the value or parts of it.
    pub(crate) fn hide(self, diagnostic: Diagnostic) -> Self {
        self.with_diagnostics(vec![diagnostic]).with_cause(None)
    }

    /// The same kinds of diagnostics at the same places, without everything that may reveal the
    /// source.
    pub(crate) fn without_source(self, detail: &str) -> Self {
        self.map(|each| each.without_source(detail))
    }

    /// Sets the span of every diagnostic without a span.
    pub(crate) fn or_at(self, span: Span) -> Self {
        self.change(|all| all.iter_mut().for_each(|each| each.or_at(span)))
    }

    /// The message of a type of the application.
    pub(crate) fn custom_message(&self) -> Option<&str> {
        let first = self.diagnostics().first();
        Some(first.filter(|first| matches!(first.what(), About::Custom))?.summary())
    }

    /// The subject of the first diagnostic.
    pub(crate) fn what(&self) -> Option<&About> {
        self.diagnostics().first().map(Diagnostic::what)
    }

    /// Whether the failed value is known.
    pub(crate) fn has_path(&self) -> bool {
        self.diagnostics().first().is_some_and(|first| !first.steps().is_empty())
    }

    pub(crate) fn in_field(self, name: &str) -> Self {
        self.behind(Segment::Field(name.to_owned()))
    }

    pub(crate) fn in_element(self, index: usize) -> Self {
        self.behind(Segment::Index(index))
    }

    /// The error of a part, as that of what contains the part.
    pub(crate) fn behind(self, segment: Segment) -> Self {
        self.change(|all| all.iter_mut().for_each(|each| each.lead_by(segment.clone())))
    }

    /// Attaches the source lines that the diagnostics show. The innermost source wins.
    pub(crate) fn attach(self, origin: Origin<'_>) -> Self {
        let mut lookup = None;
        self.change(|all| {
            for diagnostic in all.iter_mut().filter(|each| each.excerpt().is_none()) {
                diagnostic.attach(lookup.get_or_insert_with(|| Lookup::new(origin)));
            }
        })
    }

    /// The error with its diagnostics in source order. Those about a whole document are last.
    pub(crate) fn in_order(self) -> Self {
        self.change(|all| {
            Diagnostic::sort(all);
            all.sort_by_key(|each| each.span().is_some_and(Span::is_empty));
        })
    }

    /// Joins two diagnostics about one field: it is missing in a body, and unknown elsewhere.
    pub(crate) fn join_misplaced(self) -> Self {
        self.change(|all| {
            let (mut unknown, mut missing) = (HashMap::new(), HashMap::new());
            for (index, diagnostic) in all.iter().enumerate() {
                match diagnostic.what() {
                    About::Unknown(name) => {
                        unknown.entry(name.clone()).or_insert_with(Vec::new).push(index);
                    }
                    About::Missing { field, .. } => {
                        missing.entry(field.clone()).or_insert(index);
                    }
                    _ => {}
                }
            }
            let mut joined = HashSet::new();
            for (name, places) in unknown {
                if let ([place], Some(missing)) = (&places[..], missing.get(&name)) {
                    let body = all[*missing].span();
                    all[*place] = catalog::misplaced(all[*place].clone(), &name, body);
                    joined.insert(*missing);
                }
            }
            let mut index = 0..;
            all.retain(|_| index.next().is_none_or(|index| !joined.contains(&index)));
        })
    }

    /// Says of unknown names which bodies have them.
    pub(crate) fn placed(self, owners: impl Fn(&str) -> Vec<String>) -> Self {
        self.map(|each| catalog::placed(each, &owners))
    }

    /// Names the fix for a missing field that is a struct.
    pub(crate) fn with_missing_struct(self, field: &str) -> Self {
        self.map(|each| match catalog::is_missing(&each, field) {
            true => catalog::missing_struct(each, field),
            false => each,
        })
    }

    /// The error with all its diagnostics moved to places this many bytes later.
    pub(crate) fn moved(self, bytes: u32) -> Self {
        self.map(|each| each.moved(bytes))
    }

    /// Removes all diagnostics of a mistake except the first.
    pub(crate) fn one_for_each_mistake(self) -> Self {
        let distinct = self.distinct().into_iter().cloned().collect();
        self.with_diagnostics(distinct)
    }
}
