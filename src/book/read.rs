//! Reads the file of a book. `docs/lab/book.md` describes it.

use super::error::{BookError, BookProblem};
use super::format::{MAGIC, MAX_BLOCK, MAX_FILE_BYTES, NO_POINT, POSITION, TREE, VERSION};
use super::position::{SearchedMove, SearchedPosition, Share};
use super::write::{Writer, low_half};
use super::{Book, Komi, SIDE};
use crate::board::Coord;

/// A file as far as it is complete.
#[derive(Debug)]
pub struct Loaded {
    /// Its positions.
    pub book: Book,
    /// Bytes of the complete blocks.
    pub end: usize,
    /// Writes what follows them.
    pub writer: Writer,
}

impl Book {
    /// Reads a file, to answer questions. For a book to grow see [`Loaded`].
    ///
    /// # Errors
    /// The first thing that is wrong with it, and where.
    pub fn parse(bytes: &[u8]) -> Result<Self, BookError> {
        let mut loaded = Loaded::parse(bytes)?;
        if loaded.end < bytes.len() {
            let problem = BookProblem::Truncated;
            return Err(BookError {
                at: loaded.end,
                problem,
            });
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
    /// The first other thing that is wrong with it, and where.
    pub fn parse(bytes: &[u8]) -> Result<Self, BookError> {
        if bytes.len() > MAX_FILE_BYTES {
            let problem = BookProblem::TooLarge;
            return Err(BookError { at: 0, problem });
        }
        let mut reader = Reader { bytes, at: 0 };
        let mut book = Book::default();
        let mut tree = None;
        reader.header()?;
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&bytes[..reader.at]);
        while reader.at < bytes.len() {
            let begin = reader.at;
            let Some(mut block) = reader.block()? else {
                reader.at = begin;
                break;
            };
            checksum.update(&bytes[begin..block.end()]);
            let found = low_half(checksum.clone().finalize());
            let at = block.end();
            let check = reader.take(2)?;
            let expected = u16::from_le_bytes([check[0], check[1]]);
            if found != expected {
                let problem = BookProblem::Checksum { found, expected };
                return Err(BookError { at, problem });
            }
            checksum.update(check);
            block.read(&mut book, &mut tree)?;
        }
        Ok(Self {
            writer: Writer::after(&bytes[..reader.at], tree),
            end: reader.at,
            book,
        })
    }
}

/// Reads numbers from bytes.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    const fn error(&self, problem: BookProblem) -> BookError {
        BookError {
            at: self.at,
            problem,
        }
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], BookError> {
        let rest = &self.bytes[self.at..];
        let taken = rest
            .get(..count)
            .ok_or_else(|| self.error(BookProblem::Fields))?;
        self.at += count;
        Ok(taken)
    }

    fn u8(&mut self) -> Result<u8, BookError> {
        Ok(self.take(1)?[0])
    }

    fn u16(&mut self) -> Result<u16, BookError> {
        let bytes = self.take(2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    /// A number of seven bits a byte, at most five of them.
    fn number(&mut self) -> Result<u64, BookError> {
        let (begin, mut number) = (self.at, 0);
        for place in 0..5 {
            let byte = self.u8()?;
            number |= u64::from(byte & 0x7f) << (7 * place);
            if byte < 0x80 {
                return Ok(number);
            }
        }
        self.at = begin;
        Err(self.error(BookProblem::Number(number)))
    }

    fn u32(&mut self) -> Result<u32, BookError> {
        let at = self.at;
        let number = self.number()?;
        let problem = BookProblem::Number(number);
        u32::try_from(number).map_err(|_| BookError { at, problem })
    }

    fn coord(&mut self, point: u8) -> Result<Coord, BookError> {
        let (column, row) = (usize::from(point) % SIDE, usize::from(point) / SIDE);
        let coord = Coord::new(column, row).filter(|coord| coord.is_on(SIDE));
        coord.ok_or(BookError {
            at: self.at - 1,
            problem: BookProblem::Point(point.into()),
        })
    }

    fn header(&mut self) -> Result<(), BookError> {
        let magic = self.bytes.get(..MAGIC.len());
        if magic != Some(MAGIC) {
            return Err(self.error(BookProblem::Magic));
        }
        self.at = MAGIC.len();
        match self.u16()? {
            VERSION => (),
            version => {
                let problem = BookProblem::Version(version);
                return Err(BookError {
                    at: MAGIC.len(),
                    problem,
                });
            }
        }
        let side = self.u8()?;
        if usize::from(side) != SIDE {
            return Err(BookError {
                at: self.at - 1,
                problem: BookProblem::Side(side),
            });
        }
        Ok(())
    }

    /// The next block, without its checksum; `None` where the file ends before that.
    fn block(&mut self) -> Result<Option<Block<'a>>, BookError> {
        let begin = self.at;
        let rest = &self.bytes[begin..];
        let ends = rest.iter().position(|&byte| byte < 0x80);
        if ends.is_none() && rest.len() < 5 {
            return Ok(None);
        }
        let length = self.number()?;
        let count = usize::try_from(length).unwrap_or(usize::MAX);
        if count > MAX_BLOCK {
            let problem = BookProblem::Length(length);
            return Err(BookError { at: begin, problem });
        }
        if self.bytes.len() - self.at < count + 2 {
            return Ok(None);
        }
        let start = self.at;
        self.at += count;
        Ok(Some(Block(Reader {
            bytes: &self.bytes[..self.at],
            at: start,
        })))
    }
}

