//! Compares the items of a body with the recorded ones.

use serde_hcl::source::Span;
use serde_hcl::syntax::{AttributeRef, BlockRef, BodyRef, ItemRef};

use super::agreement::Agreement;
use super::answer::Answer;
use super::record::{Item, Range};

/// Compares all items; `content` compares the content of an attribute.
pub fn compare(
    expected: &[Item<'_>],
    body: BodyRef<'_>,
    content: &dyn Fn(&Item<'_>, AttributeRef<'_>) -> Answer,
) -> Answer {
    let found: Vec<_> = body.items().collect();
    let complete = Agreement::FULL.and_value(expected.len() == found.len());
    let items = expected.iter().zip(found).map(|(expected, found)| item(expected, found, content));
    items.fold(Answer::part(complete, ""), Answer::and)
}

fn item(
    expected: &Item<'_>,
    found: ItemRef<'_>,
    content: &dyn Fn(&Item<'_>, AttributeRef<'_>) -> Answer,
) -> Answer {
    match (&*expected.kind, found.as_attribute(), found.as_block()) {
        ("attr", Some(attribute), _) => {
            let agreement = Agreement::FULL
                .and_value(expected.name == attribute.name())
                .and_ranges(attribute_is_at(expected, attribute));
            let name = format!("\n  {} = ", attribute.name());
            Answer::part(agreement, name).and(content(expected, attribute))
        }
        ("block", _, Some(block)) => {
            let labels: Vec<_> = block.labels().map(|label| label.value()).collect();
            let agreement = Agreement::FULL
                .and_value(expected.name == block.block_type() && labels == expected.labels)
                .and_ranges(block_is_at(expected, block));
            let header = format!("\n  {} {labels:?}", block.block_type());
            Answer::part(agreement, header).and(compare(&expected.body, block.body(), content))
        }
        _ => Answer::part(Agreement::FULL.and_value(false), format!("\n  {found:?}")),
    }
}

fn attribute_is_at(expected: &Item<'_>, attribute: AttributeRef<'_>) -> bool {
    is_at(expected.range, attribute.span())
        && is_at(expected.name_range, attribute.name_span())
        && is_at(expected.expr_range, attribute.expression().span())
}

fn block_is_at(expected: &Item<'_>, block: BlockRef<'_>) -> bool {
    let body = block.body().span();
    is_at(expected.range, block.span())
        && is_at(expected.name_range, block.block_type_span())
        && are_at(&expected.label_ranges, block.labels().map(|label| label.span()))
        && is_at(expected.open_range, Span::new(body.start, body.start + 1))
        && is_at(expected.close_range, Span::new(body.end - 1, body.end))
}

/// Whether the number of spans is that of the recorded ranges, if any are recorded.
pub fn are_at(expected: &[Range], found: impl Iterator<Item = Span>) -> bool {
    let expected = expected.iter().map(|range| range.bytes());
    expected.len() == 0 || found.map(|span| (span.start, span.end)).eq(expected)
}

/// Whether a span is at the recorded range. Some ranges are not recorded.
pub fn is_at(expected: Option<Range>, found: Span) -> bool {
    expected.is_none_or(|range| range.bytes() == (found.start, found.end))
}
