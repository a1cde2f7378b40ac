//! The rules of the game, by the names of KGS and of `KataGo`.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::game::{DeadStones, HandicapBonus, Rules, Suicide, Superko};

use super::{Args, CommandError, Response, Session};

/// Area scoring with situational superko.
const AGA: Rules = Rules {
    superko: Superko::Situational,
    handicap_bonus: HandicapBonus::LessOne,
    ..Rules::CHINESE
};

const NEW_ZEALAND: Rules = Rules {
    suicide: Suicide::Allowed,
    handicap_bonus: HandicapBonus::None,
    ..AGA
};

/// What `KataGo`'s rules may ask for and the engine has not.
const TERRITORY: CommandError = CommandError::UnsupportedRules("territory scoring");
const TAX: CommandError = CommandError::UnsupportedRules("a tax on groups");
const BUTTON: CommandError = CommandError::UnsupportedRules("the button");

/// `KataGo`'s names of the ko rules.
const KO_RULES: [(&str, Superko); 3] = [
    ("SIMPLE", Superko::Simple),
    ("POSITIONAL", Superko::Positional),
    ("SITUATIONAL", Superko::Situational),
];

/// The keys of `KataGo`'s rules in one word, such as `koSIMPLEscoreAREAtaxNONEsui0whbN`, with the fields that they stand for and
/// their values. A key or value that begins like another comes after it.
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

/// Takes our rule sets and KGS's `aga` and `new_zealand`; refuses Japanese rules, which do not count by area.
pub(super) fn kgs_rules(session: &mut Session, mut args: Args<'_>) -> Response {
    let rules = match args.word()? {
        "aga" => Ok(AGA),
        "new_zealand" => Ok(NEW_ZEALAND),
        name => name.parse().map_err(|_| CommandError::UnknownRules),
    };
    set(session, rules?)
}

/// The rules on one line, as `KataGo` writes them.
pub(super) fn kata_get_rules(session: &Session, _: Args<'_>) -> Response {
    let rules = session.game.rules();
    let ko = KO_RULES.iter().find(|(_, ko)| *ko == rules.superko);
    let rules = json!({
        "friendlyPassOk": rules.dead_stones == DeadStones::Removed,
        "hasButton": false,
        "ko": ko.map(|(name, _)| name),
        "scoring": "AREA",
        "suicide": rules.suicide == Suicide::Allowed,
        "tax": "NONE",
        "whiteHandicapBonus": rules.handicap_bonus.name(),
    });
    Ok(rules.to_string())
}

/// Changes the rules to a named set, or by a JSON object or all in one word: what they lack stays as it is.
pub(super) fn kata_set_rules(session: &mut Session, args: Args<'_>) -> Response {
    let text = args.rest();
    if text.is_empty() {
        return Err(CommandError::Syntax);
    }
    if text.starts_with('{') {
        return change(session, serde_json::from_str(text).ok());
    }
    match in_one_word(text) {
        Some(fields) => change(session, serde_json::from_value(fields.into()).ok()),
        None => set(session, by_name(text)?),
    }
}

pub(super) fn kata_set_rule(session: &mut Session, mut args: Args<'_>) -> Response {
    let (key, value) = (args.word()?, args.word()?);
    let value = value
        .parse()
        .map_or_else(|_| Value::from(value), Value::Bool);
    change(
        session,
        serde_json::from_value(json!({ (key): value })).ok(),
    )
}

fn change(session: &mut Session, changes: Option<RuleChanges>) -> Response {
    let changes = changes.ok_or(CommandError::UnknownRules)?;
    let rules = changes.apply_to(session.game.rules())?;
    if let Some(komi) = changes.komi {
        let set = session.game.set_komi(komi);
        set.map_err(|_| CommandError::UnknownRules)?;
    }
    set(session, rules)
}

fn set(session: &mut Session, rules: Rules) -> Response {
    session.game.set_rules(rules);
    Ok(String::new())
}

/// `KataGo`'s rule sets, in any spelling. Its `chinese` has the simple ko only.
fn by_name(name: &str) -> Result<Rules, CommandError> {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let letters: String = letters.collect();
    Ok(match letters.to_ascii_lowercase().as_str() {
        "chinese" => Rules {
            superko: Superko::Simple,
            ..Rules::CHINESE
        },
        "chineseogs" | "chinesekgs" => Rules::CHINESE,
        "tromptaylor" => Rules::TROMP_TAYLOR,
        "cgos" => Rules::CGOS,
        "aga" | "bga" | "french" => AGA,
        "newzealand" | "nz" => NEW_ZEALAND,
        "japanese" | "korean" | "ancientterritory" => return Err(TERRITORY),
        "stonescoring" | "ancientarea" => return Err(TAX),
        "agabutton" => return Err(BUTTON),
        _ => return Err(CommandError::UnknownRules),
    })
}

/// The fields of rules in one word; `None` if it is no such word.
fn in_one_word(text: &str) -> Option<Map<String, Value>> {
    let mut fields = Map::new();
    let mut rest = text;
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

/// New values for some of `KataGo`'s rules. An unknown field is an error.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct RuleChanges {
    friendly_pass_ok: Option<bool>,
    has_button: Option<bool>,
    ko: Option<String>,
    komi: Option<f64>,
    #[serde(alias = "score")]
    scoring: Option<String>,
    suicide: Option<bool>,
    tax: Option<String>,
    white_handicap_bonus: Option<String>,
}

impl RuleChanges {
    /// The changed rules.
    fn apply_to(&self, rules: Rules) -> Result<Rules, CommandError> {
        match self.scoring.as_deref() {
            None | Some("AREA") => {}
            Some("TERRITORY") => return Err(TERRITORY),
            Some(_) => return Err(CommandError::UnknownRules),
        }
        match self.tax.as_deref() {
            None | Some("NONE") => {}
            Some("SEKI" | "ALL") => return Err(TAX),
            Some(_) => return Err(CommandError::UnknownRules),
        }
        if self.has_button == Some(true) {
            return Err(BUTTON);
        }
        Ok(Rules {
            superko: named(self.ko.as_deref(), &KO_RULES, rules.superko)?,
            suicide: match self.suicide {
                Some(true) => Suicide::Allowed,
                Some(false) => Suicide::Forbidden,
                None => rules.suicide,
            },
            dead_stones: match self.friendly_pass_ok {
                Some(true) => DeadStones::Removed,
                Some(false) => DeadStones::Stay,
                None => rules.dead_stones,
            },
            handicap_bonus: named(
                self.white_handicap_bonus.as_deref(),
                &HandicapBonus::NAMED,
                rules.handicap_bonus,
            )?,
        })
    }
}

/// The value with a name among these, or the present one without a name.
fn named<T: Copy>(name: Option<&str>, known: &[(&str, T)], present: T) -> Result<T, CommandError> {
    let Some(name) = name else {
        return Ok(present);
    };
    let found = known.iter().find(|(known, _)| *known == name);
    found
        .map(|&(_, value)| value)
        .ok_or(CommandError::UnknownRules)
}
