//! Positions with a known answer, limits, and what the settings change.

mod method;

use std::ops::ControlFlow;
use std::time::Duration;

use super::estimate::lead;
use super::*;
use tao_engine::raw::search::{
    Detail, Limit, MoveStats, Restriction, RestrictionKind, SuperkoHistory,
};
use tao_rules::cpu::split_mix;
use tao_rules::game::{Superko, TimeBudget};
use tao_rules::raw::{AnyBoard, Board, Color, Move, Point};

const NODES: u64 = 3_000;

/// A request without komi, history or forbidden moves.
fn request(board: &AnyBoard, to_move: Color) -> Request {
    Request {
        superko: SuperkoHistory {
            rule: Superko::Positional,
            keys: Vec::new(),
        },
        detail: Detail::OwnershipByMove,
        ..Request::new(board, to_move, 0.0)
    }
}

/// The report of a search that nobody stops or observes.
fn solve(settings: &AlphaBeta, request: &Request, nodes: u64) -> Report {
    search(settings, request, nodes, 1 << 20, false)
}

fn search(
    settings: &AlphaBeta,
    request: &Request,
    nodes: u64,
    table_bytes: usize,
    is_stopped: bool,
) -> Report {
    let mut observer = Observer {
        first: None,
        interval: None,
        show: &mut |_| ControlFlow::Continue(()),
    };
    let stop = AtomicBool::new(is_stopped);
    with_class!(request.board.size(), W => {
        Player::<W>::new(settings, request, nodes, table_bytes, &stop, &mut observer).run()
    })
}

/// Points ahead after a move.
fn points(report: &Report, stats: &MoveStats) -> f64 {
    report.snapshot.lead(Some(stats)).unwrap().points
}

/// The result of a search for Black on this board.
fn found(text: &str) -> Report {
    let board = text.parse().unwrap();
    solve(&AlphaBeta::DEFAULT, &request(&board, Color::Black), NODES)
}

fn best(text: &str) -> String {
    found(text).moves()[0].mv.to_string()
}

/// White's three stones run along the diagonal.
const LADDER: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X O . . . . .
    . X O O X . . . .
    . . X X . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn a_chain_in_atari_is_captured() {
    let board = "
        . . . . . . . . .
        . . . . . . . . .
        . . X X X . X . .
        . . X O O . . . .
        . . X O X . . . .
        . X O O X . . . .
        . . X X . . O . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_eq!(best(board), "F6");
}

#[test]
fn a_chain_in_atari_is_saved() {
    let board = "
        . . . . . . . . .
        . . . . . . . . .
        . . O O O . O . .
        . . O X X . . . .
        . . O X O . . . .
        . O X X O . . . .
        . . O O . . O . .
        . . . . . . . . .
        . . . . . . X . .";
    assert_eq!(best(board), "F6");
}

#[test]
fn a_ladder_that_works_is_played_without_looking_at_other_moves() {
    let found = found(LADDER);
    let moves: Vec<_> = found.moves().iter().map(|it| it.mv.to_string()).collect();
    assert_eq!(moves, ["D6"]);
}

#[test]
fn a_ladder_that_fails_is_not_played() {
    let broken = LADDER.replacen(
        ". . . . . . . . .\n    . . . . . . . . .\n    . . . . . . . . .",
        ". . . . . . . . .\n    . . . . . . O . .\n    . . . . . . O . .",
        1,
    );
    let found = found(&broken);
    for vain in ["D6", "E5"] {
        assert!(
            found.moves().iter().all(|it| it.mv.to_string() != vain),
            "{vain}"
        );
    }
}

/// With C1 Black has two eyes; with a white stone there it has one.
const VITAL_POINT: &str = "
    . X . X . X . X .
    X X X X X X X X X
    X X X X X X X X X
    O O O O O O O O O
    . O . O . O . O .
    O O O O O O O O O
    O O O O O O O O O
    X X X X X O . O .
    X . . . X O O O O";

