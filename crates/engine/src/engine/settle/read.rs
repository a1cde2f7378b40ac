//! Reads out the fate of the chains in doubt, where little else is open: territory whose owner is known is filled, and the solver
//! plays out the rest.

use super::judge::Judgement;
use crate::net::POINTS;
use crate::solve::{self, Budget, Life, Problem, open_points};
use tao_rules::board::{AnyBoard, Board, ByColor, Color, Move, Point, PointSet};
use tao_rules::game::{Score, Scoring};

/// Maximum number of open points of a board that is read.
const MAX_OPEN: usize = 40;

/// Bytes of the solver's table.
const TABLE_BYTES: usize = 1 << 20;

/// Maximum number of positions that are read to check one territory.
const MAX_CHECKED: u64 = 2_000;

/// A territory without enemy stones holds in any case if it has at least this many points.
const SAFE_FROM: usize = 6;

/// Maximum number of pairs of eyes that are tried for a territory: if any pair works, one of the first does.
const MAX_PAIRS: usize = 100;

/// The budget for a position among several.
pub const SHORT: Budget<'_> = reading_budget(10_000);

/// The budget for the result of a game.
pub const LONG: Budget<'_> = reading_budget(100_000);

/// The budget for this many positions for each side to move first, on boards up to 9x9. On larger boards fewer are read, since
/// each position takes longer.
pub const fn reading_budget(nodes: u64) -> Budget<'static> {
    Budget {
        nodes,
        deadline: None,
        stop: None,
        table_bytes: TABLE_BYTES,
    }
}

/// Best play from a board on which clear territories belong to their owners, whatever is played there.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The moves.
    pub line: Vec<Move>,
    /// The score at the end.
    pub score: Score,
    /// How many more stones Black plays than White until somebody passes, where stones count. Later stones only capture what is
    /// dead.
    pub surplus: i32,
    /// The final board, on which each side owns what it gets.
    pub end: Box<AnyBoard>,
}

/// The best play that was found with each side moving first.
pub type Readings = ByColor<Option<Reading>>;

/// Reads best play with each side moving first, as far as it is found within the limit.
pub fn read_both(judgement: &Judgement<'_>, budget: &Budget<'_>) -> Readings {
    let (game, territories) = (judgement.game, judgement.territories());
    let board = game.board();
    let budget = &Budget {
        nodes: budget.nodes / (game.size() * game.size()).div_ceil(POINTS) as u64,
        ..*budget
    };
    let all_filled = fill(board, &territories);
    if open_points(&all_filled) > MAX_OPEN {
        return Readings::default();
    }
    let filled = fill(board, &holding(board, &territories, budget));
    let mut board = if open_points(&filled) > MAX_OPEN {
        all_filled
    } else {
        filled
    };
    board.pass();
    ByColor::from_fn(|first| {
        let (line, end) = read(&board, first, game.komi_of_area(), budget)?;
        let until_pass = line.iter().take_while(|&&mv| mv != Move::Pass);
        let surplus = match game.rules().scoring {
            Scoring::Area => 0,
            Scoring::Territory => first.signed((until_pass.count() % 2) as i32),
        };
        Some(Reading {
            score: game.score_after(&end, surplus),
            line,
            surplus,
            end: Box::new(end),
        })
    })
}

/// Best play by area from a board with `first` to move, and the board at its end; `None` if too much is open, or it is not found
/// within the limit.
fn read(
    board: &AnyBoard,
    first: Color,
    komi: f64,
    budget: &Budget<'_>,
) -> Option<(Vec<Move>, AnyBoard)> {
    if open_points(board) > MAX_OPEN {
        return None;
    }
    let problem = Problem {
        komi,
        ..Problem::new(board, first)
    };
    let solution = solve::solve(&problem, budget);
    let lead = solution.lead()?;
    let end = end(board, first, &solution.line)?;
    (end.area().lead() == lead).then_some((solution.line, end))
}

