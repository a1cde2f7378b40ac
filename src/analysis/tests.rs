use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use tao_engine::raw::EngineSettings;
use tao_engine::raw::search::Params;
use tao_protocols::review::{MistakeClass, MoveReview, PositionValue};
use tao_rules::board::{Color, Move};
use tao_sgf as sgf;

/// Both are in atari: Black captures at E4, White at B4.
const RACE: &str = "(;SZ[5]KM[7]AB[aa][ba][ca][ab][cb][ac][bc][cc][ad][bd][cd][ae][be][ce]\
    AW[da][ea][db][dc][ec][dd][ed][de][ee]PL[B]";

fn job(record: &str, playouts: u64) -> AnalysisJob {
    let options = sgf::ReadOptions::default();
    let record = sgf::read_record(record.as_bytes(), &options).unwrap();
    AnalysisJob {
        moves_before_setup: record.moves - record.game.moves().len(),
        game: record.game,
        moves: 1..=usize::MAX,
        settings: EngineSettings {
            playouts: Some(playouts),
            ..EngineSettings::default()
        },
        sizes: MistakeSizes::default(),
        concurrency: 1,
    }
}

fn analyzed(job: &AnalysisJob) -> Analysis {
    analyze(job.clone(), &Arc::default(), || {})
}

fn reviews(record: &str, playouts: u64) -> Vec<MoveReview> {
    let analysis = analyzed(&job(record, playouts));
    assert!(analysis.is_complete());
    analysis.reviews().to_vec()
}

#[test]
fn a_player_without_moves_loses_no_points() {
    let players = analyzed(&job("(;SZ[5];B[cc])", 20)).players();
    let [black, white] = players.map(|player| (player.moves, player.points_lost.unwrap()));
    assert_eq!(black.0, 1);
    assert_eq!(white.0, 0);
    assert_eq!(white.1.to_string(), "0");
}

#[test]
fn a_large_board_has_no_mistakes_unless_both_values_are_exact() {
    let large = "(;SZ[13]KM[7];B[aa];W[gg];B[ab];W[jj])";
    let reviews = reviews(large, 40);
    assert_eq!(reviews.len(), 4);
    assert!(
        reviews.iter().all(|review| review.class.is_none()),
        "{reviews:?}"
    );
    assert!(
        reviews
            .iter()
            .any(|review| MistakeSizes::default().class(review.loss).is_some())
    );
    let notes = analyzed(&job(large, 40)).notes(&[]);
    let caution = notes[0].comment.as_deref();
    assert!(
        caution.is_some_and(|text| text.contains("no network for 13x13")),
        "{notes:?}"
    );
}

#[test]
fn a_loss_of_white_is_a_gain_of_black() {
    let record = format!("{}W[])", RACE.replace("PL[B]", "PL[W];"));
    let analysis = analyzed(&job(&record, 300));
    let blunder = analysis.review(1).unwrap();
    assert_eq!(
        (blunder.color, blunder.mv, blunder.best),
        (Color::White, Move::Pass, "B4".parse().unwrap())
    );
    let [before, after] = [0, 1].map(|moves| analysis.evaluation(moves).unwrap().black);
    // Whoever is to move takes the whole board, and White has the komi.
    assert!(before.win_rate < 0.1 && before.lead < -20.0, "{before:?}");
    assert!(after.win_rate > 0.9 && after.lead > 10.0, "{after:?}");
    let won = after.win_rate - before.win_rate;
    assert!((blunder.loss.win_rate - won).abs() < 1e-12, "{blunder:?}");
    let won = after.lead - before.lead;
    assert!((blunder.loss.points - won).abs() < 1e-12, "{blunder:?}");
}

#[test]
fn a_move_loses_what_the_best_one_would_have_kept() {
    let (blunder, best) = (format!("{RACE};B[])"), format!("{RACE};B[eb])"));
    let [blunder, best] = [blunder, best].map(|record| reviews(&record, 300)[0]);
    assert_eq!(best.best, "E4".parse().unwrap());
    assert_eq!((best.loss.win_rate, best.loss.points), (0.0, 0.0));
    assert_eq!(best.class, None);
    assert_eq!(blunder.best, best.best);
    assert_eq!(blunder.class, Some(MistakeClass::Blunder));
    assert!(
        (blunder.loss.win_rate - (blunder.before.win_rate - blunder.after.win_rate)).abs() < 1e-12
    );
    // The whole board is at stake.
    assert!(blunder.loss.points > 20.0, "{blunder:?}");
}