#[test]
fn a_group_lives_with_two_eyes_and_dies_with_one() {
    assert_eq!(best(VITAL_POINT), "C1");
    let colors = VITAL_POINT
        .replace('X', "x")
        .replace('O', "X")
        .replace('x', "O");
    assert_eq!(best(&colors), "C1");
}

/// A board after random moves that fill no eyes.
fn random_board(size: usize, seed: u64, moves: u64) -> (AnyBoard, Color) {
    let mut board = AnyBoard::new(size);
    let mut to_move = Color::Black;
    for number in 0..moves {
        let points: Vec<Point<6>> = board.playable(to_move).iter().collect();
        match points.len() {
            0 => board.pass(),
            count => {
                let index = split_mix(seed, number) as usize % count;
                board.play_legal(to_move, points[index]);
            }
        }
        to_move = !to_move;
    }
    (board, to_move)
}

#[test]
fn every_move_is_legal_and_every_figure_finite() {
    for seed in 0..60 {
        let size = 2 + seed as usize % 18;
        let (board, to_move) = random_board(size, seed, 7 * seed % 150);
        let found = solve(&AlphaBeta::DEFAULT, &request(&board, to_move), 200);
        for stats in found.moves() {
            let point = stats.mv.coord().map(Point::new);
            assert!(point.is_none_or(|point| board.is_legal(to_move, point)));
            assert!(points(&found, stats).is_finite());
            assert_eq!(stats.variation.first(), Some(&(stats.mv, 1)));
        }
        let points = found.moves().iter().map(|stats| points(&found, stats));
        assert!(points.is_sorted_by(|one, other| one >= other));
    }
}

#[test]
fn no_more_positions_are_evaluated_than_allowed() {
    for nodes in [1, 2, 30, 31, 500, 1_000] {
        let (board, to_move) = random_board(9, 3, 20);
        let found = solve(&AlphaBeta::DEFAULT, &request(&board, to_move), nodes);
        assert_eq!(found.playouts, nodes);
        assert!(!found.moves().is_empty());
    }
}

#[test]
fn few_positions_are_spread_over_the_board() {
    let (board, to_move) = random_board(19, 3, 100);
    let found = solve(&AlphaBeta::DEFAULT, &request(&board, to_move), 30);
    let rows = found.moves().iter().filter_map(|it| it.mv.coord());
    let mut rows: Vec<u8> = rows.map(|coord| coord.row() as u8).collect();
    rows.sort_unstable();
    assert!(rows[rows.len() - 1] - rows[0] > 5, "{rows:?}");
}

#[test]
fn a_flag_and_a_deadline_end_the_search() {
    let (board, to_move) = random_board(19, 3, 120);
    let at_once = TimeBudget::fixed(Duration::ZERO);
    for (is_set, time) in [(true, None), (false, Some(at_once))] {
        let request = Request {
            limit: Limit {
                playouts: None,
                time,
            },
            ..request(&board, to_move)
        };
        let found = search(&AlphaBeta::DEFAULT, &request, u64::MAX, 0, is_set);
        assert_eq!((found.playouts, found.moves().len()), (1, 1));
    }
}

#[test]
fn a_seed_repeats_the_search_and_decides_among_equal_moves() {
    let (board, to_move) = random_board(9, 5, 30);
    let text = |board, seed| {
        let request = Request {
            seed,
            ..request(board, to_move)
        };
        let found = solve(&AlphaBeta::DEFAULT, &request, NODES);
        format!("{:?}", found.snapshot)
    };
    assert_eq!(text(&board, 7), text(&board, 7));
    let empty = AnyBoard::new(8);
    let firsts: Vec<String> = (0..8).map(|seed| text(&empty, seed)).collect();
    assert!(firsts.iter().any(|first| *first != firsts[0]));
}

