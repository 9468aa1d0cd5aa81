//! Items with names in quotes, as in HCL 1 and in JSON.

use super::super::NodeId;
use super::{Failure, Parser, TokenKind, catalog};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::syntax::OldForm;
use crate::text::identifier::is_identifier;
use crate::text::span::Span;

impl<'t, E: Failure<'t>> Parser<'_, '_, 't, '_, E> {
    /// `"name" = value` and `"type" "label" { … }`, as in HCL 1, or `"name": value`, as in JSON.
    #[cold]
    pub(in crate::parser) fn item_with_quoted_name(
        &mut self,
        quoted: Span,
        sign: TokenKind,
    ) -> Option<NodeId> {
        let name = Span::new(quoted.start + 1, quoted.end - 1);
        drop(self.report_quoted_name(quoted, sign, catalog::syntax::quoted_argument_name));
        self.input.state().recovering = false;
        self.bump();
        let item = match sign {
            TokenKind::Colon | TokenKind::Assign => self.attribute(name),
            _ => self.block(name),
        };
        if sign == TokenKind::Colon {
            self.skip_comma();
        }
        let item = item.and_then(|item| self.no_line_end(name, item));
        self.eat(TokenKind::Newline);
        item.ok()
    }

    pub(in crate::parser) fn report_quoted_name(
        &mut self,
        quoted: Span,
        sign: TokenKind,
        diagnostic: fn(&str, bool, Span) -> Diagnostic,
    ) -> Result<(), E> {
        let (text, has_colon) = (self.text(quoted), sign == TokenKind::Colon);
        let diagnostic = || diagnostic(text, has_colon, quoted);
        let form = match is_identifier(text.trim_matches('"')) {
            true => OldForm::QuotedName,
            false => OldForm::QuotedKey,
        };
        match has_colon {
            true => self.report(diagnostic),
            false => self.report_old_form(form, diagnostic),
        }
    }

    /// Skips the comma after an argument in the notation of another language.
    pub(in crate::parser) fn skip_comma(&mut self) {
        if let Some(comma) = self.eat(TokenKind::Comma) {
            self.invalid_from(comma.start);
        }
    }
}
