//! Reads parts of bodies by addresses.

use super::address::{Address, Step};
use super::lookup::select;
use super::{Body, Item};
use crate::limits::stack::nest;
use crate::parser::document::parse;
use crate::syntax::{BlockRef, BodyRef, Comments, ExpressionKind, ExpressionRef, ItemRef};

/// The part of a document at an address.
enum Found<'a> {
    /// An item of a source.
    View(ItemRef<'a>),
    /// An item of a body that was built or may have changed.
    Item(&'a Item),
    /// An element of the expression of an attribute.
    Element(ExpressionRef<'a>),
}

impl<'a> Found<'a> {
    fn expression(self) -> Option<ExpressionRef<'a>> {
        match self {
            Found::View(item) => Some(item.as_attribute()?.expression()),
            Found::Item(item) => Some(item.as_attribute()?.view().expression()),
            Found::Element(expression) => Some(expression),
        }
    }

    fn block(self) -> Option<BlockRef<'a>> {
        match self {
            Found::View(item) => item.as_block(),
            Found::Item(item) => Some(item.as_block()?.view()),
            Found::Element(_) => None,
        }
    }
}

impl<'a> BodyRef<'a> {
    /// The expression of the attribute at an address, or an element of it. `None` if there is none, or
    /// if several blocks have the address. Linear in the items of the bodies on the way.
    ///
    /// ```
    /// let document = serde_hcl::parse("module \"vpc\" {\n  zones = [\"a\", { name = var.zone }]\n}\n")?;
    /// let zones = document.body().expression("module.vpc.zones").unwrap();
    /// assert_eq!(zones.text(), "[\"a\", { name = var.zone }]");
    /// let name = document.body().expression("module.vpc.zones[1].name").unwrap();
    /// assert_eq!(name.text(), "var.zone");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn expression(self, address: impl Into<Address>) -> Option<ExpressionRef<'a>> {
        found_in(self, &address.into().checked().ok()?.steps)?.expression()
    }

    /// The block at an address. `None` if there is none, or if several blocks have the address. Linear in
    /// the items of the bodies on the way.
    ///
    /// ```
    /// let document = serde_hcl::parse("module \"vpc\" {}\ningress {}\ningress {}\n")?;
    /// assert!(document.body().block("module.vpc").is_some());
    /// assert!(document.body().block("ingress").is_none());
    /// assert!(document.body().block("ingress[1]").is_some());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn block(self, address: impl Into<Address>) -> Option<BlockRef<'a>> {
        found_in(self, &address.into().checked().ok()?.steps)?.block()
    }
}

/// Reading by addresses. Only the parts around the address are parsed after changes.
impl Body {
    /// The expression at an address, see [`BodyRef::expression`].
    ///
    /// ```
    /// let mut body: serde_hcl::Body = "a = 1\nb = { c = 2 }\n".parse()?;
    /// body.set("b.c", &3)?;
    /// assert_eq!(body.expression("b.c").unwrap().text(), "3");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn expression(&self, address: impl Into<Address>) -> Option<ExpressionRef<'_>> {
        self.found(address)?.expression()
    }

    /// The block at an address, see [`BodyRef::block`].
    pub fn block(&self, address: impl Into<Address>) -> Option<BlockRef<'_>> {
        self.found(address)?.block()
    }

    /// The text of the comments that belong to the item at an address: those in the lines directly above
    /// it, without their markers.
    ///
    /// ```
    /// let mut body: serde_hcl::Body = "# Of the server.\n# Public.\nport = 80 # HTTP\n".parse()?;
    /// assert_eq!(body.comment("port").as_deref(), Some("Of the server.\nPublic."));
    /// assert_eq!(body.trailing_comment("port").as_deref(), Some("HTTP"));
    /// body.set_comment("port", "Behind the proxy.")?;
    /// body.set_trailing_comment("port", "")?;
    /// assert_eq!(body.to_string(), "# Behind the proxy.\nport = 80\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn comment(&self, address: impl Into<Address>) -> Option<String> {
        match self.found(address)? {
            Found::View(item) => texts(item.leading_comments()),
            Found::Item(item) => {
                let around = item.surroundings();
                let lead = around.lead.get(around.start_of_comments()..)?;
                let lines = format!("{lead}_ {{}}\n");
                texts(parse(&lines).ok()?.comments())
            }
            Found::Element(_) => None,
        }
    }

    /// The text of the comment after the item at an address, on the line where the item ends.
    pub fn trailing_comment(&self, address: impl Into<Address>) -> Option<String> {
        match self.found(address)? {
            Found::View(item) => Some(item.trailing_comment()?.text().to_owned()),
            Found::Item(item) => {
                let line = format!("_ {{}}{}", &*item.surroundings().tail);
                let document = parse(&line).ok()?;
                let comment = document.comments().next()?;
                Some(comment.text().to_owned())
            }
            Found::Element(_) => None,
        }
    }

    fn found(&self, address: impl Into<Address>) -> Option<Found<'_>> {
        self.find_ref(&address.into().checked().ok()?.steps)
    }

    fn find_ref(&self, steps: &[Step]) -> Option<Found<'_>> {
        let Some(items) = self.items() else { return found_in(self.view(), steps) };
        let (key, rest) = items.select(steps).ok()?;
        match items.list.get(key)? {
            item if rest.is_empty() => Some(Found::Item(item)),
            Item::Attribute(it) => element(it.view().expression(), rest).map(Found::Element),
            Item::Block(block) => match block.part.parts() {
                Some(parts) => nest(|| parts.body.find_ref(rest)),
                None => found_in(block.view().body(), rest),
            },
            Item::Comment(_) => None,
        }
    }
}

fn found_in<'a>(mut body: BodyRef<'a>, mut steps: &[Step]) -> Option<Found<'a>> {
    loop {
        let attribute = |name: &str| body.attribute(name).map(|attribute| ItemRef(attribute.0));
        let block = |name: &str, labels: &[&str], nth: usize| {
            let is_wanted = |block: &BlockRef<'a>| {
                let given = block.labels().map(|label| label.value());
                block.name() == name && given.eq(labels.iter().copied())
            };
            let wanted = body.blocks().filter(is_wanted);
            wanted.enumerate().fold((0, None), |(_, found), (index, block)| {
                (index + 1, if index == nth { Some(ItemRef(block.0)) } else { found })
            })
        };
        let (item, rest) = select(steps, attribute, block).ok()?;
        match (item.as_attribute(), item.as_block()) {
            _ if rest.is_empty() => return Some(Found::View(item)),
            (Some(it), _) => return element(it.expression(), rest).map(Found::Element),
            (None, Some(block)) => (body, steps) = (block.body(), rest),
            (None, None) => return None,
        }
    }
}

/// The element of an expression at an address.
fn element<'a>(expression: ExpressionRef<'a>, steps: &[Step]) -> Option<ExpressionRef<'a>> {
    steps.iter().try_fold(expression, |expression, step| {
        match (expression.without_parentheses().kind(), step) {
            // If keys are equal, evaluation takes the value of the last one.
            (ExpressionKind::Object(object), Step::Name(name)) => {
                let named = object.items().filter(|item| item.shown_key() == **name);
                named.last().map(|item| item.value())
            }
            (ExpressionKind::Tuple(mut elements), Step::Index(index)) => elements.nth(*index),
            _ => None,
        }
    })
}

/// The texts of comments, a line for each. `None` if there are none.
fn texts(comments: Comments<'_>) -> Option<String> {
    let texts: Vec<&str> = comments.map(|comment| comment.text()).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}
