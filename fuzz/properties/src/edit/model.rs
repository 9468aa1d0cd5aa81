//! A document as plain data, with the meaning of each change.

use serde_hcl::syntax::{BodyRef, ExpressionKind, ExpressionRef};
use serde_hcl::{Address, Context, Expression};

#[derive(Clone, Debug)]
pub enum Node {
    Attribute { name: String, value: Value },
    Block { name: String, labels: Vec<String>, body: Vec<Node> },
}

#[derive(Clone, Debug)]
pub enum Value {
    /// The key is `None` if it has to be evaluated.
    Object(Vec<(Option<String>, Value)>),
    Tuple(Vec<Value>),
    /// Any other expression: its text, and the same without parentheses around it.
    Text {
        text: String,
        inner: String,
        is_exact: bool,
    },
}

#[derive(Clone, Debug)]
pub enum Step {
    Name(String),
    Index(usize),
}

/// The indexes of an item and of the blocks around it.
pub type Path = Vec<usize>;

/// The target of an address: a body, or an expression and the indexes of the elements around it.
#[derive(Clone, Debug)]
pub enum Place {
    Body(Path),
    Expression(Path, Vec<usize>),
}

pub fn address(steps: &[Step]) -> Address {
    let empty: [&str; 0] = [];
    steps.iter().fold(empty.iter().collect(), |address: Address, step| match step {
        Step::Name(name) => address.name(name),
        Step::Index(index) => address.index(*index),
    })
}

pub fn body(body: BodyRef<'_>) -> Vec<Node> {
    let items = body.items().map(|item| {
        let name = item.name().to_owned();
        match (item.as_block(), item.as_attribute()) {
            (Some(block), _) => {
                let labels = block.labels().map(|label| label.value().into_owned()).collect();
                Node::Block { name, labels, body: self::body(block.body()) }
            }
            (_, attribute) => {
                Node::Attribute { name, value: value(attribute.unwrap().expression()) }
            }
        }
    });
    items.collect()
}

pub fn value(expression: ExpressionRef<'_>) -> Value {
    match expression.kind() {
        ExpressionKind::Tuple(elements) => Value::Tuple(elements.map(value).collect()),
        ExpressionKind::Object(object) => {
            let items = object.items().map(|item| {
                let text = match item.key().kind() {
                    ExpressionKind::String(key) => Some(key.value().into_owned()),
                    _ => item.name().map(str::to_owned),
                };
                (text, value(item.value()))
            });
            Value::Object(items.collect())
        }
        _ => {
            let mut inner = expression;
            while let ExpressionKind::Parenthesized(expression) = inner.kind() {
                inner = expression;
            }
            let (text, inner) = (expression.text().to_owned(), inner.text().to_owned());
            Value::Text { text, inner, is_exact: true }
        }
    }
}

/// The value of an expression that a change writes. `None` if the text is not an expression.
pub fn written(text: &str) -> Option<Value> {
    let text = text.trim_start_matches([' ', '\t', '\r', '\n', '\u{feff}']);
    let text = text.trim_end_matches([' ', '\t', '\r', '\n']);
    let expression = parsed(text)?;
    let source = format!("_ = {text}\n");
    let document = serde_hcl::parse(&source).ok();
    let whole = document.as_ref().and_then(|document| document.body().attribute("_"));
    let mut value = match whole.map(|whole| whole.expression()).filter(|it| it.text() == text) {
        Some(whole) => value(whole),
        // It needs parentheses.
        None => {
            let (text, inner) = (text.to_owned(), expression.view().text().to_owned());
            Value::Text { text, inner, is_exact: false }
        }
    };
    value.touch();
    Some(value)
}

impl Node {
    pub fn name(&self) -> &str {
        match self {
            Node::Attribute { name, .. } | Node::Block { name, .. } => name,
        }
    }

    pub fn is_attribute(&self) -> bool {
        matches!(self, Node::Attribute { .. })
    }

