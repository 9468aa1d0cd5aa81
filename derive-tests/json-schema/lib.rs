//! The tests of this package validate documents by JSON Schemas.
