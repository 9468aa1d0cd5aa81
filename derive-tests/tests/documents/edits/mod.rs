//! Changes of documents: their laws, layouts, costs.

mod arrange;
mod file;
mod laws;
mod layout;
mod lens;
mod rewrite;
mod scale;
mod sources;
mod versions;
