//! What a game begins with: board size, komi, rules, handicap stones, positions, the opponent.

use super::{Args, CommandError, Response, Session, join};
use crate::kata::{parse_rules, rules_to_json};
use tao_rules::board::{Color, Coord};
use tao_rules::game::{BadSize, HandicapError, KataRules, Rules};

const UNKNOWN_RULES: CommandError = CommandError::Other("unknown rules");

/// Starts a game on a board of this size, or of these columns and rows, as for `KataGo`.
pub fn boardsize(session: &mut Session, args: Args<'_>) -> Response {
    let (columns, rows) = args.only(|args| Ok((args.count()?, args.optional(Args::count)?)))?;
    start_on(session, columns, rows.unwrap_or(columns))
}

/// Starts a game on a board of these columns and rows.
pub fn rectangular_boardsize(session: &mut Session, args: Args<'_>) -> Response {
    let (columns, rows) = args.only(|args| Ok((args.count()?, args.count()?)))?;
    start_on(session, columns, rows)
}

/// Starts a game, with the same komi, rules and time settings. Columns and rows must be equal.
fn start_on(session: &mut Session, columns: u32, rows: u32) -> Response {
    if columns != rows {
        // The response does not contain the size.
        return Err(BadSize(rows as usize).into());
    }
    let mut game = session.table.game().clone();
    game.resize(columns as usize)?;
    session.start(game.into());
    Ok(String::new())
}

pub fn clear_board(session: &mut Session, args: Args<'_>) -> Response {
    args.end()?;
    let mut game = session.table.game().clone();
    game.clear();
    session.start(game.into());
    Ok(String::new())
}

pub fn komi(session: &mut Session, args: Args<'_>) -> Response {
    let komi = args.only(Args::real)?;
    session.table.game_mut().set_komi(komi)?;
    session.options.komi = Some(komi);
    Ok(String::new())
}

pub fn get_komi(session: &Session, _: Args<'_>) -> Response {
    Ok(session.table.game().komi().to_string())
}

pub fn query_boardsize(session: &Session, _: Args<'_>) -> Response {
    Ok(session.table.game().size().to_string())
}

pub fn get_handicap(session: &Session, _: Args<'_>) -> Response {
    Ok(session.table.game().handicap().to_string())
}

pub fn kata_get_rules(session: &Session, _: Args<'_>) -> Response {
    Ok(rules_to_json(session.table.game().rules()).to_string())
}

pub fn fixed_handicap(session: &mut Session, args: Args<'_>) -> Response {
    let count = args.only(Args::count)? as usize;
    Ok(join(session.table.game_mut().fixed_handicap(count)?))
}

pub fn place_free_handicap(session: &mut Session, args: Args<'_>) -> Response {
    let count = args.only(Args::count)? as usize;
    Ok(join(session.table.game_mut().place_free_handicap(count)?))
}

pub fn set_free_handicap(session: &mut Session, args: Args<'_>) -> Response {
    let points = args.points()?;
    session.table.game_mut().set_free_handicap(&points)?;
    Ok(String::new())
}

/// Accepts our rule sets and those of associations, such as KGS's `aga` and `new_zealand`.
pub fn kgs_rules(session: &mut Session, args: Args<'_>) -> Response {
    let rules = Rules::known(args.only(Args::word)?).ok_or(UNKNOWN_RULES)?;
    session.table.game_mut().set_rules(rules);
    Ok(String::new())
}

/// Changes the rules, by the name of a set, by a JSON object, or by keys and values in one word. Rules that an object or a word
/// does not contain are Tromp-Taylor.
pub fn kata_set_rules(session: &mut Session, args: Args<'_>) -> Response {
    let text = args.rest();
    if text.is_empty() {
        return Err(CommandError::Syntax);
    }
    set_rules(session, parse_rules(text).ok_or(UNKNOWN_RULES)?)
}

/// Changes one rule; the others stay as they are.
pub fn kata_set_rule(session: &mut Session, args: Args<'_>) -> Response {
    let field = args.only(|args| Ok((args.word()?, args.word()?)))?;
    let rules = KataRules::of_fields(session.table.game().rules(), [field]);
    set_rules(session, rules.ok_or(UNKNOWN_RULES)?)
}

fn set_rules(session: &mut Session, rules: KataRules) -> Response {
    if let Some(unsupported) = rules.unsupported {
        return Err(CommandError::UnsupportedRules(unsupported));
    }
    if let Some(komi) = rules.komi {
        session.table.game_mut().set_komi(komi)?;
        session.options.komi = Some(komi);
    }
    session.table.game_mut().set_rules(rules.rules);
    Ok(String::new())
}

/// Plays moves as `play` does, each after its color; none of them if one is illegal.
pub fn play_sequence(session: &mut Session, args: Args<'_>) -> Response {
    let mut table = session.table.clone();
    for (color, mv) in args.moves()? {
        table.replay(color, mv)?;
    }
    session.table = table;
    session.stop_pondering();
    Ok(String::new())
}

/// Puts stones on an empty board, each after its color. If two are on one point, the later one stays.
pub fn set_up_stones(session: &mut Session, args: Args<'_>) -> Response {
    let game = session.table.game_mut();
    let mut by_point: Vec<(Color, Coord)> = Vec::new();
    for (color, coord) in stones(args)? {
        by_point.retain(|&(_, other)| other != coord);
        by_point.push((color, coord));
    }
    if !game.moves().is_empty() || game.board().all_stones().next().is_some() {
        return Err(HandicapError::BoardNotEmpty.into());
    }
    game.set_up(by_point, game.to_move())?;
    Ok(String::new())
}

pub fn set_player(session: &mut Session, args: Args<'_>) -> Response {
    let color = args.only(Args::color)?;
    session.table.game_mut().set_to_move(color);
    Ok(String::new())
}

/// Replaces the game by a position, each stone after its color, with Black to move.
pub fn set_position(session: &mut Session, args: Args<'_>) -> Response {
    let mut game = session.table.game().clone();
    game.set_up(stones(args)?, Color::Black)?;
    session.start(game.into());
    Ok(String::new())
}

fn stones(args: Args<'_>) -> Result<Vec<(Color, Coord)>, CommandError> {
    let stones = args.moves()?.into_iter();
    let stones = stones.map(|(color, mv)| Some((color, mv.coord()?)));
    stones.collect::<Option<_>>().ok_or(CommandError::Syntax)
}

/// The name may be empty.
pub fn cgos_opponent_name(session: &mut Session, args: Args<'_>) -> Response {
    let name = args.rest();
    log::info!("opponent: {name}");
    session.opponent = Some(name.to_owned()).filter(|name| !name.is_empty());
    Ok(String::new())
}

/// The rating may be empty or have a question mark.
pub fn cgos_opponent_rating(_: &Session, args: Args<'_>) -> Response {
    log::info!("rating of the opponent: {}", args.rest());
    Ok(String::new())
}
