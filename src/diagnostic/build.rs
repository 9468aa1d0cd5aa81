//! Building diagnostics: each method adds a part.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::fix::{Correction, Target, Trial};
use super::{About, Content, Diagnostic, Excerpt, Label, Path, Segment, Severity, catalog};
use crate::text::source::Lookup;
use crate::text::span::Span;
use crate::text::suggest::{self, Suggestion};

impl Diagnostic {
    /// A diagnostic with texts that have facts.
    pub(super) fn row(
        code: &'static str,
        summary: fmt::Arguments<'_>,
        detail: fmt::Arguments<'_>,
    ) -> Self {
        let plain = summary.as_str().map(Cow::Borrowed);
        let summary = plain.unwrap_or_else(|| Cow::Owned(std::fmt::format(summary)));
        Diagnostic::error(code, summary).with_detail(std::fmt::format(detail))
    }

    /// Creates an error diagnostic of the application. `code` is a stable name for this kind of
    /// diagnostic, the summary describes the problem in a few words.
    ///
    /// ```
    /// use serde_hcl::{Error, parse};
    /// use serde_hcl::diagnostic::Diagnostic;
    ///
    /// let document = parse("min = 5\nmax = 3\n")?;
    /// let [min, max] = ["min", "max"].map(|name| document.body().attribute(name).unwrap());
    /// let diagnostic = Diagnostic::error("empty-range", "Empty range")
    ///     .with_detail("The least value is greater than the greatest one.")
    ///     .with_span(max.expression().span())
    ///     .with_label(min.expression().span(), "the least value")
    ///     .with_help("exchange the two values");
    ///
    /// let error = Error::from(document.attach(diagnostic));
    /// assert_eq!((error.code(), error.line(), error.column()), ("empty-range", Some(2), Some(7)));
    /// assert!(error.report().contains("Help: exchange the two values"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[cold]
    pub fn error(code: &'static str, summary: impl Into<Cow<'static, str>>) -> Self {
        Diagnostic(Arc::new(Content {
            severity: Severity::Error,
            code,
            summary: summary.into(),
            detail: String::new(),
            span: None,
            context: None,
            labels: Arc::default(),
            notes: Vec::new(),
            help: None,
            correction: None,
            excerpt: None,
            path: Path::default(),
            about: About::Other,
        }))
    }

    /// Creates a warning of the application; see [`error`](Self::error).
    ///
    /// ```
    /// use serde_hcl::diagnostic::{Diagnostic, Severity};
    ///
    /// let warning = Diagnostic::warning("deprecated", "Deprecated argument").with_help("use \"zones\"");
    /// assert_eq!(warning.severity(), Severity::Warning);
    /// assert_eq!(warning.to_string(), "Deprecated argument; use \"zones\"");
    /// ```
    pub fn warning(code: &'static str, summary: impl Into<Cow<'static, str>>) -> Self {
        Diagnostic::error(code, summary).into_warning()
    }

    /// The diagnostic as a warning.
    pub(crate) fn into_warning(mut self) -> Self {
        self.content_mut().severity = Severity::Warning;
        self
    }

