//! Games under territory scoring, where stones cost points.

use super::*;
use crate::engine::settle::settle;
use crate::engine::settle::tests::FINISHED;
use crate::search::{Detail, Proof};

/// A finished game.
fn finished(komi: f64) -> Game {
    let mut game = doubtful(FINISHED, BLACK);
    game.set_rules(Rules::JAPANESE);
    game.set_komi(komi).unwrap();
    let lead = settle(&game, None).score.lead;
    assert!((lead - (9.0 - 19.0 - komi)).abs() < 1e-9, "{lead}");
    game
}

fn play_on(engine: &mut Engine, game: &mut Game) {
    while !game.is_over() {
        assert!(game.moves().len() < 30, "{:?}", game.moves());
        let mv = ask(engine, game, Purpose::Suggest).mv;
        game.play(mv).unwrap();
    }
}

#[test]
fn nobody_plays_where_nothing_is_left() {
    for mut engine in engines() {
        for (komi, color) in [(-13.0, BLACK), (-13.0, WHITE), (6.5, BLACK), (6.5, WHITE)] {
            let mut game = finished(komi);
            game.set_to_move(color);
            play_on(&mut engine, &mut game);
            let all_pass = game.moves().iter().all(|(_, mv)| *mv == Move::Pass);
            assert!(all_pass, "{komi} {color}: {:?}", game.moves());
        }
    }
}

#[test]
fn a_vain_move_in_enemy_territory_gains_nothing() {
    for mut engine in engines() {
        for (color, vertex) in [(WHITE, "A9"), (BLACK, "H9"), (BLACK, "J7")] {
            let mut game = finished(0.5);
            let before = color.signed(settle(&game, None).score.lead);
            game.set_to_move(color);
            game.play_as(color, vertex.parse().unwrap()).unwrap();
            play_on(&mut engine, &mut game);
            let after = color.signed(engine.score(&game).score.lead);
            assert!(after <= before, "{vertex}: {:?}", game.moves());
        }
    }
}

/// Black's group in the upper left looks alive, and White's stone there dead.
const INVASION_LEFT: &str = "
    . . . X X X X X O
    . . . X O . X O O
    . . O X O O O . .
    X X . X O . O O O
    O X X X X O O X X
    O X O X X O X . X
    O O O O O X X X .
    . . O . O O X X O
    . . . . O X X . .
";

#[test]
fn a_move_that_the_search_expects_to_win_is_not_left_out() {
    let [mut engine, _] = engines();
    engine.settings.playouts = Some(1_000);
    let mut game = doubtful(INVASION_LEFT, WHITE);
    game.set_rules(Rules::JAPANESE);
    game.set_komi(5.5).unwrap();
    assert!(engine.score(&game).is_clear);
    let thought = ask(&mut engine, &game, Purpose::Suggest);
    let report = thought.report.unwrap();
    let [best, pass] = [thought.mv, Move::Pass].map(|mv| report.stats(mv).unwrap().win_rate);
    assert!(
        thought.mv != Move::Pass && best > pass + 0.25,
        "{}: {best}, {pass}",
        thought.mv
    );
}

/// The search distinguishes a stone in its own territory from a pass by the point that the stone costs.
#[test]
fn a_search_counts_the_stones_of_each_line() {
    let mut game = finished(0.0);
    for mv in ["A9", "pass", "A5", "pass", "B3", "pass"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let lead = settle(&game, None).score.lead;
    assert!((lead + 13.0).abs() < 1e-9, "{lead}");
    for mut engine in engines() {
        engine.settings.params.tree.reuse = false;
        let question = Question {
            detail: Detail::Score,
            ..Question::new(BLACK, Purpose::Inspect, None)
        };
        let report = engine.think(&game, question).report.unwrap();
        let points = report.points_ahead().unwrap();
        assert!((points - lead).abs() < 1.5, "{points}");
        let pass = report.stats(Move::Pass);
        assert!(pass.is_none_or(|pass| pass.proof == Proof::Unproven));
    }
}