/// The content of a block.
struct Block<'a>(Reader<'a>);

impl Block<'_> {
    const fn end(&self) -> usize {
        self.0.bytes.len()
    }

    /// Adds the content to the book, or changes the tree to which positions belong, and its network.
    fn read(&mut self, book: &mut Book, tree: &mut Option<(Komi, u32)>) -> Result<(), BookError> {
        let reader = &mut self.0;
        let begin = reader.at;
        match reader.u8()? {
            TREE => {
                let at = reader.at;
                let half_points = reader.u16()?.cast_signed();
                let komi = Komi::from_half_points(half_points).ok_or(BookError {
                    at,
                    problem: BookProblem::Komi(half_points),
                })?;
                let network = reader.take(4)?;
                let network = [network[0], network[1], network[2], network[3]];
                book.tree_mut(komi);
                *tree = Some((komi, u32::from_le_bytes(network)));
            }
            POSITION => {
                let problem = BookProblem::NoTree;
                let (komi, network) = tree.ok_or(BookError { at: begin, problem })?;
                let origin = match reader.u8()? {
                    NO_POINT => None,
                    point => {
                        let coord = reader.coord(point)?;
                        Some((reader.u32()? as usize, coord))
                    }
                };
                let searched = self.searched(network)?;
                let added = book.tree_mut(komi).add(origin, searched);
                added.map_err(|refusal| BookError {
                    at: begin,
                    problem: refusal.into(),
                })?;
            }
            kind => {
                let problem = BookProblem::Kind(kind);
                return Err(BookError { at: begin, problem });
            }
        }
        if self.0.at < self.end() {
            return Err(self.0.error(BookProblem::Fields));
        }
        Ok(())
    }

    fn searched(&mut self, network: u32) -> Result<SearchedPosition, BookError> {
        let end = self.end();
        let reader = &mut self.0;
        let mut searched = SearchedPosition {
            network,
            visits: reader.u32()?,
            win_rate: Share(reader.u16()?),
            tenths_ahead: reader.u16()?.cast_signed(),
            moves: Vec::new(),
        };
        while reader.at < end {
            let point = reader.u8()?;
            searched.moves.push(SearchedMove {
                coord: reader.coord(point)?,
                visits: reader.u32()?,
                win_rate: Share(reader.u16()?),
            });
        }
        Ok(searched)
    }
}
