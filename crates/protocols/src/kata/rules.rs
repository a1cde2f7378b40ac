//! Rules in the forms of `KataGo`, which its GTP commands and its analysis protocol share.

use serde_json::{Map, Value, json};

use tao_rules::game::{DeadStones, HandicapBonus, Rules, Scoring, Suicide, Superko};

/// Features that `KataGo`'s rules may have and that are not supported here.
const TAX: &str = "a tax on groups";
const NO_TAX: &str = "territory in seki";
const BUTTON: &str = "the button";

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

/// `KataGo`'s names of the ko rules.
const KO_RULES: [(&str, Superko); 3] = [
    ("SIMPLE", Superko::Simple),
    ("POSITIONAL", Superko::Positional),
    ("SITUATIONAL", Superko::Situational),
];

/// The keys of rules in one word, such as `koSIMPLEscoreAREAtaxNONEsui0whbN`, with the fields that they stand for and their values.
/// A key or value that is the beginning of another one must come after it.
const SHORT_KEYS: [(&str, &str, &[&str]); 8] = [
    ("ko", "ko", &["SIMPLE", "POSITIONAL", "SITUATIONAL"]),
    ("scoring", "scoring", &["AREA", "TERRITORY"]),
    ("score", "scoring", &["AREA", "TERRITORY"]),
    ("tax", "tax", &["NONE", "SEKI", "ALL"]),
    ("sui", "suicide", &["0", "1"]),
    ("button", "hasButton", &["0", "1"]),
    ("whb", "whiteHandicapBonus", &["N-1", "N", "0"]),
    ("fpok", "friendlyPassOk", &["0", "1"]),
];

/// Rules that were given in one of `KataGo`'s forms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KataRules {
    /// The rules; if `unsupported` is set, the nearest of ours.
    pub rules: Rules,
    /// White's compensation, if it is among the rules.
    pub komi: Option<f64>,
    /// A feature that the rules need and that [`Rules`] do not have.
    pub unsupported: Option<&'static str>,
}

impl KataRules {
    /// Reads a name, a JSON object, or keys and values in one word. What an object or a word does not contain is as in `present`;
    /// `None` for a text that is none of the three.
    pub fn parse(text: &str, present: Rules) -> Option<Self> {
        if text.starts_with('{') {
            return Self::from_json(serde_json::from_str(text).ok()?, present);
        }
        match compact_fields(text) {
            Some(fields) => Self::from_json(fields.into(), present),
            None => by_name(text),
        }
    }

    /// Reads a JSON object with some of the rules; the others are as in `present`. `None` for an unknown key or value, and
    /// for anything but an object.
    pub fn from_json(value: Value, present: Rules) -> Option<Self> {
        let Value::Object(mut changes) = value else {
            return None;
        };
        // If the rules have several unsupported features, the order of the keys decides which one is named.
        changes.sort_keys();
        let mut rules = Self::supported(present);
        for (key, value) in &changes {
            rules.change(key, value)?;
        }
        if rules.rules.scoring == Scoring::Territory {
            // Capturing dead stones would cost points.
            rules.rules.dead_stones = DeadStones::Removed;
        }
        let tax = changes.get("tax").and_then(Value::as_str);
        if tax.is_some_and(|tax| tax != scoring_names(rules.rules.scoring).1) {
            rules.add_unsupported(if tax == Some("NONE") { NO_TAX } else { TAX });
        }
        Some(rules)
    }

    const fn supported(rules: Rules) -> Self {
        Self {
            rules,
            komi: None,
            unsupported: None,
        }
    }

    /// Changes one rule; `None` for an unknown key or value.
    fn change(&mut self, key: &str, value: &Value) -> Option<()> {
        let (rules, name, is_true) = (&mut self.rules, value.as_str(), value.as_bool());
        match (key, name, is_true) {
            (
                "ko" | "scoring" | "score" | "tax" | "hasButton" | "suicide" | "friendlyPassOk"
                | "whiteHandicapBonus" | "komi",
                ..,
            ) if value.is_null() => {}
            ("ko", Some(name), _) => rules.superko = value_of(&KO_RULES, name)?,
            ("tax", Some("NONE" | "SEKI" | "ALL"), _) | ("hasButton", _, Some(false)) => {}
            ("scoring" | "score", Some("AREA"), _) => rules.scoring = Scoring::Area,
            ("scoring" | "score", Some("TERRITORY"), _) => rules.scoring = Scoring::Territory,
            ("hasButton", _, Some(true)) => self.add_unsupported(BUTTON),
            ("suicide", _, Some(true)) => rules.suicide = Suicide::Allowed,
            ("suicide", _, Some(false)) => rules.suicide = Suicide::Forbidden,
            ("friendlyPassOk", _, Some(true)) => rules.dead_stones = DeadStones::Removed,
            ("friendlyPassOk", _, Some(false)) => rules.dead_stones = DeadStones::Stay,
            ("whiteHandicapBonus", Some(name), _) => {
                rules.handicap_bonus = value_of(&HandicapBonus::NAMED, name)?;
            }
            ("komi", ..) => self.komi = Some(value.as_f64()?),
            _ => return None,
        }
        Some(())
    }

    /// Notes that a feature is not supported; only the first one noted is named.
    fn add_unsupported(&mut self, missing: &'static str) {
        self.unsupported.get_or_insert(missing);
    }
}

