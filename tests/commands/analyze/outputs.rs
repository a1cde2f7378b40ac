//! The files with the results of `tao-go analyze`, and what they keep of a record.

use std::fs;
use std::io::pipe;
use std::process::Stdio;

use serde_json::Value;

use super::{GAME, command, folder, printed, run};

#[test]
fn all_results_are_checked_before_the_analysis_begins() {
    let folder = folder("unwritten");
    for (arguments, code, complaint) in [
        (&["--sgf", "no/such/file.sgf"][..], 3, "no/such/file.sgf: "),
        (&["--svg", "no/such/graph.svg"], 3, "no/such/graph.svg: "),
        (&["--html", "."], 3, ".: this is a folder, name a file"),
        (
            &["--sgf", "game.sgf"],
            2,
            "--sgf game.sgf: this is one of the records; `--force` replaces it",
        ),
        (
            &["--html", "./game.sgf"],
            2,
            "--html ./game.sgf: this is one of the records",
        ),
        (
            &["--sgf", "a", "--html", "a"],
            2,
            "--html a: another result is written there",
        ),
    ] {
        let output = run(&folder, &[&["game.sgf"], arguments].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(complaint), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty());
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "only the game");
    let replaced = run(&folder, &["game.sgf", "--sgf", "game.sgf", "--force"]);
    assert_eq!(replaced.status.code(), Some(0));
    let text = fs::read_to_string(folder.join("game.sgf")).unwrap();
    assert!(text.contains("SBKV["), "{text}");
}

#[test]
fn several_records_are_analyzed_in_one_call() {
    let folder = folder("several");
    fs::create_dir(folder.join("more")).unwrap();
    fs::write(folder.join("more/other.sgf"), "(;SZ[5]KM[0];B[cc];W[aa])").unwrap();
    let records = ["game.sgf", "more/other.sgf"];
    let places = ["--sgf", "out", "--html", "out", "--svg", "out"];
    let table = printed(&folder, &[&records[..], &places].concat());
    assert!(table.starts_with("game.sgf\nBlack: A & <B>"), "{table}");
    assert!(
        table.contains("\n\nmore/other.sgf\n5x5, komi 0, 2 moves\n"),
        "{table}"
    );
    for file in [
        "game.sgf",
        "game.html",
        "game/win-rate.svg",
        "other.sgf",
        "other.html",
        "other/win-rate.svg",
    ] {
        assert!(folder.join("out").join(file).is_file(), "{file}");
    }
    let lines = printed(&folder, &[&records[..], &["--json"]].concat());
    let files = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["file"].clone());
    assert!(files.eq(records));
    for (arguments, complaint) in [
        (
            &["game.sgf", "more/../game.sgf", "--sgf", "out"][..],
            "two records are named `game`",
        ),
        (
            &["game.sgf", "more/other.sgf", "--svg", "a.svg"],
            "--svg a.svg: several records need a folder",
        ),
        (
            &["game.sgf", "more/other.sgf", "--moves", "3-"],
            "--moves 3: the game has 2 moves",
        ),
    ] {
        let output = run(&folder, arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(complaint), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty());
    }
    // A record on the standard input is analyzed, too.
    let mut command = assert_cmd::Command::from_std(command(&folder, &["--playouts", "20"]));
    let output = command.write_stdin(GAME).output().unwrap();
    assert!(output.stdout.starts_with(b"Black: A & <B>"));
}

