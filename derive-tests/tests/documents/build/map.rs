//! The law of maps: a map does what a `BTreeMap` of the normalized keys does, at every size.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use serde_hcl::value::map::Entry;
use serde_hcl::{Map, Value};

use derive_tests::random::hold;

const CASES: u32 = 400;

/// A key: its number, and whether it is spelled with a combining accent.
type Key = (u8, bool);

type Model = BTreeMap<String, Value>;

fn spelled((number, is_apart): Key) -> String {
    format!("{number:03}{}", if is_apart { "e\u{301}" } else { "\u{e9}" })
}

fn normalized((number, _): Key) -> String {
    spelled((number, false))
}

#[derive(Clone, Debug)]
enum Step {
    Insert(Key, u8),
    InsertAll(Vec<(Key, u8)>),
    Index(Key, u8),
    GetMut(Key, u8),
    Remove(Key),
    RemoveFirst(usize),
    OrInsert(Key, u8),
    Modify(Key, u8),
    Entry(Key, u8),
    RemoveEntry(Key),
    Extend(Vec<(Key, u8)>),
    Append(Vec<(Key, u8)>),
    Retain(u8),
    ChangeAll,
    Clear,
    Collect,
}

fn key() -> impl Strategy<Value = Key> {
    (0..120_u8, any::<bool>())
}

fn entries() -> impl Strategy<Value = Vec<(Key, u8)>> {
    prop_oneof![vec((key(), any::<u8>()), 0..6), vec((key(), any::<u8>()), 0..120)]
}

fn step() -> impl Strategy<Value = Step> {
    let with_value = || (key(), any::<u8>());
    prop_oneof![
        8 => with_value().prop_map(|(key, value)| Step::Insert(key, value)),
        2 => entries().prop_map(Step::InsertAll),
        2 => with_value().prop_map(|(key, value)| Step::Index(key, value)),
        2 => with_value().prop_map(|(key, value)| Step::GetMut(key, value)),
        4 => key().prop_map(Step::Remove),
        1 => (0..60_usize).prop_map(Step::RemoveFirst),
        2 => with_value().prop_map(|(key, value)| Step::OrInsert(key, value)),
        2 => with_value().prop_map(|(key, value)| Step::Modify(key, value)),
        4 => with_value().prop_map(|(key, value)| Step::Entry(key, value)),
        4 => key().prop_map(Step::RemoveEntry),
        1 => entries().prop_map(Step::Extend),
        1 => entries().prop_map(Step::Append),
        1 => (1..5_u8).prop_map(Step::Retain),
        1 => Just(Step::ChangeAll),
        1 => Just(Step::Clear),
        2 => Just(Step::Collect),
    ]
}

fn modelled(entries: &[(Key, u8)]) -> impl Iterator<Item = (String, Value)> {
    entries.iter().map(|(key, value)| (normalized(*key), Value::from(*value)))
}

fn given(entries: &[(Key, u8)]) -> impl Iterator<Item = (String, u8)> {
    entries.iter().map(|(key, value)| (spelled(*key), *value))
}

/// Does the same to both and compares the results.
fn run(step: &Step, map: &mut Map, model: &mut Model) {
    match step {
        Step::Insert(key, value) => assert_eq!(
            map.insert(spelled(*key), *value),
            model.insert(normalized(*key), Value::from(*value))
        ),
        Step::InsertAll(entries) => {
            for (key, value) in entries {
                run(&Step::Insert(*key, *value), map, model);
            }
        }
        Step::Index(key, value) => {
            map[spelled(*key).as_str()] = Value::from(*value);
            model.insert(normalized(*key), Value::from(*value));
        }
        Step::GetMut(key, value) => {
            let (own, modelled) = (map.get_mut(&spelled(*key)), model.get_mut(&normalized(*key)));
            assert_eq!(own, modelled);
            for target in own.into_iter().chain(modelled) {
                *target = Value::from(*value);
            }
        }
        Step::Remove(key) => {
            assert_eq!(map.remove(&spelled(*key)), model.remove(&normalized(*key)));
        }
        Step::RemoveFirst(count) => {
            for key in model.keys().take(*count).cloned().collect::<Vec<_>>() {
                assert_eq!(map.remove(&key), model.remove(&key));
            }
        }
        Step::OrInsert(key, value) => assert_eq!(
            map.entry(spelled(*key)).or_insert(Value::from(*value)),
            model.entry(normalized(*key)).or_insert(Value::from(*value))
        ),
        Step::Modify(key, value) => {
            let modify = |target: &mut Value| *target = Value::from(*value);
            assert_eq!(
                map.entry(spelled(*key)).and_modify(modify).or_default(),
                model.entry(normalized(*key)).and_modify(modify).or_default()
            );
        }
        Step::Entry(key, value) => {
            let entry = map.entry(spelled(*key));
            assert_eq!(**entry.key(), *normalized(*key));
            let before = match entry {
                Entry::Occupied(mut entry) => {
                    assert_eq!(**entry.key(), *normalized(*key));
                    let before = entry.insert(Value::from(*value));
                    assert_eq!(entry.get(), &Value::from(*value));
                    Some(before)
                }
                Entry::Vacant(entry) => {
                    assert_eq!(**entry.key(), *normalized(*key));
                    assert_eq!(entry.insert(Value::from(*value)), &Value::from(*value));
                    None
                }
            };
            assert_eq!(before, model.insert(normalized(*key), Value::from(*value)));
        }
        Step::RemoveEntry(key) => {
            let removed = match map.entry(spelled(*key)) {
                Entry::Occupied(entry) => Some(entry.remove()),
                Entry::Vacant(_) => None,
            };
            assert_eq!(removed, model.remove(&normalized(*key)));
        }
        Step::Extend(entries) => {
            map.extend(given(entries));
            model.extend(modelled(entries));
        }
        Step::Append(entries) => {
            map.append(given(entries).collect());
            model.extend(modelled(entries));
        }
        Step::Retain(divisor) => {
            let mut count = 0_u8;
            let mut keep = |value: &mut Value| {
                count = count.wrapping_add(1);
                *value = Value::from(count);
                count % divisor == 0
            };
            map.retain(|_, value| keep(value));
            let mut count = 0_u8;
            model.retain(|_, value| {
                count = count.wrapping_add(1);
                *value = Value::from(count);
                count % divisor == 0
            });
        }
        Step::ChangeAll => {
            let number = |value: &Value| value.as_i64().unwrap_or(0);
            for (key, value) in &mut *map {
                *value = Value::from(number(value) + i64::from(key.as_bytes()[0]));
            }
            for (key, value) in &mut *model {
                *value = Value::from(number(value) + i64::from(key.as_bytes()[0]));
            }
            map.values_mut()
                .chain(model.values_mut())
                .for_each(|value| *value = number(value).into());
            map.iter_mut().rev().chain([]).take(2).for_each(|(_, value)| *value = Value::NULL);
            model.values_mut().rev().take(2).for_each(|value| *value = Value::NULL);
        }
        Step::Clear => {
            map.clear();
            model.clear();
        }
        Step::Collect => *map = std::mem::take(map).into_iter().rev().collect(),
    }
}

