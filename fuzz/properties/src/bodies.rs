//! Unusual bodies: whatever their source is, they are read again as what was written.

use derive_tests::bodies::{Choose, Source, Unusual, schema, unusual};
use serde_hcl::describe::Description;
use serde_hcl::language::Editor;
use serde_hcl::source::Span;
use serde_hcl::syntax::{BodyRef, ItemRef};
use serde_hcl::{Address, Attribute, Block, Body, Context, Edit, Result, json};

use crate::checked;
use crate::edit::Choices;

/// A body from any source has the same items after it was written and read, in both syntaxes. An editor answers
/// about its text, and every change is made or refused. The bytes are decisions about the body.
pub fn bodies(data: &[u8]) {
    let mut choices = Choices(data);
    let Unusual { source, body } = unusual(&mut choices);
    check(source, &body);
    check_changes(source, &body, &mut choices);
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

/// A change, at an address if it needs one.
type Change = fn(&mut Body, &Address) -> Result<()>;

/// All ways to change a body.
const CHANGES: [(&str, Change); 29] = [
    ("set", |it, at| it.set(at, &[1, 2])),
    ("set_text", |it, at| it.set_text(at, "var.x")),
    ("set of an element", |it, at| it.set(at.clone().name("new key"), &7)),
    ("set of a new attribute", |it, _| it.set("set_new", "x\ny\n")),
    ("push_to", |it, at| it.push_to(at, "x")),
    ("rename_attribute", |it, at| it.rename_attribute(at, "renamed").map(drop)),
    ("remove", |it, at| it.remove(at).map(drop)),
    ("remove of an element", |it, at| it.remove(at.clone().index(0)).map(drop)),
    ("take", |it, at| it.take(at)?.map_or(Ok(()), |item| Body::new().push(item))),
    ("take_blocks", |it, _| it.take_blocks("b1").map(drop)),
    ("push of an attribute", |it, _| it.push(Attribute::new("pushed", 1))),
    ("push of a block", |it, _| it.push(Block::new("pushed").with_comment("new"))),
    ("insert_before", |it, at| it.insert_before(at, Block::new("before"))),
    ("insert_after", |it, at| it.insert_after(at, Block::new("after"))),
    ("move_to_end", |it, at| it.move_to_end(at).map(drop)),
    ("append_blank_line", |it, _| it.append_blank_line()),
    ("clear", |it, _| it.clear()),
    ("retain", |it, _| it.retain(|item| item.as_block().is_some())),
    ("sort_by_key", |it, _| it.sort_by_key(|item| Some(item.name().to_owned()))),
    ("set_comment", |it, at| it.set_comment(at, "one\ntwo")),
    ("set_trailing_comment", |it, at| it.set_trailing_comment(at, "behind")),
    ("set_labels", |it, at| it.block_mut(at)?.set_labels(["l", "a b"])),
    ("clear_labels", |it, at| it.block_mut(at)?.clear_labels()),
    ("set_type", |it, at| it.block_mut(at)?.set_type("renamed")),
    ("blocks_mut", |it, _| it.blocks_mut()?.try_for_each(|mut block| block.set("all", &1))),
    ("block_or_insert", |it, _| it.block_or_insert("b1.x")?.set("one", &1)),
    ("rename_references", |it, _| it.rename_references("var.x", "var.y").map(drop)),
    ("replace_expressions", |it, _| {
        it.replace_expressions(|found| Some("2".parse().ok()?).filter(|_| found.text() == "1"))
            .map(drop)
    }),
    ("formatted", |it, _| {
        it.clone().formatted(serde_hcl::format::Formatter::new()).map(|new| *it = new)
    }),
];

/// Every change is made or refused, at addresses of all kinds.
pub fn check_changes(source: Source, body: &Body, choose: &mut impl Choose) {
    let mut all = vec!["no.such[1]".into()];
    addresses(body.view(), &Address::from([""; 0]), &mut all);
    for change in &CHANGES {
        for _ in 0..3 {
            check_change(source, body, change, &all[choose.below(all.len())]);
        }
    }
    // Items of every source can be added to another body, or are refused for their own reason.
    for item in body.clone() {
        let mut other: Body = "x0 = 1\nx1 {}\n".parse().unwrap_or_default();
        match other.push(item.clone()) {
            Ok(()) if source != Source::Lenient => {
                assert!(is_read_as(&other, &other.to_string()), "{source:?}\n{item}");
            }
            Ok(()) => {}
            Err(error) => {
                let is_damaged = source == Source::Lenient;
                assert!(is_damaged || error.code() != "unclosed-block", "{source:?}\n{item}");
                assert_eq!(other.len(), 2, "{source:?}: {error}");
            }
        }
    }
}

fn is_read_as(body: &Body, text: &str) -> bool {
    text.parse::<Body>().is_ok_and(|read| read == *body)
}

fn addresses(body: BodyRef<'_>, at: &Address, all: &mut Vec<Address>) {
    for item in body.items() {
        let own = at.clone().name(item.name());
        let labels = item.as_block().into_iter().flat_map(|block| block.labels());
        let own = labels.fold(own, |own, label| own.name(&label.value()));
        if let Some(block) = item.as_block() {
            addresses(block.body(), &own, all);
        }
        all.push(own);
    }
}

fn check_change(source: Source, body: &Body, (name, change): &(&str, Change), at: &Address) {
    let (before, mut changed) = (body.to_string(), body.clone());
    let result = change(&mut changed, at);
    let after = changed.to_string();
    let case = || format!("{source:?}: {name} at {at}: {result:?}\n{before}\n=>\n{after}");
    let is_json = body.view().is_json();
    if is_json {
        let code = result.as_ref().map_err(|error| error.code());
        assert_eq!(code, Err("json-body"), "{}", case());
    }
    if result.is_err() && source != Source::Lenient {
        assert_eq!(before, after, "{}", case());
    }
    if !is_json && source != Source::Lenient {
        let is_built = matches!(source, Source::Built | Source::JsonAsNative);
        let read = if is_built { "" } else { &before };
        assert_eq!(Edit::apply(&changed.changes(), read), after, "{}", case());
        assert!(is_read_as(&changed, &after), "{}", case());
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
