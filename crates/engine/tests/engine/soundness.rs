//! Fast games of the engine against itself, in which a referee that shares no code with it checks every move.

use std::collections::HashSet;
use std::{env, thread};

use tao_engine::raw::{EngineSettings, Purpose, Question};
use tao_engine::{Decision, Engine, Resign};
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::{DeadStones, Game, Rules, Suicide, Superko};
use tao_rules::raw::AnyBoard;

use crate::oracle::Oracle;

const RULES: [Rules; 3] = [Rules::CHINESE, Rules::CGOS, Rules::TROMP_TAYLOR];

/// Moves per point after which the engine may pass in any position, so that the game ends.
const LONG_GAME: usize = 3;

/// The position on the naive board, and all earlier positions.
struct Referee {
    position: Oracle,
    /// The cells of each position, with the side to move if superko is situational.
    seen: HashSet<(Vec<Option<Color>>, Option<Color>)>,
    rules: Rules,
    komi: f64,
    moves: usize,
}

impl Referee {
    fn new(game: &Game) -> Self {
        let mut referee = Self {
            position: Oracle::new(game.size()),
            seen: HashSet::new(),
            rules: game.rules(),
            komi: game.komi(),
            moves: 0,
        };
        referee.remember(Color::Black);
        referee
    }

    /// Remembers the position with `color` to move. Returns whether it is new.
    fn remember(&mut self, color: Color) -> bool {
        let to_move = (self.rules.superko == Superko::Situational).then_some(color);
        self.seen.insert((self.position.cells.clone(), to_move))
    }

    /// Makes a move. The error says what is wrong with it.
    fn play(&mut self, color: Color, mv: Move) -> Result<(), String> {
        self.moves += 1;
        let Move::Play(coord) = mv else {
            self.check_pass(color)?;
            self.position.pass();
            self.remember(!color);
            return Ok(());
        };
        if self.is_second_eye(color, coord) {
            return Err("it fills one of two eyes".to_owned());
        }
        let suicide = self.rules.suicide;
        let played = self.position.play(color, coord, suicide);
        played.map_err(|refusal| refusal.to_string())?;
        if suicide == Suicide::Forbidden && self.position.at(coord) != Some(color) {
            return Err("the stone is gone".to_owned());
        }
        if !self.remember(!color) && self.rules.superko != Superko::Simple {
            return Err("it repeats a position".to_owned());
        }
        Ok(())
    }

    /// Whether the point is one of exactly two eyes of a chain. An eye is one point with only stones of the chain around it.
    fn is_second_eye(&self, color: Color, coord: Coord) -> bool {
        let Some(around) = self.eye_of(color, coord) else {
            return false;
        };
        let (chain, liberties) = self.position.chain(around);
        let eyes = liberties.iter().filter(|&&liberty| {
            self.eye_of(color, liberty)
                .is_some_and(|stone| chain.contains(&stone))
        });
        liberties.len() == 2 && eyes.count() == 2
    }

    /// A stone of the chain whose eye this empty point is.
    fn eye_of(&self, color: Color, coord: Coord) -> Option<Coord> {
        let mut neighbors = self.position.neighbors(coord);
        let first = neighbors.next()?;
        let is_own = self.position.at(coord).is_none() && self.position.at(first) == Some(color);
        let (chain, _) = is_own.then(|| self.position.chain(first))?;
        neighbors
            .all(|stone| chain.contains(&stone))
            .then_some(first)
    }

    /// Fails if a pass loses with all stones counted as alive while a capture would win, unless the game is long.
    fn check_pass(&self, color: Color) -> Result<(), String> {
        let is_long = self.moves > LONG_GAME * self.position.cells.len();
        if is_long || self.rules.dead_stones == DeadStones::Removed || self.leads(color) {
            return Ok(());
        }
        let captures_and_wins = |coord: &Coord| {
            let mut next = Self {
                position: self.position.clone(),
                seen: self.seen.clone(),
                ..*self
            };
            let stones = self.stone_count(!color);
            next.play(color, Move::Play(*coord)).is_ok()
                && next.stone_count(!color) < stones
                && next.leads(color)
        };
        match Coord::all(self.position.size).find(captures_and_wins) {
            Some(coord) => Err(format!("{coord} would have won")),
            None => Ok(()),
        }
    }

    fn stone_count(&self, color: Color) -> usize {
        let stones = self.position.cells.iter();
        stones.filter(|&&cell| cell == Some(color)).count()
    }

    /// Whether the color is ahead by area score, with all stones alive.
    fn leads(&self, color: Color) -> bool {
        let area = |color| {
            let owned =
                Coord::all(self.position.size).filter(|&coord| match self.position.at(coord) {
                    Some(owner) => owner == color,
                    None => self.borders_only_on(color, coord),
                });
            owned.count() as f64
        };
        let komi = if color == Color::Black {
            self.komi
        } else {
            -self.komi
        };
        area(color) - area(!color) > komi
    }

