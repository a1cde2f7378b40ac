//! Reads the file of a book. `docs/lab/book.md` describes it.

use super::position::{SearchedMove, SearchedPosition, Share};
use super::tree::AddPositionError;
use super::{Book, Komi, SIDE};
use format::{MAGIC, MAX_BLOCK, NO_POINT, POSITION, TREE, VERSION};
use tao_rules::board::Coord;

/// Largest file, in bytes.
pub const MAX_FILE_BYTES: usize = 64 << 20;

/// The parts of a file.
pub mod format {
    /// The first bytes of a file.
    pub const MAGIC: &[u8; 9] = b"TaoGoBook";

    /// Version of the format.
    pub const VERSION: u16 = 1;

    /// Kinds of blocks: one with the komi of the positions after it, and one with a position.
    pub const TREE: u8 = 0;
    /// See [`TREE`].
    pub const POSITION: u8 = 1;

    /// Stands for no point, in the empty board's block.
    pub const NO_POINT: u8 = u8::MAX;

    /// Most bytes between length and checksum of a block: a position with 81 moves needs fewer.
    pub const MAX_BLOCK: usize = 1024;
}

/// The checksum of a file up to some place.
#[derive(Clone, Debug)]
pub struct Checksum(crc32fast::Hasher);

impl Checksum {
    /// The checksum of the first bytes of a file, which must not contain a block.
    pub fn of(bytes: &[u8]) -> Self {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(bytes);
        Self(hasher)
    }

    /// Goes on with a block, and returns the number to write after it: the low half of the CRC-32 of everything before it in the
    /// file.
    pub fn after_block(&mut self, block: &[u8]) -> u16 {
        self.0.update(block);
        let check = self.0.clone().finalize() as u16;
        self.0.update(&check.to_le_bytes());
        check
    }
}

/// What is wrong with the file of a book, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {at}: {problem}")]
pub struct BookError {
    /// Offset of the place in the file, in bytes.
    pub at: usize,
    /// What is wrong there.
    pub problem: BookProblem,
}

impl BookProblem {
    /// The error with this problem at an offset in bytes.
    pub(super) const fn at(self, at: usize) -> BookError {
        BookError { at, problem: self }
    }
}

fn bad(at: usize, problem: impl Into<String>) -> BookError {
    BookProblem::Content(problem.into()).at(at)
}

fn too_large(at: usize, number: u64) -> BookError {
    bad(at, format!("{number} is too large a number here"))
}

/// The error for a block with fewer bytes than it needs, or more.
fn bad_fields(at: usize) -> BookError {
    bad(at, "a block with a field too many or too few")
}

/// What is wrong with the file of a book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookProblem {
    /// More than [`MAX_FILE_BYTES`].
    #[error("more than the {MAX_FILE_BYTES} bytes that a book may have")]
    TooLarge,
    /// The file ends in a block.
    #[error("the file ends in the middle of a block")]
    Truncated,
    /// The bytes up to here are not those that were written.
    #[error(
        "the checksum is {found:04x}, expected {expected:04x}: the file is damaged here or above"
    )]
    Checksum {
        /// The checksum of the bytes.
        found: u16,
        /// The checksum that is written in the file.
        expected: u16,
    },
    /// Bytes that no book has at this place.
    #[error("{0}")]
    Content(String),
    /// A position that the tree refuses.
    #[error(transparent)]
    Position(#[from] AddPositionError),
}

/// The complete part of a file.
#[derive(Debug)]
pub struct Loaded {
    /// The book with its positions.
    pub book: Book,
    /// Bytes of the complete blocks.
    pub end: usize,
    /// The checksum of these bytes.
    pub checksum: Checksum,
    /// The komi of the latest position, and the network that searched it.
    pub tree: Option<(Komi, u32)>,
}

impl Book {
    /// Reads a file, to answer questions. To grow a book, see [`Loaded`].
    ///
    /// # Errors
    /// The first thing that is wrong with it, and where.
    pub fn parse(bytes: &[u8]) -> Result<Self, BookError> {
        Self::parse_trees(bytes, |_| true)
    }

    /// Reads the trees of a file that [answer](Self::tree_for) in games with this komi.
    ///
    /// # Errors
    /// As [`parse`](Self::parse); positions of other trees are not looked at.
    pub(super) fn parse_for(komi: f64, bytes: &[u8]) -> Result<Self, BookError> {
        Self::parse_trees(bytes, |tree| tree.has_results_of(komi))
    }

    fn parse_trees(bytes: &[u8], is_wanted: impl Fn(Komi) -> bool) -> Result<Self, BookError> {
        let loaded = Loaded::read(bytes, is_wanted)?;
        if loaded.end < bytes.len() {
            return Err(BookProblem::Truncated.at(loaded.end));
        }
        Ok(loaded.book)
    }
}

impl Loaded {
    /// Reads a file whose last block may be incomplete, because the program that grew it was killed.
    ///
    /// # Errors
    /// The first thing that is wrong with it otherwise, and where.
    pub fn parse(bytes: &[u8]) -> Result<Self, BookError> {
        let mut loaded = Self::read(bytes, |_| true)?;
        for tree in &mut loaded.book.trees {
            tree.prepare_growth();
        }
        Ok(loaded)
    }

