//! The error type: one word wide, with its contents in a box.

use std::cell::RefCell;
use std::fmt;
use std::io;
use std::sync::{Arc, OnceLock};

use hashbrown::HashSet;

use crate::diagnostic::cause::ErrorCause;
use crate::diagnostic::{self, Diagnostic, ReportOptions};
use crate::text::span::Span;
use crate::value::ConversionError;

/// The result of a call of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of any phase, with its position.
///
/// - `{}` is one line: position, path of the field, message.
/// - `{:#}` adds the source line and a caret, for each diagnostic; `{:?}` is the same.
/// - [`report`](Error::report) renders the full report.
///
/// ```
/// use std::collections::HashMap;
///
/// let source = "ports = [80, \"http\"]\n";
/// let error = serde_hcl::from_str::<HashMap<String, Vec<u16>>>(source).unwrap_err();
/// let expected = r#"1:14: ports[1]: Unsuitable value type: Expected a whole number from 0 to 65535, found the string "http"; write a number in digits
///   |
/// 1 | ports = [80, "http"]
///   |              ^^^^^^"#;
/// assert_eq!(format!("{error:#}"), expected);
/// assert_eq!((error.line(), error.column()), (Some(1), Some(14)));
/// ```
#[derive(Clone)]
pub struct Error(Arc<Inner>);

const _: () = assert!(size_of::<Error>() == size_of::<usize>());

#[derive(Clone)]
struct Inner {
    category: Category,
    /// Made when somebody reads them, if they follow from the cause.
    diagnostics: OnceLock<Vec<Diagnostic>>,
    io: Option<Arc<io::Error>>,
    cause: Option<ErrorCause>,
}

/// The phase that failed.
///
/// ```
/// use serde_hcl::diagnostic::Category;
///
/// let category = |source| serde_hcl::from_str::<Vec<u8>>(source).unwrap_err().category();
/// assert_eq!(category("a = \n"), Category::Syntax);
/// assert_eq!(category("a = 1\n"), Category::Data);
/// let error = serde_hcl::parse_expression("missing")?.evaluate(&Default::default()).unwrap_err();
/// assert_eq!(error.category(), Category::Evaluation);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Category {
    /// The source could not be read, or the document could not be written.
    Io,
    /// The source is not valid HCL.
    Syntax,
    /// An expression has no value: an unknown variable, a failed function, a wrong operand.
    Evaluation,
    /// A value does not fit the Rust type.
    Data,
    /// A Rust value can't be written in HCL.
    Encoding,
    /// A document can't be changed as requested.
    Edit,
    /// A diagnostic of the application.
    Application,
}

impl Error {
    pub(crate) fn new(category: Category, diagnostics: Vec<Diagnostic>) -> Self {
        Self::made(category, OnceLock::from(diagnostics), None)
    }

    fn made(
        category: Category,
        diagnostics: OnceLock<Vec<Diagnostic>>,
        cause: Option<ErrorCause>,
    ) -> Self {
        Error(Arc::new(Inner { category, diagnostics, io: None, cause }))
    }

    /// An error about a value that does not fit its target, with the diagnostic that follows from the facts.
    #[cold]
    pub(crate) fn of_cause(cause: ErrorCause) -> Self {
        Self::made(Category::Data, OnceLock::new(), Some(cause))
    }

    pub(crate) fn of(category: Category, diagnostic: Diagnostic) -> Self {
        Self::new(category, vec![diagnostic])
    }

    pub(crate) fn unreadable(error: io::Error) -> Self {
        Self::io(diagnostic::catalog::unreadable(&error), error)
    }

    pub(crate) fn unwritable(error: io::Error) -> Self {
        Self::io(diagnostic::catalog::unwritable(&error), error)
    }

    fn io(diagnostic: Diagnostic, error: io::Error) -> Self {
        let mut this = Self::of(Category::Io, diagnostic);
        this.inner().io = Some(Arc::new(error));
        this
    }

    #[cold]
    pub(crate) fn syntax(diagnostic: Diagnostic) -> Self {
        Self::of(Category::Syntax, diagnostic)
    }

