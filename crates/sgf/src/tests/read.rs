//! Reading files as programs write them.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use super::stones;
use crate::{ReadOptions, read, read_all, read_record};
use tao_rules::board::Color;
use tao_rules::game::{HandicapBonus, Rules, Superko};

#[test]
fn games_read_as_their_main_line() {
    for (file, expected, moves) in [
        (
            "(;GM[1]FF[4]SZ[9]KM[7];B[ee];W[cc];B[gg];W[];B[tt];W[gc])",
            "B E5 B G3 W C7 W G7",
            6,
        ),
        (
            "(;GM[1]FF[4]SZ[9]AB[cc:dd][gg]AW[ee]PL[W];W[ec])",
            "B C6 B C7 B D6 B D7 B G3 W E5 W E7",
            1,
        ),
        (
            "junk (;FF[3]GaMe[1]SiZe[9]KoMi[5.5];Black[ee];White[cc]C[a \\] b])(;B[aa])",
            "B E5 W C7",
            2,
        ),
        ("(;AB[aa]SZ[9])", "B A9", 0),
        ("(;SZ[9]C[a\\]b\\\\c:d\\\ne];B[ee])", "B E5", 1),
        ("(;SZ[9](;B[ee](;W[cc])(;W[dd]))(;B[gg]))", "B E5 W C7", 2),
        ("\u{feff}(;SZ[9]\r\n;B[ee]\r\n;W[cc])\r\n", "B E5 W C7", 2),
        ("(;SZ[9];B[jj])", "", 1),
        ("(;SZ[9]HA[2]KM[0.5]AB[gc][cg];W[ee])", "B C3 B G7 W E5", 1),
        ("(;SZ[9];B[ee]W[dd])", "B E5 W D6", 2),
        ("(;SZ[9];W[dd]B[ee])", "B E5 W D6", 2),
        ("(;SZ[9];AB[cc]B[ee])", "B C7 B E5", 1),
        ("(;SZ[9];B[ee][dd])", "B E5", 1),
        ("(;SZ[9];B[ee]B[dd]W[cc]W[cc]B[zz])", "B E5 W C7", 2),
        ("(;SZ[9];B[ ee ])", "B E5", 1),
        ("(;SZ[9:9];B[ee])", "B E5", 1),
        ("(;B[aa];W[tt])", "B A19", 2),
        (
            "(;SZ[9]AB[dd:cc]AW[]AW[ag:ai])",
            "B C6 B C7 B D6 B D7 W A1 W A2 W A3",
            0,
        ),
        (
            "(;SZ[9]AB[aa][bb]AW[cc];AE[aa]AW[bb];B[ee])",
            "B E5 W B8 W C7",
            1,
        ),
        ("(;GM[]SZ[9];B[ee])", "B E5", 1),
        ("(;SZ[9]();B[ee])", "B E5", 1),
        ("(;SZ[9](())(;B[ee])(;B[dd]))", "B E5", 1),
        ("(;SZ[9];B[ee];W[cc", "B E5", 1),
        ("(;SZ[9];B[ee];W[cc]", "B E5 W C7", 2),
    ] {
        let game = read(file.as_bytes()).unwrap();
        assert_eq!(stones(&game), expected, "{file}");
        assert_eq!(game.moves().len(), moves, "{file}");
    }
}

