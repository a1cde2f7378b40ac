//! Rules in the JSON of `KataGo`, which its GTP commands and its analysis protocol share.

use serde_json::{Value, json};

use tao_rules::game::{DeadStones, KataRules, Rules, Suicide};

/// Reads rules in any of `KataGo`'s forms: a name, keys and values in one word, or the text of a JSON object.
pub fn parse_rules(text: &str) -> Option<KataRules> {
    if text.starts_with('{') {
        return rules_from_json(&serde_json::from_str(text).ok()?);
    }
    KataRules::parse(text)
}

/// Reads a JSON object; rules that it does not contain are Tromp-Taylor. `None` for an unknown key or value, and for anything but an
/// object.
pub fn rules_from_json(value: &Value) -> Option<KataRules> {
    let text = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let fields = value.as_object()?.iter();
    KataRules::of_fields(
        Rules::TROMP_TAYLOR,
        fields.map(|(key, value)| (key, text(value))),
    )
}

/// Rules as `KataGo` writes them.
pub fn rules_to_json(rules: Rules) -> Value {
    let (scoring, tax) = rules.scoring_names();
    json!({
        "friendlyPassOk": rules.dead_stones == DeadStones::Removed,
        "hasButton": false,
        "ko": rules.ko_name(),
        "scoring": scoring,
        "suicide": rules.suicide == Suicide::Allowed,
        "tax": tax,
        "whiteHandicapBonus": rules.handicap_bonus.name(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tao_rules::game::Superko;

    #[test]
    fn rules_are_a_name_an_object_or_one_word() {
        let chinese = Some(Rules::CHINESE.into());
        assert_eq!(parse_rules("Chinese-OGS"), chinese);
        let simple = Rules {
            superko: Superko::Simple,
            ..Rules::TROMP_TAYLOR
        };
        for text in [
            r#"{"ko":"SIMPLE","komi":6.5}"#,
            "koSIMPLEscoreAREAkomi6.5",
            r#"{"KO":"simple","score":"AREA","komi":6.5,"hasButton":false}"#,
        ] {
            let expected = KataRules {
                komi: Some(6.5),
                ..simple.into()
            };
            assert_eq!(parse_rules(text), Some(expected), "{text}");
        }
        assert_eq!(rules_from_json(&rules_to_json(Rules::CHINESE)), chinese);
        let without_komi = parse_rules(r#"{"ko":"SIMPLE","komi":null}"#);
        assert_eq!(without_komi, Some(simple.into()));
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
            assert_eq!(parse_rules(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_unsupported_is_named_beside_the_nearest_rules() {
        let (tax, button) = ("a tax on groups", "the button");
        for (text, unsupported) in [
            ("ancient-territory", tax),
            ("stone_scoring", tax),
            ("aga-button", button),
            ("scoreTERRITORYtaxALL", tax),
            ("scoreTERRITORYtaxNONE", "territory in seki"),
            ("taxSEKI", tax),
            (r#"{"tax":"ALL"}"#, tax),
            (r#"{"hasButton":true}"#, button),
            ("koSPIGHT", "Spight's ko rule"),
        ] {
            let read = parse_rules(text).unwrap();
            assert_eq!(read.unsupported, Some(unsupported), "{text}");
        }
        let json = rules_to_json(Rules::JAPANESE).to_string();
        for text in [
            "japanese",
            "Korean",
            "koSIMPLEscoreTERRITORYtaxSEKIsui0whb0fpok1",
            &json,
        ] {
            let read = parse_rules(text);
            assert_eq!(read, Some(Rules::JAPANESE.into()), "{text}");
        }
    }
}
