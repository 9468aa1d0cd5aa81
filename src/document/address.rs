//! Addresses of items and elements: types and labels, names, keys and positions.

use std::fmt;
use std::str::FromStr;

use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::parser::{self, Grammar};
use crate::syntax::{BodyRef, ExpressionKind, ExpressionRef, ItemRef, StepKind, View};
use crate::text::identifier::is_identifier;
use crate::text::quote::quoted;
use crate::text::suggest::nearest;

/// A mistake in an address is explained by comparing it with so many items.
const SEARCHED: usize = 100;

/// The path to an attribute, a block, or an element of an expression.
///
/// It consists of block types with their labels, the name of an attribute, and keys and positions in its
/// expression. It is written like a traversal: `module.vpc.version`, `variable.zones.default[0]`,
/// `resource.aws_instance.web.tags["kubernetes.io/name"]`. If several blocks have the same type and
/// labels, a position selects one: `ingress[1].from_port`. An address can also be a list of names
/// and labels: `["module", "vpc", "version"]`.
///
/// ```
/// use serde_hcl::Body;
///
/// let mut body: Body = "module \"vpc\" {\n  version = \"1.0\"\n}\n".parse()?;
/// body.set("module.vpc.version", "1.1")?;
/// body.set(["module", "vpc", "version"], "1.2")?;
/// assert_eq!(body.to_string(), "module \"vpc\" {\n  version = \"1.2\"\n}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    pub(super) steps: Vec<Step>,
    /// A text that is not an address.
    invalid: Option<Box<str>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Name(Box<str>),
    Index(usize),
}

impl Address {
    /// Fails for a text that is not an address.
    pub(super) fn checked(self) -> Result<Self> {
        match &self.invalid {
            Some(text) => Err(Error::edit(catalog::no_address(text))),
            None => Ok(self),
        }
    }

    /// Adds a position, from 0: of a block among those with the same type and labels, or of an
    /// element of a tuple.
    #[must_use]
    pub fn index(mut self, position: usize) -> Self {
        self.steps.push(Step::Index(position));
        self
    }

    /// The names of the address. `None` if it has positions, or if its text is not an address.
    ///
    /// ```
    /// use serde_hcl::Address;
    ///
    /// let address: Address = r#"resource.aws_instance["a.b"]"#.parse()?;
    /// assert_eq!(address.names().unwrap(), ["resource", "aws_instance", "a.b"]);
    /// assert!("ingress[1]".parse::<Address>()?.names().is_none());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn names(&self) -> Option<Vec<&str>> {
        let names = self.steps.iter().map(Step::as_name);
        names.collect::<Option<_>>().filter(|_| self.invalid.is_none())
    }

    /// Adds a name: a label, the name of an attribute, or the key of an object.
    #[must_use]
    pub fn name(mut self, name: &str) -> Self {
        self.steps.push(Step::Name(name.into()));
        self
    }
}

/// A text that is not an address is refused by the method that gets it.
impl From<&str> for Address {
    fn from(text: &str) -> Self {
        text.parse().unwrap_or_else(|_| Address { steps: Vec::new(), invalid: Some(text.into()) })
    }
}

impl From<&String> for Address {
    fn from(text: &String) -> Self {
        Address::from(&**text)
    }
}

impl From<String> for Address {
    fn from(text: String) -> Self {
        Address::from(&*text)
    }
}

impl From<&Address> for Address {
    fn from(address: &Address) -> Self {
        address.clone()
    }
}

impl<T: AsRef<str>, const N: usize> From<[T; N]> for Address {
    fn from(names: [T; N]) -> Self {
        names.iter().collect()
    }
}

impl<T: AsRef<str>> From<&[T]> for Address {
    fn from(names: &[T]) -> Self {
        names.iter().collect()
    }
}

/// From types, labels and names.
impl<T: AsRef<str>> FromIterator<T> for Address {
    fn from_iter<I: IntoIterator<Item = T>>(names: I) -> Self {
        let steps = names.into_iter().map(|name| Step::Name(name.as_ref().into()));
        Address { steps: steps.collect(), invalid: None }
    }
}

impl FromStr for Address {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let invalid = || Error::edit(catalog::no_address(text));
        let parsed = parser::parse(text, None, Grammar::Traversal);
        let (tree, id) = parsed.map_err(|_| invalid())?;
        let traversal = ExpressionRef(View::new(&tree, id));
        let reference = traversal.as_traversal().ok_or_else(invalid)?;
        let root = Some(Step::Name(reference.root().into()));
        let steps = reference.steps().map(|step| Step::of(step.kind()));
        let steps = std::iter::once(root).chain(steps).collect::<Option<_>>();
        Ok(Address { steps: steps.ok_or_else(invalid)?, invalid: None })
    }
}