/// Counted as the board stands, Black wins, by dead stones on White's side.
#[test]
fn the_passes_at_the_end_of_a_game_are_no_mistakes() {
    let game = "(;SZ[9]KM[0.5]AB[da][db][dc][dd][de][df][dg][dh][di][ba][bb][bc][bd][be][bf][bg][bh][bi][hb]\
        [aa][ac][ae][ag][ca][cc][ce]AW[ea][eb][ec][ed][ee][ef][eg][eh][ei][gf][ff][hf][if][gc][hd][fg][fh][gh][hh]\
        [ih][gi]PL[W];W[];B[])";
    // The network only estimates the points before the last pass: in decided positions it errs by 4 on average.
    for (params, most_lost) in [(Params::PLAYOUTS, 1.0), (Params::NETWORK, 6.0)] {
        let mut job = job(game, 300);
        job.settings.params = params;
        let moves: Vec<_> = analyzed(&job).reviews().to_vec();
        assert_eq!(moves.len(), 2);
        for review in moves {
            assert!(review.class < Some(MistakeClass::Mistake), "{review:?}");
            assert!(review.loss.points < most_lost, "{review:?}");
        }
    }
}

#[test]
fn the_worst_mistakes_come_first_and_nothing_is_lost_below_zero() {
    let game = "(;SZ[7];B[dd];W[aa];B[cc];W[ag];B[ee];W[ga];B[gg];W[dc];B[aa])";
    let mut job = job(game, 100);
    job.settings.params = Params::PLAYOUTS;
    let analysis = analyzed(&job);
    let reviews: Vec<_> = analysis.reviews().to_vec();
    assert!(
        reviews
            .iter()
            .all(|review| review.loss.points >= 0.0 && review.loss.win_rate >= 0.0)
    );
    let mistakes = analysis.mistakes(3);
    assert!(!mistakes.is_empty() && mistakes.len() <= 3);
    assert!(mistakes.is_sorted_by(|one, other| one.loss.weight() >= other.loss.weight()));
    let worst = reviews
        .iter()
        .map(|review| review.loss.weight())
        .fold(0.0, f64::max);
    assert!((mistakes[0].loss.weight() - worst).abs() < 1e-12);
    assert!(analysis.mistakes(0).is_empty());
}

#[test]
fn the_number_of_threads_does_not_change_the_result() {
    for size in [7, 9] {
        let record = format!("(;SZ[{size}];B[dd];W[cc];B[ee];W[ce];B[])");
        let one = job(&record, 60);
        let four = AnalysisJob {
            concurrency: 4,
            ..one.clone()
        };
        let [one, four] = [&one, &four].map(|job| analyzed(job).reviews().to_vec());
        assert_eq!(one, four, "{size}");
    }
}

#[test]
fn a_range_of_moves_is_analyzed_as_in_the_whole_game() {
    for size in [7, 9] {
        let record = format!("(;SZ[{size}];B[dd];W[cc];B[ee];W[ce];B[dc];W[cd])");
        let whole = job(&record, 40);
        let part = AnalysisJob {
            moves: 3..=4,
            ..whole.clone()
        };
        assert_eq!(part.positions(), 2..=4);
        let [whole, part] = [&whole, &part].map(|job| analyzed(job).reviews().to_vec());
        assert_eq!(part, whole[2..4], "{size}");
    }
}

#[test]
fn numbers_count_the_moves_before_set_up() {
    let whole = job("(;SZ[5]KM[7];B[cc];W[cd];B[bb];AB[ee];W[dd];B[dc])", 20);
    assert_eq!((whole.moves_before_setup, whole.last()), (3, 5));
    for (moves, positions) in [
        (1..=usize::MAX, 3..=5),
        (4..=4, 3..=4),
        (5..=9, 4..=5),
        (1..=2, 3..=3),
    ] {
        let part = AnalysisJob {
            moves,
            ..whole.clone()
        };
        assert_eq!(part.positions(), positions);
    }
    let analysis = analyzed(&whole);
    let reviews: Vec<_> = analysis.reviews().to_vec();
    let moves = reviews
        .iter()
        .map(|review| (review.number, review.color, review.mv.to_string()));
    assert_eq!(
        moves.collect::<Vec<_>>(),
        [
            (4, Color::White, "D2".to_owned()),
            (5, Color::Black, "D3".to_owned())
        ]
    );
    assert_eq!(analysis.mv(3), None);
    // The notes are for the game as it is written, which begins with the set-up.
    let notes = analysis.notes(&reviews);
    assert_eq!(notes.len(), 3);
    assert!(notes.iter().all(|note| note.win_rate.is_some()));
    let comment = notes[1].comment.as_deref().unwrap();
    assert!(comment.starts_with("4. White D2 loses "), "{comment}");
    assert!(!notes[0].variation.is_empty());
}

