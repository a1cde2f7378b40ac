//! Uniform playouts: every legal move that does not fill an own true eye is equally likely.

use super::{Origin, PlayoutRng, Policy, Turn};
use crate::board::cpu::Cpu;
use crate::board::{Board, Color, Point, PointSet};

/// Plays uniformly.
#[derive(Clone, Copy, Debug)]
pub struct Uniform;

/// Empty points below which a guess is not worth its risk: most guesses would fail, and a wrong one costs more
/// than the exact set, which itself costs more on the larger board classes. Measured.
const fn guess_from<const W: usize>() -> usize {
    if W == 2 { 24 } else { 40 }
}

impl<const W: usize> Policy<W> for Uniform {
    const NAME: &'static str = "light";
    const COLORS_APART: bool = true;

    #[inline(always)]
    fn choose<C: Cpu>(
        &self,
        turn: &Turn<'_, W>,
        rng: &mut PlayoutRng,
    ) -> Option<(Point<W>, Origin)> {
        let point = guess_or_pick::<C, W>(turn.board, turn.color, rng);
        point.map(|point| (point, Origin::Random))
    }

    /// After uniform play every empty point stands alone, so no region needs to be flooded.
    #[inline(always)]
    fn lead(&self, board: &Board<W>) -> i32 {
        board.settled_lead()
    }
}

/// Guesses any empty point, and takes one of the exact set of playable points when the guess is none of them.
///
/// Still exactly uniform: a guess that turns out playable is kept, so each of `p` playable points among `n`
/// empty ones has the chance 1/n + (1 - p/n)/p = 1/p.
#[inline(always)]
fn guess_or_pick<C: Cpu, const W: usize>(
    board: &Board<W>,
    color: Color,
    rng: &mut PlayoutRng,
) -> Option<Point<W>> {
    let empty = board.empty();
    let count = empty.len();
    if count >= guess_from::<W>() {
        let guess = empty.nth::<C>(rng.below(count));
        if board.has_empty_neighbor(guess) || board.is_playable(color, guess) {
            return Some(guess);
        }
    }
    pick::<C, W>(&board.playable(color), rng)
}

/// Any point of the set, each equally likely.
#[inline(always)]
pub(super) fn pick<C: Cpu, const W: usize>(
    points: &PointSet<W>,
    rng: &mut PlayoutRng,
) -> Option<Point<W>> {
    let count = points.len();
    (count > 0).then(|| points.nth::<C>(rng.below(count)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::cpu::{CpuTask, dispatch};
    use crate::board::{Coord, Move};
    use crate::candidates::{LineRules, LineTables};
    use crate::playout::{PlayoutBatch, Start};

    struct Choose<'a, const W: usize>(&'a Board<W>, Color, &'a mut PlayoutRng);

    impl<const W: usize> CpuTask for Choose<'_, W> {
        type Output = Option<Point<W>>;

        #[inline(always)]
        fn run<C: Cpu>(self) -> Self::Output {
            guess_or_pick::<C, W>(self.0, self.1, self.2)
        }
    }

    /// Pearson's statistic of many choices against the uniform distribution, and its degrees of freedom.
    fn chi_square<const W: usize>(board: &Board<W>, color: Color) -> (f64, f64) {
        const CHOICES: u32 = 200_000;
        let playable = board.playable(color);
        let mut counts = vec![0_u32; board.size() * board.size()];
        let mut rng = PlayoutRng::new(5);
        for _ in 0..CHOICES {
            let coord = dispatch(Choose(board, color, &mut rng))
                .map(Point::coord)
                .unwrap();
            counts[coord.row() * board.size() + coord.column()] += 1;
        }
        let expected = f64::from(CHOICES) / playable.len() as f64;
        let sum = Coord::all(board.size())
            .map(|coord| {
                (
                    coord,
                    f64::from(counts[coord.row() * board.size() + coord.column()]),
                )
            })
            .map(|(coord, count)| {
                assert!(
                    playable.contains(Point::new(coord)) || count == 0.0,
                    "{}",
                    Move::Play(coord)
                );
                if playable.contains(Point::new(coord)) {
                    (count - expected).powi(2) / expected
                } else {
                    0.0
                }
            })
            .sum();
        (sum, playable.len() as f64 - 1.0)
    }

    #[test]
    fn every_playable_point_is_equally_likely() {
        let board: Board<2> = "
            . X . X O . O . O
            X X X X O O O O .
            . X O O O X X O O
            X X X O X X . X X
            O O X O X . X X .
            . O X O O X X O X
            O O X X O O X O .
            X X . X X O X O O
            . X X O . O X . O"
            .parse()
            .unwrap();
        let opening: Board<2> = "
            . . . . .
            . X X X .
            X O . O X
            . X O X .
            . . X . ."
            .parse()
            .unwrap();
        for color in Color::BOTH {
            for (board, name) in [
                (&board, "late"),
                (&opening, "small"),
                (&Board::new(9), "empty"),
            ] {
                let (statistic, freedom) = chi_square(board, color);
                // Five standard deviations of the chi-square distribution above its mean.
                assert!(
                    statistic < freedom + 5.0 * (2.0 * freedom).sqrt(),
                    "{name} {color}: {statistic}"
                );
            }
            let (statistic, freedom) = chi_square(&board.convert::<6>(), color);
            assert!(
                statistic < freedom + 5.0 * (2.0 * freedom).sqrt(),
                "large class {color}: {statistic}"
            );
        }
    }

    #[test]
    fn the_quick_count_agrees_with_the_flood() {
        for size in 2..=9 {
            let board = Board::<2>::new(size);
            let near = LineTables::new(size, LineRules::Off);
            let start = Start::fresh(&board, Color::Black, &near);
            let batch = PlayoutBatch {
                board: &board,
                start,
                policy: &Uniform,
                count: 300,
            };
            batch.run(&mut PlayoutRng::new(2), |game, outcome| {
                assert_eq!(outcome.lead, game.area().lead(), "{game}");
            });
        }
    }
}