#[test]
fn several_pages_have_a_page_of_contents() {
    let folder = folder("contents");
    fs::write(folder.join("other.sgf"), "(;SZ[5]KM[0];B[cc];W[aa])").unwrap();
    let places = ["game.sgf", "other.sgf", "--sgf", "out", "--html", "out"];
    let table = printed(&folder, &places);
    assert!(
        table.contains("\nWritten: out/game.sgf, out/game.html\n"),
        "{table}"
    );
    assert!(table.ends_with("\n\nWritten: out/index.html\n"), "{table}");
    let index = fs::read_to_string(folder.join("out/index.html")).unwrap();
    for part in [
        r#""page":"game.html""#,
        r#""page":"other.html""#,
        "A & \\u003cB>",
        "B+R",
    ] {
        assert!(index.contains(part), "{part}: {index}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_page_of_contents_has_only_pages_that_were_written() {
    let folder = folder("unwritten-page");
    let (index, full) = (folder.join("out/index.html"), folder.join("out/full.html"));
    fs::write(folder.join("full.sgf"), GAME).unwrap();
    fs::create_dir_all(&index).unwrap();
    let arguments = ["game.sgf", "full.sgf", "--html", "out"];
    let refused = run(&folder, &arguments);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("out/index.html: this is a folder"), "{said}");
    assert!(refused.stdout.is_empty() && !folder.join("out/game.html").exists());
    fs::remove_dir(&index).unwrap();
    std::os::unix::fs::symlink("/dev/full", &full).unwrap();
    assert_eq!(run(&folder, &arguments).status.code(), Some(3));
    let contents = fs::read_to_string(&index).unwrap();
    assert!(
        contents.contains("\"game.html\"") && !contents.contains("full.html"),
        "{contents}"
    );
    fs::remove_file(&full).unwrap();
    printed(&folder, &arguments);
    let all = fs::read_to_string(&index).unwrap();
    assert!(all.contains("\"full.html\""), "{all}");
    // A page of only some of the games does not replace it.
    fs::remove_file(&full).unwrap();
    std::os::unix::fs::symlink("/dev/full", &full).unwrap();
    assert_eq!(run(&folder, &arguments).status.code(), Some(3));
    assert_eq!(fs::read_to_string(&index).unwrap(), all);
}

#[test]
fn the_page_of_a_game_named_index_stays() {
    let folder = folder("index");
    fs::write(folder.join("index.sgf"), "(;SZ[5]KM[0];B[cc])").unwrap();
    let records = ["game.sgf", "index.sgf", "--html", "out"];
    let table = printed(&folder, &records);
    assert_eq!(table.matches("out/index.html").count(), 1, "{table}");
    let page = fs::read_to_string(folder.join("out/index.html")).unwrap();
    assert!(page.contains("\"positions\""), "{page}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_page_is_opened_in_a_browser() {
    let folder = folder("open");
    fs::write(folder.join("game.sgf"), "(;SZ[5];B[cc])").unwrap();
    let script = folder.join("xdg-open");
    fs::write(&script, "#!/bin/sh\necho \"$1\" >opened\n").unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    fs::set_permissions(&script, mode).unwrap();
    let mut command = command(&folder, &["game.sgf", "--html", "game.html", "--open"]);
    let output = command.env("PATH", &folder).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let opened = || fs::read_to_string(folder.join("opened")).unwrap_or_default();
    let is_opened = (0..600).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        opened() == "game.html\n"
    });
    assert!(is_opened, "{}", opened());
}

#[test]
fn no_result_judges_moves_on_a_large_board() {
    let folder = folder("large");
    fs::write(
        folder.join("large.sgf"),
        "(;SZ[13]KM[7]RU[Japanese];B[aa];W[gg];B[ab];W[jj])",
    )
    .unwrap();
    let output = run(
        &folder,
        &[
            "large.sgf",
            "--html",
            "a.html",
            "--sgf",
            "a.sgf",
            "--svg",
            "a.svg",
        ],
    );
    let caution = "There is no network for 13x13: ";
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(table.contains(caution), "{table}");
    for judgment in [" ?", "blunders", "The biggest mistakes"] {
        assert!(!table.contains(judgment), "{judgment}: {table}");
    }
    let [page, record, graph] =
        ["a.html", "a.sgf", "a.svg"].map(|file| fs::read_to_string(folder.join(file)).unwrap());
    assert!(page.contains(caution), "{page}");
    assert!(
        page.contains(r#""judges":false"#) && !page.contains(r#""class":""#),
        "{page}"
    );
    assert!(
        record
            .replace('\n', "")
            .contains(&format!("C[Tao Go: {caution}")),
        "{record}"
    );
    assert!(!record.contains("BM["), "{record}");
    assert!(!graph.contains("lost"), "{graph}");
    let output = run(&folder, &["large.sgf", "--json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&answer["judged"], &answer["mistakes"]),
        (&false.into(), &Value::Array(Vec::new()))
    );
    assert!(
        answer["caution"].as_str().unwrap().starts_with(caution),
        "{answer}"
    );
    for player in answer["players"].as_array().unwrap() {
        assert_eq!(player["moves"], 2);
        assert!(
            player["points_lost"].is_null() && player["blunders"].is_null(),
            "{answer}"
        );
    }
}

#[test]
fn the_annotated_game_keeps_what_the_record_says() {
    let folder = folder("kept");
    let record = "(;GM[1]FF[4]SZ[5]KM[0]MULTIGOGM[1];B[cc]C[a good start]LB[aa:x](;W[aa]TE[1])\
        (;W[dd]C[better];B[bb]))";
    fs::write(folder.join("kept.sgf"), record).unwrap();
    printed(&folder, &["kept.sgf", "--sgf", "out.sgf"]);
    let text = fs::read_to_string(folder.join("out.sgf"))
        .unwrap()
        .replace('\n', "");
    for kept in [
        "MULTIGOGM[1]",
        "C[a good start]LB[aa:x]SBKV[",
        "TE[1]",
        "(;W[dd]C[better];B[bb])",
        "C[Tao Go: 2. White A5 loses ",
    ] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    assert!(
        !text.contains("BM["),
        "the record calls the move good: {text}"
    );
}

#[test]
fn a_reader_that_leaves_keeps_no_file_from_being_written() {
    let folder = folder("unread");
    fs::write(folder.join("game.sgf"), GAME).unwrap();
    let (reader, writer) = pipe().unwrap();
    drop(reader);
    let mut unread = command(&folder, &["game.sgf", "--playouts=1", "--sgf=out.sgf"]);
    let output = unread.stdout(writer).stderr(Stdio::piped()).spawn();
    let output = output.unwrap().wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(folder.join("out.sgf").exists());
}
