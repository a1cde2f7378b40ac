//! Rules in the words of `KataGo`: sets by their names, single rules, and all rules in one word.

use super::{DeadStones, HandicapBonus, Rules, Scoring, Suicide, Superko};

/// Features that `KataGo`'s rules may have and that are not supported here.
const TAX: &str = "a tax on groups";
const NO_TAX: &str = "territory in seki";
const BUTTON: &str = "the button";
const SPIGHT: &str = "Spight's ko rule";

/// `KataGo`'s `chinese` rules have only the simple ko.
const CHINESE: Rules = Rules {
    superko: Superko::Simple,
    ..Rules::CHINESE
};

const STONE_SCORING: Rules = Rules {
    handicap_bonus: HandicapBonus::None,
    ..CHINESE
};

/// The rule sets that differ from ours of that name or that we do not have: the nearest of our rules, and the feature that they lack.
const RULE_SETS: [(&str, Rules, Option<&str>); 7] = [
    ("chinese", CHINESE, None),
    ("chineseogs", Rules::CHINESE, None),
    ("chinesekgs", Rules::CHINESE, None),
    ("ancientterritory", Rules::JAPANESE, Some(TAX)),
    ("stonescoring", STONE_SCORING, Some(TAX)),
    ("ancientarea", STONE_SCORING, Some(TAX)),
    ("agabutton", Rules::AGA, Some(BUTTON)),
];

/// The names of the ko rules.
const KO_RULES: [(&str, Superko); 3] = [
    ("SIMPLE", Superko::Simple),
    ("POSITIONAL", Superko::Positional),
    ("SITUATIONAL", Superko::Situational),
];

/// The keys in one word, such as `koSIMPLEscoreAREAtaxNONEsui0whbN`, with their values. A key or value that is the beginning of
/// another one must come after it.
const SHORT_KEYS: [(&str, &[&str]); 8] = [
    ("KO", &["SIMPLE", "POSITIONAL", "SITUATIONAL", "SPIGHT"]),
    ("SCORING", &["AREA", "TERRITORY"]),
    ("SCORE", &["AREA", "TERRITORY"]),
    ("TAX", &["NONE", "SEKI", "ALL"]),
    ("SUI", &["0", "1"]),
    ("BUTTON", &["0", "1"]),
    ("WHB", &["N-1", "N", "0"]),
    ("FPOK", &["0", "1"]),
];

/// Rules that were given in one of `KataGo`'s forms. Case does not matter in any of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KataRules {
    /// The rules; if `unsupported` is set, the nearest of ours.
    pub rules: Rules,
    /// White's compensation, if it is among the rules.
    pub komi: Option<f64>,
    /// The first feature that the rules need and that [`Rules`] do not have.
    pub unsupported: Option<&'static str>,
}

impl KataRules {
    /// Reads the name of a set, or keys and values in one word.
    pub fn parse(text: &str) -> Option<Self> {
        Self::of_word(text).or_else(|| Self::of_name(text))
    }

    /// Reads the name of a set in any spelling.
    fn of_name(name: &str) -> Option<Self> {
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        let letters = letters.collect::<String>().to_ascii_lowercase();
        let found = RULE_SETS.iter().find(|(known, ..)| *known == letters);
        let (rules, unsupported) = match found {
            Some(&(_, rules, unsupported)) => (rules, unsupported),
            None => (Rules::known(name)?, None),
        };
        Some(Self {
            unsupported,
            ..rules.into()
        })
    }

    fn of_word(text: &str) -> Option<Self> {
        let word = text.to_ascii_uppercase();
        let mut fields = Vec::new();
        let mut rest = Some(word.trim()).filter(|word| !word.is_empty())?;
        while !rest.is_empty() {
            let (key, value, after) = if let Some(after) = rest.strip_prefix("KOMI") {
                let is_end = |c: char| !(c.is_ascii_digit() || "+-.".contains(c));
                let (komi, after) = after.split_at(after.find(is_end).unwrap_or(after.len()));
                ("KOMI", komi, after)
            } else {
                SHORT_KEYS.iter().find_map(|(key, values)| {
                    let after = rest.strip_prefix(key)?;
                    let value = values.iter().find(|value| after.starts_with(**value))?;
                    Some((*key, *value, &after[value.len()..]))
                })?
            };
            fields.push((key, value));
            rest = after.trim_start();
        }
        Self::of_fields(Rules::TROMP_TAYLOR, fields)
    }

