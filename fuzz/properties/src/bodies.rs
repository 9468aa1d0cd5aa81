//! Unusual bodies: whatever their source is, they are read again as what was written.

use derive_tests::bodies::{Source, Unusual, schema, unusual};
use serde_hcl::describe::Description;
use serde_hcl::language::Editor;
use serde_hcl::source::Span;
use serde_hcl::syntax::{BodyRef, ItemRef};
use serde_hcl::{Body, Context, json};

use crate::checked;
use crate::edit::Choices;

/// A body from any source has the same items after it was written and read, in both syntaxes. An editor answers
/// about its text. The bytes are decisions about the body.
pub fn bodies(data: &[u8]) {
    let Unusual { source, body } = unusual(&mut Choices(data));
    check(source, &body);
}

/// The laws of one body.
pub fn check(source: Source, body: &Body) {
    let expected = outline(body.view());
    let shown = body.to_string();
    match (checked(serde_hcl::to_string(body)), source) {
        (_, Source::Lenient) => {}
        (Some(text), _) => {
            for text in [&text, &shown] {
                same(source, &expected, text);
            }
            let read: Body = text.parse().unwrap_or_default();
            assert_eq!(read.to_string(), text, "{source:?}");
            in_json(source, body);
            in_editor(&text, read.view().items().len());
        }
        (None, Source::Json | Source::JsonBlock) => {}
        (None, _) => panic!("{source:?} can't be written:\n{shown}"),
    }
}

fn same(source: Source, expected: &[Item], text: &str) {
    match text.parse::<Body>() {
        Ok(read) => assert_eq!(outline(read.view()), expected, "{source:?}\n{text}"),
        Err(error) => panic!("{source:?} is not read again: {error:#}\n{text}"),
    }
}

/// The blocks are in the same order, and all items are of the same kind.
fn in_json(source: Source, body: &Body) {
    let (Some(text), Ok(native)) =
        (checked(json::to_string(body)), body.view().to_native(&schema()))
    else {
        return;
    };
    let read = json::parse(&text).and_then(|read| read.body().to_native(&schema()));
    let read = read.unwrap_or_else(|error| panic!("{source:?}: {error:#}\n{native}\n{text}"));
    // The order of attributes among blocks has no meaning.
    let sorted = |body: &Body| {
        let mut items = outline(body.view());
        sort(&mut items);
        items
    };
    assert_eq!(sorted(&read), sorted(&native), "{source:?}\n{native}\n{text}");
}

fn sort(items: &mut [Item]) {
    items.sort_by_key(|item| item.blocks.is_some());
    let blocks = items.iter_mut().filter_map(|item| item.blocks.as_mut());
    blocks.for_each(|items| sort(items));
}

/// An editor knows all items, and its places are in the text.
fn in_editor(text: &str, items: usize) {
    let (description, context) = (Description::of::<()>(), Context::new());
    let editor = Editor::new(text, &description, &context);
    assert_eq!(editor.symbols().len(), items, "{text}");
    let inside = |span: Span| {
        assert!(text.get(span.range()).is_some(), "{span:?} is not in\n{text}");
    };
    editor.folding().iter().for_each(|fold| inside(fold.span));
    editor.semantic_tokens().iter().for_each(|token| inside(token.span));
    for offset in (0..text.len() as u32 + 2).step_by(text.len() / 8 + 1) {
        inside(editor.complete(offset).span);
        editor.hover(offset).iter().for_each(|hover| inside(hover.span));
        editor.references(offset).into_iter().for_each(inside);
    }
}

/// What an item says.
#[derive(Debug, PartialEq)]
struct Item {
    /// The name and the labels.
    header: Vec<String>,
    /// The value, if it is known without a context.
    value: Option<String>,
    /// The items of a block.
    blocks: Option<Vec<Item>>,
}

fn outline(body: BodyRef<'_>) -> Vec<Item> {
    body.items().map(item).collect()
}

fn item(item: ItemRef<'_>) -> Item {
    let labels = item.as_block().into_iter().flat_map(|block| block.labels());
    let labels = labels.map(|label| label.value().into_owned());
    let value = item.as_attribute().and_then(|it| it.expression().evaluate(&Context::new()).ok());
    Item {
        header: std::iter::once(item.name().to_owned()).chain(labels).collect(),
        value: value.map(|value| value.to_string()),
        blocks: item.as_block().map(|block| outline(block.body())),
    }
}
