//! Positions with known answers, from `docs/lab/tactics.sgf`.

use std::error::Error;

use tao_rules::board::Move;
use tao_rules::game::{Game, Rules};
use tao_sgf as sgf;

/// A position where few moves are right.
pub(crate) struct Tactic {
    /// The motif, and the number of the position with this motif.
    pub(crate) name: String,
    /// The position, in which the side to move wins with a right move only.
    pub(crate) game: Game,
    /// All right moves.
    pub(crate) right: Vec<Move>,
}

/// All positions.
///
/// # Errors
///
/// If the file does not consist of such positions.
pub(crate) fn tactics() -> Result<Vec<Tactic>, Box<dyn Error>> {
    let file = include_bytes!("../../../../docs/lab/tactics.sgf");
    let tactics = sgf::read_all_records(file).map(|record| {
        let record = record?;
        let text = |name| record.header.get(name).unwrap_or_default();
        let (name, right) = (text("GN").to_owned(), text("C"));
        let right = right.trim_start_matches("Right: ").split(", ");
        let right: Result<_, _> = right.map(str::parse).collect();
        let mut game = record.game;
        game.set_rules(Rules::TROMP_TAYLOR);
        Ok(Tactic {
            name,
            game,
            right: right?,
        })
    });
    tactics.collect()
}
