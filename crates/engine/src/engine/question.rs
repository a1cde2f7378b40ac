//! Questions to the engine, its answers, and the boards on which they are less certain.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::Level;
use crate::net::{Evaluator, LEAD_UNIT, Network, POINTS, SIDE, Situation, softmax};
use crate::search::{Detail, Observer, Report, Restriction, Snapshot};
use tao_rules::board::{Color, Coord, Move, Symmetry};
use tao_rules::game::{Game, TimeBudget};
use tao_rules::raw::Point;

/// A question about a position of a game.
#[derive(Debug)]
pub struct Question<'a> {
    /// The side to find a move for, whether or not it is its turn.
    pub color: Color,
    /// The use of the answer.
    pub purpose: Purpose<'a>,
    /// The strength of the answer; `None` for that of the engine's settings.
    pub level: Option<Level>,
    /// A limit of time beside that of the settings.
    pub budget: Option<TimeBudget>,
    /// A limit of visits beside that of the settings.
    pub visits: Option<u64>,
    /// Moves that the search leaves out.
    pub restrictions: &'a [Restriction],
    /// See [`Request::root_widening`](crate::search::Request::root_widening).
    pub widening: f64,
    /// What to count of the outcomes of the search.
    pub detail: Detail,
    /// Receives snapshots of the search.
    pub observer: Option<Observer<'a>>,
}

impl<'a> Question<'a> {
    /// A question without restrictions and without an observer, for which no outcomes are counted.
    pub const fn new(color: Color, purpose: Purpose<'a>, budget: Option<TimeBudget>) -> Self {
        Self {
            color,
            purpose,
            level: None,
            budget,
            visits: None,
            restrictions: &[],
            widening: 0.0,
            detail: Detail::Nothing,
            observer: None,
        }
    }

    /// Shows the observer the answer. Whether it wants more does not matter any more.
    pub(super) fn show(&mut self, answer: &Snapshot) {
        if let Some(observer) = &mut self.observer {
            let _ = (observer.show)(answer);
        }
    }
}

/// The use of the answer to a [`Question`].
#[derive(Clone, Copy, Debug)]
pub enum Purpose<'a> {
    /// The engine's own move: it may resign, and does not search where a pass wins.
    Play,
    /// A suggestion: chosen like the engine's own move, but the engine never resigns.
    Suggest,
    /// A move after a dispute: the engine captures the dead stones of the enemy, and passes when none is left.
    CleanUp,
    /// The statistics of a search, or the score of a game that is over. Earlier passes do not help to end the game, and the score
    /// after two passes at the root proves nothing where the rules remove dead stones.
    Inspect,
    /// The same as [`Inspect`](Self::Inspect), but the search lasts until the flag is set, the root is proven, a limit of the
    /// question is reached, or no more visits can be counted. The limits of the settings do not matter.
    Analyze(&'a AtomicBool),
}

impl Purpose<'_> {
    /// Whether the answer is a move to play.
    pub(super) const fn needs_move(self) -> bool {
        matches!(self, Self::Play | Self::Suggest | Self::CleanUp)
    }
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
pub struct Thought {
    /// The move to play, which is legal, if the question asks for a move; otherwise the best move of the search.
    pub mv: Move,
    /// Whether to resign instead of playing the move.
    pub resigns: bool,
    /// The report of the search or of the opening book. `None` where the engine passes without a search, because the pass wins or
    /// nothing is left to clean up.
    pub report: Option<Report>,
}

impl Thought {
    /// What to do in one's turn.
    pub const fn decision(&self) -> Decision {
        if self.resigns {
            Decision::Resign
        } else {
            Decision::Play(self.mv)
        }
    }
}

/// What to do in one's turn: as text, a point, `pass` or `resign`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Play this legal move.
    Play(Move),
    /// Resign.
    Resign,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(mv) => mv.fmt(f),
            Self::Resign => f.write_str("resign"),
        }
    }
}

/// The value of a sure win in the network's units: see [`Output::result`](crate::net::Output::result).
const RESULT_UNIT: f64 = 65536.0;

/// A sure owner in the network's units: see [`Output::owners`](crate::net::Output::owners).
const OWNER_UNIT: f64 = 127.0;

