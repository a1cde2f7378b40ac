//! The exact solver against brute force and published values.

use std::ops::Range;

use tao_engine::raw::solve::{Budget, Problem, Solution, final_lead, solve};
use tao_engine::raw::{self, net};
use tao_rules::board::{ByColor, Color, Coord, Move};
use tao_rules::game::{Game, HandicapBonus, Rules, Scoring, Suicide, Superko};
use tao_rules::raw::{AnyBoard, Life, Point, PointSet};

use crate::brute_force::{Naive, NaiveRules, Repeats};

/// The rules to compare: superko for the solver, the same for brute force, and suicide.
const RULES: [(Superko, Repeats, Suicide); 4] = [
    (Superko::Positional, Repeats::Positional, Suicide::Forbidden),
    (Superko::Positional, Repeats::Positional, Suicide::Allowed),
    (
        Superko::Situational,
        Repeats::Situational,
        Suicide::Forbidden,
    ),
    (Superko::Situational, Repeats::Situational, Suicide::Allowed),
];

fn board(size: usize, cells: &[u8]) -> AnyBoard {
    let stones = Coord::all(size).zip(cells).filter_map(|(coord, &cell)| {
        let color = match cell {
            1 => Color::Black,
            2 => Color::White,
            _ => return None,
        };
        Some((color, coord))
    });
    AnyBoard::set_up(size, stones).unwrap()
}

/// Compares every `step`th position of a board of this size, with each side to move, after a pass and not. Brute force may look
/// at `budget` positions for each. Returns the number of positions that both solved, and of those that one of them did not.
fn compare(scoring: Scoring, size: usize, step: usize, budget: u64) -> (usize, usize) {
    let (mut compared, mut left_out) = (0, 0);
    for (superko, repeats, suicide) in RULES {
        for cells in Naive::positions(size).step_by(step) {
            for (side, passes) in [(1, 0), (2, 0), (1, 1), (2, 1)] {
                let rules = NaiveRules {
                    repeats,
                    forbids_suicide: suicide == Suicide::Forbidden,
                    territory: (scoring == Scoring::Territory).then_some(territory_lead),
                };
                let mut naive = Naive::new(rules, cells.clone(), side, passes);
                naive.budget = budget;
                let board = board(size, &cells);
                let problem = Problem {
                    passes,
                    scoring,
                    superko,
                    suicide,
                    ..Problem::new(&board, [Color::Black, Color::White][usize::from(side) - 1])
                };
                let solution = solve(&problem, &Budget::nodes(20_000));
                let Some(lead) = solution.lead() else {
                    left_out += 1;
                    continue;
                };
                match naive.confirms(lead) {
                    None => left_out += 1,
                    Some(is_right) => {
                        compared += 1;
                        let rules = (superko, suicide);
                        assert!(is_right, "{lead} {rules:?} {side} {passes}\n{board}");
                    }
                }
            }
        }
    }
    (compared, left_out)
}

/// Black's lead by territory on a finished board, as the solver counts it.
fn territory_lead(cells: &[u8]) -> i32 {
    let board = board(cells.len().isqrt(), cells);
    final_lead(&board, Scoring::Territory)
}

#[test]
fn all_positions_of_2x2_have_the_value_of_brute_force() {
    for scoring in [Scoring::Area, Scoring::Territory] {
        let compared = compare(scoring, 2, 1, u64::MAX);
        assert_eq!(compared, (57 * 4 * 4, 0), "{scoring:?}");
    }
}

/// Brute force needs too long for most positions of 3x3, so only those that it solves soon are compared.
#[test]
#[ignore = "long: for release builds"]
fn positions_of_3x3_have_the_value_of_brute_force() {
    for scoring in [Scoring::Area, Scoring::Territory] {
        let (compared, left_out) = compare(scoring, 3, 797, 3_000);
        println!("{scoring:?}: {compared} compared, {left_out} left out");
        assert!(compared > 10, "{scoring:?}: {compared}");
    }
}

fn solve_empty(size: usize, superko: Superko, suicide: Suicide) -> Solution {
    let board = AnyBoard::new(size);
    let problem = Problem {
        superko,
        suicide,
        ..Problem::new(&board, Color::Black)
    };
    solve(&problem, &Budget::nodes(1_000_000))
}

/// Area scoring. J. Tromp, "The game of Go": 1 point on 2x2 with positional superko, 9 on 3x3.
#[test]
fn empty_boards_have_their_published_values() {
    for (superko, _, suicide) in RULES {
        for (size, lead) in [(2, 1), (3, 9)] {
            let solution = solve_empty(size, superko, suicide);
            assert_eq!(
                solution.lead(),
                Some(lead),
                "{size} {superko:?} {suicide:?}"
            );
        }
    }
}

