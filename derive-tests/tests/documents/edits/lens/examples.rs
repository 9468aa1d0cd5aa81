//! Changes of single documents, each of which needs a decision.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_hcl::edit::File;
use serde_hcl::{Context, Error, Function, from_str};

/// Changes a value. Checks that the document is read as the value, and its text.
#[track_caller]
fn check<T>(source: &str, change: impl FnOnce(&mut T), expected: &str)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let mut file: File<T> = source.parse().unwrap();
    assert_eq!(file.to_string().unwrap(), source);
    change(&mut file);
    let text = file.to_string().unwrap();
    assert_eq!(text, expected);
    assert_eq!(from_str::<T>(&text).unwrap(), *file);
}

macro_rules! types {
    ($($(#[$meta:meta])* $kind:ident $name:ident $body:tt)*) => { $(
        #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
        $(#[$meta])*
        $kind $name $body
    )* };
}

types! {
    struct Point { x: i64 }
    struct Points { a: Vec<Point> }
    struct Pool { #[serde(rename = "$label")] name: String, size: u8 }
    struct Pools { pool: Vec<Pool> }
    struct Lists { m: BTreeMap<String, Vec<Point>> }
    struct Map { m: BTreeMap<String, i64> }
    struct Sub { #[serde(default)] inner: Vec<Point> }
    struct Outer { sub: Sub }
    struct Untagged { a: Vec<Either> }
    #[serde(untagged)] enum Either { List(Vec<i64>), Object { y: i64 } }
    struct One { c: Either }
    struct Many { c: Vec<Either> }
    #[serde(deny_unknown_fields)] struct Square { side: i64 }
    #[serde(untagged)] enum Shape { Square(Square), Round { radius: i64 } }
    struct Shapes { shape: Shape, size: i64 }
    #[serde(rename_all = "lowercase")] enum Item { Svc(Point), Net(Point) }
    struct Items { #[serde(rename = "$blocks")] items: Vec<Item> }
}

const POOLS: &str = "pool \"a\" { # about a
  size = 1
}
# about b
pool \"b\" {
  size = 2
}
# about c
pool \"c\" {
  size = 3
}
";

#[test]
fn an_empty_list_is_an_element_of_an_untagged_enum() {
    let source = "a = [[1], { y = 2 }]\n";
    check::<Untagged>(source, |it| it.a.push(Either::List(vec![])), "a = [[1], { y = 2 }, []]\n");
    check::<Untagged>(source, |it| it.a[0] = Either::List(vec![]), "a = [[], { y = 2 }]\n");
    check::<Untagged>(source, |it| it.a = vec![Either::List(vec![])], "a = [[]]\n");
    check::<Untagged>(
        "a = [[]]\n",
        |it| it.a[0] = Either::Object { y: 1 },
        "a = [{\n  y = 1\n}]\n",
    );
}

/// An attribute that the new variant does not have is removed.
#[test]
fn a_block_that_is_replaced_keeps_the_comments_around_it() {
    check::<Shapes>(
        "# Files.\n\n# The shape.\nshape { # round\n  radius = 1\n  color  = 2\n} # kept\nsize = 3\n",
        |it| it.shape = Shape::Square(Square { side: 4 }),
        "# Files.\n\n# The shape.\nshape {\n  side = 4\n} # kept\nsize = 3\n",
    );
}

#[test]
fn blocks_have_the_order_of_the_value() {
    check::<Pools>(
        POOLS,
        |it| it.pool.reverse(),
        "# about c
pool \"c\" {
  size = 3
}

# about b
pool \"b\" {
  size = 2
}

pool \"a\" { # about a
  size = 1
}
",
    );
    let new = || Pool { name: "d".into(), size: 4 };
    let d = "pool \"d\" {\n  size = 4\n}\n";
    check::<Pools>(POOLS, |it| it.pool.insert(0, new()), &format!("{d}\n{POOLS}"));
    check::<Pools>(
        POOLS,
        |it| {
            it.pool.remove(0);
            it.pool.push(new());
        },
        &format!("{}\n{d}", POOLS.replace("pool \"a\" { # about a\n  size = 1\n}\n", "")),
    );
    check::<Pools>(
        POOLS,
        |it| {
            it.pool.swap(0, 1);
            it.pool[2].name = "z".into();
        },
        "# about b
pool \"b\" {
  size = 2
}

pool \"a\" { # about a
  size = 1
}
# about c
pool \"z\" {
  size = 3
}
",
    );
}

