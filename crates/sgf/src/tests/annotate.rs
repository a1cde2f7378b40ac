//! Analyses written into records.

use crate::annotate::*;
use crate::{read, read_all};
use tao_rules::board::Color;

fn annotated(file: &str, notes: &[Note]) -> String {
    let game = read(file.as_bytes()).unwrap();
    let notes = Notes {
        game: &game,
        number: 1,
        first: 0,
        notes,
    };
    annotate(file.as_bytes(), &notes).unwrap()
}

fn alternative(color: Color, vertex: &str) -> Note {
    Note {
        variation: vec![(color, vertex.parse().unwrap())],
        ..Note::default()
    }
}

/// The text without its root.
fn tree(file: &str, notes: &[Note]) -> String {
    let text = annotated(file, notes);
    let (_, tree) = text.split_once('\n').unwrap();
    tree.replace('\n', "")
}

#[test]
fn alternatives_are_the_last_variations_of_their_moves() {
    let black = || alternative(Color::Black, "A1");
    let white = || alternative(Color::White, "A1");
    for (file, notes, expected) in [
        (
            "(;SZ[5];B[cc])",
            vec![black()],
            "(;B[cc])(;B[ae]N[Tao Go]))",
        ),
        (
            "(;SZ[5];B[cc];W[dd])",
            vec![black(), white()],
            "(;B[cc](;W[dd])(;W[ae]N[Tao Go]))(;B[ae]N[Tao Go]))",
        ),
        (
            "(;SZ[5];B[cc](;W[dd]C[main])(;W[bb]C[other];B[aa]))",
            vec![black(), white()],
            "(;B[cc](;W[dd]C[main])(;W[bb]C[other];B[aa])(;W[ae]N[Tao Go]))(;B[ae]N[Tao Go]))",
        ),
        (
            "(;SZ[5](;B[cc](;W[dd])(;W[bb]))(;B[aa]))",
            vec![black(), white()],
            "(;B[cc](;W[dd])(;W[bb])(;W[ae]N[Tao Go]))(;B[aa])(;B[ae]N[Tao Go]))",
        ),
        // An alternative after the last move is ignored, and a truncated file is closed.
        ("(;SZ[5];B[cc]", vec![Note::default(), white()], ";B[cc])"),
    ] {
        let text = annotated(file, &notes);
        assert_eq!(tree(file, &notes), expected, "{file}");
        // A second call with the same notes changes nothing. A call with empty notes leaves nothing of ours.
        assert_eq!(annotated(&text, &notes), text);
        let without = tree(&text, &vec![Note::default(); notes.len()]);
        assert!(
            !without.contains("[ae]") && !without.contains("Tao Go"),
            "{without}"
        );
    }
}

#[test]
fn properties_stay_as_they_were() {
    let file = "(;SZ[5]CA[latin1]FF[3]KM[6.5]PlayerBlack[a\\]b]XX[1][2];B[cc]LB[aa:x\\:y][bb:2]KO;\
        AB[dd]C[set-up];W[ee]C[one])(;SZ[9];B[aa]) and more";
    let note = Note {
        win_rate: Some(0.5),
        lead: Some(-0.001),
        is_mistake: true,
        comment: Some("two]".to_owned()),
        ..Note::default()
    };
    let text = annotated(file, &[note.clone(), Note::default(), note.clone()]);
    let (root, rest) = text.split_once('\n').unwrap();
    for property in [
        "KM[6.5]",
        "PB[a\\]b]",
        "XX[1][2]",
        "CA[UTF-8]",
        "FF[4]",
        "SBKV[50.00]SBKS[0.00]",
    ] {
        assert!(root.contains(property), "{property}: {root}");
    }
    assert!(
        !root.contains("latin1") && !root.contains("FF[3]"),
        "{root}"
    );
    let rest = rest.replace('\n', "");
    let expected = "LB[aa:x\\:y][bb:2]KO[];AB[dd]C[set-up];W[ee]C[oneTao Go: two\\]]SBKV[50.00]SBKS[0.00]BM[1])(;SZ[9]";
    assert!(rest.contains(expected), "{rest}");
    // A second call changes nothing.
    let notes = [note.clone(), Note::default(), note];
    assert_eq!(annotated(&text, &notes), text);
}

