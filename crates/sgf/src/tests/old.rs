//! Files of old and careless programs, and texts that are copied from file to file.

use super::stones;
use crate::{Header, Metadata, ReadOptions, Record, read_record, write};
use tao_rules::board::{Color, Move};
use tao_rules::game::{Game, Rules, Score};

fn record(file: &[u8]) -> Record {
    read_record(file, &ReadOptions::default()).unwrap()
}

/// Writes a game with the header of another file.
fn rewrite(game: &Game, score: Option<Score>, header: &Header) -> String {
    let metadata = Metadata {
        score,
        header: Some(header),
        ..Metadata::default()
    };
    write(game, &metadata)
}

/// The stones of a file, its komi and the side to move.
fn read_as(file: &str) -> String {
    let Record { game, .. } = record(file.as_bytes());
    format!("{}, {}, {}", stones(&game), game.komi(), game.to_move())
}

#[test]
fn long_property_names_are_understood() {
    for (file, expected) in [
        (
            "(;GaMe[1]SiZe[9]KoMi[5.5];Black[ee];White[cc])",
            "B E5 W C7, 5.5, black",
        ),
        (
            "(;GAME[1]SIZE[9]KOMI[0.5];BLACK[ee];WHITE[cc])",
            "B E5 W C7, 0.5, black",
        ),
        (
            "(;SIZE[9]ADDBLACK[aa][bb]ADDWHITE[cc]PLAYER[black])",
            "B A9 B B8 W C7, 7, black",
        ),
        (
            "(;SiZe[9];AddBlack[aa][bb];AddEmpty[aa]PLayer[2])",
            "B B8, 7, white",
        ),
        (
            "(;Game[1]Size[9]Komi[5.5];Black[ee];White[cc])",
            "B E5 W C7, 5.5, black",
        ),
        (
            "(;size[9]addBlack[aa];b[ee];w[cc])",
            "B A9 B E5 W C7, 0.5, black",
        ),
    ] {
        assert_eq!(read_as(file), expected, "{file}");
    }
}

#[test]
fn texts_with_long_property_names_are_kept() {
    let Record { header, .. } = record(
        b"(;SIZE[9]Result[W+4]RULES[Japanese]TIME[1h]SOURCE[book]OPENING[none]Annotation[x])",
    );
    assert_eq!(header.result.as_deref(), Some("W+4"));
    for (name, text) in [
        ("RU", "Japanese"),
        ("TM", "1h"),
        ("SO", "book"),
        ("ON", "none"),
        ("AN", "x"),
    ] {
        assert_eq!(header.get(name), Some(text), "{name}");
    }
}

#[test]
fn files_of_all_versions_are_read() {
    for (file, expected) in [
        ("(;FF[2]SZ[9]M[aa]L[bb];B[ee]M[ee];W[tt])", "B E5, 7, black"),
        (
            "(;FF[3]GM[1]SZ[9]KM[6,5]TM[30:00(5x1:00)]RE[];B[tt];W[cc])",
            "W C7, 6.5, black",
        ),
        (
            "(;FF[3]SZ[9]XX1[a]KK[]\n;B\n[ee]\tC [x]\n;W[ cc ])",
            "B E5 W C7, 7, black",
        ),
        (
            "(;FF[4]SZ[9:9]AB[cc:dd]AE[cd]AW[cd];MN[1]W[ee]WL[12.5]OW[3])",
            "B C7 B D6 B D7 W C6 W E5, 7, black",
        ),
        ("(;FF[5]SZ[9]ABC[aa]B1[aa];B[ee])", "B E5, 7, white"),
        (
            "hi (;) here, (;See below)\n(;SZ[9];B[ee])",
            "B E5, 7, white",
        ),
        ("(;SZ[9];B[ee]KO;W[cc]TE X_Y[a])", "B E5 W C7, 7, black"),
        ("(;SZ[9]AB[ee]", "B E5, 7, white"),
        ("(;SZ[9];B[ee];W[pass];B[Pass])", "B E5, 7, white"),
        (
            "Subject: (; see\n\n\u{feff}(\n;\0SZ[9]\0;B[ee])\0\0",
            "B E5, 7, white",
        ),
    ] {
        assert_eq!(read_as(file), expected, "{file}");
    }
}