    fn borders_only_on(&self, color: Color, empty: Coord) -> bool {
        let mut borders = self
            .position
            .connected(empty)
            .flat_map(|point| self.position.neighbors(point))
            .filter_map(|point| self.position.at(point))
            .peekable();
        borders.peek().is_some() && borders.all(|owner| owner == color)
    }
}

/// Plays a game and returns its moves.
fn play(size: usize, seed: u64) -> usize {
    let superko = [Superko::Positional, Superko::Situational][seed as usize / RULES.len() % 2];
    let rules = Rules {
        superko,
        ..RULES[seed as usize % RULES.len()]
    };
    let mut engine = Engine::new(EngineSettings {
        playouts: Some(4 + seed % 16),
        seed: Some(seed),
        resign: Resign::Never,
        ..EngineSettings::default()
    });
    let mut game = Game::new(size).unwrap();
    game.set_rules(rules);
    game.set_komi((seed % 15) as f64 + 0.5).unwrap();
    let mut referee = Referee::new(&game);
    while !game.is_over() {
        let color = game.to_move();
        let Decision::Play(mv) = engine
            .think(&game, Question::new(color, Purpose::Play, None))
            .decision()
        else {
            panic!("resignation is off");
        };
        let mut played = referee.play(color, mv);
        if game.moves().len() >= 4 * size * size {
            played = Err("the game does not end".to_owned());
        }
        played.unwrap_or_else(|error| {
            let (komi, board) = (game.komi(), game.board());
            panic!("{error}: {rules:?}, komi {komi}, seed {seed}, {color} {mv}\n{board}")
        });
        game.play_as(color, mv).unwrap();
    }
    game.moves().len()
}

/// Plays games on a board of one size, on all cores.
fn play_all(size: usize, games: u64) {
    let cores = thread::available_parallelism().map_or(1, usize::from) as u64;
    thread::scope(|scope| {
        for core in 0..cores {
            scope.spawn(move || {
                for seed in (core..games).step_by(cores as usize) {
                    // On 5x5, where White cannot win anything, it may pass at once.
                    assert!(play(size, seed) > size || size == 5);
                }
            });
        }
    });
}

#[test]
fn every_move_is_legal_and_none_throws_the_game_away() {
    for (size, games) in [(5, 10), (7, 5), (9, 3), (13, 1)] {
        play_all(size, games);
    }
}

/// `TAO_GAMES` is the number of games. One of 13x13 takes as long as twenty of 5x5.
#[test]
#[ignore = "1000 games"]
fn every_move_of_1000_games_is_legal_and_none_throws_the_game_away() {
    let games = env::var("TAO_GAMES").map_or(1000, |games| games.parse().unwrap());
    for (size, percent) in [(5, 40), (7, 35), (9, 23), (13, 2)] {
        play_all(size, games * percent / 100);
    }
}

/// A referee of the position in a diagram.
fn referee(rules: Rules, komi: f64, diagram: &str) -> Referee {
    let board: AnyBoard = diagram.parse().unwrap();
    let mut game = Game::new(board.size()).unwrap();
    game.set_rules(rules);
    game.set_komi(komi).unwrap();
    let mut referee = Referee::new(&game);
    for (color, coord) in board.all_stones() {
        referee.position.set(coord, Some(color));
    }
    referee.remember(Color::Black);
    referee
}

#[test]
fn the_referee_reports_bad_moves() {
    let last_error = |mut referee: Referee, color: Color, moves: &[&str]| {
        let mut result = Ok(());
        for (mv, color) in moves.iter().zip([color, !color].into_iter().cycle()) {
            result = referee.play(color, mv.parse().unwrap());
        }
        result.unwrap_err()
    };
    let black = Color::Black;
    // White's stone on C1 is dead; White wins as long as it counts as alive.
    let dead = ". X . X .\nX X X X X\nX X X X X\nX X X X X\n. X O . X";
    let cases = [
        (
            referee(
                Rules::CGOS,
                7.5,
                ". X . X O\nX X X X O\nO O O O O\n. . . . .\n. . . . .",
            ),
            black,
            &["A5"][..],
            "it fills one of two eyes",
        ),
        (
            referee(Rules::CGOS, 23.5, dead),
            black,
            &["pass"],
            "D1 would have won",
        ),
        (
            referee(Rules::CHINESE, 0.5, ". X O .\nX O . O\n. X O .\n. . . ."),
            black,
            &["C3", "pass", "pass", "B3"],
            "it repeats a position",
        ),
    ];
    for (referee, color, moves, error) in cases {
        assert_eq!(last_error(referee, color, moves), error);
    }
}