/// The board after these moves, without the stones that stand in the other side's unconditional territory.
fn end(board: &AnyBoard, first: Color, line: &[Move]) -> Option<AnyBoard> {
    let mut board = board.clone();
    let colors = [first, !first].into_iter().cycle();
    for (color, mv) in colors.zip(line) {
        match mv {
            Move::Pass => board.pass(),
            &Move::Play(coord) => board.play(color, Point::new(coord)).ok()?,
        }
    }
    let [dead_whites, dead_blacks] =
        Color::BOTH.map(|color| Life::of(&board, color).territory & board.stones(!color));
    Some(board.without(dead_whites | dead_blacks))
}

/// A region that one side surrounds and owns.
#[derive(Clone, Copy, Debug)]
pub struct Territory {
    pub owner: Color,
    /// Empty points and dead stones.
    pub points: PointSet<6>,
}

/// Returns the board with each territory filled by its owner except for two eyes, which keep the surrounding stones alive whatever
/// happens. A territory without room for two eyes stays as it is.
pub fn fill(board: &AnyBoard, territories: &[Territory]) -> AnyBoard {
    let mut filled = board.clone();
    for territory in territories {
        if let Some(next) = with_two_eyes(&filled, territory) {
            filled = next;
        }
    }
    filled
}

/// The board with a territory filled but for two eyes; `None` without room for them.
fn with_two_eyes(board: &AnyBoard, territory: &Territory) -> Option<AnyBoard> {
    let &Territory { owner, points } = territory;
    let rest = board.without(points);
    let mut eyes: Vec<Point<6>> = points.iter().collect();
    // An eye at a point with few neighbors in the territory leaves the rest of the territory connected.
    eyes.sort_by_key(|&eye| (PointSet::around(eye) & points).len());
    let pairs = eyes
        .iter()
        .enumerate()
        .flat_map(|(i, &one)| eyes[i + 1..].iter().map(move |&other| (one, other)));
    let apart = pairs.filter(|&(one, other)| !PointSet::around(one).contains(other));
    apart.take(MAX_PAIRS).find_map(|(one, other)| {
        let eyes = PointSet::only(one) | PointSet::only(other);
        let filling = (points & !eyes).iter().map(|point| (owner, point.coord()));
        let next = Board::set_up(board.size(), rest.all_stones().chain(filling))?;
        let life = Life::of(&next, owner);
        let border = points.neighbors() & board.stones(owner);
        let is_alive = (border & !life.stones).is_empty() && (eyes & !life.territory).is_empty();
        is_alive.then_some(next)
    })
}

/// Returns the territories that hold even if the other side moves first in them and owns what is open elsewhere.
pub fn holding(board: &AnyBoard, territories: &[Territory], budget: &Budget<'_>) -> Vec<Territory> {
    let budget = &Budget {
        nodes: budget.nodes.min(MAX_CHECKED),
        ..*budget
    };
    let all = 0..territories.len();
    let holding = all.filter(|&index| holds(board, territories, index, budget));
    holding.map(|index| territories[index]).collect()
}

fn holds(board: &AnyBoard, territories: &[Territory], index: usize, budget: &Budget<'_>) -> bool {
    let Territory { owner, points } = territories[index];
    if points.len() >= SAFE_FROM && (points & !board.empty()).is_empty() {
        return true;
    }
    let others = [&territories[..index], &territories[index + 1..]].concat();
    let mut filled = fill(board, &others);
    let ByColor([black, white]) = ByColor::from_fn(|color| Life::of(&filled, color).points());
    if (points & !(black | white)).is_empty() {
        return true;
    }
    let border = filled.chains(points.neighbors() & filled.stones(owner));
    let border = border.fold(PointSet::EMPTY, |all, chain| all | chain.stones);
    let all = PointSet::full(board.size());
    for points in (all & !black & !white & !points & !border).regions() {
        let lost = Territory {
            owner: !owner,
            points,
        };
        if let Some(next) = with_two_eyes(&filled, &lost) {
            filled = next;
        }
    }
    filled.pass();
    read(&filled, !owner, 0.0, budget)
        .is_some_and(|(_, end)| (points & !end.owned()[owner]).is_empty())
}
