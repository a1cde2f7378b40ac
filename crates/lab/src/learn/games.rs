//! The games that the move model learns from, with the results of their searches.

use serde::{Deserialize, Serialize};

use crate::selfplay::{MoveChoice, PlayedGame, SelfPlaySettings};
use tao_engine::search::{Detail, Params};
use tao_rules::game::Game;

/// A game with the result of the search for every move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlayGame {
    /// Seed of the game.
    pub seed: u64,
    /// Points along one side of the board.
    pub size: usize,
    /// The moves, Black's first.
    pub turns: Vec<SelfPlayMove>,
}

/// One move and the search that chose it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlayMove {
    /// The move as GTP writes it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The visited moves with their visits.
    pub visits: Vec<(String, u64)>,
}

/// Number of moves from the start of a game that are drawn by their visits, for variety.
const DRAWN_MOVES: usize = 12;

/// Win rate of either side above which the game ends.
const RESIGN_ABOVE: f64 = 0.95;

/// How the games are played: from the empty board `start`, with the playouts of `params` for each move. Every search is
/// learned from, and a lost game is resigned at once.
#[must_use]
pub fn game_settings(params: &Params, start: &Game) -> SelfPlaySettings {
    SelfPlaySettings {
        detail: Detail::Nothing,
        start: start.clone(),
        varies_openings: false,
        full_visits: params.playouts.count,
        halving: None,
        choice: MoveChoice::Visits {
            drawn_moves: DRAWN_MOVES,
        },
        decided_above: 1.0,
        decided_after: 1,
        resign_above: RESIGN_ABOVE,
        played_out_share: 0.0,
        ..SelfPlaySettings::new(params, start.clone())
    }
}

impl From<PlayedGame> for SelfPlayGame {
    fn from(played: PlayedGame) -> Self {
        let turns = played.searched_moves().map(|(mv, search)| {
            let moves = search.snapshot.moves.iter();
            let visited = moves.filter(|stats| stats.visits > 0);
            SelfPlayMove {
                mv: mv.to_string(),
                visits: visited
                    .map(|stats| (stats.mv.to_string(), stats.visits))
                    .collect(),
            }
        });
        Self {
            seed: played.seed,
            size: played.game.size(),
            turns: turns.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::learn::training_positions;
    use crate::selfplay::SelfPlayer;
    use tao_rules::board::Superko;
    use tao_rules::game::Rules;

    #[test]
    fn games_follow_superko_and_can_be_learned_from() {
        let mut params = Params::PLAYOUTS;
        params.playouts.count = 30;
        // A tiny board, on which captures repeat positions all the time.
        let mut start = Game::new(2).unwrap();
        start.set_rules(Rules {
            superko: Superko::Positional,
            ..Rules::CHINESE
        });
        start.set_komi(0.0).unwrap();
        let settings = SelfPlaySettings {
            played_out_share: 1.0,
            ..game_settings(&params, &start)
        };
        let mut player = SelfPlayer::new(None, &settings);
        for seed in 0..20 {
            let finished = player.play(seed, &AtomicBool::new(false)).unwrap();
            // A game that ends otherwise has been given up, because a search suggested a repetition.
            assert!(finished.game.is_over() || finished.game.is_long());
            let searches = finished.searches.len();
            assert_eq!(searches, finished.game.moves().len());
            let game = SelfPlayGame::from(finished);
            assert_eq!(
                (game.seed, game.size, game.turns.len()),
                (seed, 2, searches)
            );
            assert!(training_positions(&game).is_ok());
        }
    }
}
