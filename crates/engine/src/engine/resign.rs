//! When to resign.

use crate::search::Report;
use crate::solve::Life;
use tao_rules::board::{ByColor, Color, Move};
use tao_rules::game::{Game, Score};

use super::turn::Turn;
use super::{Engine, EngineSettings, Purpose, Question, Resign, Thought};

/// A position looks lost if the win rate of the best move is below this, which is Fuego's figure on 9x9.
pub(super) const LOST_BELOW: f64 = 0.05;

/// Number of the engine's moves in a row that must look lost before it resigns.
pub(super) const LOST_MOVES: u32 = 3;

/// A win rate out of fewer playouts is no reason to resign.
pub(super) const MIN_PLAYOUTS: u64 = 500;

/// A win rate out of fewer evaluations by the network is no reason to resign.
pub(super) const MIN_EVALUATIONS: u64 = 50;

/// The engine resigns only after one move for every four points: 20 moves on 9x9.
const POINTS_PER_MOVE: usize = 4;

/// With at least this many stones ahead, Black has a handicap. Win rates do not hold then, since they assume players of equal
/// strength.
const HEAD_START: usize = 2;

impl EngineSettings {
    /// The fewest visits after which a win rate counts as certain.
    pub(super) fn min_visits(&self, size: usize) -> u64 {
        match self.network_for(size) {
            Some(_) => MIN_EVALUATIONS,
            None => MIN_PLAYOUTS,
        }
    }
}

impl Turn<'_, '_> {
    /// Whether to resign instead of playing `mv`, the engine's next move. Notes in `lost_moves` whether the position looks lost.
    pub(super) fn resigns(
        &self,
        mv: Move,
        report: Option<&Report>,
        lost_moves: &mut LostMoves,
        resign: Resign,
    ) -> bool {
        let (game, color) = (self.game, self.color());
        let min_visits = self.settings.min_visits(game.size());
        let streak = lost_moves.note(game, color, report, min_visits);
        let resigns = resign == Resign::WhenLost
            && streak.lost >= LOST_MOVES
            && self.may_give_up(streak.certain >= LOST_MOVES);
        lost_moves.remember(game, (!resigns).then_some((color, mv)));
        resigns
    }

    /// Whether a late game that looks lost may be given up. The win rate alone is enough if it is certain and no handicap biases
    /// it. Otherwise the board must be settled and lost. In a handicap game the loss must be unconditional, since weak players lose
    /// groups that are safe.
    fn may_give_up(&self, is_certain: bool) -> bool {
        is_late(self.game)
            && if has_handicap(self.game) {
                self.is_lost_for_good()
            } else {
                is_certain || self.is_lost_as_settled()
            }
    }

    /// Whether the points that the enemy owns unconditionally are enough for it to win.
    fn is_lost_for_good(&self) -> bool {
        let (game, enemy) = (self.game, !self.color());
        let points = Life::of(game.board(), enemy).points().len();
        let others = game.size().pow(2) - points;
        let lead = enemy.signed(points as f64 - others as f64) - game.komi_of_area();
        Score { lead }.winner() == Some(enemy)
    }

    /// Whether the board is settled and lost, as far as this can be found in time.
    fn is_lost_as_settled(&self) -> bool {
        let settlement = self.settled_by(self.whole_time());
        settlement.is_some_and(|settled| {
            settled.is_clear && settled.score.winner() == Some(!self.color())
        })
    }
}

impl Engine {
    /// Whether the move of `thought` looks lost and the engine may resign. This judges the one move alone: for [`Purpose::Play`]
    /// the engine resigns only if the same side's two moves before looked lost, too.
    #[must_use]
    pub fn may_resign(&self, game: &Game, thought: &Thought) -> bool {
        let Some(report) = thought.report.as_ref().filter(|report| looks_lost(report)) else {
            return false;
        };
        let settings = self.settings();
        let question = Question::new(report.snapshot.to_move, Purpose::Suggest, None);
        let turn = Turn::new(game, question, settings, &self.stop, self.seed);
        let is_certain = is_certain(report, settings.min_visits(game.size()));
        settings.resign == Resign::WhenLost && turn.may_give_up(is_certain)
    }
}

/// How many of the latest moves in a row looked lost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Streak {
    /// Moves that looked lost.
    pub(super) lost: u32,
    /// Moves that looked lost with certain win rates.
    pub(super) certain: u32,
}

/// How many of each color's latest moves in a row looked lost.
#[derive(Clone, Debug, Default)]
pub(super) struct LostMoves {
    streaks: ByColor<Streak>,
    /// The moves of the game at the last call of [`remember`](Self::remember), with the move that the engine then made.
    moves: Vec<(Color, Move)>,
}

impl LostMoves {
    /// Notes the report of the search for a move of `color`, and returns how many of its latest moves in a row looked lost.
    pub(super) fn note(
        &mut self,
        game: &Game,
        color: Color,
        report: Option<&Report>,
        min_visits: u64,
    ) -> Streak {
        // Moves were taken back, or this is another game.
        if !game.moves().starts_with(&self.moves) {
            *self = Self::default();
        }
        let streak = &mut self.streaks[color];
        *streak = match report.filter(|report| looks_lost(report)) {
            Some(report) => Streak {
                lost: streak.lost + 1,
                certain: if is_certain(report, min_visits) {
                    streak.certain + 1
                } else {
                    0
                },
            },
            None => Streak::default(),
        };
        *streak
    }

    /// Remembers the moves of `game`, and the move that the engine plays next, if it does not resign.
    pub(super) fn remember(&mut self, game: &Game, next: Option<(Color, Move)>) {
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
pub(super) fn is_late(game: &Game) -> bool {
    game.move_number().saturating_sub(head_start(game))
        >= game.size() * game.size() / POINTS_PER_MOVE
}

/// Whether the best move of a search looks lost.
pub(super) fn looks_lost(report: &Report) -> bool {
    is_proven_loss(report) || report.win_rate < LOST_BELOW
}

/// Whether a win rate is proven, or comes from enough visits, those of the reused tree included.
pub(super) fn is_certain(report: &Report, min_visits: u64) -> bool {
    let visits = report.reused_visits + report.playouts;
    report.is_solved || is_proven_loss(report) || visits >= min_visits
}

fn is_proven_loss(report: &Report) -> bool {
    let exact = report.exact.as_ref();
    exact.is_some_and(|exact| exact.win_rate == 0.0)
}
