//! Reads out the fate of the chains in doubt, where little else is open.

use web_time::Instant;

use super::fill::fill;
use super::judge::Judgement;
use super::verify::holding;
use crate::net::POINTS;
use crate::solve::{self, Budget, Life, Problem, open_points};
use tao_rules::board::{AnyBoard, ByColor, Color, Move, Point};
use tao_rules::game::{Score, Scoring};

/// Maximum number of open points of a board that is read.
const MAX_OPEN: usize = 40;

/// Bytes of the table for the positions that are read.
const TABLE_BYTES: usize = 1 << 20;

/// The limit of a reading.
#[derive(Clone, Copy, Debug)]
pub struct ReadLimit {
    /// Maximum number of positions for each side to move first, on boards up to 9x9. On larger boards there are fewer, since each
    /// position takes longer.
    pub nodes: u64,
    pub deadline: Option<Instant>,
}

impl ReadLimit {
    /// Nothing is read.
    pub(super) const NOTHING: Self = Self::nodes(0);
    /// For a position among several.
    pub(super) const SHORT: Self = Self::nodes(10_000);
    /// For the result of a game.
    pub(super) const LONG: Self = Self::nodes(100_000);

    /// This many positions for each side, however long that takes.
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            nodes,
            deadline: None,
        }
    }

    fn for_board_of(self, size: usize) -> Self {
        let larger = (size * size).div_ceil(POINTS) as u64;
        Self {
            nodes: self.nodes / larger,
            ..self
        }
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
    pub(super) extra_stones: i32,
    /// The final board, on which each side owns what it gets.
    pub(super) end: Box<AnyBoard>,
}

/// The best play that was found with each side moving first.
pub type Readings = ByColor<Option<Reading>>;

/// Reads best play with each side moving first, as far as it is found within the limit.
pub(super) fn read(judgement: &Judgement<'_>, limit: ReadLimit) -> Readings {
    if limit.nodes == 0 {
        return Readings::default();
    }
    let game = judgement.game;
    let limit = limit.for_board_of(game.size());
    let (board, territories) = (game.board(), judgement.territories());
    let all_filled = fill(board, &territories);
    if open_points(&all_filled) > MAX_OPEN {
        return Readings::default();
    }
    let filled = fill(board, &holding(board, &territories, limit));
    let mut board = if open_points(&filled) > MAX_OPEN {
        all_filled
    } else {
        filled
    };
    board.pass();
    ByColor::from_fn(|first| {
        let reading = best_play(&board, first, game.komi_of_area(), limit)?;
        let until_pass = reading.line.iter().take_while(|&&mv| mv != Move::Pass);
        let extra_stones = match game.rules().scoring {
            Scoring::Area => 0,
            Scoring::Territory => first.signed((until_pass.count() % 2) as i32),
        };
        Some(Reading {
            score: game.score_after(&reading.end, extra_stones),
            extra_stones,
            ..reading
        })
    })
}

/// Best play by area from a board with `first` to move; `None` if too much is open, or it is not found within the limit.
pub(super) fn best_play(
    board: &AnyBoard,
    first: Color,
    komi: f64,
    limit: ReadLimit,
) -> Option<Reading> {
    if open_points(board) > MAX_OPEN {
        return None;
    }
    let problem = Problem {
        komi,
        ..Problem::new(board, first)
    };
    let budget = Budget {
        deadline: limit.deadline,
        table_bytes: TABLE_BYTES,
        ..Budget::nodes(limit.nodes)
    };
    let solution = solve::solve(&problem, &budget);
    let score = solution.score()?;
    let end = end(board, first, &solution.line)?;
    (solution.lead() == Some(end.area().lead())).then(|| Reading {
        line: solution.line,
        score,
        extra_stones: 0,
        end: Box::new(end),
    })
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
