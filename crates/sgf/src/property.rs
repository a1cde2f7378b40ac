//! Interprets the properties of a node that matter to a game, such as komi as people and servers write it.

use tao_rules::board::{ByColor, Color, Coord, MAX_SIZE, MIN_SIZE, Move};
use tao_rules::game::{Game, KataRules, Rules};
use tao_rules::raw::PointSet;

use crate::SgfError;
use crate::lexer::{Property, PropertyValue, RepeatedWarning};
use crate::tree::SgfNode;
use crate::write::PROGRAM;

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
    let written = root.value("SZ");
    let value = written.filter(|value| !value.plain_text().is_empty());
    if let (Some(written), None) = (written, value) {
        log::warn!("{} read as {DEFAULT_SIZE}", written.excerpt());
    }
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

/// The value that has the komi. Some servers write it as `KO`, which is the mark of an illegal move otherwise.
fn komi_value<'a>(root: &SgfNode<'a>) -> Option<PropertyValue<'a>> {
    root.value("KM").or_else(|| root.value("KO"))
}

/// The points of komi that the root node means, if a game can have them. A number in a file of this program is always in
/// points.
pub(super) fn komi_in_points(root: &SgfNode) -> Option<f64> {
    let text = komi_value(root)?.plain_text();
    let points = match text.parse() {
        Ok(points) if is_own(root) => Some(points),
        _ => komi_points(&text),
    };
    points.filter(|&points| Game::is_komi(points))
}

