//! The preset `tao-go-2010` before a referee that knows the text of the thesis alone: its chapters are named beside each rule. A
//! board is a list of letters, row by row, and nothing is shared with the engine.

use std::collections::HashSet;

use tao_engine::raw::search::Params;
use tao_engine::raw::{EngineSettings, Purpose, Question};
use tao_engine::{Decision, Engine};
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::{Game, Rules, Superko};

const SIDE: usize = 9;
const EMPTY: u8 = b'.';

type Stones = Vec<u8>;

struct Referee {
    stones: Stones,
    to_move: u8,
    /// Positions with the side that faced them.
    faced: HashSet<(Stones, u8)>,
    moves: usize,
    passes: usize,
}

const fn other(color: u8) -> u8 {
    if color == b'X' { b'O' } else { b'X' }
}

/// The line of a point: the distance to the nearest edge, from 1.
fn line(point: usize) -> usize {
    let of = |x: usize| (x + 1).min(SIDE - x);
    of(point % SIDE).min(of(point / SIDE))
}

/// Columns and rows between two points.
const fn apart(one: usize, two: usize) -> (usize, usize) {
    (
        (one % SIDE).abs_diff(two % SIDE),
        (one / SIDE).abs_diff(two / SIDE),
    )
}

fn points_with(is_one: impl Fn(usize) -> bool) -> impl Iterator<Item = usize> {
    (0..SIDE * SIDE).filter(move |&point| is_one(point))
}

fn neighbors(point: usize) -> impl Iterator<Item = usize> {
    points_with(move |near| matches!(apart(point, near), (0, 1) | (1, 0)))
}

fn diagonals(point: usize) -> impl Iterator<Item = usize> {
    points_with(move |near| apart(point, near) == (1, 1))
}

/// 2.6 and 3.4: the points of one kind that are connected with a point, and the points around them.
fn region(stones: &[u8], first: usize) -> (Vec<usize>, HashSet<usize>) {
    let (mut inside, mut around) = (vec![first], HashSet::new());
    let mut next = 0;
    while let Some(&point) = inside.get(next) {
        for near in neighbors(point) {
            if stones[near] != stones[first] {
                around.insert(near);
            } else if !inside.contains(&near) {
                inside.push(near);
            }
        }
        next += 1;
    }
    (inside, around)
}

fn has_no_liberty(stones: &[u8], stone: usize) -> bool {
    let (_, around) = region(stones, stone);
    around.iter().all(|&near| stones[near] != EMPTY)
}

impl Referee {
    fn new() -> Self {
        let stones = vec![EMPTY; SIDE * SIDE];
        Self {
            faced: HashSet::from([(stones.clone(), b'X')]),
            stones,
            to_move: b'X',
            moves: 0,
            passes: 0,
        }
    }

    /// 2.5, 2.7 and 3.5: the board after a move; `None` if it is illegal. A point must be empty, the stone must have a liberty or
    /// capture, and the opponent must not face a position again.
    fn after(&self, point: usize) -> Option<Stones> {
        if self.stones[point] != EMPTY {
            return None;
        }
        let mut stones = self.stones.clone();
        stones[point] = self.to_move;
        for near in neighbors(point) {
            if stones[near] == other(self.to_move) && has_no_liberty(&stones, near) {
                for captured in region(&stones, near).0 {
                    stones[captured] = EMPTY;
                }
            }
        }
        let key = (stones, other(self.to_move));
        let is_legal = !has_no_liberty(&key.0, point) && !self.faced.contains(&key);
        is_legal.then_some(key.0)
    }

    /// 4.3.5: whether a point is a true eye by shape: all neighbors are own, and the enemy has fewer than two diagonal points in the
    /// center, none at the edge.
    fn is_true_eye(&self, point: usize) -> bool {
        let mut neighbors = neighbors(point);
        let enemies = diagonals(point).filter(|&near| self.stones[near] == other(self.to_move));
        let most = usize::from(line(point) > 1);
        self.stones[point] == EMPTY
            && neighbors.all(|near| self.stones[near] == self.to_move)
            && enemies.count() <= most
    }

