//! Reading and writing.

mod read;
mod tree;
mod write;