/// Published as well by E. van der Werf and others, "Solving Go on small boards", ICGA Journal 26, 2003.
#[test]
#[ignore = "long: for release builds"]
fn the_empty_board_of_4x4_has_its_published_value() {
    let board = AnyBoard::new(4);
    let problem = Problem::new(&board, Color::Black);
    let solution = solve(&problem, &Budget::nodes(30_000_000));
    println!("{} nodes, {:?}", solution.nodes, solution.time);
    assert_eq!(solution.lead(), Some(2));
}

/// Under simple ko alone the game on 2x2 goes round in circles, and 3x3 does not.
#[test]
fn without_superko_a_circle_proves_nothing() {
    let solution = solve_empty(2, Superko::Simple, Suicide::Forbidden);
    assert_eq!(solution.lead(), None);
    assert!(solution.nodes < 1_000_000, "{}", solution.nodes);
    let solution = solve_empty(3, Superko::Simple, Suicide::Forbidden);
    assert_eq!(solution.lead(), Some(9));
    let endless = solve_empty(3, Superko::Simple, Suicide::Allowed);
    assert_eq!((endless.lead(), endless.nodes), (None, 0));
}

/// An ending of a random game, with a komi that rules out a draw.
fn ending(size: usize, seed: u64, most_open: usize) -> Game {
    let mut game = crate::ending::ending(size, seed, most_open).unwrap();
    game.set_komi(0.5).unwrap();
    game
}

/// The game and its position as brute force sees them.
fn naive(game: &Game, budget: u64) -> Naive {
    let board = game.board();
    let rules = NaiveRules {
        repeats: Repeats::Positional,
        forbids_suicide: true,
        territory: None,
    };
    let cells = |ByColor([black, white]): ByColor<PointSet<6>>| {
        let points = Coord::all(board.size()).map(Point::new);
        let cell = |point| u8::from(black.contains(point)) + 2 * u8::from(white.contains(point));
        points.map(cell).collect()
    };
    let mut naive = Naive::new(
        rules,
        cells(board.stones_by_color()),
        side(game.to_move()),
        game.passes(),
    );
    let past = game.past().iter();
    naive.add_history(past.map(|earlier| (cells(earlier.stones), side(earlier.to_move))));
    naive.set_ko(board.ko().map(|point| point.coord().index(board.size())));
    naive.budget = budget;
    naive
}

const fn side(color: Color) -> u8 {
    color as u8 + 1
}

#[test]
fn endings_with_their_history_have_the_value_of_brute_force() {
    let mut checked = 0;
    for (size, most_open, seed) in (0..40)
        .map(|seed| (3, 8, seed))
        .chain((0..20).map(|seed| (4, 4, seed)))
    {
        let game = ending(size, seed, most_open);
        let solution = raw::solve(&game, game.to_move(), &Budget::nodes(100_000));
        let lead = solution.lead().unwrap();
        if let Some(is_right) = naive(&game, 2_000).confirms(lead) {
            checked += 1;
            assert!(is_right, "{size} {seed}: {lead}\n{}", game.board());
        }
    }
    assert!(checked > 10, "{checked}");
}

/// Solves endings on 9x9. Returns how many were solved, and the most nodes and seconds.
fn solve_endings(seeds: Range<u64>, most_open: usize, nodes: u64) -> (usize, u64, f64) {
    let solutions: Vec<Solution> = seeds
        .map(|seed| {
            let game = ending(9, seed, most_open);
            raw::solve(&game, game.to_move(), &Budget::nodes(nodes))
        })
        .collect();
    let solved = solutions
        .iter()
        .filter(|solution| solution.lead().is_some());
    let nodes = solutions.iter().map(|solution| solution.nodes).max();
    let time = solutions.iter().map(|solution| solution.time).max();
    (
        solved.count(),
        nodes.unwrap_or_default(),
        time.unwrap_or_default().as_secs_f64(),
    )
}

#[test]
fn most_endings_of_random_games_are_solved() {
    let (solved, ..) = solve_endings(0..40, 4, 20_000);
    assert!(solved >= 38, "{solved}");
}

#[test]
#[ignore = "long: for release builds"]
fn of_a_thousand_endings_most_are_solved() {
    let (solved, nodes, seconds) = solve_endings(0..1_000, 10, 200_000);
    println!("{solved} solved, at most {nodes} nodes and {seconds:.3} s");
    assert!(solved >= 970, "{solved}");
}

/// Endings of random games in which one side takes a ko and both pass, so superko forbids the other side to take it back.
fn ko_endings() -> impl Iterator<Item = Game> {
    let endings = (0..).map(|seed| ending(9, seed, 8));
    endings.filter_map(|mut game| {
        game.set_rules(Rules::CHINESE);
        let color = game.to_move();
        let moves = game.board().legal(color).iter();
        let mut after = moves.filter_map(|point| {
            let mut after = game.clone();
            after.play_as(color, Move::Play(point.coord())).ok()?;
            after.board().ko().is_some().then_some(after)
        });
        after.next().map(passed)
    })
}

