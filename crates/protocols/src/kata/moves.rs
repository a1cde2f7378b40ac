//! Players, points and moves as queries write them.

use serde_json::{Map, Value};

use tao_engine::search::{Restriction, RestrictionKind};
use tao_rules::board::{Color, Coord, Move};

use super::fields::{Fields, QueryFault, required};

/// Most plies in which moves can be avoided; no search is deeper.
const MAX_DEPTH: usize = 1 << 30;

/// Reads a list of pairs such as `["B", "E5"]`.
pub(super) fn played(
    fields: &mut Fields,
    field: &str,
    size: usize,
) -> Result<Option<Vec<(Color, Move)>>, QueryFault> {
    const EXPECTED: &str = r#"a list of pairs such as ["B","E5"]"#;
    let pairs: Option<Vec<(Value, Value)>> = fields.read(field, EXPECTED)?;
    let read = |(player, place)| Ok((player_of(&player, field)?, move_of(&place, field, size)?));
    pairs
        .map(|pairs| pairs.into_iter().map(read).collect())
        .transpose()
}

/// Reads a player: `B` or `W`.
pub(super) fn player_of(value: &Value, field: &str) -> Result<Color, QueryFault> {
    let color = value.as_str().and_then(|text| text.parse().ok());
    color.ok_or_else(|| QueryFault::in_field(field, format!("{value} is no player: write B or W")))
}

/// Reads a move: `pass`, a vertex of GTP, or `(COLUMN,ROW)` counted from 0 at the top left.
fn move_of(value: &Value, field: &str, size: usize) -> Result<Move, QueryFault> {
    let text = value.as_str().unwrap_or_default();
    let mv = by_numbers(text, size).or_else(|| text.parse().ok());
    let on_board = mv.filter(|mv| mv.coord().is_none_or(|coord| coord.is_on(size)));
    on_board.ok_or_else(|| {
        let text = format!("{value} is no point of a {size}x{size} board");
        QueryFault::in_field(field, text)
    })
}

fn by_numbers(text: &str, size: usize) -> Option<Move> {
    let (column, row) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let [column, row]: [Option<usize>; 2] = [column, row].map(|text| text.trim().parse().ok());
    let from_bottom = size.checked_sub(row?.checked_add(1)?)?;
    Coord::new(column?, from_bottom).map(Move::Play)
}

/// Reads the moves to avoid, or the only moves to search.
pub(super) fn restrictions(
    fields: &mut Fields,
    size: usize,
) -> Result<Vec<Restriction>, QueryFault> {
    const ALLOW: &str = "allowMoves";
    let avoided = restrictions_in(fields, "avoidMoves", RestrictionKind::Avoid, size)?;
    let allowed = restrictions_in(fields, ALLOW, RestrictionKind::Allow, size)?;
    let of = |color| allowed.iter().filter(move |one| one.color == color).count();
    let fault = |text: &str| Err(QueryFault::in_field(ALLOW, text));
    if Color::BOTH.into_iter().any(|color| of(color) > 1) {
        return fault("has two entries for one player");
    }
    match (avoided.is_empty(), allowed.is_empty()) {
        (true, _) => Ok(allowed),
        (_, true) => Ok(avoided),
        _ => fault("cannot be used together with avoidMoves"),
    }
}

fn restrictions_in(
    fields: &mut Fields,
    field: &str,
    kind: RestrictionKind,
    size: usize,
) -> Result<Vec<Restriction>, QueryFault> {
    let entries: Option<Vec<Map<_, _>>> = fields.read(field, "a list of objects")?;
    let of_field = |fault: QueryFault| match fault.field {
        Some(name) => QueryFault::in_field(field, format!("{name}: {}", fault.text)),
        None => fault,
    };
    let entries = entries.into_iter().flatten();
    let read = entries.map(|entry| {
        let (player, moves, depth) = parts(Fields(entry)).map_err(of_field)?;
        let moves = moves.iter().map(|mv| move_of(mv, field, size));
        Ok(Restriction {
            color: player_of(&player, field)?,
            kind,
            moves: moves.collect::<Result<_, _>>()?,
            depth,
        })
    });
    read.collect()
}

/// The player, the moves and the depth of a restriction.
fn parts(mut entry: Fields) -> Result<(Value, Vec<Value>, usize), QueryFault> {
    let player = required("player", entry.take("player"))?;
    let moves = required("moves", entry.read("moves", "a list")?)?;
    let depth = entry.within("untilDepth", "an integer", 1..=MAX_DEPTH)?;
    Ok((player, moves, required("untilDepth", depth)?))
}
