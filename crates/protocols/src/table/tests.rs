use std::time::Duration;

use super::*;
use tao_rules::game::{DeadStones, Rules};
use tao_sgf as sgf;
use tao_sgf::ReadOptions;

fn resumed(text: &str) -> Table {
    let record = sgf::read_record(text.as_bytes(), &ReadOptions::default());
    Table::resumed(record.unwrap())
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

#[test]
fn the_level_is_the_rank_of_the_engine() {
    let mut table = Table::new(Game::new(5).unwrap(), TimeControl::Unlimited);
    table.seats = Seat::person_and_engine(Color::Black);
    table.level = Level::new(3);
    let text = table.to_sgf();
    assert!(
        text.replace('\n', "").contains("PW[Tao Go]WR[level 3]"),
        "{text}"
    );
    let mut again = resumed(&text);
    assert_eq!(again.level, Level::new(3));
    again.seats = Seat::person_and_engine(Color::White);
    let switched = again.to_sgf().replace('\n', "");
    assert!(
        switched.contains("BR[level 3]") && !switched.contains("WR["),
        "{switched}"
    );
    for (text, rank) in [
        ("(;SZ[5]PB[Tao Go]PW[Lee]WR[level 3])", "WR[level 3]"),
        ("(;SZ[5]PB[Lee]PW[Tao Go]WR[9p])", "WR[9p]"),
        ("(;SZ[5]PB[Lee]PW[Tao Go]WR[level 99])", "WR[level 99]"),
    ] {
        let table = resumed(text);
        assert_eq!(table.level, None, "{text}");
        assert!(table.to_sgf().contains(rank), "{text}");
    }
}

#[test]
fn a_game_is_read_as_it_was_written() {
    let mut game = Game::new(5).unwrap();
    game.set_rules(Rules::CGOS);
    game.set_komi(0.5).unwrap();
    let control = TimeControl::Absolute {
        main: Duration::from_secs(60),
    };
    let mut table = Table::new(game, control);
    table.seats = Seat::person_and_engine(Color::White);
    table.run_clock(Color::Black, Duration::from_secs(10));
    table.play(Color::Black, mv("C3")).unwrap();
    assert!(table.run_clock(Color::White, Duration::from_secs(61)));
    let text = table.to_sgf();
    let joined = text.replace('\n', "");
    assert!(joined.contains("PB[Tao Go]PW[Human]RE[B+T]"), "{text}");
    let again = resumed(&text);
    assert_eq!(again.to_sgf(), text);
    assert_eq!(again.person(), Some(Color::White));
    assert_eq!(again.ending(), Some(&Ending::OutOfTime(Color::White)));
    assert_eq!(again.game().rules(), Rules::CGOS);
    let left = again.clocks.remaining(Color::Black);
    assert_eq!(left.map(|left| left.time), Some(Duration::from_secs(50)));
    assert_eq!(again.clocks.used()[Color::Black], Duration::from_secs(10));
}

/// Neither the game nor one that is read from its record has clocks then.
#[test]
fn after_a_loss_on_time_the_rest_of_the_game_has_no_clocks() {
    let file = "(;SZ[5]TM[60]OT[3x30 byo-yomi]PB[Human]PW[Tao Go]RE[W+T];B[cc]BL[9];W[cd]WL[8])";
    let mut table = resumed(file);
    assert_eq!(table.ending(), Some(&Ending::OutOfTime(Color::Black)));
    assert!(table.clocks.remaining(Color::Black).is_some());
    assert!(matches!(table.resume(), Some(Ending::OutOfTime(_))));
    let mut again = resumed(&table.to_sgf());
    assert_eq!(again.person(), Some(Color::Black));
    assert_eq!(again.ending(), None);
    for table in [&mut table, &mut again] {
        table.play(Color::Black, mv("B2")).unwrap();
        for moves in [3, 1, 0] {
            table.go_back_to(moves);
            assert_eq!(table.clocks.remaining(Color::White), None, "{moves}");
            assert!(!table.run_clock(table.game().to_move(), Duration::from_secs(600)));
        }
    }
}

#[test]
fn who_goes_on_with_a_record_without_clocks_keeps_none() {
    let mut table = resumed("(;SZ[5]TM[60]OT[5x30 byo-yomi];B[cc])");
    let text = table.to_sgf();
    assert!(text.contains("TM[60]"), "{text}");
    table.seat(Color::Black, Seat::Person);
    table.seat(Color::White, Seat::Engine);
    let again = resumed(&table.to_sgf());
    assert_eq!(again.clocks.control(), TimeControl::Unlimited);
}

/// A record of others brings no clocks, and its result is dropped by a further move.
#[test]
fn a_record_of_others_goes_on_without_sides() {
    let mut table = resumed("(;SZ[5]TM[60]PB[Lee]PW[Cho]RU[Japanese]RE[W+Resign];B[cc]BL[9])");
    assert_eq!(table.person(), None);
    assert_eq!(table.ending(), Some(&Ending::Resigned(Color::Black)));
    assert_eq!(table.clocks.control(), TimeControl::Unlimited);
    table.play(Color::White, mv("C2")).unwrap();
    assert!(!table.to_sgf().contains("RE["), "{}", table.to_sgf());
    assert_eq!(resumed("(;SZ[5]RE[W+3.5];B[cc])").ending(), None);
}

#[test]
fn a_seat_keeps_the_name_in_the_record() {
    let mut table = resumed("(;SZ[5]PB[Lee];B[cc])");
    for color in Color::BOTH {
        table.seat(color, Seat::Engine);
    }
    let text = table.to_sgf().replace('\n', "");
    assert!(text.contains("PB[Lee]PW[Tao Go]"), "{text}");
}

#[test]
fn a_dispute_is_read_as_it_was_written() {
    let text = "(;SZ[5]PB[Human]PW[Tao Go]RE[B+18];B[cc];W[];B[])";
    let mut table = resumed(text);
    for (numbers, passes) in [("RS[3]", 2), ("RS[3][5]", 0)] {
        table.count(PointSet::EMPTY);
        table.resume();
        let text = table.to_sgf();
        assert!(text.contains(numbers) && !text.contains("RE["), "{text}");
        table = resumed(&text);
        assert_eq!(table.to_sgf(), text);
        assert!(!table.is_over());
        assert_eq!(table.game().dead_stones(), DeadStones::Stay);
        for _ in 0..passes {
            table.play(table.game().to_move(), Move::Pass).unwrap();
        }
    }
    table.go_back_to(2);
    assert!(!table.to_sgf().contains("RS["));
}

#[test]
fn a_game_that_is_over_goes_on() {
    let mut table = Table::new(Game::new(5).unwrap(), TimeControl::Unlimited);
    for color in Color::BOTH {
        table.play(color, Move::Pass).unwrap();
    }
    assert!(table.needs_count() && table.counted().is_none());
    table.count(PointSet::EMPTY);
    assert!(table.counted().is_some() && !table.needs_count());
    assert!(matches!(table.resume(), Some(Ending::Counted { .. })));
    assert!(!table.is_over());
    table.resign(Color::Black);
    assert!(table.undo(1) && table.ending().is_none());
}
