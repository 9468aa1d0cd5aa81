//! Comments follow their blocks.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_hcl::edit::File;
use serde_hcl::{BlockRef, parse};

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
