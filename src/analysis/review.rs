//! Compares the positions before and after each move, to find the mistakes and what each player lost.

use super::AnalysisJob;
use super::position::{PositionEvaluation, PositionValue};
use tao_engine::raw::{MIN_MISTAKE, warning};
use tao_protocols::schema::output::PlayerSummary;
use tao_rules::board::{Color, Move};
use tao_sgf::Note;

/// A game with the evaluations of its positions, as far as they were searched.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// What was to be analyzed.
    pub job: AnalysisJob,
    pub(super) evaluations: Vec<Option<PositionEvaluation>>,
}

/// A move and its effect on the evaluation, from the view of the player who made it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveReview {
    /// Number of the move, counted from one.
    pub number: usize,
    /// The player.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The best move instead.
    pub best: Move,
    /// Value before the move.
    pub before: PositionValue,
    /// Value after the move.
    pub after: PositionValue,
    /// Loss of win rate; 0 for the best move.
    pub win_rate_lost: f64,
    /// Loss of points; 0 for the best move.
    pub points_lost: f64,
    /// Whether the opening book has the move as a good one.
    pub is_book: bool,
    /// Whether the search can tell whether the move was a mistake.
    pub is_judged: bool,
}

/// Minimum loss of win rate of a small, a medium and a large mistake.
pub const MISTAKE_SIZES: [f64; 3] = [MIN_MISTAKE, 0.1, 0.2];

impl MoveReview {
    /// Whether the move is known to lose at least [`MIN_MISTAKE`].
    pub fn is_mistake(&self) -> bool {
        self.is_judged && self.win_rate_lost >= MIN_MISTAKE
    }

    /// Describes the loss on one line.
    pub fn summary(&self) -> String {
        let (before, after) = (100.0 * self.before.win_rate, 100.0 * self.after.win_rate);
        format!(
            "move {}, {} {}: win rate {before:.1} % before, {after:.1} % after, {:.1} % and {:.1} points lost, better {}",
            self.number,
            self.color,
            self.mv,
            100.0 * self.win_rate_lost,
            self.points_lost,
            self.best
        )
    }
}

impl Analysis {
    /// Returns the evaluation of the position after this number of moves.
    pub fn evaluation(&self, moves: usize) -> Option<&PositionEvaluation> {
        let index = moves.checked_sub(*self.job.positions().start())?;
        self.evaluations.get(index)?.as_ref()
    }

    /// Whether every position was searched.
    pub fn is_complete(&self) -> bool {
        self.evaluations.iter().all(Option::is_some)
    }

    /// Returns the move with this number and its player.
    pub fn mv(&self, number: usize) -> Option<(Color, Move)> {
        let index = number.checked_sub(self.job.moves_before_setup + 1)?;
        self.job.game.moves().get(index).copied()
    }

    /// Returns the review of the move with this number; `None` unless the positions before and after it were searched.
    pub fn review(&self, number: usize) -> Option<MoveReview> {
        let (color, mv) = self.mv(number)?;
        let (before, after) = (self.evaluation(number - 1)?, self.evaluation(number)?);
        let best = before.best()?;
        let [before_value, after_value] =
            [before, after].map(|evaluation| evaluation.black.for_color(color));
        let lost = |loss: f64| if mv == best { 0.0 } else { loss.max(0.0) };
        Some(MoveReview {
            number,
            color,
            mv,
            best,
            before: before_value,
            after: after_value,
            win_rate_lost: lost(before_value.win_rate - after_value.win_rate),
            points_lost: lost(before_value.lead - after_value.lead),
            is_book: before.book.contains(&mv),
            is_judged: self.job.judges_moves() || before.exact.is_some() && after.exact.is_some(),
        })
    }

    /// Returns the reviews of the moves, in their order.
    pub fn reviews(&self) -> impl Iterator<Item = MoveReview> {
        let numbers = self.job.positions();
        numbers.filter_map(|number| self.review(number))
    }

    /// Returns the worst mistakes, at most `count`, the worst first.
    pub fn mistakes(&self, count: usize) -> Vec<MoveReview> {
        let mut mistakes: Vec<_> = self.reviews().filter(MoveReview::is_mistake).collect();
        mistakes.sort_by(|one, other| other.win_rate_lost.total_cmp(&one.win_rate_lost));
        mistakes.truncate(count);
        mistakes
    }

    /// Returns what both players lost, Black first.
    pub fn players(&self) -> [PlayerSummary; 2] {
        let is_judged = self.job.judges_moves();
        Color::BOTH.map(|color| {
            let own = self.reviews().filter(|review| review.color == color);
            let own: Vec<MoveReview> = own.collect();
            // `sum` of an empty iterator would return -0.0.
            let lost = own.iter().fold(0.0, |sum, review| sum + review.points_lost);
            let [small, medium, large] = MISTAKE_SIZES.map(|size| {
                let mistakes = own.iter().filter(|review| review.win_rate_lost >= size);
                mistakes.count()
            });
            PlayerSummary {
                color: color.into(),
                moves: own.len(),
                points_lost: is_judged.then(|| lost / own.len().max(1) as f64),
                small_mistakes: is_judged.then_some(small - medium),
                medium_mistakes: is_judged.then_some(medium - large),
                large_mistakes: is_judged.then_some(large),
            }
        })
    }

    /// Returns a note for each position: its value, and for each of these mistakes a comment and the better line.
    pub fn notes(&self, mistakes: &[MoveReview]) -> Vec<Note> {
        let note = |moves| {
            let black = self.evaluation(moves).map(|evaluation| evaluation.black);
            Note {
                win_rate: black.map(|value| value.win_rate),
                lead: black.map(|value| value.lead),
                ..Note::default()
            }
        };
        let first = self.job.moves_before_setup;
        let mut notes: Vec<Note> = (first..=self.job.last()).map(note).collect();
        notes[0].comment = warning(self.job.game.size());
        for mistake in mistakes {
            let after = mistake.number - first;
            if let Some(evaluation) = self.evaluation(mistake.number - 1) {
                notes[after - 1].variation = evaluation.expected_line();
            }
            notes[after].is_mistake = true;
            notes[after].comment = Some(mistake.summary());
        }
        notes
    }
}
