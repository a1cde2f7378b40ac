//! What is written as SGF is read as the same.

use std::fmt;

use proptest::prelude::*;
use tao_go::board::{Color, Coord};
use tao_go::game::{Game, Rules};
use tao_go::sgf::{Metadata, Options, read_record, write};

use super::any;
use super::inputs;

/// A game that is shown as its record.
#[derive(Clone)]
struct Shown(Game);

impl fmt::Debug for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(&self.0, &Metadata::default()))
    }
}

/// A game from any position, on a small board or a large one.
fn game() -> impl Strategy<Value = Shown> {
    let size = prop_oneof![3 => 2..=5_usize, 1 => 6..=19_usize];
    let rules = prop::sample::select(Rules::NAMED.map(|(_, rules)| rules).to_vec());
    let komi = prop_oneof![
        3 => (-400..=400).prop_map(|quarters| f64::from(quarters) / 4.0),
        1 => -1e9..1e9,
    ];
    (size, rules, komi).prop_flat_map(|(size, rules, komi)| {
        let stones = any::colored(any::coord(size), 12);
        let moves = any::colored(any::mv(size), 60);
        (stones, any::color(), moves, any::color()).prop_map(move |(stones, first, moves, last)| {
            let mut game = Game::new(size).unwrap();
            game.set_rules(rules);
            game.set_komi(komi).unwrap();
            begin(&mut game, stones, first);
            for (color, mv) in moves {
                // What is illegal is left out.
                let _ = game.play(color, mv);
            }
            game.set_to_move(last);
            Shown(game)
        })
    })
}

/// Sets stones up, or gives a handicap where all are black, or leaves the board empty where they cannot stand.
fn begin(game: &mut Game, mut stones: Vec<(Color, Coord)>, first: Color) {
    stones.sort_unstable_by_key(|&(_, coord)| coord);
    stones.dedup_by_key(|&mut (_, coord)| coord);
    let points: Vec<Coord> = stones.iter().map(|&(_, coord)| coord).collect();
    if stones.iter().any(|&(color, _)| color == Color::White) {
        let _ = game.set_up(stones, first);
    } else {
        let _ = game.set_free_handicap(&points);
    }
}

/// Text with what SGF sets apart, and anything else.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![r"[a\]\[\\:;() \n\t]{0,12}", any::<String>()]
}

/// What is left of a text of several lines: white space is blanks and line ends, and what no program shows is gone.
fn shown(text: &str) -> String {
    let visible = text.chars().map(|c| if c == '\t' { ' ' } else { c });
    visible.filter(|&c| c == '\n' || !c.is_control()).collect()
}

/// What is left of a name.
fn name(text: &str) -> Option<String> {
    let name = shown(text).replace('\n', " ").trim().to_owned();
    (!name.is_empty()).then_some(name)
}

proptest! {
    #![proptest_config(inputs(200))]

    #[test]
    fn a_game_comes_back(Shown(game) in game(), black in text(), white in text(), comment in text()) {
        let metadata = Metadata {
            black: Some(&black),
            white: Some(&white),
            comment: Some(&comment),
            ..Metadata::default()
        };
        let file = write(&game, &metadata);
        let options = Options { rules: game.rules(), ..Options::default() };
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
        prop_assert_eq!(&header.black, &name(&black), "{}", file);
        prop_assert_eq!(&header.white, &name(&white), "{}", file);
        let comment = shown(&comment);
        prop_assert_eq!(header.get("GC").unwrap_or_default(), comment, "{}", file);
        let rewritten = Metadata { header: Some(header), ..Metadata::default() };
        let once = write(again, &rewritten);
        let twice = read_record(once.as_bytes(), &options).unwrap();
        prop_assert_eq!(write(&twice.game, &Metadata { header: Some(&twice.header), ..Metadata::default() }), once);
    }

    #[test]
    fn a_record_can_be_read_up_to_any_move(Shown(game) in game(), until in 1..70_usize) {
        let file = write(&game, &Metadata::default());
        let options = Options { rules: game.rules(), until: Some(until), ..Options::default() };
        let record = read_record(file.as_bytes(), &options).unwrap();
        let kept = (until - 1).min(game.moves().len());
        prop_assert_eq!(record.game.moves(), &game.moves()[..kept], "{}", file);
        let mut then = game.clone();
        prop_assert!(then.undo_many(game.moves().len() - kept));
        prop_assert_eq!(record.game.board(), then.board(), "{}", file);
    }
}
