//! The expression language.

use super::{Kinds, Parsed, Parser, Token, TokenKind, catalog};
use crate::diagnostic::catalog::syntax::Place;
use crate::lexer::{BinaryOperator, UnaryOperator, kinds};
use crate::syntax::{Kind, List, NodeId, flag};
use crate::text::span::Span;
use crate::value::Number;

impl<const DIAGNOSING: bool> Parser<'_, '_, '_, '_, DIAGNOSING> {
    /// A source with one expression.
    pub(super) fn whole_expression(&mut self) -> Parsed<NodeId> {
        let expression = self.expression()?;
        match self.peek() {
            TokenKind::End => Ok(expression),
            _ => self.fail(|found| catalog::after_expression(found.span)),
        }
    }

    /// `Expression = ExprTerm | Operation | Conditional`
    ///
    /// `Conditional = Expression "?" Expression ":" Expression`
    #[inline(always)]
    pub(super) fn expression(&mut self) -> Parsed<NodeId> {
        let term = self.term()?;
        if !DIAGNOSING && !continues_term(self.peek()) {
            return Ok(term);
        }
        let operand = self.steps(term)?;
        let next = self.peek();
        if continues_expression(next) || DIAGNOSING && !EXPRESSION_ENDS.has(next) {
            self.operation(operand)
        } else {
            Ok(operand)
        }
    }

    /// An operation or a conditional, after its first operand.
    fn operation(&mut self, operand: NodeId) -> Parsed<NodeId> {
        let predicate = self.operations(operand, 1)?;
        if self.peek() == TokenKind::Question { self.conditional(predicate) } else { Ok(predicate) }
    }

    fn conditional(&mut self, predicate: NodeId) -> Parsed<NodeId> {
        self.bump();
        let if_true = self.nested(Self::expression)?;
        if self.eat(TokenKind::Colon).is_none() {
            let start = self.span_of(predicate);
            let found = self.found();
            let sign = self.text(found.span);
            self.report(|| catalog::no_false_expression(start, found.span, sign))?;
            // An editor completes the results.
            let last = self.span_of(if_true).end;
            let end = Span::empty(self.end_of_blanks().max(last));
            let missing = self.leaf(Kind::Invalid, end);
            let children = self.tree().list([predicate, if_true, missing]);
            return Ok(self.add(Kind::Conditional, 0, start.to(end), children));
        }
        let if_false = self.nested(Self::expression)?;
        let span = self.span_of(predicate).to(self.span_of(if_false));
        let children = self.tree().list([predicate, if_true, if_false]);
        Ok(self.add(Kind::Conditional, 0, span, children))
    }

    /// `binaryOp = ExprTerm binaryOperator ExprTerm`, after the first operand: takes operators that
    /// bind at least as tightly as `level`. The recursion is at most as deep as there are levels.
    fn operations(&mut self, mut left: NodeId, level: u8) -> Parsed<NodeId> {
        while let Some(operator) = self.operator(left) {
            if operator.precedence() < level {
                break;
            }
            self.bump();
            if DIAGNOSING {
                self.continue_on_next_line(operator)?;
            }
            let mut right = self.term_with_steps()?;
            if self
                .peek()
                .binary_operator()
                .is_some_and(|next| next.precedence() > operator.precedence())
            {
                right = self.operations(right, operator.precedence() + 1)?;
            }
            let span = self.span_of(left).to(self.span_of(right));
            let children = self.tree().list([left, right]);
            left = self.add(Kind::Binary, operator as u8, span, children);
        }
        Ok(left)
    }

    /// The operator that the next token is.
    #[inline(always)]
    fn operator(&mut self, left: NodeId) -> Option<BinaryOperator> {
        let next = self.peek();
        if DIAGNOSING && !EXPRESSION_ENDS.has(next) {
            return self.foreign_operator(left).or(next.binary_operator());
        }
        next.binary_operator()
    }

    /// A term with its attribute accesses, indexes and splats.
    #[inline(always)]
    pub(super) fn term_with_steps(&mut self) -> Parsed<NodeId> {
        let term = self.term()?;
        self.steps(term)
    }

    /// The attribute accesses, indexes and splats of a term.
    #[inline(always)]
    fn steps(&mut self, term: NodeId) -> Parsed<NodeId> {
        if DIAGNOSING {
            return self.steps_in_spite_of_errors(term);
        }
        match self.peek() {
            TokenKind::Dot | TokenKind::OpenBracket => self.traversal(term),
            _ => Ok(term),
        }
    }

    #[inline(always)]
    fn steps_in_spite_of_errors(&mut self, mut term: NodeId) -> Parsed<NodeId> {
        if !EXPRESSION_ENDS.has(self.peek()) {
            term = self.behind_term(term)?;
        }
        if matches!(self.peek(), TokenKind::Dot | TokenKind::OpenBracket) {
            term = self.traversal(term)?;
            if !EXPRESSION_ENDS.has(self.peek()) {
                term = self.behind_term(term)?;
            }
        }
        Ok(term)
    }