#[test]
fn typed_blocks_have_the_order_of_the_value() {
    let source = "svc { # one\n  x = 1\n}\n\nnet {\n  x = 2\n}\n";
    check::<Items>(
        source,
        |it| it.items.reverse(),
        "net {\n  x = 2\n}\n\nsvc { # one\n  x = 1\n}\n",
    );
    check::<Items>(
        source,
        |it| it.items.insert(0, Item::Net(Point { x: 3 })),
        &format!("net {{\n  x = 3\n}}\n\n{source}"),
    );
}

#[test]
fn entries_of_maps_keep_their_places() {
    let source = "m \"b\" {\n  x = 1\n}\n\nm \"a\" {\n  x = 2\n}\n\nm \"c\" {\n  x = 3\n}\n";
    let add = |it: &mut HashMap<String, HashMap<String, Point>>| {
        let map = it.get_mut("m").expect("is there");
        for key in ["d", "e", "f", "g"] {
            map.insert(key.into(), Point { x: 4 });
        }
        map.retain(|key, _| ["a", "b", "c", "g"].contains(&key.as_str()));
    };
    check(source, add, &format!("{source}\nm \"g\" {{\n  x = 4\n}}\n"));
}

#[test]
fn sets_keep_their_places() {
    type Sets = BTreeMap<String, BTreeSet<String>>;
    check::<Sets>(
        "m = [\"b\", \"a\", \"c\"] # all\n",
        |it| {
            let set = it.get_mut("m").expect("is there");
            set.remove("a");
            set.insert("0".into());
        },
        "m = [\"b\", \"0\", \"c\"] # all\n",
    );
}

#[test]
fn the_form_in_the_document_is_kept_if_it_can_be_read() {
    check::<Lists>(
        "m = { k = [{ x = 1 }] } # c\n",
        |it| it.m.get_mut("k").expect("is there")[0].x = 2,
        "m = { k = [{ x = 2 }] } # c\n",
    );
    check::<Lists>(
        "m = { k = [{ x = 1 }] }\n",
        |it| drop(it.m.insert("l".into(), vec![Point { x: 2 }])),
        "m = { k = [{ x = 1 }], l = [{\n  x = 2\n}] }\n",
    );
    check::<Outer>(
        "sub = {}\n",
        |it| it.sub.inner.push(Point { x: 7 }),
        "sub = {\n  inner = [{\n    x = 7\n  }]\n}\n",
    );
    check::<Points>("a {\n  x = 1\n}\n", |it| it.a.clear(), "a = []\n");
}

#[test]
fn the_form_of_the_value_is_used_otherwise() {
    check::<Pools>(
        "pool = []\n",
        |it| it.pool.push(Pool { name: "k".into(), size: 1 }),
        "pool \"k\" {\n  size = 1\n}\n",
    );
    check::<One>("c = [1, 2]\n", |it| it.c = Either::Object { y: 1 }, "c {\n  y = 1\n}\n");
    check::<One>("c {\n  y = 1\n}\n", |it| it.c = Either::List(vec![1]), "c = [1]\n");
    let mut file: File<Many> = "c {\n  y = 1\n}\n".parse().unwrap();
    file.c.insert(0, Either::List(Vec::new()));
    assert_eq!(from_str::<Many>(&file.to_string().unwrap()).unwrap(), *file);
}

#[test]
fn keys_that_are_keywords_are_quoted() {
    let mut file: File<Map> = "m = {\n  a = 1\n}\n".parse().unwrap();
    file.m = BTreeMap::from([("for".to_owned(), 2)]);
    assert_eq!(from_str::<Map>(&file.to_string().unwrap()).unwrap(), *file);
}

#[test]
fn a_value_that_is_not_read_back_is_an_error() -> Result<(), Error> {
    #[derive(Serialize, Deserialize)]
    struct Half {
        a: i64,
        #[serde(skip_deserializing)]
        b: i64,
    }
    let mut file: File<Half> = "a = 1\n".parse()?;
    file.b = 5;
    let error = file.to_string().unwrap_err();
    assert_eq!((error.code(), error.path().as_deref()), ("other-value", Some("b")));
    file.b = 0;
    file.a = 2;
    assert_eq!(file.to_string()?, "a = 2\n");
    Ok(())
}

#[test]
fn expressions_with_another_value_each_time_can_stay() -> Result<(), Error> {
    let count = std::sync::atomic::AtomicI64::new(0);
    let next = move || count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let context = Context::new().function(Function::new("next", next));
    let source = "a = 1\nb = next()\n\nc \"d\" {\n  e = next()\n}\n";
    let mut file: File<BTreeMap<String, serde_json::Value>> = File::with_context(source, &context)?;
    assert_eq!(file.to_string()?, source);
    file.insert("a".to_owned(), 2.into());
    assert_eq!(file.to_string()?, source.replace("a = 1", "a = 2"));
    Ok(())
}
