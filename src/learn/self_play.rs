//! Games of the program against itself, with the results of its searches.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::board::Move;
use crate::game::Game;
use crate::search::{Limit, MoveStats, Params, Report, Request, search};

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
const VARIED_MOVES: usize = 12;

/// Win rate of the player to move below which the game ends.
const RESIGN_WIN_RATE: f64 = 0.05;

/// Plays one game on the empty board `start`, with the playouts of `params` for each move; reproducible by its seed.
#[must_use]
pub fn play_game(params: &Params, start: &Game, seed: u64) -> SelfPlayGame {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = start.clone();
    let mut turns = Vec::new();
    let max_moves = 2 * game.size() * game.size();
    while !game.is_over() && game.moves().len() < max_moves {
        let report = search_position(params, &game, rng.random());
        let mv = if game.moves().len() < VARIED_MOVES {
            draw_by_visits(report.moves(), &mut rng)
        } else {
            report.best
        };
        let candidates = report.moves().iter();
        let visits = candidates.map(|candidate| (candidate.mv.to_string(), candidate.visits));
        turns.push(SelfPlayMove {
            mv: mv.to_string(),
            visits: visits.filter(|&(_, visits)| visits > 0).collect(),
        });
        if report.win_rate < RESIGN_WIN_RATE || game.play(game.to_move(), mv).is_err() {
            break;
        }
    }
    SelfPlayGame {
        seed,
        size: game.size(),
        turns,
    }
}

fn search_position(params: &Params, game: &Game, seed: u64) -> Report {
    search(
        params,
        &Request {
            limit: Limit {
                playouts: Some(params.playouts.count),
                time: None,
            },
            seed,
            ..Request::of_game(game, game.to_move())
        },
    )
}

fn draw_by_visits(candidates: &[MoveStats], rng: &mut Xoshiro256PlusPlus) -> Move {
    let total: u64 = candidates.iter().map(|candidate| candidate.visits).sum();
    let mut left = rng.random_range(0..total.max(1));
    for candidate in candidates {
        if left < candidate.visits {
            return candidate.mv;
        }
        left -= candidate.visits;
    }
    Move::Pass
}