    /// `ExprTerm`
    #[inline(always)]
    pub(super) fn term(&mut self) -> Parsed<NodeId> {
        match self.peek() {
            TokenKind::Identifier => self.variable_or_call(),
            TokenKind::String => Ok(self.literal(Kind::String, 0)),
            TokenKind::StringEscaped => Ok(self.literal(Kind::Escaped, 0)),
            TokenKind::Number => Ok(self.literal(Kind::Number, 0)),
            TokenKind::Subtract => self.unary(UnaryOperator::Negate),
            TokenKind::Not => self.not(),
            _ => self.compound_term(),
        }
    }

    /// The terms that contain other expressions, and the rare ones.
    fn compound_term(&mut self) -> Parsed<NodeId> {
        self.nested(Self::compound_term_inside)
    }

    #[inline(never)]
    fn compound_term_inside(&mut self) -> Parsed<NodeId> {
        if DIAGNOSING {
            if let Some(template) = self.foreign_template()? {
                return Ok(template);
            }
        }
        match self.peek() {
            TokenKind::OpenBracket => self.tuple_or_for(),
            TokenKind::OpenBrace => self.object_or_for(),
            TokenKind::OpenParenthesis => self.parenthesized(),
            TokenKind::OpenQuote | TokenKind::OpenHeredoc => self.template(),
            TokenKind::Heredoc => Ok(self.heredoc(0)),
            TokenKind::HeredocEscaped => Ok(self.heredoc(flag::ESCAPED)),
            TokenKind::UnusualNumber => self.unusual_number(),
            _ => self.no_term(),
        }
    }

    #[cold]
    fn no_term(&mut self) -> Parsed<NodeId> {
        let found = self.token();
        if found.kind == TokenKind::InvalidString {
            self.report_escapes(found)?;
            return Ok(self.literal(Kind::Invalid, 0));
        }
        Self::if_diagnosing()?;
        if let Some(term) = self.foreign_term(found)? {
            return Ok(term);
        }
        let before = self.previous();
        let ends = DIAGNOSING
            && self.token_at(1).kind == TokenKind::End
            && self.is_open(TokenKind::CloseBrace);
        self.fail(|_| match found.kind {
            TokenKind::End => catalog::missing_expression(found.span),
            TokenKind::Newline if ends => catalog::missing_expression_of_line(found.span),
            _ => catalog::invalid_expression(before, found),
        })
    }

    #[inline(always)]
    pub(super) fn literal(&mut self, kind: Kind, flags: u8) -> NodeId {
        let span = self.bump();
        self.add(kind, flags, span, List::EMPTY)
    }

    fn heredoc(&mut self, flags: u8) -> NodeId {
        let span = self.token().span;
        let flush = if self.text(span).starts_with("<<-") { flag::FLUSH } else { 0 };
        self.literal(Kind::Heredoc, flags | flush | flag::HEREDOC)
    }

    /// A number with an exponent, or an invalid one.
    pub(super) fn unusual_number(&mut self) -> Parsed<NodeId> {
        let span = self.token().span;
        let text = self.text(span);
        if !is_number(text) && !self.is_start_of_address(span) {
            let whole = self.address(span);
            self.report(|| catalog::invalid_number(whole, span))?;
        }
        Ok(self.literal(Kind::Number, 0))
    }

    /// Whether the number is the start of a text such as `10.0.0.1:80` after an equals sign, which is
    /// reported as a whole.
    #[cold]
    fn is_start_of_address(&mut self, number: Span) -> bool {
        let (before, next) = (self.previous(), self.token_at(1));
        let is_followed = next.kind == TokenKind::Colon && next.span.start == number.end;
        DIAGNOSING && is_followed && before.kind == TokenKind::Assign
    }

    fn not(&mut self) -> Parsed<NodeId> {
        if DIAGNOSING {
            if let Some(term) = self.form_of_value(Place::Term, 0)? {
                return Ok(term);
            }
        }
        self.unary(UnaryOperator::Not)
    }

    /// `unaryOp = ("-" | "!") ExprTerm`
    fn unary(&mut self, operator: UnaryOperator) -> Parsed<NodeId> {
        let symbol = self.bump();
        let operand = self.nested(Self::operand)?;
        let span = symbol.to(self.span_of(operand));
        let children = self.tree().list([operand]);
        Ok(self.add(Kind::Unary, operator as u8, span, children))
    }

    /// The operand of a unary operator. Not inlined, because it is called both with and without a new stack
    /// segment.
    #[inline(never)]
    fn operand(&mut self) -> Parsed<NodeId> {
        self.term_with_steps()
    }

    /// `"(" Expression ")"`
    fn parenthesized(&mut self) -> Parsed<NodeId> {
        let before = if DIAGNOSING { self.previous().kind } else { TokenKind::End };
        let open = self.bump();
        if DIAGNOSING && self.peek() == TokenKind::Newline {
            let found = self.token();
            return self.fail(|_| catalog::unbalanced_parentheses(before, open, found));
        }
        let inner = self.expression();
        let inner = self.closing(inner, TokenKind::CloseParenthesis)?;
        let close = self.close(TokenKind::CloseParenthesis, |found| {
            catalog::unbalanced_parentheses(before, open, found)
        })?;
        let children = self.tree().list([inner]);
        Ok(self.add(Kind::Parenthesized, 0, open.to(close), children))
    }

