//! The commas and blanks around an element of an object or a tuple that is added or removed.

use std::borrow::Cow;

use super::line::{Line, joined, prepend, split};
use super::lines::{Form, Key, Lines};
use super::text::{BLANKS, comma, last_line_end, leading_blanks, start_of_belonging, trimmed};

impl<'a> Lines<'a> {
    /// Writes the commas around a new element, and the blanks around one that gets no line of its own.
    pub(super) fn separate(&mut self, place: usize, line: &mut Line<'a>) {
        let (is_tuple, is_last) = (self.form == Form::Tuple, place == self.order.len());
        let starts_line = self.starts_line(place);
        let is_empty = self.order.is_empty() && trimmed(&self.end).is_empty();
        line.is_fresh = starts_line || !is_tuple && is_empty;
        let must_divide = is_tuple || !line.is_fresh;
        let previous = self.before(place).map(|key| self.line_mut(key));
        let had_comma = previous.map(|previous| {
            let has_comma = comma(&previous.tail).is_some();
            if must_divide && !has_comma {
                previous.add_comma();
            }
            has_comma
        });
        let has_comma = match is_last {
            true => had_comma.unwrap_or(is_tuple && starts_line),
            false => must_divide,
        };
        let behind = line.tail.trim_end_matches(BLANKS);
        let behind = if trimmed(behind).is_empty() { "" } else { behind };
        line.tail = format!("{}{behind}", if has_comma { "," } else { "" }).into();
        if line.is_fresh {
            return;
        }
        let is_spaced = had_comma.is_some() || self.end.starts_with(' ');
        let lead = match self.order.get(place).copied().map(|next| self.line_mut(next)) {
            Some(next) => {
                let blanks = leading_blanks(&next.lead).to_owned();
                next.lead = format!(" {}", &next.lead[blanks.len()..]).into();
                blanks
            }
            None => if is_spaced { " " } else { "" }.to_owned(),
        };
        line.lead = match &*line.lead {
            above if trimmed(above).is_empty() => lead,
            above if above.contains('\n') => format!("{lead}{}{above}", self.line_end),
            above => format!("{lead}{}", above.trim_start_matches(BLANKS)),
        }
        .into();
    }

    /// Closes the gap in which an element was that had no line of its own.
    pub(super) fn close_gap(
        &mut self,
        next: Option<Key>,
        mut before: Cow<'a, str>,
        removed: &Line<'a>,
    ) {
        let Some(next) = next.map(|next| self.line_mut(next)) else {
            prepend(&mut self.end, before);
            if self.order.is_empty() && self.is_on_one_line() && trimmed(&self.end).is_empty() {
                self.end = Cow::Borrowed("");
            }
            return;
        };
        let lead = joined(std::mem::take(&mut next.detached), std::mem::take(&mut next.lead));
        let rest = match removed.ends_line() && !trimmed(&lead).is_empty() {
            true => {
                before.to_mut().push_str(last_line_end(&removed.tail));
                &*lead
            }
            false => {
                before.to_mut().push_str(leading_blanks(&removed.lead));
                lead.trim_start_matches(BLANKS)
            }
        };
        let above = (before + rest).into_owned();
        let start = start_of_belonging(&above);
        (next.detached, next.lead) = split(above.into(), start);
    }
}
