//! Points that are candidates only near a stone. By the rules of the thesis, "Computer Go engine research based on UCT", 2010,
//! these are the points of the first two lines; in a Connect6 program all points.

use serde::{Deserialize, Serialize};

use tao_rules::raw::{Board, Coord, Point, PointSet};

/// Manhattan distance below which a stone on line one or two makes a first-line point a candidate: from the thesis.
const FIRST_LINE_REACH: usize = 3;

/// The same for a second-line point and a stone on any line, at most two rows and two columns apart: all of this square around
/// the stone but its corners.
const SECOND_LINE_REACH: usize = 4;

/// Which points are candidates, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LineRules {
    /// All points, always.
    Off,
    /// Points of the first two lines when a stone is near, from a certain move on; points of higher lines always.
    Thesis {
        /// Number of moves before the first line; 10 in the thesis.
        first_line_after: usize,
        /// Number of moves before the second line; 5 in the thesis.
        second_line_after: usize,
    },
    /// Points of all lines when a stone is near.
    Near {
        /// Most rows and most columns between point and stone, at least 1; 2 in the Connect6 program.
        distance: usize,
    },
}

impl LineRules {
    /// The rule of the Connect6 program.
    pub const NEAR: Self = Self::Near { distance: 2 };

    /// Whether a stone makes a point a candidate.
    fn touches(self, stone: Coord, coord: Coord, size: usize) -> bool {
        let (across, along) = (
            stone.column().abs_diff(coord.column()),
            stone.row().abs_diff(coord.row()),
        );
        match (self, coord.line(size)) {
            (Self::Near { distance }, _) => across.max(along) <= distance,
            (_, 1) => stone.line(size) <= 2 && across + along < FIRST_LINE_REACH,
            (_, 2) => across.max(along) <= 2 && across + along < SECOND_LINE_REACH,
            _ => false,
        }
    }
}

/// The points of each line, and the points that a stone on each point makes candidates; computed once for a search.
#[derive(Clone, Debug)]
pub struct LineTables<const W: usize> {
    rules: LineRules,
    first_line: PointSet<W>,
    second_line: PointSet<W>,
    inner: PointSet<W>,
    /// By number of a stone's point: the points near the stone that become candidates.
    touched: [[PointSet<W>; 64]; W],
}

impl<const W: usize> LineTables<W> {
    /// The tables for a board of this size.
    pub fn new(size: usize, rules: LineRules) -> Self {
        let on_line = |lines: std::ops::RangeInclusive<usize>| -> PointSet<W> {
            Coord::all(size)
                .filter(|coord| lines.contains(&coord.line(size)))
                .map(Point::new)
                .collect()
        };
        let mut touched = [[PointSet::EMPTY; 64]; W];
        for stone in Coord::all(size) {
            touched.as_flattened_mut()[Point::<W>::new(stone).number()] = Coord::all(size)
                .filter(|&coord| rules.touches(stone, coord, size))
                .map(Point::new)
                .collect();
        }
        Self {
            rules,
            first_line: on_line(1..=1),
            second_line: on_line(2..=2),
            inner: on_line(3..=size),
            touched,
        }
    }
}

/// The candidate points of one game, updated move by move.
/// The thesis names no removal: points near a captured stone stay candidates, until a new state is made of the stones on the board.
#[derive(Clone, Copy, Debug)]
pub struct LineState<const W: usize> {
    touched: PointSet<W>,
    moves: usize,
}

impl<const W: usize> LineState<W> {
    /// The state of a position after `moves` moves of the game.
    pub fn new(line_tables: &LineTables<W>, board: &Board<W>, moves: usize) -> Self {
        let mut state = Self {
            touched: PointSet::EMPTY,
            moves,
        };
        for (_, coord) in board.all_stones() {
            state.touched |= line_tables.touched.as_flattened()[Point::<W>::new(coord).number()];
        }
        state
    }

    #[inline(always)]
    pub fn play(&mut self, line_tables: &LineTables<W>, point: Point<W>) {
        if line_tables.rules != LineRules::Off {
            self.touched |= line_tables.touched.as_flattened()[point.number()];
        }
        self.moves += 1;
    }

    #[inline(always)]
    pub fn pass(&mut self) {
        self.moves += 1;
    }

