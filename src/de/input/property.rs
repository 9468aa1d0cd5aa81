//! JSON properties. The target decides whether a property is an attribute, a block or several blocks,
//! and how many values of names are labels.

use std::cell::RefCell;
use std::rc::Rc;
use std::slice;

use smallvec::SmallVec;

use super::elements::Elements;
use super::names::is_label_field;
use super::node::{Blocks, Node};
use crate::diagnostic::catalog::json as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::syntax::json::{self, Properties};
use crate::syntax::unpack::{
    Mistake, PropertyValue, PropertyValueId, Unpacked, is_array_of_objects,
};
use crate::syntax::{BlockRef, BodyRef, ExpressionRef, Expressions, Tree, View};
use crate::text::span::Span;

/// A property, or several with the same name, with an object or an array as value.
#[derive(Clone)]
pub(in crate::de) struct Property<'t> {
    values: Values<'t>,
    /// The number of labels that have been consumed as names of variants.
    consumed: usize,
    /// The rest of the row that contains the property as an element.
    row: Option<Row>,
    /// Whether its name is a block type, as an element of `$blocks`.
    pub(in crate::de) is_item: bool,
}

#[derive(Clone)]
enum Values<'t> {
    One(PropertyValue<'t>),
    Many(Rc<[PropertyValue<'t>]>),
}

/// A property without a reference to its tree. An element of a row has no row here.
#[derive(Clone)]
pub(super) struct PropertyId {
    values: SmallVec<[PropertyValueId; 1]>,
    consumed: usize,
    is_item: bool,
}

impl PropertyId {
    pub(super) fn within<'t>(&self, tree: &'t Tree<'t>) -> Property<'t> {
        let values = match &self.values[..] {
            [level] => Values::One(level.within(tree)),
            values => Values::Many(values.iter().map(|level| level.within(tree)).collect()),
        };
        Property { values, consumed: self.consumed, row: None, is_item: self.is_item }
    }
}

/// Values that may be blocks, the next one last. The labels of the first target decide how many
/// blocks a value is; the target puts the other values back. All values are of one tree.
type Row = Rc<RefCell<Vec<PropertyValueId>>>;

/// The elements of a row.
pub(in crate::de) struct ElementsOfRow<'t> {
    /// A node of the tree of the values.
    of: View<'t>,
    row: Row,
    /// The number of labels of each element that have been consumed as names of variants.
    consumed: usize,
    /// Whether their names are block types.
    is_item: bool,
    /// The last element, and the number of those behind it at first.
    last: Option<(PropertyValueId, usize)>,
}

impl<'t> ElementsOfRow<'t> {
    /// The properties of a body as elements of `$blocks`.
    pub(super) fn of_body(body: BodyRef<'t>) -> Self {
        let names = body.items().filter_map(|item| item.as_property());
        let values = names.map(PropertyValue::of_name);
        let values = values.filter(|level| level.value.is_json_container());
        let row = row_of(values, is_array_of_objects);
        ElementsOfRow { of: body.0, row, consumed: 0, is_item: true, last: None }
    }

    pub(super) fn len(&self) -> usize {
        self.row.borrow().len()
    }

    pub(super) fn next<'de>(&mut self) -> Option<Node<'t, 'de>> {
        let next = self.row.borrow_mut().pop()?;
        self.last = Some((next, self.len()));
        self.again()
    }

    /// Makes the rest of the row as it was after the last element.
    pub(super) fn rewind(&self) {
        if let Some((_, behind)) = self.last {
            self.row.borrow_mut().truncate(behind);
        }
    }

    /// The last element again.
    pub(super) fn again<'de>(&self) -> Option<Node<'t, 'de>> {
        let (last, _) = self.last.as_ref()?;
        let level = last.within(self.of.tree);
        Some(match level.value.is_json_container() {
            true => Node::Property(Property {
                values: Values::One(level),
                consumed: self.consumed,
                row: Some(Rc::clone(&self.row)),
                is_item: self.is_item,
            }),
            false => Node::Expression(ExpressionRef(level.value)),
        })
    }
}

impl<'t> Property<'t> {
    pub(in crate::de) fn of_name(name: View<'t>) -> Self {
        let values = Values::One(PropertyValue::of_name(name));
        Property { values, consumed: 0, row: None, is_item: false }
    }

