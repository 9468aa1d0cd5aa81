//! The diagnostics of a document, and their fixes.

use hashbrown::HashSet;
use serde::de::DeserializeOwned;

use super::{Edit, Editor};
use crate::Decoder;
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::{About, Diagnostic};
use crate::source::Span;

/// The number of bodies that are searched for a name; descriptions may be recursive.
const BODIES: usize = 512;

/// An edit that removes the cause of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuickFix {
    /// The help of the diagnostic.
    pub title: String,
    /// The number of the diagnostic in those that were given.
    pub diagnostic: usize,
    /// The change.
    pub edit: Edit,
}

impl Editor<'_> {
    /// All diagnostics of the document as a `T`, in source order: syntax errors, errors of decoding, and
    /// warnings about items that no field takes.
    ///
    /// As long as there are syntax errors, there are no diagnostics of decoding about the invalid parts and
    /// about missing items.
    ///
    /// ```
    /// use serde_hcl::Context;
    /// use serde_hcl::describe::Description;
    /// use serde_hcl::language::{Edit, Editor};
    /// use serde_hcl::source::Span;
    ///
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct Config {
    ///     port: u16,
    ///     zones: Option<Vec<String>>,
    /// }
    ///
    /// let (description, context) = (Description::of::<Config>(), Context::new());
    /// let source = "port = 80\nzone = []\n";
    /// let editor = Editor::new(source, &description, &context);
    /// let diagnostics = editor.diagnostics::<Config>();
    /// let codes: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.code()).collect();
    /// assert_eq!(codes, ["unknown-argument"]);
    ///
    /// let fixes = editor.quick_fixes(&diagnostics, Span::empty(12));
    /// assert_eq!(Edit::apply(&[fixes[0].edit.clone()], source), "port = 80\nzones = []\n");
    /// ```
    pub fn diagnostics<T: DeserializeOwned>(&self) -> Vec<Diagnostic> {
        let decoder = Decoder::new().context(self.context);
        let (decoded, unused) = decoder.collect_unknown_fields(|decoder| {
            decoder.from_body::<T>(self.document.body()).map(drop)
        });
        let decoding = decoded.err().map_or(Vec::new(), |error| error.into_diagnostics());
        let invalid = self.document.invalid();
        // Invalid parts are in source order and don't overlap.
        let overlaps = |span: Span| {
            let next = invalid.partition_point(|it| it.end < span.start);
            invalid.get(next).is_some_and(|it| it.start <= span.end)
        };
        let is_about_valid = |diagnostic: &Diagnostic| {
            let is_missing = matches!(diagnostic.what(), About::Missing { .. } | About::Incomplete);
            let places = [diagnostic.span(), diagnostic.context()];
            self.mistakes.is_empty() || !is_missing && !places.into_iter().flatten().any(overlaps)
        };
        let mut diagnostics = self.mistakes.clone();
        let mistake = |diagnostic: &Diagnostic| (diagnostic.span(), diagnostic.code());
        let mut known: HashSet<_> = diagnostics.iter().map(mistake).collect();
        let others = decoding.into_iter().chain(unused).filter(is_about_valid);
        let others = others.map(|each| catalog::placed(each, |name| self.owners(name)));
        diagnostics.extend(others.filter(|diagnostic| known.insert(mistake(diagnostic))));
        diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|subject| subject.start));
        diagnostics
    }

    /// The bodies of the document that have a name.
    fn owners(&self, name: &str) -> Vec<String> {
        let (mut owners, mut searched) = (Vec::new(), 0);
        let mut bodies = vec![(catalog::TOP_LEVEL.to_owned(), self.description.body())];
        while let Some((owner, body)) = bodies.get(searched).filter(|_| searched < BODIES) {
            let has_block = || body.blocks_named(name).next().is_some();
            if (body.attribute(name).is_some() || has_block()) && !owners.contains(owner) {
                owners.push(owner.clone());
            }
            let inner = body.blocks().iter().map(|it| (format!("{:?}", it.name()), it.body()));
            let inner: Vec<_> = inner.collect();
            bodies.extend(inner);
            searched += 1;
        }
        owners
    }

    /// The fixes of those of the diagnostics that are about a place, which is an offset or a selection: each as by
    /// [`Diagnostic::fix`], alone.
    pub fn quick_fixes(&self, diagnostics: &[Diagnostic], place: Span) -> Vec<QuickFix> {
        let touched = diagnostics.iter().enumerate().filter(|(_, diagnostic)| {
            let subject = diagnostic.span();
            subject.is_some_and(|it| it.start <= place.end && place.start <= it.end)
        });
        let fixes = touched.filter_map(|(number, diagnostic)| {
            let fix = diagnostic.fix()?;
            let edit = Edit { span: fix.span, text: fix.text.to_owned() };
            let title = diagnostic.help().unwrap_or(diagnostic.summary()).to_owned();
            Some(QuickFix { title, diagnostic: number, edit })
        });
        fixes.collect()
    }
}
