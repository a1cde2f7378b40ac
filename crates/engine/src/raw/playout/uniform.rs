//! Uniform playouts: every legal move that does not fill an own true eye is equally likely.

use super::{Origin, PlayoutContext, PlayoutRng, Policy};
use tao_rules::cpu::Cpu;
use tao_rules::raw::{Board, Color, Point};

#[derive(Clone, Copy, Debug)]
pub struct Uniform;

impl<const W: usize> Policy<W> for Uniform {
    const NAME: &'static str = "light";
    const HAS_LOOP_PER_COLOR: bool = true;

    #[inline(always)]
    fn choose<C: Cpu>(
        &self,
        board: &Board<W>,
        context: &PlayoutContext<'_, W>,
        rng: &mut PlayoutRng,
    ) -> Option<(Point<W>, Origin)> {
        let point = guess_or_pick::<C, W>(board, context.to_move, rng);
        point.map(|point| (point, Origin::Random))
    }

    /// After uniform play every empty point stands alone, so no region needs to be flooded.
    #[inline(always)]
    fn lead(&self, board: &Board<W>) -> i32 {
        board.settled_lead()
    }
}

/// Guesses any empty point, and picks from the exact set if the guess is not playable. Still uniform: each of `p`
/// playable points among `n` empty ones has the chance 1/n + (1 - p/n)/p = 1/p.
#[inline(always)]
fn guess_or_pick<C: Cpu, const W: usize>(
    board: &Board<W>,
    color: Color,
    rng: &mut PlayoutRng,
) -> Option<Point<W>> {
    let empty = board.empty();
    let count = empty.len();
    if count >= min_empty_for_guess::<W>() {
        let guess = empty.nth::<C>(rng.below(count));
        if board.neighborhood(guess).has_empty_neighbor() || board.is_playable(color, guess) {
            return Some(guess);
        }
    }
    rng.pick::<C, W>(&board.playable(color))
}

/// With fewer empty points most guesses fail, which costs more than the exact set does. Measured by board class.
const fn min_empty_for_guess<const W: usize>() -> usize {
    if W == 2 { 24 } else { 40 }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::candidates::{LineRules, LineTables};
    use crate::playout::{PlayoutContext, run_many};
    use tao_rules::cpu::{CpuTask, dispatch};

    struct GuessOrPick<'a, const W: usize>(&'a Board<W>, Color, &'a mut PlayoutRng);

    impl<const W: usize> CpuTask for GuessOrPick<'_, W> {
        type Output = Option<Point<W>>;

        #[inline(always)]
        fn run<C: Cpu>(self) -> Self::Output {
            guess_or_pick::<C, W>(self.0, self.1, self.2)
        }
    }

    /// Returns Pearson's chi-square statistic of many choices against the uniform distribution, and its degrees of
    /// freedom.
    fn chi_square<const W: usize>(board: &Board<W>, color: Color) -> (f64, f64) {
        const CHOICES: u32 = 200_000;
        let playable = board.playable(color);
        let mut counts = HashMap::new();
        let mut rng = PlayoutRng::new(5);
        for _ in 0..CHOICES {
            let point = dispatch(GuessOrPick(board, color, &mut rng)).unwrap();
            assert!(playable.contains(point), "{}", point.coord());
            *counts.entry(point).or_insert(0) += 1;
        }
        let expected = f64::from(CHOICES) / playable.len() as f64;
        let deviation = |point| {
            let count = f64::from(counts.get(&point).copied().unwrap_or(0));
            (count - expected).powi(2) / expected
        };
        let statistic = playable.iter().map(deviation).sum();
        (statistic, playable.len() as f64 - 1.0)
    }

    /// Asserts that the statistic is within five standard deviations of the chi-square distribution's mean.
    fn assert_uniform<const W: usize>(board: &Board<W>, color: Color) {
        let (statistic, freedom) = chi_square(board, color);
        let limit = freedom + 5.0 * (2.0 * freedom).sqrt();
        assert!(statistic < limit, "{color}: {statistic}\n{board}");
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
            for board in [&board, &opening, &Board::new(9)] {
                assert_uniform(board, color);
            }
            assert_uniform(&board.convert::<6>(), color);
        }
    }

    #[test]
    fn the_lead_agrees_with_the_flooded_area() {
        for size in 2..=9 {
            let board = Board::<2>::new(size);
            let line_tables = LineTables::new(size, LineRules::Off);
            run_many(
                &board,
                &Uniform,
                PlayoutContext::new(&board, Color::Black, &line_tables),
                300,
                &mut PlayoutRng::new(2),
                |board, outcome| {
                    assert_eq!(outcome.lead, board.area().lead(), "{board}");
                },
            );
        }
    }
}
