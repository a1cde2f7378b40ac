//! Games of the program against itself, with what its searches found.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::board::Move;
use crate::game::Game;
use crate::search::{Limit, Params, RankedMove, Report, Request, search};

/// One game: for each turn the move made and what the search looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The seed that the game was played with.
    pub seed: u64,
    /// Points along one side.
    pub size: usize,
    /// The turns, Black's first.
    pub turns: Vec<Turn>,
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The move made, as GTP writes it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The moves that the search looked at, and the visits of each.
    pub visits: Vec<(String, u64)>,
}

/// How the games are played.
#[derive(Clone, Debug)]
pub struct School {
    /// The search.
    pub params: Params,
    /// Simulations for a move.
    pub playouts: u64,
    /// The empty board, with komi and rules. At most 9x9.
    pub start: Game,
}

/// So many moves of a game are drawn by their visits, for variety; later ones are the most visited.
const VARIED_MOVES: usize = 12;

/// A player who wins less than this share has lost, and the game is over.
const LOST_BELOW: f64 = 0.05;

/// Plays one game, the same for the same seed.
#[must_use]
pub fn play(school: &School, seed: u64) -> Record {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = school.start.clone();
    let mut record = Record {
        seed,
        size: game.size(),
        turns: Vec::new(),
    };
    let longest = 2 * game.size() * game.size();
    while !game.is_over() && game.moves().len() < longest {
        let report = look(school, &game, rng.random());
        let mv = if game.moves().len() < VARIED_MOVES {
            draw(&report.candidates, &mut rng)
        } else {
            report.best
        };
        record.turns.push(Turn {
            mv: mv.to_string(),
            visits: report
                .candidates
                .iter()
                .filter(|candidate| candidate.visits > 0)
                .map(|candidate| (candidate.mv.to_string(), candidate.visits))
                .collect(),
        });
        if report.win_rate < LOST_BELOW || game.play(game.to_move(), mv).is_err() {
            break;
        }
    }
    record
}

fn look(school: &School, game: &Game, seed: u64) -> Report {
    let banned = game.banned(game.to_move());
    search(
        &school.params,
        &Request {
            banned: &banned,
            last: game.last_move(),
            second_last: game.second_last_move(),
            move_number: game.move_number(),
            limit: Limit {
                playouts: Some(school.playouts),
                time: None,
            },
            seed,
            ..Request::new(game.board(), game.to_move(), game.komi())
        },
    )
}

/// A move of the root, each as likely as its share of the visits.
fn draw(candidates: &[RankedMove], rng: &mut Xoshiro256PlusPlus) -> Move {
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
