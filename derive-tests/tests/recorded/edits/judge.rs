//! The degree to which the crate agrees with the reference about an edit.

use serde_hcl::Layout;
use serde_hcl::format::format;
use serde_hcl::parse;

use super::apply::Edit;

/// A level of agreement; each level includes the lower ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Nothing,
    /// The operations have the same results, and the output parses.
    Results,
    /// The formatted output is the same.
    Output,
    /// Only lines that the reference changes have changed.
    Lines,
}

pub const LEVELS: [Level; 3] = [Level::Results, Level::Output, Level::Lines];

pub struct Verdict {
    pub level: Level,
    pub reason: String,
    pub found: String,
}

pub fn judge(edit: &Edit<'_>) -> Verdict {
    let (document, results) = match edit.apply(Layout::Appending) {
        Ok(applied) => applied,
        Err(error) => {
            return Verdict {
                level: Level::Nothing,
                reason: error.to_string(),
                found: String::new(),
            };
        }
    };
    let found = document.to_string();
    let (level, reason) = match compare(edit, &found, &results) {
        Ok(()) => (Level::Lines, String::new()),
        Err(failure) => failure,
    };
    Verdict { level, reason, found }
}

fn compare(edit: &Edit<'_>, found: &str, results: &[Option<bool>]) -> Result<(), (Level, String)> {
    let expected = &edit.expect;
    parse(found).map_err(|error| (Level::Nothing, format!("does not parse: {error}")))?;
    if !expected.results.is_empty() && expected.results != results {
        return Err((Level::Nothing, format!("{results:?}, not {:?}", expected.results)));
    }
    // The reference adds lines with LF, even if all other lines end with CRLF.
    let formatted = format(found).expect("short").replace("\r\n", "\n");
    let output = expected.output.replace("\r\n", "\n");
    let is_same = match (is_broken(edit), expected.lossy) {
        // The output was parsed above; it must contain the text of the reference's output.
        (true, _) => {
            let mut found = words(&formatted).into_iter();
            words(&output).into_iter().all(|word| found.any(|found| found == word))
        }
        (_, true) => {
            let keeps_mark = found.starts_with('\u{feff}') == edit.src.starts_with('\u{feff}');
            keeps_mark && without_header_comments(&formatted) == output
        }
        _ => formatted == output,
    };
    if !is_same {
        return Err((Level::Results, format!("formatted: {formatted:?}")));
    }
    let reference = format(&edit.src).expect("short");
    let (kept, kept_by_reference) =
        (common_lines(&edit.src, found), common_lines(&reference, &expected.output));
    if kept < kept_by_reference && !is_broken(edit) {
        let reason = format!("{kept} lines kept, {kept_by_reference} by the reference");
        return Err((Level::Output, reason));
    }
    Ok(())
}

/// Whether the reference's output is certainly wrong: it does not parse, or the added text became
/// part of a comment at the end of a source without a final line end.
fn is_broken(edit: &Edit<'_>) -> bool {
    let last = edit.src.lines().last().unwrap_or_default().trim_start();
    let ends_with_comment = last.starts_with(['#', '/']) && !edit.src.ends_with('\n');
    edit.expect.broken || ends_with_comment || parse(&edit.expect.output).is_err()
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// The source without the comments between block types and their first labels.
fn without_header_comments(source: &str) -> String {
    let document = parse(source).expect("was parsed before");
    let mut result = source.to_owned();
    let mut blocks: Vec<_> = document.body().blocks().collect();
    blocks.reverse();
    for block in blocks {
        if let Some(label) = block.labels().next() {
            let (start, end) = (block.block_type_span().end as usize, label.span().start as usize);
            result.replace_range(start..end, " ");
        }
    }
    result
}

/// The number of lines that two texts have in common, in the same order.
fn common_lines(one: &str, other: &str) -> usize {
    let (one, other): (Vec<&str>, Vec<&str>) = (one.lines().collect(), other.lines().collect());
    let mut above = vec![0; other.len() + 1];
    for line in &one {
        let mut row = vec![0; other.len() + 1];
        for (index, other) in other.iter().enumerate() {
            row[index + 1] = match line == other {
                true => above[index] + 1,
                false => row[index].max(above[index + 1]),
            };
        }
        above = row;
    }
    above[other.len()]
}