    /// `VariableExpr`, `FunctionCall`, or one of the words `true`, `false` and `null`.
    #[inline(always)]
    fn variable_or_call(&mut self) -> Parsed<NodeId> {
        let name = self.bump();
        if matches!(self.peek(), TokenKind::OpenParenthesis | TokenKind::DoubleColon) {
            return self.call(name);
        }
        if DIAGNOSING && !EXPRESSION_ENDS.has(self.peek()) {
            if let Some(value) = self.form_of_value(Place::Word, -1)? {
                return Ok(value);
            }
        }
        let (kind, flags) = match name.len() {
            4 | 5 => keyword(self.bytes(name)),
            _ => (Kind::Variable, 0),
        };
        Ok(self.add(kind, flags, name, List::EMPTY))
    }

    /// `FunctionCall = Identifier ("::" Identifier)* "(" arguments ")"`, after the first name.
    ///
    /// `Arguments = () | (Expression ("," Expression)* ("," | "...")?)`
    fn call(&mut self, first: Span) -> Parsed<NodeId> {
        self.nested(|parser| parser.call_inside(first))
    }

    fn call_inside(&mut self, first: Span) -> Parsed<NodeId> {
        let mut names = List::EMPTY;
        let mut name = first;
        let segment = self.leaf(Kind::Name, first);
        self.tree().push(&mut names, segment);
        while self.eat(TokenKind::DoubleColon).is_some() {
            let Some(span) = self.eat(TokenKind::Identifier) else {
                return self.fail(|found| catalog::no_function_name(first, found));
            };
            name = name.to(span);
            let segment = self.leaf(Kind::Name, span);
            self.tree().push(&mut names, segment);
        }
        let Some(open) = self.eat(TokenKind::OpenParenthesis) else {
            return self.fail(|found| catalog::no_open_parenthesis(first, found.span));
        };
        let callee = self.add(Kind::CallName, 0, name, names);
        let mut children = List::EMPTY;
        self.tree().push(&mut children, callee);
        let (flags, close) = self.elements(&mut children, open, Some(name))?;
        let arguments = children.count - 1;
        Ok(self.add_counted(Kind::Call, flags, name.to(close), children, arguments))
    }

    /// Reports the invalid escapes of a token: one diagnostic for all of them.
    #[cold]
    pub(super) fn report_escapes(&mut self, token: Token) -> Parsed<()> {
        let text = self.text(token.span);
        let mistakes = crate::lexer::escape_mistakes(text, token.span.start);
        self.report(|| catalog::invalid_escapes(text, token.span, &mistakes))
    }

    /// Handles a line end after an operator: the operand on the next line is used, unless an item
    /// starts there.
    #[cold]
    fn continue_on_next_line(&mut self, operator: BinaryOperator) -> Parsed<()> {
        let (found, behind) = (self.token(), self.token_at(2));
        let is_item = matches!(behind.kind, TokenKind::Assign | TokenKind::OpenBrace);
        if found.kind != TokenKind::Newline || is_item || !self.value_is_on_next_line() {
            return Ok(());
        }
        self.report(|| catalog::line_ends_in_expression(operator.symbol(), found.span))?;
        self.bump();
        Ok(())
    }
}

/// The node kind of a word: a keyword or a variable.
fn keyword(word: &[u8]) -> (Kind, u8) {
    match word {
        b"true" => (Kind::Bool, flag::TRUE),
        b"false" => (Kind::Bool, 0),
        b"null" => (Kind::Null, 0),
        _ => (Kind::Variable, 0),
    }
}

/// Whether a number token is a valid number. The lexer accepts `1.2.3` and `1..2`, as the reference does.
pub(super) fn is_number(text: &str) -> bool {
    let (mut has_dot, mut has_exponent) = (false, false);
    let is_regular = text.bytes().all(|byte| match byte {
        b'.' => !has_exponent && !std::mem::replace(&mut has_dot, true),
        b'e' | b'E' => !std::mem::replace(&mut has_exponent, true),
        _ => true,
    });
    is_regular && (!has_exponent || text.len() <= SHORT_NUMBER || Number::parse(text).is_some())
}

/// No number of up to this many characters has an exponent that is too large.
const SHORT_NUMBER: usize = 10;

/// The tokens that no expression continues with, not even in the notation of another language.
const EXPRESSION_ENDS: Kinds = Kinds::ENDS_OF_VALUES.with(kinds![Assign]);

/// Whether a token after a term continues the term or the expression.
#[inline(always)]
fn continues_term(kind: TokenKind) -> bool {
    kind as u8 <= TokenKind::LAST_THAT_CONTINUES as u8
}

/// Whether a token after an operand continues the expression.
#[inline(always)]
fn continues_expression(kind: TokenKind) -> bool {
    kind == TokenKind::Question || kind.binary_operator().is_some()
}
