//! Error messages for files that cannot be read.

use crate::read;

fn error(file: &str) -> String {
    read(file.as_bytes()).unwrap_err().to_string()
}

#[test]
fn files_without_a_game() {
    for file in [
        "",
        "\0\0\0\0",
        "B[ee]",
        "()",
        ";B[ee]",
        "(((",
        "see (;-) you",
        "(; 9)",
        "(;SZ 9)",
        "(;SZ",
        "(;See below) and (;Read on)",
    ] {
        assert_eq!(error(file), "no game found: expected `(;`", "{file:?}");
    }
}

#[test]
fn games_that_the_engine_does_not_play() {
    for (file, reason) in [
        (
            "(;GM[2]SZ[8])",
            "line 1, column 3: expected `GM[1]`, which is Go, found `GM[2]`",
        ),
        (
            "(;GaMe[ 11 ])",
            "line 1, column 3: expected `GM[1]`, which is Go, found `GaMe[ 11 ]`",
        ),
        (
            "(;SZ[9:13])",
            "line 1, column 3: expected a square of 2 to 19, found `SZ[9:13]`",
        ),
        (
            "(;SZ[0])",
            "line 1, column 3: expected a square of 2 to 19, found `SZ[0]`",
        ),
        (
            "(;FF[4]\r\nSZ[99])",
            "line 2, column 1: expected a square of 2 to 19, found `SZ[99]`",
        ),
        (
            "(;SiZe[x])",
            "line 1, column 3: expected a square of 2 to 19, found `SiZe[x]`",
        ),
        (
            "(;SZ[99999999999999999999999])",
            "line 1, column 3: expected a square of 2 to 19, found `SZ[999999999999999999999...`",
        ),
    ] {
        assert_eq!(error(file), reason, "{file}");
    }
}

#[test]
fn moves_and_stones_off_the_board() {
    let move_to = |location: &str, number: usize, found: &str| {
        format!(
            "{location}: expected move {number} to be a point from `aa` to `ii` or `[]`, a pass, found `{found}`"
        )
    };
    let stone_at = |location: &str, found: &str| {
        format!(
            "{location}: expected a point from `aa` to `ii` or a rectangle of such points, found `{found}`"
        )
    };
    for (file, reason) in [
        ("(;SZ[9];B[ee]\n;W[zy])", move_to("line 2, column 2", 2, "W[zy]")),
        ("(;SZ[9];B[ja])", move_to("line 1, column 9", 1, "B[ja]")),
        ("(;SZ[9]\n\n;C[ä]B[résigné])", move_to("line 3, column 6", 1, "B[résigné]")),
        ("(;SZ[9];B[E5])", move_to("line 1, column 9", 1, "B[E5]")),
        ("(;SZ[9];White[EE])", move_to("line 1, column 9", 1, "White[EE]")),
        ("(;SZ[9];W[undefined\n])", move_to("line 1, column 9", 1, r"W[undefined\n]")),
        ("(;SZ[9];B[ee];W[cc];AB[gg];W[yz])", move_to("line 1, column 28", 3, "W[yz]")),
        ("(;SZ[9];AB[aa:zz:aa])", stone_at("line 1, column 9", "AB[aa:zz:aa]")),
        ("(;SZ[9];AE[jk])", stone_at("line 1, column 9", "AE[jk]")),
        ("(;SZ[9];AW[aa]\r[bb]\r[ä])", stone_at("line 3, column 1", "AW[ä]")),
        ("(;SZ[9]ADDBLACK[ttt])", stone_at("line 1, column 8", "ADDBLACK[ttt]")),
        (
            "(;SZ[2]AB[aa][ab]\n[ba][bb])",
            "line 1, column 8: expected stones that all have liberties, found `AB[aa][ab]\\n[ba][bb]`"
                .to_owned(),
        ),
        (
            "(;SZ[9];AB[ab][ba]AW[aa])",
            "line 1, column 19: expected stones that all have liberties, found `AW[aa]`".to_owned(),
        ),
    ] {
        assert_eq!(error(file), reason, "{file:?}");
    }
}

#[test]
fn syntax_errors() {
    for (file, reason) in [
        (
            "(;SZ[9];B;W[ee])",
            "line 1, column 9: expected a value in brackets, found `B`",
        ),
        (
            "(;KM[7]SiZe )",
            "line 1, column 8: expected a value in brackets, found `SiZe`",
        ),
        (
            "(;SZ[9",
            "line 1, column 7: expected `]`, found the end of the file",
        ),
        (
            "(;SZ[9]\nC[to be",
            "line 2, column 8: expected `]`, found the end of the file",
        ),
        (
            "(;\n",
            "line 2, column 1: expected `)`, found the end of the file",
        ),
        (
            "(;SZ[9]KM",
            "line 1, column 10: expected `[`, found the end of the file",
        ),
    ] {
        assert_eq!(error(file), reason, "{file:?}");
    }
}

#[test]
fn errors_after_the_last_wanted_move_are_ignored() {
    let file = b"(;SZ[9];B[ee];W[cc];B[gg];W[ja]";
    assert!(read(file).is_err());
    let options = crate::ReadOptions {
        until: Some(3),
        ..Default::default()
    };
    let game = crate::read_record(file, &options).unwrap().game;
    assert_eq!(game.moves().len(), 2);
}
