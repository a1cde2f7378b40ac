//! Random games compared with the naive board: superko under all rules, prisoners, and undo.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::{Game, IllegalMove, Rules, Superko};
use tao_rules::raw::Point;

use crate::oracle::Oracle;

#[test]
fn random_games_follow_the_rules_and_can_be_undone() {
    let simple = Rules {
        superko: Superko::Simple,
        ..Rules::CHINESE
    };
    let situational = Rules {
        superko: Superko::Situational,
        ..Rules::TROMP_TAYLOR
    };
    for rules in [
        Rules::CHINESE,
        Rules::TROMP_TAYLOR,
        Rules::CGOS,
        simple,
        situational,
    ] {
        // On small boards positions repeat most often.
        for (seed, size) in (1..).zip([2, 2, 2, 3, 3, 3, 4, 4, 5, 7]) {
            RandomGame::new(size, rules, seed).run();
        }
    }
}

/// A random game, also played on the naive board.
struct RandomGame {
    game: Game,
    oracle: Oracle,
    rng: Xoshiro256PlusPlus,
    /// Every position so far, and its side to move.
    seen: Vec<(Vec<Option<Color>>, Color)>,
}

impl RandomGame {
    fn new(size: usize, rules: Rules, seed: u64) -> Self {
        let mut game = Game::new(size).unwrap();
        game.set_rules(rules);
        let oracle = Oracle::new(size);
        let start = vec![(oracle.cells.clone(), Color::Black)];
        Self {
            game,
            oracle,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            seen: start,
        }
    }

    /// Plays random legal moves and some passes, then takes all of them back.
    fn run(mut self) {
        let length = 5 * self.game.size() * self.game.size();
        let mut earlier = Vec::new();
        while earlier.len() < length {
            let color = self.game.to_move();
            let legal = self.compare_legality();
            let chosen = legal
                .into_iter()
                .choose(&mut self.rng)
                .filter(|_| self.rng.random_ratio(15, 16));
            let mv = chosen.map_or(Move::Pass, Move::Play);
            earlier.push(self.game.clone());
            self.game.play_as(color, mv).unwrap();
            match mv {
                Move::Play(coord) => self
                    .oracle
                    .play(color, coord, self.game.rules().suicide)
                    .unwrap(),
                Move::Pass => self.oracle.pass(),
            }
            self.seen.push((self.oracle.cells.clone(), !color));
            self.compare_stones();
        }
        while let Some(before) = earlier.pop() {
            assert!(self.game.undo());
            assert_same(&self.game, &before);
        }
        assert!(!self.game.undo(), "there is nothing before the first move");
    }

    /// Compares the legality of every point; returns the legal ones.
    fn compare_legality(&self) -> Vec<Coord> {
        let color = self.game.to_move();
        let expected =
            Coord::all(self.game.size()).map(|coord| (coord, self.expected_legality(color, coord)));
        let (mut legal, mut banned) = (Vec::new(), Vec::new());
        for (coord, result) in expected {
            assert_eq!(
                self.game
                    .clone()
                    .play_as(color, Move::Play(coord))
                    .map(drop),
                result,
                "{}",
                self.game.board()
            );
            assert_eq!(self.game.is_legal(color, Move::Play(coord)), result.is_ok());
            match result {
                Ok(()) => legal.push(coord),
                Err(IllegalMove::Superko(coord)) => banned.push(coord),
                Err(_) => {}
            }
        }
        assert_eq!(self.game.banned(color), banned);
        legal
    }

    /// Returns whether a move is legal, computed with the naive board.
    fn expected_legality(&self, color: Color, coord: Coord) -> Result<(), IllegalMove> {
        let rules = self.game.rules();
        let mut next = self.oracle.clone();
        next.play(color, coord, rules.suicide)?;
        let repeats = self.seen.iter().any(|(cells, to_move)| {
            *cells == next.cells
                && match rules.superko {
                    Superko::Simple => false,
                    Superko::Positional => true,
                    Superko::Situational => *to_move == !color,
                }
        });
        if repeats {
            Err(IllegalMove::Superko(coord))
        } else {
            Ok(())
        }
    }

    /// Compares the stones on the board and the prisoners: stones that were played and are missing.
    fn compare_stones(&self) {
        let board = self.game.board();
        for (coord, &stone) in Coord::all(self.game.size()).zip(&self.oracle.cells) {
            assert_eq!(board.stone(Point::new(coord)), stone);
        }
        for color in Color::BOTH {
            let played = self
                .game
                .moves()
                .iter()
                .filter(|(player, mv)| *player == color && mv.coord().is_some());
            let captured = played.count() - board.stones(color).len();
            assert_eq!(self.game.captures(!color), captured, "{board}");
        }
    }
}

fn assert_same(game: &Game, other: &Game) {
    assert_eq!(game.board(), other.board());
    assert_eq!(game.board().check(), Ok(()));
    assert_eq!(game.to_move(), other.to_move());
    assert_eq!(game.moves(), other.moves());
    assert_eq!(game.banned(game.to_move()), other.banned(game.to_move()));
    for color in Color::BOTH {
        assert_eq!(game.captures(color), other.captures(color));
    }
}
