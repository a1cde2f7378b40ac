//! Who owns which point in the end.

use crate::candidates::LineTables;
use crate::net::{Output, SIDE};
use crate::playout::{Ordered, PlayoutBatch, PlayoutContext, PlayoutRng};
use crate::search::Params;
use crate::search::simulation::{OWNED, black_shares};
use tao_rules::board::{AnyBoard, Board, ByColor, Color, Coord, Point, with_class};

/// How often each point ended up Black's and White's.
#[derive(Clone, Debug)]
pub struct Ownership {
    size: usize,
    /// By color: the sum of its shares of each point, row by row from the bottom left.
    counts: ByColor<Vec<u32>>,
    /// The count of a point that a color owned in all games.
    whole: u64,
}

impl Ownership {
    pub(super) const fn from_counts(size: usize, counts: ByColor<Vec<u32>>, whole: u64) -> Self {
        Self {
            size,
            counts,
            whole,
        }
    }

    /// The owners of a finished board without dead stones: one side each, or none.
    #[must_use]
    pub fn of(board: &AnyBoard) -> Self {
        let counts = board.owned().map(|points| {
            let owned = |coord| u32::from(points.contains(Point::new(coord)));
            Coord::all(board.size()).map(owned).collect()
        });
        Self::from_counts(board.size(), counts, 1)
    }

    /// The owners of a board of this size, from a number for each point, row by row: 1 for Black, -1 for White.
    #[must_use]
    pub fn of_shares(size: usize, owners: &[f32]) -> Self {
        #[expect(clippy::cast_sign_loss, reason = "no share is below 0")]
        let percent = |owner: f32| (50.0 * (1.0 + owner)).round() as u32;
        let counts = ByColor([1.0, -1.0]).map(|sign| {
            let of_side = owners.iter().map(|owner| percent(sign * owner));
            of_side.collect()
        });
        Self::from_counts(size, counts, 100)
    }

    /// The owners of a board of this size that a network expects with this side to move.
    #[must_use]
    pub fn expected(size: usize, output: &Output, to_move: Color) -> Self {
        let shares = black_shares(output, to_move);
        let black: Vec<_> = Coord::all(size)
            .map(|coord| u32::from(shares[coord.index(SIDE)]))
            .collect();
        let white = black.iter().map(|black| OWNED - black).collect();
        let counts = ByColor([black, white]);
        Self::from_counts(size, counts, OWNED.into())
    }

    /// The owners in the games of both statistics together.
    pub(super) fn mixed_with(mut self, other: &Self) -> Self {
        for (counts, others) in self.counts.0.iter_mut().zip(&other.counts.0) {
            for (count, other) in counts.iter_mut().zip(others) {
                *count = count.saturating_add(*other);
            }
        }
        self.whole += other.whole;
        self
    }

    /// Share of the games in which the point, on the board, was this color's, as a stone or as territory, in [0, 1].
    #[must_use]
    pub fn share(&self, color: Color, coord: Coord) -> f64 {
        let counts = &self.counts[color];
        f64::from(counts[coord.index(self.size)]) / self.whole as f64
    }

    /// Black's share minus White's, from -1 to 1. The point must be on the board.
    #[must_use]
    pub fn balance(&self, coord: Coord) -> f64 {
        self.share(Color::Black, coord) - self.share(Color::White, coord)
    }

    /// Standard deviation of what the point is worth in one game: 1, 0 or -1. The point must be on the board.
    #[must_use]
    pub fn deviation(&self, coord: Coord) -> f64 {
        let ByColor([black, white]) = ByColor::from_fn(|color| self.share(color, coord));
        (black + white - (black - white).powi(2)).max(0.0).sqrt()
    }
}

/// The owners by at least one playout with the policy of the preset `tao-go-2010-tuned`, `to_move` first. Deterministic.
#[must_use]
pub fn ownership(board: &AnyBoard, to_move: Color, playouts: u32, seed: u64) -> Ownership {
    let count = u64::from(playouts.max(1));
    with_class!(board.size(), W => play_out(&board.convert::<W>(), to_move, count, seed))
}

fn play_out<const W: usize>(board: &Board<W>, to_move: Color, count: u64, seed: u64) -> Ownership {
    let line_tables = LineTables::new(board.size(), Params::TAO_GO_2010_TUNED.tree.lines);
    let series = PlayoutBatch {
        board,
        context: PlayoutContext::new(board, to_move, &line_tables),
        policy: &Ordered::TUNED,
        count,
    };
    let mut counts = ByColor::from_fn(|_| vec![0; board.size() * board.size()]);
    series.run(&mut PlayoutRng::new(seed), |game, _| {
        let owned = game.owned();
        for color in Color::BOTH {
            for point in &owned[color] {
                counts[color][point.coord().index(board.size())] += 1;
            }
        }
    });
    Ownership::from_counts(board.size(), counts, count)
}
