//! The rule behind each move, and counts of them.

use std::fmt;
use std::ops::AddAssign;

/// The rule that made a playout's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An own chain gained liberties or was rescued from atari.
    Escape,
    /// An own chain with two liberties got more.
    Defense,
    /// The vital point of an eye.
    Nakade,
    /// A 3x3 shape matched.
    Pattern,
    /// An enemy chain lost a liberty.
    Attack,
    /// A capture anywhere.
    Capture,
    /// A random legal point.
    Random,
    /// An empty diagonal of an own false eye, played because the random pick was the eye itself.
    EyeShape,
    /// No move was left.
    Pass,
}

impl Origin {
    /// All rules, in the order of [`OriginCounts`], with short names for reports.
    pub const NAMED: [(Self, &'static str); Self::Pass as usize + 1] = [
        (Self::Escape, "escape"),
        (Self::Defense, "defense"),
        (Self::Nakade, "nakade"),
        (Self::Pattern, "pattern"),
        (Self::Attack, "attack"),
        (Self::Capture, "capture"),
        (Self::Random, "random"),
        (Self::EyeShape, "eye shape"),
        (Self::Pass, "pass"),
    ];
}

/// Number of moves by rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OriginCounts([u64; Origin::NAMED.len()]);

impl OriginCounts {
    /// Counts one move.
    #[inline(always)]
    pub fn add(&mut self, origin: Origin) {
        self.0[origin as usize] += 1;
    }

    /// Number of moves by this rule.
    #[must_use]
    pub fn of(&self, origin: Origin) -> u64 {
        self.0[origin as usize]
    }

    /// Number of all moves, passes included.
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.total().max(1) as f64;
        let lines = Origin::NAMED.map(|(origin, name)| {
            let count = self.of(origin);
            let percent = 100.0 * count as f64 / total;
            format!("{name:<9} {count:>12} {percent:5.1} %")
        });
        f.write_str(&lines.join("\n"))
    }
}