/// The annotated file counts as ours, and komi in our files is in points.
#[test]
fn the_komi_of_every_game_stays_the_same() {
    let file = "(;SZ[9]KM[7];B[ee])(;GM[1]SZ[9]KM[375];B[cc])(;SZ[9]KM[3.75];B[cc])\
        (;SZ[9]KM[6目半];B[cc])(;SZ[9];B[cc])(;SZ[9]KM[?];B[cc])";
    let komi = |file: &str| -> Vec<String> {
        let games = read_all(file.as_bytes()).map(Result::unwrap);
        games.map(|game| game.komi().to_string()).collect()
    };
    let before = ["7", "7.5", "7.5", "6.5", "7", "7"];
    assert_eq!(komi(file), before);
    let text = annotated(file, &[]);
    assert_eq!(komi(&text), before);
    assert_eq!(text.matches("KM[").count(), 5, "{text}");
    assert_eq!(annotated(&text, &[]), text);
}

#[test]
fn a_new_analysis_replaces_the_one_before_and_nothing_else() {
    let mistake = |comment: &str, vertex| Note {
        win_rate: Some(0.5),
        lead: Some(1.0),
        is_mistake: true,
        comment: Some(comment.to_owned()),
        ..alternative(Color::White, vertex)
    };
    let value = Note {
        is_mistake: false,
        comment: None,
        variation: Vec::new(),
        ..mistake("", "A1")
    };
    let file = "(;SZ[5];B[cc]C[mine](;W[dd];B[aa]BM[1])(;W[bb]C[other]))";
    let first = [
        value.clone(),
        mistake("bad", "A1"),
        value.clone(),
        mistake("worse", "A2"),
    ];
    let text = annotated(file, &first);
    let joined = text.replace('\n', "");
    assert!(joined.contains("C[mineTao Go: bad]"), "{text}");
    assert!(joined.contains("(;W[ae]N[Tao Go])"), "{text}");
    // The player adds to a variation, which is then no longer only ours.
    let edited = text.replace("N[Tao Go]", "N[Tao Go]C[why?]");
    let second = [
        value.clone(),
        value.clone(),
        mistake("bad", "A3"),
        value.clone(),
    ];
    let expected = ";B[cc]C[mine]SBKV[50.00]SBKS[1.00]\
        (;W[dd]SBKV[50.00]SBKS[1.00]BM[1]C[Tao Go: bad]\
        (;B[aa]BM[1]SBKV[50.00]SBKS[1.00])(;W[ac]N[Tao Go]))(;W[bb]C[other]))";
    let again = tree(&text, &second);
    assert_eq!(again, expected);
    assert!(tree(&edited, &second).contains("(;W[ae]N[Tao Go]C[why?])"));
}

#[test]
fn a_judgment_of_the_file_stays_the_only_one() {
    let note = Note {
        is_mistake: true,
        ..Note::default()
    };
    let text = tree("(;SZ[5];B[cc]TE[1])", &[Note::default(), note]);
    assert_eq!(text, ";B[cc]TE[1])");
}

#[test]
fn every_move_of_a_long_game_may_have_a_variation() {
    let file = format!("(;SZ[9]{})", ";B[];W[]".repeat(2500));
    let game = read(file.as_bytes()).unwrap();
    let colors = game.moves().iter().map(|&(color, _)| color);
    let notes: Vec<Note> = colors.map(|color| alternative(color, "E5")).collect();
    let text = annotated(&file, &notes);
    assert_eq!(read(text.as_bytes()).unwrap().moves(), game.moves());
    assert_eq!(text.matches('(').count(), text.matches(')').count());
    assert_eq!(text.matches("[ee]").count(), 5000);
    assert!(text.lines().all(|line| line.len() <= 72));
}
