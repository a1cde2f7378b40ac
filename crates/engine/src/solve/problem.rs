//! Problems for the solver, and their solutions.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use web_time::Instant;

use tao_rules::board::{AnyBoard, Color, Move, Superko};
use tao_rules::game::{Score, Suicide, SuperkoPosition};

/// A position to solve, as plain data.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The position.
    pub board: &'a AnyBoard,
    /// Side to move.
    pub to_move: Color,
    /// Passes in a row before the position. After one, another pass ends the game; with two or more the game is over.
    pub passes: usize,
    /// White's compensation in points. The solver looks for the winner first, then for the exact lead.
    pub komi: f64,
    /// Which repetitions are forbidden.
    pub superko: Superko,
    /// Whether suicide is legal.
    pub suicide: Suicide,
    /// The positions of the game before this one.
    pub earlier: &'a [SuperkoPosition],
}

impl<'a> Problem<'a> {
    /// A position without history, under positional superko, without suicide and komi.
    #[must_use]
    pub const fn new(board: &'a AnyBoard, to_move: Color) -> Self {
        Self {
            board,
            to_move,
            passes: 0,
            komi: 0.0,
            superko: Superko::Positional,
            suicide: Suicide::Forbidden,
            earlier: &[],
        }
    }
}

/// When the solver gives up: at whichever limit comes first.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// Most positions to search.
    pub nodes: u64,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Ends the search when another thread sets it.
    pub stop: Option<&'a AtomicBool>,
    /// Most bytes of the transposition table; 0 for none.
    pub table_bytes: usize,
}

impl Budget<'_> {
    /// A budget of this many positions, with a table of at most 64 MiB.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            nodes,
            deadline: None,
            stop: None,
            table_bytes: 64 << 20,
        }
    }
}

/// What the solver found.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Least lead of Black after best play, in points, komi not counted.
    pub at_least: i32,
    /// Greatest lead of Black after best play.
    pub at_most: i32,
    /// White's compensation, as in the problem.
    pub komi: f64,
    /// The line of best play, as far as it was searched. Its first move proves what is known. Empty where nothing is known.
    pub line: Vec<Move>,
    /// Positions searched.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl Solution {
    /// Black's exact lead after best play, komi not counted; `None` if it is open.
    #[must_use]
    pub const fn lead(&self) -> Option<i32> {
        if self.at_least == self.at_most {
            Some(self.at_least)
        } else {
            None
        }
    }

    /// The exact score, komi counted; `None` if it is open.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.lead().map(|lead| self.score_of(lead))
    }

    /// The outcome with komi; `None` if it is open.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let [least, most] = [self.at_least, self.at_most].map(|lead| self.score_of(lead).winner());
        (least == most).then(|| least.map_or(Outcome::Draw, Outcome::Win))
    }

    fn score_of(&self, lead: i32) -> Score {
        Score {
            lead: f64::from(lead) - self.komi,
        }
    }
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This side wins.
    Win(Color),
    /// Neither side wins.
    Draw,
}