    /// A property for these nodes, which all have the same name.
    pub(super) fn of_names(names: &[View<'t>]) -> Option<Self> {
        let values = match names {
            [] => return None,
            [name] => Values::One(PropertyValue::of_name(*name)),
            names => Values::Many(names.iter().copied().map(PropertyValue::of_name).collect()),
        };
        Some(Property { values, consumed: 0, row: None, is_item: false })
    }

    pub(super) fn to_id(&self) -> PropertyId {
        let values = self.values().iter().map(|level| level.to_id()).collect();
        PropertyId { values, consumed: self.consumed, is_item: self.is_item }
    }

    pub(in crate::de) fn values(&self) -> &[PropertyValue<'t>] {
        match &self.values {
            Values::One(level) => slice::from_ref(level),
            Values::Many(values) => values,
        }
    }

    fn first(&self) -> PropertyValue<'t> {
        match &self.values {
            Values::One(level) => *level,
            Values::Many(values) => values[0],
        }
    }

    /// The property after its name was consumed as a block type.
    pub(in crate::de) fn untyped(&self) -> Self {
        Property { is_item: false, ..self.clone() }
    }

    /// The name that was consumed last, or else the name of the property.
    pub(in crate::de) fn consumed_name(&self) -> View<'t> {
        let level = self.first();
        match self.consumed.checked_sub(1) {
            Some(number) => json::label(level.name, level.labels as u32, number as u32),
            // In an array, an element may itself be an object of labels.
            None => level.head(),
        }
    }

    /// The name of the property.
    pub(in crate::de) fn name(&self) -> View<'t> {
        self.first().name
    }

    /// The value of the first property as an expression.
    pub(in crate::de) fn expression(&self) -> ExpressionRef<'t> {
        ExpressionRef(self.first().value)
    }

    pub(in crate::de) fn span(&self) -> Span {
        let spans = self.values().iter().map(|level| level.value.place());
        spans.reduce(Span::to).unwrap_or_default()
    }

    /// The single object that is the value; or an element of it, unless the property itself is an
    /// element of a sequence.
    pub(in crate::de) fn single_object(&self) -> Option<View<'t>> {
        let [level] = self.values() else { return None };
        let has_one = level.value.is_json_array() && level.value.count() == 1;
        let value = match has_one && !self.is_element() {
            true => level.value.first(),
            false => level.value,
        };
        Some(value).filter(|value| value.is_json_object())
    }

    /// Whether the values are objects, alone or in arrays.
    pub(in crate::de) fn has_objects(&self) -> bool {
        let is_one = |value: View<'_>| value.is_json_object() || is_array_of_objects(value);
        self.values().iter().any(|level| is_one(level.value))
    }

    /// Whether the property is an element of a sequence.
    pub(in crate::de) fn is_element(&self) -> bool {
        self.row.is_some()
    }

    /// Whether labels are properties of the object, as in an attribute that contains a block.
    fn writes_labels_out(&self) -> bool {
        let value = self.first().value;
        let object = if value.is_json_array() { value.children().next() } else { Some(value) };
        let mut names = Properties::of(object.unwrap_or(value));
        names.any(|name| {
            // If the value is objects, the name is itself a label.
            let value = name.next();
            let first = if value.is_json_array() { value.children().next() } else { Some(value) };
            let is_label = first.is_some_and(View::is_json_object);
            name.property_name().starts_with("$label") && !is_label
        })
    }

    /// Fails if there are several properties and none of them can be blocks.
    pub(in crate::de) fn require_one(&self) -> Result<()> {
        match self.values() {
            [first, second, ..] => Err(Error::data(catalog::duplicate_key(
                first.name.property_name(),
                second.name.place(),
                first.name.place(),
            ))),
            _ => Ok(()),
        }
    }

    /// The blocks in the property with this number of further labels. For an element of a row, the
    /// first such block.
    pub(in crate::de) fn blocks(&self, labels: usize) -> Result<Blocks<'t>> {
        let labels = self.consumed + labels;
        let consumed = self.consumed as u32;
        if let Some(row) = &self.row {
            let block = self.next_block(labels, &mut row.borrow_mut())?;
            return Ok(Blocks::new([block], consumed));
        }
        let unpacked = Unpacked::of(self.values(), labels);
        match unpacked.mistakes.first() {
            Some(mistake) => Err(self.refused(*mistake)),
            None => Ok(Blocks::new(unpacked.blocks, consumed)),
        }
    }

    fn next_block(&self, labels: usize, row: &mut Vec<PropertyValueId>) -> Result<BlockRef<'t>> {
        let mut level = self.first();
        loop {
            let PropertyValue { name, value, .. } = level;
            let no_body = Mistake::Body(value, name, level.labels);
            let before = row.len();
            if level.labels < labels {
                row.extend(Properties::of(value).map(|name| level.inside(name).to_id()));
                if row.len() == before {
                    return Err(self.refused(Mistake::NoLabel(value, level.labels)));
                }
            } else if value.is_json_array() && !level.is_body {
                row.extend(level.elements().map(PropertyValue::to_id));
            } else if value.is_json_container() {
                return Ok(BlockRef::of_json(name, value, labels as u32));
            } else {
                return Err(self.refused(no_body));
            }
            row[before..].reverse();
            level = row.pop().ok_or_else(|| self.refused(no_body))?.within(name.tree);
        }
    }

    /// The property whose name is the next label: the only one inside, or the first one. The others
    /// are put back into the row.
    pub(in crate::de) fn next_label(&self) -> Option<Property<'t>> {
        let level = self.first();
        let consumed = self.consumed + 1;
        if self.values().len() > 1 {
            return None;
        }
        if level.labels >= consumed {
            return Some(Property { consumed, ..self.clone() });
        }
        let value = match level.value.is_json_array() {
            true if level.value.count() == 1 => level.value.first(),
            true => return None,
            false => level.value,
        };
        let mut inside: Vec<_> = Properties::of(value).map(|name| level.inside(name)).collect();
        if inside.len() > 1 {
            let mut row = self.row.as_ref()?.borrow_mut();
            row.extend(inside.drain(1..).rev().map(PropertyValue::to_id));
        }
        let values = Values::One(inside.pop()?);
        Some(Property { values, consumed, row: self.row.clone(), is_item: false })
    }

    /// The elements of the value: those of arrays; an object is a single element.
    pub(in crate::de) fn elements(&self) -> Elements<'t> {
        if let [level] = self.values() {
            let first = level.value.is_json_array().then(|| level.value.children().next());
            if first.is_some_and(|first| !first.is_some_and(View::is_json_container)) {
                let (elements, count) = (level.value.children(), level.value.count());
                return Elements::Tuple(Expressions::new(elements, count));
            }
        }
        let row = row_of(self.values().iter().copied(), View::is_json_array);
        let (of, consumed) = (self.name(), self.consumed);
        Elements::Row(ElementsOfRow { of, row, consumed, is_item: false, last: None })
    }

    /// The body, if the value is one.
    pub(in crate::de) fn body(&self) -> Result<BodyRef<'t>> {
        let blocks = self.blocks(0)?;
        match blocks.as_slice() {
            [block] => Ok(block.body()),
            _ => {
                self.require_one()?;
                let first = self.first();
                Err(self.refused(Mistake::Body(first.value, first.name, first.labels)))
            }
        }
    }

    /// The blocks with the probable number of labels, for a target that does not determine it.
    pub(in crate::de) fn probable_blocks(&self) -> Result<Blocks<'t>> {
        self.blocks(self.probable_labels())
    }

    /// The number of further labels, for a struct with these fields.
    pub(in crate::de) fn labels_for(&self, fields: &[&str]) -> usize {
        let labels = fields.iter().filter(|field| is_label_field(field)).count();
        match fields.contains(&"$labels") {
            _ if labels > 0 && self.writes_labels_out() => 0,
            true => self.probable_labels(),
            false => labels,
        }
    }

    /// The probable number of further labels: the values of objects before an array.
    fn probable_labels(&self) -> usize {
        let first = self.first();
        let (mut value, mut labels) = (first.value, 0);
        while let Some(name) = Properties::of(value).next().filter(|_| value.is_json_object()) {
            value = name.next();
            labels += 1;
        }
        let inside = if value.is_json_array() { labels } else { 0 };
        (first.labels + inside).saturating_sub(self.consumed)
    }

    #[cold]
    fn refused(&self, mistake: Mistake<'t>) -> Error {
        Error::data(catalog::no_blocks(mistake, self.first().head().property_name(), &[]))
    }
}

/// Values in a row. A value that `is_open` accepts is replaced by its elements.
fn row_of<'t>(
    values: impl Iterator<Item = PropertyValue<'t>>,
    is_open: fn(View<'t>) -> bool,
) -> Row {
    let mut row = Vec::new();
    for level in values {
        match is_open(level.value) {
            true => row.extend(level.elements().map(PropertyValue::to_id)),
            false => row.push(level.to_id()),
        }
    }
    row.reverse();
    Rc::new(RefCell::new(row))
}

/// The value of a JSON property, if it is neither an object nor an array.
#[inline]
pub(super) fn scalar_of(name: View<'_>) -> Option<ExpressionRef<'_>> {
    let value = name.next();
    (!value.is_json_container()).then_some(ExpressionRef(value))
}

/// The value of a JSON property.
pub(super) fn node_of<'t, 'de>(name: View<'t>) -> Node<'t, 'de> {
    match scalar_of(name) {
        Some(expression) => Node::Expression(expression),
        None => Node::Property(Property::of_name(name)),
    }
}