#[test]
fn what_is_not_permitted_is_not_played() {
    let board: AnyBoard = LADDER.parse().unwrap();
    let forced = Move::Play("D6".parse().unwrap());
    let corner = Move::Play("A1".parse().unwrap());
    let restricted = |kind, mv, depth| Request {
        restrictions: vec![Restriction {
            color: Color::Black,
            kind,
            moves: vec![mv],
            depth,
        }],
        ..request(&board, Color::Black)
    };
    let avoided = restricted(RestrictionKind::Avoid, forced, usize::MAX);
    let found = solve(&AlphaBeta::DEFAULT, &avoided, NODES);
    assert!(found.moves().iter().all(|it| it.mv != forced));
    let allowed = restricted(RestrictionKind::Allow, corner, 1);
    let found = solve(&AlphaBeta::DEFAULT, &allowed, NODES);
    assert!(found.moves().iter().all(|it| it.mv == corner));
}

/// White has taken the ko and both sides have passed, so only the history keeps Black from retaking it.
#[test]
fn a_position_of_the_game_is_not_repeated() {
    let before: AnyBoard = "
        . . . . .
        . O X . .
        O X . X .
        . O X . .
        . . . . ."
        .parse()
        .unwrap();
    let mut board = before.clone();
    board
        .play(Color::White, Point::new("C3".parse().unwrap()))
        .unwrap();
    // A pass lifts the simple ko.
    board.pass();
    let point = "B3".parse().unwrap();
    for (superko, retakes) in [(Superko::Simple, true), (Superko::Positional, false)] {
        let request = Request {
            superko: SuperkoHistory {
                rule: superko,
                keys: vec![superko.key(before.hash(), Color::White)],
            },
            ..request(&board, Color::Black)
        };
        let settings = AlphaBeta {
            width: 25,
            ..AlphaBeta::DEFAULT
        };
        let found = solve(&settings, &request, 500);
        let is_there = found.moves().iter().any(|it| it.mv == Move::Play(point));
        assert_eq!(is_there, retakes, "{superko:?}");
    }
}

/// The keys of the positions after these moves of Black.
fn keys_after(board: &AnyBoard, moves: &[&str]) -> Vec<u64> {
    let key = |vertex: &&str| {
        let mut next = board.clone();
        next.play_legal(Color::Black, Point::new(vertex.parse().unwrap()));
        Superko::Positional.key(next.hash(), Color::White)
    };
    moves.iter().map(key).collect()
}

#[test]
fn where_superko_forbids_the_first_choice_other_points_are_played() {
    let stone = "
        . . . . .
        . . . . .
        . . O . .
        . . . . .
        . . . . .";
    let beside = ["B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4"];
    for (text, forbidden) in [(LADDER, &["D6"][..]), (stone, &beside)] {
        let board: AnyBoard = text.parse().unwrap();
        let no_pass = Color::BOTH.map(|color| Restriction {
            color,
            kind: RestrictionKind::Avoid,
            moves: vec![Move::Pass],
            depth: usize::MAX,
        });
        let request = Request {
            superko: SuperkoHistory {
                rule: Superko::Positional,
                keys: keys_after(&board, forbidden),
            },
            restrictions: no_pass.to_vec(),
            ..request(&board, Color::Black)
        };
        let settings = AlphaBeta {
            distance: 1,
            ..AlphaBeta::DEFAULT
        };
        let found = solve(&settings, &request, NODES);
        assert!(found.moves().len() > 1, "{forbidden:?}");
        for MoveStats { mv, .. } in found.moves() {
            assert_ne!(*mv, Move::Pass, "{forbidden:?}");
            assert!(!forbidden.contains(&mv.to_string().as_str()), "{mv}");
        }
    }
}

#[test]
fn settings_limit_depth_width_and_distance() {
    let (board, to_move) = random_board(9, 11, 12);
    let any = request(&board, to_move);
    let base = AlphaBeta::DEFAULT;
    let shallow = solve(&AlphaBeta { depth: 2, ..base }, &any, u64::MAX);
    let lengths = shallow.moves().iter().map(|it| it.variation.len());
    assert_eq!(lengths.max(), Some(2));
    let narrow = solve(&AlphaBeta { width: 3, ..base }, &any, NODES);
    assert_eq!(narrow.moves().len(), 3);
    let corner: AnyBoard = {
        let mut board = AnyBoard::new(9);
        board.play_legal(Color::Black, Point::new("C3".parse().unwrap()));
        board
    };
    let question = request(&corner, Color::White);
    let wide = AlphaBeta { width: 361, ..base };
    assert_eq!(solve(&wide, &question, 200).moves().len(), 24);
    let near = AlphaBeta {
        distance: 1,
        ..wide
    };
    assert_eq!(solve(&near, &question, 200).moves().len(), 8);
}