    /// Changes single rules of `start`, given by their keys and values; `null` changes nothing. Rules that are not given at all are
    /// Tromp-Taylor, so these are the start of a whole set. `None` for an unknown key or value.
    pub fn of_fields<'t>(
        start: Rules,
        fields: impl IntoIterator<Item = (&'t str, &'t str)>,
    ) -> Option<Self> {
        let (mut read, mut tax) = (Self::from(start), None);
        for (key, value) in fields {
            let (key, value) = (key.to_ascii_uppercase(), value.to_ascii_uppercase());
            read.change(&key, &value)?;
            if key == "TAX" && value != "NULL" {
                tax = Some(value);
            }
        }
        if let Some(tax) = tax.filter(|tax| tax != read.rules.scoring_names().1) {
            read.add_unsupported(if tax == "NONE" { NO_TAX } else { TAX });
        }
        Some(read)
    }

    /// Changes one rule; `None` for an unknown key or value.
    fn change(&mut self, key: &str, value: &str) -> Option<()> {
        let is_known = |known: &[&str]| known.contains(&key).then_some(());
        let rules = &mut self.rules;
        match (key, value) {
            (_, "NULL") => is_known(&[
                "KO",
                "SCORING",
                "SCORE",
                "TAX",
                "HASBUTTON",
                "SUICIDE",
                "FRIENDLYPASSOK",
                "WHITEHANDICAPBONUS",
                "KOMI",
            ])?,
            ("KO", "SPIGHT") => self.add_unsupported(SPIGHT),
            ("KO", name) => rules.superko = value_of(&KO_RULES, name)?,
            ("TAX", "NONE" | "SEKI" | "ALL") => {}
            ("SCORING" | "SCORE", "AREA") => rules.scoring = Scoring::Area,
            ("SCORING" | "SCORE", "TERRITORY") => rules.scoring = Scoring::Territory,
            ("HASBUTTON" | "BUTTON", value) => {
                if truth(value)? {
                    self.add_unsupported(BUTTON);
                }
            }
            ("SUICIDE" | "SUI", value) => {
                rules.suicide = [Suicide::Forbidden, Suicide::Allowed][usize::from(truth(value)?)];
            }
            ("FRIENDLYPASSOK" | "FPOK", value) => {
                rules.dead_stones =
                    [DeadStones::Stay, DeadStones::Removed][usize::from(truth(value)?)];
            }
            ("WHITEHANDICAPBONUS" | "WHB", name) => {
                rules.handicap_bonus = value_of(&HandicapBonus::NAMED, name)?;
            }
            ("KOMI", number) => self.komi = Some(number.parse().ok()?),
            _ => return None,
        }
        Some(())
    }

    fn add_unsupported(&mut self, missing: &'static str) {
        self.unsupported.get_or_insert(missing);
    }
}

impl From<Rules> for KataRules {
    fn from(rules: Rules) -> Self {
        Self {
            rules,
            komi: None,
            unsupported: None,
        }
    }
}

impl Rules {
    /// The name of the ko rule.
    pub fn ko_name(self) -> &'static str {
        let mut known = KO_RULES.iter();
        let found = known.find(|(_, superko)| *superko == self.superko);
        found.map_or("", |(name, _)| name)
    }

    /// The names of what counts, and of the tax that goes with it here: under territory scoring, eyes in seki do not count.
    pub const fn scoring_names(self) -> (&'static str, &'static str) {
        match self.scoring {
            Scoring::Area => ("AREA", "NONE"),
            Scoring::Territory => ("TERRITORY", "SEKI"),
        }
    }

    /// All rules in one word, which [`KataRules::parse`] reads.
    pub fn to_word(self) -> String {
        let (scoring, tax) = self.scoring_names();
        format!(
            "ko{}score{scoring}tax{tax}sui{}whb{}fpok{}",
            self.ko_name(),
            u8::from(self.suicide == Suicide::Allowed),
            self.handicap_bonus.name(),
            u8::from(self.dead_stones == DeadStones::Removed),
        )
    }
}

fn truth(value: &str) -> Option<bool> {
    match value {
        "TRUE" | "1" => Some(true),
        "FALSE" | "0" => Some(false),
        _ => None,
    }
}

/// The value with this name.
fn value_of<T: Copy>(known: &[(&str, T)], name: &str) -> Option<T> {
    let found = known.iter().find(|(known, _)| *known == name);
    found.map(|&(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_means_tromp_taylor_where_it_says_nothing() {
        for (text, changed) in [
            ("koSIMPLE", |rules: &mut Rules| {
                rules.superko = Superko::Simple
            }),
            ("KOsituational scoreAREA", |rules| {
                rules.superko = Superko::Situational
            }),
            ("sui0", |rules| rules.suicide = Suicide::Forbidden),
            ("fpok1whbn-1", |rules| {
                rules.dead_stones = DeadStones::Removed;
                rules.handicap_bonus = HandicapBonus::LessOne;
            }),
        ] as [(&str, fn(&mut Rules)); 4]
        {
            let mut expected = Rules::TROMP_TAYLOR;
            changed(&mut expected);
            assert_eq!(KataRules::parse(text), Some(expected.into()), "{text}");
        }
        for text in ["", "x", "koX", "koSIMPLEx", "sui2", "komiX"] {
            assert_eq!(KataRules::parse(text), None, "{text}");
        }
    }

    #[test]
    fn every_combination_of_rules_is_a_word() {
        for scoring in [Scoring::Area, Scoring::Territory] {
            for (_, superko) in KO_RULES {
                for suicide in [Suicide::Forbidden, Suicide::Allowed] {
                    for dead_stones in [DeadStones::Removed, DeadStones::Stay] {
                        for (_, handicap_bonus) in HandicapBonus::NAMED {
                            let rules = Rules {
                                scoring,
                                superko,
                                suicide,
                                dead_stones,
                                handicap_bonus,
                            };
                            let word = rules.to_word();
                            assert_eq!(KataRules::parse(&word), Some(rules.into()), "{word}");
                        }
                    }
                }
            }
        }
    }
}
