//! The parts of an [`Error`](crate::Error), and diagnostics that applications report themselves.

// One catalog has all texts, and one file renders them.
//
// - No summary, detail or help outside `catalog`; its constructors take the facts. Facts can be texts: the
//   reason of a failed conversion, the message of a function.
// - No diagnostic is built on the success path.
// - No use of the crate that draws reports outside `report`.

mod build;
pub(crate) mod catalog;
pub(crate) mod cause;
mod complete;
pub(crate) mod error;
mod excerpt;
pub(crate) mod fix;
mod message;
#[cfg(feature = "miette")]
mod miette;
mod options;
mod path;
mod report;
mod serialize;
pub(crate) mod trial;

use std::borrow::Cow;
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

pub use self::catalog::codes;
pub use self::error::Category;
pub(crate) use self::excerpt::Excerpt;
use self::excerpt::SourceKey;
use self::fix::Correction;
pub use self::fix::Fix;
pub use self::options::ReportOptions;
pub(crate) use self::path::{Path, Segment};
pub(crate) use self::report::render;
use crate::text::source::{Lookup, Origin};
use crate::text::span::{Position, Span};

/// The severity of a diagnostic.
///
/// ```
/// use serde_hcl::diagnostic::{Diagnostic, Severity};
///
/// let diagnostic = Diagnostic::warning("old-name", "Deprecated argument");
/// assert_eq!(diagnostic.severity(), Severity::Warning);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// The input can't be processed as requested.
    Error,
    /// The input can be processed, but its meaning is probably not the intended one.
    Warning,
}

/// A diagnostic: the problem, its position, the cause and the help.
///
/// ```
/// let error = serde_hcl::parse("a = 1\na = 2\n").unwrap_err();
/// let diagnostic = &error.diagnostics()[0];
/// assert_eq!(diagnostic.code(), "attribute-redefined");
/// assert_eq!(diagnostic.position().unwrap().line, 2);
/// assert_eq!(diagnostic.labels().len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Diagnostic(Arc<Content>);

/// The content of a diagnostic. It is shared: a lazy variable that fails reports the diagnostics of all
/// variables that it depends on, again and again.
#[derive(Clone, Debug)]
struct Content {
    severity: Severity,
    code: &'static str,
    summary: Cow<'static, str>,
    detail: String,
    span: Option<Span>,
    context: Option<Span>,
    labels: Arc<Vec<Label>>,
    notes: Vec<String>,
    help: Option<String>,
    correction: Option<Correction>,
    excerpt: Option<Arc<Excerpt>>,
    path: Path,
    about: About,
}

/// The subject of the help of a diagnostic, for code that completes the help.
#[derive(Clone, Debug)]
pub(crate) enum About {
    Other,
    /// The text of a user's own `Deserialize` or `Serialize`.
    Custom,
    /// A block that a `dynamic` block generates.
    Generated,
    /// A block or a label that is missing.
    Incomplete,
    /// A name that the target doesn't know.
    Unknown(String),
    /// A part of what stands here, such as an operand: all its wrong parts are one mistake.
    PartOf(Span),
    /// Nesting that is too deep.
    Depth,
    /// A field that is missing; `adds_argument` if the help adds it as an argument.
    Missing {
        field: String,
        adds_argument: bool,
    },
    /// A word without a value: whether the help says how to write it as a text, and the names that it lists.
    Word {
        is_text: bool,
        names: Option<String>,
    },
}

impl About {
    fn missing(field: &str) -> Self {
        About::Missing { field: field.to_owned(), adds_argument: false }
    }
}

/// A further place of a diagnostic, with an explanation.
///
/// ```
/// let error = serde_hcl::parse("a = 1\na = 2\n").unwrap_err();
/// let label = &error.diagnostics()[0].labels()[0];
/// assert_eq!(label.position().unwrap().line, 1);
/// assert!(!label.text().is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Label {
    span: Span,
    text: String,
    excerpt: Option<Arc<Excerpt>>,
}

impl Label {
    /// The place, in its source.
    ///
    /// ```
    /// let source = "a = 1\nb = 2\na = 3\n";
    /// let error = serde_hcl::parse(source).unwrap_err();
    /// let label = &error.diagnostics()[0].labels()[0];
    /// assert_eq!((label.span().start, label.span().text(source)), (0, "a"));
    /// ```
    pub fn span(&self) -> Span {
        self.span
    }

