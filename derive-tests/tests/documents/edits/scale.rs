//! Many changes of one document. The benchmark `edit` measures that their time is linear; if it were
//! quadratic, these tests would take minutes.

use serde_hcl::Result;
use serde_hcl::{Address, Block, Body, Item, Layout};

const CHANGES: usize = 5_000;

/// The number of changes of an object or a tuple, each of which takes time for the whole constructor.
const ELEMENT_CHANGES: usize = 200;

/// Makes many changes of a document, and parses the result.
#[track_caller]
fn change_often(source: fn(usize) -> String, change: fn(&mut Body, usize) -> Result<()>) {
    change_so_often(CHANGES, source, change);
}

#[track_caller]
fn change_elements(source: fn(usize) -> String, change: fn(&mut Body, usize) -> Result<()>) {
    change_so_often(ELEMENT_CHANGES, source, change);
}

#[track_caller]
fn change_so_often(
    count: usize,
    source: fn(usize) -> String,
    change: fn(&mut Body, usize) -> Result<()>,
) {
    let mut document: Body = source(count).parse().unwrap();
    for index in 0..count {
        change(&mut document, index).unwrap();
    }
    document.to_string().parse::<Body>().unwrap();
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

fn tuple(count: usize) -> String {
    format!("t = [\n{}]\n", "  1,\n".repeat(count))
}

fn element(name: &str, index: usize) -> Address {
    Address::from(name).index(index)
}

fn object(count: usize) -> String {
    let elements: String = (0..count).map(|index| format!("  k{index} = 1\n")).collect();
    format!("a = {{\n{elements}}}\nt = []\n")
}

#[test]
fn attributes_are_set_often() {
    change_often(attributes, |it, index| it.set([&format!("a{index}")], &2));
    change_often(attributes, |it, index| it.set([&format!("b{index}")], &2));
    change_often(|_| String::new(), |it, index| it.set([&format!("b{index}")], &2));
}

#[test]
fn blocks_are_changed_often() {
    change_often(blocks, |it, index| it.set(["b", &format!("x{index}"), "c"], &2));
    change_often(blocks, |it, index| it.set(["b", &format!("x{index}"), "new"], &2));
    change_often(blocks, |it, index| {
        it.rename_attribute(["b", &format!("x{index}"), "c"], "d").map(drop)
    });
    change_often(blocks, |it, index| it.remove(["b", &format!("x{index}"), "c"]).map(drop));
    change_often(blocks, |it, index| it.push(Block::new("n").with_label(index.to_string())));
    change_often(blocks, |it, index| {
        let label = index.to_string();
        it.push(Block::new("n").with_label(&label))?;
        it.set(["n", &label, "c"], &index)
    });
    change_often(blocks, |it, index| {
        it.block_mut(["b", &format!("x{index}")])?.set("c", &2)?;
        assert_eq!(it.expression(["b", &format!("x{index}"), "c"]).unwrap().text(), "2");
        Ok(())
    });
    change_often(same_blocks, |it, index| {
        it.set(["b"].into_iter().collect::<Address>().index(index).name("c"), &2)
    });
}

/// Changes that make a new tree of the document each time: a few of them are fast enough.
#[test]
fn changes_of_the_order_take_time_for_the_document() {
    let mut document: Body = blocks(200).parse().unwrap();
    for index in 0..200 {
        let address = ["b", &format!("x{index}")];
        document.block_mut(address).unwrap().set_labels([format!("y{index}")]).unwrap();
        document.set(["b", &format!("y{index}"), "c"], &2).unwrap();
        document.move_to_end(["b", &format!("y{index}")]).unwrap();
        document.insert_before(["b", &format!("y{index}")], Block::new("n")).unwrap();
        assert!(document.remove("n").unwrap());
    }
    let expected: String = (0..200).map(|it| format!("b \"y{it}\" {{\n  c = 2\n}}\n")).collect();
    assert_eq!(document.to_string().replace("\n\n", "\n"), expected);
}

#[test]
fn handles_are_changed_often() {
    let mut document: Body = blocks(CHANGES).parse().unwrap();
    for (index, mut block) in document.blocks_mut().unwrap().enumerate() {
        block.set("c", &index).unwrap();
        block.set("d", &index).unwrap();
        assert_eq!(block.expression("d").unwrap().as_i64(), Some(index as i64));
        block.rename_attribute("c", "e").unwrap();
    }
    let read: Body = document.to_string().parse().unwrap();
    assert_eq!(read.expression("b.x17.e").unwrap().text(), "17");
    document.retain(|item| item.as_block().is_none()).unwrap();
    assert!(document.is_empty());
}

fn refused(result: Result<()>) -> Result<()> {
    assert!(result.is_err());
    Ok(())
}

#[test]
fn changes_are_refused_often() {
    change_often(attributes, |it, index| refused(it.set(["no", &format!("x{index}")], &2)));
    change_often(blocks, |it, index| refused(it.set(["b", &format!("y{index}"), "c"], &2)));
    change_often(same_blocks, |it, _| refused(it.insert_before("b", Block::new("n"))));
    change_often(object, |it, _| refused(it.push_to("a", &2)));
    change_elements(object, |it, index| refused(it.set(["a", "k0", &index.to_string()], &2)));
    change_often(tuple, |it, index| refused(it.set(["t", &index.to_string()], &2)));
}

/// The document of blocks with these numbers.
fn numbered(numbers: &[usize]) -> String {
    let blocks: String = numbers.iter().map(|it| format!("b {{\n  c = {it}\n}}\n")).collect();
    format!("{blocks}x {{}}\n")
}

#[test]
fn positions_are_those_in_the_text() {
    let mut random = 1_u64;
    let mut below = |limit: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) as usize % limit
    };
    let at = |index| ["b"].into_iter().collect::<Address>().index(index);
    let mut document = numbered(&[0]).parse::<Body>().unwrap().with_layout(Layout::Appending);
    let mut numbers = vec![0];
    let mut tuple: Body = "t = []\n".parse().unwrap();
    let mut elements = Vec::new();
    for step in 0..1_000 {
        let block = || numbered(&[step]).split("x {").next().unwrap().parse::<Item>();
        // First the lists grow, then they shrink.
        let grows = below(8) < if step < 700 { 6 } else { 2 };
        let index = below(numbers.len());
        match below(3) {
            0 => {
                document.set(at(index).name("c"), &step).unwrap();
                numbers[index] = step;
            }
            1 if grows => {
                document.insert_before(at(index), block().unwrap()).unwrap();
                numbers.insert(index, step);
            }
            _ if grows => {
                document.insert_after(at(index), block().unwrap()).unwrap();
                numbers.insert(index + 1, step);
            }
            _ if numbers.len() > 1 => {
                assert!(document.remove(at(index)).unwrap());
                numbers.remove(index);
            }
            _ => {}
        }
        let index = below(elements.len() + 1);
        match below(2) {
            0 if grows => {
                tuple.push_to("t", &step).unwrap();
                elements.push(step);
            }
            0 => {
                assert_eq!(tuple.remove(element("t", index)).unwrap(), index < elements.len());
                elements.splice(index..elements.len().min(index + 1), []);
            }
            _ => match elements.get_mut(index) {
                Some(element) => {
                    tuple.set(self::element("t", index), &step).unwrap();
                    *element = step;
                }
                None => assert!(tuple.set(element("t", index), &step).is_err()),
            },
        }
    }
    assert!(numbers.len() > 20 && elements.len() > 20, "{} {}", numbers.len(), elements.len());
    assert_eq!(document.to_string(), numbered(&numbers));
    assert_eq!(tuple.to_string(), format!("t = {elements:?}\n"));
}

