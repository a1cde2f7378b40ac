//! What each player lost.

use super::review::{Analysis, MoveReview};
use tao_engine::engine::MIN_MISTAKE;
use tao_rules::board::Color;

/// Minimum loss of win rate of a small, a medium and a large mistake.
pub const MISTAKE_SIZES: [f64; 3] = [MIN_MISTAKE, 0.1, 0.2];

/// The moves of one player, as far as they were reviewed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerSummary {
    /// The player.
    pub color: Color,
    /// Number of moves.
    pub moves: usize,
    /// What these moves lost; `None` if the searches cannot tell mistakes from good moves.
    pub losses: Option<Losses>,
}

/// What the moves of one player lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Points that a move lost on average; 0 without moves.
    pub points: f64,
    /// Number of mistakes of each of [`MISTAKE_SIZES`], each of them counted once.
    pub mistakes: [usize; 3],
}

impl Analysis {
    /// Returns what both players lost, Black first.
    #[must_use]
    pub fn players(&self) -> [PlayerSummary; 2] {
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
                color,
                moves: own.len(),
                losses: self.job.judges_moves().then(|| Losses {
                    points: lost / own.len().max(1) as f64,
                    mistakes: [small - medium, medium - large, large],
                }),
            }
        })
    }
}
