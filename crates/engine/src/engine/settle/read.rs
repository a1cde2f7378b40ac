//! Reads out the fate of the chains in doubt, where little else is open: territory whose owner is known is filled, and the solver
//! plays out the rest.

use super::judge::Judgement;
use crate::net::POINTS;
use crate::solve::{self, Budget, Problem, final_lead, lost, owned};
use tao_rules::game::{Game, Score, Scoring, Superko, SuperkoPosition};
use tao_rules::raw::{AnyBoard, Board, ByColor, Color, Life, Move, Point, PointSet};

/// Maximum number of empty points that neither side owns unconditionally on a board that is read. Of 240 boards with at least as
/// many, from games of the engine, one could be read within 300 000 positions.
const MAX_OPEN: usize = 15;

/// Bytes of the solver's table, which begins small and grows.
const TABLE_BYTES: usize = 4 << 20;

/// Maximum number of positions that are read to check one territory.
const MAX_CHECKED: u64 = 2_000;

/// A territory without enemy stones holds in any case if it has at least this many points.
const SAFE_FROM: usize = 6;

/// Maximum number of pairs of eyes that are tried for a territory: if any pair works, one of the first does.
const MAX_PAIRS: usize = 100;

/// The side to move is asked first whether it can keep this many points less than it has on the board as it stands. A seki was
/// solved so in 120 000 positions instead of 880 000.
const MARGIN: i32 = 3;

/// The budget for a position among several.
pub const SHORT: Budget<'_> = reading_budget(10_000);

/// The budget for the result of a game: two groups whose life depends on several kos take up to 1 300 000 positions. Under a fuzzer
/// each position takes twenty times as long.
pub const LONG: Budget<'_> = reading_budget(if cfg!(fuzzing) { 75_000 } else { 1_500_000 });

/// The budget for this many positions for each side to move first, on boards up to 9x9; on larger boards fewer are read.
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
    /// How many more stones Black plays than White, where stones count.
    pub surplus: i32,
    /// The final board, on which each side owns what it gets.
    pub end: Box<AnyBoard>,
}

/// The best play that was found with each side moving first.
pub type Readings = ByColor<Option<Reading>>;

/// Reads best play with the side to move moving first and, if that is found within the limit, with the other side doing so.
pub fn read_both(judgement: &Judgement<'_>, budget: &Budget<'_>) -> Readings {
    let (game, budget) = (judgement.game, &for_size(judgement.game.size(), budget));
    let mut readings = Readings::default();
    if let Some(board) = filled(judgement, budget) {
        let next = game.to_move();
        readings[next] = read(game, &board, next, budget);
        if readings[next].is_some() {
            readings[!next] = read(game, &board, !next, budget);
        }
    }
    readings
}

/// Reads as [`read_both`] does, after the points between chains that live anyway were divided between their owners. Only the fate
/// of the other chains counts, not the score.
pub fn read_closed(judgement: &Judgement<'_>, budget: &Budget<'_>) -> Option<ByColor<Reading>> {
    let (game, budget) = (judgement.game, &for_size(judgement.game.size(), budget));
    let board = filled(judgement, budget)?;
    let closed = closed(&board)?;
    let black = read(game, &closed, Color::Black, budget)?;
    Some(ByColor([black, read(game, &closed, Color::White, budget)?]))
}

/// The budget for a board of this size: on larger boards each position takes longer.
fn for_size<'a>(size: usize, budget: &Budget<'a>) -> Budget<'a> {
    Budget {
        nodes: budget.nodes / (size * size).div_ceil(POINTS) as u64,
        ..*budget
    }
}

/// The board of the game with the territories that hold filled, or with all of them if that leaves too much open; `None` if that
/// does so as well.
fn filled(judgement: &Judgement<'_>, budget: &Budget<'_>) -> Option<AnyBoard> {
    let (game, territories) = (judgement.game, judgement.territories());
    let all_filled = fill(game.board(), &territories);
    if open_empty(&all_filled) > MAX_OPEN {
        return None;
    }
    let filled = fill(game.board(), &holding(game, &territories, budget));
    let mut board = if open_empty(&filled) > MAX_OPEN {
        all_filled
    } else {
        filled
    };
    board.pass();
    Some(board)
}

