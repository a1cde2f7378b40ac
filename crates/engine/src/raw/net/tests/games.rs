//! Random positions, and a plain computation of their planes as a reference.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::net::Situation;
use crate::net::layer::{PLANES, POINTS, SIDE};
use tao_rules::raw::{Board, Color, Coord, Point, Symmetry};

/// A situation that owns its board.
#[derive(Clone, Debug)]
pub(super) struct Moment<const W: usize> {
    board: Board<W>,
    to_move: Color,
    recent_moves: [Option<Point<W>>; 5],
    last_was_pass: bool,
    komi: f64,
    territory: bool,
}

impl<const W: usize> Moment<W> {
    pub(super) fn situation(&self) -> Situation<'_, W> {
        Situation {
            board: &self.board,
            to_move: self.to_move,
            recent_moves: self.recent_moves,
            last_was_pass: self.last_was_pass,
            komi: self.komi,
            territory: self.territory,
        }
    }
}

impl Moment<2> {
    /// The mirror image along the diagonal from the lower left.
    pub(super) fn mirrored(&self) -> Self {
        let swap = Symmetry::all()[4];
        let image = |coord| Point::new(swap.apply(coord, self.board.size()));
        let stones = self.board.all_stones();
        let stones = stones.map(|(color, coord)| (color, image(coord).coord()));
        Self {
            board: Board::set_up(self.board.size(), stones).unwrap(),
            recent_moves: self.recent_moves.map(|mv| mv.map(|mv| image(mv.coord()))),
            ..self.clone()
        }
    }
}

/// Every position of a random game on a board of this size, with a few passes; komis are multiples of a quarter. Every fifth
/// position is under territory scoring.
pub(super) fn random_game<const W: usize>(size: usize, seed: u64, moves: usize) -> Vec<Moment<W>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut moment = Moment {
        board: Board::new(size),
        to_move: Color::Black,
        recent_moves: [None; 5],
        last_was_pass: false,
        komi: 7.5,
        territory: false,
    };
    let mut moments = Vec::new();
    for number in 0..moves {
        moment.territory = number % 5 == 4;
        moment.komi = f64::from(rng.random_range(-200..=200)) / 4.0;
        moments.push(moment.clone());
        let Moment { board, to_move, .. } = &mut moment;
        let playable: Vec<_> = board.playable(*to_move).iter().collect();
        let point = (!playable.is_empty() && rng.random_range(0..20) > 0)
            .then(|| playable[rng.random_range(0..playable.len())]);
        match point {
            Some(point) => board.play(*to_move, point).unwrap(),
            None => board.pass(),
        }
        *to_move = !*to_move;
        moment.recent_moves.rotate_right(1);
        moment.recent_moves[0] = point;
        moment.last_was_pass = point.is_none();
    }
    moments
}

/// The planes, `[plane][point]`, of the image of a situation through a symmetry.
pub(super) fn planes<const W: usize>(
    situation: &Situation<'_, W>,
    symmetry: Symmetry,
) -> Vec<Vec<i64>> {
    let &Situation { board, to_move, .. } = situation;
    let mut planes = vec![vec![0; POINTS]; PLANES];
    for coord in Coord::all(board.size()) {
        let point = Point::new(coord);
        let image = symmetry.apply(coord, SIDE).index(SIDE);
        let mut set = |plane: usize, value: i64| planes[plane][image] = value;
        let mut set_if = |plane, is_on| set(plane, if is_on { 32 } else { 0 });
        for (side, color) in [(0, to_move), (1, !to_move)] {
            let is_stone = board.stone(point) == Some(color);
            set_if(side, is_stone);
            let liberties = board.chain(point).map_or(0, |chain| chain.liberties.len());
            for count in 1..=3 {
                set_if(1 + 3 * side + count, is_stone && liberties == count);
            }
            let is_eye = board.empty().contains(point) && board.is_eye(color, point);
            set_if(10 + side, is_eye);
        }
        set_if(8, board.is_legal(to_move, point));
        let is_ko = board.ko() == Some(point);
        set_if(9, is_ko && !board.is_legal(to_move, point));
        for (i, recent) in situation.recent_moves.into_iter().enumerate() {
            set_if(12 + i, recent == Some(point));
        }
        set_if(17, true);
        set_if(22, situation.last_was_pass);
        set_if(23, situation.territory);
        let k = to_move.signed(situation.komi);
        let round = |x: f64| (x + 0.5).floor() as i64;
        set(18, round(4.0 * k).clamp(0, 127));
        set(19, round(-4.0 * k).clamp(0, 127));
        // The middle of the komis with the same results. A komi with the parity of the number of points, which is that of every
        // lead, allows a draw and is its own middle.
        let odd = (board.size() % 2) as f64;
        let is_draw = ((4.0 * (k - odd)) as i64).rem_euclid(8) == 0;
        let worth = if is_draw {
            k
        } else {
            2.0 * (0.5 * (k - odd)).floor() + 1.0 + odd
        };
        let wave = if situation.territory { 0.0 } else { worth - k };
        set(20, if wave > 0.0 { round(32.0 * wave) } else { 0 });
        set(21, if wave < 0.0 { round(-32.0 * wave) } else { 0 });
    }
    planes
}
