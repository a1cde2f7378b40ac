//! Rules in the words of `KataGo`: sets by their names, single rules, and all rules in one word.

use super::{DeadStones, HandicapBonus, Rules, Scoring, Suicide, Superko};

/// Features that `KataGo`'s rules may have and that are not supported here.
const TAX: &str = "a tax on groups";
const NO_TAX: &str = "territory in seki";
const BUTTON: &str = "the button";
const SPIGHT: &str = "Spight's ko rule";

const STONE_SCORING: Rules = Rules {
    handicap_bonus: HandicapBonus::None,
    ..Rules::CHINESE_SIMPLE_KO
};

/// The rule sets that differ from ours of that name or that we do not have: the nearest of our rules, and the feature that they lack.
const RULE_SETS: [(&str, Rules, Option<&str>); 7] = [
    ("chinese", Rules::CHINESE_SIMPLE_KO, None),
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

/// The names of what counts.
const SCORINGS: [(&str, Scoring); 2] = [("AREA", Scoring::Area), ("TERRITORY", Scoring::Territory)];

/// The keys of rules in JSON and in one word, such as `koSIMPLEscoreAREAtaxNONEsui0whbN`, in capitals. A key that is the beginning of
/// another one comes after it. No value contains a key.
const KEYS: &str = "KOMI KO SCORING SCORE TAX SUICIDE SUI HASBUTTON BUTTON WHITEHANDICAPBONUS WHB FRIENDLYPASSOK FPOK";

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
        let Some(&(_, rules, unsupported)) = found else {
            return Rules::known(name).map(Self::from);
        };
        Some(Self {
            unsupported,
            ..rules.into()
        })
    }

    fn of_word(text: &str) -> Option<Self> {
        let key_of = |text: &str| KEYS.split(' ').find(|key| text.starts_with(key));
        let word = text.to_ascii_uppercase();
        let mut fields = Vec::new();
        let mut rest = Some(word.trim()).filter(|word| !word.is_empty())?;
        while !rest.is_empty() {
            let key = key_of(rest)?;
            let (_, after) = rest.split_at(key.len());
            let mut ends = after.char_indices().map(|(at, _)| at);
            let end = ends.find(|&at| key_of(&after[at..]).is_some());
            let (value, after) = after.split_at(end.unwrap_or(after.len()));
            fields.push((key, value.trim()));
            rest = after;
        }
        Self::of_fields(Rules::TROMP_TAYLOR, fields)
    }

    /// Changes single rules of `start`, given by their keys and values; `null` changes nothing. Rules that are not given at all are
    /// Tromp-Taylor, so these are the start of a whole set. `None` for an unknown key or value.
    pub fn of_fields(
        start: Rules,
        fields: impl IntoIterator<Item = (impl AsRef<str>, impl AsRef<str>)>,
    ) -> Option<Self> {
        let (mut read, mut tax) = (Self::from(start), None);
        let rules = &mut read.rules;
        for (key, value) in fields {
            let key = key.as_ref().to_ascii_uppercase();
            let value = value.as_ref().to_ascii_uppercase();
            let value = value.replace("TRUE", "1").replace("FALSE", "0");
            let mut missing = None;
            match (&*key, &*value) {
                (key, "NULL") if KEYS.split(' ').any(|known| known == key) => {}
                ("KO", "SPIGHT") => missing = Some(SPIGHT),
                ("KO", name) => rules.superko = value_of(&KO_RULES, name)?,
                ("SCORING" | "SCORE", name) => rules.scoring = value_of(&SCORINGS, name)?,
                ("TAX", "NONE" | "SEKI" | "ALL") => tax = Some(value),
                ("HASBUTTON" | "BUTTON", "0") => {}
                ("HASBUTTON" | "BUTTON", "1") => missing = Some(BUTTON),
                ("SUICIDE" | "SUI", "0") => rules.suicide = Suicide::Forbidden,
                ("SUICIDE" | "SUI", "1") => rules.suicide = Suicide::Allowed,
                ("FRIENDLYPASSOK" | "FPOK", "0") => rules.dead_stones = DeadStones::Stay,
                ("FRIENDLYPASSOK" | "FPOK", "1") => rules.dead_stones = DeadStones::Removed,
                ("WHITEHANDICAPBONUS" | "WHB", name) => {
                    rules.handicap_bonus = value_of(&HandicapBonus::NAMED, name)?;
                }
                ("KOMI", number) => read.komi = Some(number.parse().ok()?),
                _ => return None,
            }
            read.unsupported = read.unsupported.or(missing);
        }
        let tax = tax.filter(|tax| tax != rules.scoring_names().1);
        let missing = tax.map(|tax| if tax == "NONE" { NO_TAX } else { TAX });
        read.unsupported = read.unsupported.or(missing);
        Some(read)
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
    pub const fn ko_name(self) -> &'static str {
        KO_RULES[self.superko as usize].0
    }

    /// The names of what counts, and of the tax that goes with it here: under territory scoring, eyes in seki do not count.
    pub const fn scoring_names(self) -> (&'static str, &'static str) {
        let tax = ["NONE", "SEKI"][self.scoring as usize];
        (SCORINGS[self.scoring as usize].0, tax)
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
                rules.superko = Superko::Simple;
            }),
            ("KOsituational scoreAREA", |rules| {
                rules.superko = Superko::Situational;
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
