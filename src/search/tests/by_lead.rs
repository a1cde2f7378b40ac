//! Parameters with a second value for who leads.

use super::*;

/// Parameters whose number of playouts tells which values held.
fn by_lead(preset: Params) -> Params {
    let mut params = preset;
    for (name, value) in [
        ("playouts", "200"),
        ("ahead.playouts", "50"),
        ("behind.playouts", "70"),
    ] {
        params.set(name, value).unwrap();
    }
    params
}

fn with_komi(board: &AnyBoard, komi: f64) -> Request<'_> {
    Request::new(board, Color::Black, komi)
}

#[test]
fn the_values_of_who_leads_hold() {
    for preset in presets() {
        let params = by_lead(preset);
        for size in [5, 9, 13] {
            let board = AnyBoard::new(size);
            for (komi, playouts) in [(-200.5, 50), (200.5, 70)] {
                let report = search(&params, &with_komi(&board, komi));
                assert_eq!(report.playouts, playouts, "{size} {komi} {params:?}");
            }
            let mut even = params.clone();
            even.set("lead-margin", "0.5").unwrap();
            let report = search(&even, &with_komi(&board, 200.5));
            assert_eq!(report.playouts, 200);
        }
    }
}

#[test]
fn a_tree_goes_on_when_another_side_leads() {
    let board = AnyBoard::new(9);
    let params = by_lead(Params::PLAYOUTS);
    let mut searcher = Searcher::default();
    let request = with_komi(&board, 200.5);
    let first = searcher.search(&params, &request, None);
    let mut game = Request {
        to_move: Color::White,
        recent_moves: recent(&[&first.best.to_string()]),
        move_number: 1,
        ..request
    };
    let mut after = board.clone();
    if let Move::Play(coord) = first.best {
        after.play(Color::Black, Point::new(coord)).unwrap();
    }
    game.board = &after;
    let second = searcher.search(&params, &game, None);
    assert_eq!((first.playouts, second.playouts), (70, 50));
    assert!(second.reused_visits > first.stats(first.best).unwrap().visits);
    // With other parameters it begins anew.
    let plain = Params::PLAYOUTS;
    assert_eq!(reused_visits(&mut searcher, &plain, &game), 0);
}

#[test]
fn without_second_values_nothing_is_searched_first() {
    let board = AnyBoard::new(9);
    let report = search(&Params::PLAYOUTS, &request(&board, Color::Black, 30));
    assert_eq!((report.playouts, report.reused_visits), (30, 0));
}
