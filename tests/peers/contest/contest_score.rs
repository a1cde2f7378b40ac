//! The score and Elo of two players after several games.

use std::fmt;
use std::time::Duration;

use tao_rules::board::Color;

use super::{GameEnd, Record};

/// Games from the first player's view.
#[derive(Default)]
pub(crate) struct ContestScore {
    wins: usize,
    draws: usize,
    losses: usize,
    /// Games that two passes ended.
    passed: usize,
    /// Games that two passes ended and after which the players saw different winners.
    disputed: usize,
    slowest: Duration,
}

impl ContestScore {
    /// Counts a game that the first player played as `color`, with the winner that the second one sees: no side
    /// should judge its own games.
    pub(crate) fn add(&mut self, color: Color, record: &Record) {
        match record.winner_according_to(!color) {
            Some(winner) if winner == color => self.wins += 1,
            Some(_) => self.losses += 1,
            None => self.draws += 1,
        }
        self.passed += usize::from(record.end != GameEnd::Resignation);
        self.disputed += usize::from(record.end == GameEnd::DisputedPasses);
        self.slowest = self.slowest.max(record.slowest[color as usize]);
    }

    /// Fails the test when the players saw different winners after more than a tenth of the games that passes ended. One disputed
    /// game is always allowed.
    pub(crate) fn assert_few_disputes(&self) {
        let Self {
            passed, disputed, ..
        } = self;
        assert!(
            *disputed <= (passed / 10).max(1),
            "{disputed} of {passed} games that passes ended have two winners"
        );
    }

    /// The share of points won, and the ends of its 95 % interval (Wilson's, which holds for few games and
    /// for one-sided scores; a draw counts as half a win).
    fn share(&self) -> [f64; 3] {
        const Z: f64 = 1.96;
        let games = (self.wins + self.draws + self.losses) as f64;
        let share = (self.wins as f64 + self.draws as f64 / 2.0) / games;
        let shrink = 1.0 + Z * Z / games;
        let center = (share + Z * Z / (2.0 * games)) / shrink;
        let reach =
            Z * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt() / shrink;
        [share, center - reach, center + reach].map(|share| share.clamp(0.0, 1.0))
    }
}

/// The difference in Elo at which a player wins this share of the points.
fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

impl fmt::Display for ContestScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            wins,
            draws,
            losses,
            passed,
            disputed,
            slowest,
        } = self;
        let share = self.share();
        let [percent, low, high] = share.map(|share| 100.0 * share);
        let [difference, low_elo, high_elo] = share.map(elo);
        writeln!(
            f,
            "{wins} wins, {draws} draws, {losses} losses: {percent:.1} % (95 %: {low:.1} to {high:.1})"
        )?;
        writeln!(
            f,
            "{difference:+.0} Elo (95 %: {low_elo:+.0} to {high_elo:+.0})"
        )?;
        writeln!(
            f,
            "{passed} games ended by passes, {disputed} of them disputed"
        )?;
        write!(f, "slowest move {:.2} s", slowest.as_secs_f64())
    }
}
