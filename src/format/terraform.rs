//! The rewrites of `terraform fmt`: they change tokens, but not what a valid module means.

use std::borrow::Cow;

use crate::diagnostic::error::Result;
use crate::lexer::TokenKind::{
    CloseHeredoc, CloseQuote, CloseSequence, Comment, Heredoc, HeredocEscaped, Newline,
    OpenInterpolation, OpenQuote,
};
use crate::lexer::{Purpose, Token, lex};
use crate::limits::stack::nest;
use crate::parser::document::Document;
use crate::syntax::{AttributeRef, BlockRef, ExpressionKind, ExpressionRef};
use crate::text::quote::quoted_labels;
use crate::text::rewriting::Rewriting;
use crate::text::span::Span;

/// Rewrites the labels, types and templates of a document. Linear in the source.
pub(super) fn rewrite(source: &str) -> Result<Cow<'_, str>> {
    let document = Document::parse(source, None)?;
    let mut rewriting = Rewriting::new(source, 0);
    // The items left in each body, and whether the body is that of a variable.
    let mut open = vec![(document.body().items(), false)];
    while let Some((items, is_variable)) = open.last_mut() {
        let is_variable = *is_variable;
        let Some(item) = items.next() else {
            open.pop();
            continue;
        };
        if let Some(block) = item.as_block() {
            rewrite_labels(&mut rewriting, source, block);
            let is_variable = open.len() == 1 && block.block_type() == "variable";
            open.push((block.body().items(), is_variable));
        } else if let Some(attribute) = item.as_attribute() {
            rewrite_attribute(&mut rewriting, attribute, is_variable);
        }
    }
    Ok(rewriting.finish())
}

/// Writes the labels in quotes, without comments between them.
fn rewrite_labels(rewriting: &mut Rewriting<'_>, source: &str, block: BlockRef<'_>) {
    let span = Span::new(block.block_type_span().end, block.header_span().end);
    let mut labels = String::new();
    quoted_labels(block.labels().map(|label| label.value()), &mut labels);
    if labels != span.text(source) {
        rewriting.replace(span, &labels);
    }
}

fn rewrite_attribute(
    rewriting: &mut Rewriting<'_>,
    attribute: AttributeRef<'_>,
    is_in_variable: bool,
) {
    let expression = attribute.expression();
    let new = match is_in_variable && attribute.name() == "type" {
        true => full_type(expression.text()).map(str::to_owned),
        false => unwrapped(expression),
    };
    if let Some(new) = new {
        rewriting.replace(expression.span(), &new);
    }
}

/// The type that a type without its elements, or an old one in quotes, is read as.
fn full_type(ty: &str) -> Option<&'static str> {
    Some(match ty {
        "list" => "list(any)",
        "map" => "map(any)",
        "set" => "set(any)",
        "\"string\"" => "string",
        "\"list\"" => "list(string)",
        "\"map\"" => "map(string)",
        _ => return None,
    })
}

/// The expression of a template that is nothing but one interpolation, if it means the same in place of
/// the template.
fn unwrapped(expression: ExpressionRef<'_>) -> Option<String> {
    let source = expression.source();
    let (mut inner, mut place) = interpolation(expression)?;
    while place.text(source).trim().len() == inner.text().len() {
        let Some(next) = interpolation(inner) else { break };
        (inner, place) = next;
    }
    let mut content = Rewriting::new(place.text(source), place.start);
    // A template with comments around it is unwrapped, too, or both stay.
    if interpolation(inner).is_some() {
        content.replace(inner.span(), &nest(|| unwrapped(inner))?);
    }
    let content = &*content.finish();
    let all = lex(content, Purpose::Format);
    let is_code = |token: &Token| token.kind != Newline;
    let first = all.iter().position(is_code).unwrap_or_default();
    let tokens = all.get(first..=all.iter().rposition(is_code)?)?;
    let mut quotes = 0;
    for token in tokens {
        match token.kind {
            OpenQuote => quotes += 1,
            CloseQuote => quotes -= 1,
            // A heredoc with template sequences, which `terraform fmt` doesn't change.
            OpenInterpolation | CloseSequence if quotes == 0 => return None,
            _ => {}
        }
    }
    let is_line_comment =
        |token: &Token| token.kind == Comment && !token.span.text(content).starts_with("/*");
    let has_lines = tokens.iter().any(|token| token.kind == Newline || is_line_comment(token));
    let is_parenthesized = matches!(inner.kind(), ExpressionKind::Parenthesized(_))
        && content.trim().len() == inner.text().len();
    let needs_parentheses = has_lines && !is_parenthesized;
    let must_end_line = tokens.last().is_some_and(|last| {
        matches!(last.kind, Heredoc | HeredocEscaped | CloseHeredoc) || is_line_comment(last)
    });
    let behind = source.get(expression.span().end as usize..).unwrap_or_default();
    let ends_line = behind.starts_with('\n') || behind.starts_with("\r\n");
    if must_end_line && (needs_parentheses || !ends_line) {
        return None;
    }
    Some(match needs_parentheses {
        true => format!("({})", content.trim()),
        false => content.trim().to_owned(),
    })
}

/// The expression of a quoted template that is nothing but one interpolation, and what is between the
/// braces, which can have comments.
fn interpolation(expression: ExpressionRef<'_>) -> Option<(ExpressionRef<'_>, Span)> {
    let ExpressionKind::Template(template) = expression.kind() else { return None };
    let inner = template.unwrapped()?;
    let content = expression.text().strip_prefix("\"${")?.strip_suffix("}\"")?;
    let (start, end) = (content.starts_with('~'), content.ends_with('~'));
    let Span { start: first, end: last } = expression.span();
    Some((inner, Span::new(first + 3 + u32::from(start), last - 2 - u32::from(end))))
}
