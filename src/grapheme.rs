//! What people take for one character.
//!
//! - No Unicode after 15.0: columns and lengths are those of the reference, which knows that version.

use unicode_normalization::char::canonical_combining_class;
use unicode_segmentation::UnicodeSegmentation;

/// The grapheme clusters of a text.
pub(crate) fn graphemes(text: &str) -> impl Iterator<Item = &str> {
    text.graphemes(true).flat_map(|cluster| Syllables { rest: cluster })
}

/// The number of grapheme clusters in a text, which is that of its columns.
pub(crate) fn count(text: &str) -> usize {
    if text.is_ascii() {
        let bytes = text.as_bytes();
        let line_ends =
            memchr::memchr_iter(b'\r', bytes).filter(|at| bytes.get(at + 1) == Some(&b'\n'));
        return text.len() - line_ends.count();
    }
    graphemes(text).count()
}

/// The parts of a cluster of today that were clusters in Unicode 15.0, which did not join the
/// consonants of Indic scripts.
struct Syllables<'t> {
    rest: &'t str,
}

impl<'t> Iterator for Syllables<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let end = conjunct(self.rest).unwrap_or(self.rest.len());
        let (syllable, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!syllable.is_empty()).then_some(syllable)
    }
}

/// Where in a cluster the first consonant is that a virama joins to what is before it.
fn conjunct(cluster: &str) -> Option<usize> {
    const VIRAMA: u8 = 9;
    let (virama, _) =
        cluster.char_indices().find(|(_, char)| canonical_combining_class(*char) == VIRAMA)?;
    let joined = cluster.get(virama..)?;
    // Without the consonant before it a virama joins nothing.
    joined.graphemes(true).next().map(|mark| virama + mark.len()).filter(|end| *end < cluster.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consonants_are_not_joined() {
        let clusters = |text| graphemes(text).collect::<Vec<_>>();
        assert_eq!(clusters("नमस्ते"), ["न", "म", "स्", "ते"]);
        assert_eq!(clusters("क्ष्म"), ["क्", "ष्", "म"]);
        assert_eq!(clusters("e\u{301}👩🏾\r\n"), ["e\u{301}", "👩🏾", "\r\n"]);
        assert_eq!(count("a\r\nb"), 3);
    }
}
