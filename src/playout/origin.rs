//! Which rule made a move, and how often each did.

use std::fmt;
use std::ops::AddAssign;

/// The rule that made a playout's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An own chain near the last move was short of liberties and gained some, or an atari was answered.
    Escape,
    /// An own chain with two liberties got more.
    Defence,
    /// The vital point of an eye.
    Nakade,
    /// A 3x3 shape beside the last move matched.
    Pattern,
    /// An enemy chain near the last move was short of liberties and lost one.
    Attack,
    /// A capture anywhere.
    Capture,
    /// None of the others: any legal point.
    Random,
    /// A random pick fell on an own false eye and went to its open diagonal.
    EyeShape,
    /// Nothing was left to play.
    Pass,
}

impl Origin {
    /// All rules.
    pub const ALL: [Self; 9] = [
        Self::Escape,
        Self::Defence,
        Self::Nakade,
        Self::Pattern,
        Self::Attack,
        Self::Capture,
        Self::Random,
        Self::EyeShape,
        Self::Pass,
    ];

    /// The rule in a word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Escape => "escape",
            Self::Defence => "defence",
            Self::Nakade => "nakade",
            Self::Pattern => "pattern",
            Self::Attack => "attack",
            Self::Capture => "capture",
            Self::Random => "random",
            Self::EyeShape => "eye shape",
            Self::Pass => "pass",
        }
    }
}

/// Moves made by each rule, over many playouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OriginCounts([u64; Origin::ALL.len()]);

impl OriginCounts {
    /// Counts one move.
    #[inline(always)]
    pub fn note(&mut self, origin: Origin) {
        self.0[origin as usize] += 1;
    }

    /// Moves that this rule made.
    #[must_use]
    pub fn of(&self, origin: Origin) -> u64 {
        self.0[origin as usize]
    }

    /// All moves, passes included.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

impl AddAssign for OriginCounts {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

impl fmt::Display for OriginCounts {
    /// A table: a line for each rule with its moves and its share.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.total().max(1) as f64;
        let lines: Vec<String> = Origin::ALL
            .into_iter()
            .map(|origin| {
                let count = self.of(origin);
                format!(
                    "{:<9} {count:>12} {:5.1} %",
                    origin.name(),
                    100.0 * count as f64 / total
                )
            })
            .collect();
        f.write_str(&lines.join("\n"))
    }
}