#[test]
fn careless_files_are_read() {
    for (file, expected, moves) in [
        ("(;SZ[9];B[ee];W[zz])", "B E5", 2),
        ("(;SZ[9]AB[c\nc][g\r\ng];W[e\\\ne])", "B C7 B G3 W E5", 1),
        ("(;SZ[９]AB[ｃｃ：ｄｃ];W[ｅｅ])", "B C7 B D7 W E5", 1),
        ("(;SZ[9x9];B[ee])", "B E5", 1),
        // The `;` of a root or of a variation may be missing.
        (
            "(\r\nRD[2025-06-12]\r\nSZ[9]\r\n;B[ee];W[cc])\r\n",
            "B E5 W C7",
            2,
        ),
        ("\u{feff}(SZ[9];B[ee])", "B E5", 1),
        ("a game: (SZ[9];B[ee])", "B E5", 1),
        ("see (SZ[5]) below\n(;SZ[9];B[ee])", "B E5", 1),
        ("(;SZ[9](B[ee];W[cc](W[dd]))(B[gg]))", "B E5 W C7 W D6", 3),
        ("(;(;SZ[9];B[ee])(;B[gg]))", "B E15", 1),
    ] {
        let game = read(file.as_bytes()).unwrap();
        assert_eq!(stones(&game), expected, "{file}");
        assert_eq!(game.moves().len(), moves, "{file}");
    }
}

#[test]
fn the_game_can_be_read_up_to_a_move() {
    let file = b"(;SZ[9];B[ee];W[cc];B[gg];B[];B[tt];W[gc])";
    for (until, moves, to_move) in [
        (None, 6, Color::Black),
        (Some(0), 6, Color::Black),
        (Some(1), 0, Color::Black),
        (Some(2), 1, Color::White),
        (Some(5), 4, Color::Black),
        (Some(7), 6, Color::Black),
        (Some(100), 6, Color::Black),
    ] {
        let options = ReadOptions {
            until,
            ..ReadOptions::default()
        };
        let game = read_record(file, &options).unwrap().game;
        assert_eq!(
            (game.moves().len(), game.to_move()),
            (moves, to_move),
            "{until:?}"
        );
    }
}

#[test]
fn komi_is_that_of_the_file_if_it_is_a_number() {
    let options = ReadOptions {
        komi: Some(0.5),
        rules: Rules::CGOS,
        ..ReadOptions::default()
    };
    for (file, komi) in [
        ("(;KM[7])", "7"),
        ("(;KM[-3.5])", "-3.5"),
        ("(;KM[6,5]HA[]RU[])", "6.5"),
        ("(;KM[6.5 points])", "6.5"),
        ("(;KM[375])", "7.5"),
        ("(;KM[650])", "6.5"),
        ("(;KM[376])", "376"),
        ("(;KM[-400])", "-400"),
        ("(;KM[401])", "0.5"),
        ("(;KM[-1e300])", "0.5"),
        ("(;KM[])", "0.5"),
        ("(;KM[abc])", "0.5"),
        ("(;KM[nan])", "0.5"),
        ("(;KM[1e999])", "0.5"),
        ("(;)", "0.5"),
    ] {
        let game = read_record(file.as_bytes(), &options).unwrap().game;
        assert_eq!(game.komi().to_string(), komi, "{file}");
        assert_eq!(game.rules(), Rules::CGOS);
    }
}

#[test]
fn a_file_without_komi_has_the_usual_one() {
    for (file, komi, has_komi) in [
        ("(;SZ[9])", "7", false),
        ("(;SZ[9]KM[])", "7", false),
        ("(;SZ[9]KM[5.5])", "5.5", true),
        ("(;SZ[9]KM[0])", "0", true),
        ("(;SZ[9]HA[3];W[ee])", "0.5", false),
        ("(;SZ[9]HA[2]AB[cc][gg];W[ee])", "0.5", false),
        ("(;SZ[9]HA[2];B[cc];B[gg];W[ee])", "0.5", false),
        ("(;SZ[9]HA[2]KM[5.5];W[ee])", "5.5", true),
        ("(;SZ[9]HA[2];B[ee];W[cc])", "7", false),
        ("(;SZ[9];B[cc];B[gg];W[ee])", "0.5", false),
        ("(;SZ[9]HA[3]AB[cc][gg];W[ee])", "0.5", false),
        ("(;SZ[9]HA[2]AB[cc][gg];W[ee];B[ee])", "0.5", false),
        ("(;SZ[9]HA[2];W[ee];AW[aa];B[bb])", "0.5", false),
        ("(;SZ[9];B[cc];B[gg];W[ee];W[ff])", "7", false),
    ] {
        let record = read_record(file.as_bytes(), &ReadOptions::default()).unwrap();
        let read = (record.game.komi().to_string(), record.has_komi);
        assert_eq!(read, (komi.to_owned(), has_komi), "{file}");
    }
}

