//! The properties that matter to a game, out of a parsed node. Points and moves become ours here.

use std::collections::HashSet;

use sgf_parse::SgfNode;
use sgf_parse::go::{Move as Stone, Point as SgfPoint, Prop};

use super::SgfError;
use super::oddity::Oddity;
use crate::board::{Color, Coord, MAX_SIZE, MIN_SIZE, Move};

/// Size of a board whose file does not say.
const DEFAULT_SIZE: usize = 19;

/// `[tt]` is a pass on boards that do not have the point.
const OLD_PASS: SgfPoint = SgfPoint { x: 19, y: 19 };

/// One node of a game and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) properties: &'a SgfNode<Prop>,
    pub(super) line: usize,
    pub(super) size: usize,
}

/// What a set-up property does to its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SetUp {
    Add(Color),
    Clear,
}

/// Side of the board, from the root node.
pub(super) fn size(root: &SgfNode<Prop>) -> Result<usize, SgfError> {
    let Some(property) = root.get_property("SZ") else {
        return Ok(DEFAULT_SIZE);
    };
    let Prop::SZ((columns, rows)) = *property else {
        return Err(SgfError::BadSize(property.to_string()));
    };
    let size = usize::from(columns);
    if columns == rows && (MIN_SIZE..=MAX_SIZE).contains(&size) {
        Ok(size)
    } else {
        Err(SgfError::BadSize(format!("{columns}x{rows}")))
    }
}

/// Komi, from the root node; nothing when it makes no sense.
pub(super) fn komi(root: &SgfNode<Prop>) -> Option<f64> {
    let komi = match root.get_property("KM")? {
        Prop::KM(komi) => *komi,
        Prop::Invalid(_, values) => values.first()?.trim().replace(',', ".").parse().ok()?,
        _ => return None,
    };
    komi.is_finite().then_some(komi)
}

/// Number of handicap stones, from the root node; nothing when there are less than two.
pub(super) fn handicap(root: &SgfNode<Prop>) -> Option<usize> {
    match root.get_property("HA")? {
        Prop::HA(stones) => usize::try_from(*stones).ok(),
        _ => None,
    }
}

impl Node<'_> {
    /// Whose turn the node says it is.
    pub(super) fn turn(&self) -> Option<Color> {
        match self.properties.get_property("PL")? {
            Prop::PL(sgf_parse::Color::Black) => Some(Color::Black),
            Prop::PL(sgf_parse::Color::White) => Some(Color::White),
            Prop::Invalid(_, values) => match values.first()?.trim_start().chars().next()? {
                'B' | 'b' | '1' => Some(Color::Black),
                'W' | 'w' | '2' => Some(Color::White),
                _ => None,
            },
            _ => None,
        }
    }

    /// Points that the node sets up, in the order of its properties.
    pub(super) fn set_up(&self) -> Result<Vec<(SetUp, Coord)>, SgfError> {
        let mut changes = Vec::new();
        for property in self.properties.properties() {
            let (change, points) = match property {
                Prop::AB(points) => (SetUp::Add(Color::Black), Some(points.clone())),
                Prop::AW(points) => (SetUp::Add(Color::White), Some(points.clone())),
                Prop::AE(points) => (SetUp::Clear, Some(points.clone())),
                Prop::Invalid(name, values) => match name.as_str() {
                    "AB" => (SetUp::Add(Color::Black), list(values)),
                    "AW" => (SetUp::Add(Color::White), list(values)),
                    "AE" => (SetUp::Clear, list(values)),
                    _ => continue,
                },
                _ => continue,
            };
            let coords = points
                .and_then(|points| points.into_iter().map(|point| self.coord(point)).collect());
            let coords: Vec<Coord> = coords.ok_or_else(|| self.bad(property))?;
            changes.extend(coords.into_iter().map(|coord| (change, coord)));
        }
        Ok(changes)
    }

    /// The node's moves, each with its text, Black's first; `None` for a point off the board.
    /// There should be one at most. Of several of one colour the first is taken, and `extra` hears of the others.
    pub(super) fn moves(
        &self,
        extra: &mut Oddity,
    ) -> Result<Vec<(Color, Option<Move>, String)>, SgfError> {
        let mut moves: Vec<(Color, Option<Move>, String)> = Vec::new();
        for property in self.properties.properties() {
            let (color, stone) = match property {
                Prop::B(stone) => (Color::Black, Some(*stone)),
                Prop::W(stone) => (Color::White, Some(*stone)),
                Prop::Invalid(name, values) => match name.as_str() {
                    "B" => (Color::Black, first_stone(values)),
                    "W" => (Color::White, first_stone(values)),
                    _ => continue,
                },
                _ => continue,
            };
            if moves.iter().any(|&(other, ..)| other == color) {
                extra.add(|| format!("line {}: another move of {color}'s", self.line));
                continue;
            }
            let stone = stone.ok_or_else(|| self.bad(property))?;
            moves.push((color, self.mv(stone), property.to_string()));
        }
        moves.sort_by_key(|&(color, ..)| color as usize);
        Ok(moves)
    }

    fn mv(&self, stone: Stone) -> Option<Move> {
        let point = match stone {
            Stone::Pass => return Some(Move::Pass),
            Stone::Move(point) => point,
        };
        let past_the_edge = SgfPoint {
            x: self.size as u8,
            y: self.size as u8,
        };
        if point == OLD_PASS || point == past_the_edge {
            return Some(Move::Pass);
        }
        self.coord(point).map(Move::Play)
    }

    /// SGF counts rows from the top.
    fn coord(&self, point: SgfPoint) -> Option<Coord> {
        let row = self.size.checked_sub(1 + usize::from(point.y))?;
        Coord::new(point.x.into(), row).filter(|coord| coord.is_on(self.size))
    }

    fn bad(&self, property: &Prop) -> SgfError {
        SgfError::BadValue {
            line: self.line,
            property: property.to_string(),
        }
    }
}

/// The first of several values, where there should be one.
fn first_stone(values: &[String]) -> Option<Stone> {
    values.first()?.trim().parse().ok()
}

/// Points and rectangles that `sgf-parse` refused: with blanks, empty, or named by other corners than it expects.
fn list(values: &[String]) -> Option<HashSet<SgfPoint>> {
    let mut points = HashSet::new();
    for value in values
        .iter()
        .map(|value| value.trim())
        .filter(|value| !value.is_empty())
    {
        let (from, to) = value.split_once(':').unwrap_or((value, value));
        let (from, to): (SgfPoint, SgfPoint) = (from.parse().ok()?, to.parse().ok()?);
        for x in from.x.min(to.x)..=from.x.max(to.x) {
            for y in from.y.min(to.y)..=from.y.max(to.y) {
                points.insert(SgfPoint { x, y });
            }
        }
    }
    Some(points)
}