fn hash(map: &Map) -> u64 {
    let mut hasher = DefaultHasher::new();
    map.hash(&mut hasher);
    hasher.finish()
}

/// Compares everything that can be read.
fn compare(map: &Map, model: &Model, key: Key) {
    assert_eq!((map.len(), map.is_empty()), (model.len(), model.is_empty()));
    let entries = || model.iter().map(|(key, value)| (key.as_str(), value));
    assert!(map.iter().map(|(key, value)| (&**key, value)).eq(entries()), "{map:?}\n{model:?}");
    assert!(map.into_iter().rev().map(|(key, value)| (&**key, value)).eq(entries().rev()));
    assert!(map.keys().eq(model.keys()) && map.keys().rev().eq(model.keys().rev()));
    assert!(map.values().eq(model.values()) && map.values().rev().eq(model.values().rev()));
    assert_eq!(format!("{map:?}"), format!("{model:?}"));

    let (mut both, mut ends) = (map.iter(), model.iter());
    both.next();
    ends.next();
    both.next_back();
    ends.next_back();
    assert_eq!((both.len(), both.clone().count()), (ends.len(), ends.len()));
    let into = |map: &Map| map.clone().into_iter();
    assert!(into(map).map(|(key, value)| (key.to_string(), value)).eq(model.clone()));
    assert_eq!((into(map).len(), map.clone().into_values().len()), (model.len(), model.len()));
    assert!(map.clone().into_values().rev().eq(model.clone().into_values().rev()));

    let (name, found) = (spelled(key), model.get_key_value(&normalized(key)));
    assert_eq!(map.get(&name), found.map(|(_, value)| value));
    assert_eq!(map.get_key_value(&name).map(|(key, value)| (key.to_string(), value.clone())), {
        found.map(|(key, value)| (key.clone(), value.clone()))
    });
    assert_eq!(map.contains_key(&name), found.is_some());
    assert_eq!(map[name.as_str()], found.map_or(Value::NULL, |(_, value)| value.clone()));
}

#[test]
fn a_map_does_what_an_ordered_map_does() {
    hold(CASES, (entries(), vec((step(), key()), 0..30)), |(first, steps)| {
        let mut map: Map = given(&first).collect();
        let mut model: Model = modelled(&first).collect();
        let mut earlier: Vec<(Map, Model)> = Vec::new();
        compare(&map, &model, (0, true));
        for (step, key) in &steps {
            let before = (map.clone(), model.clone());
            run(step, &mut map, &mut model);
            compare(&map, &model, *key);
            compare(&before.0, &before.1, *key);
            assert_eq!(map.cmp(&before.0), model.cmp(&before.1));
            assert_eq!(map == before.0, model == before.1);
            earlier.push(before);
        }
        // The history of a map does not matter.
        let collected: Map =
            model.iter().rev().map(|(key, value)| (&**key, value.clone())).collect();
        let mut inserted = Map::new();
        for (key, value) in model.iter().rev() {
            inserted.insert(key.as_str(), value.clone());
        }
        for same in [&collected, &inserted] {
            assert_eq!((same, hash(same)), (&map, hash(&map)));
            assert!(same.cmp(&map).is_eq());
            for (other, modelled) in &earlier {
                assert_eq!(same.cmp(other), model.cmp(modelled));
            }
        }
        Ok(())
    });
}
