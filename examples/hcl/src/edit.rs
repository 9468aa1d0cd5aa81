//! `get`, `set`, `rm` and `mv`: parts of documents by their addresses.

use clap::Args;
use serde_hcl::syntax::{ExpressionKind, StepKind};
use serde_hcl::{Address, Block, Body, Context, Error, Result, json, parse_traversal};

use crate::Verdict;
use crate::files::{Files, Input, Outcome, is_hcl, is_native, refuse};

/// Print an argument, an element of it, or a block, as it is written.
///
/// An address is `module.vpc.version`, `variable.zones.default[0]`, `ingress[1].port` or
/// `resource.aws_instance.web.tags["a.b"]`. The exit code is 1 if a file does not have it.
#[derive(Debug, Args)]
pub struct Get {
    address: String,
    #[command(flatten)]
    files: Files,
    /// Print the value: a text without quotes, anything else as JSON
    #[arg(long, short)]
    raw: bool,
}

/// Set an argument, or an element of it, to an expression.
///
/// A new argument is added to a block that exists. Everything else stays as it is written.
#[derive(Debug, Args)]
pub struct Set {
    address: String,
    /// An expression: `8080`, `"text"`, `[1, 2]`, `var.zone`
    #[arg(allow_hyphen_values = true)]
    value: String,
    /// The value is a text, not an expression
    #[arg(long, short)]
    string: bool,
    #[command(flatten)]
    output: Output,
}

/// Remove an argument, an element of it, or a block. The exit code is 1 if a file does not have it.
#[derive(Debug, Args)]
pub struct Rm {
    address: String,
    #[command(flatten)]
    output: Output,
}

/// Rename an argument or a block, or move it to another block.
///
/// Exactly one file must have it. With --references, the references in all files are renamed, too:
/// `var.x` for `variable.x`, `local.x` for `locals.x`, `T.x` for `resource.T.x`.
#[derive(Debug, Args)]
pub struct Mv {
    from: String,
    to: String,
    /// Rename the references to it, too
    #[arg(long, short)]
    references: bool,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Args)]
struct Output {
    /// Change the files instead of printing the changed text
    #[arg(long, short)]
    in_place: bool,
    #[command(flatten)]
    files: Files,
}

impl Get {
    pub fn run(&self) -> Verdict {
        self.files.each(is_hcl, |input| self.get(input))
    }

    fn get(&self, input: &Input) -> Result<Outcome> {
        let body = input.body()?;
        let address: Address = self.address.parse()?;
        let prefix =
            if self.files.are_many() { format!("{}: ", input.name()) } else { String::new() };
        let text = match (body.expression(&address), body.block(&address)) {
            (Some(expression), _) if self.raw => {
                let value = expression.evaluate(&Context::standard())?;
                value
                    .as_str()
                    .map_or_else(|| json::value_to_string(&value), |it| Ok(it.to_owned()))?
            }
            (Some(expression), _) => expression.text().to_owned(),
            (None, Some(block)) => Block::from(block).to_string().trim_end().to_owned(),
            (None, None) => return Err(absent(input, &self.address)),
        };
        Ok(Outcome::new("found", format!("{prefix}{text}\n")).field("text", text))
    }
}

impl Set {
    pub fn run(&self) -> Result<Verdict> {
        self.output.each(|body, _| {
            match self.string {
                true => body.set(&self.address, &self.value)?,
                false => body.set_text(&self.address, &self.value)?,
            }
            Ok(())
        })
    }
}

impl Rm {
    pub fn run(&self) -> Result<Verdict> {
        self.output.each(|body, input| match body.remove(&self.address)? {
            true => Ok(()),
            false => Err(absent(input, &self.address)),
        })
    }
}

impl Mv {
    pub fn run(&self) -> Result<Verdict> {
        self.output.check()?;
        let (from, to) = (names(&self.from)?, names(&self.to)?);
        // No file is written before all of them are changed.
        let (mut inputs, mut bodies, mut homes) = (Vec::new(), Vec::new(), Vec::new());
        for input in self.output.files.inputs(is_native) {
            let input = input?;
            let mut body = input.body()?;
            if relocate(&mut body, &from, &to)? {
                homes.push(input.name());
            }
            if self.references {
                body.rename_references(&reference(&from), &reference(&to))?;
            }
            inputs.push(Ok(input));
            bodies.push(body);
        }
        if homes.len() != 1 {
            let place = if homes.is_empty() { "no file".to_owned() } else { homes.join(", ") };
            return Err(refuse("unknown-address", format!("{} is in {place}", self.from)));
        }
        let mut bodies = bodies.iter();
        Ok(self.output.files.each_of(inputs.into_iter(), |input| match bodies.next() {
            Some(body) => self.output.finish(input, body),
            None => Ok(Outcome::default()),
        }))
    }
}