    /// Reads trees of a file as [`parse`](Self::parse) does, but they cannot grow: they would miss edges to new positions.
    fn read(bytes: &[u8], is_wanted: impl Fn(Komi) -> bool) -> Result<Self, BookError> {
        if bytes.len() > MAX_FILE_BYTES {
            return Err(BookProblem::TooLarge.at(0));
        }
        let mut reader = BookReader { bytes, at: 0 };
        reader.header()?;
        let mut loaded = Self {
            book: Book::default(),
            end: reader.at,
            checksum: Checksum::of(&bytes[..reader.at]),
            tree: None,
        };
        while let Some(block) = reader.block()? {
            let at = reader.at;
            let found = loaded.checksum.after_block(&bytes[loaded.end..at]);
            let expected = reader.u16()?;
            if found != expected {
                return Err(BookProblem::Checksum { found, expected }.at(at));
            }
            loaded.read_block(block, &is_wanted)?;
            loaded.end = reader.at;
        }
        for tree in &mut loaded.book.trees {
            tree.connect_all();
        }
        Ok(loaded)
    }

    /// Reads a block: adds its position to a tree that is wanted, or sets the tree and the network of the positions that follow.
    fn read_block(
        &mut self,
        mut block: BookReader<'_>,
        is_wanted: impl Fn(Komi) -> bool,
    ) -> Result<(), BookError> {
        let begin = block.at;
        match block.u8()? {
            TREE => {
                let at = block.at;
                let half_points = i16::from_le_bytes(block.take()?);
                let komi = Komi::from_half_points(half_points);
                let komi =
                    komi.ok_or_else(|| bad(at, format!("a komi of {half_points} half points")))?;
                if is_wanted(komi) {
                    self.book.tree_mut(komi);
                }
                self.tree = Some((komi, u32::from_le_bytes(block.take()?)));
            }
            POSITION => {
                let no_tree = || bad(begin, "a position before the first komi");
                let (komi, network) = self.tree.ok_or_else(no_tree)?;
                if !is_wanted(komi) {
                    return Ok(());
                }
                let origin = match block.u8()? {
                    NO_POINT => None,
                    point => {
                        let coord = block.coord(point)?;
                        Some((block.u32()? as usize, coord))
                    }
                };
                let searched = block.searched(network)?;
                let added = self.book.tree_mut(komi).append(origin, searched);
                added.map_err(|refusal| BookProblem::from(refusal).at(begin))?;
            }
            kind => {
                let problem = format!("a block of kind {kind}, expected 0 or 1");
                return Err(bad(begin, problem));
            }
        }
        if block.at < block.bytes.len() {
            return Err(bad_fields(block.at));
        }
        Ok(())
    }
}

/// Reads numbers from a file, up to the end of the file or of a block.
struct BookReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl BookReader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], BookError> {
        let taken = self.bytes[self.at..].first_chunk();
        let taken = taken.ok_or_else(|| bad_fields(self.at))?;
        self.at += N;
        Ok(*taken)
    }

    fn u8(&mut self) -> Result<u8, BookError> {
        self.take().map(u8::from_le_bytes)
    }

    fn u16(&mut self) -> Result<u16, BookError> {
        self.take().map(u16::from_le_bytes)
    }

    /// A number with seven bits in each byte, of at most five bytes.
    fn number(&mut self) -> Result<u64, BookError> {
        let (begin, mut number) = (self.at, 0);
        for place in 0..5 {
            let byte = self.u8()?;
            number |= u64::from(byte & 0x7f) << (7 * place);
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(too_large(begin, number))
    }

    fn u32(&mut self) -> Result<u32, BookError> {
        let at = self.at;
        let number = self.number()?;
        u32::try_from(number).map_err(|_| too_large(at, number))
    }

    /// The point of this number, which was just read.
    fn coord(&self, point: u8) -> Result<Coord, BookError> {
        let point = usize::from(point);
        let coord = Coord::new(point % SIDE, point / SIDE).filter(|coord| coord.is_on(SIDE));
        coord.ok_or_else(|| bad(self.at - 1, format!("point {point}, expected 0 to 80")))
    }

    fn header(&mut self) -> Result<(), BookError> {
        if self.take().ok() != Some(*MAGIC) {
            return Err(bad(0, "not an opening book"));
        }
        let version = self.u16()?;
        if version != VERSION {
            let problem = format!("version {version} of the format, expected {VERSION}");
            return Err(bad(MAGIC.len(), problem));
        }
        let side = self.u8()?;
        if usize::from(side) != SIDE {
            let problem = format!("a book for {side}x{side}, expected 9x9");
            return Err(bad(self.at - 1, problem));
        }
        Ok(())
    }

    /// The content of the next block, without its checksum; `None` if the file ends before the block does.
    fn block(&mut self) -> Result<Option<Self>, BookError> {
        let begin = self.at;
        let rest = &self.bytes[begin..];
        if rest.len() < 5 && rest.iter().all(|&byte| byte >= 0x80) {
            return Ok(None);
        }
        let length = self.number()?;
        let count = usize::try_from(length).unwrap_or(usize::MAX);
        if count > MAX_BLOCK {
            let problem =
                format!("a block of {length} bytes, more than the {MAX_BLOCK} that one may have");
            return Err(bad(begin, problem));
        }
        let at = self.at;
        if self.bytes.len() - at < count + 2 {
            return Ok(None);
        }
        self.at += count;
        let bytes = &self.bytes[..self.at];
        Ok(Some(Self { bytes, at }))
    }

    fn searched(&mut self, network: u32) -> Result<SearchedPosition, BookError> {
        let mut searched = SearchedPosition {
            network,
            visits: self.u32()?,
            win_rate: Share(self.u16()?),
            tenths_ahead: self.u16()?.cast_signed(),
            // A move has at least four bytes.
            moves: Vec::with_capacity((self.bytes.len() - self.at) / 4),
        };
        while self.at < self.bytes.len() {
            let point = self.u8()?;
            searched.moves.push(SearchedMove {
                coord: self.coord(point)?,
                visits: self.u32()?,
                win_rate: Share(self.u16()?),
            });
        }
        Ok(searched)
    }
}
