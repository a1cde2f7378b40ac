//! `loadsgf` and `printsgf`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use tempfile::NamedTempFile;

use super::conversation::{response, responses, session};

const CANNOT_LOAD: &str = "? cannot load file";

/// A game of six moves, two of them passes.
const GAME: &[u8] = b"(;GM[1]FF[4]SZ[9]KM[7];B[ee];W[cc];B[gg];W[];B[tt];W[gc])";

/// Writes a temporary file and returns its path.
fn file(name: &str, content: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path.into_os_string().into_string().unwrap()
}

/// The responses of a new session to `loadsgf` of a file and to queries after it.
fn load(content: &[u8], suffix: &str, questions: &[&str]) -> Vec<String> {
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(content).unwrap();
    let load = format!("loadsgf {}{suffix}", file.path().display());
    responses(&mut session(), &[&[load.as_str()], questions].concat())
}

/// Checks that a file loads and leaves these stones.
fn loads(content: &[u8], black: &str, white: &str) {
    let answers = load(content, "", &["list_stones b", "list_stones w"]);
    assert_eq!(
        answers,
        ["= ".to_owned(), format!("= {black}"), format!("= {white}")],
        "{}",
        content.escape_ascii()
    );
}

#[test]
fn the_main_line_is_played_up_to_the_number_asked_for() {
    for (suffix, black, white, moves) in [
        ("", "= G3 E5", "= C7 G7", 6),
        (" 3", "= E5", "= C7", 2),
        (" 1", "= ", "= ", 0),
        (" 100", "= G3 E5", "= C7 G7", 6),
        (" 0", "= G3 E5", "= C7 G7", 6),
    ] {
        let undo = format!("gg-undo {moves}");
        let questions = ["list_stones b", "list_stones w", "get_komi", &undo, "undo"];
        let answers = load(GAME, suffix, &questions);
        assert_eq!(
            answers,
            ["= ", black, white, "= 7", "= ", "? cannot undo"],
            "{suffix}"
        );
    }
}

#[test]
fn a_file_that_cannot_be_loaded_changes_nothing() {
    let mut session = session();
    let commands = [
        "play b e5",
        "loadsgf",
        "loadsgf /nonexistent",
        "loadsgf /dev/zero",
        "last_move",
    ];
    let answers = responses(&mut session, &commands);
    assert_eq!(
        answers,
        [
            "= ",
            "? syntax error",
            CANNOT_LOAD,
            CANNOT_LOAD,
            "= black E5"
        ]
    );
}

#[test]
fn set_up_stones_are_no_moves() {
    let content = b"(;GM[1]FF[4]SZ[9]AB[cc:dd][gg]AW[ee]PL[W];W[ec])";
    loads(content, "G3 C6 D6 C7 D7", "E5 E7");
    assert_eq!(
        load(content, "", &["undo", "undo"]),
        ["= ", "= ", "? cannot undo"]
    );
}

#[test]
fn odd_files_that_load() {
    let comment = [b"(;SZ[9]C[", b"x".repeat(1 << 20).as_slice(), b"];B[ee])"].concat();
    for (content, black, white) in [
        (
            &b"junk (;FF[3]GaMe[1]SiZe[9]KoMi[5.5];Black[ee];White[cc]C[a \\] b])(;B[aa])"[..],
            "E5",
            "C7",
        ),
        (b"(;AB[aa]SZ[9])", "A9", ""),
        (b"(;SZ[9]C[a\\]b\\\\c:d\\\ne];B[ee])", "E5", ""),
        (b"(;SZ[9](;B[ee](;W[cc])(;W[dd]))(;B[gg]))", "E5", "C7"),
        (
            b"\xef\xbb\xbf(;SZ[9]\r\n;B[ee]\r\n;W[cc]\r\n)\r\n",
            "E5",
            "C7",
        ),
        (b"(;SZ[9];B[jj])", "", ""),
        (b"(;SZ[9]HA[2]KM[0.5]AB[gc][cg];W[ee])", "C3 G7", "E5"),
        (&comment, "E5", ""),
        (b"(;SZ[9]C[J\xf6rg];B[ee])", "E5", ""),
    ] {
        loads(content, black, white);
    }
}

#[test]
fn komi_is_taken_from_the_file_if_it_has_one() {
    for (content, komi) in [
        (&b"(;FF[3]SiZe[9]KoMi[5.5];Black[ee])"[..], "5.5"),
        (b"(;SZ[9]HA[2]KM[0.5]AB[gc][cg];W[ee])", "0.5"),
        (b"(;SZ[9];B[ee])", "-2.5"),
        (b"(;SZ[9]KM[]HA[]RU[];B[ee])", "-2.5"),
        (b"(;SZ[9]KM[abc];B[ee])", "-2.5"),
    ] {
        let load = format!("loadsgf {}", file("komi.sgf", content));
        let answers = responses(&mut session(), &["komi -2.5", &load, "get_komi"]);
        assert_eq!(
            answers[1..],
            ["= ".to_owned(), format!("= {komi}")],
            "{}",
            content.escape_ascii()
        );
    }
    assert_eq!(load(b"(;SZ[9]KM[6,5];B[ee])", "", &[])[0], "= ");
}

