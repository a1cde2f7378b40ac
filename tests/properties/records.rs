//! A game that is written as SGF is the same when it is read.

use std::fmt;

use proptest::prelude::*;
use tao_rules::board::{Color, Coord};
use tao_rules::game::{Game, Rules};
use tao_sgf::{Metadata, ReadOptions, read_record, write};

use super::any;
use super::config;

/// A game whose debug output is its record.
#[derive(Clone)]
struct Shown(Game);

impl fmt::Debug for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(&self.0, &Metadata::default()))
    }
}

/// A game from any starting position, mostly on a small board.
fn game() -> impl Strategy<Value = Shown> {
    let size = prop_oneof![3 => 2..=5_usize, 1 => 6..=19_usize];
    let rules = prop::sample::select(Rules::NAMED.map(|(_, rules)| rules).to_vec());
    let komi = prop_oneof![
        3 => (-400..=400).prop_map(|quarters| f64::from(quarters) / 4.0),
        1 => -400.0..=400.0,
    ];
    (size, rules, komi).prop_flat_map(|(size, rules, komi)| {
        let stones = any::colored(any::coord(size), 12);
        let moves = any::colored(any::mv(size), 60);
        (stones, any::color(), moves, any::color()).prop_map(move |(stones, first, moves, last)| {
            let mut game = Game::new(size).unwrap();
            game.set_rules(rules);
            game.set_komi(komi).unwrap();
            place(&mut game, stones, first);
            for (color, mv) in moves {
                // Illegal moves are left out.
                let _ = game.play_as(color, mv);
            }
            game.set_to_move(last);
            Shown(game)
        })
    })
}

/// Sets stones up, as a handicap if all are black. Leaves the board empty if the stones are refused.
fn place(game: &mut Game, mut stones: Vec<(Color, Coord)>, first: Color) {
    stones.sort_unstable_by_key(|&(_, coord)| coord);
    stones.dedup_by_key(|&mut (_, coord)| coord);
    let points: Vec<Coord> = stones.iter().map(|&(_, coord)| coord).collect();
    if stones.iter().any(|&(color, _)| color == Color::White) {
        let _ = game.set_up(stones, first);
    } else {
        let _ = game.set_free_handicap(&points);
    }
}

/// Text with characters that are special in SGF, or any text.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![r"[a\]\[\\:;() \n\t]{0,12}", any::<String>()]
}

/// A comment as it is read again: tabs become blanks, other control characters are dropped.
fn read_text(text: &str) -> String {
    let visible = text.chars().map(|c| if c == '\t' { ' ' } else { c });
    visible.filter(|&c| c == '\n' || !c.is_control()).collect()
}

/// A name as it is read again: on one line, and none if it is blank.
fn read_name(text: &str) -> Option<String> {
    let name = read_text(text).replace('\n', " ").trim().to_owned();
    (!name.is_empty()).then_some(name)
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_written_game_is_read_back(Shown(game) in game(), black in text(), white in text(), comment in text()) {
        let metadata = Metadata {
            black: Some(&black),
            white: Some(&white),
            comment: Some(&comment),
            ..Metadata::default()
        };
        let file = write(&game, &metadata);
        let options = ReadOptions { rules: game.rules(), ..ReadOptions::default() };
        let record = read_record(file.as_bytes(), &options).unwrap();
        let again = &record.game;
        prop_assert_eq!(again.board(), game.board(), "{}", file);
        prop_assert_eq!(again.initial_board(), game.initial_board(), "{}", file);
        prop_assert_eq!(again.moves(), game.moves(), "{}", file);
        prop_assert_eq!(again.komi().to_bits(), game.komi().to_bits(), "{}", file);
        prop_assert_eq!(again.handicap(), game.handicap(), "{}", file);
        prop_assert_eq!(
            (again.first_to_move(), again.to_move()),
            (game.first_to_move(), game.to_move()),
            "{}",
            file
        );
        let header = &record.header;
        prop_assert_eq!(&header.black, &read_name(&black), "{}", file);
        prop_assert_eq!(&header.white, &read_name(&white), "{}", file);
        let comment = read_text(&comment);
        prop_assert_eq!(header.get("GC").unwrap_or_default(), comment, "{}", file);
        let rewritten = Metadata { header: Some(header), ..Metadata::default() };
        let once = write(again, &rewritten);
        let twice = read_record(once.as_bytes(), &options).unwrap();
        prop_assert_eq!(write(&twice.game, &Metadata { header: Some(&twice.header), ..Metadata::default() }), once);
    }

    #[test]
    fn a_record_can_be_read_up_to_any_move(Shown(game) in game(), until in 1..70_usize) {
        let file = write(&game, &Metadata::default());
        let options = ReadOptions { rules: game.rules(), until: Some(until), ..ReadOptions::default() };
        let record = read_record(file.as_bytes(), &options).unwrap();
        let kept = (until - 1).min(game.moves().len());
        prop_assert_eq!(record.game.moves(), &game.moves()[..kept], "{}", file);
        let mut then = game.clone();
        prop_assert!(then.undo_many(game.moves().len() - kept));
        prop_assert_eq!(record.game.board(), then.board(), "{}", file);
    }
}
