//! The rules of the game, by the names of KGS and of `KataGo`.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::game::{DeadStones, Rules, Suicide, Superko};

use super::{Args, CommandError, Response, Session};

/// Area scoring with situational superko.
const AGA: Rules = Rules {
    superko: Superko::Situational,
    ..Rules::CHINESE
};

const NEW_ZEALAND: Rules = Rules {
    suicide: Suicide::Allowed,
    ..AGA
};

/// `KataGo`'s names of the ko rules.
const KO_RULES: [(&str, Superko); 3] = [
    ("SIMPLE", Superko::Simple),
    ("POSITIONAL", Superko::Positional),
    ("SITUATIONAL", Superko::Situational),
];

/// Takes our rule sets and KGS's `aga` and `new_zealand`; refuses Japanese rules, which do not count by area.
pub(super) fn kgs_rules(session: &mut Session, mut args: Args<'_>) -> Response {
    let rules = match args.word()? {
        "aga" => Some(AGA),
        "new_zealand" => Some(NEW_ZEALAND),
        name => name.parse().ok(),
    };
    set(session, rules)
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
        "whiteHandicapBonus": "0",
    });
    Ok(rules.to_string())
}

/// Changes the rules to a named set, or by a JSON object: a field that it lacks stays as it is.
pub(super) fn kata_set_rules(session: &mut Session, args: Args<'_>) -> Response {
    let text = args.rest();
    if text.is_empty() {
        return Err(CommandError::Syntax);
    }
    if text.starts_with('{') {
        change(session, serde_json::from_str(text))
    } else {
        set(session, by_name(text))
    }
}

pub(super) fn kata_set_rule(session: &mut Session, mut args: Args<'_>) -> Response {
    let (key, value) = (args.word()?, args.word()?);
    let key = if key == "score" { "scoring" } else { key };
    let value = value
        .parse()
        .map_or_else(|_| Value::from(value), Value::Bool);
    change(session, serde_json::from_value(json!({ (key): value })))
}

fn change(session: &mut Session, changes: serde_json::Result<RuleChanges>) -> Response {
    let rules = session.game.rules();
    let rules = changes.ok().and_then(|changes| changes.apply_to(rules));
    set(session, rules)
}

fn set(session: &mut Session, rules: Option<Rules>) -> Response {
    let rules = rules.ok_or(CommandError::UnknownRules)?;
    session.game.set_rules(rules);
    Ok(String::new())
}

/// `KataGo`'s rule sets. Its `chinese` has the simple ko only.
fn by_name(name: &str) -> Option<Rules> {
    let name = name.to_ascii_lowercase().replace(['_', ' '], "-");
    Some(match name.as_str() {
        "chinese" => Rules {
            superko: Superko::Simple,
            ..Rules::CHINESE
        },
        "chinese-ogs" | "chinese-kgs" => Rules::CHINESE,
        "tromp-taylor" => Rules::TROMP_TAYLOR,
        "cgos" => Rules::CGOS,
        "aga" | "bga" | "french" => AGA,
        "new-zealand" | "nz" => NEW_ZEALAND,
        _ => return None,
    })
}

/// New values for some of `KataGo`'s rules. An unknown field is an error.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct RuleChanges {
    friendly_pass_ok: Option<bool>,
    has_button: Option<bool>,
    ko: Option<String>,
    scoring: Option<String>,
    suicide: Option<bool>,
    tax: Option<String>,
    white_handicap_bonus: Option<String>,
}

impl RuleChanges {
    /// The changed rules; `None` if the engine does not support them.
    fn apply_to(&self, rules: Rules) -> Option<Rules> {
        let allows =
            |value: &Option<String>, only: &str| value.as_deref().is_none_or(|v| v == only);
        let is_supported = self.has_button != Some(true)
            && allows(&self.scoring, "AREA")
            && allows(&self.tax, "NONE")
            && allows(&self.white_handicap_bonus, "0");
        let superko = match &self.ko {
            Some(name) => KO_RULES.iter().find(|(known, _)| known == name)?.1,
            None => rules.superko,
        };
        is_supported.then_some(Rules {
            superko,
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
        })
    }
}
