//! Moves as people choose them in their first weeks.
//!
//! A beginner looks at stones, not at the board. Chains in atari catch the eye or do not, large ones and those at the last move more
//! than others: an enemy's is captured, an own one runs, even where it cannot get away. If none does, a beginner gives atari because
//! it can, has a good idea now and then, and else plays near the last move, the weakest less so. Self-ataris are seen as other ataris
//! are; only true eyes are never filled. So settled territory is played in, captures come late, and cuts are left to chance.

use std::cmp::Reverse;

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use super::settings::TEMPERATURES;
use crate::candidates::atari::captures_of;
use crate::candidates::tactics::{captures, chain_after};
use crate::search::draw;
use tao_rules::board::Move;
use tao_rules::game::Game;
use tao_rules::raw::{AnyBoard, Chain, Color, Coord, Point, PointSet};

/// Stones that a chain at the last move seems to have more than it has.
const AT_LAST_MOVE: usize = 2;

/// How often a chain with two liberties that caught the eye is put in atari.
const ATARI: f64 = 0.3;

/// How much less a point is liked on the first line, and with no stone around it.
const LOW: f64 = 0.25;
const LONELY: f64 = 0.25;

/// How fast points are liked less with their distance from the last move: by its power of 1 if nothing catches the eye, and of 2 from
/// a sight of 1 / 10 on.
fn locality(sight: f64) -> f64 {
    (1.0 + 10.0 * sight).min(2.0)
}

/// A beginner whose turn it is.
pub struct Beginner<'a> {
    board: &'a AnyBoard,
    color: Color,
    last: Option<Coord>,
    /// The legal points that are no true eyes.
    points: PointSet<6>,
    /// The probability that a stone in atari catches the eye.
    sight: f64,
    rng: &'a mut Xoshiro256PlusPlus,
}

impl<'a> Beginner<'a> {
    pub fn new(game: &'a Game, color: Color, sight: f64, rng: &'a mut Xoshiro256PlusPlus) -> Self {
        let board = game.board();
        let points = (board.empty() & !board.eyes(color)).iter();
        let is_legal = |point: &Point<6>| game.is_legal(color, Move::Play(point.coord()));
        Self {
            board,
            color,
            last: game.last_move().and_then(Move::coord),
            points: points.filter(is_legal).collect(),
            sight,
            rng,
        }
    }

    /// A move that is no pass; `None` if there is none but into true eyes.
    pub fn choose(&mut self, policy: &[(Move, f64)]) -> Option<Move> {
        let point = self.answer_to_atari().or_else(|| self.atari());
        let mv = point.map(|point| Move::Play(point.coord()));
        mv.or_else(|| self.good_idea(policy))
            .or_else(|| self.move_nearby())
    }

    /// Whether a chain catches the eye.
    fn sees(&mut self, chain: &Chain<6>) -> bool {
        let last = self.last.map(Point::new);
        let is_near = last.is_some_and(|last| chain.stones.grown().contains(last));
        let stones = chain.stones.len() + if is_near { AT_LAST_MOVE } else { 0 };
        let misses = (1.0 - self.sight).powi(stones as i32);
        !self.rng.random_bool(misses)
    }

    /// Captures or saves the largest chain in atari that catches the eye.
    fn answer_to_atari(&mut self) -> Option<Point<6>> {
        let enemies = self.board.stones(!self.color) & self.board.in_atari();
        let mut seen: Vec<_> = self.board.chains(self.board.in_atari()).collect();
        seen.retain(|chain| self.sees(chain));
        seen.sort_by_key(|chain| Reverse(chain.stones.len()));
        let answers = seen.into_iter().map(|chain| {
            let captures = captures_of(self.board, self.color, chain.stones.neighbors() & enemies);
            (captures & self.points).first().or(chain.liberties.first())
        });
        answers.flatten().find(|&point| self.points.contains(point))
    }

    /// Gives atari, for its own sake.
    fn atari(&mut self) -> Option<Point<6>> {
        let mut chains: Vec<_> = self.board.chains(self.board.stones(!self.color)).collect();
        chains.retain(|chain| chain.liberties.len() == 2 && self.sees(chain));
        let chain = chains.choose(self.rng)?;
        let points: Vec<_> = (chain.liberties & self.points).iter().collect();
        let point = *points.choose(self.rng)?;
        (self.rng.random_bool(ATARI) && !self.sees_self_atari(point)).then_some(point)
    }

    /// Whether a move is a self-atari and catches the eye as such.
    fn sees_self_atari(&mut self, point: Point<6>) -> bool {
        let chain = chain_after(self.board, self.color, point);
        let captured = captures(self.board, self.color, point);
        chain.liberties.len() < 2 && captured.is_empty() && self.sees(&chain)
    }

