//! The parts of buffers, by the types that are decoded from them, and what is known about each.

use std::cell::{Cell, RefCell};
use std::iter;
use std::mem;
use std::ptr;
use std::rc::Rc;

use hashbrown::HashMap;

use super::type_hints::TypeHints;
use super::wants::Wants;
use super::wording::Wanted;

/// A type that is decoded from a buffer, and the names on the way to a part of its data. It is the number of its facts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::de) struct Site(usize);

/// A kind of data of a site. A map of blocks may be wanted where a block without labels is an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::de) enum Data {
    /// Blocks without labels.
    Blocks,
    /// Blocks with labels.
    Labelled,
    /// A tuple of one object in a value, which may be a block.
    Tuple,
    Scalar,
}

impl Data {
    pub(in crate::de) fn of_blocks(has_labels: bool) -> Self {
        if has_labels { Data::Labelled } else { Data::Blocks }
    }
}

/// The facts about a site.
#[derive(Default)]
pub(super) struct SiteFacts {
    /// The site of the whole buffer; `None` if it is this one.
    whole: Option<Site>,
    /// The hints about the type of a target or of a visitor, at the site of the whole buffer.
    of_type: Option<Rc<TypeHints>>,
    /// The site around it. `None` for the whole buffer, and the struct with flattened fields that fills it.
    outer: Option<Site>,
    /// The block type, the key, or the tag of a variant, which starts with `=`. Labels have an empty name: the type
    /// is the same for all of them.
    name: Box<str>,
    entries: HashMap<Box<str>, Site>,
    /// The forms that targets ask for, for each kind of data.
    wants: [Option<Wants>; 4],
    /// Whether the target of the body takes all blocks in a field, if this is known.
    pub(super) takes_all_blocks: Option<bool>,
    /// Whether a target reads the entry.
    pub(super) is_read: bool,
    /// The number of entries that targets read.
    entries_read: usize,
}

/// All sites of a decode.
#[derive(Default)]
pub(super) struct Sites {
    facts: RefCell<Vec<SiteFacts>>,
    of_targets: RefCell<HashMap<&'static str, Site>>,
    /// The target that was looked up last, so that its name is not hashed for each entry.
    last: Cell<Option<(&'static str, Site)>>,
}

impl Sites {
    /// The site of a whole buffer.
    pub(super) fn of_target(&self, target: &'static str) -> Site {
        self.find(target).unwrap_or_else(|| {
            let site = self.add(SiteFacts { name: target.into(), ..SiteFacts::default() });
            self.of_targets.borrow_mut().insert(target, site);
            site
        })
    }

    fn find(&self, target: &'static str) -> Option<Site> {
        if let Some((_, site)) = self.last.get().filter(|(last, _)| ptr::eq(*last, target)) {
            return Some(site);
        }
        let site = *self.of_targets.borrow().get(target)?;
        self.last.set(Some((target, site)));
        Some(site)
    }

    /// The hints about the type with this name.
    pub(super) fn about(&self, target: &'static str) -> Option<Rc<TypeHints>> {
        self.about_type_of(self.find(target)?)
    }

    /// The hints about the type that is decoded from the buffer.
    pub(super) fn about_type_of(&self, site: Site) -> Option<Rc<TypeHints>> {
        let whole = self.with(site, |facts| facts.whole).unwrap_or(site);
        self.with(whole, |facts| facts.of_type.clone())
    }

    /// Changes the hints about the type with this name.
    pub(super) fn change<T>(
        &self,
        target: &'static str,
        change: impl FnOnce(&mut TypeHints) -> T,
    ) -> T {
        let site = self.of_target(target);
        self.with(site, |facts| change(Rc::make_mut(facts.of_type.get_or_insert_default())))
    }

    fn add(&self, facts: SiteFacts) -> Site {
        let mut all = self.facts.borrow_mut();
        all.push(facts);
        Site(all.len() - 1)
    }

    /// The site of the entry `name`. When a name occurs for the third time, its type contains itself; the site is then
    /// that of the second time. What has many entries is assumed to be a map, and the further ones have one site:
    /// each site takes an attempt.
    pub(super) fn entry(&self, outer: Site, name: &str) -> Site {
        // Labels and fields for them, tags and the elements of expressions are no entries.
        let is_entry = !name.is_empty() && !name.starts_with(['=', '[', '$']);
        let (whole, name, known) = self.with(outer, |it| {
            let is_further = is_entry && it.entries.len() >= MANY && !it.entries.contains_key(name);
            let name = if is_further { FURTHER } else { name };
            (it.whole.unwrap_or(outer), name, it.entries.get(name).copied())
        });
        if let Some(site) = known {
            return site;
        }
        let around = iter::successors(Some(outer), |site| self.with(*site, |it| it.outer));
        let mut same = around.filter(|site| self.with(*site, |it| *it.name == *name));
        let site = match (same.next(), same.next()) {
            (Some(second), Some(_)) => second,
            _ => {
                let (whole, outer, name) = (Some(whole), Some(outer), name.into());
                self.add(SiteFacts { whole, outer, name, ..SiteFacts::default() })
            }
        };
        self.with(outer, |it| it.entries.insert(name.into(), site));
        site
    }

    /// Examines or changes the facts about a site.
    pub(super) fn with<T>(&self, site: Site, act: impl FnOnce(&mut SiteFacts) -> T) -> T {
        act(&mut self.facts.borrow_mut()[site.0])
    }

    /// The forms that targets ask for, if they are known.
    pub(super) fn wants<T>(
        &self,
        site: Site,
        data: Data,
        of: impl FnOnce(&Wants) -> T,
    ) -> Option<T> {
        self.with(site, |facts| facts.wants[data as usize].as_ref().map(of))
    }

    /// Records what targets want. What was known before is right: an optional field may hide an error before the other blocks
    /// at the site are read. Returns whether this is new.
    pub(super) fn record(&self, site: Site, data: Data, wants: Wants) -> bool {
        let wants = match data {
            // A list does not take labels.
            Data::Labelled => wants.sorted(|wanted| wanted == Wanted::Sequence),
            // Any value may be a tuple of one object.
            Data::Tuple => wants.sorted(|wanted| wanted != Wanted::Sequence),
            Data::Blocks | Data::Scalar => wants,
        };
        self.with(site, |facts| {
            let is_new = facts.wants[data as usize].is_none();
            facts.wants[data as usize].get_or_insert(wants);
            is_new
        })
    }

    /// Records that a target reads the entry. Returns whether this is new.
    pub(super) fn record_read(&self, site: Site) -> bool {
        let (outer, was_read) =
            self.with(site, |facts| (facts.outer, mem::replace(&mut facts.is_read, true)));
        if let (Some(outer), false) = (outer, was_read) {
            self.with(outer, |facts| facts.entries_read += 1);
        }
        !was_read
    }

    /// Whether a target reads the entry. One that reads many entries is assumed to be a map, which reads all.
    pub(super) fn is_read(&self, site: Site) -> bool {
        let (is_read, outer) = self.with(site, |facts| (facts.is_read, facts.outer));
        is_read || outer.is_some_and(|it| self.with(it, |facts| facts.entries_read >= MANY))
    }
}

/// The number of entries that only a map has.
const MANY: usize = 64;

/// Instead of the names of further entries.
const FURTHER: &str = "*";
