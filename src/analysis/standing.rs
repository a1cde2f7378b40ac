//! What one position is worth.

use crate::board::{Color, Move};
use crate::engine::settle;
use crate::game::Game;
use crate::search::{Ownership, Prospect, Snapshot, ownership};

/// Simulated games for the owners of the points where a game is over and nothing is searched.
const OWNER_PLAYOUTS: u32 = 500;

/// A candidate has at least one of so many visits.
const CANDIDATE_PART: u64 = 100;

/// How well a side stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Its share of the games to come, draws half, in [0, 1].
    pub win_rate: f64,
    /// How many points it will be ahead, komi included, on average.
    pub lead: f64,
}

impl Standing {
    /// Black's at the end of a game, which is counted as its rules have it.
    fn of_count(game: &Game) -> Self {
        let score = settle(game).score;
        Self {
            win_rate: match score.winner() {
                Some(Color::Black) => 1.0,
                Some(Color::White) => 0.0,
                None => 0.5,
            },
            lead: score.lead,
        }
    }

    /// Black's standing as `color` sees it, or that of `color` as Black sees it.
    #[must_use]
    pub fn seen_by(self, color: Color) -> Self {
        match color {
            Color::Black => self,
            Color::White => Self {
                win_rate: 1.0 - self.win_rate,
                lead: 0.0 - self.lead,
            },
        }
    }
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Whose turn it is, or would be.
    pub to_move: Color,
    /// How Black stands if the best move is played.
    pub black: Standing,
    /// The moves that were looked at, the best first; none where the game is over. Win rates are those of `to_move`.
    pub moves: Vec<Prospect>,
    /// Who owns which point in the end.
    pub ownership: Option<Ownership>,
}

impl Evaluation {
    /// What a search found. Where it is to pass after a pass, the game ends, and the count has the last word.
    pub(super) fn of_search(game: &Game, insight: Snapshot) -> Self {
        let best = insight.moves.first().filter(|best| best.visits > 0);
        let win_rate = best.map_or(insight.win_rate, |best| best.win_rate);
        let ends = best.map_or(insight.ends.as_ref(), |best| insight.ends_after(best));
        let area = ends.map_or(0.0, |ends| ends.lead);
        // The share of the side to move becomes Black's.
        let of_mover = Standing {
            win_rate,
            lead: 0.0,
        };
        let ends_now =
            game.last_move() == Some(Move::Pass) && best.is_some_and(|best| best.mv == Move::Pass);
        Self {
            to_move: insight.to_move,
            black: if ends_now {
                Standing::of_count(game)
            } else {
                Standing {
                    win_rate: of_mover.seen_by(insight.to_move).win_rate,
                    lead: area - game.komi(),
                }
            },
            ownership: insight.ends.and_then(|ends| ends.ownership),
            moves: insight.moves,
        }
    }

    /// What the count of a finished game says.
    pub(super) fn of_count(game: &Game, seed: u64) -> Self {
        Self {
            to_move: game.to_move(),
            black: Standing::of_count(game),
            moves: Vec::new(),
            ownership: Some(ownership(
                game.board(),
                game.to_move(),
                OWNER_PLAYOUTS,
                seed,
            )),
        }
    }

    /// Simulated games through its moves.
    #[must_use]
    pub fn visits(&self) -> u64 {
        self.moves.iter().map(|prospect| prospect.visits).sum()
    }

    /// The moves that got a hundredth of the visits or more, the best first.
    pub fn candidates(&self) -> impl Iterator<Item = &Prospect> {
        let visits = self.visits();
        let tried = self.moves.iter().filter(|prospect| prospect.visits > 0);
        tried.filter(move |prospect| prospect.visits * CANDIDATE_PART >= visits)
    }

    /// The move to play; `None` where the game is over.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.moves.first().map(|best| best.mv)
    }
}
