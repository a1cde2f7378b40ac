//! A book as text, to be read and edited by people. `docs/lab/book.md` describes it.

use std::collections::HashMap;
use std::io;
use std::io::Write;
use std::str::SplitWhitespace;

use tao_engine::raw::book::{
    AddPositionError, Book, BookTree, Komi, MAX_FILE_BYTES, SIDE, SearchedMove, SearchedPosition,
    Share, color_at,
};
use tao_rules::raw::{Board, Coord, Point};

/// Largest text, in bytes. It is some six times as long as the file of the book, and never 24 times: at worst a position after 60
/// moves, without moves of its own, takes 11 bytes of the file and 222 of the text.
pub const MAX_TEXT_BYTES: usize = 24 * MAX_FILE_BYTES;

const HEADING: &str = "\
# An opening book of Tao Go as text, for `tao-lab book import FILE --text`. Visits, win rates and points are those of searches,
# for the side to move; the comment on a position is its value by minimax.
#
# position MOVES: VISITS WIN-RATE POINTS-AHEAD
#   MOVE VISITS WIN-RATE
";

/// The kinds of lines.
const A_LINE: &str = "`komi POINTS`, `network DIGITS`, `position MOVES: VISITS WIN-RATE POINTS-AHEAD` or `MOVE VISITS WIN-RATE`";

/// What is wrong with a book as text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct TextError {
    /// The number of the line, counted from one.
    pub line: usize,
    /// What is wrong there.
    pub problem: TextProblem,
}

/// What is wrong with a line of a book as text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextProblem {
    /// Something else should be there.
    #[error("expected {0}")]
    Expected(&'static str),
    /// No position of the tree has the moves before the last one.
    #[error("no line above has the position before it, by the same moves")]
    NoParent,
    /// A position or a move that the tree refuses.
    #[error(transparent)]
    Position(#[from] AddPositionError),
}

/// Writes the book as text.
///
/// # Errors
/// The error of `out`.
pub fn write_text(book: &Book, out: &mut dyn Write) -> io::Result<()> {
    let percent = |share: Share| 100.0 * share.number();
    let mut network = 0;
    write!(out, "{HEADING}")?;
    for tree in book.trees() {
        writeln!(out, "\nkomi {}", tree.komi())?;
        for (index, position) in tree.positions().iter().enumerate() {
            let searched = &position.searched;
            if searched.network != network {
                network = searched.network;
                writeln!(out, "network {network:08x}")?;
            }
            write!(out, "position")?;
            for coord in tree.line(index) {
                write!(out, " {coord}")?;
            }
            writeln!(
                out,
                ": {} {:.3}% {:.1}  # {:.1} %",
                searched.visits,
                percent(searched.win_rate),
                f64::from(searched.tenths_ahead) / 10.0,
                100.0 * position.value
            )?;
            for mv in &searched.moves {
                let win_rate = percent(mv.win_rate);
                writeln!(out, "  {} {} {win_rate:.3}%", mv.coord, mv.visits)?;
            }
        }
    }
    out.flush()
}

/// Reads a book that [`write_text`] wrote and people may have changed.
///
/// # Errors
/// The first thing that is wrong with it, and where.
pub fn parse_text(text: &str) -> Result<Book, TextError> {
    // Some editors begin a text with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = TextReader::default();
    for (number, line) in (1..).zip(text.lines()) {
        let content = line.split_once('#').map_or(line, |(content, _)| content);
        let first = content.split_whitespace().next();
        if first.is_some_and(|word| word.parse::<Coord>().is_err()) {
            // The line is not a move of the latest position, so that one is complete.
            reader.finish()?;
        }
        let read = reader.line(number, content);
        read.map_err(|problem| TextError {
            line: number,
            problem,
        })?;
    }
    reader.finish()?;
    Ok(reader.book)
}

/// A position whose moves are being read.
struct OpenPosition {
    /// The number of the line that begins it.
    at: usize,
    komi: Komi,
    line: Vec<Coord>,
    origin: Option<(usize, Coord)>,
    board: Board<2>,
    searched: SearchedPosition,
}

#[derive(Default)]
struct TextReader {
    book: Book,
    komi: Option<Komi>,
    network: u32,
    /// The numbers of the positions in their trees.
    numbers: HashMap<(Komi, Vec<Coord>), usize>,
    open: Option<OpenPosition>,
}

impl TextReader {
    /// Adds the latest position to its tree.
    fn finish(&mut self) -> Result<(), TextError> {
        if let Some(open) = self.open.take() {
            let tree = self.book.tree_mut(open.komi);
            let added = tree.add(open.origin, open.searched);
            let number = added.map_err(|refusal| TextError {
                line: open.at,
                problem: refusal.into(),
            })?;
            self.numbers.insert((open.komi, open.line), number);
        }
        Ok(())
    }

    /// Reads a line without its comment.
    fn line(&mut self, number: usize, content: &str) -> Result<(), TextProblem> {
        let (words, values) = match content.split_once(':') {
            Some((words, values)) => (words, Some(values)),
            None => (content, None),
        };
        let mut words = Words(words.split_whitespace());
        match (words.0.next(), values) {
            (None, None) => {}
            (Some("komi"), None) => self.komi = Some(words.komi()?),
            (Some("network"), None) => self.network = words.network()?,
            (Some("position"), Some(values)) => {
                let values = Words(values.split_whitespace());
                self.open = Some(self.position(number, &mut words, values)?);
            }
            (Some(point), None) => self.add_move(point, &mut words)?,
            _ => return Err(TextProblem::Expected(A_LINE)),
        }
        words.end()
    }

    /// Reads a position: the moves that lead to it, and what the search found.
    fn position(
        &self,
        at: usize,
        moves: &mut Words<'_>,
        mut values: Words<'_>,
    ) -> Result<OpenPosition, TextProblem> {
        let expected = "`komi POINTS` before the first position";
        let komi = self.komi.ok_or(TextProblem::Expected(expected))?;
        let mut line = Vec::new();
        while !moves.is_empty() {
            if line.len() == BookTree::MAX_DEPTH {
                return Err(AddPositionError::TooDeep.into());
            }
            line.push(moves.read("a point of the 9x9 board, as in E5", point)?);
        }
        let mut before = line.clone();
        let origin = match before.pop() {
            None => None,
            Some(last) => {
                let parent = self.numbers.get(&(komi, before));
                Some((*parent.ok_or(TextProblem::NoParent)?, last))
            }
        };
        let empty = BookTree::new(komi);
        let tree = self.book.tree(komi).unwrap_or(&empty);
        let (board, _) = tree.board_after(origin)?;

        let searched = SearchedPosition {
            network: self.network,
            visits: values.visits()?,
            win_rate: values.win_rate()?,
            tenths_ahead: values.tenths()?,
            moves: Vec::new(),
        };
        values.end()?;
        Ok(OpenPosition {
            at,
            komi,
            line,
            origin,
            board: *board,
            searched,
        })
    }

    /// Reads a move of the latest position.
    fn add_move(&mut self, coord: &str, values: &mut Words<'_>) -> Result<(), TextProblem> {
        let coord = point(coord).ok_or(TextProblem::Expected(A_LINE))?;
        let open = self.open.as_mut();
        let open = open.ok_or(TextProblem::Expected("a position before its moves"))?;
        let moves = &mut open.searched.moves;
        if moves.iter().any(|known| known.coord == coord) {
            return Err(AddPositionError::Twice(coord).into());
        }
        let color = color_at(open.line.len());
        let played = open.board.clone().play(color, Point::new(coord));
        played.map_err(AddPositionError::from)?;
        moves.push(SearchedMove {
            coord,
            visits: values.visits()?,
            win_rate: values.win_rate()?,
        });
        Ok(())
    }
}

/// The point of the board with this name.
fn point(name: &str) -> Option<Coord> {
    name.parse().ok().filter(|point: &Coord| point.is_on(SIDE))
}

/// The words of a line that are still to be read.
struct Words<'a>(SplitWhitespace<'a>);

