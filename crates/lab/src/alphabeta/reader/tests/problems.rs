//! Ladders and nets with known answers: a full search of all moves, on the board of the engine, against the reader.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use tao_rules::raw::{Board, Color, Point, PointSet};

use super::{NODES, Verdict, is_captured, read_chains};

/// Problems of each kind: either side to move, captured or not.
const EACH: usize = 50;

/// Positions that a full search may look at for one problem.
const FULL_NODES: u32 = 60_000;

/// Moves that a full search looks ahead at most.
const MOST_MOVES: usize = 13;

/// A problem that takes fewer moves needs no reading.
const LEAST_MOVES: usize = 3;

/// Most problems that the reader may get wrong, as it tries few moves of a position. Of 1 000 other problems it gets 9 wrong.
const MOST_WRONG: usize = 1;

/// A search of all legal moves, passes included. The chain has escaped when the attacker, to move, finds three liberties.
struct FullSearch {
    stone: Point<2>,
    owner: Color,
    nodes_left: u32,
    /// Answers that do not depend on a limit, by position and on whether the attacker is to move.
    known: HashMap<(u64, Option<Point<2>>, bool), bool>,
}

impl FullSearch {
    /// Whether the chain is captured, and the number of moves that the search had to look ahead; `None` if that is too hard.
    fn solve(board: &Board<2>, stone: Point<2>, to_move: Color) -> Option<(bool, usize)> {
        let owner = if board.stones(Color::Black).contains(stone) {
            Color::Black
        } else {
            Color::White
        };
        let mut search = Self {
            stone,
            owner,
            nodes_left: FULL_NODES,
            known: HashMap::new(),
        };
        (1..=MOST_MOVES).find_map(|moves| Some((search.is_captured(board, to_move, moves)?, moves)))
    }

    fn is_captured(&mut self, board: &Board<2>, to_move: Color, moves: usize) -> Option<bool> {
        let attacks = to_move != self.owner;
        let Some(chain) = board
            .chain(self.stone)
            .filter(|_| board.stones(self.owner).contains(self.stone))
        else {
            return Some(true);
        };
        if attacks && chain.liberties.len() >= 3 {
            return Some(false);
        }
        let key = (board.hash(), board.ko(), attacks);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        if moves == 0 || self.nodes_left == 0 {
            return None;
        }
        self.nodes_left -= 1;
        // The side to move wants this answer, and one move that gives it is enough.
        let wanted = attacks;
        let near = chain.liberties;
        let legal = board.legal(to_move);
        let rest = legal & !near;
        let mut answer = Some(!wanted);
        let moves_first = (legal & near).iter().chain(rest.iter()).map(Some);
        for mv in moves_first.chain([None]) {
            let mut next = board.clone();
            match mv {
                Some(point) => next.play_legal(to_move, point),
                None => next.pass(),
            }
            match self.is_captured(&next, !to_move, moves - 1) {
                Some(found) if found == wanted => {
                    answer = Some(wanted);
                    break;
                }
                Some(_) => {}
                None => answer = None,
            }
        }
        if let Some(answer) = answer {
            self.known.insert(key, answer);
        }
        answer
    }
}

struct Problem {
    board: Board<2>,
    stone: Point<2>,
    to_move: Color,
    is_captured: bool,
}

impl Problem {
    fn to_line(&self) -> String {
        let rows: Vec<String> = (self.board.to_string().lines())
            .filter(|line| {
                line.contains(['.', 'X', 'O'])
                    && line.trim_start().starts_with(|c: char| c.is_ascii_digit())
            })
            .map(|line| line.chars().filter(|c| ".XO".contains(*c)).collect())
            .collect();
        let mover = if self.to_move == Color::Black {
            "X"
        } else {
            "O"
        };
        let answer = if self.is_captured {
            "captured"
        } else {
            "saved"
        };
        format!("{} {} {mover} {answer}", rows.join("/"), self.stone.coord())
    }

