//! Files of maximum size: a quadratic algorithm would take hours, recursion would overflow the stack.

use super::stones;
use crate::{Notes, ReadOptions, SgfError, annotate, read, read_all, read_record, read_tree};

/// Size of the largest file that is read.
const MAX_BYTES: usize = 16 << 20;

/// A file of at most that size, with as many pieces between head and tail as there is room for.
fn file(head: &str, piece: &str, tail: &str) -> String {
    let count = (MAX_BYTES - head.len() - tail.len()) / piece.len();
    format!("{head}{}{tail}", piece.repeat(count))
}

#[test]
fn a_hundred_thousand_nodes_in_a_row() {
    let passes = format!("(;SZ[9]{})", ";B[];W[]".repeat(50_000));
    assert_eq!(read(passes.as_bytes()).unwrap().moves().len(), 100_000);
    let legal = format!(
        "(;SZ[9]{})",
        ";AE[aa:bb];B[aa];W[ba];B[];W[ab];B[];W[bb]".repeat(3_000)
    );
    assert_eq!(stones(&read(legal.as_bytes()).unwrap()), "W A8 W B8 W B9");
    let illegal = format!("(;SZ[9]{})", ";B[aa];W[aa]".repeat(10_000));
    assert_eq!(stones(&read(illegal.as_bytes()).unwrap()), "W A9");
    let set_up = format!("(;SZ[9]{};B[ee])", ";AB[aa];AE[aa]".repeat(10_000));
    assert_eq!(stones(&read(set_up.as_bytes()).unwrap()), "B E5");
}

#[test]
fn a_hundred_thousand_variations_nested_and_side_by_side() {
    let (open, close) = ("(;C[x]".repeat(99_999), ")".repeat(100_000));
    let nested = format!("(;SZ[9]{open};B[ee];W[cc]{close}");
    assert_eq!(stones(&read(nested.as_bytes()).unwrap()), "B E5 W C7");
    assert_eq!(read_all(nested.as_bytes()).count(), 1);
    let unclosed = "(;".repeat(100_000);
    assert_eq!(stones(&read(unclosed.as_bytes()).unwrap()), "");
    let beside = format!("(;SZ[9]{})", "(;B[ee](;W[cc])(;W[dd]))".repeat(100_000));
    assert_eq!(stones(&read(beside.as_bytes()).unwrap()), "B E5 W C7");
    assert_eq!(read_all(beside.as_bytes()).count(), 1);
}

#[test]
fn a_hundred_thousand_games() {
    let games = "(;SZ[2];B[aa])\n".repeat(100_000);
    assert_eq!(read_all(games.as_bytes()).flatten().count(), 100_000);
    assert_eq!(read(games.as_bytes()).unwrap().moves().len(), 1);
    let empty = "(;)".repeat(1_000_000);
    assert_eq!(read_all(empty.as_bytes()).flatten().count(), 1);
}

#[test]
fn sixteen_mebibytes_of_one_token() {
    for (file, expected) in [
        (file("(;SZ[9]C[", "x", "];B[ee])"), "B E5"),
        (file("(;SZ[9]C[", "\\]", "];B[ee])"), "B E5"),
        (file("(;SZ[9]C[", "囲碁", "];B[ee])"), "B E5"),
        (file("(;SZ[9];AB", "[aa:ss]", "AE[aa:ss]AB[ee])"), ""),
        (file("(;SZ[19]AB", "[aa:ss]", "AE[aa:ss]AB[pd])"), "B Q16"),
        (file("(;SZ[9]AB", "[ee]", ")"), "B E5"),
        (file("(;SZ[9]AB[ee]", "[tt]", ")"), "B E5"),
        (file("(;SZ[9]", "PB[x]", ";B[ee])"), "B E5"),
        (file("(;SZ[9];", "B[ee]W[dd]B[cc]", ")"), "B E5 W D6"),
        (file("", "(", ";SZ[9];B[ee])"), "B E5"),
        (file("", "(  ", "(;SZ[9];B[ee])"), "B E5"),
        (file("(;SZ[9];B[ee])", "(", ""), "B E5"),
        (file("(;SZ[9]", " ", ";B[ee])"), "B E5"),
    ] {
        let name: String = file.chars().take(20).collect();
        match read(file.as_bytes()) {
            Ok(game) => assert_eq!(stones(&game), expected, "{name}"),
            Err(error) => assert!(expected.is_empty(), "{name}: {error}"),
        }
    }
}

#[test]
fn sixteen_mebibytes_of_what_is_no_move_in_variations() {
    for piece in ["1", "(1)", ";B[az]", "(;B[aa]B[bb])"] {
        let file = file("(;SZ[9];B[ee](;W[cc])(;W[dd]", piece, "))");
        let record = read_record(file.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(stones(&record.game), "B E5 W C7", "{piece}");
        let tree = read_tree(file.as_bytes(), &record);
        let variation = usize::from(piece.starts_with("(;"));
        assert_eq!(tree.nodes().len(), 4 + variation, "{piece}");
        let notes = Notes {
            game: &record.game,
            number: 1,
            first: 0,
            notes: &[],
        };
        let text = annotate(file.as_bytes(), &notes).unwrap();
        assert!(text.contains(";B[ee](;W[cc])(;W[dd]"), "{piece}");
    }
}

#[test]
fn a_million_variations_beside_a_long_game() {
    let (full, deep) = (";B[];W[]".repeat(50_000), ";B[];W[]".repeat(250));
    for (head, piece, nodes) in [
        // A full tree takes no more variations.
        (format!("(;SZ[9](;B[ee]{full})"), "(;B[cc])", 100_002),
        // Moves on an occupied point, each in a different position.
        (
            format!("(;SZ[9];B[ee]{deep}(;B[aa])"),
            "(;B[bb](;W[bb]))(;B[cc](;W[cc]))",
            505,
        ),
    ] {
        let file = file(&head, piece, ")");
        let record = read_record(file.as_bytes(), &ReadOptions::default()).unwrap();
        let tree = read_tree(file.as_bytes(), &record);
        assert_eq!(tree.nodes().len(), nodes, "{piece}");
    }
}

#[test]
fn files_and_main_lines_beyond_the_limits_are_refused() {
    let long = format!("(;SZ[9]\n{})", ";B[]".repeat(200_000));
    assert_eq!(
        read(long.as_bytes()).unwrap_err().to_string(),
        "line 2, column 799997: the main line has more than 200000 nodes"
    );
    let large = vec![b' '; MAX_BYTES + 1];
    assert_eq!(read(&large).unwrap_err(), SgfError::TooLarge);
    let only = read_all(&large).next().unwrap();
    assert_eq!(only.unwrap_err(), SgfError::TooLarge);
    assert_eq!(read(&large[1..]).unwrap_err(), SgfError::NoGame);
}