#[test]
fn a_game_without_moves_has_a_best_move() {
    for record in ["(;SZ[5])", "(;SZ[9]HA[2]AB[cc][gg])", RACE] {
        let record = format!("{})", record.trim_end_matches(')'));
        let analysis = analyzed(&job(&record, 20));
        assert_eq!(analysis.reviews().len(), 0);
        let evaluation = analysis.evaluation(0).unwrap();
        assert_eq!(evaluation.to_move, analysis.job.game.to_move());
        assert!(evaluation.best().is_some());
    }
}

#[test]
fn a_finished_game_has_its_final_score() {
    let analysis = analyzed(&job(&format!("{RACE};B[eb];W[];B[])"), 50));
    let end = analysis.evaluation(3).unwrap();
    assert_eq!(
        (end.black, end.best()),
        (
            PositionValue {
                win_rate: 1.0,
                lead: 18.0
            },
            None
        )
    );
    assert_eq!(analysis.reviews().len(), 3);
    // Two passes after which the game went on are ordinary moves.
    let analysis = analyzed(&job("(;SZ[5];B[];W[];B[cc])", 50));
    assert!(analysis.evaluation(2).unwrap().best().is_some());
}

#[test]
fn the_player_of_the_next_move_is_to_move() {
    let analysis = analyzed(&job("(;SZ[5]PL[W];W[cc];W[cd];B[dd])", 20));
    let turns: Vec<Color> = (0..4)
        .map(|moves| analysis.evaluation(moves).unwrap().to_move)
        .collect();
    assert_eq!(
        turns,
        [Color::White, Color::White, Color::Black, Color::White]
    );
}

#[test]
fn a_retaken_ko_is_analyzed_as_it_was_played() {
    // White takes a ko, and Black takes it back after a move of each side elsewhere.
    let ko = "(;SZ[5]AB[bb][ac][cc][bd]AW[cb][dc][cd];W[bc];B[ee];W[aa];B[cc])";
    let game = sgf::read(ko.as_bytes()).unwrap();
    let moves = reviews(ko, 20);
    assert_eq!(moves.len(), game.moves().len());
    assert_eq!(moves.last().unwrap().mv, game.moves().last().unwrap().1);
    assert!(moves.iter().all(|review| review.mv != Move::Pass));
}

#[test]
fn results_of_stopped_searches_are_dropped() {
    let stop = Arc::new(AtomicBool::new(true));
    let job = job("(;SZ[5];B[cc];W[cd])", 20);
    let analysis = analyze(job.clone(), &stop, || {});
    assert!(!analysis.is_complete());
    assert_eq!(analysis.reviews().len(), 0);
    assert!(analysis.evaluation(0).is_none());
    // Results from before the stop are kept.
    let stop = Arc::<AtomicBool>::default();
    let analysis = analyze(job, &stop, || {
        stop.store(true, Ordering::Relaxed);
    });
    assert!(analysis.evaluation(0).is_some());
}

#[test]
fn notes_have_values_and_for_mistakes_the_better_line() {
    let record = format!("{RACE};B[];W[eb])");
    let analysis = analyzed(&job(&record, 300));
    let mistakes = analysis.mistakes(5);
    let notes = analysis.notes(&mistakes);
    assert_eq!(notes.len(), 3);
    assert!(
        notes
            .iter()
            .all(|note| note.win_rate.is_some() && note.lead.is_some())
    );
    assert_eq!(notes[0].variation[0], (Color::Black, "E4".parse().unwrap()));
    assert!(notes[1].is_mistake && !notes[0].is_mistake);
    let comment = notes[1].comment.as_deref().unwrap();
    assert!(
        comment.starts_with("1. Black pass loses ")
            && comment
                .contains(": White takes the 14 stones at A1, left in atari. Better E4, win rate "),
        "{comment}"
    );
    // The annotated file has the same moves.
    let notes = sgf::Notes {
        game: &analysis.job.game,
        number: 1,
        first: 0,
        notes: &notes,
    };
    let text = sgf::annotate(record.as_bytes(), &notes).unwrap();
    assert_eq!(
        sgf::read(text.as_bytes()).unwrap().moves(),
        analysis.job.game.moves()
    );
    assert!(text.contains("BM[1]"), "{text}");
}
