//! The tokens of a document with their meanings, for highlighting.

use hashbrown::HashMap;

use super::body::BodyRef;
use super::comment::without_line_end;
use super::expression::{ExpressionKind, ExpressionRef};
use super::visit::NodeRef;
use crate::lexer::TokenKind as Lexed;
use crate::lexer::{Purpose, lex};
use crate::text::span::Span;

/// The meaning of a [`Token`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TokenKind {
    /// A comment, without its line end.
    Comment,
    /// The type of a block.
    BlockType,
    /// A label of a block; a quoted one with its quotes.
    Label,
    /// The name of an attribute, or a key of an object that is a bare word.
    Attribute,
    /// The name of a variable, or of one that a `for` declares.
    Variable,
    /// A name behind a dot.
    Property,
    /// The name of a function, or a part of it.
    Function,
    /// `true`, `false` and `null`, and the words of `for` expressions and directives.
    Keyword,
    /// A number.
    Number,
    /// A string, or text in a template, or the quotes and markers around it.
    String,
    /// `${`, `%{` and their ends.
    Template,
    /// An operator, an equals sign, or another sign between expressions.
    Operator,
    /// A bracket, a comma or a dot.
    Punctuation,
    /// A part that is no token of the language.
    Invalid,
}

/// A token of a document, see [`Document::tokens`](crate::Document::tokens).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The meaning.
    pub kind: TokenKind,
    /// The bytes in the source.
    pub span: Span,
}

/// The tokens of a body, in source order. Line ends are no tokens.
pub(crate) fn tokens(body: BodyRef<'_>) -> Vec<Token> {
    if body.0.tree.holds_json {
        return Vec::new();
    }
    let names = names(body);
    let source = body.source();
    let tokens = lex(source, Purpose::Format).into_iter().filter_map(|token| {
        let (text, mut span) = (token.span.text(source), token.span);
        let kind = match token.kind {
            Lexed::Newline | Lexed::RawNewline | Lexed::End => return None,
            Lexed::Comment => {
                span = without_line_end(source, span);
                TokenKind::Comment
            }
            kind => names.get(&span.start).copied().unwrap_or_else(|| meaning(kind, text)),
        };
        Some(Token { kind, span })
    });
    tokens.collect()
}

/// The meanings of names and labels by their places.
fn names(body: BodyRef<'_>) -> HashMap<u32, TokenKind> {
    let mut names = HashMap::new();
    body.visit(|node| match node {
        NodeRef::Block(block) => {
            names.insert(block.block_type_span().start, TokenKind::BlockType);
            names.extend(block.labels().map(|label| (label.span().start, TokenKind::Label)));
        }
        NodeRef::Attribute(attribute) => {
            names.insert(attribute.name_span().start, TokenKind::Attribute);
        }
        NodeRef::Expression(expression) => names_in(expression, &mut names),
    });
    names
}

fn names_in(expression: ExpressionRef<'_>, names: &mut HashMap<u32, TokenKind>) {
    match expression.kind() {
        ExpressionKind::Null | ExpressionKind::Bool(_) => {
            names.insert(expression.span().start, TokenKind::Keyword);
        }
        ExpressionKind::Object(object) => {
            let keys = object.items().filter(|item| item.name().is_some());
            names.extend(keys.map(|item| (item.key().span().start, TokenKind::Attribute)));
        }
        ExpressionKind::Call(call) => {
            // All parts of the name: `provider::aws::arn`.
            let span = call.name_span();
            let text = span.text(expression.source());
            let parts = text.split("::").map(|part| {
                let skipped = part.len() - part.trim_start().len();
                (part.as_ptr() as usize - text.as_ptr() as usize + skipped) as u32
            });
            names.extend(parts.map(|part| (span.start + part, TokenKind::Function)));
        }
        ExpressionKind::Traversal(traversal) => {
            for step in traversal.steps() {
                if let Some(name) = step.name_span() {
                    names.insert(name.start, TokenKind::Property);
                }
            }
            if let ExpressionKind::Variable(_) = traversal.root().kind() {
                names_in(traversal.root(), names);
            }
        }
        ExpressionKind::For(expression) => {
            let names_of_variables = expression.key_name_span().into_iter();
            let starts = names_of_variables.chain([expression.value_name_span()]);
            names.extend(starts.map(|span| (span.start, TokenKind::Variable)));
        }
        // Words such as `in` are keywords only in their places.
        ExpressionKind::Variable(_) => {
            names.insert(expression.span().start, TokenKind::Variable);
        }
        _ => {}
    }
}

fn meaning(kind: Lexed, text: &str) -> TokenKind {
    use Lexed::*;
    match kind {
        Identifier => match text {
            "for" | "in" | "if" | "else" | "endif" | "endfor" => TokenKind::Keyword,
            _ => TokenKind::Variable,
        },
        Number | UnusualNumber => TokenKind::Number,
        String | StringEscaped | Heredoc | HeredocEscaped | OpenQuote | CloseQuote
        | OpenHeredoc | CloseHeredoc | Literal | LiteralEscaped | InvalidString
        | InvalidLiteral => TokenKind::String,
        OpenInterpolation | OpenDirective | CloseSequence => TokenKind::Template,
        OpenBrace | CloseBrace | OpenBracket | CloseBracket | OpenParenthesis
        | CloseParenthesis | Comma | Dot => TokenKind::Punctuation,
        Assign | Colon | DoubleColon | Ellipsis | FatArrow | Question | Not => TokenKind::Operator,
        kind if kind.binary_operator().is_some() => TokenKind::Operator,
        _ => TokenKind::Invalid,
    }
}
