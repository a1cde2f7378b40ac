//! The one measure of mistakes.

use std::str::FromStr;

use super::PositionValue;
use crate::schema::MistakeClass;

/// What a move lost, for its player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Of the win rate, in [0, 1].
    pub win_rate: f64,
    /// Of points, at least 0.
    pub points: f64,
}

/// By how much a loss of the whole win rate raises the weight of a point. A move that loses a point and a quarter of the win rate is as
/// bad as one that loses two points of a decided game.
const CLOSE_GAME: f64 = 4.0;

impl Loss {
    /// What a player lost between two values of its own; nothing where it gained.
    pub fn between(before: PositionValue, after: PositionValue) -> Self {
        Self {
            win_rate: (before.win_rate - after.win_rate).max(0.0),
            points: (before.lead - after.lead).max(0.0),
        }
    }

    /// The loss in points, where points that also cost win rate weigh more: the game is close there.
    pub fn weight(self) -> f64 {
        self.points * (1.0 + CLOSE_GAME * self.win_rate)
    }
}

impl MistakeClass {
    /// From the smallest.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The sign of the class beside a move, as chess players write it.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// The [weights](Loss::weight) from which a move is an inaccuracy, a mistake and a blunder, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MistakeSizes(pub [f64; 3]);

impl Default for MistakeSizes {
    /// Those from which `KaTrain` marks a move in yellow, orange and red.
    fn default() -> Self {
        Self([1.5, 3.0, 6.0])
    }
}

/// A text is not three sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write three numbers of points above 0, the smallest first, such as `1.5,3,6`")]
pub struct ParseSizesError;

impl FromStr for MistakeSizes {
    type Err = ParseSizesError;

    fn from_str(text: &str) -> Result<Self, ParseSizesError> {
        let numbers = text.split(',').map(|number| number.trim().parse());
        let numbers: Result<Vec<f64>, _> = numbers.collect();
        let sizes: Option<[f64; 3]> = numbers.ok().and_then(|numbers| numbers.try_into().ok());
        let is_allowed = |sizes: &[f64; 3]| {
            sizes.is_sorted() && sizes.iter().all(|size| *size > 0.0 && size.is_finite())
        };
        sizes.filter(is_allowed).map(Self).ok_or(ParseSizesError)
    }
}

impl MistakeSizes {
    /// The class of a move with this loss; `None` for a good move.
    pub fn class(self, loss: Loss) -> Option<MistakeClass> {
        let weight = loss.weight();
        let reached = self.0.iter().filter(|least| weight >= **least).count();
        MistakeClass::ALL[..reached].last().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_decide_and_weigh_more_where_the_game_is_close() {
        use MistakeClass::{Blunder, Inaccuracy, Mistake};
        for (points, win_rate, class) in [
            // Nearly nothing was lost, whatever the win rate says.
            (0.2, 0.1, None),
            // A decided game.
            (1.4, 0.0, None),
            (1.5, 0.0, Some(Inaccuracy)),
            (3.0, 0.01, Some(Mistake)),
            (24.0, 0.0, Some(Blunder)),
            // A close game.
            (1.0, 0.2, Some(Inaccuracy)),
            (2.0, 0.25, Some(Mistake)),
            (2.0, 1.0, Some(Blunder)),
        ] {
            let loss = Loss { win_rate, points };
            assert_eq!(MistakeSizes::default().class(loss), class, "{loss:?}");
        }
        let sizes: MistakeSizes = "0.5, 1,2".parse().unwrap();
        let loss = |points| Loss {
            points,
            win_rate: 0.0,
        };
        let classes = [0.4, 0.5, 1.9, 2.0].map(|points| sizes.class(loss(points)));
        assert_eq!(
            classes,
            [None, Some(Inaccuracy), Some(Mistake), Some(Blunder)]
        );
    }

    #[test]
    fn sizes_are_three_ascending_numbers() {
        let default = MistakeSizes::default();
        assert_eq!("1.5,3,6".parse(), Ok(default));
        for text in [
            "", "1,2", "1,2,3,4", "3,2,1", "0,1,2", "1,2,inf", "1,nan,3", "a,b,c",
        ] {
            assert_eq!(text.parse::<MistakeSizes>(), Err(ParseSizesError), "{text}");
        }
    }
}
