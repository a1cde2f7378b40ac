//! Compares the positions before and after each move, to find the mistakes and what each player lost.

use super::AnalysisJob;
use tao_engine::raw::warning;
use tao_protocols::review::{MistakeClass, MoveReview, PositionEvaluation};
use tao_protocols::schema::output::PlayerSummary;
use tao_rules::board::{Color, Move};
use tao_sgf::Note;

/// A game with the evaluations of its positions, as far as they were searched.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// What was to be analyzed.
    pub job: AnalysisJob,
    evaluations: Vec<Option<PositionEvaluation>>,
    /// Of the moves between two searched positions, in their order.
    reviews: Vec<MoveReview>,
}

impl Analysis {
    /// Reviews the moves between these positions, which are those of the job.
    pub(super) fn new(job: AnalysisJob, evaluations: Vec<Option<PositionEvaluation>>) -> Self {
        let mut analysis = Self {
            job,
            evaluations,
            reviews: Vec::new(),
        };
        let numbers = analysis.job.positions();
        analysis.reviews = numbers
            .filter_map(|number| analysis.judge(number))
            .collect();
        analysis
    }

    fn judge(&self, number: usize) -> Option<MoveReview> {
        let (mv, job) = (self.mv(number)?, &self.job);
        let positions = [self.evaluation(number - 1)?, self.evaluation(number)?];
        let review = MoveReview::new(job.sizes, job.game.size(), number, mv, positions)?;
        Some(review.with_reason(|| job.game_after(number - 1), positions))
    }

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
    pub fn review(&self, number: usize) -> Option<&MoveReview> {
        let found = self
            .reviews
            .binary_search_by_key(&number, |review| review.number);
        found.ok().map(|index| &self.reviews[index])
    }

    /// Returns the reviews of the moves, in their order.
    pub fn reviews(&self) -> &[MoveReview] {
        &self.reviews
    }

    /// Returns the worst mistakes, at most `count`, the worst first.
    pub fn mistakes(&self, count: usize) -> Vec<MoveReview> {
        let mistakes = self.reviews.iter().filter(|review| review.class.is_some());
        let mut mistakes: Vec<MoveReview> = mistakes.copied().collect();
        let weight = |review: &MoveReview| review.loss.weight();
        mistakes.sort_by(|one, other| weight(other).total_cmp(&weight(one)));
        mistakes.truncate(count);
        mistakes
    }

    /// Returns what both players lost, Black first.
    pub fn players(&self) -> [PlayerSummary; 2] {
        let is_judged = self.job.judges_moves();
        Color::BOTH.map(|color| {
            let own = self.reviews.iter().filter(|review| review.color == color);
            let own: Vec<&MoveReview> = own.collect();
            // `sum` of an empty iterator would return -0.0.
            let lost = own.iter().fold(0.0, |sum, review| sum + review.loss.points);
            let [inaccuracies, mistakes, blunders] = MistakeClass::ALL.map(|class| {
                let of_class = own.iter().filter(|review| review.class == Some(class));
                is_judged.then(|| of_class.count())
            });
            PlayerSummary {
                color: color.into(),
                moves: own.len(),
                points_lost: is_judged.then(|| lost / own.len().max(1) as f64),
                inaccuracies,
                mistakes,
                blunders,
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
