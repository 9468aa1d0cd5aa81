//! Comments follow their blocks and elements.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_hcl::edit::File;
use serde_hcl::parse;
use serde_hcl::syntax::{BlockRef, ExpressionKind};

use super::generate::{Choices, Generate};

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Pools {
    #[serde(default)]
    pool: Vec<Pool>,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Pool {
    #[serde(rename = "$label")]
    name: String,
    size: u8,
    ports: Vec<u8>,
}

/// A new name in each call, because the labels identify the blocks.
fn pool(names: &mut usize, choices: &mut Choices) -> Pool {
    *names += 1;
    let name = format!("p{names}");
    Pool { name, size: *names as u8, ports: vec![choices.below(3) as u8, 1] }
}

fn written(pool: &Pool, layout: usize) -> String {
    let Pool { name, size, ports } = pool;
    match layout {
        0 => format!("# about {name}\npool \"{name}\" {{ # with {name}\n  size  = {size} # of {name}\n  ports = {ports:?}\n}} # after {name}\n"),
        1 => format!("# about {name}\npool \"{name}\" {{ # with {name}\n  size  = {size} # of {name}\n  ports = {ports:?}\n}} # after {name}\n\n"),
        _ => format!("\n/* about {name} */\npool {name} {{ # with {name}\n\tsize=10-10+{size} # of {name}\n\n\tports = [for x in {ports:?} : x]\n}} # after {name}\nother = [] # between\n").replace("other", &format!("other_{name}")),
    }
}

/// The comments in and around a block.
fn comments(block: BlockRef<'_>, source: &str) -> BTreeSet<String> {
    let span = block.span().range();
    let line_end = source[span.end..].find('\n').map_or(source.len(), |end| span.end + end);
    let above: Vec<&str> =
        source[..span.start].lines().rev().take_while(|line| line.contains("about")).collect();
    let all = format!("{}\n{}", above.join("\n"), &source[span.start..line_end]);
    let words: Vec<&str> = all.split_whitespace().collect();
    let pairs = words.windows(2).filter(|it| ["about", "with", "of", "after"].contains(&it[0]));
    pairs.map(|it| it.join(" ")).collect()
}

#[test]
fn comments_follow_their_blocks() {
    let mut moved = 0;
    for seed in 0..600 {
        let mut choices = Choices::new(seed);
        let mut names = 0;
        let count = 1 + choices.below(6);
        let before: Vec<Pool> = (0..count).map(|_| pool(&mut names, &mut choices)).collect();
        let layout = choices.below(3);
        let source: String = before.iter().map(|pool| written(pool, layout)).collect();
        let mut file: File<Pools> = source.parse().unwrap();
        assert_eq!(file.pool, before);
        for _ in 0..1 + choices.below(4) {
            let at = choices.below(file.pool.len());
            let new = pool(&mut names, &mut choices);
            match choices.below(7) {
                0 => file.pool.reverse(),
                1 => file.pool.insert(at, new),
                2 if !file.pool.is_empty() => {
                    file.pool.remove(at);
                }
                3 if !file.pool.is_empty() => {
                    file.pool.remove(0);
                    file.pool.push(new);
                }
                4 if !file.pool.is_empty() => {
                    file.pool[at].ports = Generate::generate(&mut choices, 2)
                }
                5 if !file.pool.is_empty() => file.pool.rotate_left(at),
                _ => file.pool.push(new),
            }
        }
        let text = file.to_string().unwrap();
        let document = parse(&text).unwrap();
        let blocks: Vec<BlockRef<'_>> = document.body().blocks().collect();
        let names: Vec<String> = blocks
            .iter()
            .map(|block| block.labels().next().expect("a label").value().into_owned())
            .collect();
        assert!(names.iter().eq(file.pool.iter().map(|pool| &pool.name)), "{source}\n---\n{text}");
        for (block, name) in blocks.iter().zip(&names) {
            let expected: BTreeSet<String> = match before.iter().any(|pool| pool.name == *name) {
                true => ["about", "with", "of", "after"].map(|it| format!("{it} {name}")).into(),
                false => BTreeSet::new(),
            };
            assert_eq!(comments(*block, &text), expected, "{name}:\n{source}\n---\n{text}");
            moved += expected.len();
        }
        for removed in before.iter().filter(|pool| !names.contains(&pool.name)) {
            let comment = format!(" {}\n", removed.name);
            assert!(!text.contains(&comment), "{comment}: {source}\n---\n{text}");
        }
    }
    assert!(moved > 1000, "{moved}");
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Elements<T> {
    a: Vec<T>,
}

/// The elements of a tuple with comments around some of them. Each element has a different number.
fn tuple(elements: &[(usize, String)], choices: &mut Choices) -> String {
    let mut text =
        choices.one_of(&["a = [", "a = [ # open\n", "a = [\n", "a = [/* open */"]).to_owned();
    for (index, (number, element)) in elements.iter().enumerate() {
        if text.ends_with('\n') && choices.below(4) == 0 {
            text.push_str("\n  # between\n\n");
        }
        text.push_str(&match choices.below(5) {
            0 => format!(" /* above {number} */ "),
            1 if text.ends_with('\n') => format!("  // above {number}\n  "),
            2 if text.ends_with('\n') => format!("  # above {number}\n  /* above {number} */ "),
            3 => String::new(),
            _ => "  ".to_owned(),
        });
        text.push_str(element);
        let comma = if index + 1 < elements.len() || choices.below(2) == 0 { "," } else { "" };
        text.push_str(&match choices.below(6) {
            0 => format!(" /* behind {number} */{comma}"),
            1 => format!("{comma} # behind {number}\n"),
            2 => format!("{comma} /* behind {number} */ // behind {number}\n"),
            3 => format!(" # behind {number}\n {comma}"),
            4 => comma.to_owned(),
            _ => format!("{comma}\n"),
        });
    }
    text.push_str(choices.one_of(&["]\n", "\n  # end\n]\n", "/* end */] # tail\n"]));
    match choices.below(3) {
        0 => text.replace('\n', "\r\n"),
        _ => text,
    }
}

/// Checks that each element of the source that is still there has its comments, and no other one.
fn check_elements(source: &str, text: &str, kept: impl Iterator<Item = (usize, String)>) -> usize {
    let document = parse(text).unwrap_or_else(|error| panic!("{source}---\n{text}\n{error}"));
    let of = |text: &str, number: usize| -> Vec<String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let pairs = words.windows(2).filter(|it| it[1] == number.to_string());
        let comments = pairs.filter(|it| ["above", "behind"].contains(&it[0]));
        let mut comments: Vec<String> = comments.map(|it| it.concat()).collect();
        comments.sort();
        comments
    };
    let attribute = document.body().attribute("a").expect("is there");
    let ExpressionKind::Tuple(elements) = attribute.expression().kind() else { panic!("no tuple") };
    let mut spans: Vec<_> = elements.map(|element| element.span().range()).collect();
    spans.push(text.len()..text.len());
    let mut count = 0;
    for (number, element) in kept {
        let comments = of(source, number);
        count += comments.len();
        assert_eq!(comments, of(text, number), "{number}:\n{source}---\n{text}");
        let at = spans.iter().position(|span| text[span.clone()].replace("\r\n", "\n") == element);
        let at = at.unwrap_or_else(|| panic!("{element}:\n{source}---\n{text}"));
        let start = if at == 0 { 0 } else { spans[at - 1].end };
        let [above, behind] =
            [&text[start..spans[at].start], &text[spans[at].end..spans[at + 1].start]];
        let found =
            of(&format!("{} {}", above.replace("behind", ""), behind.replace("above", "")), number);
        assert_eq!(comments, found, "{element}:\n{source}---\n{text}");
    }
    count
}

/// Changes the order of elements, and adds and removes some.
fn change<T: Clone>(elements: &mut Vec<T>, new: impl Fn(usize) -> T, choices: &mut Choices) {
    for count in 0..1 + choices.below(4) {
        let at = choices.below(elements.len());
        match choices.below(7) {
            0 => elements.reverse(),
            1 => elements.insert(at, new(100 + count)),
            2 if !elements.is_empty() => drop(elements.remove(at)),
            3 if !elements.is_empty() => {
                elements.remove(0);
                elements.push(new(100 + count));
            }
            4 | 5 if !elements.is_empty() => elements.rotate_left(at),
            6 if !elements.is_empty() => {
                let other = choices.below(elements.len());
                elements.swap(at, other);
            }
            _ => {}
        }
    }
}

fn check_tuples<T>(new: impl Fn(usize) -> T, written: impl Fn(usize) -> String) -> usize
where
    T: Serialize + DeserializeOwned + Clone + PartialEq + Debug,
{
    let mut count = 0;
    for seed in 0..600 {
        let mut choices = Choices::new(seed);
        let numbers: Vec<usize> = (1..2 + choices.below(6)).collect();
        let elements: Vec<_> = numbers.iter().map(|it| (*it, written(*it))).collect();
        let source = tuple(&elements, &mut choices);
        let mut file: File<Elements<T>> = source.parse().unwrap_or_else(|it| panic!("{it:#}"));
        let before = file.a.clone();
        change(&mut file.a, &new, &mut choices);
        let text = file.to_string().unwrap();
        assert_eq!(
            serde_hcl::from_str::<Elements<T>>(&text).unwrap(),
            *file,
            "{source}---\n{text}"
        );
        let kept = elements.iter().zip(&before).filter(|(_, value)| file.a.contains(value));
        count += check_elements(&source, &text, kept.map(|(it, _)| it.clone()));
        for place in ["# open", "# between", "# end", "# tail"] {
            let [old, new] = [&source, &text].map(|text| text.matches(place).count());
            assert_eq!(old, new, "{place}:\n{source}---\n{text}");
        }
    }
    count
}

#[test]
fn comments_follow_their_elements() {
    let count = check_tuples(|it| it, |it| it.to_string());
    assert!(count > 1000, "{count}");
    let list = |it: usize| vec![it, it + 1];
    let count = check_tuples(list, |it| format!("[\n    {it}, {}\n  ]", it + 1));
    assert!(count > 1000, "{count}");
    let heredoc = |it: usize| format!("<<E\nx{it}\nE\n");
    let count = check_tuples(|it| format!("x{it}\n"), |it| format!("({})", heredoc(it)));
    assert!(count > 1000, "{count}");
}

#[test]
fn a_moved_element_can_change() {
    let source = "a = [\n  { x = 1, y = 1, z = 1 }, # one\n  # two\n  { x = 2, y = 2, z = 2 }\n]\n";
    let mut file: File<Elements<BTreeMap<String, i64>>> = source.parse().unwrap();
    file.a.reverse();
    file.a[0].insert("x".into(), 5);
    file.a[1].insert("x".into(), 6);
    assert_eq!(
        file.to_string().unwrap(),
        "a = [\n  # two\n  { x = 5, y = 2, z = 2 },\n  { x = 6, y = 1, z = 1 } # one\n]\n",
    );
}
