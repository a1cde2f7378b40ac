//! The rules of the game, in the words of KGS and of `KataGo`.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::game::{DeadStones, Rules, Suicide, Superko};

use super::{Args, CommandError, Response, Session};

/// Area rules whose ko is decided by the position and the player to move.
const AGA: Rules = Rules {
    superko: Superko::Situational,
    ..Rules::CHINESE
};

const NEW_ZEALAND: Rules = Rules {
    suicide: Suicide::Allowed,
    ..AGA
};

/// Changes the rules of the game in progress to a set that we know by name, or to what KGS means by
/// `aga` and `new_zealand`. Japanese rules do not count by area: they are refused.
pub(super) fn kgs_rules(session: &mut Session, mut args: Args<'_>) -> Response {
    let rules = match args.word()? {
        "aga" => AGA,
        "new_zealand" => NEW_ZEALAND,
        name => name.parse().map_err(|_| CommandError::UnknownRules)?,
    };
    session.game.set_rules(rules);
    Ok(String::new())
}

/// The rules on one line, as `KataGo` writes them.
pub(super) fn kata_get_rules(session: &Session, _: Args<'_>) -> Response {
    let Rules {
        superko,
        suicide,
        dead_stones,
    } = session.game.rules();
    let rules = json!({
        "friendlyPassOk": dead_stones == DeadStones::Removed,
        "hasButton": false,
        "ko": Ko::from(superko),
        "scoring": "AREA",
        "suicide": suicide == Suicide::Allowed,
        "tax": "NONE",
        "whiteHandicapBonus": "0",
    });
    Ok(rules.to_string())
}

/// Changes the rules to a set with a name, or to an object: what it leaves out stays as it is.
pub(super) fn kata_set_rules(session: &mut Session, args: Args<'_>) -> Response {
    let text = args.rest();
    if text.is_empty() {
        return Err(CommandError::Syntax);
    }
    let rules = if text.starts_with('{') {
        let change: Change = serde_json::from_str(text).map_err(|_| CommandError::UnknownRules)?;
        change.applied_to(session.game.rules())
    } else {
        by_name(text)
    };
    session
        .game
        .set_rules(rules.ok_or(CommandError::UnknownRules)?);
    Ok(String::new())
}

/// Changes one field of the rules.
pub(super) fn kata_set_rule(session: &mut Session, mut args: Args<'_>) -> Response {
    let (key, value) = (args.word()?, args.word()?);
    let key = if key == "score" { "scoring" } else { key };
    let value = value
        .parse()
        .map_or_else(|_| Value::from(value), Value::Bool);
    let change = serde_json::from_value(json!({ (key): value }));
    let change: Change = change.map_err(|_| CommandError::UnknownRules)?;
    let rules = change.applied_to(session.game.rules());
    session
        .game
        .set_rules(rules.ok_or(CommandError::UnknownRules)?);
    Ok(String::new())
}

/// `KataGo`'s names. What it means by `chinese` knows the simple ko only.
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

#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "UPPERCASE")]
enum Ko {
    Simple,
    Positional,
    Situational,
}

impl From<Superko> for Ko {
    fn from(superko: Superko) -> Self {
        match superko {
            Superko::Simple => Self::Simple,
            Superko::Positional => Self::Positional,
            Superko::Situational => Self::Situational,
        }
    }
}

impl From<Ko> for Superko {
    fn from(ko: Ko) -> Self {
        match ko {
            Ko::Simple => Self::Simple,
            Ko::Positional => Self::Positional,
            Ko::Situational => Self::Situational,
        }
    }
}

/// A change of some rules. An unknown field is an error.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Change {
    friendly_pass_ok: Option<bool>,
    has_button: Option<bool>,
    ko: Option<Ko>,
    scoring: Option<String>,
    suicide: Option<bool>,
    tax: Option<String>,
    white_handicap_bonus: Option<String>,
}

impl Change {
    /// What becomes of `rules`; `None` where we do not play so.
    fn applied_to(&self, rules: Rules) -> Option<Rules> {
        let is =
            |value: &Option<String>, only: &str| value.as_deref().is_none_or(|value| value == only);
        let is_ours = self.has_button != Some(true)
            && is(&self.scoring, "AREA")
            && is(&self.tax, "NONE")
            && is(&self.white_handicap_bonus, "0");
        is_ours.then_some(Rules {
            superko: self.ko.map_or(rules.superko, Superko::from),
            suicide: self.suicide.map_or(rules.suicide, |allowed| {
                if allowed {
                    Suicide::Allowed
                } else {
                    Suicide::Forbidden
                }
            }),
            dead_stones: self.friendly_pass_ok.map_or(rules.dead_stones, |removed| {
                if removed {
                    DeadStones::Removed
                } else {
                    DeadStones::Stay
                }
            }),
        })
    }
}
