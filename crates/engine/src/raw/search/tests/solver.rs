//! What the solver proves from games that end with two passes.

use super::*;
use crate::candidates::LineTables;
use crate::search::descent::Descent;

/// Move, win rate and playouts of a search for Black with at most 100 playouts.
fn found(diagram: &str, komi: f64, params: &Params) -> String {
    let board = board(diagram);
    let request = Request {
        komi,
        ..request(&board, Color::Black, 100)
    };
    let report = search(params, &request);
    assert_eq!(
        report.win_rate.to_string(),
        report.moves()[0].win_rate.to_string()
    );
    format!("{} {} {}", report.best, report.win_rate, report.playouts)
}

#[test]
fn a_finished_game_is_solved_by_two_playouts() {
    assert_eq!(found(FINISHED, 8.5, &Params::PLAYOUTS), "pass 1 2");
    assert_eq!(found(FINISHED, 9.5, &Params::PLAYOUTS), "pass 0 2");
}

#[test]
fn a_drawn_game_is_proven_drawn() {
    let report = search(
        &Params::PLAYOUTS,
        &Request {
            komi: 9.0,
            ..request(&board(FINISHED), Color::Black, 100)
        },
    );
    assert!(report.is_solved);
    assert_eq!((report.best, report.playouts), (Move::Pass, 2));
    let exact = report.exact.unwrap();
    assert_eq!(
        (exact.win_rate.to_string(), exact.points_ahead),
        ("0.5".to_owned(), Some(0.0))
    );
    assert_eq!(exact.line[0], Move::Pass);
}

/// Black wins by a pass if no stone is dead, and loses if all stones of Black are.
#[test]
fn two_passes_count_without_the_stones_that_are_known_as_dead_and_prove_nothing() {
    let board = board(FINISHED);
    let all: Vec<Coord> = board.all_stones().map(|(_, coord)| coord).collect();
    let black: Vec<Coord> = all
        .into_iter()
        .filter(|&coord| board.stone(Point::new(coord)) == Some(Color::Black))
        .collect();
    for (dead, win_rate) in [(Vec::new(), 1.0), (black, 0.0)] {
        let request = Request {
            komi: 8.5,
            dead: Some(dead),
            restrictions: vec![Restriction {
                color: Color::Black,
                kind: RestrictionKind::Allow,
                moves: vec![Move::Pass],
                depth: 1,
            }],
            ..request(&board, Color::Black, 100)
        };
        let report = search(&Params::PLAYOUTS, &request);
        assert!(!report.is_solved && report.playouts == 100);
        let pass = report.stats(Move::Pass).unwrap();
        assert_eq!(pass.proof, Proof::Unproven);
        assert!((pass.win_rate - win_rate).abs() < 0.2, "{pass:?}");
    }
}

#[test]
fn without_the_solver_nothing_is_proven() {
    let off = Params {
        tree: TreeParams {
            solver: false,
            ..Params::PLAYOUTS.tree
        },
        ..Params::PLAYOUTS
    };
    assert_eq!(found(FINISHED, 9.0, &off), "pass 0.5 100");
    assert_eq!(found(FINISHED, 8.5, &off), "pass 1 100");
}

/// Black has nine points after the capture of C3, and seven after a pass.
const CAPTURE: &str = ". X O\nX X .\n. X X";

#[test]
fn a_move_that_is_proven_to_win_is_played_however_few_its_visits() {
    assert_eq!(found(CAPTURE, 8.5, &Params::PLAYOUTS), "C2 1 3");
}

#[test]
fn the_playout_that_proves_the_root_ends_the_search() {
    for (diagram, needed) in [(FINISHED, 2), (CAPTURE, 3)] {
        let board = board(diagram);
        let search = |playouts| {
            let request = Request {
                komi: 8.5,
                ..request(&board, Color::Black, playouts)
            };
            search(&Params::PLAYOUTS, &request)
        };
        assert!(!search(needed - 1).is_solved);
        for limit in [needed, needed + 1, 100, 5_000, u64::MAX] {
            let report = search(limit);
            assert!(report.is_solved, "{limit}");
            assert_eq!(report.playouts, needed, "{limit}");
        }
    }
}

#[test]
fn a_search_whose_root_is_already_proven_makes_one_playout() {
    let board = board(FINISHED);
    let request = request(&board, Color::Black, u64::MAX);
    let mut searcher = Searcher::default();
    for (reused, playouts) in [(0, 2), (2, 1), (3, 1)] {
        let report = searcher.search(&Params::PLAYOUTS, &request);
        assert!(report.is_solved);
        assert_eq!((report.reused_visits, report.playouts), (reused, playouts));
    }
}

pub(super) const KOMI: f64 = 0.5;

/// With this komi the same position is a draw.
const DRAWN_KOMI: f64 = 0.0;

/// Checks that every proof at or below a node follows from the proofs of its replies or from the score after two passes.
/// Returns the number of proven moves.
fn check_below(
    tree: &Tree,
    node: &Node,
    descent: &Descent<2>,
    line_tables: &LineTables<2>,
    komi: f64,
) -> usize {
    let children = tree.children(node);
    let proven = node.proof() != Proof::Unproven;
    if descent.passes == 2 {
        let lead = f64::from(descent.board.area().lead()) - komi;
        let lead = (!descent.color).signed(lead);
        let proof = match lead {
            0.0 => Proof::Drawn,
            ..0.0 => Proof::Lost,
            _ => Proof::Won,
        };
        assert!(node.visits() == 0 || node.proof() == proof);
    } else if proven {
        assert_eq!(node.proof(), Proof::by_replies::<2>(children));
    }
    let below = children.iter().map(|child| {
        let mut descent = descent.clone();
        descent.play(line_tables, child.mv());
        check_below(tree, child, &descent, line_tables, komi)
    });
    usize::from(proven) + below.sum::<usize>()
}

/// Checks all proofs of a search and returns the number of proven moves.
pub(super) fn check_proofs(search: &Search<2>) -> usize {
    let Search {
        tree,
        root,
        line_tables,
        request,
        ..
    } = search;
    check_below(tree, tree.root(), root, line_tables, request.komi)
}

#[test]
fn every_proof_follows_from_ends_of_games() {
    let board = board(". X O .\nX X O O\n. X O .\nX . . O");
    for (threads, komi, win_rate, least) in [
        (1, KOMI, "1", 500),
        (4, KOMI, "1", 500),
        (1, DRAWN_KOMI, "0.5", 5),
    ] {
        let params = Params {
            machine: MachineParams {
                threads,
                ..Params::PLAYOUTS.machine
            },
            selection: SelectionParams {
                // Every node gets a pass among its children. Without one, no move is proven to win.
                pass_below: 100,
                ..Params::PLAYOUTS.selection
            },
            ..Params::PLAYOUTS
        };
        let request = Request {
            komi,
            ..request(&board, Color::White, 20_000)
        };
        let search = Search::<2>::new(&params, &request, None);
        let report = search.run(None, None);
        let proven = check_proofs(&search);
        assert!(proven > least, "{proven}");
        assert_eq!(report.win_rate.to_string(), win_rate);
        assert!(report.playouts < 20_000, "{}", report.playouts);
    }
}