impl Words<'_> {
    /// Reads the next word.
    fn read<T>(
        &mut self,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, TextProblem> {
        let word = self.0.next();
        word.and_then(read).ok_or(TextProblem::Expected(expected))
    }

    fn is_empty(&self) -> bool {
        self.0.clone().next().is_none()
    }

    fn komi(&mut self) -> Result<Komi, TextProblem> {
        self.read("a komi of whole or half points", |word| {
            Komi::new(word.parse().ok()?)
        })
    }

    fn network(&mut self) -> Result<u32, TextProblem> {
        self.read("8 hexadecimal digits", |word| {
            let is_digits = word.len() == 8 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_digits.then(|| u32::from_str_radix(word, 16).ok())?
        })
    }

    fn visits(&mut self) -> Result<u32, TextProblem> {
        self.read("visits, from 0 to 4294967295", |word| word.parse().ok())
    }

    fn win_rate(&mut self) -> Result<Share, TextProblem> {
        self.read("a win rate, from 0% to 100%", |word| {
            let percent: f64 = word.strip_suffix('%')?.parse().ok()?;
            let is_possible = (0.0..=100.0).contains(&percent);
            is_possible.then(|| Share::new(percent / 100.0))
        })
    }

    fn tenths(&mut self) -> Result<i16, TextProblem> {
        self.read("points ahead, from -3276.8 to 3276.7", |word| {
            let points: f64 = word.parse().ok()?;
            let tenths = (10.0 * points).round();
            let range = f64::from(i16::MIN)..=f64::from(i16::MAX);
            range.contains(&tenths).then_some(tenths as i16)
        })
    }

    fn end(&self) -> Result<(), TextProblem> {
        let end = self.is_empty().then_some(());
        end.ok_or(TextProblem::Expected("the end of the line"))
    }
}