    fn from_line(line: &str) -> Self {
        let [rows, stone, mover, answer] = line.split(' ').collect::<Vec<_>>().try_into().unwrap();
        let spaced = |row: &str| row.chars().flat_map(|cell| [cell, ' ']).collect::<String>();
        let diagram: Vec<String> = rows.split('/').map(spaced).collect();
        Self {
            board: diagram.join("\n").parse().unwrap(),
            stone: Point::new(stone.parse().unwrap()),
            to_move: if mover == "X" {
                Color::Black
            } else {
                Color::White
            },
            is_captured: answer == "captured",
        }
    }
}

fn problems() -> Vec<Problem> {
    let text = include_str!("problems.txt");
    let lines = text.lines().filter(|line| !line.starts_with(';'));
    lines.map(Problem::from_line).collect()
}

/// Problems from the positions of random games, equally many of each kind.
fn generate() -> String {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut counts = [[0; 2]; 2];
    let mut text =
        "; Position from the top row, a stone of the chain, side to move, answer.\n".to_owned();
    while counts.as_flattened().iter().any(|&count| count < EACH) {
        let size = rng.random_range(5..=7);
        let mut board: Board<2> = Board::new(size);
        let mut to_move = Color::Black;
        for _ in 0..rng.random_range(size..=size * size / 2) {
            match board.legal(to_move).iter().choose(&mut rng) {
                Some(point) => board.play_legal(to_move, point),
                None => board.pass(),
            }
            to_move = !to_move;
        }
        let weak: PointSet<2> = board
            .chains(board.stones(Color::Black) | board.stones(Color::White))
            .filter(|chain| chain.liberties.len() <= 2)
            .filter_map(|chain| chain.stones.first())
            .collect();
        let Some(stone) = weak.iter().choose(&mut rng) else {
            continue;
        };
        let Some((is_captured, moves)) = FullSearch::solve(&board, stone, to_move) else {
            continue;
        };
        let is_owners_turn = board.stones(to_move).contains(stone);
        let count = &mut counts[usize::from(is_owners_turn)][usize::from(is_captured)];
        if moves >= LEAST_MOVES && *count < EACH {
            *count += 1;
            let problem = Problem {
                board,
                stone,
                to_move,
                is_captured,
            };
            let _ = writeln!(text, "{}", problem.to_line());
        }
    }
    text
}

/// With `TAO_WRITE` set it writes the file instead.
#[test]
#[ignore = "long: for release builds"]
fn the_problems_are_those_of_the_generator() {
    let text = generate();
    if env::var_os("TAO_WRITE").is_some() {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("src/alphabeta/reader/tests/problems.txt");
        fs::write(file, text).unwrap();
    } else {
        assert!(text == include_str!("problems.txt"));
    }
}

#[test]
fn the_reader_solves_the_problems() {
    let problems = problems();
    assert_eq!(problems.len(), 4 * EACH);
    let mut wrong = Vec::new();
    for problem in &problems {
        let Problem {
            board,
            stone,
            to_move,
            is_captured: expected,
        } = problem;
        if is_captured(board, *stone, *to_move) != Some(*expected) {
            wrong.push(problem.to_line());
        }
    }
    assert!(wrong.len() <= MOST_WRONG, "{wrong:#?}");
}

/// For every tenth problem, a full search finds the stored answer, and the moves that the reader finds to work or to fail are
/// legal and never both.
#[test]
fn a_full_search_agrees_with_the_moves_that_work() {
    for problem in problems().iter().step_by(10) {
        let Problem {
            board,
            stone,
            to_move,
            ..
        } = problem;
        let solved = FullSearch::solve(board, *stone, *to_move);
        assert_eq!(
            solved.map(|(captured, _)| captured),
            Some(problem.is_captured),
            "{}",
            problem.to_line()
        );
        let chains = read_chains(board, *to_move, NODES);
        let verdict: Verdict<_> = chains.map(|(_, verdict)| verdict).collect();
        assert!(!verdict.work.intersects(&verdict.fail));
        assert!(
            (verdict.work | verdict.fail)
                .iter()
                .all(|point| board.is_legal(*to_move, point))
        );
    }
}
