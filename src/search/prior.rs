//! What a move seems to be worth before anybody has tried it: games that were never played.
//!
//! Each reason for or against a move adds some games to a new child, won or lost. The reasons are those of michi and
//! Pachi: distance from the last move, captures and rescues, self-atari, shape, and the line in an empty area.

use crate::board::{Board, Color, Coord, Point, PointSet};
use crate::candidates::tactics::{captures, joined};
use crate::pattern::Shapes;

/// How many games each reason is worth. 0 switches it off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Priors {
    /// Half won, half lost, for every move.
    pub even: u16,
    /// Won, at distances 1, 2 and 3 from the last move: chains count as one point.
    pub near: [u16; 3],
    /// Won, for capturing one stone.
    pub capture: u16,
    /// Won, for capturing more.
    pub large_capture: u16,
    /// Won, for taking own stones out of atari.
    pub rescue: u16,
    /// Lost, for putting own stones in atari.
    pub self_atari: u16,
    /// Won, for a 3x3 shape.
    pub shape: u16,
    /// With no stone near: lost on the first two lines, won on the third.
    pub line: u16,
}

impl Priors {
    /// Nothing is known of a move.
    pub const NONE: Self = Self {
        even: 0,
        near: [0; 3],
        capture: 0,
        large_capture: 0,
        rescue: 0,
        self_atari: 0,
        shape: 0,
        line: 0,
    };

    /// The figures of michi; its author took them from Pachi's.
    pub const MICHI: Self = Self {
        even: 10,
        near: [24, 22, 8],
        capture: 15,
        large_capture: 30,
        rescue: 20,
        self_atari: 10,
        shape: 10,
        line: 10,
    };
}

/// Games that a new child starts with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Prior {
    pub(super) games: u16,
    /// Twice the games won.
    pub(super) half_wins: u16,
}

impl Prior {
    const fn win(&mut self, games: u16) {
        self.games += games;
        self.half_wins += 2 * games;
    }

    const fn lose(&mut self, games: u16) {
        self.games += games;
    }
}

/// Judges the moves of one position.
pub(super) struct Judge<'a, const W: usize> {
    priors: &'a Priors,
    board: &'a Board<W>,
    color: Color,
    /// Points at distance 1, 2 and 3 from the last move.
    near: [PointSet<W>; 3],
    /// Points with no stone within three steps.
    lonely: PointSet<W>,
    lines: &'a [PointSet<W>; 3],
}

/// A position to judge moves in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene<'a, const W: usize> {
    pub(super) board: &'a Board<W>,
    /// Who is to move.
    pub(super) color: Color,
    /// The last stone.
    pub(super) last: Option<Point<W>>,
    /// The first three lines of the board.
    pub(super) lines: &'a [PointSet<W>; 3],
}

impl<'a, const W: usize> Judge<'a, W> {
    /// Gets ready to judge moves.
    pub(super) fn new(priors: &'a Priors, scene: Scene<'a, W>) -> Self {
        let Scene {
            board,
            color,
            last,
            lines,
        } = scene;
        let all = PointSet::full(board.size());
        let mut crowded = all & !board.empty();
        for _ in 0..3 {
            crowded |= crowded.neighbors() & all;
        }
        Self {
            priors,
            board,
            color,
            near: last.map_or([PointSet::EMPTY; 3], |last| rings(board, last)),
            lonely: all & !crowded,
            lines,
        }
    }

    /// The prior of a pass.
    pub(super) fn pass(&self) -> Prior {
        let mut prior = Prior::default();
        self.even(&mut prior);
        prior
    }

    /// The prior of a legal move.
    pub(super) fn judge(&self, point: Point<W>) -> Prior {
        let (priors, board) = (self.priors, self.board);
        let mut prior = Prior::default();
        self.even(&mut prior);
        for (ring, games) in self.near.iter().zip(priors.near) {
            if ring.contains(point) {
                prior.win(games);
            }
        }
        let captured = captures(board, self.color, point).len();
        let (stones, liberties) = joined(board, self.color, point);
        match captured {
            0 => {}
            1 => prior.win(priors.capture),
            _ => prior.win(priors.large_capture),
        }
        if liberties.len() < 2 {
            prior.lose(priors.self_atari);
        } else if stones.intersects(&(board.stones(self.color) & board.in_atari())) {
            prior.win(priors.rescue);
        }
        if Shapes::embedded().matches(board.code(point), self.color) {
            prior.win(priors.shape);
        }
        if self.lonely.contains(point) {
            let [first, second, third] = *self.lines;
            if (first | second).contains(point) {
                prior.lose(priors.line);
            } else if third.contains(point) {
                prior.win(priors.line);
            }
        }
        prior
    }

