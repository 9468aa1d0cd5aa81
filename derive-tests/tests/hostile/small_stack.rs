//! Deep data that a program makes, on a small stack.

use std::thread;

use serde_hcl::{
    Block, Body, Context, Value, from_body, functions, json, parse, parse_expression, to_string,
};

fn on_small_stack(work: fn()) {
    thread::Builder::new().stack_size(64 * 1024).spawn(work).unwrap().join().unwrap();
}

#[test]
fn chains_of_contexts() {
    on_small_stack(|| {
        let mut context = Context::standard().variable("a", 1);
        for number in 0..20_000 {
            context = context.child().variable("v", number);
        }
        assert_eq!(parse_expression("a").unwrap().evaluate(&context).unwrap(), Value::from(1));
        assert!(parse_expression("nope").unwrap().evaluate(&context).is_err());
        assert!(format!("{context:?}").contains("19999"));
        drop(context);
    });
}

#[test]
fn functions_in_the_contexts_of_functions() {
    on_small_stack(|| {
        let source = "function \"f\" {\n  params = [x]\n  result = x\n}\n";
        let document = parse(source).unwrap();
        let mut context = Context::new();
        for _ in 0..20_000 {
            let functions = functions::defined_in(document.body(), &context).unwrap();
            context = context.functions(functions);
        }
        assert!(format!("{context:?}").contains("f(x: any)"));
        drop(context);
    });
}

fn blocks(depth: usize) -> Block {
    let inner = Block::new("a").with_attribute("x", 1);
    (0..depth).fold(inner, |block, _| Block::new("a").with_label("l").with_block(block))
}

#[test]
fn built_blocks() {
    type Use = fn(Block);
    let uses: [(&str, Use); 9] = [
        ("drop", drop),
        ("clone", |block| drop(block.clone())),
        ("debug", |block| drop(format!("{block:?}"))),
        ("equal", |block| assert_eq!(block == block.clone(), block.build().is_ok())),
        ("build", |block| drop(block.build())),
        ("to_string", |block| drop(to_string(&Body::new().with_block(block)))),
        ("to JSON", |block| drop(json::to_string(&Body::new().with_block(block)))),
        ("decode", |block| {
            drop(from_body::<Value>(Body::new().with_block(block).view(), &Context::new()));
        }),
        ("merge", |block| {
            let body = Body::new().with_block(block);
            drop(body.clone().merge(body).to_string());
        }),
    ];
    for (name, work) in uses {
        for depth in [300, 900, 1_100] {
            let thread = thread::Builder::new().name(name.to_owned()).stack_size(64 * 1024);
            thread.spawn(move || work(blocks(depth))).unwrap().join().unwrap();
        }
    }
}
