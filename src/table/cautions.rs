//! What people must know of a game.

use crate::engine::caution;
use crate::sgf::Header;

/// What people must know of a game on a board of this size, with the texts of this record.
#[must_use]
pub fn cautions(size: usize, header: &Header) -> Vec<String> {
    caution(size)
        .into_iter()
        .chain(header.territory_caution().map(|text| text + "."))
        .collect()
}