#[test]
fn white_gets_the_points_for_handicap_stones_that_the_rules_of_the_file_give() {
    for (rules, bonus) in [
        ("RU[Chinese]", "4"),
        ("", "4"),
        ("RU[Japanese]", "0"),
        ("RU[AGA]", "3"),
        ("RU[aga rules]", "3"),
        ("RU[NZ]", "0"),
        ("RU[New Zealand]", "0"),
        ("RU[Tromp-Taylor]", "0"),
    ] {
        for stones in [
            "HA[4]AB[cc][gg][cg][gc]",
            "HA[4];B[cc];B[gg];B[cg];B[gc]",
            "AB[cc][gg][cg][gc]",
            ";B[cc];B[gg];B[cg];B[gc]",
        ] {
            let file = format!("(;SZ[9]KM[0]{rules}{stones};W[ee])");
            let game = read(file.as_bytes()).unwrap();
            assert_eq!(game.total_komi().to_string(), bonus, "{file}");
        }
        // The rules of the file decide, also where the caller's give nothing for handicap stones.
        let options = ReadOptions {
            rules: Rules::TROMP_TAYLOR,
            ..ReadOptions::default()
        };
        let file = format!("(;SZ[9]HA[4]KM[0]{rules})");
        let game = read_record(file.as_bytes(), &options).unwrap().game;
        let is_named = rules.len() > "RU[]".len();
        let expected = if is_named { bonus } else { "0" };
        assert_eq!(game.total_komi().to_string(), expected, "{file}");
    }
}

#[test]
fn rules_of_the_file_hold_but_for_the_general_name_of_area_scoring() {
    let cgos_with_bonus = Rules {
        handicap_bonus: HandicapBonus::Each,
        ..Rules::CGOS
    };
    for (ours, named, expected) in [
        (Rules::CHINESE, "Japanese", Rules::JAPANESE),
        (Rules::CGOS, "jp", Rules::JAPANESE),
        (Rules::JAPANESE, "Korean", Rules::JAPANESE),
        (Rules::JAPANESE, "Chinese", Rules::CHINESE),
        (Rules::JAPANESE, "AGA", Rules::AGA),
        (Rules::JAPANESE, "", Rules::JAPANESE),
        (Rules::CGOS, "AGA", Rules::AGA),
        (Rules::CHINESE, "AGA rules", Rules::AGA),
        (Rules::CHINESE, "NZ", Rules::NEW_ZEALAND),
        (Rules::JAPANESE, "GOE", Rules::GOE),
        (Rules::CHINESE, "Tromp-Taylor", Rules::TROMP_TAYLOR),
        (Rules::CGOS, "Chinese", cgos_with_bonus),
        (Rules::CHINESE, "house rules", Rules::CHINESE),
        (
            Rules::CHINESE,
            "koSIMPLEscoreTERRITORYtaxSEKIsui0fpok1",
            Rules::JAPANESE,
        ),
        // The nearest rules that are known.
        (
            Rules::CGOS,
            "stone scoring",
            Rules {
                superko: Superko::Simple,
                handicap_bonus: HandicapBonus::None,
                ..Rules::CHINESE
            },
        ),
    ] {
        let file = format!("(;SZ[9]RU[{named}];B[ee])");
        let options = ReadOptions {
            rules: ours,
            ..ReadOptions::default()
        };
        let game = read_record(file.as_bytes(), &options).unwrap().game;
        let rules = (game.rules(), game.own_rules());
        assert_eq!(rules, (expected, ours), "{named}");
    }
}

