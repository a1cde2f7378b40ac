//! Moves from the opening book: when the book answers in place of a search.

use std::time::Duration;

use crate::book::{Answer, BookMove, BookSource, SIDE};
use crate::search::{Limit, MoveStats, OutcomeStatistics, Params, Report, Snapshot};
use tao_rules::board::{Color, Move};
use tao_rules::game::{Game, Scoring};

use super::EngineSettings;
use super::turn::Turn;

/// Evaluations per second by one thread: about the speed with AVX-512 on one core of an EPYC.
const EVALUATIONS_PER_SECOND: f64 = 5_000.0;

/// Mebibytes of the memory that are left to the book. The built-in book takes less.
const BOOK_MEBIBYTES: usize = 8;

/// With less memory than this, in mebibytes, there is no room for a book beside the search.
const MIN_MEBIBYTES: usize = 32;

impl EngineSettings {
    /// The parameters of the search, without the memory that is left to the book.
    pub(super) fn params_beside_book(&self, size: usize) -> Params {
        let mut params = self.params.clone();
        if self.may_use_book(size) {
            params.machine.memory -= BOOK_MEBIBYTES;
        }
        params
    }

    fn may_use_book(&self, size: usize) -> bool {
        let is_wanted = match self.book {
            BookSource::None => false,
            BookSource::Automatic => self.network_for(size).is_some(),
            BookSource::BuiltIn | BookSource::Loaded(_) => size == SIDE,
        };
        is_wanted && self.params.machine.memory >= MIN_MEBIBYTES
    }

    /// Returns what the book says about the position with `color` to move; games with other seeds get other orientations of it.
    /// `None` if the book does not hold for the game: the game must count area, the book must know its komi, and there must be
    /// enough memory. A book contains no passes, so it does not answer one.
    pub fn book_answer(&self, game: &Game, color: Color, seed: u64) -> Option<Answer> {
        if !self.may_use_book(game.size())
            || game.rules().scoring == Scoring::Territory
            || game.last_move() == Some(Move::Pass)
        {
            return None;
        }
        let komi = game.total_komi();
        let book = self.book.book_for(komi)?;
        book.answer(game.board(), color, komi, seed)
    }

    /// About the number of visits that a search with these limits would make.
    fn expected_visits(&self, limit: Limit) -> u64 {
        let threads = self.params.machine.threads as f64;
        let in_time = |time: Duration| time.as_secs_f64() * threads * EVALUATIONS_PER_SECOND;
        #[expect(clippy::cast_sign_loss, reason = "a time is not negative")]
        let in_time = limit.time.map(|budget| in_time(budget.target) as u64);
        let limits = [limit.playouts, in_time].into_iter().flatten();
        limits.min().unwrap_or(self.params.playouts.count)
    }
}

/// Returns the report of the book in place of a search. `None` where the book has fewer visits for the position than a search would
/// make.
pub fn look_up(turn: &Turn<'_>, settings: &EngineSettings) -> Option<Report> {
    let (game, color) = (turn.game, turn.color);
    let mut answer = settings.book_answer(game, color, turn.seed)?;
    if answer.visits_below < settings.expected_visits(turn.limit) {
        return None;
    }
    let is_legal = |mv: &BookMove| game.is_legal(color, Move::Play(mv.coord));
    answer.moves.retain(is_legal);
    let seed = turn.seed.wrapping_add(game.move_number() as u64);
    let chosen = answer.choose(seed)?.clone();
    // The move to play comes first, as in the report of a search.
    answer.moves.sort_by_key(|mv| mv.coord != chosen.coord);
    Some(Report::from_book(Snapshot {
        to_move: color,
        komi: game.total_komi(),
        visits: answer.visits_below,
        win_rate: answer.value,
        moves: answer.moves.iter().map(statistics).collect(),
        outcomes: Some(OutcomeStatistics {
            games: answer.visits_below,
            lead: color.signed(answer.points_ahead) + game.total_komi(),
            deviation: 0.0,
            ownership: None,
        }),
    }))
}

fn statistics(mv: &BookMove) -> MoveStats {
    let line = mv.line.iter();
    MoveStats {
        win_rate: mv.value,
        lower_bound: mv.value,
        variation: line.map(|&at| (Move::Play(at), mv.visits)).collect(),
        ..MoveStats::new(Move::Play(mv.coord), mv.visits)
    }
}