#[test]
fn elements_are_changed_often() {
    change_elements(object, |it, index| it.set(["a", &format!("k{index}")], &2));
    change_elements(object, |it, index| it.set(["a", &format!("n{index}")], &2));
    change_elements(object, |it, index| it.remove(["a", &format!("k{index}")]).map(drop));
    change_elements(object, |it, _| it.push_to("t", &2));
    change_elements(object, |it, index| {
        it.push_to("t", &2)?;
        it.set(element("t", index), &3)
    });
    change_elements(object, |it, index| {
        it.set(["a", &format!("n{index}")], &[1].into_iter().collect::<Vec<_>>())?;
        it.push_to(["a", &format!("n{index}")], "x")?;
        it.set(["a", &format!("n{index}")], &serde_hcl::Map::new())?;
        it.set(["a", &format!("n{index}"), "x"], "y")
    });
}

#[test]
fn elements_are_found_often() {
    change_elements(tuple, |it, index| {
        if index == 0 {
            assert!(it.remove("t[1]")?);
        }
        it.push_to("t", &index)?;
        assert!(!it.remove(element("t", ELEMENT_CHANGES + index))?);
        it.set(element("t", ELEMENT_CHANGES / 2 + index / 2), &3)
    });
    change_elements(object, |it, index| {
        it.set(["a", &format!("n{index}")], &2)?;
        it.set(["a", &format!("n{index}")], &3)
    });
}

#[test]
fn elements_are_removed_by_their_positions_often() {
    const COUNT: usize = 2 * ELEMENT_CHANGES;
    let mut document: Body = tuple(COUNT).parse().unwrap();
    for index in 0..COUNT / 2 {
        assert!(document.remove(element("t", index % 3)).unwrap());
    }
    assert_eq!(document.to_string(), tuple(COUNT / 2));
}

#[test]
fn deep_documents_need_no_large_stack() {
    let run = || {
        let depth = 1000;
        let source = format!("{}c = 1\n{}", "b {\n".repeat(depth), "}\n".repeat(depth));
        let mut document: Body = source.parse().unwrap();
        let address: Address = std::iter::repeat_n("b", depth).chain(["c"]).collect();
        document.set(&address, &2).unwrap();
        assert_eq!(document.clone().to_string(), source.replace("c = 1", "c = 2"));
        assert_eq!(document.rename_references("x", "y").unwrap(), 0);

        let source = format!("a = {}1{}\n", "[".repeat(depth), "]".repeat(depth));
        let mut document: Body = source.parse().unwrap();
        let address = (0..depth).fold(["a"].into_iter().collect::<Address>(), |it, _| it.index(0));
        document.set(&address, &2).unwrap();
        assert_eq!(document.clone().to_string(), source.replace('1', "2"));
    };
    let thread = std::thread::Builder::new().stack_size(512 * 1024).spawn(run);
    thread.expect("a thread").join().expect("enough of a stack");
}