    /// Records that a change writes the item again.
    pub fn touch(&mut self) {
        match self {
            Node::Attribute { value, .. } => value.touch(),
            Node::Block { body, .. } => body.iter_mut().for_each(Node::touch),
        }
    }

    fn agrees(&self, found: &Node) -> bool {
        match (self, found) {
            (Node::Attribute { name, value }, Node::Attribute { name: other, value: found }) => {
                name == other && value.agrees(found)
            }
            (
                Node::Block { name, labels, body },
                Node::Block { name: other, labels: others, body: found },
            ) => name == other && labels == others && agree(body, found),
            _ => false,
        }
    }
}

/// Whether the bodies are the same; texts that a change wrote may differ in white space and parentheses.
pub fn agree(expected: &[Node], found: &[Node]) -> bool {
    expected.len() == found.len()
        && expected.iter().zip(found).all(|(one, other)| one.agrees(other))
}

impl Value {
    pub fn touch(&mut self) {
        match self {
            Value::Object(items) => items.iter_mut().for_each(|(_, value)| value.touch()),
            Value::Tuple(elements) => elements.iter_mut().for_each(Value::touch),
            Value::Text { is_exact, .. } => *is_exact = false,
        }
    }

    pub fn is_exact(&self) -> bool {
        match self {
            Value::Object(items) => items.iter().all(|(_, value)| value.is_exact()),
            Value::Tuple(elements) => elements.iter().all(Value::is_exact),
            Value::Text { is_exact, .. } => *is_exact,
        }
    }

    fn agrees(&self, found: &Value) -> bool {
        match (self, found) {
            (Value::Object(items), Value::Object(others)) => {
                items.len() == others.len()
                    && items.iter().zip(others).all(|((key, one), (other_key, other))| {
                        key == other_key && one.agrees(other)
                    })
            }
            (Value::Tuple(elements), Value::Tuple(others)) => {
                elements.len() == others.len()
                    && elements.iter().zip(others).all(|(one, other)| one.agrees(other))
            }
            (
                Value::Text { text, inner, is_exact },
                Value::Text { text: other, inner: other_inner, .. },
            ) => {
                // Directly behind a bracket, the name `for` gets parentheses.
                let is_same = text == other || *other == format!("({text})");
                is_same || !is_exact && have_same_words(inner, other_inner)
            }
            _ => false,
        }
    }
}

/// A heredoc needs a line end behind it.
fn parsed(text: &str) -> Option<Expression> {
    serde_hcl::parse_expression(&format!("{text}\n")).ok()
}

/// Whether the expressions differ only in white space, and have the same value if they have one.
fn have_same_words(one: &str, other: &str) -> bool {
    let words = |text: &str| text.split_whitespace().collect::<String>();
    let value = |text: &str| {
        let expression = parsed(text)?;
        expression.evaluate(&Context::new()).ok().map(|value| value.to_string())
    };
    words(one) == words(other) && (!one.contains("<<") || value(one) == value(other))
}

pub fn body_at<'n>(items: &'n [Node], path: &[usize]) -> &'n [Node] {
    path.iter().fold(items, |items, index| match &items[*index] {
        Node::Block { body, .. } => body,
        Node::Attribute { .. } => panic!("no block"),
    })
}

pub fn body_mut<'n>(items: &'n mut Vec<Node>, path: &[usize]) -> &'n mut Vec<Node> {
    path.iter().fold(items, |items, index| match &mut items[*index] {
        Node::Block { body, .. } => body,
        Node::Attribute { .. } => panic!("no block"),
    })
}

pub fn value_at<'n>(items: &'n mut Vec<Node>, path: &[usize], elements: &[usize]) -> &'n mut Value {
    let (last, outer) = path.split_last().expect("an item");
    let Node::Attribute { value, .. } = &mut body_mut(items, outer)[*last] else {
        panic!("no attribute")
    };
    elements.iter().fold(value, |value, index| match value {
        Value::Object(items) => &mut items[*index].1,
        Value::Tuple(elements) => &mut elements[*index],
        Value::Text { .. } => panic!("no constructor"),
    })
}