/// The game after two passes.
fn passed(mut game: Game) -> Game {
    for _ in 0..2 {
        game.play(Move::Pass).unwrap();
    }
    game
}

/// The score lies between the solver's for either side to move next. Where the settlement is not clear it may be away by neutral
/// points. In many games the solver's score would be another if the ko could be taken back.
#[test]
#[ignore = "long: for release builds"]
fn games_that_end_in_a_ko_are_scored_with_their_history() {
    let games = 200;
    let network = net::embedded();
    let (mut compared, mut equal, mut decided_by_history) = (0, 0, 0);
    for game in ko_endings().take(games) {
        let without_history = finished(game.board(), game.to_move());
        let (Some(leads), Some(others)) = (leads(&game), leads(&without_history)) else {
            continue;
        };
        compared += 1;
        decided_by_history += usize::from(leads != others);
        let settlement = raw::settle(&game, network.as_ref());
        let lead = settlement.score.lead;
        let nearest = lead.clamp(leads[Color::White], leads[Color::Black]);
        let away = (lead - nearest).abs();
        equal += usize::from(away < 0.5);
        let is_right = away < if settlement.is_clear { 0.5 } else { 3.5 };
        assert!(is_right, "{lead} {leads:?}\n{}", game.board());
    }
    println!("{compared} compared, {equal} equal, {decided_by_history} decided by the history");
    assert!(10 * compared > 9 * games, "{compared}");
    assert!(10 * equal > 9 * compared, "{equal}");
    assert!(3 * decided_by_history > games, "{decided_by_history}");
}

/// The solver's leads with either side to move next, if it finds both.
fn leads(game: &Game) -> Option<ByColor<f64>> {
    let resumed = game.without_passes();
    let [black, white] = Color::BOTH.map(|color| {
        let solution = raw::solve(&resumed, color, &Budget::nodes(20_000));
        Some(solution.score()?.lead)
    });
    Some(ByColor([black?, white?]))
}

/// This position at the end of a game by the Chinese rules, with no earlier positions.
fn finished(board: &AnyBoard, to_move: Color) -> Game {
    let mut game = Game::new(board.size()).unwrap();
    // Black's stones alone would be a handicap.
    game.set_rules(Rules {
        handicap_bonus: HandicapBonus::None,
        ..Rules::CHINESE
    });
    game.set_komi(0.5).unwrap();
    game.set_up(board.all_stones(), to_move).unwrap();
    passed(game)
}

/// The board after its owners have filled unconditional territory, as far as it stays theirs.
fn with_filled_territory(board: &AnyBoard) -> AnyBoard {
    let mut filled = board.clone();
    for color in Color::BOTH {
        let owned = |board: &AnyBoard| {
            let life = Life::of(board, color);
            life.stones | life.territory
        };
        let before = owned(&filled);
        for point in &(before & filled.empty()) {
            let mut next = filled.clone();
            next.pass();
            if next.play(color, point).is_ok() && (before & !owned(&next)).is_empty() {
                filled = next;
            }
        }
    }
    filled.pass();
    filled
}

/// Compares the endings in which the solver finds that neither side gains by moving first. Where the settlement is clear, its score
/// may differ from the solver's by the neutral points, which both sides share.
#[test]
#[ignore = "long: for release builds"]
fn the_score_depends_neither_on_the_side_to_move_nor_on_filling_territory() {
    let network = net::embedded();
    let (mut compared, mut filled_points) = (0, 0);
    for seed in 0..300 {
        let board = ending(9, seed, 10).board().clone();
        let Some(ByColor([black, white])) = leads(&finished(&board, Color::Black)) else {
            continue;
        };
        if black - white > 0.5 {
            continue;
        }
        compared += 1;
        let filled = with_filled_territory(&board);
        filled_points += (board.empty() & !filled.empty()).len();
        let settle = |board, color| raw::settle(&finished(board, color), network.as_ref());
        let first = settle(&board, Color::Black);
        let difference = (first.score.lead - black).abs();
        assert!(
            !first.is_clear || difference <= 2.0,
            "{seed} {black} {}\n{board}",
            first.score
        );
        for (board, color) in [
            (&board, Color::White),
            (&filled, Color::Black),
            (&filled, Color::White),
        ] {
            assert_eq!(
                settle(board, color).score,
                first.score,
                "{seed} {color}\n{board}"
            );
        }
    }
    println!("{compared} endings, {filled_points} points filled");
    assert!(
        compared > 50 && filled_points > 50,
        "{compared} {filled_points}"
    );
}
