//! Rule sets: what may be played, and what a finished board is worth.

use std::fmt;
use std::str::FromStr;

use crate::board::Superko;

/// Whether a player may take the last liberty of an own chain without capturing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suicide {
    /// Such a move is illegal.
    Forbidden,
    /// The chain goes off the board.
    Allowed,
}

/// What happens before the count to stones that their owner could not save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadStones {
    /// The players take them off by agreement.
    Removed,
    /// They count as alive: whoever wants them off must capture them first.
    Stay,
}

/// The rules of a game. The count is by area under all of them.
///
/// Handicap stones change nothing in the score: the komi is what the players set, as over GTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Which repetitions are forbidden.
    pub superko: Superko,
    /// Whether suicide is.
    pub suicide: Suicide,
    /// Whether dead stones count.
    pub dead_stones: DeadStones,
}

impl Rules {
    /// Positional superko, no suicide, dead stones taken off by agreement.
    pub const CHINESE: Self = Self {
        superko: Superko::Positional,
        suicide: Suicide::Forbidden,
        dead_stones: DeadStones::Removed,
    };

    /// The logical rules of Tromp and Taylor: suicide is a move like any other, the board counts as it stands.
    pub const TROMP_TAYLOR: Self = Self {
        superko: Superko::Positional,
        suicide: Suicide::Allowed,
        dead_stones: DeadStones::Stay,
    };

    /// The Computer Go Server's: Tromp-Taylor without suicide.
    pub const CGOS: Self = Self {
        superko: Superko::Positional,
        suicide: Suicide::Forbidden,
        dead_stones: DeadStones::Stay,
    };

    /// The rule sets that have a name.
    pub const NAMED: [(&'static str, Self); 3] = [
        ("chinese", Self::CHINESE),
        ("tromp-taylor", Self::TROMP_TAYLOR),
        ("cgos", Self::CGOS),
    ];

    /// The name of the set, unless a field was changed to something that none has.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        let (name, _) = Self::NAMED.into_iter().find(|(_, rules)| rules == self)?;
        Some(name)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::CHINESE
    }
}

impl fmt::Display for Rules {
    /// The name of the set, or `custom`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name().unwrap_or("custom"))
    }
}

/// A name that no rule set has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rules `{name}`, did you mean `{nearest}`?")]
pub struct UnknownRules {
    /// What was asked for.
    pub name: String,
    /// The name most like it.
    pub nearest: &'static str,
}

impl FromStr for Rules {
    type Err = UnknownRules;

    /// Looks a name up in [`Rules::NAMED`]. Case, blanks and punctuation do not count: `Tromp Taylor` is known.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let wanted = letters(name);
        let mut nearest = ("", usize::MAX);
        for (known, rules) in Self::NAMED {
            match edit_distance(&wanted, &letters(known)) {
                0 => return Ok(rules),
                distance if distance < nearest.1 => nearest = (known, distance),
                _ => {}
            }
        }
        Err(UnknownRules {
            name: name.to_owned(),
            nearest: nearest.0,
        })
    }
}

fn letters(name: &str) -> Vec<char> {
    name.chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Letters to insert, delete or replace to make one word of the other (Levenshtein).
fn edit_distance(from: &[char], to: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, old) in from.iter().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, new) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(old != new);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_finds_its_rules_however_it_is_spelt() {
        for (name, rules) in Rules::NAMED {
            assert_eq!(name.parse(), Ok(rules));
            assert_eq!(rules.to_string(), name);
        }
        for name in [
            "Tromp-Taylor",
            "tromp taylor",
            "TROMP_TAYLOR",
            "tromptaylor",
        ] {
            assert_eq!(name.parse(), Ok(Rules::TROMP_TAYLOR));
        }
    }

    #[test]
    fn an_unknown_name_is_told_the_nearest() {
        for (name, nearest) in [
            ("chinse", "chinese"),
            ("cgo", "cgos"),
            ("trump-tailor", "tromp-taylor"),
            ("", "cgos"),
        ] {
            let error = name.parse::<Rules>().unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("unknown rules `{name}`, did you mean `{nearest}`?")
            );
        }
    }

    #[test]
    fn changed_rules_have_no_name() {
        let rules = Rules {
            superko: Superko::Situational,
            ..Rules::CHINESE
        };
        assert_eq!(rules.to_string(), "custom");
        let rules = Rules {
            suicide: Suicide::Forbidden,
            ..Rules::TROMP_TAYLOR
        };
        assert_eq!(rules.name(), Some("cgos"));
    }

    #[test]
    fn edit_distances() {
        for (from, to, distance) in [
            ("", "", 0),
            ("abc", "", 3),
            ("", "abc", 3),
            ("kitten", "sitting", 3),
            ("ab", "ba", 2),
        ] {
            assert_eq!(
                edit_distance(&letters(from), &letters(to)),
                distance,
                "{from} {to}"
            );
        }
    }
}
