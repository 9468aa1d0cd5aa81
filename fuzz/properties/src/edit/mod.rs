//! Changes of documents: each one does what was asked, or nothing.

mod choices;
mod model;

use std::collections::BTreeMap;
use std::str::FromStr;

use serde_hcl::{Attribute, Block, Body, Expression, Item, Layout};

pub use self::choices::Choices;
use self::model::{Node, Path, Place, Step, Value};

const SOURCES: &[&str] = &[
    "a = 1\nb = \"x\"\nblock \"l\" {\n  a = 1\n}\n",
    "",
    "# top\n\na = [1, 2, 3] # tail\nlong  = { k = 1, \"two words\" = [x.y, { z = 1 }] }\n\nblock {}\nblock { a = 1 }\n",
    "t = [\n  1, # one\n  2,\n\n  # three\n  3\n]\no = {\n  a   = 1\n  bb  = var.x # c\n  (k) = 2\n  \"q\": 3,\n}\n",
    "variable \"x\" {\n  type = string\n}\n\nresource \"a\" \"b\" {\n  v = \"${var.x}-${var.x.y[0]}\"\n  n {\n    # last\n  }\n  n {\n    w = [for x in var.x : x]\n  }\n}\n# end",
    "h = <<E\ntext ${var.x}\nE\ni = [<<-E\n  a\n  E\n]\nblock /* c */ l /* d */ { # e\n  a = 1 /* f */\n} # g",
    "a=1\n\n\nb=2\n\n\n\nblock l {\n\n\n  x=1\n\n}\n\n\nblock m {\n}\nc=3",
    "\u{feff}a = 1\nx = [x, for, { a = 1, for = 2, for.x = 3 }]\n",
    "e = []\nf = {}\ng = [\n]\nh = {\n}\ni = [ # c\n]\nj = { # c\n}\nk = [1,]\nl = {a = 1,}\nm = { /* c */ }\n",
    "/* x */ a = 1 /* y */\n/* z */ block \"a\" /* w */ \"b\" { /* v */ } // u\nn { /* p\n */ a = 1 }\n",
    "block { default = 1 }\nn { }\nn {}\nn { a = [\n 1\n] }\nm {\n  a = 1\n  /* x\n  y */ }\n",
    "o = { a = 1, a = 2, b = <<E\nx\nE\n}\np = { k = <<E\nx\nE\n c = [<<E\ny\nE\n, 2] }\nq = [1 /* x\n */]\n",
];

/// After each change the document parses, says what was asked, and has everything else as before.
pub fn edit(data: &[u8]) {
    let mut choices = Choices(data);
    let choice = choices.below(256);
    let source = match choice {
        128.. => choices.rest(),
        _ => SOURCES[choice % SOURCES.len()].to_owned(),
    };
    let mode = choices.below(256);
    let layout = if mode & 1 != 0 { Layout::Appending } else { Layout::Canonical };
    let source = match mode & 2 != 0 && !source.contains('\r') {
        true => source.replace('\n', "\r\n"),
        false => source,
    };
    sequence(&source, layout, choices.0, 12);
}

/// Changes a source several times, as the bytes decide. Returns the number of changes that were made.
pub fn sequence(source: &str, layout: Layout, choices: &[u8], changes: usize) -> usize {
    let Ok(document) = source.parse::<Body>() else { return 0 };
    let document = document.with_layout(layout);
    assert_eq!(document.to_string(), source);
    let items = model::body(serde_hcl::parse(source).unwrap().body());
    let trace = vec![format!("{layout:?} {source:?}")];
    let before = source.to_owned();
    let mut trial = Trial { source, document, items, before, trace };
    let mut choices = Choices(choices);
    let mut made = 0;
    for _ in 0..changes {
        if choices.is_empty() {
            break;
        }
        made += usize::from(trial.change(&mut choices));
    }
    assert_eq!(trial.document.clone().to_string(), trial.before, "a clone");
    let _ = format!("{:?}", trial.document);
    made
}

struct Trial<'s> {
    source: &'s str,
    document: Body,
    /// The expected content of the document.
    items: Vec<Node>,
    /// The text of the document before the change.
    before: String,
    trace: Vec<String>,
}

