//! What a file says about a game beside its moves.

use super::SgfError;
use super::bytes::MAX_BYTES;
use super::charset::decode;
use super::lexer::Value;
use super::main_line::{MainLine, Node};
use crate::board::{Color, Move};
use crate::game::Game;

/// Names of the properties that are handed on as they are, in the order in which they are written.
const OTHERS: [&str; 19] = [
    "RU", "TM", "OT", "BR", "BT", "WR", "WT", "GN", "EV", "RO", "PC", "DT", "ON", "AN", "SO", "US",
    "CP", "GC", "C",
];

/// Those whose text may have several lines.
const OF_SEVERAL_LINES: [&str; 2] = ["GC", "C"];

/// What the first node of a file says of players and result, and of rules and time, rank and teams, event, round, place and
/// date, names, sources and comments on the whole game. Nothing where it says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Who is Black.
    pub black: Option<String>,
    /// Who is White.
    pub white: Option<String>,
    /// The result, as it stands there.
    pub result: Option<String>,
    others: Vec<(&'static str, String)>,
    /// The moves that the result is of, if all were read.
    moves: Option<Vec<(Color, Move)>>,
}

impl Header {
    pub(super) fn of(root: &Node) -> Self {
        let text = |name: &str| {
            let value = root.value(name)?;
            let read = if OF_SEVERAL_LINES.contains(&name) {
                Value::text
            } else {
                Value::simple_text
            };
            Some(read(&value)).filter(|text| !text.is_empty())
        };
        let others = OTHERS.into_iter();
        Self {
            black: text("PB"),
            white: text("PW"),
            result: text("RE"),
            others: others
                .filter_map(|name| Some((name, text(name)?)))
                .collect(),
            moves: None,
        }
    }

    /// Notes that the result is that of this game.
    pub(super) fn belongs_to(&mut self, game: &Game) {
        self.moves = Some(game.moves().to_vec());
    }

    /// The result, if it is that of this game: since it was read, no move has been added or taken back.
    pub(super) fn result_of(&self, game: &Game) -> Option<&str> {
        let moves = self.moves.as_deref()?;
        self.result.as_deref().filter(|_| moves == game.moves())
    }

    /// The text of another property, by its name in FF\[4\]: `DT`, `EV`, `C`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.others()
            .find(|&(other, _)| other == name)
            .map(|(_, text)| text)
    }

    pub(super) fn others(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.others
            .iter()
            .map(|(name, text)| (*name, text.as_str()))
    }
}

/// The header of the first game in an SGF file.
///
/// # Errors
///
/// When there is no game: see [`SgfError`].
///
/// ```
/// let header = tao_go::sgf::read_header(b"(;PB[Shusaku]RE[B+2]DT[1846];B[qd])")?;
/// assert_eq!(header.black.as_deref(), Some("Shusaku"));
/// assert_eq!((header.white.as_deref(), header.get("DT")), (None, Some("1846")));
/// # Ok::<(), tao_go::sgf::SgfError>(())
/// ```
pub fn read_header(file: &[u8]) -> Result<Header, SgfError> {
    if file.len() > MAX_BYTES {
        return Err(SgfError::TooLarge);
    }
    let text = decode(file);
    let root = MainLine::first(&text)?.next_node()?;
    root.as_ref().map(Header::of).ok_or(SgfError::NoGame)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_node_counts() {
        let file = b"(;C[; \\] ;)]PB[a\\]b];B[aa]PW[late]RE[W+R])";
        let header = read_header(file).unwrap();
        assert_eq!(header.black.as_deref(), Some("a]b"));
        assert_eq!((header.white, header.result), (None, None));
    }

    #[test]
    fn what_is_empty_or_missing_is_nothing() {
        for file in ["(;)", "(;PB[]PW[ ]RE[])", "(;SZ[9:9])"] {
            assert_eq!(
                read_header(file.as_bytes()),
                Ok(Header::default()),
                "{file}"
            );
        }
        assert_eq!(read_header(b"junk"), Err(SgfError::NoGame));
    }
}
