//! Rule sets.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::board::Color;

/// Which repetitions are forbidden. The simple ko always is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Superko {
    /// None but the simple ko.
    #[default]
    Simple,
    /// The stones of any earlier position, whoever was to move.
    Positional,
    /// The stones of an earlier position with the same player to move.
    Situational,
}

impl Superko {
    /// The hash by which this rule compares positions, from the hash of the stones.
    pub const fn key(self, stones: u64, to_move: Color) -> u64 {
        match (self, to_move) {
            (Self::Situational, Color::White) => !stones,
            _ => stones,
        }
    }
}

/// Whether suicide is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suicide {
    /// Suicide is illegal.
    Forbidden,
    /// Suicide is legal and removes the own chain.
    Allowed,
}

/// How dead stones are counted at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadStones {
    /// They are removed by agreement.
    Removed,
    /// They count as alive unless they were captured.
    Stay,
}

/// Points that White gets for handicap stones, beside the komi. When the area is counted, the stones themselves are points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandicapBonus {
    /// None.
    None,
    /// A point for each stone but the first.
    LessOne,
    /// A point for each stone.
    Each,
}

impl HandicapBonus {
    /// Every kind by its name, which is that of `KataGo`.
    pub const NAMED: [(&'static str, Self); 3] =
        [("0", Self::None), ("N-1", Self::LessOne), ("N", Self::Each)];

    /// The points for this number of stones.
    pub const fn points(self, stones: usize) -> usize {
        match self {
            Self::None => 0,
            Self::LessOne => stones.saturating_sub(1),
            Self::Each => stones,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        Self::NAMED[self as usize].0
    }
}

/// What counts at the end, beside the komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// A side's stones and the empty points that it surrounds.
    Area,
    /// The empty points that a side surrounds and the stones that it captured, dead ones included. Eyes in seki are no points.
    Territory,
}

/// The rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What counts.
    pub scoring: Scoring,
    /// Which repetitions are forbidden.
    pub superko: Superko,
    /// Whether suicide is legal.
    pub suicide: Suicide,
    /// How dead stones are counted under area scoring; under territory scoring they are removed in any case.
    pub dead_stones: DeadStones,
    /// What White gets for handicap stones.
    pub handicap_bonus: HandicapBonus,
}

impl Rules {
    /// Positional superko, no suicide, dead stones removed by agreement, a point for White for each handicap stone, as on KGS.
    pub const CHINESE: Self = Self {
        scoring: Scoring::Area,
        superko: Superko::Positional,
        suicide: Suicide::Forbidden,
        dead_stones: DeadStones::Removed,
        handicap_bonus: HandicapBonus::Each,
    };

    /// The same with only the simple ko, as in tournaments.
    pub const CHINESE_SIMPLE_KO: Self = Self {
        superko: Superko::Simple,
        ..Self::CHINESE
    };

    /// The rules of Tromp and Taylor: positional superko, suicide, every stone counts as alive.
    pub const TROMP_TAYLOR: Self = Self {
        suicide: Suicide::Allowed,
        ..Self::CGOS
    };

    /// The rules of the Computer Go Server: Tromp-Taylor without suicide.
    pub const CGOS: Self = Self {
        dead_stones: DeadStones::Stay,
        handicap_bonus: HandicapBonus::None,
        ..Self::CHINESE
    };

    /// The rules of the American Go Association, counted by area: situational superko, no suicide.
    pub const AGA: Self = Self {
        superko: Superko::Situational,
        handicap_bonus: HandicapBonus::LessOne,
        ..Self::CHINESE
    };

    /// The rules of New Zealand: situational superko, suicide.
    pub const NEW_ZEALAND: Self = Self {
        suicide: Suicide::Allowed,
        handicap_bonus: HandicapBonus::None,
        ..Self::AGA
    };

    /// The rules of Goe and Ing, without their ko rule: positional superko, suicide, dead stones removed by agreement.
    pub const GOE: Self = Self {
        suicide: Suicide::Allowed,
        handicap_bonus: HandicapBonus::None,
        ..Self::CHINESE
    };

    /// The rules of Japan and Korea: territory and prisoners count, simple ko, no suicide, dead stones removed by agreement. By
    /// those rules a game that repeats forever has no result; here nothing forbids such a game.
    pub const JAPANESE: Self = Self {
        scoring: Scoring::Territory,
        superko: Superko::Simple,
        handicap_bonus: HandicapBonus::None,
        ..Self::CHINESE
    };