#[test]
fn one_stone_is_no_handicap() {
    let record = record(b"(;SZ[9]HA[1]AB[ee])");
    assert_eq!(
        (stones(&record.game).as_str(), record.game.handicap()),
        ("B E5", 0)
    );
}

#[test]
fn names_and_comments_are_copied_from_file_to_file() {
    let file = b"(;GM[1]FF[3]CA[GB2312]SZ[9]PB[\xce\xe2\xc7\xe5\xd4\xb4]BR[9d]WHITERANK[5\nkyu]PW[a\\]b\\\\c]\
        C[two\r\nlines: \\]\\\nend]DT[1998-05-01]RE[B+R]US[]RU[Japanese]TM[3600]OT[5x30 byo-yomi]XX[private];B[ee]C[of the move])";
    let Record { game, header, .. } = record(file);
    assert_eq!(header.black.as_deref(), Some("吴清源"));
    assert_eq!(header.white.as_deref(), Some(r"a]b\c"));
    assert_eq!(header.result.as_deref(), Some("B+R"));
    let others = [
        ("RU", "Japanese"),
        ("TM", "3600"),
        ("OT", "5x30 byo-yomi"),
        ("BR", "9d"),
        ("WR", "5 kyu"),
        ("DT", "1998-05-01"),
        ("C", "two\nlines: ]end"),
    ];
    assert_eq!(header.others().collect::<Vec<_>>(), others);
    let text = rewrite(&game, None, &header);
    assert!(text.contains("CA[UTF-8]"), "{text}");
    assert_eq!(text.matches("RU[").count(), 1, "{text}");
    let again = record(text.as_bytes());
    assert_eq!(again.header, header);
    assert_eq!(rewrite(&again.game, None, &again.header), text);
}

#[test]
fn rules_are_named_as_in_the_record_until_they_count_otherwise() {
    let Record {
        mut game, header, ..
    } = record(b"(;SZ[9]RU[japanese rules];B[ee])");
    assert!(rewrite(&game, None, &header).contains("RU[japanese rules]"));
    game.set_rules(Rules::CHINESE);
    let text = rewrite(&game, None, &header);
    assert!(text.contains("RU[Chinese]"), "{text}");
    assert_eq!(text.matches("RU[").count(), 1, "{text}");
    let Record {
        mut game, header, ..
    } = record(b"(;SZ[9]RU[house rules];B[ee])");
    assert!(rewrite(&game, None, &header).contains("RU[house rules]"));
    game.set_rules(Rules::JAPANESE);
    assert!(rewrite(&game, None, &header).contains("RU[Japanese]"));
}

#[test]
fn the_result_is_kept_while_the_moves_are_the_same() {
    let file = b"(;SZ[9]RE[W+R];B[ee];W[cc])";
    let Record {
        mut game, header, ..
    } = record(file);
    let score = Some(game.standing_score());
    let has_result = |game: &Game, score| rewrite(game, score, &header).contains("RE[W+R]");
    assert!(has_result(&game, None) && has_result(&game, score));
    assert!(game.undo());
    assert!(!has_result(&game, None));
    game.play_as(Color::White, Move::Pass).unwrap();
    assert!(!has_result(&game, None));
    assert!(rewrite(&game, score, &header).contains("RE["));
    let options = ReadOptions {
        until: Some(2),
        ..ReadOptions::default()
    };
    let part = read_record(file, &options).unwrap();
    assert!(!rewrite(&part.game, None, &part.header).contains("RE["));
}

#[test]
fn moves_before_a_set_up_are_counted() {
    let record = record(b"(;SZ[9];B[ee];W[cc];AB[gg];W[dd];B[])");
    assert_eq!((record.moves, record.game.moves().len()), (4, 2));
}
