//! Tests the outputs that `train/export.py` wrote with the network: those of its slow evaluation in integers, and those in
//! floating point.

use serde::Deserialize;

use crate::net::{Evaluator, LEAD_UNIT, Output, RECENT_MOVES, Situation, embedded};
use tao_rules::cpu::Build;
use tao_rules::raw::{Board, Color, Move, Point, Symmetry};

const GOLDEN: &str = include_str!("../../../../data/golden.json");

#[derive(Deserialize)]
struct Golden {
    network: String,
    crc: u32,
    positions: Vec<Line>,
}

#[derive(Deserialize)]
struct Line {
    moves: Vec<String>,
    komi: f64,
    #[serde(default = "usual_size")]
    size: usize,
    #[serde(default)]
    territory: bool,
    policy: Vec<i32>,
    owner: Vec<i32>,
    value: i32,
    lead: i32,
    policy_float: Vec<f64>,
    value_float: f64,
    lead_float: f64,
}

const fn usual_size() -> usize {
    9
}

#[test]
fn all_builds_agree_with_the_program_that_trained_the_network() {
    let golden: Golden = serde_json::from_str(GOLDEN).unwrap();
    let network = embedded().unwrap();
    assert_eq!(
        (network.name.as_str(), network.identity),
        (golden.network.as_str(), golden.crc)
    );
    assert!(golden.positions.len() >= 20);
    for build in Build::available() {
        let mut evaluator = Evaluator::with_build(network.clone(), build);
        let mut errors = Errors::default();
        for line in &golden.positions {
            let output = check(&mut evaluator, line);
            errors.add(&output, line);
        }
        let count = golden.positions.len() as f64;
        assert!(errors.policy / count < 0.1, "{errors:?} of {count}");
        assert!(errors.value / count < 0.11, "{errors:?} of {count}");
        assert!(errors.lead / count < 0.6, "{errors:?} of {count}");
    }
}

/// Sums of the differences from the network in floating point, in logits and in points ahead. A difference of one step of an
/// activation here and there is normal.
#[derive(Debug, Default)]
struct Errors {
    policy: f64,
    value: f64,
    lead: f64,
}

impl Errors {
    fn add(&mut self, output: &Output, line: &Line) {
        let policy = output.policy.iter().zip(&line.policy_float);
        let errors = policy.map(|(&ours, theirs)| (f64::from(ours) / 256.0 - theirs).abs());
        self.policy += errors.sum::<f64>() / line.policy.len() as f64;
        self.value += (f64::from(output.value) / 1024.0 - line.value_float).abs();
        self.lead += (f64::from(output.lead) / f64::from(LEAD_UNIT) - line.lead_float).abs();
    }
}

/// Evaluates the position of a line and checks that the outputs are those of the line.
fn check(evaluator: &mut Evaluator, line: &Line) -> Output {
    let mut board = Board::<2>::new(line.size);
    let mut to_move = Color::Black;
    let mut recent_moves = [None; RECENT_MOVES];
    let mut last_was_pass = false;
    let mut placed = 0.0;
    for text in &line.moves {
        let point = match text.parse().unwrap() {
            Move::Play(coord) => Some(Point::new(coord)),
            Move::Pass => None,
        };
        match point {
            Some(point) => {
                board.play(to_move, point).unwrap();
                placed += to_move.signed(f64::from(line.territory));
            }
            None => board.pass(),
        }
        recent_moves.rotate_right(1);
        recent_moves[0] = point;
        last_was_pass = point.is_none();
        to_move = !to_move;
    }
    let situation = Situation {
        board: &board,
        to_move,
        recent_moves,
        last_was_pass,
        komi: line.komi + placed,
        territory: line.territory,
    };
    let [identity, ..] = Symmetry::all();
    let output = evaluator.evaluate(&situation, identity);
    assert_eq!(output.policy.map(i32::from).to_vec(), line.policy);
    assert_eq!(output.owner.map(i32::from).to_vec(), line.owner);
    assert_eq!((output.value, output.lead), (line.value, line.lead));

    output.clone()
}
