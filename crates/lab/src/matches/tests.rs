//! Scores and reports, without playing any game.

use super::score::{FAULTS, SideTotals};
use super::*;
use tao_rules::board::ByColor;

fn settings(seed: u64) -> MatchSettings {
    MatchSettings {
        a: "one".to_owned(),
        b: "other".to_owned(),
        size: 9,
        komi: 7.0,
        rules: "chinese".to_owned(),
        openings: "none".to_owned(),
        main_time: None,
        increment: 0.0,
        stall: 120.0,
        seed,
    }
}

/// A game that takes A 2 s for 10 moves and B 3 s for 9.
fn entry(game: u64, winner: Option<Side>, reason: EndReason) -> LogEntry {
    let usage = |moves, seconds, slowest| Usage {
        moves,
        seconds,
        slowest,
        cpu_seconds: (game != 1).then_some(seconds / 2.0),
    };
    LogEntry {
        game,
        pair: game / 2,
        seed: 1 + game,
        black: Side::BOTH[(game % 2) as usize],
        winner,
        result: String::new(),
        reason,
        detail: None,
        moves: 19,
        a: usage(10, 2.0, 0.5),
        b: usage(9, 3.0, 1.5),
        opening: String::new(),
        record: format!("game {}", game / 4),
        settings: settings(1),
    }
}

/// A pair that A wins 2-0, a pair that A loses 1/2-3/2, and half a pair.
fn score() -> MatchScore {
    let mut score = MatchScore::default();
    for (game, winner, reason) in [
        (0, Some(Side::A), EndReason::Passes),
        (3, Some(Side::B), EndReason::Time),
        (1, Some(Side::A), EndReason::Crash),
        (2, None, EndReason::Length),
        (4, Some(Side::B), EndReason::Resignation),
    ] {
        score.add(&entry(game, winner, reason)).unwrap();
    }
    score
}

#[test]
fn pairs_count_once_both_games_are_there() {
    let score = score();
    assert_eq!(score.results(), [2, 1, 2]);
    // A is Black in games 0, 2 and 4, and White in games 1 and 3.
    let ByColor([black, white]) = score.results_by_color;
    assert_eq!((black, white), ([1, 1, 1], [1, 0, 1]));
    assert_eq!(score.pairs.0, [0, 1, 0, 0, 1]);
    assert_eq!((score.games(), score.incomplete_pairs.len()), (5, 1));
    assert_eq!((score.counted, score.repeated()), (2, 3));
}

#[test]
fn each_side_has_its_own_totals() {
    let score = score();
    let [a, b] = &score.sides;
    assert_eq!(
        (a.moves, a.seconds_per_move(), a.slowest),
        (50, Some(0.2), 0.5)
    );
    // Game 1 has no processor time: 4 games, 4 s for 40 moves.
    assert_eq!(a.cpu_seconds_per_move(), Some(0.1));
    assert_eq!(
        (b.moves, b.seconds_per_move(), b.slowest),
        (45, Some(15.0 / 45.0), 1.5)
    );
    let faults = |side: &SideTotals| FAULTS.map(|(end, _)| side.losses_by(end));
    assert_eq!(faults(a), [0, 0, 0, 0, 1]);
    assert_eq!(faults(b), [1, 0, 0, 0, 0]);
}

#[test]
fn only_games_of_one_match_add_up() {
    let mut score = score();
    let again = entry(2, None, EndReason::Passes);
    let error = score.add(&again).unwrap_err().to_string();
    assert_eq!(error, "game 2 of the match with seed 1 occurs twice");
    let mut shard = entry(2, None, EndReason::Passes);
    shard.settings.seed = 50;
    assert_eq!(score.add(&shard), Ok(()));
    shard.settings.komi = 5.5;
    let error = score.add(&shard).unwrap_err().to_string();
    assert_eq!(
        error,
        "game 2 belongs to another match: `komi` is 5.5, not 7.0"
    );
}

#[test]
fn a_difference_is_that_of_the_first_setting_that_differs() {
    assert_eq!(settings(1).difference(&settings(1)), None);
    let other = MatchSettings {
        main_time: Some(30.0),
        ..settings(2)
    };
    assert_eq!(
        settings(1).difference(&other).unwrap(),
        "`main_time` is null, not 30.0"
    );
}

#[test]
fn a_report_has_score_strength_and_sides() {
    let mut text = Vec::new();
    report(&mut text, &score(), Sprt::new(0.0, 20.0).as_ref()).unwrap();
    let expected = "\
A: one
B: other
9x9, komi 7, rules: chinese, openings: none, seed 1

A wins 2, draws 1, loses 2 of 5 games: 50.0 %
as Black 1-1-1, as White 1-0-1
2 games were counted, 3 have the same moves as another
pairs with 0, 1/2, 1, 3/2, 2 points: 0, 1, 0, 0, 1; unpaired games: 1
share of A in 2 pairs: 62.5 % (95 %: 19.8 to 91.9)
Elo of A over B: +89 (95 %: -243 to +421)
SPRT, H0 +0 Elo, H1 +20 Elo: log-likelihood ratio 0.05 in (-2.94, 2.94), undecided

         moves    s/move  CPU s/move  slowest s  games lost by a fault
A           50    0.2000      0.1000      0.500  1: time losses 1
B           45    0.3333      0.1667      1.500  1: crashes 1
";
    assert_eq!(String::from_utf8(text).unwrap(), expected);
    let mut text = Vec::new();
    report(&mut text, &MatchScore::default(), None).unwrap();
    assert_eq!(text, b"");
}

#[test]
fn an_entry_can_be_read_back() {
    let line = serde_json::to_string(&entry(1, None, EndReason::IllegalMove)).unwrap();
    assert!(line.contains(r#""reason":"illegal_move""#) && line.contains(r#""black":"b""#));
    let again: LogEntry = serde_json::from_str(&line).unwrap();
    assert_eq!(again, entry(1, None, EndReason::IllegalMove));
}

#[test]
fn the_built_in_openings_are_many_and_all_different() {
    let start = tao_rules::game::Game::new(9).unwrap();
    let openings = Openings::built_in(&start).unwrap();
    assert!((60..=100).contains(&openings.openings.len()));
    let mut texts: Vec<_> = openings.openings.iter().map(Opening::text).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), openings.openings.len());
    for opening in openings.openings {
        assert!((2..=6).contains(&opening.moves.len()));
        for (_, mv) in &opening.moves {
            assert!(mv.coord().is_some_and(|coord| coord.line(9) >= 3));
        }
    }
}
