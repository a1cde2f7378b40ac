//! The rules of the game, by the names of KGS and of `KataGo`.

use serde_json::{Value, json};

use crate::kata::{KataRules, rules_to_json};
use tao_rules::game::Rules;

use super::{Args, CommandError, Response, Session};

/// Accepts our rule sets and those of associations, such as KGS's `aga` and `new_zealand`.
pub(super) fn kgs_rules(session: &mut Session, args: Args<'_>) -> Response {
    let rules = Rules::known(args.only(Args::word)?).ok_or(CommandError::UnknownRules)?;
    session.table.game_mut().set_rules(rules);
    Ok(String::new())
}

/// The rules on one line, as `KataGo` writes them.
pub(super) fn kata_get_rules(session: &Session, _: Args<'_>) -> Response {
    Ok(rules_to_json(session.table.game().rules()).to_string())
}

/// Changes the rules, by the name of a set, by a JSON object, or by keys and values in one word. Rules that an object or a word
/// does not contain stay as they are.
pub(super) fn kata_set_rules(session: &mut Session, args: Args<'_>) -> Response {
    let text = args.rest();
    if text.is_empty() {
        return Err(CommandError::Syntax);
    }
    let rules = KataRules::parse(text, session.table.game().rules());
    set(session, rules.map_err(|_| CommandError::UnknownRules)?)
}

pub(super) fn kata_set_rule(session: &mut Session, args: Args<'_>) -> Response {
    let (key, value) = args.only(|args| Ok((args.word()?, args.word()?)))?;
    let value = value
        .parse()
        .map_or_else(|_| Value::from(value), Value::Bool);
    let rules = KataRules::from_json(json!({ (key): value }), session.table.game().rules());
    set(session, rules.map_err(|_| CommandError::UnknownRules)?)
}

fn set(session: &mut Session, rules: KataRules) -> Response {
    if let Some(unplayable) = rules.unplayable {
        return Err(CommandError::UnsupportedRules(unplayable));
    }
    if let Some(komi) = rules.komi {
        session.table.game_mut().set_komi(komi)?;
        session.komi = Some(komi);
    }
    session.table.game_mut().set_rules(rules.rules);
    Ok(String::new())
}