    /// The meaning of the place for the diagnostic.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The name of the source, if it has one.
    ///
    /// ```
    /// use serde_hcl::Document;
    ///
    /// let error = Document::parse("a = 1\na = 2\n", Some("main.hcl")).unwrap_err();
    /// assert_eq!(error.diagnostics()[0].labels()[0].source_name(), Some("main.hcl"));
    /// ```
    pub fn source_name(&self) -> Option<&str> {
        self.excerpt.as_ref()?.name()
    }

    /// The position where the place starts, in grapheme clusters.
    pub fn position(&self) -> Option<Position> {
        self.excerpt.as_ref()?.position()
    }

    /// The position after the last character of the place.
    ///
    /// ```
    /// let error = serde_hcl::parse("name = 1\nname = 2\n").unwrap_err();
    /// let end = error.diagnostics()[0].labels()[0].end_position().unwrap();
    /// assert_eq!((end.line, end.column), (1, 5));
    /// ```
    pub fn end_position(&self) -> Option<Position> {
        self.excerpt.as_ref()?.end_position()
    }

    /// A place in a text that was decoded, with a name for the text.
    pub(crate) fn in_text(name: &str, text: &str, span: Span, explanation: &str) -> Self {
        let name = Arc::from(name);
        let mut label = Label { span, text: explanation.to_owned(), excerpt: None };
        label.attach(&mut Lookup::new(Origin::new(Some(&name), text)));
        label
    }

    fn attach(&mut self, origin: &mut Lookup<'_>) {
        if self.excerpt.is_none() {
            let found = origin.find(self.span);
            self.span = found.span;
            self.excerpt = Some(Arc::new(Excerpt::new(found.name, found.span, found.lines)));
        }
    }
}

impl Diagnostic {
    /// The place and the text as a label of another diagnostic. `None` if the diagnostic has no place.
    pub(crate) fn to_label(&self) -> Option<Label> {
        let text = if self.0.detail.is_empty() { self.summary() } else { self.detail() };
        Some(Label { span: self.0.span?, text: text.to_owned(), excerpt: self.0.excerpt.clone() })
    }

    fn content_mut(&mut self) -> &mut Content {
        Arc::make_mut(&mut self.0)
    }

    /// Gives the diagnostic a place if it has none yet.
    pub(crate) fn or_at(&mut self, span: Span) {
        if self.0.span.is_none() {
            self.content_mut().span = Some(span);
        }
    }

    /// Keeps the lines for a report, so that the diagnostic outlives its source. From then on its
    /// spans are those in its file.
    pub(crate) fn attach(&mut self, origin: &mut Lookup<'_>) {
        let content = self.content_mut();
        let correction = content.correction.take();
        content.correction = correction.and_then(|it| it.attached(content.span, origin));
        let excerpt = match &mut content.span {
            Some(span) => {
                let context = content.context.map(|context| origin.written(context));
                let found = origin.find(*span);
                content.context = context.map(|context| context.back_by(found.start));
                *span = found.span;
                Excerpt::new(found.name, found.span, found.lines)
            }
            None => Excerpt::anywhere(origin.name()),
        };
        content.excerpt = Some(Arc::new(excerpt));
        if content.labels.iter().any(|label| label.excerpt.is_none()) {
            for label in Arc::make_mut(&mut content.labels) {
                label.attach(origin);
            }
        }
    }

    /// The diagnostic, attached to the source unless it is already attached.
    pub(crate) fn attached_to(mut self, origin: Origin<'_>) -> Self {
        if self.0.excerpt.is_none() {
            self.attach(&mut Lookup::new(origin));
        }
        self
    }

    /// The same kind of diagnostic at the same place, without everything that may reveal a hidden
    /// source: its text, facts from it, and labels in it.
    pub(crate) fn without_source(self, detail: &str) -> Self {
        let content = Arc::unwrap_or_clone(self.0);
        let summary = match content.summary {
            Cow::Borrowed(summary) => summary,
            Cow::Owned(_) => catalog::CUSTOM_SUMMARY,
        };
        let mut bare = Diagnostic::error(content.code, summary).with_detail(detail);
        let shown = bare.content_mut();
        shown.severity = content.severity;
        shown.span = content.span;
        shown.path = content.path;
        shown.excerpt = content.excerpt.map(|excerpt| Arc::new(excerpt.without_text()));
        bare
    }