#[test]
fn komi_is_never_that_of_the_file_before() {
    let before = format!("loadsgf {}", file("before.sgf", b"(;SZ[9]KM[5.5];B[ee])"));
    let even = format!("loadsgf {}", file("even.sgf", b"(;SZ[9];B[ee])"));
    let handicap = format!("loadsgf {}", file("handicap.sgf", b"(;SZ[9]HA[2];W[ee])"));
    let mut session = session();
    let commands = [&before, &even, "get_komi", &before, &handicap, "get_komi"];
    assert_eq!(
        responses(&mut session, &commands)[2..],
        ["= 7", "= ", "= ", "= 0.5"]
    );
    // A komi that was chosen explicitly stays.
    let commands = [&before, "komi 3", &before, &handicap, "get_komi"];
    assert_eq!(responses(&mut session, &commands)[4], "= 3");
}

#[test]
fn points_for_handicap_stones_are_never_those_of_the_file_before() {
    let record = |rules: &str| {
        let content = format!("(;SZ[9]KM[0]RU[{rules}]HA[4];W[ee])");
        let name = format!("bonus-{rules}.sgf");
        format!("loadsgf {}", file(&name, content.as_bytes()))
    };
    let (nz, aga, chinese) = (record("NZ"), record("AGA"), record("Chinese"));
    // The bonus after these commands.
    let bonus = |commands: &[&str]| {
        let answers = responses(&mut session(), &[commands, &["kata-get-rules"]].concat());
        let rules: serde_json::Value = serde_json::from_str(&answers.last().unwrap()[2..]).unwrap();
        rules["whiteHandicapBonus"].as_str().unwrap().to_owned()
    };
    for (commands, expected) in [
        (&[&*nz][..], "0"),
        (&[&nz, &chinese], "N"),
        (&[&aga, &nz], "0"),
        (&[&aga, "kata-set-rule ko SIMPLE"], "N-1"),
        (&[&nz, "clear_board", "fixed_handicap 4"], "N"),
        (&[&nz, "boardsize 13", "fixed_handicap 4"], "N"),
        (&["kgs-rules aga", &nz], "0"),
        (&["kgs-rules aga", &chinese], "N"),
        (&[&nz, "kata-set-rules chinese"], "N"),
    ] {
        assert_eq!(bonus(commands), expected, "{commands:?}");
    }
}

#[test]
fn files_without_a_supported_game_are_refused() {
    for content in [
        &b"(;SZ[9];B[zy])"[..],
        b"",
        &[0; 4096],
        b"(;GM[2]SZ[8])",
        b"(;SZ[9:13])",
        b"(;SZ[0])",
        b"(;SZ[99])",
        b"(;SZ[x])",
    ] {
        assert_eq!(
            load(content, "", &["list_stones b"]),
            [CANNOT_LOAD, "= "],
            "{}",
            content.escape_ascii()
        );
    }
    let folder = format!("loadsgf {}", env!("CARGO_TARGET_TMPDIR"));
    assert_eq!(response(&mut session(), &folder), CANNOT_LOAD);
}

#[test]
fn the_engine_answers_after_any_file() {
    for content in [
        &b"(;SZ[9];B[ee];W[ee])"[..],
        b"(;SZ[9];B[ee];W[cc",
        b"(;SZ[9];B[ee]B[dd])",
        b"(;SZ[9];B[ee]W[dd])",
        b"(;SZ[9];AB[cc]B[ee])",
    ] {
        let answers = load(content, "", &["name", "genmove b"]);
        assert!(
            ["= ", CANNOT_LOAD].contains(&answers[0].as_str()),
            "{}",
            content.escape_ascii()
        );
        assert_eq!(answers[1], "= Tao Go", "{}", content.escape_ascii());
    }
}

#[test]
fn very_long_and_deep_files_are_read() {
    let long = [b"(;SZ[9]", b";B[];W[]".repeat(50_000).as_slice(), b")"].concat();
    let deep = b"(;".repeat(100_000);
    let questions = ["gg-undo 99999", "last_move", "undo", "undo"];
    assert_eq!(
        load(&long, "", &questions),
        ["= ", "= ", "= black pass", "= ", "? cannot undo"]
    );
    assert_eq!(load(&deep, "", &["list_stones b"]), ["= ", "= "]);
}

