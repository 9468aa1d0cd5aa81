//! Generated values and changes of them, the same in every run.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::Hash;

/// A source of choices.
pub(super) struct Choices(u64);

impl Choices {
    pub(super) fn new(seed: u64) -> Self {
        Choices(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit.max(1)
    }

    pub(super) fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// A type whose values are generated and changed. `depth` limits the nesting.
pub(super) trait Generate: Sized {
    fn generate(choices: &mut Choices, depth: u32) -> Self;

    fn change(&mut self, choices: &mut Choices, depth: u32) {
        *self = Self::generate(choices, depth);
    }
}

impl Generate for String {
    fn generate(choices: &mut Choices, _: u32) -> Self {
        let texts =
            ["a", "b", "c", "d", "web", "for", "a b", "", "${x}", "x\ny\n", "é", "null", "\"", "5"];
        let limit = choices.one_of(&[5, texts.len()]);
        choices.one_of(&texts[..limit]).to_owned()
    }
}

impl Generate for bool {
    fn generate(choices: &mut Choices, _: u32) -> Self {
        choices.below(2) == 0
    }
}

macro_rules! numbers {
    ($($ty:ty)*) => { $(
        impl Generate for $ty {
            fn generate(choices: &mut Choices, _: u32) -> Self {
                choices.below(6) as $ty
            }
        }
    )* };
}

numbers! { u8 i32 i64 }

impl Generate for f64 {
    fn generate(choices: &mut Choices, _: u32) -> Self {
        choices.one_of(&[0.5, -1.25, 1e30, 3.5])
    }
}

impl<T: Generate> Generate for Option<T> {
    fn generate(choices: &mut Choices, depth: u32) -> Self {
        (choices.below(3) > 0 && depth > 0).then(|| T::generate(choices, depth - 1))
    }

    fn change(&mut self, choices: &mut Choices, depth: u32) {
        match self {
            Some(content) if choices.below(3) > 0 => {
                content.change(choices, depth.saturating_sub(1))
            }
            _ => *self = Self::generate(choices, depth),
        }
    }
}

impl<T: Generate> Generate for Box<T> {
    fn generate(choices: &mut Choices, depth: u32) -> Self {
        Box::new(T::generate(choices, depth))
    }

    fn change(&mut self, choices: &mut Choices, depth: u32) {
        (**self).change(choices, depth);
    }
}

impl<A: Generate, B: Generate> Generate for (A, B) {
    fn generate(choices: &mut Choices, depth: u32) -> Self {
        (A::generate(choices, depth), B::generate(choices, depth))
    }
}

fn count(choices: &mut Choices, depth: u32) -> usize {
    if depth == 0 { 0 } else { choices.one_of(&[0, 1, 1, 2, 3, 4]) }
}

impl<T: Generate> Generate for Vec<T> {
    fn generate(choices: &mut Choices, depth: u32) -> Self {
        (0..count(choices, depth)).map(|_| T::generate(choices, depth - 1)).collect()
    }

    fn change(&mut self, choices: &mut Choices, depth: u32) {
        if depth == 0 {
            return;
        }
        let new = T::generate(choices, depth - 1);
        let at = choices.below(self.len());
        match choices.below(9) {
            0 => self.reverse(),
            1 => self.insert(at, new),
            2 if !self.is_empty() => drop(self.remove(at)),
            3 if !self.is_empty() => {
                self.remove(0);
                self.push(new);
            }
            4 if !self.is_empty() => self[at] = new,
            5 if !self.is_empty() => self.rotate_left(at),
            6 => self.truncate(at),
            7 if !self.is_empty() => self[at].change(choices, depth - 1),
            _ => self.push(new),
        }
    }
}

macro_rules! maps {
    ($($map:ident: $($bound:ident)*;)*) => { $(
        impl<K: Generate + $($bound +)*, V: Generate> Generate for $map<K, V> {
            fn generate(choices: &mut Choices, depth: u32) -> Self {
                let entries = 0..count(choices, depth);
                entries.map(|_| Generate::generate(choices, depth.saturating_sub(1))).collect()
            }

            fn change(&mut self, choices: &mut Choices, depth: u32) {
                if depth == 0 {
                    return;
                }
                let key = K::generate(choices, depth);
                match choices.below(3) {
                    0 => drop(self.remove(&key)),
                    1 => match self.values_mut().next() {
                        Some(value) => value.change(choices, depth - 1),
                        None => {}
                    },
                    _ => drop(self.insert(key, V::generate(choices, depth - 1))),
                }
            }
        }
    )* };
}

maps! { BTreeMap: Ord; HashMap: Hash Eq; }

macro_rules! sets {
    ($($set:ident: $($bound:ident)*;)*) => { $(
        impl<T: Generate + $($bound +)*> Generate for $set<T> {
            fn generate(choices: &mut Choices, depth: u32) -> Self {
                Vec::generate(choices, depth).into_iter().collect()
            }
        }
    )* };
}

sets! { BTreeSet: Ord; HashSet: Hash Eq; }

/// Declares types that are generated from their parts.
macro_rules! generated {
    ($($(#[$meta:meta])* struct $name:ident { $($(#[$field_meta:meta])* $field:ident: $ty:ty,)* })*) => { $(
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$meta])*
        pub(super) struct $name { $($(#[$field_meta])* pub(super) $field: $ty,)* }

        impl Generate for $name {
            fn generate(choices: &mut Choices, depth: u32) -> Self {
                let depth = depth.saturating_sub(1);
                $name { $($field: Generate::generate(choices, depth),)* }
            }

            fn change(&mut self, choices: &mut Choices, depth: u32) {
                let depth = depth.saturating_sub(1).max(1);
                let fields: &[&str] = &[$(stringify!($field)),*];
                let field = choices.one_of(fields);
                $(if field == stringify!($field) {
                    self.$field.change(choices, depth);
                })*
            }
        }
    )* };
    ($($(#[$meta:meta])* enum $name:ident {
        $($(#[$variant_meta:meta])* $variant:ident $(($($ty:ty),*))? $({ $($field:ident: $field_ty:ty),* })?,)*
    })*) => { $(
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$meta])*
        pub(super) enum $name {
            $($(#[$variant_meta])* $variant $(($($ty),*))? $({ $($field: $field_ty),* })?,)*
        }

        impl Generate for $name {
            fn generate(choices: &mut Choices, depth: u32) -> Self {
                let depth = depth.saturating_sub(1);
                let _ = depth;
                let variants: &[&str] = &[$(stringify!($variant)),*];
                let variant = choices.one_of(variants);
                $(if variant == stringify!($variant) {
                    return $name::$variant
                        $(($(<$ty>::generate(choices, depth)),*))?
                        $({ $($field: <$field_ty>::generate(choices, depth)),* })?;
                })*
                unreachable!("a variant is chosen")
            }
        }
    )* };
}

pub(super) use generated;
