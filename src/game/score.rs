//! The result of a count.

use std::fmt;

use crate::board::Color;

/// How far Black is ahead, komi included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Black's points minus White's and minus komi.
    pub lead: f64,
}

impl Score {
    /// Who has won; `None` is a draw.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        if self.lead > 0.0 {
            Some(Color::Black)
        } else if self.lead < 0.0 {
            Some(Color::White)
        } else {
            None
        }
    }

    /// By how much the winner has won.
    #[must_use]
    pub fn margin(self) -> Margin {
        Margin(self.lead.abs())
    }
}

/// A number of points, none of them negative. `Display` shows the decimals that it needs, and none of the noise that
/// binary fractions make: `7`, `0.5`, `0.1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin(f64);

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = format!("{:.9}", self.0);
        match rounded.trim_end_matches('0').trim_end_matches('.') {
            "0" => write!(f, "{}", self.0),
            digits => f.pad(digits),
        }
    }
}

impl fmt::Display for Score {
    /// The score as GTP writes it: `B+3.5`, `W+7.0`, `0`. One decimal, as GNU Go has it, unless the komi needs more.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.winner() {
            Some(Color::Black) => 'B',
            Some(Color::White) => 'W',
            None => return f.pad("0"),
        };
        let margin = self.margin().to_string();
        let tenths = if margin.contains('.') { "" } else { ".0" };
        f.pad(&format!("{letter}+{margin}{tenths}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_read_as_in_gtp() {
        for (lead, text) in [
            (3.5, "B+3.5"),
            (-0.5, "W+0.5"),
            (-7.0, "W+7.0"),
            (0.0, "0"),
            (-0.0, "0"),
            (81.0 - 7.3, "B+73.7"),
            (0.25, "B+0.25"),
            (-1e6, "W+1000000.0"),
            (7.0 - 6.9, "B+0.1"),
            (1e-20, "B+0.00000000000000000001"),
        ] {
            assert_eq!(Score { lead }.to_string(), text);
        }
    }

    #[test]
    fn margins_have_the_decimals_that_they_need() {
        for (lead, text) in [
            (3.5, "3.5"),
            (-7.0, "7"),
            (10.0, "10"),
            (7.0 - 6.9, "0.1"),
            (6.75 - 7.0, "0.25"),
            (0.0, "0"),
        ] {
            assert_eq!(Score { lead }.margin().to_string(), text);
        }
    }
}
