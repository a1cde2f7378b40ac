//! Files of any size, as far as a game may go.

use std::io;
use std::io::Read;

/// The largest file that is read. A game with a comment at every move has a few hundred kilobytes.
pub(super) const MAX_BYTES: usize = 16 << 20;

/// The bytes of a file that is to be read as a game. Of a file that is too large, or never ends, it returns just
/// enough that [`read()`](super::read()) refuses it.
///
/// # Errors
///
/// Returns what reading failed with.
///
/// ```
/// let endless = tao_go::sgf::read_bytes(std::io::repeat(b' '))?;
/// assert_eq!(tao_go::sgf::read(&endless).unwrap_err(), tao_go::sgf::SgfError::TooLarge);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_bytes(file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
