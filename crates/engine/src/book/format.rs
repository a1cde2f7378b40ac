//! The parts of a book's file. `docs/lab/book.md` describes it.

/// Largest file, in bytes.
pub const MAX_FILE_BYTES: usize = 64 << 20;

/// The first bytes of a file.
pub(super) const MAGIC: &[u8; 9] = b"TaoGoBook";

/// Version of the format.
pub(super) const VERSION: u16 = 1;

/// Kinds of blocks: one with the komi of the positions after it, and one with a position.
pub(super) const TREE: u8 = 0;
pub(super) const POSITION: u8 = 1;

/// Stands for no point, in the empty board's block.
pub(super) const NO_POINT: u8 = u8::MAX;

/// Most bytes between length and checksum of a block: a position with 81 moves needs fewer.
pub(super) const MAX_BLOCK: usize = 1024;
