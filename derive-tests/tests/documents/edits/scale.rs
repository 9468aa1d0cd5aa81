//! Many changes of one document. The benchmark `edit` measures that their time is linear; if it were
//! quadratic, these tests would take minutes.

use serde_hcl::Result;
use serde_hcl::{Address, Block, Body, Expression, Item, Layout};

const CHANGES: usize = 5_000;

/// Makes many changes of a document, and parses the result.
#[track_caller]
fn change_often(source: fn(usize) -> String, change: fn(&mut Body, usize) -> Result<()>) {
    let mut document: Body = source(CHANGES).parse().unwrap();
    for index in 0..CHANGES {
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

fn object(count: usize) -> String {
    let elements: String = (0..count).map(|index| format!("  k{index} = 1\n")).collect();
    format!("a = {{\n{elements}}}\nt = []\n")
}

#[test]
fn attributes_are_set_renamed_and_removed_often() {
    change_often(attributes, |it, index| it.set([&format!("a{index}")], &2));
    change_often(attributes, |it, index| it.set([&format!("b{index}")], &2));
    change_often(attributes, |it, index| {
        it.rename([&format!("a{index}")], &format!("b{index}")).map(drop)
    });
    change_often(attributes, |it, index| it.remove([&format!("a{index}")]).map(drop));
}

#[test]
fn blocks_are_changed_often() {
    change_often(blocks, |it, index| it.set(["b", &format!("x{index}"), "c"], &2));
    change_often(blocks, |it, index| {
        let block = it.block_mut(["b", &format!("x{index}")]).expect("is there");
        block.set_labels([format!("y{index}")]);
        it.set(["b", &format!("y{index}"), "c"], &2)
    });
    change_often(blocks, |it, index| it.push(Block::new("n").with_label(index.to_string())));
    change_often(blocks, |it, index| {
        it.insert_before("b.x0", Block::new("n").with_label(index.to_string()))
    });
    change_often(blocks, |it, index| it.move_to_end(["b", &format!("x{index}")]).map(drop));
    change_often(blocks, |it, index| it.remove(["b", &format!("x{index}")]).map(drop));
    change_often(same_blocks, |it, index| {
        it.set(["b"].into_iter().collect::<Address>().index(index).name("c"), &2)
    });
    change_often(same_blocks, |it, index| {
        it.push("n = 1\n".parse::<Item>()?)
            .or_else(|_| it.push("b {}".parse::<Item>()?).map(|()| assert!(index > 0)))
    });
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
    change_often(object, |it, index| refused(it.set(["a", "k0", &index.to_string()], &2)));
    change_often(tuple, |it, index| refused(it.set(["t", &index.to_string()], &2)));
}

#[test]
fn elements_are_found_often() {
    change_often(tuple, |it, index| {
        let tuple = it.expression_mut("t").expect("is there");
        if index == 0 {
            assert!(tuple.remove_index(1));
        }
        tuple.push(&index)?;
        assert_eq!(tuple.element_count(), Some(CHANGES + index));
        tuple.get_index_mut(CHANGES / 2 + index / 2).expect("is there").set(&3)
    });
    change_often(object, |it, index| {
        let object = it.expression_mut("a").expect("is there");
        object.insert(&format!("n{index}"), &2)?;
        assert_eq!(object.element_count(), Some(CHANGES + index + 1));
        object.get_mut(&format!("n{index}")).expect("was added").set(&3)
    });
}

#[test]
fn elements_are_removed_and_found_by_their_positions_often() {
    const COUNT: usize = 100_000;
    let mut document: Body = tuple(COUNT).parse().unwrap();
    let tuple = document.expression_mut("t").expect("is there");
    for index in 0..COUNT / 2 {
        assert!(tuple.remove_index(index % 3));
        tuple.get_index_mut(COUNT - 2 - index).expect("is there");
    }
    assert_eq!(tuple.element_count(), Some(COUNT / 2));
}

#[test]
fn blocks_are_added_and_removed_between_others_often() {
    let source = |count| format!("{}{}", same_blocks(count), blocks(count).replace("b ", "x "));
    change_often(source, |it, _| {
        it.insert_after(["x", &format!("x{}", CHANGES - 2)], Block::new("b"))
    });
    change_often(source, |it, index| {
        let at = |index| ["b"].into_iter().collect::<Address>().index(index);
        let block = it.take(at(CHANGES - 1 - index % 2))?.expect("is there");
        it.insert_before(at(CHANGES / 2), block)
    });
}

/// The document of blocks with these numbers, and the tuple of them.
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
    let mut tuple: Expression = "[]".parse().unwrap();
    let mut elements = Vec::new();
    for step in 0..4_000 {
        let block = || numbered(&[step]).split("x {").next().unwrap().parse::<Item>();
        // First the lists grow, then they shrink.
        let grows = below(8) < if step < 2_500 { 6 } else { 2 };
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
                tuple.push(&step).unwrap();
                elements.push(step);
            }
            0 => {
                assert_eq!(tuple.remove_index(index), index < elements.len());
                elements.splice(index..elements.len().min(index + 1), []);
            }
            _ => match tuple.get_index_mut(index) {
                Some(element) => {
                    element.set(&step).unwrap();
                    elements[index] = step;
                }
                None => assert_eq!(index, elements.len()),
            },
        }
    }
    assert!(numbers.len() > 100 && elements.len() > 100);
    assert_eq!(document.to_string(), numbered(&numbers));
    assert_eq!(tuple.to_string(), format!("{elements:?}"));
}

#[test]
fn elements_are_changed_often() {
    change_often(object, |it, index| it.set(["a", &format!("k{index}")], &2));
    change_often(object, |it, index| it.set(["a", &format!("n{index}")], &2));
    change_often(object, |it, index| it.remove(["a", &format!("k{index}")]).map(drop));
    change_often(object, |it, _| it.push_to("t", &2));
    change_often(object, |it, index| {
        it.push_to("t", &2)?;
        it.set(["t"].into_iter().collect::<Address>().index(index), &3)
    });
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
