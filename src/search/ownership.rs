//! Who owns which point in the end, by many playouts of one position.

use crate::board::{AnyBoard, Board, Color, Coord, Point};
use crate::candidates::LineTables;
use crate::playout::{Ordered, PlayoutBatch, PlayoutContext, PlayoutRng};

use super::Params;

/// How often each point ended up as Black's and as White's.
#[derive(Clone, Debug)]
pub struct Ownership {
    size: usize,
    /// Playouts in which the point was Black's, row by row from the bottom left.
    black: Vec<u32>,
    /// The same for White.
    white: Vec<u32>,
    playouts: u64,
}

impl Ownership {
    /// What was counted, by color, in so many playouts.
    pub(super) fn from_counts(size: usize, counts: [Vec<u32>; 2], playouts: u64) -> Self {
        let [black, white] = counts;
        Self {
            size,
            black,
            white,
            playouts,
        }
    }

    /// Whose the points are on the board at the end of one game.
    pub(super) fn of(board: &AnyBoard) -> Self {
        let counts = board.owned().map(|points| {
            let owned = |coord| u32::from(points.contains(Point::new(coord)));
            Coord::all(board.size()).map(owned).collect()
        });
        Self::from_counts(board.size(), counts, 1)
    }

    /// Share of the playouts in which the point was this colour's, as a stone or as territory, in [0, 1].
    ///
    /// The point must be on the board.
    #[must_use]
    pub fn share(&self, color: Color, coord: Coord) -> f64 {
        let counts = match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        };
        f64::from(counts[coord.row() * self.size + coord.column()]) / self.playouts as f64
    }

    /// How much more often the point was Black's than White's: 1 is always Black's, -1 always White's.
    ///
    /// The point must be on the board.
    #[must_use]
    pub fn balance(&self, coord: Coord) -> f64 {
        self.share(Color::Black, coord) - self.share(Color::White, coord)
    }
}

/// Plays a position out `playouts` times (at least once) by the thesis's policy, `to_move` first.
///
/// The same arguments give the same answer.
#[must_use]
pub fn ownership(board: &AnyBoard, to_move: Color, playouts: u32, seed: u64) -> Ownership {
    let count = u64::from(playouts.max(1));
    match board.size() {
        0..=9 => play_out(&board.convert::<2>(), to_move, count, seed),
        10..=13 => play_out(&board.convert::<4>(), to_move, count, seed),
        _ => play_out(board, to_move, count, seed),
    }
}

fn play_out<const W: usize>(board: &Board<W>, to_move: Color, count: u64, seed: u64) -> Ownership {
    let line_tables = LineTables::new(board.size(), Params::TAO_GO_2010.lines);
    let context = PlayoutContext::new(board, to_move, &line_tables);
    let batch = PlayoutBatch {
        board,
        context,
        policy: &Ordered::THESIS,
        count,
    };
    let [mut black, mut white] = [(); 2].map(|()| vec![0; board.size() * board.size()]);
    batch.run(&mut PlayoutRng::new(seed), |game, _| {
        let [owned_by_black, owned_by_white] = game.owned();
        for (counts, owned) in [(&mut black, owned_by_black), (&mut white, owned_by_white)] {
            for coord in owned.iter().map(Point::coord) {
                counts[coord.row() * board.size() + coord.column()] += 1;
            }
        }
    });
    Ownership {
        size: board.size(),
        black,
        white,
        playouts: count,
    }
}