#[test]
fn prisoners_stay_where_the_position_becomes_set_up() {
    // White's stone in the corner is captured; later Black plays on an occupied point, which no rules allow.
    let game = read(b"(;SZ[5]RU[Japanese]KM[0];B[ba];W[aa];B[ab];W[cc];B[cc];W[dd])").unwrap();
    assert_eq!(game.moves().len(), 2);
    assert_eq!((game.captures(Color::Black), game.extra_stones()), (1, 1));
}

#[test]
fn handicap_stones_may_be_moves() {
    for (file, handicap, moves, to_move) in [
        ("(;SZ[9]HA[2];B[cc];B[gg];W[ee])", 2, 1, Color::Black),
        ("(;SZ[9]HA[2];B[cc];B[gg])", 2, 0, Color::White),
        (
            "(;SZ[9]HA[2];B[cc];W[];B[gg];W[ee];B[dd])",
            2,
            2,
            Color::White,
        ),
        ("(;SZ[9]HA[3]AB[aa];B[cc];B[gg];W[ee])", 3, 1, Color::Black),
        // The handicap stones are set up, so the pass is a move.
        ("(;SZ[9]HA[2]AB[cc][gg];W[])", 2, 1, Color::Black),
        (
            "(;SZ[9]HA[3]AB[aa][bb];W[tt];B[gg];W[ee])",
            3,
            1,
            Color::Black,
        ),
    ] {
        let record = read_record(file.as_bytes(), &ReadOptions::default()).unwrap();
        let game = &record.game;
        let read = (game.handicap(), game.moves().len(), game.to_move());
        assert_eq!(read, (handicap, moves, to_move), "{file}");
        let written = file.matches(";B").count() + file.matches(";W").count();
        assert_eq!(record.moves, written, "{file}");
    }
    for file in [
        // Moves other than exactly the announced number of stones are the beginning of the game.
        "(;SZ[9]HA[3];B[cc];B[gg];W[ee])",
        "(;SZ[9]HA[2];B[cc];B[gg];B[cg];W[ee])",
        "(;SZ[9]HA[2];B[cc];B[];B[gg];W[ee])",
        "(;SZ[9]HA[2];B[cc];W[ee];B[gg];W[dd])",
        "(;SZ[9];B[cc];B[gg];W[ee])",
    ] {
        let game = read(file.as_bytes()).unwrap();
        assert_eq!(game.moves().len(), file.matches("];").count(), "{file}");
        assert!(game.initial_board().all_stones().next().is_none(), "{file}");
    }
}

#[test]
fn a_game_that_cannot_be_read_is_skipped_where_another_follows() {
    for (file, number, expected) in [
        ("(;GM[2]SZ[8];B[e4])(;GM[1]SZ[9];B[gg])", 2, "B G3"),
        (
            "(;SZ[9];B[ja])\n(;SZ[9:13])(;SZ[9];B[cc])(;SZ[9])",
            3,
            "B C7",
        ),
        ("(;SZ[9];B[ej]!)(;SZ[9];B[cc];W[", 2, "B C7"),
        ("(;SZ[9];B[ee]!)(;SZ[9];B[cc];W[", 1, "B E5"),
        ("(;SZ[9];B[aa])(;GM[2])", 1, "B A9"),
    ] {
        let record = read_record(file.as_bytes(), &ReadOptions::default()).unwrap();
        let read = (record.number, stones(&record.game));
        assert_eq!(read, (number, expected.to_owned()), "{file}");
    }
    let error = read(b"(;GM[2])(;SZ[0])").unwrap_err().to_string();
    assert!(
        error.starts_with("line 1, column 3: expected `GM[1]`"),
        "{error}"
    );
}