/// One evaluation by the network. Win rate and points are those of the side to move.
#[derive(Clone, Debug)]
pub struct RawEvaluation {
    /// Expected share of won games, draws half, in [0, 1].
    pub win_rate: f64,
    /// Expected points ahead, komi included.
    pub points_ahead: f64,
    /// The probability of each legal move to be the best; they add up to 1.
    pub policy: Vec<(Move, f64)>,
    /// The expected owner of each point, in the network's order and units.
    owners: [i8; POINTS],
}

impl RawEvaluation {
    /// The evaluation of a position, seen through a symmetry, on a board of a size that the network supports.
    pub(super) fn of(network: &Arc<Network>, game: &Game, to_move: Color, by: Symmetry) -> Self {
        let recent_moves = game.recent_moves();
        let situation = Situation {
            board: game.board(),
            to_move,
            recent_moves: recent_moves.map(|mv| mv.and_then(Move::coord).map(Point::new)),
            last_was_pass: game.last_move() == Some(Move::Pass),
            komi: game.komi_of_area(),
            territory: game.counts_stones(),
        };
        let mut evaluator = Evaluator::new(Arc::clone(network));
        let output = evaluator.evaluate(&situation, by);
        let all = Coord::all(game.size()).map(Move::Play).chain([Move::Pass]);
        let moves: Vec<Move> = all.filter(|&mv| game.is_legal(to_move, mv)).collect();
        let index = |mv: &Move| mv.coord().map_or(POINTS, |coord| coord.index(SIDE));
        let logits: Vec<i32> = moves
            .iter()
            .map(|mv| output.policy[index(mv)].into())
            .collect();
        let weights: Vec<f64> = softmax(&logits).map(f64::from).collect();
        let sum: f64 = weights.iter().sum();
        let shares = weights.into_iter().map(|weight| weight / sum);
        Self {
            win_rate: f64::from(output.result()) / RESULT_UNIT,
            points_ahead: f64::from(output.lead) / f64::from(LEAD_UNIT),
            policy: moves.into_iter().zip(shares).collect(),
            owners: output.owners(),
        }
    }

    /// The expected owner of a point, from 1 for the side to move to -1 for the other; 0 off the board.
    pub fn owner(&self, coord: Coord) -> f64 {
        let owner = self
            .owners
            .get(coord.index(SIDE))
            .filter(|_| coord.is_on(SIDE));
        f64::from(owner.copied().unwrap_or_default()) / OWNER_UNIT
    }
}

/// Whether a search can tell a mistake from a good move on a board of this size: up to the network's size.
pub const fn judges_moves(size: usize) -> bool {
    size <= SIDE
}

/// The warning for people who play on a board of this size or read an analysis of it; `None` where no warning is needed.
pub fn warning(size: usize) -> Option<String> {
    (!judges_moves(size)).then(|| {
        format!(
            "There is no network for {size}x{size}: Tao Go only simulates games there, plays weakly and cannot tell mistakes."
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, EngineSettings};

    #[test]
    fn a_network_gives_every_legal_move_a_share_on_the_boards_that_it_knows() {
        let engine = Engine::new(EngineSettings::default());
        let mut game = Game::new(9).unwrap();
        game.play_as(Color::Black, "E5".parse().unwrap()).unwrap();
        let raw = engine.raw_evaluation(&game, Color::White, Symmetry::default());
        let raw = raw.unwrap();
        assert_eq!(raw.policy.len(), 81);
        let sum: f64 = raw.policy.iter().map(|(_, share)| share).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        assert!((0.2..0.8).contains(&raw.win_rate) && raw.points_ahead.abs() < 10.0);
        let raw_of = |size| {
            let game = Game::new(size).unwrap();
            engine.raw_evaluation(&game, Color::Black, Symmetry::default())
        };
        assert_eq!(raw_of(5).unwrap().policy.len(), 26);
        assert!(raw_of(4).is_none() && raw_of(10).is_none());
    }

    #[test]
    fn large_boards_need_a_warning() {
        assert_eq!([2, 5, 9].map(warning), [None, None, None]);
        for size in [10, 13, 19] {
            let text = warning(size).unwrap();
            let beginning = format!("There is no network for {size}x{size}: ");
            assert!(text.starts_with(&beginning), "{text}");
        }
    }
}
