//! Writing files.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use crate::{Metadata, ReadOptions, read, read_record, write};
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::{Game, KataRules, Score, Superko};

fn with_score(lead: f64) -> Metadata<'static> {
    Metadata {
        score: Some(Score { lead }),
        ..Metadata::default()
    }
}

#[test]
fn written_games_read_the_same() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for round in 0..60 {
        let size = [2, 5, 9, 13, 19][round % 5];
        let mut game = Game::new(size).unwrap();
        game.set_komi(f64::from(rng.next_u32() % 40) / 2.0 - 5.0)
            .unwrap();
        match round % 3 {
            0 => drop(game.place_free_handicap(2 + round % 2)),
            1 => game
                .set_up([(Color::White, Coord::new(0, 0).unwrap())], Color::Black)
                .unwrap(),
            _ => {}
        }
        for _ in 0..rng.next_u32() % 120 {
            let coords: Vec<Coord> = Coord::all(size).collect();
            let mv = Move::Play(coords[rng.next_u32() as usize % coords.len()]);
            let color = if rng.next_u32().is_multiple_of(8) {
                !game.to_move()
            } else {
                game.to_move()
            };
            let mv = if game.is_legal(color, mv) {
                mv
            } else {
                Move::Pass
            };
            game.play_as(color, mv).unwrap();
        }
        if round % 4 == 0 {
            game.set_to_move(!game.to_move());
        }
        let file = write(&game, &Metadata::default());
        let again = read(file.as_bytes()).unwrap();
        assert_eq!(again.moves(), game.moves());
        assert_eq!(
            (again.board(), again.initial_board()),
            (game.board(), game.initial_board())
        );
        assert_eq!(
            (again.to_move(), again.handicap()),
            (game.to_move(), game.handicap())
        );
        assert_eq!(
            (again.size(), again.komi().to_bits()),
            (size, game.komi().to_bits())
        );
        assert_eq!(write(&again, &Metadata::default()), file);
        assert!(file.lines().all(|line| line.len() <= 72), "{file}");
    }
}

#[test]
fn a_file_begins_with_its_root_properties() {
    let mut game = Game::new(9).unwrap();
    game.set_komi(6.5).unwrap();
    game.fixed_handicap(2).unwrap();
    game.play_as(Color::White, "E5".parse().unwrap()).unwrap();
    game.play_as(Color::Black, Move::Pass).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!(
        "(;GM[1]FF[4]CA[UTF-8]AP[Tao Go:{version}]ST[0]SZ[9]KM[6.5]RU[Chinese]RE[W+7]\n\
         HA[2]AB[cg][gc]PL[W]\n\
         ;W[ee];B[])\n"
    );
    assert_eq!(write(&game, &with_score(-7.0)), expected);
    let parsed = sgf_parse::go::parse(&expected).unwrap();
    assert!(parsed[0].validate().is_ok());
}

#[test]
fn results_are_written_as_in_the_standard() {
    let game = Game::new(9).unwrap();
    for (lead, text) in [
        (2.5, "RE[B+2.5]"),
        (-64.0, "RE[W+64]"),
        (0.0, "RE[0]"),
        (7.0 - 6.9, "RE[B+0.1]"),
    ] {
        let file = write(&game, &with_score(lead));
        assert!(file.contains(text), "{text} is missing in {file}");
    }
    assert!(!write(&game, &Metadata::default()).contains("RE["));
}

#[test]
fn metadata_may_be_any_text() {
    let metadata = Metadata {
        black: Some(r"a\b]c"),
        white: Some("gnugo [level 10]"),
        result: Some("W+R"),
        comment: Some("game 7"),
        ..Metadata::default()
    };
    let file = write(&Game::new(9).unwrap(), &metadata);
    let expected = r"PB[a\\b\]c]PW[gnugo [level 10\]]";
    assert!(file.contains(expected), "{file}");
    assert!(file.contains("RE[W+R]GC[game 7]"), "{file}");
    assert!(read(file.as_bytes()).is_ok());
}

#[test]
fn only_an_end_by_two_passes_can_be_resumed() {
    for (numbers, expected) in [
        ("[3]", &[3][..]),
        ("[3][6]", &[3, 6]),
        ("[ 3 ][3][4][5][6]", &[3, 6]),
        ("[6][3]", &[6]),
        ("", &[]),
        ("[]", &[]),
        ("[x][-1][3.0][3 6]", &[]),
        ("[0][1][2][7]", &[]),
        ("[18446744073709551615][99999999999999999999]", &[]),
    ] {
        let file = format!("(;SZ[5]RS{numbers};B[cc];W[];B[];W[cd];B[];W[])");
        let game = read(file.as_bytes()).unwrap();
        assert_eq!(game.resumed_at(), expected, "{numbers}");
        let written = write(&game, &Metadata::default());
        let again = read(written.as_bytes()).unwrap();
        assert_eq!(again.resumed_at(), expected, "{written}");
    }
    // The game is resumed after a move that is not read.
    let options = ReadOptions {
        until: Some(3),
        ..ReadOptions::default()
    };
    let record = read_record(b"(;SZ[5]RS[3];B[cc];W[];B[])", &options).unwrap();
    assert!(record.game.resumed_at().is_empty());
}

#[test]
fn a_record_read_back_has_the_same_rules_and_result() {
    let words = [
        "chinese",
        "chinese-ogs",
        "japanese",
        "tromp-taylor",
        "cgos",
        "aga",
        "nz",
        "goe",
        "koSIMPLEscoreTERRITORYtaxSEKIsui1whbN",
        "koSITUATIONALsui0whbN-1",
        "koSIMPLEfpok1",
    ];
    let sets = words.map(|word| KataRules::parse(word).unwrap().rules);
    let names = ["AGA", "NZ", "Chinese", "GOE", "CGOS"];
    let mut written_names = Vec::new();
    for rules in sets {
        for stones in [0, 2, 5, 9] {
            let mut game = Game::new(9).unwrap();
            game.set_rules(rules);
            game.set_komi(0.5).unwrap();
            if stones > 0 {
                game.fixed_handicap(stones).unwrap();
            }
            game.play("A1".parse().unwrap()).unwrap();
            let text = write(&game, &Metadata::default());
            written_names.extend(
                names
                    .into_iter()
                    .filter(|name| text.contains(&format!("RU[{name}]"))),
            );
            for ours in sets {
                let options = ReadOptions {
                    rules: ours,
                    ..ReadOptions::default()
                };
                let again = read_record(text.as_bytes(), &options).unwrap().game;
                let result = |game: &Game| {
                    (
                        game.standing_score(),
                        game.dead_stones(),
                        game.extra_stones(),
                    )
                };
                assert_eq!(result(&again), result(&game), "{rules:?} {stones} {text}");
                let is_katagos = rules.superko == Superko::Simple && text.contains("RU[Chinese]");
                assert!(
                    is_katagos || again.rules().in_effect() == rules.in_effect(),
                    "{text}"
                );
                // Written once more it has the same name.
                let header = read_record(text.as_bytes(), &options).unwrap().header;
                let metadata = Metadata {
                    header: Some(&header),
                    ..Metadata::default()
                };
                assert_eq!(write(&again, &metadata), text);
            }
        }
    }
    assert!(names.iter().all(|name| written_names.contains(name)));
}
