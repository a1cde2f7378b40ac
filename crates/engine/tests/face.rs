//! What other programs use: the examples, which are run, and the face with any argument.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../examples/analyze.rs"]
#[expect(dead_code, reason = "the tests call what its `main` calls")]
mod analyze;
#[path = "../examples/choose.rs"]
#[expect(dead_code, reason = "the tests call what its `main` calls")]
mod choose;
#[path = "../examples/game.rs"]
#[expect(dead_code, reason = "the tests call what its `main` calls")]
mod game;
#[path = "../examples/score.rs"]
#[expect(dead_code, reason = "the tests call what its `main` calls")]
mod score;

use std::error::Error;
use std::io::Write;
use std::time::{Duration, Instant};

use tao_engine::{Decision, Ended, Engine, Level, Limit, MatchResult, play_match};
use tao_rules::board::{ByColor, Color, Move};
use tao_rules::game::{Game, Rules};

fn printed(run: impl FnOnce(&mut dyn Write) -> Result<(), Box<dyn Error>>) -> String {
    let mut output = Vec::new();
    run(&mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_move_is_chosen_for_a_diagram() {
    let printed = printed(choose::run);
    assert!(printed.starts_with("Black plays A"), "{printed}");
    assert!(printed.contains("Captured stones: "), "{printed}");
}

#[test]
fn an_analysis_is_shown_and_cancelled() {
    let printed = printed(analyze::run);
    let lines: Vec<&str> = printed.lines().collect();
    assert!(
        lines[..3]
            .iter()
            .all(|line| line.contains(" visits, best ")),
        "{printed}"
    );
    assert!(lines[3].starts_with("Some(Cancelled) after "), "{printed}");
    assert_eq!(lines.len(), 9, "{printed}");
}

#[test]
fn a_record_is_scored() {
    let record = b"(;SZ[5]KM[0]AB[ca][cb][cc][cd][ce][ab]AW[da][db][dc][dd][de])";
    let printed = printed(|output| score::run(record, output));
    assert!(printed.contains("\nB+"), "{printed}");
}

#[test]
fn a_match_is_played() {
    let printed = printed(game::run);
    let games: Vec<_> = tao_sgf::read_all(printed.as_bytes()).collect();
    assert_eq!(games.len(), 2, "{printed}");
    assert!(games.iter().all(Result::is_ok), "{printed}");
    assert_eq!(printed.matches("RE[").count(), 2, "{printed}");
}

fn engine() -> Engine {
    Engine::builder().memory_mib(32).seed(1).build().unwrap()
}

/// How the analysis of a game within this limit ends.
fn end_of(game: &Game, limit: Limit) -> Option<Ended> {
    let (_, report) = engine().analyze(game, limit).unwrap().wait();
    report.ended
}

#[test]
fn builders_refuse_what_is_out_of_range() {
    for number in [0, usize::MAX] {
        assert!(Engine::builder().threads(number).build().is_err());
        assert!(Engine::builder().memory_mib(number).build().is_err());
    }
}

#[test]
fn an_analysis_says_why_it_ended() {
    let game = Game::new(9).unwrap();
    let second = Limit::time(Duration::from_secs(1));
    assert_eq!(end_of(&game, Limit::visits(20)), Some(Ended::Visits));
    let both = Limit {
        playouts: Some(20),
        ..second
    };
    assert_eq!(end_of(&game, both), Some(Ended::Visits));
    let none = Limit::time(Duration::ZERO);
    assert_eq!(end_of(&game, none), Some(Ended::Time));
    // Black can only pass.
    let mut won = Game::from_diagram(". O .\nO O O\n. O .", Color::White).unwrap();
    won.set_rules(Rules::CGOS);
    assert_eq!(end_of(&won, second), Some(Ended::Proven));
    let mut over = won;
    over.play(Move::Pass).unwrap();
    over.play(Move::Pass).unwrap();
    assert_eq!(end_of(&over, Limit::default()), None);
}

#[test]
fn a_cancelled_analysis_does_not_end_the_next_search() {
    let game = Game::new(9).unwrap();
    let job = engine().analyze(&game, Limit::default()).unwrap();
    job.cancel();
    let (engine, report) = job.wait();
    assert_eq!(report.ended, Some(Ended::Cancelled));
    let mut job = engine.analyze(&game, Limit::default()).unwrap();
    let first = job.next().unwrap();
    assert!(
        first.visits > report.snapshot.visits,
        "it goes on with the tree"
    );
    assert!(first.ownership().is_some() && first.points_ahead().is_some());
    job.cancel();
    let (mut engine, _) = job.wait();
    assert_ne!(engine.choose(&game, Limit::visits(50)), Decision::Resign);
}

#[test]
fn jobs_move_between_threads_and_end_when_they_are_dropped() {
    fn is_send<T: Send + 'static>(_: &T) {}
    let game = Game::new(9).unwrap();
    let job = engine().analyze(&game, Limit::default()).unwrap();
    is_send(&job);
    let start = Instant::now();
    drop(job);
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn every_game_has_a_move_and_a_score() {
    let mut engine = Engine::builder()
        .memory_mib(1)
        .level(Level::LOWEST)
        .seed(1)
        .build()
        .unwrap();
    for size in [2, 3, 4, 5, 9, 10, 19] {
        for (_, rules) in Rules::NAMED {
            let mut game = Game::builder().size(size).rules(rules).build().unwrap();
            for limit in [
                Limit::visits(0),
                Limit::visits(3),
                Limit::time(Duration::ZERO),
            ] {
                if let Decision::Play(mv) = engine.choose(&game, limit) {
                    game.play(mv).unwrap();
                }
            }
            game.play(Move::Pass).unwrap();
            game.play(Move::Pass).unwrap();
            assert!(game.is_over());
            let decision = engine.choose(&game, Limit::visits(1));
            assert!(matches!(decision, Decision::Play(mv) if game.is_legal(game.to_move(), mv)));
            assert_eq!(engine.score(&game).score, engine.score(&game).score);
        }
    }
}

#[test]
fn every_match_has_a_result() {
    let (mut black, mut white) = (engine(), engine());
    let mut over = Game::new(9).unwrap();
    over.play(Move::Pass).unwrap();
    over.play(Move::Pass).unwrap();
    let mut games = vec![over];
    for (size, rules) in [(2, Rules::JAPANESE), (3, Rules::CHINESE), (5, Rules::CGOS)] {
        let builder = Game::builder().size(size).rules(rules);
        games.push(builder.build().unwrap());
        games.push(builder.handicap(2).komi(-Game::MAX_KOMI).build().unwrap());
    }
    for start in games {
        let limits = ByColor::new(Limit::visits(0), Limit::time(Duration::ZERO));
        let (game, result) = play_match(&mut black, &mut white, start, limits);
        match result {
            MatchResult::Resigned(loser) => assert_eq!(result.winner(), Some(!loser)),
            MatchResult::Counted(score) => {
                assert!(game.is_over() || game.is_long());
                assert_eq!(score, black.score(&game).score);
            }
        }
    }
}