    /// Adds a sentence with the facts of this case.
    ///
    /// ```
    /// use serde_hcl::diagnostic::Diagnostic;
    ///
    /// let diagnostic = Diagnostic::error("port", "Invalid port").with_detail("The port is 0.");
    /// assert_eq!(diagnostic.to_string(), "Invalid port: The port is 0.");
    /// ```
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.content_mut().detail = detail.into();
        self
    }

    /// Sets the exact place. Spans are those of the views, in the document that the diagnostic is
    /// attached to with [`Document::attach`](crate::Document::attach).
    ///
    /// ```
    /// use serde_hcl::diagnostic::Diagnostic;
    ///
    /// let document = serde_hcl::parse("name = \"web\"\nport = 0\n")?;
    /// let port = document.body().attribute("port").unwrap();
    /// let diagnostic = Diagnostic::error("port", "Invalid port").with_span(port.expression().span());
    /// // A diagnostic has a position when it is attached to its document.
    /// assert_eq!(diagnostic.position(), None);
    /// assert_eq!(document.attach(diagnostic).position().unwrap().line, 2);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_span(mut self, span: impl Into<Option<Span>>) -> Self {
        self.content_mut().span = span.into();
        self
    }

    /// Sets the wider construct that contains the place.
    ///
    /// ```
    /// use serde_hcl::diagnostic::Diagnostic;
    ///
    /// let document = serde_hcl::parse("port = 1 - 1\n")?;
    /// let port = document.body().attribute("port").unwrap();
    /// let diagnostic = Diagnostic::error("port", "Invalid port");
    /// let diagnostic = diagnostic.with_span(port.expression().span()).with_context(port.span());
    /// assert_eq!(diagnostic.context(), Some(port.span()));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_context(mut self, context: impl Into<Option<Span>>) -> Self {
        self.content_mut().context = context.into();
        self
    }

    /// Adds a further place that explains the diagnostic.
    ///
    /// ```
    /// use serde_hcl::diagnostic::Diagnostic;
    ///
    /// let document = serde_hcl::parse("min = 5\nmax = 1\n")?;
    /// let spans: Vec<_> = document.body().attributes().map(|it| it.expression().span()).collect();
    /// let mistake = Diagnostic::error("order", "Wrong order").with_span(spans[1]).with_label(spans[0], "must be less");
    /// assert_eq!(mistake.labels()[0].text(), "must be less");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_label(mut self, span: impl Into<Option<Span>>, text: impl Into<String>) -> Self {
        let label = |span| Label { span, text: text.into(), excerpt: None };
        Arc::make_mut(&mut self.content_mut().labels).extend(span.into().map(label));
        self
    }

    /// Adds a step of a cycle: the first one is the span, the others are labels.
    pub(crate) fn step(self, origin: &mut Lookup<'_>, span: Span, text: String) -> Self {
        if self.0.span.is_some() {
            return self.with_label_in(origin, span, text);
        }
        let mut first = self.with_span(span);
        first.attach(origin);
        first
    }

    /// Adds a label that may be in another source.
    pub(crate) fn with_attached_label(mut self, label: Label) -> Self {
        Arc::make_mut(&mut self.content_mut().labels).push(label);
        self
    }

    /// Adds a label in another source, unless the place has a text already.
    pub(crate) fn with_label_in(
        mut self,
        origin: &mut Lookup<'_>,
        span: Span,
        text: impl Into<String>,
    ) -> Self {
        let mut label = Label { span, text: text.into(), excerpt: None };
        label.attach(origin);
        let place = (Some(span), label.excerpt.as_deref().map(Excerpt::source));
        let others = self
            .labels()
            .iter()
            .map(|it| (Some(it.span), it.excerpt.as_deref().map(Excerpt::source)));
        if !others.chain([(self.span(), self.source())]).any(|other| other == place) {
            Arc::make_mut(&mut self.content_mut().labels).push(label);
        }
        self
    }

    /// Adds a note, such as a value that the diagnostic refers to.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.content_mut().notes.push(note.into());
        self
    }

    /// Sets the suggested fix.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.content_mut().help = Some(help.into());
        self
    }

    /// Sets the help of a row, if there is none. An empty text is none.
    pub(super) fn or_help(self, help: fmt::Arguments<'_>) -> Self {
        match self.0.help.is_none() && help.as_str() != Some("") {
            true => self.with_help(std::fmt::format(help)),
            false => self,
        }
    }

    pub(crate) fn without_help(mut self) -> Self {
        self.content_mut().help = None;
        self
    }

    /// Sets an edit that removes the cause: a text in the place of these bytes. Editors offer it.
    ///
    /// ```
    /// use serde_hcl::diagnostic::Diagnostic;
    ///
    /// let document = serde_hcl::parse("zone_names = []\n")?;
    /// let zones = document.body().attribute("zone_names").unwrap();
    /// let warning = Diagnostic::warning("deprecated", "Deprecated argument")
    ///     .with_span(zones.name_span())
    ///     .with_help("use \"zones\"")
    ///     .with_fix(zones.name_span(), "zones");
    /// assert_eq!(document.attach(warning).fix().unwrap().text, "zones");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_fix(self, span: Span, text: impl Into<String>) -> Self {
        self.corrected(Target::Bytes(span), text.into())
    }

    /// Sets what the help is about.
    pub(super) fn about(mut self, about: About) -> Self {
        self.content_mut().about = about;
        self
    }

    /// Suggests the nearest name, if one is near enough.
    pub(super) fn did_you_mean(self, nearest: Option<&str>) -> Self {
        match nearest {
            Some(name) => self.with_help(format!("did you mean \"{name}\"?")).with_name(name),
            None => self,
        }
    }

    /// Adds suggestions for a name.
    pub(super) fn suggesting(self, given: &str, suggestion: &Suggestion<'_>) -> Self {
        match (suggestion, catalog::suggested(given, suggestion)) {
            (Suggestion::Nearest(name), Some(help)) => self.with_help(help).with_name(name),
            (_, Some(help)) => self.with_help(help),
            (_, None) => self,
        }
    }

    /// Replaces the help by suggestions for a name among fields, if there are any.
    pub(super) fn among(mut self, given: &str, fields: &[&'static str]) -> Self {
        self = self.about(About::Unknown(given.to_owned()));
        let names = fields.iter().copied().filter(|name| !name.starts_with('$'));
        match fields.is_empty() {
            true => self,
            false => self.without_help().suggesting(given, &suggest::suggest(given, names)),
        }
    }

    /// Sets a name as the correct one in the place of that in the span.
    pub(super) fn with_name(self, name: &str) -> Self {
        self.corrected(Target::Name, name.to_owned())
    }

    /// Sets a bracket as missing before an offset; `open` is the bracket that it closes.
    pub(super) fn with_closing(self, bracket: &str, open: Span, before: u32) -> Self {
        self.corrected(Target::Closing { open, before }, bracket.to_owned())
    }

    /// Sets a text in the place of the subject; an empty one removes it.
    pub(super) fn replaced(self, text: impl Into<String>) -> Self {
        self.corrected(Target::Subject, text.into())
    }

    /// Sets a text in the place of these bytes, if they are known.
    pub(super) fn edited(self, place: impl Into<Option<Span>>, text: impl Into<String>) -> Self {
        match place.into() {
            Some(place) => self.with_fix(place, text),
            None => self,
        }
    }

    /// Gives the fix a trial, or removes it.
    pub(super) fn try_fix(&mut self, trial: Option<Trial>) {
        let content = self.content_mut();
        let correction = content.correction.take().filter(|_| trial.is_some());
        content.correction = correction.map(|correction| Correction { trial, ..correction });
    }

    fn corrected(mut self, target: Target, text: String) -> Self {
        self.content_mut().correction = Some(Correction { target, text, trial: None });
        self
    }

    pub(crate) fn with_steps(mut self, path: Path) -> Self {
        self.content_mut().path = path;
        self
    }

    /// Adds a step at the start of the path.
    pub(crate) fn lead_by(&mut self, segment: Segment) {
        self.content_mut().path.lead_by(segment);
    }
}
