//! An analysis in words, and as notes to a record.

use super::judge::{Analysis, Judgement};
use super::standing::Evaluation;
use crate::board::{Color, Move};
use crate::sgf::Note;

/// Moves of a line that are shown at most.
const LINE: usize = 8;

/// A move of a line that was tried less often is a guess.
const TRIED: u64 = 10;

impl Evaluation {
    /// The best move and what is expected to follow, as far as it was looked into.
    #[must_use]
    pub fn expected_line(&self) -> Vec<(Color, Move)> {
        let line = self.moves.first().map_or(&[][..], |best| &best.variation);
        let colors = [self.to_move, !self.to_move].into_iter().cycle();
        let is_known =
            |&(number, &(_, visits)): &(usize, &(Move, u64))| number == 0 || visits >= TRIED;
        let known = line.iter().enumerate().take_while(is_known).take(LINE);
        colors
            .zip(known)
            .map(|(color, (_, &(mv, _)))| (color, mv))
            .collect()
    }
}

impl Judgement {
    /// What a mistake has cost, on a line.
    #[must_use]
    pub fn in_words(&self) -> String {
        let Self {
            number,
            color,
            mv,
            best,
            before,
            after,
            win_rate_lost,
            points_lost,
        } = self;
        let [before, after, lost] =
            [before.win_rate, after.win_rate, *win_rate_lost].map(|rate| 100.0 * rate);
        format!(
            "move {number}, {color} {mv}: win rate {before:.1} % before, {after:.1} % after, {lost:.1} % and \
             {points_lost:.1} points lost, better {best}"
        )
    }
}

impl Analysis {
    /// A note for each position of the game: what is known of it, and for these mistakes what they have cost and what
    /// might have been played.
    #[must_use]
    pub fn notes(&self, mistakes: &[Judgement]) -> Vec<Note> {
        let note = |moves| {
            self.evaluation(moves)
                .map_or_else(Note::default, |evaluation| Note {
                    win_rate: Some(evaluation.black.win_rate),
                    lead: Some(evaluation.black.lead),
                    ..Note::default()
                })
        };
        let last = self.earlier + self.game().moves().len();
        let mut notes: Vec<Note> = (self.earlier..=last).map(note).collect();
        for mistake in mistakes {
            let after = mistake.number - self.earlier;
            if let Some(evaluation) = self.evaluation(mistake.number - 1) {
                notes[after - 1].variation = evaluation.expected_line();
            }
            notes[after].is_mistake = true;
            notes[after].comment = Some(mistake.in_words());
        }
        notes
    }
}
