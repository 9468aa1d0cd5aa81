//! The structure of a document: symbols, parts that can be folded, and tokens.

use super::Editor;
use crate::source::Span;
use crate::syntax::{Descend, ExpressionKind, NodeRef, Token};

/// An item of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name of the argument, or the type of the block with its labels as they are written.
    pub name: String,
    /// Whether it is a block.
    pub is_block: bool,
    /// The bytes of the item.
    pub span: Span,
    /// The bytes of the name.
    pub name_span: Span,
    /// The items of the block.
    pub children: Vec<Symbol>,
}

/// A part of a document that an editor can fold: all after its first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The bytes of the part, with its brackets or markers.
    pub span: Span,
    /// Whether the part is a comment, or a group of comments.
    pub is_comment: bool,
}

impl Editor<'_> {
    /// The items of the document, with those in blocks, in source order.
    ///
    /// ```
    /// use serde_hcl::Context;
    /// use serde_hcl::describe::Description;
    /// use serde_hcl::language::Editor;
    ///
    /// let (description, context) = (Description::of::<()>(), Context::new());
    /// let editor = Editor::new("service \"web\" {\n  port = 80\n}\n", &description, &context);
    /// let symbols = editor.symbols();
    /// assert_eq!(symbols[0].name, "service \"web\"");
    /// assert_eq!(symbols[0].children[0].name, "port");
    /// ```
    pub fn symbols(&self) -> Vec<Symbol> {
        let source = self.source();
        let mut all = Vec::new();
        self.document.body().visit(|node| {
            let (name, name_span) = match node {
                NodeRef::Block(block) => (block.header_span(), block.block_type_span()),
                NodeRef::Attribute(attribute) => (attribute.name_span(), attribute.name_span()),
                _ => return Descend::No,
            };
            let (name, is_block) =
                (name.text(source).to_owned(), matches!(node, NodeRef::Block(_)));
            all.push(Symbol { name, is_block, span: node.span(), name_span, children: Vec::new() });
            Descend::Yes
        });
        // The symbols that follow and are in no other one that follows, the last one first.
        let mut outer: Vec<Symbol> = Vec::new();
        while let Some(mut symbol) = all.pop() {
            while outer.last().is_some_and(|it| it.span.end <= symbol.span.end) {
                symbol.children.extend(outer.pop());
            }
            outer.push(symbol);
        }
        outer.reverse();
        outer
    }

    /// The blocks, brackets, heredocs and comments of several lines, in source order.
    ///
    /// ```
    /// use serde_hcl::Context;
    /// use serde_hcl::describe::Description;
    /// use serde_hcl::language::Editor;
    ///
    /// let (description, context) = (Description::of::<()>(), Context::new());
    /// let source = "# one\n# two\nservice {\n  ports = [\n    80,\n  ]\n}\n";
    /// let folds = Editor::new(source, &description, &context).folding();
    /// let starts: Vec<_> = folds.iter().map(|fold| fold.span.text(source).lines().next()).collect();
    /// assert_eq!(starts, [Some("# one"), Some("{"), Some("[")]);
    /// ```
    pub fn folding(&self) -> Vec<Fold> {
        let source = self.source();
        let mut folds = self.comments();
        self.document.body().visit(|node| {
            let span = match node {
                NodeRef::Block(block) => block.body().span(),
                NodeRef::Expression(expression) => match expression.kind() {
                    ExpressionKind::Call(call) => call.arguments_span(),
                    ExpressionKind::Tuple(_)
                    | ExpressionKind::Object(_)
                    | ExpressionKind::For(_)
                    | ExpressionKind::Parenthesized(_)
                    | ExpressionKind::String(_)
                    | ExpressionKind::Template(_) => expression.span(),
                    _ => return,
                },
                _ => return,
            };
            folds.push(Fold { span, is_comment: false });
        });
        folds.retain(|fold| fold.span.text(source).trim_end().contains('\n'));
        folds.sort_by_key(|fold| fold.span.start);
        folds
    }

    /// The comments; those on lines that follow each other are one part.
    fn comments(&self) -> Vec<Fold> {
        let source = self.source();
        let mut folds: Vec<Fold> = Vec::new();
        for comment in self.document.comments() {
            let span = comment.span();
            match folds.last_mut() {
                Some(last) if is_next_line(Span::new(last.span.end, span.start).text(source)) => {
                    last.span.end = span.end;
                }
                _ => folds.push(Fold { span, is_comment: true }),
            }
        }
        folds
    }

    /// The tokens with their meanings, each on one line: heredocs and comments of several lines are split.
    ///
    /// ```
    /// use serde_hcl::Context;
    /// use serde_hcl::describe::Description;
    /// use serde_hcl::language::Editor;
    ///
    /// let (description, context) = (Description::of::<()>(), Context::new());
    /// let source = "/* one\n   two */\n";
    /// let tokens = Editor::new(source, &description, &context).semantic_tokens();
    /// let texts: Vec<_> = tokens.iter().map(|token| token.span.text(source)).collect();
    /// assert_eq!(texts, ["/* one", "   two */"]);
    /// ```
    pub fn semantic_tokens(&self) -> Vec<Token> {
        let source = self.source();
        let mut tokens = Vec::new();
        for token in self.document.tokens() {
            let mut start = token.span.start;
            for line in token.span.text(source).split_inclusive('\n') {
                let end = start + line.trim_end_matches(['\r', '\n']).len() as u32;
                if start < end {
                    tokens.push(Token { span: Span::new(start, end), ..token });
                }
                start += line.len() as u32;
            }
        }
        tokens
    }
}

/// Whether only a line end is between two parts.
fn is_next_line(between: &str) -> bool {
    between.trim().is_empty() && between.matches('\n').count() == 1
}