/// The komi of the root node, with a warning if it is not plainly a number of points.
pub(super) fn komi(root: &SgfNode) -> Option<f64> {
    let (value, points) = (komi_value(root)?, komi_in_points(root));
    let text = value.plain_text();
    let first = text.replace(',', ".").split_whitespace().next()?.parse();
    match points {
        Some(points) if first != Ok(points) || root.value("KM").is_none() => {
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

/// The announced number of handicap stones, if there are at least two.
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

/// The rules of a record: those that it names, else ours. `Chinese` by another program is no more than a word for rules that count
/// area, so where ours do, only the points for handicap stones are taken from it.
pub(super) fn rules_of_record(root: &SgfNode, ours: Rules) -> Rules {
    let Some(value) = root.value("RU") else {
        return ours;
    };
    let text = value.simple_text();
    let Some(named) = named_rules(&text) else {
        if !text.is_empty() {
            log::warn!("{} ignored: counted as {ours}", value.excerpt());
        }
        return ours;
    };
    if let Some(missing) = named.unsupported {
        log::warn!("{} read without {missing}", value.excerpt());
    }
    let mut rules = named.rules;
    if rules == Rules::CHINESE && ours.scoring == rules.scoring && !is_own(root) {
        (rules, rules.handicap_bonus) = (ours, rules.handicap_bonus);
    }
    rules
}

/// The rules that the text of a record names, in words or as `KataGo` writes them.
pub(super) fn named_rules(text: &str) -> Option<KataRules> {
    let in_words = Rules::at_start_of(text).map(KataRules::from);
    in_words.or_else(|| KataRules::parse(text))
}

/// Whether this program has written the file.
fn is_own(root: &SgfNode) -> bool {
    let application = root.value("AP").map(|value| value.plain_text());
    application.is_some_and(|name| name.split(':').next() == PROGRAM.split(':').next())
}

/// The side to move that a node sets.
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
/// has a point; passes are added to the warning.
pub(super) fn change_stones<'n, 'a>(
    stones: &mut ByColor<PointSet<6>>,
    size: usize,
    node: &'n SgfNode<'a>,
    passes: &mut RepeatedWarning,
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
            if is_pass(&text, size) {
                passes.add(|| format!("{}: {}", value.location(), value.excerpt()));
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
    if is_pass(&text, size) {
        return Some(Move::Pass);
    }
    coord(&text, size).map(Move::Play)
}

/// Whether a text is a pass: as in any version of the format, in words, or only signs such as `--`. Resignations written as moves are
/// read as passes, too.
fn is_pass(text: &str, size: usize) -> bool {
    let is_sign = |letter: char| !letter.is_alphanumeric();
    text.chars().all(is_sign)
        || ["pass", "resign", "resigns"].contains(&&*text.to_ascii_lowercase())
        || indices(text).is_some_and(|at| PASSES.contains(&at) || at == [size, size])
}

/// Whether a pass is written as in a version of the format, or in words.
pub(super) fn is_usual_pass(value: &PropertyValue<'_>) -> bool {
    let text = value.plain_text().to_ascii_lowercase();
    ["", "pass", "tt"].contains(&&*text)
}

/// The node's moves, Black's first. Of several moves of one color the first counts; the others are added to the warning.
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
pub(super) fn rectangle(text: &str, size: usize) -> Option<PointSet<6>> {
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

/// Values of the server Fox in hundredths of points.
const FOX_POINTS: [f64; 7] = [50.0, 550.0, 600.0, 650.0, 700.0, 750.0, 800.0];

/// Values of the server Fox in hundredths of stones.
const FOX_STONES: [f64; 4] = [275.0, 325.0, 350.0, 375.0];

/// Fractions of a point or a stone, as they are written after a whole number.
const PARTS: [(&str, f64); 9] = [
    ("半", 0.5),
    ("반", 0.5),
    ("½", 0.5),
    ("1/2", 0.5),
    ("¼", 0.25),
    ("1/4", 0.25),
    ("¾", 0.75),
    ("3/4", 0.75),
    ("四分之三", 0.75),
];

/// The numerals for 0 to 9.
const NUMERALS: &str = "〇一二三四五六七八九";

/// Characters that may stand between a number and its fraction.
const BETWEEN: [char; 6] = [' ', '目', '子', '집', '又', '点'];

/// A number with an odd quarter counts stones if it is smaller than this, and points otherwise.
const STONES_BELOW: f64 = 4.0;

/// The points that a text means: `6.5`, `6,5`, `6目半`, 7.5 for Fox's `375` and for the 3¾ stones of Chinese rules. `None`
/// unless there is one finite number; another one may follow in parentheses.
pub(super) fn komi_points(text: &str) -> Option<f64> {
    let text = text.replace(',', ".");
    let (number, is_in_stones) = match text.parse() {
        Ok(number) => (number, false),
        Err(_) => in_words(text.split('(').next()?)?,
    };
    let in_quarters = number * 4.0;
    let has_quarter = in_quarters % 2.0 != 0.0 && in_quarters.fract() == 0.0;
    let is_in_stones = is_in_stones || has_quarter && number.abs() < STONES_BELOW;
    let points = match number {
        _ if FOX_POINTS.contains(&number) => number / 100.0,
        _ if FOX_STONES.contains(&number) => number / 50.0,
        _ if is_in_stones => 2.0 * number,
        _ => number,
    };
    points.is_finite().then_some(points)
}

/// The only number of a text, and whether it counts stones.
fn in_words(text: &str) -> Option<(f64, bool)> {
    let (before, number) = text.split_at(text.find(is_of_number)?);
    let (whole, after) = match part(number) {
        Some(_) => (0.0, number),
        None => whole(number)?,
    };
    let between = after.trim_start_matches(BETWEEN);
    let (part, rest) = part(between).unwrap_or((0.0, between));
    if rest.contains(|letter| letter != '.' && is_of_number(letter)) {
        return None;
    }
    let is_negative = before.ends_with(['-', '−']) || text.contains('逆');
    let amount = if is_negative {
        -whole - part
    } else {
        whole + part
    };
    Some((amount, number.contains('子')))
}

fn is_of_number(letter: char) -> bool {
    is_digit(letter) || is_numeral(letter) || "半반½¼¾".contains(letter)
}

fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit() || letter == '.'
}

fn is_numeral(letter: char) -> bool {
    "十百".contains(letter) || NUMERALS.contains(letter)
}

/// The fraction at the beginning of a text, and what follows it.
fn part(text: &str) -> Option<(f64, &str)> {
    let mut parts = PARTS.iter();
    parts.find_map(|(name, part)| Some((*part, text.strip_prefix(name)?)))
}

/// The number at the beginning of a text, in digits or numerals, and what follows it.
fn whole(text: &str) -> Option<(f64, &str)> {
    let after = text.trim_start_matches(is_digit);
    if after.len() < text.len() {
        return Some((text[..text.len() - after.len()].parse().ok()?, after));
    }
    let after = text.trim_start_matches(is_numeral);
    let numerals = &text[..text.len() - after.len()];
    let number = match numerals.split_once('十') {
        Some((tens, ones)) => 10 * numeral(tens, 1)? + numeral(ones, 0)?,
        None => numeral(numerals, 0)?,
    };
    Some((number as f64, after))
}

/// The value of a single numeral, or `of_none` for an empty text; `None` for anything else.
fn numeral(text: &str, of_none: usize) -> Option<usize> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (None, _) => Some(of_none),
        (Some(letter), None) => NUMERALS.chars().position(|numeral| numeral == letter),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_read_as_people_and_servers_write_it() {
        for (text, expected) in [
            ("7", 7.0),
            ("-3.5", -3.5),
            ("+6.5", 6.5),
            ("6,5", 6.5),
            (".5", 0.5),
            ("6.5 points", 6.5),
            ("50", 0.5),
            ("375", 7.5),
            ("650", 6.5),
            ("750.0", 7.5),
            ("0", 0.0),
            ("51", 51.0),
            ("376", 376.0),
            ("3.75", 7.5),
            ("2.75", 5.5),
            ("3.75子", 7.5),
            ("3又3/4子", 7.5),
            ("3 3/4", 7.5),
            ("黑贴3又3/4子", 7.5),
            ("三又四分之三子", 7.5),
            ("3.5", 3.5),
            ("3.5子", 7.0),
            ("6目半", 6.5),
            ("6.5目", 6.5),
            ("七目半", 7.5),
            ("十目", 10.0),
            ("十五目", 15.0),
            ("二十目半", 20.5),
            ("コミ6目半", 6.5),
            ("6집 반", 6.5),
            ("6 1/2", 6.5),
            ("5½", 5.5),
            ("半目", 0.5),
            ("½", 0.5),
            ("-½", -0.5),
            ("1/2", 0.5),
            ("-1/2", -0.5),
            ("四分之三子", 1.5),
            ("7.5目(3 3/4子)", 7.5),
            ("3 3/4子(7.5目)", 7.5),
            ("-6目半", -6.5),
            ("逆コミ5目半", -5.5),
        ] {
            assert_eq!(komi_points(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_text_without_a_single_number_is_no_komi() {
        for text in [
            "",
            "abc",
            "nan",
            "inf",
            "1e999",
            "-",
            ".",
            "コミなし",
            "7/2",
            "11/2",
            "6 1/20",
            "6-7",
            "6.5 or 7.5",
            "三百目",
            "三四目",
            "第1局 6.5目",
            "半 3/4",
        ] {
            assert_eq!(komi_points(text), None, "{text}");
        }
    }
}