/// Rules as `KataGo` writes them.
pub fn rules_to_json(rules: Rules) -> Value {
    let ko = KO_RULES.iter().find(|(_, ko)| *ko == rules.superko);
    let (scoring, tax) = scoring_names(rules.scoring);
    json!({
        "friendlyPassOk": rules.dead_stones == DeadStones::Removed,
        "hasButton": false,
        "ko": ko.map(|(name, _)| name),
        "scoring": scoring,
        "suicide": rules.suicide == Suicide::Allowed,
        "tax": tax,
        "whiteHandicapBonus": rules.handicap_bonus.name(),
    })
}

/// `KataGo`'s names of what counts, and of the tax that goes with it here: under territory scoring, eyes in seki do not count.
const fn scoring_names(scoring: Scoring) -> (&'static str, &'static str) {
    match scoring {
        Scoring::Area => ("AREA", "NONE"),
        Scoring::Territory => ("TERRITORY", "SEKI"),
    }
}

/// `KataGo`'s rule sets, in any spelling.
fn by_name(name: &str) -> Option<KataRules> {
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let letters = letters.to_ascii_lowercase();
    let found = RULE_SETS.iter().find(|(known, ..)| *known == letters);
    let (rules, unsupported) = match found {
        Some(&(_, rules, unsupported)) => (rules, unsupported),
        None => (Rules::known(name)?, None),
    };
    Some(KataRules {
        unsupported,
        ..KataRules::supported(rules)
    })
}

/// The fields of rules in one word; `None` if it is no such word.
fn compact_fields(text: &str) -> Option<Map<String, Value>> {
    let mut fields = Map::new();
    let mut rest = Some(text).filter(|text| !text.is_empty())?;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("komi") {
            let is_end = |c: char| !(c.is_ascii_digit() || "+-.".contains(c));
            let (komi, after) = after.split_at(after.find(is_end).unwrap_or(after.len()));
            fields.insert("komi".to_owned(), komi.parse::<f64>().ok()?.into());
            rest = after;
            continue;
        }
        let known = SHORT_KEYS.iter().find_map(|(key, field, values)| {
            let after = rest.strip_prefix(key)?;
            let value = values.iter().find(|value| after.starts_with(**value))?;
            Some((*field, *value, &after[value.len()..]))
        });
        let (field, value, after) = known?;
        let value = match (field, value) {
            ("whiteHandicapBonus", text) => text.into(),
            (_, "0") => false.into(),
            (_, "1") => true.into(),
            (_, text) => text.into(),
        };
        fields.insert(field.to_owned(), value);
        rest = after;
    }
    Some(fields)
}

/// The value with this name.
pub fn value_of<T: Copy>(known: &[(&str, T)], name: &str) -> Option<T> {
    let found = known.iter().find(|(known, _)| *known == name);
    found.map(|&(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_a_name_an_object_or_one_word() {
        let parse = |text| KataRules::parse(text, Rules::TROMP_TAYLOR);
        let chinese = KataRules::supported(Rules::CHINESE);
        assert_eq!(parse("Chinese-OGS"), Some(chinese));
        let simple = Rules {
            superko: Superko::Simple,
            ..Rules::TROMP_TAYLOR
        };
        for text in [
            r#"{"ko":"SIMPLE","komi":6.5}"#,
            "koSIMPLEscoreAREAkomi6.5",
            r#"{"ko":"SIMPLE","score":"AREA","komi":6.5,"hasButton":false}"#,
        ] {
            let expected = KataRules {
                komi: Some(6.5),
                ..KataRules::supported(simple)
            };
            assert_eq!(parse(text), Some(expected), "{text}");
        }
        let written = rules_to_json(Rules::CHINESE);
        assert_eq!(KataRules::from_json(written, Rules::CGOS), Some(chinese));
        let without_komi = parse(r#"{"ko":"SIMPLE","komi":null}"#);
        assert_eq!(without_komi, Some(KataRules::supported(simple)));
        for text in [
            "",
            "x",
            "{",
            "[]",
            r#"{"ko":"x"}"#,
            r#"{"x":1}"#,
            r#"{"x":null}"#,
            "koX",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_unsupported_is_named_beside_the_nearest_rules() {
        for (text, unsupported) in [
            ("ancient-territory", TAX),
            ("stone_scoring", TAX),
            ("aga-button", BUTTON),
            ("scoreTERRITORYtaxALL", TAX),
            ("scoreTERRITORYtaxNONE", NO_TAX),
            ("taxSEKI", TAX),
            (r#"{"tax":"ALL"}"#, TAX),
            (r#"{"hasButton":true}"#, BUTTON),
        ] {
            let read = KataRules::parse(text, Rules::CHINESE).unwrap();
            assert_eq!(read.unsupported, Some(unsupported), "{text}");
        }
        for text in ["japanese", "Korean", "koSIMPLEscoreTERRITORYtaxSEKIwhb0"] {
            let read = KataRules::parse(text, Rules::CHINESE);
            assert_eq!(read, Some(KataRules::supported(Rules::JAPANESE)), "{text}");
        }
        let written = rules_to_json(Rules::JAPANESE);
        let read = KataRules::from_json(written, Rules::TROMP_TAYLOR);
        assert_eq!(read, Some(KataRules::supported(Rules::JAPANESE)));
    }
}