    fn even(&self, prior: &mut Prior) {
        prior.games += self.priors.even;
        prior.half_wins += self.priors.even;
    }
}

/// The points at distance 1, 2 and 3 from a stone, where a step within a chain costs nothing ("common fate").
fn rings<const W: usize>(board: &Board<W>, last: Point<W>) -> [PointSet<W>; 3] {
    let all = PointSet::full(board.size());
    let stones = all & !board.empty();
    let whole_chains = |points: PointSet<W>| {
        board
            .chains(points & stones)
            .fold(points, |points, chain| points | chain.stones)
    };
    let mut reached = whole_chains(PointSet::only(last));
    [(); 3].map(|()| {
        let ring = whole_chains(reached.neighbors() & all & !reached) & !reached;
        reached |= ring;
        ring
    })
}

/// The first three lines of a board.
pub(super) fn low_lines<const W: usize>(size: usize) -> [PointSet<W>; 3] {
    [1, 2, 3].map(|line| {
        let points = Coord::all(size).filter(|coord| coord.line(size) == line);
        points.map(Point::new).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Diagram;

    fn priors(text: &str, last: Option<&str>, vertex: &str) -> Prior {
        let Diagram { board, .. } = text.parse::<Diagram<2>>().unwrap();
        let point = |vertex: &str| Point::new(vertex.parse().unwrap());
        let priors = Priors {
            even: 0,
            near: [1000, 100, 10],
            capture: 1,
            large_capture: 2,
            rescue: 3,
            self_atari: 5,
            shape: 0,
            line: 7,
        };
        let lines = low_lines(board.size());
        let scene = Scene {
            board: &board,
            color: Color::Black,
            last: last.map(point),
            lines: &lines,
        };
        Judge::new(&priors, scene).judge(point(vertex))
    }

    fn won(games: u16) -> Prior {
        let mut prior = Prior::default();
        prior.win(games);
        prior
    }

    const FIGHT: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X . . . . . . .
        X O . . . . . . .
        . O O X . . . . .";

    #[test]
    fn distance_counts_a_chain_as_one_point() {
        // White's chain C1, B1, B2: all its neighbours are at distance one from C1.
        for (vertex, games) in [
            ("C2", 1000),
            ("A1", 1000),
            ("C3", 100),
            ("C4", 10),
            ("C5", 0),
        ] {
            let all = priors(FIGHT, Some("C1"), vertex);
            assert_eq!(u32::from(all.half_wins) / 2 / 10 * 10, games, "{vertex}");
        }
        assert_eq!(priors(FIGHT, None, "C5"), Prior::default());
    }

    #[test]
    fn captures_rescues_and_self_atari_are_seen() {
        let board = "
            . . . . .
            O X . . .
            X O . . .
            . X . . .
            . . . X O";
        // C3 takes B3, A5 takes A4.
        assert_eq!(priors(board, None, "C3"), won(1));
        assert_eq!(priors(board, None, "A5"), won(1));
        // E2 takes E1.
        assert_eq!(priors(board, None, "E2"), won(1));
        let rescue = "
            . . . . .
            . O . . .
            O X . . .
            . O . . .
            . . . . .";
        assert_eq!(priors(rescue, None, "C3"), won(3));
        let mut lost = Prior::default();
        lost.lose(5);
        let corner = "
            . O . . .
            . . . . .
            . . . . .
            . . . . .
            . . . . .";
        assert_eq!(priors(corner, None, "A5"), lost);
    }

    #[test]
    fn empty_areas_prefer_the_third_line() {
        let lost = |games| {
            let mut prior = Prior::default();
            prior.lose(games);
            prior
        };
        for (vertex, expected) in [
            ("J9", lost(7)),
            ("H8", lost(7)),
            ("G7", won(7)),
            ("F6", Prior::default()),
            ("E1", Prior::default()), // near the stones
        ] {
            assert_eq!(priors(FIGHT, None, vertex), expected, "{vertex}");
        }
    }
}