    #[cold]
    pub(crate) fn evaluation(diagnostic: Diagnostic) -> Self {
        Self::of(Category::Evaluation, diagnostic)
    }

    /// An error about a value that does not fit its target.
    #[cold]
    pub(crate) fn data(diagnostic: Diagnostic) -> Self {
        Self::of(Category::Data, diagnostic)
    }

    #[cold]
    pub(crate) fn encoding(diagnostic: Diagnostic) -> Self {
        Self::of(Category::Encoding, diagnostic)
    }

    #[cold]
    pub(crate) fn edit(diagnostic: Diagnostic) -> Self {
        Self::of(Category::Edit, diagnostic)
    }

    fn inner(&mut self) -> &mut Inner {
        Arc::make_mut(&mut self.0)
    }

    pub(super) fn with_diagnostics(mut self, diagnostics: Vec<Diagnostic>) -> Self {
        self.inner().diagnostics = OnceLock::from(diagnostics);
        self
    }

    fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        self.diagnostics();
        self.inner().diagnostics.take().unwrap_or_default()
    }

    pub(super) fn change(mut self, change: impl FnOnce(&mut Vec<Diagnostic>)) -> Self {
        let mut diagnostics = self.take_diagnostics();
        change(&mut diagnostics);
        self.with_diagnostics(diagnostics)
    }

    pub(super) fn map(self, change: impl FnMut(Diagnostic) -> Diagnostic) -> Self {
        self.change(|all| *all = std::mem::take(all).into_iter().map(change).collect())
    }

    /// Gives another cause, or none. The diagnostics do not change.
    pub(crate) fn with_cause(mut self, cause: impl Into<Option<ErrorCause>>) -> Self {
        self.diagnostics();
        self.inner().cause = cause.into();
        self
    }

    pub(crate) fn in_category(mut self, category: Category) -> Self {
        self.inner().category = category;
        self
    }

    pub(crate) fn cause(&self) -> Option<&ErrorCause> {
        self.0.cause.as_ref()
    }

    /// Adds the names of the possible variants.
    pub(crate) fn with_variants(mut self, variants: &'static [&'static str]) -> Self {
        if let Some(ErrorCause::Refused { wants, .. } | ErrorCause::NoValue(wants)) =
            &mut self.inner().cause
        {
            wants.variants = variants;
        }
        self
    }

    /// Adds the diagnostics of another error. The category does not change.
    ///
    /// ```
    /// let mut error = serde_hcl::parse("a = \n").unwrap_err();
    /// error.append(serde_hcl::parse("b = \n").unwrap_err());
    /// assert_eq!(error.diagnostics().len(), 2);
    /// ```
    pub fn append(&mut self, other: Error) {
        self.extend(other.into_diagnostics());
    }

    /// The diagnostics without their error.
    ///
    /// ```
    /// let diagnostics = serde_hcl::parse("a = \nb = \n").unwrap_err().into_diagnostics();
    /// assert_eq!(diagnostics.len(), 2);
    /// ```
    pub fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        self.take_diagnostics()
    }

    /// The phase that failed.
    ///
    /// ```
    /// use serde_hcl::diagnostic::Category;
    ///
    /// let error = serde_hcl::from_path::<String>("nowhere.hcl").unwrap_err();
    /// assert_eq!((error.category(), error.line()), (Category::Io, None));
    /// ```
    pub fn category(&self) -> Category {
        self.0.category
    }

    /// The code of the first diagnostic: a stable name, such as `invalid-type`. [All codes](crate::error_codes)
    /// are on a page.
    ///
    /// ```
    /// let error = serde_hcl::parse("a = 1\na = 2\n").unwrap_err();
    /// assert_eq!(error.code(), "attribute-redefined");
    /// ```
    pub fn code(&self) -> &'static str {
        self.diagnostics().first().map_or("unspecified", Diagnostic::code)
    }

    /// The line of the first diagnostic, from 1. `None` if it has no source: for values that are decoded or
    /// encoded, and files that can't be read.
    ///
    /// ```
    /// use serde_hcl::value;
    ///
    /// assert_eq!(serde_hcl::parse("a = 1\nb = \n").unwrap_err().line(), Some(2));
    /// let error = serde_hcl::from_value::<u8>(value!("many")).unwrap_err();
    /// assert_eq!((error.line(), error.column()), (None, None));
    /// ```
    pub fn line(&self) -> Option<usize> {
        Some(self.diagnostics().first()?.position()?.line)
    }

    /// The column of the first diagnostic in grapheme clusters, from 1. `None` if
    /// [`line`](Error::line) is `None`.
    pub fn column(&self) -> Option<usize> {
        Some(self.diagnostics().first()?.position()?.column)
    }

    /// The bytes of the first diagnostic in its source. `None` if [`line`](Error::line) is `None`.
    ///
    /// ```
    /// let source = "name = \"é\"\nname = 2\n";
    /// let error = serde_hcl::parse(source).unwrap_err();
    /// assert_eq!(error.span().unwrap().range(), 12..16);
    /// ```
    pub fn span(&self) -> Option<Span> {
        self.diagnostics().first()?.span()
    }

    /// The path from the top of the document to the value that failed, as in `service[2].ports`.
    /// `None` for syntax errors, and for errors about the whole document. In blocks that
    /// a `dynamic` block generates, it starts at the decoded part.
    ///
    /// ```
    /// use std::collections::HashMap;
    ///
    /// let source = "ports = [80, \"http\"]\n";
    /// let error = serde_hcl::from_str::<HashMap<String, Vec<u16>>>(source).unwrap_err();
    /// assert_eq!(error.path().as_deref(), Some("ports[1]"));
    /// assert_eq!(error.span().unwrap().text(source), "\"http\"");
    /// ```
    pub fn path(&self) -> Option<String> {
        self.diagnostics().first()?.path()
    }

    /// All diagnostics: every syntax error of a source, or the mistakes of another phase (see
    /// [`from_str`](crate::from_str#errors)). An operator with two wrong operands has two, which a report draws as one.
    ///
    /// ```
    /// let error = serde_hcl::parse("a = \nb = 1\nc = \n").unwrap_err();
    /// let lines = error.diagnostics().iter().filter_map(|each| Some(each.position()?.line));
    /// assert_eq!(lines.collect::<Vec<_>>(), [1, 3]);
    /// ```
    pub fn diagnostics(&self) -> &[Diagnostic] {
        let cause = || self.cause().and_then(ErrorCause::diagnostic).into_iter().collect();
        self.0.diagnostics.get_or_init(cause)
    }

    /// The diagnostics without duplicates, which iterations produce.
    pub(crate) fn distinct(&self) -> Vec<&Diagnostic> {
        let mut seen = HashSet::new();
        let mut diagnostics: Vec<_> = self.diagnostics().iter().collect();
        diagnostics.retain(|diagnostic| seen.insert(diagnostic.mistake()));
        diagnostics
    }

    /// The rendered report: the first ten diagnostics with their source lines, without colours.
    ///
    /// ```
    /// let error = serde_hcl::parse("a = 1\na = 2\n").unwrap_err();
    /// let report = error.report();
    /// assert!(report.contains("a = 1") && report.contains("a = 2"));
    /// ```
    pub fn report(&self) -> String {
        self.report_with(&ReportOptions::new())
    }

    /// The report with ANSI colours, for a terminal.
    ///
    /// ```
    /// let error = serde_hcl::parse("a = \n").unwrap_err();
    /// assert!(error.report_in_color().contains("\u{1b}["));
    /// assert!(!error.report().contains("\u{1b}["));
    /// ```
    pub fn report_in_color(&self) -> String {
        self.report_with(&ReportOptions::new().color(true))
    }

    /// The report with another limit, width or character set.
    pub fn report_with(&self, options: &ReportOptions) -> String {
        diagnostic::render(&self.distinct(), options)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagnostics = self.distinct();
        for (index, diagnostic) in diagnostics.iter().enumerate() {
            if index > 0 && !f.alternate() {
                return write!(f, " (and {} more)", diagnostics.len() - 1);
            }
            if index > 0 {
                f.write_str("\n")?;
            }
            fmt::Display::fmt(diagnostic, f)?;
        }
        Ok(())
    }
}

