//! The positions of `docs/lab/tactics.sgf`.

use std::collections::HashSet;
use std::iter;

use tao_engine::raw;
use tao_engine::raw::solve::{Budget, Outcome};
use tao_rules::board::{Coord, Move};
use tao_rules::game::Game;

use crate::tactic::tactics;

const POSITIONS: usize = 200;

/// Fewest positions that the solver must solve with its small budget.
const LEAST_PROVEN: usize = 49;

const fn budget(nodes: u64) -> Budget<'static> {
    Budget {
        table_bytes: 1 << 20,
        ..Budget::nodes(nodes)
    }
}

fn legal_moves(game: &Game) -> impl Iterator<Item = Move> {
    let points = Coord::all(game.size()).map(Move::Play);
    let moves = points.chain(iter::once(Move::Pass));
    moves.filter(|&mv| game.is_legal(game.to_move(), mv))
}

#[test]
fn the_positions_have_right_moves_and_others() {
    let tactics = tactics().unwrap();
    assert_eq!(tactics.len(), POSITIONS);
    let names: HashSet<_> = tactics.iter().map(|tactic| &tactic.name).collect();
    assert_eq!(names.len(), POSITIONS);
    for tactic in &tactics {
        let legal: Vec<Move> = legal_moves(&tactic.game).collect();
        assert!(!tactic.right.is_empty(), "{}", tactic.name);
        assert!(tactic.right.len() < legal.len(), "{}", tactic.name);
        for mv in &tactic.right {
            assert!(legal.contains(mv), "{}: {mv}", tactic.name);
        }
    }
}

/// After a right move the side that made it wins.
#[test]
fn the_solver_finds_the_right_moves() {
    let budget = budget(2_000);
    let mut proven = 0;
    for tactic in tactics().unwrap() {
        let color = tactic.game.to_move();
        let solution = raw::solve(&tactic.game, color, &budget);
        if let Some(score) = solution.score() {
            proven += 1;
            assert_eq!(score.winner(), Some(color), "{}", tactic.name);
            assert!(tactic.right.contains(&solution.line[0]), "{}", tactic.name);
        }
    }
    assert!(proven >= LEAST_PROVEN, "{proven} are proven");
}

/// After any other move the opponent wins.
#[test]
#[ignore = "long: for release builds"]
fn the_solver_finds_no_other_right_moves() {
    let budget = budget(20_000);
    for tactic in tactics().unwrap() {
        let color = tactic.game.to_move();
        for mv in legal_moves(&tactic.game) {
            let mut after = tactic.game.clone();
            after.play_as(color, mv).unwrap();
            // If a move is not solved, the other moves of the position are not tried, as they are no easier.
            let solution = raw::solve(&after, !color, &budget);
            let Some(outcome) = solution.outcome() else {
                break;
            };
            let wins = outcome == Outcome::Win(color);
            assert_eq!(wins, tactic.right.contains(&mv), "{}: {mv}", tactic.name);
        }
    }
}
