//! The value of a leaf, by a playout or by a network.

use crate::net::{self, POINTS, SIDE};
use tao_rules::board::{ByColor, Color, Coord, PointSet};

/// The share of a point that one side owns entirely, in the units of [`Owners`]. The shares of all simulations of a search fit
/// in 32 bits.
pub const OWNED: u32 = 127;

#[derive(Clone, Debug)]
pub struct Evaluation<const W: usize> {
    /// Expected result for the side to move at the leaf: from 0, a loss, to [`WIN`](crate::search::tree::WIN).
    pub value: u32,
    /// Black's points minus White's at the end of the game, of area or of territory, in units of 1/[`LEAD_UNIT`](net::LEAD_UNIT);
    /// komi is not counted.
    pub lead: i32,
    /// Who owns the points at the end of the game; `None` unless the search counts them.
    pub owners: Option<Owners<W>>,
    /// Moves from the leaf to the end of the game, passes included; `None` where the game was not played to its end.
    pub length: Option<usize>,
}

/// Who owns the points.
#[derive(Clone, Debug)]
pub enum Owners<const W: usize> {
    /// By color, the points that are its own.
    Points(ByColor<PointSet<W>>),
    /// Black's share of each point of a 9x9 grid, row by row, from 0 to [`OWNED`]; the rest is White's. A smaller board is in
    /// the lower left.
    Shares([u8; POINTS]),
}

impl<const W: usize> Owners<W> {
    /// Calls `add` with the index of each point of a board of this size and the share of it that this color owns, in units
    /// of 1/[`OWNED`], unless it is 0.
    pub fn for_each(&self, color: Color, size: usize, mut add: impl FnMut(usize, u32)) {
        match self {
            Self::Points(owned) => {
                for point in &owned[color] {
                    add(point.coord().index(size), OWNED);
                }
            }
            Self::Shares(shares) => {
                for (index, coord) in Coord::all(size).enumerate() {
                    let black = u32::from(shares[coord.index(SIDE)]);
                    let share = match color {
                        Color::Black => black,
                        Color::White => OWNED - black,
                    };
                    add(index, share);
                }
            }
        }
    }
}

/// Black's share of each point of a 9x9 grid, from 0 to [`OWNED`], that the network expects with this side to move.
pub fn black_shares(output: &net::Output, to_move: Color) -> [u8; POINTS] {
    let own_share = |owner: i8| i32::midpoint(owner.into(), OWNED as i32).unsigned_abs() as u8;
    output
        .owners()
        .map(|owner| own_share(to_move.signed(owner)))
}