#[test]
fn the_side_to_move_is_that_of_the_file_or_follows_from_its_stones_and_moves() {
    for (file, to_move) in [
        ("(;SZ[9])", Color::Black),
        ("(;SZ[9]PL[W])", Color::White),
        ("(;SZ[9]PL[white])", Color::White),
        ("(;SZ[9]PL[2])", Color::White),
        ("(;SZ[9]PL[1]AB[aa])", Color::Black),
        ("(;SZ[9]AB[aa])", Color::White),
        ("(;SZ[9]AB[aa]AW[bb])", Color::Black),
        ("(;SZ[9]AE[aa])", Color::Black),
        ("(;SZ[9]AB[])", Color::Black),
        ("(;SZ[9];B[ee];AB[aa])", Color::White),
        ("(;SZ[9];B[ee];PL[B])", Color::Black),
        ("(;SZ[9];W[ee])", Color::Black),
    ] {
        assert_eq!(read(file.as_bytes()).unwrap().to_move(), to_move, "{file}");
    }
}

#[test]
fn handicap_stones_are_those_of_the_file_or_the_fixed_ones() {
    for (file, handicap, expected) in [
        ("(;SZ[9]HA[2]AB[gc][cg];W[ee])", 2, "B C3 B G7 W E5"),
        ("(;SZ[9]HA[2]AB[gc];AB[cg];W[ee])", 2, "B C3 B G7 W E5"),
        ("(;SZ[9]HA[2];W[ee])", 2, "B C3 B G7 W E5"),
        ("(;SZ[9]HA[2])", 2, "B C3 B G7"),
        ("(;SZ[9]HA[2]PL[W];C[no move])", 2, "B C3 B G7"),
        ("(;SZ[9]HA[2]PL[B])", 0, ""),
        ("(;SZ[9]HA[2]AB[ee])", 0, "B E5"),
        ("(;SZ[9]HA[1])", 0, ""),
        ("(;SZ[9]HA[2];B[ee])", 0, "B E5"),
        ("(;SZ[9]HA[99];W[ee])", 0, "W E5"),
        ("(;SZ[9]HA[0];W[ee])", 0, "W E5"),
        ("(;SZ[9]HA[3]AB[gc][cg];W[ee])", 2, "B C3 B G7 W E5"),
        ("(;SZ[9]AB[gc][cg];W[ee])", 2, "B C3 B G7 W E5"),
        ("(;SZ[9]AB[gc][cg]AW[ee])", 0, "B C3 B G7 W E5"),
        ("(;SZ[9]HA[2];B[gc];B[cg];W[ee])", 2, "B C3 B G7 W E5"),
    ] {
        let game = read(file.as_bytes()).unwrap();
        assert_eq!(
            (game.handicap(), stones(&game).as_str()),
            (handicap, expected),
            "{file}"
        );
    }
}

#[test]
fn illegal_moves_are_played() {
    let ko = "(;SZ[9];B[ed];W[fd];B[de];W[ge];B[ef];W[ff];B[ii];W[ee];B[fe]";
    for (file, expected, moves) in [
        ("(;SZ[9];B[ee];W[ee])".to_owned(), "W E5", 1),
        (
            format!("{ko};W[ee];B[aa])"),
            "B A9 B D5 B E4 B E6 B J1 W E5 W F4 W F6 W G5",
            2,
        ),
        ("(;SZ[9]AW[ab][ba];B[aa])".to_owned(), "W A8 W B9", 1),
    ] {
        let game = read(file.as_bytes()).unwrap();
        assert_eq!(
            (stones(&game).as_str(), game.moves().len()),
            (expected, moves),
            "{file}"
        );
    }
}

#[test]
fn set_up_between_moves_restarts_the_record() {
    let mut game = read(b"(;SZ[9];B[ee];W[cc];AB[gg];W[dd];B[ef])").unwrap();
    assert_eq!(game.moves().len(), 2);
    assert_eq!(game.move_number(), 5);
    while game.undo() {}
    assert_eq!(stones(&game), "B E5 B G3 W C7");
}

