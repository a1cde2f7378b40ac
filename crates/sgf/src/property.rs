//! Interprets the properties of a node that matter to a game.

use super::lexer::{Property, PropertyValue};
use super::main_line::SgfNode;
use super::warning::RepeatedWarning;
use super::writer::PROGRAM;
use super::{Header, SgfError, komi};
use tao_rules::board::{ByColor, Color, Coord, MAX_SIZE, MIN_SIZE, Move, PointSet};
use tao_rules::game::{Game, HandicapBonus, Rules};

const DEFAULT_SIZE: usize = 19;

/// Columns and rows of `tt`, a pass before FF\[4\] on boards up to 19x19, and of `zz`, which some programs write for it.
const PASSES: [[usize; 2]; 2] = [[19, 19], [25, 25]];

const REQUIRED: [&str; 6] = ["AB", "AE", "AW", "B", "SZ", "W"];

/// Fails if a move, stone or size has no value; adds other properties without a value to the warning.
pub(super) fn check_values(
    node: &SgfNode,
    without_value: &mut RepeatedWarning,
) -> Result<(), SgfError> {
    let properties = node.properties.iter();
    for property in properties.filter(|property| property.has_no_value()) {
        if REQUIRED.contains(&&*property.name()) {
            return Err(property.expected("a value in brackets"));
        }
        without_value.add(|| format!("{}: a property without a value", property.location()));
    }
    Ok(())
}

/// Fails if the file has another game. A `GM` that is not a number is ignored.
pub(super) fn check_game(root: &SgfNode) -> Result<(), SgfError> {
    let Some(value) = root.value("GM") else {
        return Ok(());
    };
    let text = value.plain_text();
    match text.parse::<i64>() {
        Ok(1) => {}
        Ok(_) => return Err(value.expected("`GM[1]`, which is Go")),
        Err(_) if text.is_empty() => {}
        Err(_) => log::warn!("{} read as Go", value.excerpt()),
    }
    Ok(())
}

pub(super) fn empty_board(root: &SgfNode) -> Result<Game, SgfError> {
    let value = root.value("SZ");
    let size = value.map_or(Some(DEFAULT_SIZE), |value| board_size(&value.plain_text()));
    let game = size.and_then(|size| Game::new(size).ok());
    game.ok_or_else(|| {
        let expected = format!("a square of {MIN_SIZE} to {MAX_SIZE}");
        value.map_or(SgfError::NoGame, |value| value.expected(expected))
    })
}

/// Parses `9`, `9:9` or `9x9`; `None` if the sides differ.
fn board_size(text: &str) -> Option<usize> {
    let (columns, rows) = text.split_once([':', 'x']).unwrap_or((text, text));
    let [columns, rows] = [columns, rows].map(|side| side.trim().parse().ok());
    columns.filter(|_| columns == rows)
}

/// Returns the points of komi that the root node means, if a game can have them. A number in a file of this program is always in
/// points.
pub(super) fn komi_in_points(root: &SgfNode) -> Option<f64> {
    let text = root.value("KM")?.plain_text();
    let application = root.value("AP").map(|value| value.plain_text());
    let is_own =
        application.is_some_and(|name| name.split(':').next() == PROGRAM.split(':').next());
    let points = match text.parse() {
        Ok(points) if is_own => Some(points),
        _ => komi::points(&text),
    };
    points.filter(|&points| Game::is_komi(points))
}

/// Returns the komi of the root node, with a warning if it is not plainly a number of points.
pub(super) fn komi(root: &SgfNode) -> Option<f64> {
    let (value, points) = (root.value("KM")?, komi_in_points(root));
    let text = value.plain_text();
    let first = text.replace(',', ".").split_whitespace().next()?.parse();
    match points {
        Some(points) if first != Ok(points) => {
            log::warn!("{} read as a komi of {points}", value.excerpt());
        }
        None if !text.is_empty() => {
            let most = Game::MAX_KOMI;
            log::warn!(
                "{} ignored: no komi from -{most} to {most}",
                value.excerpt()
            );
        }
        _ => {}
    }
    points
}

/// Returns the announced number of handicap stones, if there are at least two.
pub(super) fn handicap(root: &SgfNode) -> Option<usize> {
    let value = root.value("HA")?;
    let text = value.plain_text();
    let digits = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let stones = text[..text.len() - digits.len()].parse();
    if stones.is_err() && !text.is_empty() {
        log::warn!("{} ignored", value.excerpt());
    }
    stones.ok().filter(|&stones| stones >= 2)
}

/// Returns the rules of a record. The rules that it names replace ours if their scoring is different. Otherwise only their points
/// for handicap stones are used, in a handicap game and if our rules give White a point for each stone.
pub(super) fn rules_of_record(header: &Header, ours: Rules, has_handicap: bool) -> Rules {
    match header.get("RU").and_then(Rules::at_start_of) {
        Some(named) if named.scoring != ours.scoring => named,
        Some(named) if has_handicap && ours.handicap_bonus == HandicapBonus::Each => Rules {
            handicap_bonus: named.handicap_bonus,
            ..ours
        },
        _ => ours,
    }
}

