//! Documents that a program builds, changes and saves.

#![allow(missing_docs)]

mod build;
mod edits;
mod overrides;
mod saving;