#[test]
fn a_long_game_can_be_played_on_counted_and_printed() {
    let game = b";B[aa];W[ba];W[ab];B[ii]".repeat(25_000);
    let content = [b"(;SZ[9]KM[0.5]", game.as_slice(), b")"].concat();
    let path = file("long.sgf", &content);
    let mut session = session();
    let load = format!("loadsgf {path} 50001");
    let answers = responses(
        &mut session,
        &[&load, "list_stones w", "genmove b", "undo", "final_score"],
    );
    assert_eq!(answers[1], "= A8 B9");
    assert!(
        answers[2].starts_with("= ") && answers[4].starts_with("= "),
        "{answers:?}"
    );
    let printed = response(&mut session, "printsgf");
    assert_eq!(
        printed.matches(";B[").count() + printed.matches(";W[").count(),
        1
    );
}

#[test]
fn names_and_comments_of_a_loaded_game_are_printed_with_it() {
    let path = file(
        "names.sgf",
        b"(;SZ[9]CA[Big5]PB[\xb3\x5c]PW[a\\]b]C[two\nlines];B[ee])",
    );
    let mut session = session();
    let load = format!("loadsgf {path}");
    let answers = responses(&mut session, &[&load, "play w c3", "printsgf"]);
    let printed = &answers[2];
    for text in ["PB[\u{8a31}]", "PW[a\\]b]", "C[two\nlines]"] {
        assert!(printed.contains(text), "{text} is missing in {printed}");
    }
    assert!(printed.contains(";B[ee];W[cg])"), "{printed}");
    let answers = responses(&mut session, &["clear_board", "printsgf"]);
    assert!(!answers[1].contains("PB["), "{}", answers[1]);
}

#[test]
fn a_path_with_spaces_is_quoted() {
    let path = file("L 26 with blanks.sgf", GAME);
    let load = format!("loadsgf \"{path}\" 3");
    assert_eq!(
        responses(&mut session(), &[&load, "last_move"]),
        ["= ", "= white C7"]
    );
}

#[test]
fn only_a_finished_game_is_printed_with_its_score() {
    let mut session = session();
    responses(
        &mut session,
        &["boardsize 2", "komi 0.5", "kgs-rules cgos", "play b a1"],
    );
    let unfinished = response(&mut session, "printsgf");
    assert!(!unfinished.contains("RE["), "{unfinished}");
    let answers = responses(
        &mut session,
        &["play w pass", "play b pass", "final_score", "printsgf"],
    );
    assert_eq!(answers[2], "= B+3.5");
    assert!(answers[3].contains("RE[B+3.5]"), "{}", answers[3]);
}

#[test]
fn a_printed_game_can_be_loaded() {
    let path = file("printed.sgf", b"");
    let mut session = session();
    let game = [
        "fixed_handicap 2",
        "komi 0.5",
        "play w e5",
        "play b pass",
        "play w d4",
    ];
    responses(&mut session, &game);
    let questions = [
        "list_stones b",
        "list_stones w",
        "move_history",
        "get_komi",
        "printsgf",
    ];
    let before = responses(&mut session, &questions);
    let answers = responses(
        &mut session,
        &[
            &format!("printsgf {path}"),
            "boardsize 5",
            &format!("loadsgf {path}"),
        ],
    );
    assert_eq!(answers, ["= "; 3]);
    assert_eq!(responses(&mut session, &questions), before);
    assert!(before[4].starts_with("= (;"));
    assert_eq!(
        response(&mut session, "printsgf /nonexistent/game.sgf"),
        "? cannot save file"
    );
}

#[test]
fn a_file_is_replaced_and_not_written_over() {
    let path = file("replaced.sgf", b"before");
    let other_name = PathBuf::from(format!("{path}.before"));
    let _ = fs::remove_file(&other_name);
    fs::hard_link(&path, &other_name).unwrap();
    for command in ["printsgf", "savesgf"] {
        let command = format!("{command} {path}");
        assert_eq!(response(&mut session(), &command), "= ");
        assert!(fs::read(&path).unwrap().starts_with(b"(;GM[1]"));
        assert_eq!(fs::read(&other_name).unwrap(), b"before", "{command}");
    }
}

#[test]
fn a_malformed_file_name_is_refused() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("names");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    let folder_name = folder.display();
    let names = [
        format!("{folder_name}/my game.sgf"),
        format!("\"{folder_name}/my\" game.sgf"),
        // The comment begins in the name, so that the closing quote is lost.
        format!("\"{folder_name}/x#1.sgf\""),
        format!("\"{folder_name}/x"),
        "- -".to_owned(),
    ];
    let mut session = session();
    response(&mut session, "genmove b");
    for command in ["savesgf", "printsgf", "loadsgf"] {
        for name in &names {
            let command = format!("{command} {name}");
            assert_eq!(
                response(&mut session, &command),
                "? syntax error",
                "{command}"
            );
        }
    }
    for command in ["savesgf", "savesgf -"] {
        assert_eq!(
            response(&mut session, command),
            "? syntax error",
            "{command}"
        );
    }
    let answered = responses(&mut session, &["printsgf", "printsgf -"]);
    assert!(answered[0].starts_with("= (;GM[1]") && answered[0] == answered[1]);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}