/// The same as `{:#}`, so that the error is readable if `main` returns it.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#}")
    }
}

impl From<ConversionError> for Error {
    fn from(error: ConversionError) -> Self {
        Error::data(diagnostic::catalog::extension::conversion(&error))
    }
}

/// An error of the application, with this diagnostic. See [`Diagnostic::error`].
impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Self {
        Error::of(Category::Application, diagnostic)
    }
}

/// Adds diagnostics of the application.
///
/// ```
/// use serde_hcl::diagnostic::Diagnostic;
///
/// let mut error = serde_hcl::parse("a = \n").unwrap_err();
/// error.extend([Diagnostic::warning("deprecated", "Deprecated document")]);
/// assert!(error.report().contains("Warning: Deprecated document"));
/// ```
impl Extend<Diagnostic> for Error {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        let mut all = self.take_diagnostics();
        all.extend(diagnostics);
        self.inner().diagnostics = OnceLock::from(all);
    }
}

/// An error of the application, with these diagnostics.
impl FromIterator<Diagnostic> for Error {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        Error::new(Category::Application, diagnostics.into_iter().collect())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.io.as_deref().map(|error| error as _)
    }
}

impl serde::ser::Error for Error {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        passed_on().unwrap_or_else(|| {
            Self::of(Category::Encoding, diagnostic::catalog::custom(message.to_string()))
        })
    }
}

