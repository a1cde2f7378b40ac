//! Random games in which the board and a naive one must agree after every move.

use std::collections::HashMap;
use std::thread;

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use tao_rules::board::{Color, Coord, IllegalPlay, MAX_SIZE, MIN_SIZE, Move, Symmetry};
use tao_rules::game::Suicide;
use tao_rules::raw::{Area, Board, Point, PointSet};

use crate::oracle::Oracle;

#[test]
fn the_fast_board_agrees_with_flooding_on_every_size() {
    for size in MIN_SIZE..=MAX_SIZE {
        play_games(size, 0..(320 / size.pow(2) as u64).max(1));
    }
}

#[test]
#[ignore = "long: for release builds"]
fn the_fast_board_agrees_with_flooding_in_100_000_games() {
    // A game takes a time that grows with the fourth power of the size.
    let games = |size| match size {
        2 => 30_000,
        3 => 50_000,
        4 => 14_000,
        5 => 4_000,
        6 => 1_500,
        7 | 9 => 800,
        8 => 400,
        10..=13 => 25,
        _ => 5,
    };
    assert!((MIN_SIZE..=MAX_SIZE).map(games).sum::<u64>() >= 100_000);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for core in 0..cores {
            scope.spawn(move || {
                for size in MIN_SIZE..=MAX_SIZE {
                    play_games(size, (core as u64..games(size)).step_by(cores));
                }
            });
        }
    });
}

#[test]
fn the_eight_symmetries_differ() {
    let off_every_axis = Coord::new(1, 0).unwrap();
    let mut images = Symmetry::all().map(|symmetry| symmetry.apply(off_every_axis, 4));
    images.sort_unstable();
    assert!(
        images.windows(2).all(|pair| pair[0] < pair[1]),
        "{images:?}"
    );
}

/// Plays the random games of these numbers on one size, in turn on every board class that has it.
fn play_games(size: usize, numbers: impl IntoIterator<Item = u64>) {
    for number in numbers {
        let rng = Xoshiro256PlusPlus::seed_from_u64(number << 8 | size as u64);
        match (size, number % 4) {
            (..=9, 0 | 1) => Game::<2>::new(size, rng).run(),
            (..=13, 0..=2) => Game::<4>::new(size, rng).run(),
            _ => Game::<6>::new(size, rng).run(),
        }
    }
}

/// One random game, on both boards.
struct Game<const W: usize> {
    board: Board<W>,
    oracle: Oracle,
    rng: Xoshiro256PlusPlus,
    to_move: Color,
    moves: Vec<(Color, Move)>,
    /// The position for every hash so far.
    positions: HashMap<u64, Vec<Option<Color>>>,
}

impl<const W: usize> Game<W> {
    fn new(size: usize, rng: Xoshiro256PlusPlus) -> Self {
        Self {
            board: Board::new(size),
            oracle: Oracle::new(size),
            rng,
            to_move: Color::Black,
            moves: Vec::new(),
            positions: HashMap::new(),
        }
    }

    /// Plays to two passes or to three moves a point, comparing everything after every move.
    fn run(mut self) {
        let longest = 3 * self.board.size() * self.board.size();
        self.compare();
        while self.moves.len() < longest
            && !matches!(self.moves[..], [.., (_, Move::Pass), (_, Move::Pass)])
        {
            let mv = self.choose();
            play(&mut self.board, self.to_move, mv);
            match mv {
                Move::Play(coord) => assert_eq!(
                    self.oracle.play(self.to_move, coord, Suicide::Allowed),
                    Ok(())
                ),
                Move::Pass => self.oracle.pass(),
            }
            self.moves.push((self.to_move, mv));
            if self.rng.random_ratio(15, 16) {
                self.to_move = !self.to_move;
            }
            self.compare();
        }
        self.compare_symmetric_games();
    }

    /// Chooses mostly a move that fills no eye; sometimes an eye, a suicide or a pass.
    fn choose(&mut self) -> Move {
        let sensible = self.rng.random_ratio(7, 8);
        let is_wanted = |point: &Point<W>| match self.board.legality(self.to_move, *point) {
            Ok(()) => !sensible || !self.board.is_eye(self.to_move, *point),
            Err(IllegalPlay::Suicide(_)) => !sensible,
            Err(_) => false,
        };
        match self
            .board
            .empty()
            .iter()
            .filter(is_wanted)
            .choose(&mut self.rng)
        {
            Some(point) if sensible || self.rng.random_ratio(3, 4) => Move::Play(point.coord()),
            _ => Move::Pass,
        }
    }