#[test]
fn unchanged_set_up_and_dead_stones_removed_at_the_end_are_ignored() {
    for (file, moves, expected) in [
        ("(;SZ[9];B[ee];W[cc]AE[aa];B[gg])", 3, "B E5 B G3 W C7"),
        ("(;SZ[9];B[ee];AB[ee];W[cc])", 2, "B E5 W C7"),
        ("(;SZ[9];B[ee];AE[ee];AB[ee];W[cc])", 2, "B E5 W C7"),
        ("(;SZ[9];B[ee];W[cc];AE[ee];AE[cc])", 2, "B E5 W C7"),
        ("(;SZ[9];B[ee];W[cc];AE[ee]C[won]PL[W])", 2, "B E5 W C7"),
        // Stones that are removed between moves, or by other set-up, are gone.
        ("(;SZ[9];B[ee];W[cc];AE[ee];AE[cc];B[gg])", 1, "B G3"),
        ("(;SZ[9];B[ee];W[cc];AE[ee]AB[gg])", 0, "B G3 W C7"),
        ("(;SZ[9]AB[ee][cc];AE[ee])", 0, "B C7"),
    ] {
        let game = read(file.as_bytes()).unwrap();
        assert_eq!(
            (game.moves().len(), stones(&game).as_str()),
            (moves, expected),
            "{file}"
        );
    }
}

#[test]
fn no_move_is_lost_in_any_encoding() {
    for (file, moves) in [
        // Big5 成功, Shift JIS アマゾン and 表, GBK 乚, without a `CA` or with one that the lexer cannot find.
        (
            &b"(;GM[1]SZ[9];B[ee]C[\xa6\xa8\xa5\x5c];W[cc];B[gg])"[..],
            3,
        ),
        (
            b"(;SZ[9];B[ee]C[\x83\x41\x83\x7d\x83\x5d\x83\x93];W[cc])",
            2,
        ),
        (b"(;PB[\x95\x5c]CA[Shift_JIS]SZ[9];B[ee];W[cc])", 2),
        (b"(;SZ[9];B[ee]C[\x81\x5d];W[cc])", 2),
        (b"(;CA[UTF-8]SZ[9];B[ee]C[\x81\x5d];W[cc])", 2),
        (b"(;SZ[9];B[ee]C[J\xf6rg: caf\xe9];W[cc])", 2),
    ] {
        let game = read(file).unwrap();
        assert_eq!(
            (game.size(), game.moves().len()),
            (9, moves),
            "{}",
            file.escape_ascii()
        );
    }
}

#[test]
fn an_announced_handicap_without_stones_is_placed_before_whites_first_move() {
    assert_eq!(read(b"(;SZ[9]HA[2])").unwrap().to_move(), Color::White);
    for (file, handicap) in [("(;SZ[9]HA[2];W[ee])", 2), ("(;SZ[9]HA[2];B[ee])", 0)] {
        let options = ReadOptions {
            until: Some(1),
            ..ReadOptions::default()
        };
        let game = read_record(file.as_bytes(), &options).unwrap().game;
        assert_eq!(
            (game.handicap(), game.moves().len()),
            (handicap, 0),
            "{file}"
        );
    }
}

#[test]
fn no_text_makes_the_reader_panic() {
    let tokens =
        "( ) ; [ ] \\ : , B W AB AW AE SZ GM HA KM PL aa ee tt zz 9 19 -1 é \n (;".split(' ');
    let tokens: Vec<&str> = tokens
        .chain([
            "(;SZ[9]",
            ";B[",
            ";W[",
            "AB[",
            " ",
            "CA[",
            "GBK]",
            "Big5]",
            "Shift_JIS]",
            "表",
        ])
        .collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..20_000 {
        let length = rng.next_u32() % 24;
        let text: String = (0..length)
            .map(|_| tokens[rng.next_u32() as usize % tokens.len()])
            .collect();
        let mut bytes = text.into_bytes();
        if let Some(byte) = bytes.last_mut().filter(|_| length % 4 == 0) {
            *byte = rng.next_u32() as u8;
        }
        let _ = read(&bytes);
        let _ = read_all(&bytes).count();
    }
}