    /// The same diagnostic without the source text at its place.
    pub(crate) fn without_text(mut self) -> Self {
        let content = self.content_mut();
        content.excerpt = content.excerpt.take().map(|excerpt| Arc::new(excerpt.without_text()));
        self
    }

    /// The sort key: the source and the position in it.
    pub(crate) fn place(&self) -> (Option<&str>, Option<Span>) {
        (self.source_name(), self.0.span)
    }

    /// Whether the label is in the source of the diagnostic. Several sources may have one name, or none.
    #[cfg(feature = "miette")]
    pub(crate) fn is_beside(&self, label: &Label) -> bool {
        self.source() == label.excerpt.as_deref().map(Excerpt::source)
    }

    fn source(&self) -> Option<SourceKey<'_>> {
        self.excerpt().map(Excerpt::source)
    }

    /// An identifier of the mistake, which all its diagnostics share. An operator or a function that is
    /// wrong for its operands is one mistake.
    pub(crate) fn mistake(&self) -> impl Hash + Eq {
        match self.0.about {
            About::PartOf(whole) => (self.source(), Some(whole), self.0.code, ""),
            _ => (self.source(), self.0.span, self.0.code, self.detail()),
        }
    }

    /// The diagnostic at a place this many bytes later.
    pub(crate) fn moved(mut self, bytes: u32) -> Self {
        let moved = |span: Span| span.forward_by(bytes);
        let content = self.content_mut();
        content.span = content.span.map(moved);
        content.context = content.context.map(moved);
        if let Some(correction) = &mut content.correction {
            correction.moved(bytes);
        }
        for label in Arc::make_mut(&mut content.labels) {
            label.span = moved(label.span);
        }
        self
    }

    /// Sorts diagnostics by their places.
    pub(crate) fn sort(diagnostics: &mut [Diagnostic]) {
        diagnostics.sort_by(|one, other| one.place().cmp(&other.place()));
    }

    pub(crate) fn excerpt(&self) -> Option<&Excerpt> {
        self.0.excerpt.as_deref()
    }

    /// The subject of the help.
    pub(crate) fn what(&self) -> &About {
        &self.0.about
    }

    pub(crate) fn steps(&self) -> &Path {
        &self.0.path
    }

    /// The path from the top of the document to the value, as in `job.group[0].task["web"].port`: names
    /// of attributes and block types, labels in quotes, and positions. `None` if it is not about a
    /// value.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// let source = "web {\n  ports = [80, \"http\"]\n}\n";
    /// type Servers = BTreeMap<String, BTreeMap<String, Vec<u16>>>;
    /// let error = serde_hcl::from_str::<Servers>(source).unwrap_err();
    /// assert_eq!(error.diagnostics()[0].path().as_deref(), Some("web.ports[1]"));
    /// ```
    pub fn path(&self) -> Option<String> {
        Some(self.0.path.to_string()).filter(|path| !path.is_empty())
    }

    /// The severity.
    pub fn severity(&self) -> Severity {
        self.0.severity
    }

    /// A stable name of the kind of diagnostic, such as `unknown-variable`.
    ///
    /// ```
    /// use serde_hcl::{Context, parse_expression};
    ///
    /// let context = Context::new().variable("count", 1);
    /// let error = parse_expression("size")?.evaluate(&context).unwrap_err();
    /// assert_eq!(error.diagnostics()[0].code(), "unknown-variable");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn code(&self) -> &'static str {
        self.0.code
    }

    /// The problem in a few words.
    ///
    /// ```
    /// let error = serde_hcl::parse("a = \n").unwrap_err();
    /// assert_eq!(error.diagnostics()[0].summary(), "Invalid expression");
    /// ```
    pub fn summary(&self) -> &str {
        &self.0.summary
    }

    /// The problem with the facts of this case.
    ///
    /// ```
    /// use serde_hcl::diagnostic::Diagnostic;
    ///
    /// // A diagnostic need not have a detail.
    /// assert_eq!(Diagnostic::error("port", "Invalid port").detail(), "");
    /// ```
    pub fn detail(&self) -> &str {
        &self.0.detail
    }

    /// The exact place, if it is known.
    ///
    /// ```
    /// let source = "a = 1\na = 2\n";
    /// let error = serde_hcl::parse(source).unwrap_err();
    /// let span = error.diagnostics()[0].span().unwrap();
    /// assert_eq!((span.start, span.text(source)), (6, "a"));
    /// ```
    pub fn span(&self) -> Option<Span> {
        self.0.span
    }

    /// The wider construct that contains the [span](Self::span).
    pub fn context(&self) -> Option<Span> {
        self.0.context
    }

    /// Other places that explain the diagnostic.
    pub fn labels(&self) -> &[Label] {
        &self.0.labels
    }

    /// The values that the diagnostic refers to, one for each note: `var.port is "eighty"`.
    /// Sensitive values are not shown.
    ///
    /// ```
    /// use serde_hcl::{Context, parse_expression, value};
    ///
    /// let context = Context::new().variable("var", value!({ "port": "eighty" }));
    /// let error = parse_expression("var.port + 1")?.evaluate(&context).unwrap_err();
    /// assert_eq!(error.diagnostics()[0].notes(), ["var.port is \"eighty\""]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn notes(&self) -> &[String] {
        &self.0.notes
    }

    /// The suggested fix.
    ///
    /// ```
    /// use serde_hcl::{Context, parse_expression};
    ///
    /// let context = Context::new().variable("count", 1);
    /// let error = parse_expression("cont")?.evaluate(&context).unwrap_err();
    /// assert!(error.diagnostics()[0].help().unwrap().contains("count"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn help(&self) -> Option<&str> {
        self.0.help.as_deref()
    }

    /// The edit that removes the cause, if there is one that fits certainly: applied, this diagnostic is gone, and no
    /// other one has come. Those of values are names, signs and quotes; one of a syntax error is tried when it is asked
    /// for the first time, by parsing the items around it again.
    ///
    /// ```
    /// let source = "ports = [80, 443\n";
    /// let error = serde_hcl::parse(source).unwrap_err();
    /// let fix = error.diagnostics()[0].fix().unwrap();
    /// let mut fixed = source.to_owned();
    /// fixed.replace_range(fix.span.range(), fix.text);
    /// assert_eq!(fixed, "ports = [80, 443]\n");
    /// assert!(serde_hcl::parse(&fixed).is_ok());
    /// ```
    pub fn fix(&self) -> Option<Fix<'_>> {
        self.0.correction.as_ref()?.fix()
    }

    /// The name of the source, if it has one.
    ///
    /// ```
    /// use serde_hcl::Document;
    ///
    /// let error = Document::parse("a = \n", Some("main.hcl")).unwrap_err();
    /// assert_eq!(error.diagnostics()[0].source_name(), Some("main.hcl"));
    /// assert_eq!(serde_hcl::parse("a = \n").unwrap_err().diagnostics()[0].source_name(), None);
    /// ```
    pub fn source_name(&self) -> Option<&str> {
        self.excerpt()?.name()
    }

    /// The position of the start of the span.
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("[\"é\", missing]")?;
    /// let error = expression.evaluate(&serde_hcl::Context::new()).unwrap_err();
    /// let diagnostic = &error.diagnostics()[0];
    /// let (start, end) = (diagnostic.position().unwrap(), diagnostic.end_position().unwrap());
    /// // The letter has one column and two bytes.
    /// assert_eq!((start.column, end.column), (7, 14));
    /// assert_eq!(diagnostic.span().unwrap().start, 7);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn position(&self) -> Option<Position> {
        self.excerpt()?.position()
    }

    /// The position after the last character of the span. Like [`position`](Self::position), it
    /// counts grapheme clusters; [`range_in`](Self::range_in) has both positions in other units.
    pub fn end_position(&self) -> Option<Position> {
        self.excerpt()?.end_position()
    }
}

/// One line: position, path of the value, message. `{:#}` adds the source line and a caret.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let excerpt = self.excerpt();
        if let Some(excerpt) = excerpt {
            f.write_str(&excerpt.location())?;
        }
        if let Some(path) = self.path() {
            write!(f, "{path}: ")?;
        }
        f.write_str(&self.message())?;
        match excerpt.filter(|_| f.alternate()) {
            Some(excerpt) => excerpt.write_caret(f),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Diagnostic {}

/// The lines of a text, joined to one.
fn one_line(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}