    fn compare(&mut self) {
        assert_eq!(self.board.check(), Ok(()), "{}", self.describe());
        self.compare_chains();
        self.compare_legality();
        self.compare_eyes();
        assert_eq!(
            self.board.ko().map(Point::coord),
            self.oracle.ko.map(|(_, coord)| coord),
            "{}",
            self.describe()
        );
        assert_eq!(self.board.area(), area(&self.oracle), "{}", self.describe());
        self.compare_hash();
        if self.moves.len().is_multiple_of(8) {
            self.compare_copies();
            self.compare_rest();
        }
    }

    fn compare_chains(&self) {
        for coord in self.coords() {
            let point = Point::new(coord);
            let stone = self.oracle.at(coord);
            assert_eq!(
                self.board.stone(point),
                stone,
                "{coord} {}",
                self.describe()
            );
            let chain = self.board.chain(point);
            let chain = chain.map(|chain| (coords_of(chain.stones), coords_of(chain.liberties)));
            assert_eq!(
                chain,
                stone.map(|_| self.oracle.chain(coord)),
                "{coord} {}",
                self.describe()
            );
        }
    }

    /// Tries every point for both colors; a refused move must change nothing.
    fn compare_legality(&self) {
        let mut untouched = self.board.clone();
        for color in Color::BOTH {
            for coord in self.coords() {
                let point = Point::new(coord);
                let verdict = self.oracle.clone().play(color, coord, Suicide::Forbidden);
                assert_eq!(
                    self.board.legality(color, point),
                    verdict,
                    "{color} {}",
                    self.describe()
                );
                assert_eq!(self.board.is_legal(color, point), verdict.is_ok());
                if verdict.is_err() {
                    assert_eq!(untouched.play(color, point), verdict);
                }
            }
        }
        assert_eq!(untouched, self.board, "{}", self.describe());
        assert_eq!(untouched.check(), Ok(()), "{}", self.describe());
    }

    fn compare_eyes(&self) {
        for color in Color::BOTH {
            let is_eye = |coord: &Coord| is_true_eye(&self.oracle, color, *coord);
            let mut eyes: Vec<_> = self.coords().filter(is_eye).collect();
            eyes.sort_unstable();
            assert_eq!(
                coords_of(self.board.eyes(color)),
                eyes,
                "{color} {}",
                self.describe()
            );

            let mut playable: Vec<_> = coords_of(self.board.empty());
            playable.retain(|&coord| {
                Some(coord) != self.oracle.ko.map(|(_, coord)| coord)
                    && self.board.is_legal(color, Point::new(coord))
                    && !is_eye(&coord)
            });
            assert_eq!(
                coords_of(self.board.playable(color)),
                playable,
                "{color} {}",
                self.describe()
            );
        }
    }

    /// The hash follows from the stones alone, and no two positions of a game share one.
    fn compare_hash(&mut self) {
        let hash = self.board.hash();
        assert_eq!(self.set_up::<W>().hash(), hash, "{}", self.describe());
        let cells = self.oracle.cells.clone();
        let known = self.positions.entry(hash).or_insert_with(|| cells.clone());
        assert_eq!(*known, cells, "two positions with one hash");
    }

    /// Converts the position to every class that has its size, and to a diagram and back.
    fn compare_copies(&self) {
        let size = self.board.size();
        let mut copies = vec![self.board.convert::<6>()];
        if size <= Board::<4>::MAX_SIZE {
            copies.push(self.board.convert::<4>().convert());
        }
        if size <= Board::<2>::MAX_SIZE {
            copies.push(self.board.convert::<2>().convert());
        }
        for copy in copies {
            assert_eq!(copy.check(), Ok(()), "{}", self.describe());
            assert_eq!(copy.hash(), self.board.hash(), "{}", self.describe());
            assert_eq!(copy.convert(), self.board, "{}", self.describe());
        }
        let read: Board<W> = self.board.to_string().parse().unwrap();
        assert_eq!(read, self.set_up(), "{}", self.describe());
    }