    /// The candidate points, whether empty or not. With [`LineRules::Near`] there are none on an empty board.
    #[inline(always)]
    pub fn candidates(&self, line_tables: &LineTables<W>) -> PointSet<W> {
        let mut points = line_tables.inner;
        match line_tables.rules {
            LineRules::Off => points = points | line_tables.first_line | line_tables.second_line,
            LineRules::Near { .. } => points = self.touched,
            LineRules::Thesis {
                first_line_after,
                second_line_after,
            } => {
                if self.moves >= first_line_after {
                    points |= line_tables.first_line & self.touched;
                }
                if self.moves >= second_line_after {
                    points |= line_tables.second_line & self.touched;
                }
            }
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tao_rules::board::Color;

    const THESIS: LineRules = LineRules::Thesis {
        first_line_after: 10,
        second_line_after: 5,
    };

    fn candidates(stones: &str, moves: usize) -> Vec<String> {
        let stones = stones
            .split_whitespace()
            .map(|vertex| (Color::Black, vertex.parse().unwrap()));
        let board: Board<2> = Board::set_up(9, stones).unwrap();
        let line_tables = LineTables::new(9, THESIS);
        let mut low: Vec<String> = LineState::new(&line_tables, &board, moves)
            .candidates(&line_tables)
            .iter()
            .map(Point::coord)
            .filter(|coord| coord.line(9) < 3)
            .map(|coord| coord.to_string())
            .collect();
        low.sort();
        low
    }

    #[test]
    fn the_empty_board_has_the_25_points_of_lines_three_to_seven() {
        let line_tables: LineTables<2> = LineTables::new(9, THESIS);
        let points = LineState::new(&line_tables, &Board::new(9), 0).candidates(&line_tables);
        assert_eq!(points.len(), 25);
        assert!(points.iter().all(|point| point.coord().line(9) >= 3));
    }

    #[test]
    fn the_second_line_waits_for_five_moves_and_a_stone_near() {
        assert!(candidates("E3", 4).is_empty());
        // The rectangle around E3 is C1 to G5; on the second line that is C2 to G2.
        assert_eq!(candidates("E3", 5), ["C2", "D2", "E2", "F2", "G2"]);
        // A stone on the fourth line sees the second line only straight and one to each side: C2 and G2 are corners.
        assert_eq!(candidates("E4", 5), ["D2", "E2", "F2"]);
        assert!(candidates("E5", 5).is_empty());
    }

    #[test]
    fn the_first_line_waits_for_ten_moves_and_a_low_stone_near() {
        assert_eq!(candidates("E2", 9), ["C2", "D2", "E2", "F2", "G2"]);
        assert_eq!(
            candidates("E2", 10),
            ["C2", "D1", "D2", "E1", "E2", "F1", "F2", "G2"]
        );
        assert_eq!(candidates("E3", 10), ["C2", "D2", "E2", "F2", "G2"]);
    }

    #[test]
    fn updates_give_the_same_as_a_new_state() {
        let line_tables: LineTables<2> = LineTables::new(9, THESIS);
        let mut board: Board<2> = Board::new(9);
        let mut line_state = LineState::new(&line_tables, &board, 0);
        for (moves, vertex) in [
            "C3", "G2", "B7", "J1", "E5", "A5", "F8", "D2", "H8", "B1", "C1",
        ]
        .into_iter()
        .enumerate()
        {
            let point = Point::new(vertex.parse().unwrap());
            board.play(Color::BOTH[moves % 2], point).unwrap();
            line_state.play(&line_tables, point);
            assert_eq!(
                line_state.candidates(&line_tables),
                LineState::new(&line_tables, &board, moves + 1).candidates(&line_tables)
            );
        }
    }

    #[test]
    fn by_distance_every_point_in_a_square_around_a_stone_is_a_candidate() {
        let mut board: Board<2> = Board::new(9);
        let line_tables = LineTables::new(9, LineRules::NEAR);
        let candidates =
            |board: &_| LineState::new(&line_tables, board, 0).candidates(&line_tables);
        assert!(candidates(&board).is_empty());
        let [corner, inside, outside] =
            ["J9", "G7", "F9"].map(|vertex| Point::new(vertex.parse().unwrap()));
        board.play(Color::Black, corner).unwrap();
        let points = candidates(&board);
        assert_eq!(points.len(), 9);
        assert!(points.contains(inside) && !points.contains(outside));
        board
            .play(Color::White, Point::new("C3".parse().unwrap()))
            .unwrap();
        assert_eq!(candidates(&board).len(), 9 + 25);
    }

    #[test]
    fn without_rules_every_point_is_a_candidate() {
        for size in 2..=9 {
            let line_tables: LineTables<2> = LineTables::new(size, LineRules::Off);
            assert_eq!(
                LineState::new(&line_tables, &Board::new(size), 0).candidates(&line_tables),
                PointSet::full(size)
            );
        }
    }
}
