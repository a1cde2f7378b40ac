//! The properties that matter to a game, out of a node. Points and moves become ours here.

use super::SgfError;
use super::lexer::{Property, Value};
use super::main_line::Node;
use super::oddity::Oddity;
use crate::board::{AnyBoard, Color, Coord, MAX_SIZE, MIN_SIZE, Move};
use crate::game::Game;

/// Size of a board whose file does not say.
const DEFAULT_SIZE: usize = 19;

/// A pass on boards that do not have the point, which are all of ours.
const OLD_PASS: [usize; 2] = [19, 19];

/// Names without which a game is another one.
const NEEDED: [&str; 6] = ["AB", "AE", "AW", "B", "SZ", "W"];

/// What the server Fox writes as komi, hundredths of points or of stones, and the points that it means.
const FOX_KOMI: [(&str, f64); 8] = [
    ("275", 5.5),
    ("325", 6.5),
    ("350", 7.0),
    ("375", 7.5),
    ("550", 5.5),
    ("650", 6.5),
    ("700", 7.0),
    ("750", 7.5),
];

/// Refuses moves, stones and sizes that have a name and no value. Of other such properties `bare` hears.
pub(super) fn check_values(node: &Node, bare: &mut Oddity) -> Result<(), SgfError> {
    for property in node.properties.iter().filter(|other| other.is_bare()) {
        if NEEDED.contains(&&*property.name()) {
            return Err(property.expected("a value in brackets"));
        }
        bare.add(|| format!("{}: a property without a value", property.place()));
    }
    Ok(())
}

/// Refuses other games. A `GM` that is no number is forgiven.
pub(super) fn check_game(root: &Node) -> Result<(), SgfError> {
    let Some(value) = root.value("GM") else {
        return Ok(());
    };
    let text = value.simple_text();
    match text.parse::<i64>() {
        Ok(1) => Ok(()),
        Ok(_) => Err(value.expected("`GM[1]`, which is Go")),
        Err(_) => {
            if !text.is_empty() {
                log::warn!("{} taken for Go", value.excerpt());
            }
            Ok(())
        }
    }
}

/// The board of the game without a stone.
pub(super) fn empty_board(root: &Node) -> Result<Game, SgfError> {
    let value = root.value("SZ");
    let size = value.map_or(Some(DEFAULT_SIZE), |value| side(&value.simple_text()));
    let game = size.and_then(|size| Game::new(size).ok());
    game.ok_or_else(|| {
        let expected = format!("a square of {MIN_SIZE} to {MAX_SIZE}");
        value.map_or(SgfError::NoGame, |value| value.expected(expected))
    })
}

/// Points along one side, `9` or `9:9`; nothing where the sides differ.
fn side(text: &str) -> Option<usize> {
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    let [columns, rows] = [columns, rows].map(|side| side.trim().parse().ok());
    columns.filter(|_| columns == rows)
}

/// Komi, from the root node: its first word; nothing when it makes no sense.
pub(super) fn komi(root: &Node) -> Option<f64> {
    let value = root.value("KM")?;
    let text = value.simple_text().replace(',', ".");
    let word = text.split_whitespace().next()?;
    if let Some(&(_, meant)) = FOX_KOMI.iter().find(|(written, _)| *written == word) {
        log::warn!("{} taken for a komi of {meant}", value.excerpt());
        return Some(meant);
    }
    let komi = word.parse().ok().filter(|komi: &f64| komi.is_finite());
    if komi.is_none() {
        log::warn!("{} ignored", value.excerpt());
    }
    komi
}

/// Number of handicap stones, from the root node.
pub(super) fn handicap(root: &Node) -> Option<usize> {
    root.value("HA")?.simple_text().parse().ok()
}

/// Whose turn the node says it is.
pub(super) fn turn(node: &Node) -> Option<Color> {
    match node.value("PL")?.simple_text().chars().next()? {
        'B' | 'b' | '1' => Some(Color::Black),
        'W' | 'w' | '2' => Some(Color::White),
        _ => None,
    }
}

/// Stones on their points, to be changed by rectangles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stones {
    size: usize,
    /// By row and column.
    points: [[Option<Color>; MAX_SIZE]; MAX_SIZE],
}

impl Stones {
    pub(super) fn on(board: &AnyBoard) -> Self {
        let mut points = [[None; MAX_SIZE]; MAX_SIZE];
        for (color, coord) in board.all_stones() {
            points[coord.row()][coord.column()] = Some(color);
        }
        Self {
            size: board.size(),
            points,
        }
    }