    /// Takes off the stones of every third point, parts of chains among them.
    fn compare_rest(&self) {
        let points = self.coords().map(Point::new).step_by(3);
        let removed: PointSet<W> = points.collect();
        let mut rest = self.board.all_stones().collect::<Vec<_>>();
        rest.retain(|&(_, coord)| !removed.contains(Point::new(coord)));
        let board = self.board.without(removed);
        assert_eq!(board.check(), Ok(()), "{}", self.describe());
        let expected = Board::set_up(self.board.size(), rest).unwrap();
        assert_eq!(board, expected, "{}", self.describe());
    }

    /// The stones on a new board, without the ko.
    fn set_up<const V: usize>(&self) -> Board<V> {
        let stones = self
            .coords()
            .filter_map(|coord| Some((self.oracle.at(coord)?, coord)));
        Board::set_up(self.board.size(), stones).unwrap()
    }

    /// The same game turned and mirrored ends in the position turned and mirrored.
    fn compare_symmetric_games(&self) {
        let size = self.board.size();
        for symmetry in Symmetry::all() {
            let mut image = Board::<W>::new(size);
            for &(color, mv) in &self.moves {
                let mv = mv
                    .coord()
                    .map_or(Move::Pass, |coord| Move::Play(symmetry.apply(coord, size)));
                play(&mut image, color, mv);
            }
            let turned = |point: Point<W>| Point::new(symmetry.apply(point.coord(), size));
            for color in Color::BOTH {
                let stones = self.board.stones(color).iter().map(turned).collect();
                assert_eq!(
                    image.stones(color),
                    stones,
                    "{symmetry:?} {}",
                    self.describe()
                );
            }
            assert_eq!(
                image.ko(),
                self.board.ko().map(turned),
                "{symmetry:?} {}",
                self.describe()
            );
            assert_eq!(
                image.area(),
                self.board.area(),
                "{symmetry:?} {}",
                self.describe()
            );
        }
    }

    fn coords(&self) -> impl Iterator<Item = Coord> + use<W> {
        Coord::all(self.board.size())
    }

    /// The game so far, for messages.
    fn describe(&self) -> String {
        let moves: Vec<_> = self
            .moves
            .iter()
            .map(|(color, mv)| format!("{color} {mv}"))
            .collect();
        format!("after {}\n{}", moves.join(", "), self.board)
    }
}

/// Makes a move that is legal or a suicide.
fn play<const W: usize>(board: &mut Board<W>, color: Color, mv: Move) {
    let Move::Play(coord) = mv else {
        return board.pass();
    };
    let point = Point::new(coord);
    match board.play(color, point) {
        Ok(()) => {}
        Err(IllegalPlay::Suicide(_)) => board.play_suicide(color, point),
        Err(refusal) => panic!("{refusal}"),
    }
}

fn coords_of<const W: usize>(points: PointSet<W>) -> Vec<Coord> {
    let mut coords: Vec<_> = points.iter().map(Point::coord).collect();
    coords.sort_unstable();
    coords
}

/// The area score by flooding.
fn area(oracle: &Oracle) -> Area {
    let mut area = Area::default();
    for coord in Coord::all(oracle.size) {
        let borders = |empty, color| {
            oracle
                .neighbors(empty)
                .any(|neighbor| oracle.at(neighbor) == Some(color))
        };
        let counts_for = |color| match oracle.at(coord) {
            Some(stone) => stone == color,
            None => oracle.connected(coord).any(|empty| borders(empty, color)),
        };
        match Color::BOTH.map(counts_for) {
            [true, false] => area.black += 1,
            [false, true] => area.white += 1,
            _ => area.shared += 1,
        }
    }
    area
}

/// A true eye by the thesis: own stones on all sides, and at most one enemy on the diagonals in the center, none on the
/// edge.
fn is_true_eye(oracle: &Oracle, color: Color, coord: Coord) -> bool {
    let corners = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
    let enemies = oracle
        .around(coord, corners)
        .filter(|&corner| oracle.at(corner) == Some(!color))
        .count();
    let is_central = oracle.around(coord, corners).count() == 4;
    oracle.at(coord).is_none()
        && oracle
            .neighbors(coord)
            .all(|neighbor| oracle.at(neighbor) == Some(color))
        && enemies <= usize::from(is_central)
}
