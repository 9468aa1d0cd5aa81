//! Tabs where a token could start a mapping: the parser skips them, the reference refuses them.

use std::str::Chars;

/// Follows a text up to the start of each token of a block.
pub(super) struct Tabs<'t> {
    rest: Chars<'t>,
    /// How many characters are behind.
    position: usize,
    /// Whether there is only white space since the start of the line, a `-` or a `?`.
    starts: bool,
    /// Whether some of that is a tab.
    has_tab: bool,
}

impl<'t> Tabs<'t> {
    /// `None` if there is nothing to look for.
    pub(super) fn new(text: &'t str) -> Option<Self> {
        let tabs = Tabs { rest: text.chars(), position: 0, starts: true, has_tab: false };
        text.contains('\t').then_some(tabs)
    }

    /// Whether the token at a position, behind the last one, follows a tab that must not be there.
    pub(super) fn precede(&mut self, position: usize) -> bool {
        while self.position < position {
            match self.rest.next() {
                Some('\n' | '\r' | '-' | '?') => (self.starts, self.has_tab) = (true, false),
                Some('\t') => self.has_tab = true,
                Some(' ') => {}
                Some(_) => self.starts = false,
                None => break,
            }
            self.position += 1;
        }
        self.starts && self.has_tab
    }

    /// Whether the token at the position that was asked for last is a flow collection.
    pub(super) fn at_flow(&self) -> bool {
        self.rest.as_str().starts_with(['[', '{'])
    }
}
