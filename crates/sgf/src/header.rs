//! What a file says about a game besides its moves.

use super::lexer::PropertyValue;
use crate::tree::SgfNode;
use crate::write::RESUMED;
use tao_rules::board::{Color, Move};
use tao_rules::game::Game;

/// Names of the properties that are copied from file to file, in the order in which they are written.
pub(super) const OTHERS: [&str; 21] = [
    "RU", "TM", "OT", "BU", "WU", "BR", "BT", "WR", "WT", "GN", "EV", "RO", "PC", "DT", "ON", "AN",
    "SO", "US", "CP", "GC", "C",
];

/// Whether this property of the first node is written again with the game.
pub(super) fn is_of_root(name: &str) -> bool {
    let game = [
        "GM", "FF", "CA", "AP", "ST", "SZ", "KM", "HA", "PB", "PW", "RE", RESUMED,
    ];
    game.contains(&name) || OTHERS.contains(&name)
}

const MULTI_LINE: [&str; 2] = ["GC", "C"];

/// The texts of a file's first node, such as players, result, event and comment. Missing and empty ones are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// The result, as the file has it.
    pub result: Option<String>,
    others: Vec<(&'static str, String)>,
    /// The moves that led to the result, if all were read.
    moves: Option<Vec<(Color, Move)>>,
}

impl Header {
    pub(super) fn of(root: &SgfNode) -> Self {
        let text = |name: &str| {
            let value = root.value(name)?;
            let read = if MULTI_LINE.contains(&name) {
                PropertyValue::text
            } else {
                PropertyValue::simple_text
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

    pub(super) fn set_game(&mut self, game: &Game) {
        self.moves = Some(game.moves().to_vec());
    }

    /// The result if it is that of this game: no move was added or undone since it was read.
    pub(super) fn result_of(&self, game: &Game) -> Option<&str> {
        let moves = self.moves.as_deref()?;
        self.result.as_deref().filter(|_| moves == game.moves())
    }

    /// The text of another property by its name in FF\[4\]: `DT`, `EV`, `C`.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.others()
            .find(|&(other, _)| other == name)
            .map(|(_, text)| text)
    }

    /// Removes the text of another property.
    pub fn remove(&mut self, name: &str) {
        self.others.retain(|&(other, _)| other != name);
    }

    pub(super) fn others(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.others
            .iter()
            .map(|(name, text)| (*name, text.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadOptions, SgfError, read_record};

    fn header(file: &[u8]) -> Result<Header, SgfError> {
        Ok(read_record(file, &ReadOptions::default())?.header)
    }

    #[test]
    fn only_the_first_node_counts() {
        let file = b"(;C[; \\] ;)]PB[a\\]b];B[aa]PW[late]RE[W+R])";
        let header = header(file).unwrap();
        assert_eq!(header.black.as_deref(), Some("a]b"));
        assert_eq!((header.white, header.result), (None, None));
    }

    #[test]
    fn empty_and_missing_properties_are_none() {
        for file in ["(;)", "(;PB[]PW[ ]RE[])", "(;SZ[9:9])"] {
            let expected = Header {
                moves: Some(Vec::new()),
                ..Header::default()
            };
            assert_eq!(header(file.as_bytes()), Ok(expected), "{file}");
        }
        assert_eq!(header(b"junk"), Err(SgfError::NoGame));
    }
}
