//! Finds tabs in places where a token could start a mapping: the parser skips them, the reference
//! rejects them.

use std::str::Chars;

/// Reads a text up to the start of each token of a block.
pub(super) struct Tabs<'t> {
    rest: Chars<'t>,
    /// The number of characters read so far.
    position: usize,
    /// Whether there is only white space since the start of the line, a `-` or a `?`.
    starts: bool,
    /// Whether a tab is in this white space.
    has_tab: bool,
}

impl<'t> Tabs<'t> {
    /// `None` if the text has no tabs.
    pub(super) fn new(text: &'t str) -> Option<Self> {
        let tabs = Tabs { rest: text.chars(), position: 0, starts: true, has_tab: false };
        text.contains('\t').then_some(tabs)
    }

    /// Whether the token at a position follows a forbidden tab. Positions must ascend.
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

    /// Whether a flow collection starts at the last position.
    pub(super) fn at_flow(&self) -> bool {
        self.rest.as_str().starts_with(['[', '{'])
    }
}
