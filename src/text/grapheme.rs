//! Grapheme clusters: characters as people perceive them.
//!
//! - No joined consonants of Indic scripts: columns and lengths equal those of the reference, which uses the rules
//!   of Unicode 15.0.

use unicode_normalization::char::canonical_combining_class;
use unicode_segmentation::UnicodeSegmentation;

/// The grapheme clusters of a text.
pub(crate) fn graphemes(text: &str) -> impl Iterator<Item = &str> {
    text.graphemes(true).flat_map(|cluster| Syllables { rest: cluster })
}

/// The number of grapheme clusters in a text: its width in columns.
pub(crate) fn count(text: &str) -> usize {
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return text.len();
    }
    if text.is_ascii() {
        let bytes = text.as_bytes();
        let line_ends =
            memchr::memchr_iter(b'\r', bytes).filter(|at| bytes.get(at + 1) == Some(&b'\n'));
        return text.len() - line_ends.count();
    }
    graphemes(text).count()
}

/// The bytes and the number of the whole clusters in about this many bytes of the text. A text that is
/// not much longer is counted completely.
pub(crate) fn count_about(text: &str, bytes: usize) -> (usize, usize) {
    if text.len() <= 2 * bytes {
        return (text.len(), count(text));
    }
    if text.as_bytes()[..=bytes].is_ascii() {
        let is_line_end = &text.as_bytes()[bytes - 1..=bytes] == b"\r\n";
        let length = bytes - usize::from(is_line_end);
        return (length, count(&text[..length]));
    }
    let (mut length, mut clusters) = (0, 0);
    for cluster in graphemes(text) {
        if length >= bytes {
            break;
        }
        length += cluster.len();
        clusters += 1;
    }
    (length, clusters)
}

/// Splits a cluster into the clusters of Unicode 15.0, which did not join the consonants of Indic
/// scripts.
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

/// The offset of the first consonant that a virama joins to the text before it.
fn conjunct(cluster: &str) -> Option<usize> {
    const VIRAMA: u8 = 9;
    let (virama, _) =
        cluster.char_indices().find(|(_, char)| canonical_combining_class(*char) == VIRAMA)?;
    let joined = cluster.get(virama..)?;
    // A virama joins only after a consonant.
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
