//! Blocks of one type as JSON: objects of labels around arrays of bodies.

use std::borrow::Cow;

use hashbrown::HashSet;

use super::tree::Json;

/// Blocks of one type, one after the other.
#[derive(Default)]
pub(super) struct Blocks {
    parts: Vec<Part>,
    /// Whether this is one block and not a list of blocks. A reader with a buffer can't distinguish
    /// a block from an array of one.
    pub(super) is_one: bool,
}

enum Part {
    /// A block without labels.
    Body(Json),
    Labelled(Labelled),
}

/// Blocks with labels that one object shows in their order.
struct Labelled {
    json: Json,
    /// The labels of each level around the last block.
    levels: Vec<Level>,
    /// Whether the last body could also be a level of labels for a field `$labels`.
    is_like_labels: bool,
}

/// The labels in one object.
#[derive(Default)]
struct Level {
    labels: HashSet<String>,
    last: String,
}

impl Blocks {
    pub(super) fn add(&mut self, labels: &[Cow<'_, str>], is_like_labels: bool, body: Json) {
        if labels.is_empty() {
            return self.parts.push(Part::Body(body));
        }
        let rejected = match self.parts.last_mut() {
            Some(Part::Labelled(labelled)) => labelled.add(labels, is_like_labels, body),
            _ => Some(body),
        };
        if let Some(body) = rejected {
            let mut labelled =
                Labelled { json: Json::Object(Vec::new()), levels: Vec::new(), is_like_labels };
            labelled.push(0, labels, body);
            self.parts.push(Part::Labelled(labelled));
        }
    }

    /// A body, an object of labels, or an array of these.
    pub(super) fn into_json(self) -> Json {
        let is_alone = match self.parts.as_slice() {
            // A body of several objects would be several blocks.
            [Part::Body(body)] => self.is_one && !matches!(body, Json::Array(_)),
            parts => parts.len() == 1,
        };
        let parts = self.parts.into_iter().map(|part| match part {
            Part::Body(body) => body,
            Part::Labelled(labelled) => labelled.json,
        });
        let mut parts: Vec<Json> = parts.collect();
        match is_alone {
            true => parts.pop().unwrap_or_else(Json::null),
            false => Json::Array(parts),
        }
    }
}

impl Labelled {
    /// Adds a block behind the others. Returns its body if it can't be there: because the blocks would be in
    /// another order, or because a reader of all labels could not tell how many there are.
    fn add(&mut self, labels: &[Cow<'_, str>], is_like_labels: bool, body: Json) -> Option<Json> {
        let pairs = self.levels.iter().zip(labels);
        let common = pairs.take_while(|(level, label)| level.last == **label).count();
        let is_new = |label: &Cow<'_, str>| {
            self.levels.get(common).is_some_and(|level| !level.labels.contains(&**label))
        };
        match labels.get(common) {
            Some(label) if is_new(label) => self.push(common, labels, body),
            None if common == self.levels.len() && !self.is_like_labels && !is_like_labels => {
                if let Some(Json::Array(bodies)) = self.json.last_inside(common) {
                    bodies.push(body);
                }
            }
            _ => return Some(body),
        }
        self.is_like_labels = is_like_labels;
        None
    }

    /// Adds a block whose first labels are those of the last block.
    fn push(&mut self, common: usize, labels: &[Cow<'_, str>], body: Json) {
        let Some((label, inner)) = labels.get(common..).and_then(<[_]>::split_first) else {
            return;
        };
        let property = inner.iter().rev().fold(Json::Array(vec![body]), |inside, label| {
            Json::Object(vec![(label.clone().into_owned(), inside)])
        });
        if let Some(Json::Object(members)) = self.json.last_inside(common) {
            members.push((label.clone().into_owned(), property));
        }
        self.levels.truncate(common + 1);
        self.levels.resize_with(labels.len(), Level::default);
        for (level, label) in self.levels.iter_mut().zip(labels).skip(common) {
            level.labels.insert(label.clone().into_owned());
            level.last = label.clone().into_owned();
        }
    }
}