thread_local! {
    /// The error for which [`pass_on`] creates another one.
    static PASSED_ON: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// An error as that of any format, which `custom` creates. This crate's formats get the error with its
/// place, others get its text: serde allows only text.
#[cold]
pub(crate) fn pass_on<E>(error: Error, custom: impl FnOnce(Error) -> E) -> E {
    PASSED_ON.set(Some(error.clone()));
    let passed_on = custom(error);
    PASSED_ON.take();
    passed_on
}

/// The error that is passed on in place of its text.
#[cold]
pub(crate) fn passed_on() -> Option<Error> {
    PASSED_ON.take()
}

/// An error of reading or writing keeps its kind, all others become [invalid
/// data](io::ErrorKind::InvalidData).
///
/// ```
/// use std::io;
///
/// fn read() -> io::Result<String> {
///     Ok(serde_hcl::from_path("nowhere.hcl")?)
/// }
/// assert_eq!(read().unwrap_err().kind(), io::ErrorKind::NotFound);
/// ```
impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        let kind = error.0.io.as_ref().map_or(io::ErrorKind::InvalidData, |error| error.kind());
        io::Error::new(kind, error)
    }
}

/// So `?` also works on the reading and writing of a function that returns this error. An error that was converted
/// [into an `io::Error`](#impl-From<Error>-for-Error) becomes itself again.
///
/// The error has no file name, because an `io::Error` has none. The functions of this crate that take a path name it:
/// [`from_path`](crate::from_path), [`Body::from_path`](crate::Body::from_path),
/// [`parse_files`](crate::configuration::parse_files) and others.
///
/// ```
/// use std::io::Read;
/// use serde_hcl::{Result, Value};
/// use serde_hcl::diagnostic::Category;
///
/// /// Reads a document of limited size.
/// fn read(input: impl Read) -> Result<Value> {
///     let mut source = String::new();
///     input.take(64 * 1024).read_to_string(&mut source)?;
///     serde_hcl::from_str(&source)
/// }
/// assert_eq!(read("port = 80\n".as_bytes())?["port"].as_i64(), Some(80));
/// assert_eq!(read(&b"\xff"[..]).unwrap_err().category(), Category::Io);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        match error.downcast::<Error>() {
            Ok(error) => error,
            Err(error) => Self::io(diagnostic::catalog::input_output(&error), error),
        }
    }
}
