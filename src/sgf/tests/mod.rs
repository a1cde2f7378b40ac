//! Reading and writing.

mod read;
mod write;
