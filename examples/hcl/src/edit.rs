//! `get`, `set`, `rm` and `mv`: parts of documents by their addresses.

use clap::Args;
use serde_hcl::{Address, Attribute, Block, Body, Error, Result};

use crate::Verdict;
use crate::files::{Files, Input, Outcome, is_hcl, is_native, refuse};
use crate::fmt::difference;
use crate::outline::first_name;
use crate::terminal::colored;

/// Print an argument, an element of it, or a block, as it is written.
///
/// An address is `module.vpc.version`, `variable.zones.default[0]`, `ingress[1].port` or
/// `resource.aws_instance.web.tags["a.b"]`. The exit code is 1 if a file does not have it.
#[derive(Debug, Args)]
#[command(after_help = "Example: hcl get module.vpc.version main.tf")]
pub struct Get {
    address: String,
    #[command(flatten)]
    files: Files,
}

/// Set an argument, or an element of it, to an expression.
///
/// A new argument is added to a block that exists. Everything else stays as it is written.
#[derive(Debug, Args)]
#[command(after_help = "Example: hcl set --in-place module.vpc.version '\"5.8.1\"' main.tf")]
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
#[command(after_help = "Example: hcl rm --in-place resource.aws_vpc.old main.tf")]
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
#[command(
    after_help = "Example: hcl mv --in-place --references variable.region variable.location *.tf"
)]
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
    /// Change nothing, and print the differences
    #[arg(long)]
    diff: bool,
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
        let text = match (body.expression(&address), body.block(&address)) {
            (Some(expression), _) => expression.text().to_owned(),
            (None, Some(block)) => Block::from(block).to_string().trim_end().to_owned(),
            (None, None) => return Err(absent(&body, &address)),
        };
        let name =
            if self.files.are_many() { format!("{}: ", input.name()) } else { String::new() };
        Ok(Outcome::new("found", format!("{name}{text}\n")).field("text", text))
    }
}

impl Set {
    pub fn run(&self) -> Verdict {
        self.output.each(|body| match self.string {
            true => body.set(&self.address, &self.value),
            false => body.set_text(&self.address, &self.value),
        })
    }
}

impl Rm {
    pub fn run(&self) -> Verdict {
        self.output.each(|body| match body.remove(&self.address)? {
            true => Ok(()),
            false => Err(absent(body, &self.address.parse()?)),
        })
    }
}

impl Mv {
    pub fn run(&self) -> Result<Verdict> {
        let (from, to): (Address, Address) = (self.from.parse()?, self.to.parse()?);
        let (Some(from), Some(to)) = (from.names(), to.names()) else {
            return Err(refuse("wrong-address", "the addresses have positions"));
        };
        // No file is written before all of them are changed.
        let (mut changed, mut homes) = (Vec::new(), Vec::new());
        for input in self.output.files.inputs(is_native) {
            let input = input?;
            let mut body = input.body()?;
            let old = body.to_string();
            if relocate(&mut body, &from, &to)? {
                homes.push(input.name());
            }
            if self.references {
                body.rename_references(&reference(&from), &reference(&to))?;
            }
            changed.push(Ok((input, (old, body))));
        }
        if homes.len() != 1 {
            let place = if homes.is_empty() { "no file".to_owned() } else { homes.join(", ") };
            return Err(refuse("unknown-address", format!("{} is in {place}", self.from)));
        }
        let finish =
            |input: &Input, (old, body): (String, Body)| self.output.finish(input, &old, &body);
        Ok(self.output.files.each_of(changed.into_iter(), finish))
    }
}

impl Output {
    fn each(&self, change: impl Fn(&mut Body) -> Result<()>) -> Verdict {
        self.files.each(is_native, |input| {
            let mut body = input.body()?;
            let old = body.to_string();
            change(&mut body)?;
            self.finish(input, &old, &body)
        })
    }

    /// Writes or prints a changed document.
    fn finish(&self, input: &Input, old: &str, body: &Body) -> Result<Outcome> {
        match input {
            _ if self.diff => {
                let diff = difference(&input.name(), old, &body.to_string());
                Ok(Outcome::new("changed", colored(&diff)).field("diff", diff))
            }
            Input::Path(_) if self.in_place => {
                body.save()?;
                Ok(Outcome::new("written", ""))
            }
            _ if self.files.are_many() && !self.files.json => {
                Err(refuse("in-place", "several files can be changed with --in-place only"))
            }
            _ => Ok(Outcome::new("changed", body.to_string()).field("text", body.to_string())),
        }
    }
}

/// The error for an address that a document does not have.
fn absent(body: &Body, address: &Address) -> Error {
    // A change says what is missing, and what is similar.
    let change = body.clone().insert_before(address, Attribute::new("_", true));
    match change {
        Err(error) if error.code() != "json-body" => error,
        _ => refuse("unknown-address", format!("there is nothing at {address}")),
    }
}

/// Renames or moves an item of a document. Returns whether the document has it.
fn relocate(body: &mut Body, from: &[&str], to: &[&str]) -> Result<bool> {
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
    let home = to.len().checked_sub(own).ok_or_else(|| wrong("there are too few names"))?;
    let ((old_home, old), (home, new)) = (from.split_at(from.len() - own), to.split_at(home));
    if body.block(to).is_some() || body.expression(to).is_some() {
        return Err(wrong("it exists"));
    }
    // Alone in a body, the item can have any name.
    let (mut alone, is_move) = (Body::new(), old_home != home);
    if is_move {
        alone.push(body.take(from)?.ok_or_else(|| wrong("it is an element"))?)?;
    }
    let (place, address) = if is_move { (&mut alone, old) } else { (&mut *body, from) };
    if place.block(address).is_some() {
        let mut block = place.block_mut(address)?;
        block.set_type(new[0])?;
        block.set_labels(new[1..].iter().copied())?;
    } else if !place.rename_attribute(address, new[0])? {
        return Err(wrong("it is an element"));
    }
    if let Some(item) = alone.take(new)? {
        match home {
            [] => body.push(item)?,
            _ => body.block_mut(home).map_err(|_| wrong("there is no such block"))?.push(item)?,
        }
    }
    Ok(true)
}

/// The start of the references to an item.
fn reference(names: &[&str]) -> String {
    let first = names.first().and_then(|name| first_name(name));
    first.iter().chain(names.iter().skip(1)).collect::<Address>().to_string()
}