    /// The named rule sets.
    pub const NAMED: [(&'static str, Self); 4] = [
        ("chinese", Self::CHINESE),
        ("japanese", Self::JAPANESE),
        ("tromp-taylor", Self::TROMP_TAYLOR),
        ("cgos", Self::CGOS),
    ];

    /// Rule sets of associations, and further names that occur in records. No option takes these names.
    const OF_ASSOCIATIONS: [(&'static str, Self); 15] = [
        ("aga", Self::AGA),
        ("bga", Self::AGA),
        ("french", Self::AGA),
        ("goe", Self::GOE),
        ("ing", Self::GOE),
        ("korean", Self::JAPANESE),
        ("newzealand", Self::NEW_ZEALAND),
        ("nz", Self::NEW_ZEALAND),
        ("japan", Self::JAPANESE),
        ("jp", Self::JAPANESE),
        ("korea", Self::JAPANESE),
        ("territory", Self::JAPANESE),
        ("\u{65e5}\u{672c}", Self::JAPANESE),
        ("\u{97d3}\u{56fd}", Self::JAPANESE),
        ("\u{97e9}\u{56fd}", Self::JAPANESE),
    ];

    /// The named rules or those of an association by their name in any spelling.
    pub fn known(name: &str) -> Option<Self> {
        let wanted = normalized(name);
        Self::find(|known| known == wanted)
    }

    /// The rules whose [known](Self::known) name a text begins with, such as `AGA rules`.
    pub fn at_start_of(text: &str) -> Option<Self> {
        let text = normalized(text);
        Self::find(|known| text.starts_with(known))
    }

    fn find(is_wanted: impl Fn(&str) -> bool) -> Option<Self> {
        let mut known = Self::NAMED.into_iter().chain(Self::OF_ASSOCIATIONS);
        let (_, rules) = known.find(|(name, _)| is_wanted(&normalized(name)))?;
        Some(rules)
    }

    /// The name of the rule set, if it has one.
    pub fn name(&self) -> Option<&'static str> {
        let mut named = Self::NAMED.into_iter();
        let (name, _) = named.find(|(_, rules)| rules.in_effect() == self.in_effect())?;
        Some(name)
    }

    /// These rules with what the others imply: under territory scoring capturing dead stones would cost points, so they are removed.
    pub fn in_effect(mut self) -> Self {
        if self.scoring == Scoring::Territory {
            self.dead_stones = DeadStones::Removed;
        }
        self
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::CHINESE
    }
}

impl fmt::Display for Rules {
    /// Writes the name of the rule set, or `custom`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name().unwrap_or("custom"))
    }
}

/// An unknown name of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rules `{name}`, did you mean `{nearest}`?")]
pub struct UnknownRules {
    /// The unknown name.
    pub name: String,
    /// The known name most similar to it.
    pub nearest: &'static str,
}

impl FromStr for Rules {
    type Err = UnknownRules;

    /// Finds a name in [`Rules::NAMED`]. Case, blanks and punctuation are ignored: `Tromp Taylor` is known.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let wanted = normalized(name);
        let distance = |known: &str| strsim::levenshtein(&wanted, &normalized(known));
        let ranked = Self::NAMED.map(|(known, rules)| (distance(known), known, rules));
        match ranked.into_iter().min_by_key(|&(distance, ..)| distance) {
            Some((0, _, rules)) => Ok(rules),
            nearest => Err(UnknownRules {
                name: name.to_owned(),
                nearest: nearest.map_or("", |(_, known, _)| known),
            }),
        }
    }
}

fn normalized(name: &str) -> String {
    name.chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_spelling() {
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
    fn rules_of_associations_are_known_by_their_names_and_the_beginnings_of_texts() {
        let (taylor, aga, nz) = (Rules::TROMP_TAYLOR, Rules::AGA, Rules::NEW_ZEALAND);
        let japanese = Rules::JAPANESE;
        for (text, whole, start) in [
            ("Tromp Taylor", Some(taylor), Some(taylor)),
            ("BGA", Some(aga), Some(aga)),
            ("New-Zealand", Some(nz), Some(nz)),
            ("NZ rules", None, Some(nz)),
            ("Japanese", Some(japanese), Some(japanese)),
            ("Korean rules", None, Some(japanese)),
            ("JP", Some(japanese), Some(japanese)),
            ("\u{65e5}\u{672c}\u{89c4}\u{5219}", None, Some(japanese)),
            ("Ing", Some(Rules::GOE), Some(Rules::GOE)),
            ("house rules", None, None),
            ("", None, None),
        ] {
            let found = (Rules::known(text), Rules::at_start_of(text));
            assert_eq!(found, (whole, start), "{text}");
        }
    }

    #[test]
    fn the_error_for_an_unknown_name_suggests_the_nearest() {
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
    fn changed_rules_may_have_no_name() {
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
    fn white_gets_points_for_handicap_stones() {
        for (bonus, none, two, five) in [("0", 0, 0, 0), ("N-1", 0, 1, 4), ("N", 0, 2, 5)] {
            let (_, kind) = HandicapBonus::NAMED
                .into_iter()
                .find(|(name, _)| *name == bonus)
                .unwrap();
            assert_eq!(
                [0, 2, 5].map(|stones| kind.points(stones)),
                [none, two, five]
            );
            assert_eq!(kind.name(), bonus);
        }
    }
}
