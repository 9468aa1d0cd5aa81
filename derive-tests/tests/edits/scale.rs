//! Many changes take time in proportion to their number.

use std::time::{Duration, Instant};

use serde_hcl::Result;
use serde_hcl::edit::{Address, Block, Document, Item};

/// The time that a number of changes takes, the least of three.
fn time(
    count: usize,
    source: fn(usize) -> String,
    change: fn(&mut Document, usize) -> Result<()>,
) -> Duration {
    let source = source(count);
    let run = || {
        let start = Instant::now();
        let mut document: Document = source.parse().unwrap();
        for index in 0..count {
            change(&mut document, index).unwrap();
        }
        std::hint::black_box(document.to_string());
        start.elapsed()
    };
    (0..3).map(|_| run()).min().expect("three runs")
}

#[track_caller]
fn is_linear(source: fn(usize) -> String, change: fn(&mut Document, usize) -> Result<()>) {
    let (few, many) = (time(500, source, change), time(5_000, source, change));
    // 10 times as many; 100 times the time if it were quadratic.
    assert!(many < few * 50, "{few:?} for 500, {many:?} for 5,000");
}

fn attributes(count: usize) -> String {
    (0..count).map(|index| format!("a{index} = 1\n")).collect()
}

fn blocks(count: usize) -> String {
    (0..count).map(|index| format!("b \"x{index}\" {{\n  c = 1\n}}\n")).collect()
}

fn same_blocks(count: usize) -> String {
    "b {\n  c = 1\n}\n".repeat(count)
}

fn object(count: usize) -> String {
    let elements: String = (0..count).map(|index| format!("  k{index} = 1\n")).collect();
    format!("a = {{\n{elements}}}\nt = []\n")
}

#[test]
fn attributes_are_set_renamed_and_removed_in_linear_time() {
    is_linear(attributes, |it, index| it.set([&format!("a{index}")], &2));
    is_linear(attributes, |it, index| it.set([&format!("b{index}")], &2));
    is_linear(attributes, |it, index| {
        it.rename([&format!("a{index}")], &format!("b{index}")).map(drop)
    });
    is_linear(attributes, |it, index| it.remove([&format!("a{index}")]).map(drop));
}

#[test]
fn blocks_are_changed_in_linear_time() {
    is_linear(blocks, |it, index| it.set(["b", &format!("x{index}"), "c"], &2));
    is_linear(blocks, |it, index| {
        let block = it.block_mut(["b", &format!("x{index}")]).expect("is there");
        block.set_labels([format!("y{index}")]);
        it.set(["b", &format!("y{index}"), "c"], &2)
    });
    is_linear(blocks, |it, index| it.append(Block::new("n", [index.to_string()])?));
    is_linear(blocks, |it, index| it.insert_before("b.x0", Block::new("n", [index.to_string()])?));
    is_linear(blocks, |it, index| it.move_to_end(["b", &format!("x{index}")]).map(drop));
    is_linear(blocks, |it, index| it.remove(["b", &format!("x{index}")]).map(drop));
    is_linear(same_blocks, |it, index| {
        it.set(["b"].into_iter().collect::<Address>().index(index).name("c"), &2)
    });
    is_linear(same_blocks, |it, index| {
        it.append("n = 1\n".parse::<Item>()?)
            .or_else(|_| it.append("b {}".parse::<Item>()?).map(|()| assert!(index > 0)))
    });
}

#[test]
fn elements_are_changed_in_linear_time() {
    is_linear(object, |it, index| it.set(["a", &format!("k{index}")], &2));
    is_linear(object, |it, index| it.set(["a", &format!("n{index}")], &2));
    is_linear(object, |it, index| it.remove(["a", &format!("k{index}")]).map(drop));
    is_linear(object, |it, _| it.push("t", &2));
    is_linear(object, |it, index| {
        it.push("t", &2)?;
        it.set(["t"].into_iter().collect::<Address>().index(index), &3)
    });
}

#[test]
fn deep_documents_need_no_deep_stack() {
    let run = || {
        let depth = 1000;
        let source = format!("{}c = 1\n{}", "b {\n".repeat(depth), "}\n".repeat(depth));
        let mut document: Document = source.parse().unwrap();
        let address: Address = std::iter::repeat_n("b", depth).chain(["c"]).collect();
        document.set(&address, &2).unwrap();
        assert_eq!(document.clone().to_string(), source.replace("c = 1", "c = 2"));
        assert_eq!(document.rename_references("x", "y").unwrap(), 0);

        let source = format!("a = {}1{}\n", "[".repeat(depth), "]".repeat(depth));
        let mut document: Document = source.parse().unwrap();
        let address = (0..depth).fold(["a"].into_iter().collect::<Address>(), |it, _| it.index(0));
        document.set(&address, &2).unwrap();
        assert_eq!(document.clone().to_string(), source.replace('1', "2"));
    };
    let thread = std::thread::Builder::new().stack_size(512 * 1024).spawn(run);
    thread.expect("a thread").join().expect("enough of a stack");
}
