//! When the opening book answers.

use super::*;
use crate::book::{Book, BookSource, Komi, SearchedMove, SearchedPosition, Share};
use crate::search::EvaluationKind;
use tao_rules::game::Scoring;

/// Simulations behind each position of the book.
const VISITS: u32 = 1000;

fn position(moves: &[(&str, f64)]) -> SearchedPosition {
    let searched = |&(vertex, win_rate): &(&str, f64)| SearchedMove {
        coord: vertex.parse().unwrap(),
        visits: VISITS / 2,
        win_rate: Share::new(win_rate),
    };
    SearchedPosition {
        network: 0,
        visits: VISITS,
        win_rate: Share::new(moves[0].1),
        tenths_ahead: 15,
        moves: moves.iter().map(searched).collect(),
    }
}

/// A book for komi 7 in which Black begins with A1 or B3, whatever a search may think, and White answers J8.
fn book() -> BookSource {
    let mut book = Book::default();
    let tree = book.tree_mut(Komi::new(7.0).unwrap());
    tree.add(None, position(&[("A1", 0.61), ("B3", 0.61)]))
        .unwrap();
    for first in ["A1", "B3"] {
        let origin = Some((0, first.parse().unwrap()));
        tree.add(origin, position(&[("J8", 0.39)])).unwrap();
    }
    BookSource::Loaded(Arc::new(book))
}

fn settings(book: BookSource) -> EngineSettings {
    let [network, _] = both_settings();
    EngineSettings { book, ..network }
}

fn begin(rules: Rules, komi: f64) -> Game {
    let mut game = Game::new(9).unwrap();
    game.set_rules(rules);
    game.set_komi(komi).unwrap();
    game
}

fn comes_from_book(engine: &mut Engine, game: &Game) -> bool {
    let report = ask(engine, game, Purpose::Suggest).report;
    report.is_some_and(|report| report.is_from_book)
}

#[test]
fn a_book_answers_in_place_of_a_search() {
    let mut engine = Engine::new(settings(book()));
    let mut game = begin(Rules::CHINESE, 7.0);
    for purpose in [Purpose::Play, Purpose::Suggest] {
        let thought = ask(&mut engine, &game, purpose);
        let report = thought.report.unwrap();
        assert!(report.is_from_book && report.playouts == 0 && !thought.resigns);
        assert_eq!(
            (report.best, report.moves()[0].mv),
            (thought.mv, thought.mv)
        );
        assert!((report.win_rate - 0.61).abs() < 1e-4);
        let points = report.snapshot.points_ahead().unwrap();
        assert!((points - 1.5).abs() < 1e-9);
        assert_eq!(report.principal_variation().count(), 2);
        assert!(game.is_legal(BLACK, thought.mv));
    }
    play(&mut engine, &mut game);
    assert!(comes_from_book(&mut engine, &game), "in any orientation");
    play(&mut engine, &mut game);
    assert!(!comes_from_book(&mut engine, &game), "the line has ended");
}

#[test]
fn a_book_does_not_answer_other_questions() {
    let game = begin(Rules::CHINESE, 7.0);
    let stop = AtomicBool::new(true);
    let mut engine = Engine::new(settings(book()));
    for purpose in [Purpose::Inspect, Purpose::Analyze(&stop)] {
        let report = ask(&mut engine, &game, purpose).report.unwrap();
        assert!(!report.is_from_book && report.playouts > 0);
    }
    let report = ask_without_pass(&mut engine, &game, Purpose::Play);
    assert!(!report.is_from_book);
}

#[test]
fn a_book_is_used_where_it_holds() {
    let plain = begin(Rules::CHINESE, 7.0);
    let mut engine = Engine::new(settings(book()));
    for (_, rules) in Rules::NAMED {
        let holds = rules.scoring == Scoring::Area;
        let is_used = comes_from_book(&mut engine, &begin(rules, 7.0));
        assert_eq!(is_used, holds, "{rules}");
    }
    for komi in [6.5, 7.5, 0.0] {
        assert!(!comes_from_book(&mut engine, &begin(Rules::CHINESE, komi)));
    }
    let mut small = Game::new(7).unwrap();
    small.set_komi(7.0).unwrap();
    assert!(!comes_from_book(&mut engine, &small));
    let mut passed = plain.clone();
    for color in Color::BOTH {
        passed.play_as(color, Move::Pass).unwrap();
    }
    assert!(!comes_from_book(&mut engine, &passed));

    let mut engine = Engine::new(settings(BookSource::None));
    assert!(!comes_from_book(&mut engine, &plain));
}

/// The built-in book is for searches with a network, unless the settings name it.
#[test]
fn every_preset_may_use_a_book() {
    let game = begin(Rules::CHINESE, 7.0);
    let mut small = Game::new(7).unwrap();
    small.set_komi(7.0).unwrap();
    for name in Params::preset_names() {
        let params = Params::preset(name).unwrap();
        let asks = params.evaluation.kind != EvaluationKind::Playout;
        for has_network in [true, false] {
            for (book, is_used) in [
                (book(), true),
                (BookSource::BuiltIn, true),
                (BookSource::Automatic, asks && has_network),
                (BookSource::None, false),
            ] {
                let mut settings = settings(book);
                settings.params = params.clone();
                settings.network = settings.network.filter(|_| has_network);
                let mut engine = Engine::new(settings);
                let found = comes_from_book(&mut engine, &game);
                assert_eq!(found, is_used, "{name}, network: {has_network}");
                assert!(!comes_from_book(&mut engine, &small), "{name}");
            }
        }
    }
}

#[test]
fn a_search_that_would_find_more_is_made() {
    let game = begin(Rules::CHINESE, 7.0);
    // The three positions of the book have this many visits together.
    let all = u64::from(3 * VISITS);
    let limited = |playouts, time_per_move| EngineSettings {
        playouts,
        time_per_move,
        ..settings(book())
    };
    for (playouts, milliseconds, is_used) in [
        (Some(all), None, true),
        (Some(all + 1), None, false),
        (None, None, true),
        (None, Some(500), true),
        (None, Some(700), false),
        (Some(50), Some(700), true),
        (Some(all + 1), Some(1), true),
    ] {
        let time = milliseconds.map(Duration::from_millis);
        let mut engine = Engine::new(limited(playouts, time));
        let expected = (playouts, milliseconds, is_used);
        let found = comes_from_book(&mut engine, &game);
        assert_eq!((playouts, milliseconds, found), expected);
    }
}

#[test]
fn games_with_other_seeds_differ() {
    let game = begin(Rules::CHINESE, 7.0);
    let first = |seed| {
        let mut engine = Engine::new(EngineSettings {
            seed: Some(seed),
            ..settings(book())
        });
        ask(&mut engine, &game, Purpose::Play).mv
    };
    let mut moves: Vec<Move> = (0..40).map(first).collect();
    assert_eq!(first(7), moves[7]);
    moves.sort_by_key(ToString::to_string);
    moves.dedup();
    assert!(
        moves.len() > 4,
        "two moves, each in four or eight orientations: {moves:?}"
    );
}

#[test]
fn an_observer_sees_what_the_book_says() {
    let game = begin(Rules::CHINESE, 7.0);
    let mut shown = 0;
    let mut show = |snapshot: &Snapshot| {
        shown += snapshot.moves.len();
        std::ops::ControlFlow::Continue(())
    };
    let question = Question {
        observer: Some(crate::search::Observer {
            first: None,
            interval: None,
            show: &mut show,
        }),
        ..Question::new(BLACK, Purpose::Play, None)
    };
    Engine::new(settings(book())).think(&game, question);
    assert_eq!(shown, 2);
}