#[test]
fn a_komi_that_this_program_wrote_is_in_points() {
    for (komi, text) in [(50.0, "50"), (375.0, "375"), (3.75, "3.75")] {
        let own = format!("(;AP[Tao Go:0.1.0]SZ[9]KM[{text}])");
        let record = read_record(own.as_bytes(), &ReadOptions::default()).unwrap();
        assert!((record.game.komi() - komi).abs() < 1e-9, "{own}");
    }
}

/// The moves and the texts of files that break the format.
#[test]
fn what_is_no_part_of_a_game_is_skipped() {
    for (file, moves) in [
        ("(;SZ[9];éB[ee])", 1),
        ("(;SZ[9];B[ee]]\n;W[cc])", 2),
        ("(;SZ[9];\n  [ee];B[cc])", 1),
        ("(;SZ[9];B[ee];? - !;W[cc];B[gg])", 3),
        ("(;SZ[9];B[ee]*(;W[cc]/;B[gg])(;W[dd]))", 3),
    ] {
        assert_eq!(
            read(file.as_bytes()).unwrap().moves().len(),
            moves,
            "{file}"
        );
    }
}

#[test]
fn a_bracket_in_a_text_may_lack_its_backslash() {
    for (text, rest) in [
        ("Player one [5d] is ahead", ";B[ee];W[cc])"),
        ("[5d]", ";B[ee];W[cc])"),
        (
            "see [1]: B[ee] was bad; W[cc] too (or [best] move [sic])",
            ";B[ee];W[cc])",
        ),
        ("a [b]] (c) [d]", "GN[x];B[ee](;W[cc])(;W[dd]))"),
        ("x [y\\] z] \\\\", "\nGaMe[1]\n;B[ee];W[cc]"),
        ("[1] [2]", "\n(;B[ee];W[cc])(;B[dd]))"),
    ] {
        let file = format!("(;SZ[9]C[{text}]{rest}");
        let record = read_record(file.as_bytes(), &ReadOptions::default()).unwrap();
        let plain = text.replace("\\]", "]").replace("\\\\", "\\");
        assert_eq!(record.header.get("C"), Some(&*plain), "{file}");
        assert_eq!(stones(&record.game), "B E5 W C7", "{file}");
        let tree = crate::read_tree(file.as_bytes(), &record);
        assert!(tree.nodes().len() >= 3, "{file}");
    }
    // What follows is no text where a move begins in it.
    let record = read_record(
        b"(;SZ[9]C[a] c;B[ee]C[[c]];W[cc]PL[W])(;SZ[5])",
        &ReadOptions::default(),
    );
    assert_eq!(stones(&record.unwrap().game), "B E5 W C7");
    assert_eq!(
        read_all(b"(;SZ[9]C[ [a] (b];B[ee])(;SZ[5]C[)]])").count(),
        2
    );
}

#[test]
fn odd_passes_sizes_stones_and_komi_are_guessed() {
    for pass in [
        "``", "--", "resign", "Resign", "PASS", "-", "??", "tt", "zz", "jj",
    ] {
        let file = format!("(;SZ[9];B[{pass}];W[ee];B[{pass}])");
        let game = read(file.as_bytes()).unwrap();
        assert_eq!((game.moves().len(), game.passes()), (3, 1), "{file}");
    }
    assert_eq!(read(b"(;SZ[]KM[6.5];B[pd])").unwrap().size(), 19);
    let game = read(b"(;SZ[9]AB[tt][cc]AW[tt]AW[gg]AE[tt];B[ee])").unwrap();
    assert_eq!(stones(&game), "B C7 B E5 W G3");
    for (file, komi) in [
        ("(TE[event]\nSZ[9]\nKO[7.5]\nRE[x]\n;B[ee];W[cc])", "7.5"),
        ("(;SZ[9]KO[375];B[ee])", "7.5"),
        ("(;SZ[9]KO[7.5]KM[6.5];B[ee])", "6.5"),
        ("(;SZ[9];B[ee]KO[5])", "7"),
        ("(;SZ[9]KO[];B[ee])", "7"),
    ] {
        let record = read_record(file.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(record.game.komi().to_string(), komi, "{file}");
    }
}
