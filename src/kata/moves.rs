//! Players, points and moves as queries write them.

use serde_json::Value;

use crate::board::{Color, Coord, Move};
use crate::search::{Restriction, RestrictionKind};

use super::fields::{Fields, QueryFault, required};

/// Plies in which moves can be avoided; no search is deeper.
const MAX_DEPTH: i64 = 1 << 30;

/// A list of `["B", "E5"]`.
pub(super) fn played(
    fields: Fields<'_>,
    field: &str,
    size: usize,
) -> Result<Option<Vec<(Color, Move)>>, QueryFault> {
    let Some(list) = fields.list(field)? else {
        return Ok(None);
    };
    let pairs = list.iter().map(|pair| {
        let pair = pair.as_array().map(Vec::as_slice);
        let [player, place] = pair.unwrap_or_default() else {
            return Err(QueryFault::in_field(
                field,
                r#"must be a list of pairs such as ["B","E5"]"#,
            ));
        };
        Ok((player_of(player, field)?, move_of(place, field, size)?))
    });
    pairs.collect::<Result<_, _>>().map(Some)
}

/// `B` or `W`.
pub(super) fn player_of(value: &Value, field: &str) -> Result<Color, QueryFault> {
    let color = value.as_str().and_then(|text| text.parse().ok());
    color.ok_or_else(|| QueryFault::in_field(field, format!("{value} is no player: write B or W")))
}

/// `pass`, a vertex of GTP, or `(COLUMN,ROW)` counted from 0 at the top left.
fn move_of(value: &Value, field: &str, size: usize) -> Result<Move, QueryFault> {
    let text = value.as_str().unwrap_or_default();
    let mv = by_numbers(text, size).or_else(|| text.parse().ok());
    let on_board = mv.filter(|mv| mv.coord().is_none_or(|coord| coord.is_on(size)));
    on_board.ok_or_else(|| {
        QueryFault::in_field(
            field,
            format!("{value} is no point of a {size}x{size} board"),
        )
    })
}

fn by_numbers(text: &str, size: usize) -> Option<Move> {
    let (column, row) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let [column, row]: [Option<usize>; 2] = [column, row].map(|text| text.trim().parse().ok());
    let from_bottom = size.checked_sub(row?.checked_add(1)?)?;
    Coord::new(column?, from_bottom).map(Move::Play)
}

/// The moves to avoid, or those to look at alone.
pub(super) fn restrictions(
    fields: Fields<'_>,
    size: usize,
) -> Result<Vec<Restriction>, QueryFault> {
    let avoided = restrictions_in(fields, "avoidMoves", RestrictionKind::Avoid, size)?;
    let allowed = restrictions_in(fields, "allowMoves", RestrictionKind::Allow, size)?;
    let of = |color| allowed.iter().filter(move |one| one.color == color).count();
    if Color::BOTH.into_iter().any(|color| of(color) > 1) {
        return Err(QueryFault::in_field(
            "allowMoves",
            "has two entries for one player",
        ));
    }
    if !avoided.is_empty() && !allowed.is_empty() {
        return Err(QueryFault::in_field(
            "allowMoves",
            "cannot be used together with avoidMoves",
        ));
    }
    Ok(if allowed.is_empty() { avoided } else { allowed })
}

fn restrictions_in(
    fields: Fields<'_>,
    field: &str,
    kind: RestrictionKind,
    size: usize,
) -> Result<Vec<Restriction>, QueryFault> {
    let entries = fields.list(field)?.unwrap_or_default().iter();
    let read = entries.map(|entry| {
        let entry = entry.as_object();
        let entry =
            entry.ok_or_else(|| QueryFault::in_field(field, "must be a list of objects"))?;
        let entry = Fields(entry);
        let of_field = |fault: QueryFault| {
            let name = fault.field.unwrap_or_default();
            QueryFault::in_field(field, format!("{name}: {}", fault.text))
        };
        let player = required("player", entry.get("player")).map_err(of_field)?;
        let moves = entry
            .list("moves")
            .and_then(|moves| required("moves", moves));
        let moves = moves.map_err(of_field)?.iter();
        let depth = entry.integer("untilDepth", 1..=MAX_DEPTH);
        let depth = depth.and_then(|depth| required("untilDepth", depth));
        Ok(Restriction {
            color: player_of(player, field)?,
            kind,
            moves: moves
                .map(|mv| move_of(mv, field, size))
                .collect::<Result<_, _>>()?,
            depth: usize::try_from(depth.map_err(of_field)?).unwrap_or(usize::MAX),
        })
    });
    read.collect()
}
