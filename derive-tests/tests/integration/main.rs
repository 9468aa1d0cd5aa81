//! The crate together with others, with programs that are built on it, and with its own documents.

#![allow(missing_docs)]

mod adapters;
mod describe;
mod language;
mod layers;
mod miette;
mod modules;
mod ports;
mod repository;