/// Returns the side to move that a node sets.
pub(super) fn to_move(node: &SgfNode) -> Option<Color> {
    let value = node.value("PL")?;
    match value.plain_text().chars().next()? {
        'B' | 'b' | '1' => Some(Color::Black),
        'W' | 'w' | '2' => Some(Color::White),
        _ => {
            log::warn!("{} ignored", value.excerpt());
            None
        }
    }
}

/// Changes stones on a board of this size by the `AB`, `AW` and `AE` of a node, in their order. Returns the last property that
/// has a point.
pub(super) fn change_stones<'n, 'a>(
    stones: &mut ByColor<PointSet<6>>,
    size: usize,
    node: &'n SgfNode<'a>,
) -> Result<Option<&'n Property<'a>>, SgfError> {
    let mut last = None;
    for property in &node.properties {
        let content = match &*property.name() {
            "AB" => Some(Color::Black),
            "AW" => Some(Color::White),
            "AE" => None,
            _ => continue,
        };
        for value in property.values() {
            let text = value.plain_text();
            if text.is_empty() {
                continue;
            }
            let points = rectangle(&text, size).ok_or_else(|| {
                let points = point_range(size);
                value.expected(format!("{points} or a rectangle of such points"))
            })?;
            *stones = stones.map(|stones| stones & !points);
            if let Some(color) = content {
                stones[color] |= points;
            }
            last = Some(property);
        }
    }
    Ok(last)
}

/// Parses the value of `B` or `W` as a move; `number` is the number of the move in its game, for the error message.
pub(super) fn parse_move(
    value: &PropertyValue<'_>,
    size: usize,
    number: usize,
) -> Result<Move, SgfError> {
    try_move(value, size).ok_or_else(|| {
        let points = point_range(size);
        value.expected(format!("move {number} to be {points} or `[]`, a pass"))
    })
}

/// The value of `B` or `W` as a move, if it is one.
pub(super) fn try_move(value: &PropertyValue<'_>, size: usize) -> Option<Move> {
    let text = value.plain_text();
    let is_pass = text.is_empty()
        || text.eq_ignore_ascii_case("pass")
        || indices(&text).is_some_and(|at| PASSES.contains(&at) || at == [size, size]);
    if is_pass {
        return Some(Move::Pass);
    }
    coord(&text, size).map(Move::Play)
}

/// Whether a pass is written as in a version of the format, or in words.
pub(super) fn is_usual_pass(value: &PropertyValue<'_>) -> bool {
    let text = value.plain_text();
    text.len() != 2 || text == "tt"
}

/// Returns the node's moves, Black's first. Of several moves of one color the first counts; the others are added to the warning.
pub(super) fn moves<'a>(
    node: &SgfNode<'a>,
    extra: &mut RepeatedWarning,
) -> Vec<(Color, PropertyValue<'a>)> {
    let mut moves: Vec<(Color, PropertyValue)> = Vec::new();
    for property in &node.properties {
        let color = match &*property.name() {
            "B" => Color::Black,
            "W" => Color::White,
            _ => continue,
        };
        if moves.iter().any(|&(other, _)| other == color) {
            extra.add(|| format!("{}: another {color} move", property.location()));
            continue;
        }
        let mut values = property.values();
        moves.extend(values.next().map(|value| (color, value)));
        for value in values {
            extra.add(|| format!("{}: another {color} move", value.location()));
        }
    }
    moves.sort_by_key(|&(color, _)| color as usize);
    moves
}

/// Parses two corners, or a point as both; `None` unless they are on the board.
fn rectangle(text: &str, size: usize) -> Option<PointSet<6>> {
    let (first, second) = text.split_once(':').unwrap_or((text, text));
    let corners = coord(first, size).zip(coord(second, size));
    corners.map(|(first, second)| PointSet::rectangle(first, second))
}

/// Parses a point of the board; SGF counts rows from the top.
fn coord(text: &str, size: usize) -> Option<Coord> {
    let [column, row] = indices(text)?;
    let row = size.checked_sub(1 + row)?;
    Coord::new(column, row).filter(|coord| coord.is_on(size))
}

/// Parses a point as column and row, counted from zero at the upper left. Some programs break lines in it.
fn indices(text: &str) -> Option<[usize; 2]> {
    let point: String = text.split_whitespace().collect();
    let letters: [u8; 2] = point.into_bytes().try_into().ok()?;
    let is_point = letters.iter().all(u8::is_ascii_lowercase);
    is_point.then(|| letters.map(|letter| usize::from(letter - b'a')))
}

fn point_range(size: usize) -> String {
    let last = char::from(b'a' + (size - 1) as u8);
    format!("a point from `aa` to `{last}{last}`")
}