/// The address as text. The text is a valid address if the first name is an identifier.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.invalid {
            Some(text) => f.write_str(text),
            None => {
                for (index, step) in self.steps.iter().enumerate() {
                    match step {
                        Step::Name(name) if is_identifier(name) => {
                            write!(f, "{}{name}", if index > 0 { "." } else { "" })?;
                        }
                        Step::Name(name) => {
                            let mut text = String::new();
                            quoted(name, &mut text);
                            write!(f, "[{text}]")?;
                        }
                        Step::Index(position) => write!(f, "[{position}]")?,
                    }
                }
                Ok(())
            }
        }
    }
}

pub(super) fn shown(steps: &[Step]) -> String {
    Address { steps: steps.to_vec(), invalid: None }.to_string()
}

/// Why nothing was found at an address, which is not a part of it, or why a change there failed.
#[derive(Debug)]
pub(super) struct Miss {
    /// The number of remaining steps, including the one that failed.
    left: usize,
    reason: Reason,
}

#[derive(Debug)]
pub(super) enum Reason {
    Missing,
    /// This number of blocks have the type and the labels.
    Several(usize),
    /// The expression is not a constructor.
    Opaque,
    /// Something else than the address is wrong.
    Other(Error),
}

impl From<Error> for Miss {
    fn from(error: Error) -> Self {
        Miss { left: 0, reason: Reason::Other(error) }
    }
}

impl Miss {
    pub(super) fn at(left: usize) -> Self {
        Miss { left, reason: Reason::Missing }
    }

    /// The same for an address with one more step in front.
    pub(super) fn behind_one(self) -> Self {
        Miss { left: self.left + 1, ..self }
    }

    pub(super) fn because(self, reason: Reason) -> Self {
        Miss { reason, ..self }
    }

    /// Whether there is nothing at the address.
    pub(super) fn is_missing(&self) -> bool {
        !matches!(self.reason, Reason::Several(_) | Reason::Other(_))
    }

    /// The number of steps of the address that were found.
    pub(super) fn found(&self, address: &Address) -> usize {
        address.steps.len().saturating_sub(self.left)
    }

    /// The error, with a name that may have been meant in the body that was found.
    #[cold]
    pub(super) fn explain(self, address: &Address, body: Option<BodyRef<'_>>) -> Error {
        let (found, rest) = address.steps.split_at(self.found(address));
        let found = shown(found);
        let (wanted, meant) = match rest.split_first() {
            Some((Step::Name(name), behind)) => {
                (format!("{name:?}"), body.map(|body| meant(body, name, behind)))
            }
            Some((Step::Index(position), _)) => (format!("[{position}]"), None),
            None => (String::new(), None),
        };
        let (is_block, nearest) = meant.unwrap_or_default();
        let (address, nearest) = (address.to_string(), nearest.as_deref());
        Error::edit(match self.reason {
            Reason::Other(error) => return error,
            Reason::Missing if is_block => catalog::unknown_labels(&address, &wanted, nearest),
            Reason::Missing => catalog::unknown_address(&address, &found, &wanted, nearest),
            Reason::Several(blocks) => catalog::ambiguous_address(&address, blocks),
            Reason::Opaque => catalog::no_constructor(&address, &found, &wanted),
        })
    }
}

/// Whether the body has blocks of the type that is wanted, and a name or labels that may have been meant.
fn meant(body: BodyRef<'_>, wanted: &str, behind: &[Step]) -> (bool, Option<String>) {
    let items = || body.items().take(SEARCHED);
    if !body.blocks().any(|block| block.block_type() == wanted) {
        return (false, nearest(wanted, items().map(ItemRef::name)).map(str::to_owned));
    }
    let blocks = items().filter_map(ItemRef::as_block).filter(|it| it.block_type() == wanted);
    let given: Vec<&str> = behind.iter().map_while(Step::as_name).collect();
    let labels = blocks.filter_map(|block| {
        let given = given.get(..block.labels().len())?.join(".");
        let labels: Vec<_> = block.labels().map(|label| label.value()).collect();
        Some((given, labels.join(".")))
    });
    let mut near = labels.filter(|(given, labels)| nearest(given, [&**labels]).is_some());
    (true, near.next().map(|(_, labels)| format!("{wanted}.{labels}")))
}

impl Step {
    /// The step of an address that a step of a traversal is written as. `None` for others than names and
    /// positions.
    pub(super) fn of(kind: StepKind<'_>) -> Option<Self> {
        let position = |digits: &str| digits.parse().ok().map(Step::Index);
        match kind {
            StepKind::Attribute(name) => Some(Step::Name(name.into())),
            StepKind::LegacyIndex(digits) => position(digits),
            StepKind::Index(key) => match key.kind() {
                ExpressionKind::String(name) => Some(Step::Name(name.value().into())),
                ExpressionKind::Number(digits) => position(digits),
                _ => None,
            },
            StepKind::AttributeSplat | StepKind::FullSplat => None,
        }
    }

    pub(super) fn as_name(&self) -> Option<&str> {
        match self {
            Step::Name(name) => Some(name),
            Step::Index(_) => None,
        }
    }
}