    /// 4.3.2: whether a point is a candidate by its line, the stones near it and the number of moves.
    fn is_candidate(&self, point: usize) -> bool {
        let mut stones = points_with(|stone| self.stones[stone] != EMPTY);
        match line(point) {
            1 => {
                let is_near = |stone| {
                    let (columns, rows) = apart(stone, point);
                    line(stone) <= 2 && columns + rows < 3
                };
                self.moves >= 10 && stones.any(is_near)
            }
            2 => {
                let is_near = |stone| {
                    let (columns, rows) = apart(stone, point);
                    columns <= 2 && rows <= 2 && columns + rows < 4
                };
                self.moves >= 5 && stones.any(is_near)
            }
            _ => true,
        }
    }

    /// 4.3.4: the points that are left to choose from: legal, no own true eye, and candidates as long as there is one.
    fn choices(&self) -> Vec<usize> {
        let legal = |&point: &usize| !self.is_true_eye(point) && self.after(point).is_some();
        let all: Vec<usize> = (0..SIDE * SIDE).filter(legal).collect();
        let candidates: Vec<usize> = (all.iter().copied())
            .filter(|&point| self.is_candidate(point))
            .collect();
        if candidates.is_empty() {
            all
        } else {
            candidates
        }
    }

    /// 3.1: a pass adds to the passes, another move begins them anew, and the turn changes.
    fn play(&mut self, point: Option<usize>) {
        match point {
            None => self.passes += 1,
            Some(point) => {
                self.stones = self.after(point).unwrap();
                self.passes = 0;
            }
        }
        self.to_move = other(self.to_move);
        self.faced.insert((self.stones.clone(), self.to_move));
        self.moves += 1;
    }

    /// 2.8: twice Black's points minus White's. Points between both sides are shared equally.
    fn twice_the_lead(&self) -> i32 {
        let points = (0..SIDE * SIDE).map(|point| {
            let (_, around) = region(&self.stones, point);
            let touches = |color| {
                self.stones[point] == color || around.iter().any(|&near| self.stones[near] == color)
            };
            match self.stones[point] {
                b'X' => 2,
                b'O' => -2,
                _ => 2 * (i32::from(touches(b'X')) - i32::from(touches(b'O'))),
            }
        });
        points.sum()
    }
}

/// Plays a game between two engines, in which the referee must agree with every move and with the result.
fn play(seed: u64, playouts: u64) {
    let mut game = Game::new(SIDE).unwrap();
    game.set_rules(Rules {
        superko: Superko::Situational,
        ..Rules::CHINESE
    });
    let mut engine = Engine::new(EngineSettings {
        params: Params::TAO_GO_2010,
        playouts: Some(playouts),
        seed: Some(seed),
        ..EngineSettings::default()
    });
    let mut referee = Referee::new();
    while referee.passes < 2 {
        let color = game.to_move();
        let place = || format!("seed {seed}, move {}:\n{}", referee.moves + 1, game.board());
        assert_eq!(
            color == Color::Black,
            referee.to_move == b'X',
            "{}",
            place()
        );
        for (point, coord) in Coord::all(SIDE).enumerate() {
            let is_legal = game.is_legal(color, Move::Play(coord));
            assert_eq!(
                is_legal,
                referee.after(point).is_some(),
                "{coord}, {}",
                place()
            );
        }
        let thought = engine.think(&game, Question::new(color, Purpose::Play, None));
        let Decision::Play(mv) = thought.decision() else {
            panic!("it resigns: {}", place());
        };
        let point = mv.coord().map(|coord| coord.index(SIDE));
        let choices = referee.choices();
        match point {
            None => assert!(choices.is_empty(), "it passes: {}", place()),
            Some(point) => assert!(choices.contains(&point), "{mv}, {}", place()),
        }
        game.play(mv).unwrap();
        referee.play(point);
    }
    assert!(game.is_over());
    let lead = f64::from(referee.twice_the_lead()) / 2.0 - game.total_komi();
    for score in [game.standing_score(), engine.score(&game).score] {
        assert!(
            (score.lead - lead).abs() < 0.1,
            "{score}, seed {seed}:\n{}",
            game.board()
        );
    }
}

#[test]
fn a_referee_from_the_text_agrees() {
    (0..8).for_each(|seed| play(seed, 8));
}

#[test]
#[ignore = "long: for release builds"]
fn a_referee_from_the_text_agrees_over_200_games() {
    (0..200).for_each(|seed| play(seed, 50));
}
