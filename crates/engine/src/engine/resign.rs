//! When to resign.

use super::Resign;
use super::settle::Settlement;
use super::turn::Turn;
use crate::search::Report;
use tao_rules::board::{ByColor, Color, Move};
use tao_rules::game::{Game, Score};
use tao_rules::raw::Life;

/// A position looks lost if the win rate of the best move is below this, unless the settings say otherwise. It is Fuego's figure on
/// 9x9.
pub const LOST_BELOW: f64 = 0.05;

/// Number of the engine's moves in a row that must look lost before it resigns.
pub const LOST_MOVES: u32 = 3;

/// A win rate out of fewer playouts is no reason to resign.
pub const MIN_PLAYOUTS: u64 = 500;

/// A win rate out of fewer evaluations by the network is no reason to resign.
pub const MIN_EVALUATIONS: u64 = 50;

/// The engine resigns only after one move for every four points: 20 moves on 9x9.
const POINTS_PER_MOVE: usize = 4;

/// With at least this many stones ahead, Black has a handicap. Win rates do not hold then, since they assume players of equal
/// strength.
const HEAD_START: usize = 2;

/// Whether to resign instead of playing `mv`, the engine's next move. Notes in `lost_moves` whether the position looks lost.
pub fn resigns(
    turn: &Turn<'_>,
    mv: Move,
    report: Option<&Report>,
    resign: Resign,
    lost_moves: &mut LostMoves,
) -> bool {
    let (game, color) = (turn.game, turn.color);
    let lost = report.filter(|report| looks_lost(report, turn.resign_below));
    let streak = lost_moves.note(game, color, lost, turn.network.is_some());
    let resigns = resign == Resign::WhenLost
        && streak.lost >= LOST_MOVES
        && may_give_up(turn, streak.certain >= LOST_MOVES);
    lost_moves.remember(game, (!resigns).then_some((color, mv)));
    resigns
}

/// Whether a late game that looks lost may be given up. The win rate alone is enough if it is certain and no handicap biases it.
/// Otherwise the board must be clear and lost. In a handicap game the loss must be unconditional, since weak players lose groups that
/// are safe.
pub fn may_give_up(turn: &Turn<'_>, is_certain: bool) -> bool {
    !turn.plays_out
        && is_late(turn.game)
        && if has_handicap(turn.game) {
            is_lost_unconditionally(turn.game, turn.color)
        } else {
            let is_lost = |settlement: &Settlement| settlement.is_clear_win(!turn.color);
            is_certain || turn.settlement().is_some_and(is_lost)
        }
}

/// Whether the points that the enemy of `color` owns unconditionally are enough for it to win.
fn is_lost_unconditionally(game: &Game, color: Color) -> bool {
    let points = Life::of(game.board(), !color).points().len();
    let others = game.size().pow(2) - points;
    let lead = (!color).signed(points as f64 - others as f64) - game.komi_of_area();
    Score { lead }.winner() == Some(!color)
}

/// How many of the latest moves in a row looked lost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Streak {
    /// Moves that looked lost.
    pub lost: u32,
    /// Moves that looked lost with certain win rates.
    pub certain: u32,
}

/// How many of each color's latest moves in a row looked lost.
#[derive(Clone, Debug, Default)]
pub struct LostMoves {
    streaks: ByColor<Streak>,
    /// The moves of the game at the last call of [`remember`](Self::remember), with the move that the engine then made.
    moves: Vec<(Color, Move)>,
}

impl LostMoves {
    /// Notes the search for a move of `color`, with its report if it looked lost, and returns how many of its latest moves in a row did.
    pub fn note(
        &mut self,
        game: &Game,
        color: Color,
        lost: Option<&Report>,
        has_network: bool,
    ) -> Streak {
        // Moves were taken back, or this is another game.
        if !game.moves().starts_with(&self.moves) {
            *self = Self::default();
        }
        let is_certain = lost.is_some_and(|report| is_certain(report, has_network));
        let streak = &mut self.streaks[color];
        let count = |holds, before| if holds { before + 1 } else { 0 };
        streak.lost = count(lost.is_some(), streak.lost);
        streak.certain = count(is_certain, streak.certain);
        *streak
    }

    /// Remembers the moves of `game`, and the move that the engine plays next, if it does not resign.
    pub fn remember(&mut self, game: &Game, next: Option<(Color, Move)>) {
        self.moves.clear();
        self.moves.extend(game.moves().iter().copied().chain(next));
    }
}

/// The number of stones by which Black was ahead when the game began.
fn head_start(game: &Game) -> usize {
    let ByColor([black, white]) = game.initial_board().stones_by_color();
    let ahead = black.len().saturating_sub(white.len());
    game.handicap().max(ahead)
}

/// Whether Black began with an advantage.
fn has_handicap(game: &Game) -> bool {
    head_start(game) >= HEAD_START || game.total_komi() < 0.0
}

/// Whether enough moves have been played to resign; the stones by which Black was ahead do not count.
pub fn is_late(game: &Game) -> bool {
    game.move_number().saturating_sub(head_start(game))
        >= game.size() * game.size() / POINTS_PER_MOVE
}

/// Whether the best move of a search looks lost: its win rate is below a threshold.
pub fn looks_lost(report: &Report, below: f64) -> bool {
    is_proven_loss(report) || report.win_rate < below
}

/// Whether a win rate is proven, or comes from enough visits, those of the reused tree included.
pub fn is_certain(report: &Report, has_network: bool) -> bool {
    let min_visits = if has_network {
        MIN_EVALUATIONS
    } else {
        MIN_PLAYOUTS
    };
    let visits = report.reused_visits + report.playouts;
    report.is_solved || is_proven_loss(report) || visits >= min_visits
}

fn is_proven_loss(report: &Report) -> bool {
    let exact = report.exact.as_ref();
    exact.is_some_and(|exact| exact.win_rate == 0.0)
}