/// The board with stones of both colors in turn on the points that touch living chains alone; `None` if there are none.
pub fn closed(board: &AnyBoard) -> Option<AnyBoard> {
    let living = ByColor::from_fn(|color| Life::of(board, color).stones);
    let others = !(board.empty() | living[Color::Black] | living[Color::White]);
    let others = others & PointSet::full(board.size());
    let is_neutral = |region: &PointSet<6>| {
        let around = region.neighbors();
        !around.intersects(&others) && living.0.iter().all(|stones| around.intersects(stones))
    };
    let neutral = board.empty().regions().filter(is_neutral);
    let neutral = neutral.fold(PointSet::EMPTY, |all, region| all | region);
    let colors = Color::BOTH.into_iter().cycle();
    let filling = neutral.iter().zip(colors).map(|(point, color)| {
        let touches = PointSet::around(point).intersects(&living[color]);
        (if touches { color } else { !color }, point.coord())
    });
    let closed = Board::set_up(board.size(), board.all_stones().chain(filling));
    closed.filter(|_| !neutral.is_empty())
}

/// Reads best play with `first` to move on a board that is that of the game but for filled territory; `None` if too much is open,
/// or it is not found within the limit.
fn read(game: &Game, board: &AnyBoard, first: Color, budget: &Budget<'_>) -> Option<Reading> {
    if open_empty(board) > MAX_OPEN {
        return None;
    }
    let rules = game.rules();
    let earlier = earlier(game, board);
    let mut problem = Problem {
        // The proof for the side to move comes first, which costs least.
        komi: f64::from(board.area().lead() - first.signed(MARGIN)),
        scoring: game.scoring_of_play(),
        ..Problem::new(board, first)
    };
    // Without superko a cycle has no result. Then the reading forbids repetitions from here on.
    if rules.superko != Superko::Simple {
        problem.superko = rules.superko;
        problem.earlier = &earlier;
    }
    let solution = solve::solve(&problem, budget);
    let lead = solution.lead()?;
    let line = solution.line;
    let end = end(board, first, &line)?;
    let surplus = match problem.scoring {
        Scoring::Area => 0,
        Scoring::Territory => surplus(first, &line),
    };
    let is_end = final_lead(&end, problem.scoring) - surplus == lead;
    is_end.then(|| Reading {
        score: game.score_after(&end, surplus),
        line,
        surplus,
        end: Box::new(end),
    })
}

/// The number of empty points that neither side owns unconditionally.
fn open_empty(board: &AnyBoard) -> usize {
    let ByColor([black, white]) = owned(board);
    (board.empty() & !black & !white).len()
}

/// How many more stones Black plays than White in these moves.
fn surplus(first: Color, line: &[Move]) -> i32 {
    let colors = [first, !first].into_iter().cycle();
    let stones = colors.zip(line).filter(|&(_, &mv)| mv != Move::Pass);
    stones.map(|(color, _)| color.signed(1)).sum()
}

/// The earlier positions of the game that play on a partly filled board could repeat: those that are equal to the current one
/// where it was filled, filled as well.
fn earlier(game: &Game, filled: &AnyBoard) -> Vec<SuperkoPosition> {
    let (now, then) = (game.board().stones_by_color(), filled.stones_by_color());
    let [blacks, whites] = Color::BOTH.map(|color| now[color] ^ then[color]);
    let changed = blacks | whites;
    let past = game.past().iter().filter(|past| {
        let is_equal = |color| ((past.stones[color] ^ now[color]) & changed).is_empty();
        Color::BOTH.into_iter().all(is_equal)
    });
    let filled = past.map(|past| SuperkoPosition {
        stones: ByColor::from_fn(|color| past.stones[color] & !changed | then[color] & changed),
        ..*past
    });
    filled.collect()
}

/// The board after these moves, without the [lost] stones.
fn end(board: &AnyBoard, first: Color, line: &[Move]) -> Option<AnyBoard> {
    let mut board = board.clone();
    let colors = [first, !first].into_iter().cycle();
    for (color, mv) in colors.zip(line) {
        match mv {
            Move::Pass => board.pass(),
            &Move::Play(coord) => board.play(color, Point::new(coord)).ok()?,
        }
    }
    Some(board.without(lost(&board)))
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
pub fn holding(game: &Game, territories: &[Territory], budget: &Budget<'_>) -> Vec<Territory> {
    let budget = &Budget {
        nodes: budget.nodes.min(MAX_CHECKED),
        ..*budget
    };
    let all = 0..territories.len();
    let holding = all.filter(|&index| holds(game, territories, index, budget));
    holding.map(|index| territories[index]).collect()
}

fn holds(game: &Game, territories: &[Territory], index: usize, budget: &Budget<'_>) -> bool {
    let board = game.board();
    let Territory { owner, points } = territories[index];
    if points.len() >= SAFE_FROM && (points & !board.empty()).is_empty() {
        return true;
    }
    let others = [&territories[..index], &territories[index + 1..]].concat();
    let mut filled = fill(board, &others);
    let ByColor([black, white]) = owned(&filled);
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
    read(game, &filled, !owner, budget)
        .is_some_and(|Reading { end, .. }| (points & !end.owned()[owner]).is_empty())
}