/// The item at the start of an address, and the number of the other steps. An attribute hides the
/// blocks with its name; of several blocks, the one with the most labels is meant.
fn next(items: &[Node], steps: &[Step]) -> Option<(usize, usize)> {
    let (Step::Name(name), rest) = steps.split_first()? else { return None };
    let is_attribute = |node: &Node| node.is_attribute() && node.name() == name;
    if let Some(index) = items.iter().position(is_attribute) {
        return Some((index, rest.len()));
    }
    let names = rest.iter().map_while(|step| match step {
        Step::Name(name) => Some(name.clone()),
        Step::Index(_) => None,
    });
    let mut wanted: Vec<String> = names.collect();
    loop {
        let found = items.iter().enumerate().filter(|(_, node)| match node {
            Node::Block { name: other, labels, .. } => other == name && *labels == wanted,
            Node::Attribute { .. } => false,
        });
        let found: Vec<usize> = found.map(|(index, _)| index).collect();
        let rest = &rest[wanted.len()..];
        match (found.len(), rest.first()) {
            (0, _) => {}
            (_, Some(Step::Index(index))) => return Some((*found.get(*index)?, rest.len() - 1)),
            (1, _) => return Some((found[0], rest.len())),
            _ => return None,
        }
        wanted.pop()?;
    }
}

/// The path of the item at an address.
pub fn locate(items: &[Node], steps: &[Step]) -> Option<Path> {
    let (index, left) = next(items, steps)?;
    match &items[index] {
        _ if left == 0 => Some(vec![index]),
        Node::Block { body, .. } => {
            let path = locate(body, &steps[steps.len() - left..])?;
            Some([vec![index], path].concat())
        }
        Node::Attribute { .. } => None,
    }
}

/// The body or the expression at an address.
pub fn resolve(items: &[Node], steps: &[Step]) -> Option<Place> {
    if steps.is_empty() {
        return Some(Place::Body(Vec::new()));
    }
    let (index, left) = next(items, steps)?;
    let rest = &steps[steps.len() - left..];
    match &items[index] {
        Node::Block { body, .. } => Some(match resolve(body, rest)? {
            Place::Body(path) => Place::Body([vec![index], path].concat()),
            Place::Expression(path, elements) => {
                Place::Expression([vec![index], path].concat(), elements)
            }
        }),
        Node::Attribute { value, .. } => {
            let mut value = value;
            let mut elements = Vec::new();
            for step in rest {
                let index = match (value, step) {
                    (Value::Object(_), Step::Name(key)) => value.find(key)?,
                    (Value::Tuple(items), Step::Index(index)) if *index < items.len() => *index,
                    _ => return None,
                };
                value = match value {
                    Value::Object(items) => &items[index].1,
                    Value::Tuple(items) => &items[index],
                    Value::Text { .. } => return None,
                };
                elements.push(index);
            }
            Some(Place::Expression(vec![index], elements))
        }
    }
}

impl Value {
    /// The last element with the key, whose value is that of the object.
    pub fn find(&self, key: &str) -> Option<usize> {
        let Value::Object(items) = self else { return None };
        items.iter().rposition(|(name, _)| name.as_deref() == Some(key))
    }

    /// Sets an element of an object. Returns whether it is one.
    pub fn insert(&mut self, key: &str, new: Value) -> bool {
        let found = self.find(key);
        let Value::Object(items) = self else { return false };
        match found {
            Some(index) => items[index].1 = new,
            None => items.push((Some(key.to_owned()), new)),
        }
        true
    }

    pub fn push(&mut self, new: Value) -> bool {
        let Value::Tuple(elements) = self else { return false };
        elements.push(new);
        true
    }

    pub fn remove(&mut self, step: &Step) -> bool {
        match (self, step) {
            (Value::Object(items), Step::Name(key)) => {
                let count = items.len();
                items.retain(|(name, _)| name.as_deref() != Some(key));
                items.len() < count
            }
            (Value::Tuple(elements), Step::Index(index)) if *index < elements.len() => {
                elements.remove(*index);
                true
            }
            _ => false,
        }
    }
}