    /// Whether all of these are among others.
    pub(super) fn are_left_of(&self, others: &Self) -> bool {
        let points = self.points.as_flattened().iter();
        points
            .zip(others.points.as_flattened())
            .all(|(stone, other)| stone.is_none() || stone == other)
    }

    /// Makes the changes of a node in the order of its properties. Returns the last of these, if there is any with
    /// a point.
    pub(super) fn change<'n, 'a>(
        &mut self,
        node: &'n Node<'a>,
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
                let text = value.simple_text();
                if text.is_empty() {
                    continue;
                }
                let corners = rectangle(&text, self.size);
                let corners = corners.ok_or_else(|| value.expected(self.expected()))?;
                self.fill(corners, content);
                last = Some(property);
            }
        }
        Ok(last)
    }

    fn expected(&self) -> String {
        format!("{} or a rectangle of such points", points(self.size))
    }

    fn fill(&mut self, [one, other]: [Coord; 2], content: Option<Color>) {
        let columns = one.column().min(other.column())..=one.column().max(other.column());
        let rows = one.row().min(other.row())..=one.row().max(other.row());
        for row in &mut self.points[rows] {
            row[columns.clone()].fill(content);
        }
    }

    /// All stones, row by row.
    pub(super) fn all(&self) -> impl Iterator<Item = (Color, Coord)> {
        Coord::all(self.size).filter_map(|coord| {
            let color = self.points[coord.row()][coord.column()]?;
            Some((color, coord))
        })
    }
}

/// A move of a node and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Stone<'a> {
    pub(super) color: Color,
    pub(super) value: Value<'a>,
}

impl Stone<'_> {
    /// The error that it should be something else.
    pub(super) fn expected(&self, what: &str) -> SgfError {
        self.value.expected(what)
    }

    /// The move, which is the one of this number in its game.
    pub(super) fn mv(&self, size: usize, number: usize) -> Result<Move, SgfError> {
        let text = self.value.simple_text();
        let is_pass = text.is_empty()
            || text.eq_ignore_ascii_case("pass")
            || indices(&text).is_some_and(|at| at == OLD_PASS || at == [size, size]);
        if is_pass {
            return Ok(Move::Pass);
        }
        coord(&text, size).map(Move::Play).ok_or_else(|| {
            let points = points(size);
            self.value
                .expected(format!("move {number} to be {points} or `[]`, a pass"))
        })
    }
}

/// The node's moves, Black's first. There should be one at most; of several of one color the first is taken, and `extra`
/// hears of the others.
pub(super) fn moves<'a>(node: &Node<'a>, extra: &mut Oddity) -> Vec<Stone<'a>> {
    let mut moves: Vec<Stone> = Vec::new();
    for property in &node.properties {
        let color = match &*property.name() {
            "B" => Color::Black,
            "W" => Color::White,
            _ => continue,
        };
        if moves.iter().any(|other| other.color == color) {
            extra.add(|| format!("{}: another move of {color}'s", property.place()));
            continue;
        }
        moves.extend(property.value().map(|value| Stone { color, value }));
    }
    moves.sort_by_key(|stone| stone.color as usize);
    moves
}

/// Two corners, or a point as both; `None` unless they are on the board.
fn rectangle(text: &str, size: usize) -> Option<[Coord; 2]> {
    let (one, other) = text.split_once(':').unwrap_or((text, text));
    Some([coord(one, size)?, coord(other, size)?])
}

/// SGF counts rows from the top.
fn coord(text: &str, size: usize) -> Option<Coord> {
    let [column, row] = indices(text)?;
    let row = size.checked_sub(1 + row)?;
    Coord::new(column, row).filter(|coord| coord.is_on(size))
}

/// Column and row of a point, counted from zero at the upper left.
fn indices(text: &str) -> Option<[usize; 2]> {
    let letters: [u8; 2] = text.trim().as_bytes().try_into().ok()?;
    let is_point = letters.iter().all(u8::is_ascii_lowercase);
    is_point.then(|| letters.map(|letter| usize::from(letter - b'a')))
}

/// What points of a board are called.
fn points(size: usize) -> String {
    let last = char::from(b'a' + (size - 1) as u8);
    format!("a point from `aa` to `{last}{last}`")
}