    /// A move drawn from the policy, now and then, as the weakest level that is no beginner draws it.
    fn good_idea(&mut self, policy: &[(Move, f64)]) -> Option<Move> {
        if !self.rng.random_bool(self.sight) {
            return None;
        }
        let is_open = |coord| self.points.contains(Point::new(coord));
        let mut ideas = policy.to_vec();
        ideas.retain(|(mv, _)| mv.coord().is_some_and(is_open));
        draw(&ideas, TEMPERATURES[0], self.rng)
    }

    /// A move near the last one, in the company of stones, and rather not on the first line.
    fn move_nearby(&mut self) -> Option<Move> {
        let stones = self.board.stones(Color::Black) | self.board.stones(Color::White);
        let (near_stones, power) = (stones.grown(), -locality(self.sight));
        let mut liked = Vec::new();
        for point in &self.points.clone() {
            if self.sees_self_atari(point) {
                continue;
            }
            let coord = point.coord();
            let distance = self.last.map_or(1, |last| steps(last, coord));
            let mut weight = (distance as f64).powf(power);
            if coord.line(self.board.size()) == 1 {
                weight *= LOW;
            }
            if !near_stones.contains(point) {
                weight *= LONELY;
            }
            liked.push((Move::Play(coord), weight));
        }
        draw(&liked, 1.0, self.rng)
    }
}

/// The number of steps along lines from one point to another.
fn steps(one: Coord, other: Coord) -> usize {
    one.column().abs_diff(other.column()) + one.row().abs_diff(other.row())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    /// A beginner's move without good ideas.
    fn choose(game: &Game, sight: f64, seed: u64) -> Option<Coord> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mv = Beginner::new(game, game.to_move(), sight, &mut rng).choose(&[])?;
        mv.coord()
    }

    fn game(diagram: &str, to_move: Color) -> Game {
        Game::from_diagram(diagram, to_move).unwrap()
    }

    /// How many of 200 beginners play there.
    fn count(game: &Game, sight: f64, vertex: &str) -> usize {
        let moves = (0..200).filter_map(|seed| choose(game, sight, seed));
        moves.filter(|coord| coord.to_string() == vertex).count()
    }

    #[test]
    fn a_whole_game_is_legal_and_fills_no_true_eye() {
        for sight in [0.0, 0.3, 1.0] {
            let mut game = Game::new(7).unwrap();
            for seed in 0..150 {
                let color = game.to_move();
                let Some(coord) = choose(&game, sight, seed) else {
                    break;
                };
                assert_eq!(choose(&game, sight, seed), Some(coord));
                assert!(!game.board().is_eye(color, Point::new(coord)), "{coord}");
                game.play(Move::Play(coord)).unwrap();
            }
            assert!(game.moves().len() > 40);
        }
        let eyes = "
            . X . X .
            X X X X X
            X X X X X
            X X X X X
            X X X X X";
        assert_eq!(choose(&game(eyes, Color::Black), 0.5, 1), None);
    }

    #[test]
    fn an_own_chain_in_atari_runs_even_where_that_is_hopeless() {
        // D5 can run to D4, and D1 only into another atari at E1.
        let running = "
            . . . . . . .
            . . . X . . .
            . . X O X . .
            . . . . . . .
            . . . . . . .
            . . X X X . .
            . . X O . . .";
        let game = game(running, Color::White);
        let runs = |sight| count(&game, sight, "D4") + count(&game, sight, "E1");
        assert!(count(&game, 0.9, "E1") > 10);
        assert!(
            runs(0.9) > 180 && runs(0.2) < 120,
            "{} {}",
            runs(0.9),
            runs(0.2)
        );
    }

    #[test]
    fn a_stone_beside_the_last_move_catches_the_eye_more_than_another() {
        let mut game = game(
            "
            . . . . . . . . .
            . . . . . . X . .
            . . . . . X O X .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . X O X . . . . .
            . . X . . . . . .
            . . . . . . . . .",
            Color::White,
        );
        game.play("D2".parse().unwrap()).unwrap();
        let [beside, other] = ["C4", "G6"].map(|vertex| count(&game, 0.2, vertex));
        assert!(other > 20 && beside > other + other / 2, "{beside} {other}");
    }

    #[test]
    fn a_quiet_move_is_near_the_last_one_and_seldom_low() {
        let mut game = Game::new(9).unwrap();
        for mv in ["E5", "F6"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let game = &game;
        let moves = |sight| (0..200).filter_map(move |seed| choose(game, sight, seed));
        let last: Coord = "F6".parse().unwrap();
        let near = |sight| moves(sight).filter(|&it| steps(last, it) <= 3).count();
        let low = moves(0.1).filter(|it| it.line(9) == 1).count();
        assert!(near(0.1) > 100 && (1..30).contains(&low), "{low}");
        assert!((50..near(0.1)).contains(&near(0.0)), "{}", near(0.0));
    }
}