#[test]
fn the_two_sets_choose_other_moves() {
    let even = AlphaBeta {
        ahead: Weights::EVEN,
        behind: Weights::EVEN,
        ..AlphaBeta::DEFAULT
    };
    let differs = |seed| {
        let (board, to_move) = random_board(9, seed, 24);
        let best = |settings| solve(settings, &request(&board, to_move), 500).moves()[0].mv;
        best(&AlphaBeta::DEFAULT) != best(&even)
    };
    assert!((0..100).any(differs));
}

/// Two stones of one side are in atari.
const IN_ATARI: &str = "
    . . . . . . . . .
    . . O O . . . . .
    . O X X . . . . .
    . . O O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn ahead_it_attacks_and_behind_it_defends() {
    let AlphaBeta { ahead, behind, .. } = AlphaBeta::DEFAULT;
    for (color, own_is_in_danger) in [(Color::Black, true), (Color::White, false)] {
        let board: Board<2> = IN_ATARI.parse().unwrap();
        let by = |weights| lead(&board, Color::White, color, weights);
        let [attacking, defending] = [ahead, behind].map(|set| by(set).abs_diff(by(Weights::EVEN)));
        assert_eq!(defending > attacking, own_is_in_danger, "{color}");
        assert!(by(ahead) > by(Weights::EVEN) && by(Weights::EVEN) > by(behind));
    }
}

#[test]
fn the_lead_at_which_the_sets_change_is_a_setting() {
    let (board, to_move) = random_board(9, 5, 30);
    let found = |settings| {
        let report = solve(&settings, &request(&board, to_move), NODES);
        format!("{:?}", report.snapshot)
    };
    let base = AlphaBeta::DEFAULT;
    let (ahead, behind) = (base.ahead, base.behind);
    let always_ahead = found(AlphaBeta {
        behind: ahead,
        ..base
    });
    let always_behind = found(AlphaBeta {
        ahead: behind,
        ..base
    });
    assert_ne!(always_ahead, always_behind);
    assert_eq!(
        found(AlphaBeta {
            alert: -361,
            ..base
        }),
        always_ahead
    );
    assert_eq!(found(AlphaBeta { alert: 361, ..base }), always_behind);
}

/// An entry of the table is often from a deeper search, so values differ, but not by much.
#[test]
fn the_table_saves_positions_and_hardly_changes_the_value() {
    let (board, to_move) = random_board(9, 3, 12);
    let search_with = |table| {
        let settings = AlphaBeta {
            depth: 4,
            table,
            ..AlphaBeta::DEFAULT
        };
        solve(&settings, &request(&board, to_move), u64::MAX)
    };
    let [with, without] = [true, false].map(search_with);
    assert!(with.playouts < without.playouts && with.memory > without.memory);
    let best = |report: &Report| points(report, &report.moves()[0]);
    assert!((best(&with) - best(&without)).abs() < 3.0);
}

/// A change here changes how the player plays.
#[test]
fn the_search_is_this_one_on_every_machine() {
    let mut counted = (0, 0.0);
    for seed in 0..8 {
        let (board, to_move) = random_board(9, seed, 5 * seed);
        let settings = AlphaBeta {
            depth: 3,
            ..AlphaBeta::DEFAULT
        };
        let found = solve(&settings, &request(&board, to_move), u64::MAX);
        counted.0 += found.playouts;
        counted.1 += points(&found, &found.moves()[0]);
    }
    assert_eq!(format!("{counted:.2?}"), "(16583, 46.17)");
}

#[test]
fn a_lead_is_a_win_rate() {
    assert!((win_rate(0.0) - 0.5).abs() < 1e-12);
    assert!((win_rate(6.0) - 0.731).abs() < 1e-3 && (win_rate(-18.0) - 0.047).abs() < 1e-3);
}