/// The effect of a change, according to its result.
struct Outcome {
    is_done: bool,
    /// The text of comments that may be lost. `None` means that all of them may.
    may_lose: Option<String>,
    /// Whether all new line ends are those of the document.
    keeps_line_ends: bool,
}

const REFUSED: Outcome =
    Outcome { is_done: false, may_lose: Some(String::new()), keeps_line_ends: true };

fn done(may_lose: Option<String>, keeps_line_ends: bool) -> Outcome {
    Outcome { is_done: true, may_lose, keeps_line_ends }
}

impl Trial<'_> {
    /// Makes a change, and checks the document. Returns whether it was made.
    fn change(&mut self, choices: &mut Choices<'_>) -> bool {
        let steps = choices.address(&self.items);
        let items = self.items.clone();
        let kind = choices.below(24);
        self.trace.push(format!("{kind} at {}", model::address(&steps)));
        let outcome = match kind {
            0..=2 => self.set(&steps, choices),
            3 => self.rename(&steps, choices),
            4 => self.remove(&steps),
            5 => self.take(&steps, choices),
            6..=8 => self.insert(&steps, choices),
            9 => self.move_to_end(&steps),
            10 => self.append_blank_line(&steps),
            11 => self.push(&steps, choices),
            12..=16 => self.expression(&steps, choices),
            17 => self.rename_references(choices),
            18 | 19 => self.header(&steps, choices),
            20 => self.clear(&steps, choices),
            21 => self.take_back(&steps, choices),
            _ => self.set_back(&steps, choices),
        };
        if !outcome.is_done {
            self.items = items;
        }
        self.check(&outcome);
        outcome.is_done
    }

    fn note(&mut self, what: impl std::fmt::Debug) {
        self.trace.push(format!("   {what:?}"));
    }

    fn check(&mut self, outcome: &Outcome) {
        let (before, after) = (&self.before, self.document.to_string());
        let state = || format!("{:#?}\n{before}\n---->\n{after}", self.trace);
        if !outcome.is_done {
            assert_eq!(*before, after, "a refused change: {}", state());
        }
        let parsed = serde_hcl::parse(&after);
        let parsed = parsed.unwrap_or_else(|error| panic!("{}\n{error:#}", state()));
        let found = model::body(parsed.body());
        assert!(
            model::agree(&self.items, &found),
            "{}\nexpected: {:?}\nfound:    {found:?}",
            state(),
            self.items
        );
        if let Some(lost) = &outcome.may_lose {
            let (old, new) = (comments(before), comments(&after));
            for (comment, count) in old {
                let left = new.get(&comment).copied().unwrap_or(0);
                let may_be_lost = lost.split_whitespace().collect::<String>().contains(&comment);
                assert!(left >= count || may_be_lost, "lost {comment:?}: {}", state());
            }
        }
        let is_crlf = |text: &str| text.matches('\n').count() == text.matches("\r\n").count();
        if outcome.keeps_line_ends && before.contains('\n') && is_crlf(before) {
            assert!(is_crlf(&after), "line ends: {}", state());
        }
        self.before = after;
    }

    fn body(&self, path: &[usize]) -> &[Node] {
        model::body_at(&self.items, path)
    }

    fn value(&mut self, place: &Place) -> Option<&mut Value> {
        match place {
            Place::Expression(path, elements) => {
                Some(model::value_at(&mut self.items, path, elements))
            }
            Place::Body(_) => None,
        }
    }

    fn node(&mut self, path: &[usize]) -> &mut Node {
        let (last, outer) = path.split_last().unwrap();
        &mut model::body_mut(&mut self.items, outer)[*last]
    }

    fn take_node(&mut self, path: &[usize]) -> Node {
        let (last, outer) = path.split_last().unwrap();
        model::body_mut(&mut self.items, outer).remove(*last)
    }

    /// The value at an address, and the step in it.
    fn split(&self, steps: &[Step]) -> Option<(Place, Step)> {
        let (last, outer) = steps.split_last()?;
        Some((model::resolve(&self.items, outer)?, last.clone()))
    }

    fn set(&mut self, steps: &[Step], choices: &mut Choices<'_>) -> Outcome {
        let address = model::address(steps);
        let (text, result) = match choices.below(3) {
            0 => {
                let value = choices.json(0);
                let text = serde_hcl::to_expression_string(&value).unwrap();
                self.note(&text);
                (text, self.document.set(address, &value))
            }
            1 => {
                let text = choices.text();
                self.note(&text);
                let Ok(expression) = serde_hcl::parse_expression(&text) else { return REFUSED };
                (expression.to_string(), self.document.set(address, &expression))
            }
            _ => {
                let text = choices.text();
                self.note(&text);
                let result = self.document.set_text(address, &text);
                (text, result)
            }
        };
        if result.is_err() {
            return REFUSED;
        }
        let value = model::written(&text).unwrap_or_else(|| panic!("{text:?} was accepted"));
        let (place, step) = self.split(steps).expect("was found");
        let mut lost = Some(String::new());
        match (&place, step) {
            (Place::Body(path), Step::Name(name)) => {
                let is_there = |node: &Node| node.is_attribute() && node.name() == name;
                match self.body(path).iter().position(is_there) {
                    Some(index) => {
                        *self.node(&[&path[..], &[index]].concat()) =
                            Node::Attribute { name, value };
                        lost = None;
                    }
                    None => {
                        let index = self.position_of_new(path, &name);
                        let node = Node::Attribute { name, value };
                        model::body_mut(&mut self.items, path).insert(index, node);
                    }
                }
            }
            (Place::Expression(..), Step::Name(key)) => {
                let object = self.value(&place).unwrap();
                if object.find(&key).is_some() {
                    lost = None;
                }
                assert!(object.insert(&key, value), "no object");
            }
            (Place::Expression(..), Step::Index(index)) => {
                let Value::Tuple(elements) = self.value(&place).unwrap() else {
                    panic!("no tuple")
                };
                elements[index] = value;
                lost = None;
            }
            (Place::Body(_), Step::Index(_)) => panic!("no attribute"),
        }
        done(lost, !text.contains('\n'))
    }

    /// The index of an attribute that was added: after other attributes, or before all blocks.
    fn position_of_new(&self, path: &Path, name: &str) -> usize {
        let after = self.document.to_string();
        let parsed = serde_hcl::parse(&after).unwrap_or_else(|error| panic!("{after}\n{error}"));
        let found = model::body(parsed.body());
        let found = model::body_at(&found, path);
        let index = found.iter().position(|node| node.is_attribute() && node.name() == name);
        index.expect("was added")
    }

    fn rename(&mut self, steps: &[Step], choices: &mut Choices<'_>) -> Outcome {
        let to = choices.name();
        self.note(to);
        match self.document.rename_attribute(model::address(steps), to) {
            Ok(true) => {}
            _ => return REFUSED,
        }
        let path = model::locate(&self.items, steps).expect("was found");
        match self.node(&path) {
            Node::Attribute { name, .. } => *name = to.to_owned(),
            Node::Block { .. } => panic!("no attribute"),
        }
        done(Some(String::new()), true)
    }

    fn remove(&mut self, steps: &[Step]) -> Outcome {
        match self.document.remove(model::address(steps)) {
            Ok(true) => {}
            _ => return REFUSED,
        }
        match model::locate(&self.items, steps) {
            Some(path) => drop(self.take_node(&path)),
            None => {
                let (place, step) = self.split(steps).expect("was found");
                assert!(self.value(&place).unwrap().remove(&step), "was not there");
            }
        }
        done(None, true)
    }

    fn take(&mut self, steps: &[Step], choices: &mut Choices<'_>) -> Outcome {
        let Ok(Some(item)) = self.document.take(model::address(steps)) else { return REFUSED };
        let path = model::locate(&self.items, steps).expect("was found");
        let mut node = self.take_node(&path);
        node.touch();
        let kept = self.items.clone();
        let other = choices.address(&self.items);
        self.note(item.to_string());
        match self.put(item, node, &other, choices) {
            true => done(Some(String::new()), true),
            false => {
                self.items = kept;
                done(None, true)
            }
        }
    }

    /// Puts an item next to an address, or into a block.
    fn put(&mut self, item: Item, node: Node, steps: &[Step], choices: &mut Choices<'_>) -> bool {
        let address = model::address(steps);
        let way = choices.below(4);
        self.note(format!("put {way} at {address}"));
        let result = match way {
            0 => self.document.push(item),
            1 => self.document.insert_before(address, item),
            2 => self.document.insert_after(address, item),
            _ => match self.document.block_mut(address) {
                Ok(mut block) => block.push(item),
                Err(_) => return false,
            },
        };
        if result.is_err() {
            return false;
        }
        let (outer, index) = match way {
            0 => (Vec::new(), self.items.len()),
            3 => {
                let path = model::locate(&self.items, steps).expect("was found");
                let end = self.body(&path).len();
                (path, end)
            }
            _ => {
                let mut path = model::locate(&self.items, steps).expect("was found");
                let index = path.pop().unwrap() + usize::from(way == 2);
                (path, index)
            }
        };
        model::body_mut(&mut self.items, &outer).insert(index, node);
        true
    }

    fn insert(&mut self, steps: &[Step], choices: &mut Choices<'_>) -> Outcome {
        let (item, keeps_line_ends) = match choices.below(4) {
            0 | 1 => {
                let text = choices.item();
                let Ok(item) = Item::from_str(&text) else { return REFUSED };
                let (given, kept) = (comments(&text), comments(&item.to_string()));
                assert_eq!(given, kept, "{text:?} becomes {item:?}");
                (item, has_only_line_ends(&text))
            }
            2 => {
                let (name, comment) = (choices.name(), choices.label());
                let attribute = Attribute::new(name, choices.json(0)).with_comment(comment);
                let Ok(attribute) = attribute.build() else { return REFUSED };
                let item = Item::from(attribute);
                let keeps_line_ends = has_only_line_ends(&item.to_string());
                (item, keeps_line_ends)
            }
            _ => {
                let block = Block::new(choices.name()).with_labels(choices.labels()).build();
                let Ok(mut block) = block else { return REFUSED };
                if choices.below(2) == 0 {
                    let _ = block.set_text([choices.name()], &choices.text());
                }
                if choices.below(3) == 0 {
                    block.append_blank_line().unwrap();
                }
                let keeps_line_ends = has_only_line_ends(&block.to_string());
                (Item::from(block), keeps_line_ends && !self.before.is_empty())
            }
        };
        let text = item.to_string();
        self.note(&text);
        let parsed = serde_hcl::parse(&text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        let mut nodes = model::body(parsed.body());
        assert_eq!(nodes.len(), 1, "{text:?}");
        nodes[0].touch();
        match self.put(item, nodes.remove(0), steps, choices) {
            true => done(Some(String::new()), keeps_line_ends),
            false => REFUSED,
        }
    }

    fn move_to_end(&mut self, steps: &[Step]) -> Outcome {
        match self.document.move_to_end(model::address(steps)) {
            Ok(true) => {}
            _ => return REFUSED,
        }
        let path = model::locate(&self.items, steps).expect("was found");
        let mut node = self.take_node(&path);
        node.touch();
        model::body_mut(&mut self.items, &path[..path.len() - 1]).push(node);
        done(Some(String::new()), true)
    }

    fn append_blank_line(&mut self, steps: &[Step]) -> Outcome {
        let address = model::address(steps);
        match self.document.block(&address).is_some() {
            true => self.document.block_mut(&address).unwrap().append_blank_line().unwrap(),
            false => self.document.append_blank_line().unwrap(),
        }
        let lines = self.document.to_string().matches('\n').count();
        assert!(lines > self.before.matches('\n').count(), "{:#?} {:?}", self.trace, self.before);
        done(Some(String::new()), true)
    }

    fn push(&mut self, steps: &[Step], choices: &mut Choices<'_>) -> Outcome {
        let value = choices.json(0);
        let text = serde_hcl::to_expression_string(&value).unwrap();
        self.note(&text);
        if self.document.push_to(model::address(steps), &value).is_err() {
            return REFUSED;
        }
        let place = model::resolve(&self.items, steps).expect("was found");
        let tuple = self.value(&place).expect("is an expression");
        assert!(tuple.push(model::written(&text).unwrap()), "no tuple");
        done(Some(String::new()), !text.contains('\n'))
    }

    fn expression(&mut self, steps: &[Step], choices: &mut Choices<'_>) -> Outcome {
        let place = model::resolve(&self.items, steps);
        let address = model::address(steps);
        if self.document.expression(&address).is_none() {
            return REFUSED;
        }
        // An element in parentheses is only read.
        let Some(place) = place else { return REFUSED };
        let Place::Expression(path, elements) = &place else { panic!("no expression") };
        let value = model::value_at(&mut self.items, path, elements);
        let (key, index) = (choices.key(), choices.below(5));
        match choices.below(5) {
            0 => {
                let text = choices.text();
                self.trace.push(format!("   set_text {text:?}"));
                if self.document.set_text(address, &text).is_err() {
                    return REFUSED;
                }
                *value = model::written(&text).unwrap_or_else(|| panic!("{text:?} was accepted"));
                done(None, false)
            }
            1 => {
                let new = choices.json(1);
                let text = serde_hcl::to_expression_string(&new).unwrap();
                self.trace.push(format!("   insert {key:?} {text:?}"));
                if self.document.set(address.name(key), &new).is_err() {
                    return REFUSED;
                }
                let lost = value.find(key).map_or(Some(String::new()), |_| None);
                assert!(value.insert(key, model::written(&text).unwrap()), "no object");
                done(lost, false)
            }
            2 => {
                self.trace.push(format!("   remove {key:?} {index}"));
                let was_removed = self.document.remove(address.clone().name(key)).unwrap()
                    || self.document.remove(address.index(index)).unwrap();
                let steps = [Step::Name(key.to_owned()), Step::Index(index)];
                assert_eq!(was_removed, steps.iter().any(|step| value.remove(step)));
                if was_removed { done(None, true) } else { REFUSED }
            }
            3 => {
                let text = choices.text();
                self.trace.push(format!("   element {index} = {text:?}"));
                if self.document.set_text(address.index(index), &text).is_err() {
                    return REFUSED;
                }
                let Value::Tuple(elements) = value else { panic!("no tuple") };
                elements[index] =
                    model::written(&text).unwrap_or_else(|| panic!("{text:?} was accepted"));
                done(None, false)
            }
            _ => {
                // A copy of another expression.
                let copy = Expression::from(self.document.expression(address).expect("is there"));
                let mut copied = value.clone();
                copied.touch();
                let other = choices.address(&self.items);
                let place = model::resolve(&self.items, &other);
                let address = model::address(&other);
                self.trace.push(format!("   copy to {address}"));
                if self.document.expression(&address).is_none()
                    || self.document.set(address, &copy).is_err()
                {
                    return REFUSED;
                }
                *self.value(&place.expect("was found")).expect("an expression") = copied;
                done(None, false)
            }
        }
    }

    fn rename_references(&mut self, choices: &mut Choices<'_>) -> Outcome {
        let from = choices.pick(&["x", "var.x", "var", "x.y", "k", "var.x.y", "a", "b.c"]);
        let to = choices.pick(&[
            "local.z",
            "for",
            "z",
            "a[0]",
            "z\n.b",
            "a[\"b c\"].d",
            "k",
            "v",
            "for.x",
            "null",
            "true.a",
            "a /* c */ .b",
            "if",
            "in",
            "else",
            "z // c\n.b",
            "x",
            "e\u{301}",
            "z[\n0\n]",
        ]);
        self.note((from, to));
        let references = |text: &str| -> Vec<String> {
            let parsed = serde_hcl::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
            parsed.body().references().iter().map(ToString::to_string).collect()
        };
        let before = references(&self.before);
        let Ok(count) = self.document.rename_references(from, to) else { return REFUSED };
        let after = self.document.to_string();
        let new = serde_hcl::parse_traversal(to).unwrap();
        let new = new.references()[0].to_string();
        let mut renamed = 0;
        let expected = before.into_iter().map(|reference| match reference.strip_prefix(from) {
            Some(rest) if rest.is_empty() || rest.starts_with(['.', '[']) => {
                renamed += 1;
                format!("{new}{rest}")
            }
            _ => reference,
        });
        let (mut expected, mut found): (Vec<String>, _) = (expected.collect(), references(&after));
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(expected, found, "{:#?}\n{}\n---->\n{after}", self.trace, self.before);
        assert_eq!(renamed, count, "{:#?}", self.trace);
        if count == 0 {
            return REFUSED;
        }
        self.items = model::body(serde_hcl::parse(&after).unwrap().body());
        self.items.iter_mut().for_each(Node::touch);
        done(Some(String::new()), true)
    }

    fn header(&mut self, steps: &[Step], choices: &mut Choices<'_>) -> Outcome {
        let Ok(mut block) = self.document.block_mut(model::address(steps)) else { return REFUSED };
        let path = model::locate(&self.items, steps).expect("was found");
        let (new_name, new_labels) = (choices.name(), choices.labels());
        self.trace.push(format!("   {new_name:?} {new_labels:?}"));
        let has_name = choices.below(2) == 0 && block.set_type(new_name).is_ok();
        if !has_name {
            block.set_labels(new_labels.iter().copied()).unwrap();
            assert_eq!(block.labels(), new_labels);
        }
        drop(block);
        match self.node(&path) {
            Node::Block { name, .. } if has_name => *name = new_name.to_owned(),
            Node::Block { labels, .. } => {
                *labels = new_labels.into_iter().map(str::to_owned).collect();
            }
            Node::Attribute { .. } => panic!("no block"),
        }
        done(if has_name { Some(String::new()) } else { None }, true)
    }

    /// Removes everything in a block, or changes the labels of all blocks in it.
    fn clear(&mut self, steps: &[Step], choices: &mut Choices<'_>) -> Outcome {
        let clears = choices.below(2) == 0;
        let Ok(mut block) = self.document.block_mut(model::address(steps)) else { return REFUSED };
        let path = model::locate(&self.items, steps).expect("was found");
        match clears {
            true => block.clear().unwrap(),
            false => {
                let blocks = block.blocks_mut().unwrap();
                blocks.for_each(|mut block| block.set_labels(["all"]).unwrap());
            }
        }
        drop(block);
        let Node::Block { body, .. } = self.node(&path) else { panic!("no block") };
        if clears {
            body.clear();
        }
        for node in body {
            if let Node::Block { labels, .. } = node {
                *labels = vec!["all".to_owned()];
            }
        }
        done(None, true)
    }

    /// A text of the source that is set again after another one gives the same bytes. Other texts get the
    /// indentation of their place.
    fn set_back(&mut self, steps: &[Step], choices: &mut Choices<'_>) -> Outcome {
        let Some(place) = model::resolve(&self.items, steps) else { return REFUSED };
        let Some(value) = self.value(&place) else { return REFUSED };
        let is_exact = value.is_exact();
        let address = model::address(steps);
        let mut document = self.document.clone();
        let Some(expression) = document.expression(&address) else { return REFUSED };
        let old = expression.text().to_owned();
        // The last line of a text gets the indentation of its place.
        let indentation = |text: &str| {
            let line = text.rsplit('\n').next().unwrap_or_default();
            line.len() - line.trim_start_matches([' ', '\t']).len()
        };
        let before = &expression.source()[..expression.span().start as usize];
        let is_moved = old.contains('\n')
            && old.ends_with(['}', ']', ')'])
            && indentation(&old) != indentation(before);
        if is_exact
            && !is_moved
            && self.source.contains(&old)
            && document.set_text(&address, &choices.text()).is_ok()
        {
            document.set_text(&address, &old).unwrap();
            assert_eq!(document.to_string(), self.before, "{:#?} set back {old:?}", self.trace);
        }
        REFUSED
    }

    /// An attribute that is added and removed again leaves the same bytes.
    fn take_back(&mut self, steps: &[Step], choices: &mut Choices<'_>) -> Outcome {
        let name = Step::Name("quite_another".to_owned());
        let Some(Place::Body(_)) = model::resolve(&self.items, steps) else { return REFUSED };
        let address = model::address(&[steps, &[name]].concat());
        let mut document = self.document.clone();
        if document.set(&address, &choices.json(0)).is_ok() {
            assert!(document.remove(&address).unwrap());
            let parsed = serde_hcl::parse(&document.to_string()).map(|it| model::body(it.body()));
            assert!(
                parsed.is_ok_and(|found| model::agree(&self.items, &found)),
                "{:#?}",
                self.trace
            );
        }
        REFUSED
    }
}

/// Whether all line breaks of a text can become those of a document: heredocs and comments of several
/// lines keep theirs.
fn has_only_line_ends(text: &str) -> bool {
    !text.contains("/*") && !text.contains("<<")
}

/// The comments of a document without white space, with their numbers.
fn comments(source: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    if let Ok(document) = serde_hcl::parse(source) {
        for comment in document.comments() {
            let text: String = comment.to_string().split_whitespace().collect();
            *counts.entry(text).or_default() += 1;
        }
    }
    counts
}
