//! Reads the file of a book. `docs/lab/book.md` describes it.

use super::error::{BookError, BookProblem};
use super::format::{MAGIC, MAX_BLOCK, MAX_FILE_BYTES, NO_POINT, POSITION, TREE, VERSION};
use super::position::{SearchedMove, SearchedPosition, Share};
use super::write::Writer;
use super::{Book, Komi, SIDE};
use tao_rules::board::Coord;

/// The complete part of a file.
#[derive(Debug)]
pub struct Loaded {
    /// The book with its positions.
    pub book: Book,
    /// Bytes of the complete blocks.
    pub end: usize,
    /// Writes the blocks that follow.
    pub writer: Writer,
}

impl Book {
    /// Reads a file, to answer questions. To grow a book, see [`Loaded`].
    ///
    /// # Errors
    /// The first thing that is wrong with it, and where.
    pub fn parse(bytes: &[u8]) -> Result<Self, BookError> {
        let mut loaded = Loaded::parse(bytes)?;
        if loaded.end < bytes.len() {
            return Err(BookProblem::Truncated.at(loaded.end));
        }
        for tree in &mut loaded.book.trees {
            tree.forget_growth();
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
        if bytes.len() > MAX_FILE_BYTES {
            return Err(BookProblem::TooLarge.at(0));
        }
        let mut reader = BookReader { bytes, at: 0 };
        reader.header()?;
        let mut loaded = Self {
            book: Book::default(),
            end: reader.at,
            writer: Writer::after(&bytes[..reader.at]),
        };
        while let Some(block) = reader.block()? {
            let at = reader.at;
            let found = loaded.writer.check(&bytes[loaded.end..at]);
            let expected = reader.u16()?;
            if found != expected {
                return Err(BookProblem::Checksum { found, expected }.at(at));
            }
            loaded.read(block)?;
            loaded.end = reader.at;
        }
        Ok(loaded)
    }

    /// Reads a block: adds its position to the book, or sets the tree and the network of the positions that follow.
    fn read(&mut self, mut block: BookReader<'_>) -> Result<(), BookError> {
        let begin = block.at;
        match block.u8()? {
            TREE => {
                let at = block.at;
                let half_points = i16::from_le_bytes(block.take()?);
                let komi = Komi::from_half_points(half_points);
                let komi = komi.ok_or(BookProblem::Komi(half_points).at(at))?;
                self.book.tree_mut(komi);
                self.writer.tree = Some((komi, u32::from_le_bytes(block.take()?)));
            }
            POSITION => {
                let tree = self.writer.tree;
                let (komi, network) = tree.ok_or(BookProblem::NoTree.at(begin))?;
                let origin = match block.u8()? {
                    NO_POINT => None,
                    point => {
                        let coord = block.coord(point)?;
                        Some((block.u32()? as usize, coord))
                    }
                };
                let searched = block.searched(network)?;
                let added = self.book.tree_mut(komi).add(origin, searched);
                added.map_err(|refusal| BookProblem::from(refusal).at(begin))?;
            }
            kind => return Err(BookProblem::Kind(kind).at(begin)),
        }
        if block.at < block.bytes.len() {
            return Err(BookProblem::Fields.at(block.at));
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
        let taken = taken.ok_or(BookProblem::Fields.at(self.at))?;
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
        Err(BookProblem::Number(number).at(begin))
    }

    fn u32(&mut self) -> Result<u32, BookError> {
        let at = self.at;
        let number = self.number()?;
        u32::try_from(number).map_err(|_| BookProblem::Number(number).at(at))
    }

    /// The point of this number, which was just read.
    fn coord(&self, point: u8) -> Result<Coord, BookError> {
        let coord = Coord::all(SIDE).nth(point.into());
        coord.ok_or(BookProblem::Point(point.into()).at(self.at - 1))
    }

    fn header(&mut self) -> Result<(), BookError> {
        if self.take().ok() != Some(*MAGIC) {
            return Err(BookProblem::Magic.at(0));
        }
        let version = self.u16()?;
        if version != VERSION {
            return Err(BookProblem::Version(version).at(MAGIC.len()));
        }
        let side = self.u8()?;
        if usize::from(side) != SIDE {
            return Err(BookProblem::Side(side).at(self.at - 1));
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
            return Err(BookProblem::Length(length).at(begin));
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
            moves: Vec::new(),
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
