//! Files that are edited through a value.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::str;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_hcl::edit::File;
use serde_hcl::{Context, from_str_with};

use crate::contexts::BUDGET;
use crate::{checked, shown};

/// The input is two documents with a zero byte between them: a file, and a document that is read as
/// its new value. A document alone gets its own items in reverse order as the new value. The changed
/// file is read as the new value; without a change, it is the source.
pub fn file(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    // A label can be in any normalization form, an object's key can't.
    if !unicode_normalization::is_nfc(text) {
        return;
    }
    let (before, after) = text.split_once('\0').unwrap_or((text, ""));
    change::<Config>(before, after, Config::reverse);
    change::<HashMap<String, Vec<Block>>>(before, after, |it| {
        it.values_mut().for_each(|blocks| blocks.reverse());
    });
    change::<Items>(before, after, |it| it.items.reverse());
    change::<BTreeMap<String, serde_json::Value>>(before, after, |it| drop(it.pop_first()));
}

fn change<T>(before: &str, after: &str, reverse: fn(&mut T))
where
    T: DeserializeOwned + Serialize + PartialEq + Debug,
{
    let context = Context::new().budget(BUDGET);
    let Some(mut file) = checked(File::<T>::with_context(before, &context)) else { return };
    assert_eq!(file.to_string().unwrap(), before, "not changed");
    match after {
        "" => reverse(&mut file),
        _ => match checked(from_str_with::<T>(after, &context)) {
            Some(value) => *file = value,
            None => return,
        },
    }
    let text = match file.to_string() {
        Ok(text) => text,
        Err(error) => {
            // An error needs a reason: the new value has no notation at all.
            let other = serde_hcl::to_string(&*file);
            let other = other.and_then(|text| from_str_with::<T>(&text, &context));
            assert!(other.ok().as_ref() != Some(&*file), "not written: {}", shown(&error));
            return;
        }
    };
    let again = from_str_with::<T>(&text, &context).unwrap_or_else(|error| {
        panic!("{before}\n---- set to\n{:?}\n---- gives\n{text}\n---- {error:#}", *file)
    });
    assert_eq!(again, *file, "{before}\n---- gives\n{text}");
    let again = File::<T>::with_context(&text, &context).unwrap();
    assert_eq!(again.to_string().unwrap(), text, "written again");
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Config {
    a: BTreeMap<String, Leaf>,
    b: Vec<Block>,
    c: Vec<Choice>,
    e: HashMap<String, i64>,
    s: Option<String>,
    t: Vec<String>,
    u: Vec<BTreeMap<String, String>>,
    lists: BTreeMap<String, Vec<Leaf>>,
    leaf: Option<Leaf>,
    leaves: Vec<Leaf>,
    service: BTreeMap<String, Leaf>,
}

impl Config {
    fn reverse(&mut self) {
        self.b.reverse();
        self.c.reverse();
        self.t.reverse();
        self.u.reverse();
        self.leaves.reverse();
        self.lists.values_mut().for_each(|list| list.reverse());
    }
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Leaf {
    x: i64,
    y: Vec<String>,
    z: Option<Box<Leaf>>,
    w: BTreeMap<String, String>,
    inner: Vec<Leaf>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Block {
    #[serde(rename = "$labels")]
    labels: Vec<String>,
    #[serde(default)]
    x: Option<String>,
    #[serde(default)]
    b: Vec<Block>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Items {
    #[serde(rename = "$blocks")]
    items: Vec<Typed>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Typed {
    A(Leaf),
    B(Block),
    Service(Block),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Choice {
    A,
    B(i32),
    C { x: String },
    D(Vec<String>, bool),
}