impl Output {
    fn check(&self) -> Result<()> {
        match self.files.are_many() && !self.in_place {
            true => Err(refuse(
                "in-place",
                "the text of several files can't be printed; use --in-place",
            )),
            false => Ok(()),
        }
    }

    fn each(&self, change: impl Fn(&mut Body, &Input) -> Result<()>) -> Result<Verdict> {
        self.check()?;
        Ok(self.files.each(is_native, |input| {
            let mut body = input.body()?;
            change(&mut body, input)?;
            self.finish(input, &body)
        }))
    }

    /// Writes or prints a changed document.
    fn finish(&self, input: &Input, body: &Body) -> Result<Outcome> {
        if let (Input::Path(_), true) = (input, self.in_place) {
            body.save()?;
            return Ok(Outcome::new("written", ""));
        }
        let text = body.to_string();
        Ok(Outcome::new("changed", text.clone()).field("text", text))
    }
}

fn absent(input: &Input, address: &str) -> Error {
    refuse("unknown-address", format!("{}: there is no {address}", input.name()))
}

/// Moves an item of a document. Returns whether the document has it.
fn relocate(body: &mut Body, from: &[String], to: &[String]) -> Result<bool> {
    let wrong = |reason: &str| {
        let (from, to) = (Address::from(from), Address::from(to));
        refuse("wrong-address", format!("{from} can't become {to}: {reason}"))
    };
    // The last names are those of the item itself: its name, and the labels of a block.
    let own = match (body.block(from), body.expression(from)) {
        (Some(block), _) => 1 + block.labels().count(),
        (None, Some(_)) => 1,
        (None, None) => return Ok(false),
    };
    if body.block(to).is_some() || body.expression(to).is_some() {
        return Err(wrong("it exists"));
    }
    let Some(target) = to.len().checked_sub(own) else {
        return Err(wrong("there are too few names"));
    };
    let ((home, old), (target, new)) = (from.split_at(from.len() - own), to.split_at(target));
    if home == target {
        return rename(body, from, new)?.then_some(true).ok_or_else(|| wrong("it is an element"));
    }
    let item = body.take(from)?.ok_or_else(|| wrong("it is an element"))?;
    let mut carrier = Body::new();
    carrier.push(item)?;
    rename(&mut carrier, old, new)?;
    let parent = match target {
        [] => Some(body),
        _ => body.block_mut(target).map(|block| block.body_mut()),
    };
    let parent = parent.ok_or_else(|| wrong("there is no such block"))?;
    carrier.take(new)?.map_or(Ok(()), |item| parent.push(item))?;
    Ok(true)
}

/// Gives an item a name; a block also labels. Returns whether there is the item.
fn rename(body: &mut Body, item: &[String], names: &[String]) -> Result<bool> {
    let [name, labels @ ..] = names else { return Ok(false) };
    let Some(block) = body.block_mut(item) else { return body.rename(item, name) };
    block.set_name(name)?;
    block.set_labels(labels);
    Ok(true)
}

/// The names in an address, which has no positions.
fn names(text: &str) -> Result<Vec<String>> {
    let invalid = || refuse("wrong-address", format!("{text} is not an address of names"));
    let traversal = parse_traversal(text).map_err(|_| invalid())?;
    let reference = traversal.as_traversal().ok_or_else(invalid)?;
    let names = reference.steps().map(|step| match step.kind() {
        StepKind::Attribute(name) => Some(name.to_owned()),
        StepKind::Index(key) => match key.kind() {
            ExpressionKind::String(name) => Some(name.value().into_owned()),
            _ => None,
        },
        _ => None,
    });
    let root = Some(reference.root().to_owned());
    std::iter::once(root).chain(names).collect::<Option<_>>().ok_or_else(invalid)
}

/// The start of the references to an item, by Terraform's rules.
fn reference(names: &[String]) -> String {
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    match names.first() {
        Some(&"variable") => names[0] = "var",
        Some(&"locals") => names[0] = "local",
        Some(&"resource") => drop(names.remove(0)),
        _ => {}
    }
    Address::from(&names[..]).to_string()
}
