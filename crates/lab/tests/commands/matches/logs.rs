//! The logs and records of a match, and how a match goes on from its log.

use std::fs;
use std::path::Path;

use tao_lab::matches::Side;

use super::{complaint, entries, folder, printed, quick};

/// The arguments of a match of `plain-uct` against itself with a log, by rules under which no dead stones must be found.
fn with_log<'a>(log: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let log = ["--rules", "cgos", "--log", log.to_str().unwrap()];
    quick("plain-uct", "plain-uct", &[&log, more].concat())
}

/// Plays such a match.
fn play(log: &Path, more: &[&str]) -> String {
    printed(&with_log(log, more), 0)
}

/// Two openings on a small board, which takes less time.
fn small_openings(folder: &Path) -> String {
    let file = folder.join("openings.sgf");
    fs::write(&file, "(;SZ[5];B[cc])(;SZ[5];B[cb];W[cd])").unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn the_same_seed_gives_the_same_games_however_many_at_a_time() {
    let folder = folder("concurrency");
    let records = ["1", "3"].map(|concurrency| {
        let log = folder.join(concurrency);
        let more = ["--games", "8", "--size", "5", "--concurrency", concurrency];
        play(&log, &more);
        entries(&log)
            .into_iter()
            .map(|entry| (entry.seed, entry.record, entry.result))
            .collect::<Vec<_>>()
    });
    assert_eq!(records[0], records[1]);
    assert_eq!(records[0].len(), 8);
}

#[test]
fn a_line_says_all_about_a_game() {
    let folder = folder("line");
    let log = folder.join("log.jsonl");
    let games = folder.join("games");
    play(
        &log,
        &[
            "--size",
            "5",
            "--openings",
            &small_openings(&folder),
            "--games",
            "4",
            "--seed",
            "7",
            "--sgf-dir",
            games.to_str().unwrap(),
        ],
    );
    for (number, entry) in (0..).zip(entries(&log)) {
        assert_eq!(
            (entry.game, entry.pair, entry.seed),
            (number, number / 2, 7 + number)
        );
        assert_eq!(entry.black == Side::A, number % 2 == 0);
        assert!(entry.record.starts_with(&entry.opening) && !entry.opening.is_empty());
        let opening = entry.opening.split(' ').count() / 2;
        let own = entry.a.moves + entry.b.moves;
        let resigned = entry.result.ends_with("+R");
        assert_eq!(entry.moves + usize::from(resigned), opening + own as usize);
        assert!(entry.a.slowest > 0.0 && entry.a.seconds >= entry.a.slowest);
        assert!(entry.a.cpu_seconds.is_some_and(|seconds| seconds > 0.0));
        assert_eq!(entry.settings.a, "plain-uct, 10 playouts a move");

        let file = fs::read(games.join(format!("game-{number:05}.sgf"))).unwrap();
        let game = tao_sgf::read(&file).unwrap();
        assert_eq!(game.moves().len(), entry.moves);
        let text = String::from_utf8(file).unwrap();
        let black = if number % 2 == 0 {
            "PB[A: Tao Go"
        } else {
            "PB[B: Tao Go"
        };
        assert!(text.contains(black), "{text}");
    }
}

#[test]
fn both_games_of_a_pair_begin_alike() {
    let folder = folder("pairs");
    let (log, openings) = (folder.join("log.jsonl"), small_openings(&folder));
    let more = ["--size", "5", "--openings", &openings, "--games", "4"];
    play(&log, &more);
    let openings: Vec<_> = entries(&log)
        .into_iter()
        .map(|entry| entry.opening)
        .collect();
    for pair in openings.chunks(2) {
        assert_eq!(pair[0], pair[1]);
    }
    assert_ne!(openings[0], openings[2]);
}

#[test]
fn a_match_goes_on_after_the_games_in_its_log() {
    let folder = folder("resume");
    let (whole, parts) = (folder.join("whole"), folder.join("parts"));
    play(&whole, &["--games", "8", "--size", "5"]);
    play(&parts, &["--games", "3", "--size", "5"]);
    let first = fs::read_to_string(&parts).unwrap();
    // Adds a line that was cut off while it was written, in the middle of a character.
    fs::write(
        &parts,
        [first.as_bytes(), &first.as_bytes()[..100], b"\xc3"].concat(),
    )
    .unwrap();
    let report = play(&parts, &["--games", "8", "--size", "5"]);
    assert!(report.contains("of 8 games"), "{report}");
    let resumed = fs::read_to_string(&parts).unwrap();
    assert!(resumed.starts_with(&first));
    let records = [&whole, &parts].map(|log| {
        let entries = entries(log).into_iter();
        entries.map(|entry| entry.record).collect::<Vec<_>>()
    });
    assert_eq!(records[0], records[1]);
    // Nothing is left to play.
    play(&parts, &["--games", "8", "--size", "5"]);
    assert_eq!(fs::read_to_string(&parts).unwrap(), resumed);
}

#[test]
fn no_game_is_logged_before_its_record_is_there() {
    let folder = folder("record-first");
    let (log, games) = (folder.join("log.jsonl"), folder.join("games"));
    let record = games.join("game-00000.sgf");
    // The record cannot be written in place of a folder.
    fs::create_dir_all(&record).unwrap();
    let sgf_dir = games.to_str().unwrap();
    let more = ["--size", "5", "--games", "2", "--sgf-dir", sgf_dir];
    let arguments = with_log(&log, &more);
    let complaint = complaint(&arguments, 3);
    assert!(complaint.contains("game-00000.sgf"), "{complaint}");
    fs::remove_dir(&record).unwrap();
    printed(&arguments, 0);
    assert!(record.is_file());
    assert_eq!(entries(&log).len(), 2);
}

#[test]
fn a_log_of_another_match_is_refused() {
    let folder = folder("refuse");
    let log = folder.join("log.jsonl");
    play(&log, &["--games", "2"]);
    for (more, expected) in [
        (["--seed", "2"], "`seed` is 1, not 2"),
        (["--komi", "5.5"], "`komi` is 7.0, not 5.5"),
        (
            ["--b-playouts", "9"],
            r#"`b` is "plain-uct, 10 playouts a move", not "plain-uct, 9 playouts a move""#,
        ),
        (
            ["--openings", "none"],
            r#"`openings` is "built-in", not "none""#,
        ),
    ] {
        let complaint = complaint(&with_log(&log, &more), 2);
        assert!(complaint.contains(expected), "{complaint}");
    }
    let junk = folder.join("junk");
    fs::write(&junk, "{}\n").unwrap();
    let complaint = complaint(&with_log(&junk, &[]), 3);
    assert!(complaint.contains("line 1: missing field"), "{complaint}");
}

#[test]
fn openings_that_have_changed_are_noticed() {
    let folder = folder("openings");
    let (file, log) = (folder.join("openings.sgf"), folder.join("log"));
    let openings = file.to_str().unwrap();
    fs::write(&file, "(;SZ[9];B[ee])").unwrap();
    play(&log, &["--games", "2", "--openings", openings]);
    fs::write(&file, "(;SZ[9];B[gg])").unwrap();
    let arguments = with_log(&log, &["--openings", openings]);
    let complaint_text = complaint(&arguments, 3);
    assert!(
        complaint_text.contains("started from a different opening"),
        "{complaint_text}"
    );
    fs::write(&file, "(;SZ[13];B[gg])").unwrap();
    let complaint_text = complaint(&arguments, 3);
    assert!(
        complaint_text.contains("the board is 13x13"),
        "{complaint_text}"
    );
}

#[test]
fn a_report_takes_parts_together() {
    let folder = folder("report");
    let logs = ["1", "1001"].map(|seed| {
        let log = folder.join(seed);
        play(&log, &["--games", "4", "--size", "5", "--seed", seed]);
        log.to_str().unwrap().to_owned()
    });
    let [one, two] = [&logs[0], &logs[1]];
    let report = printed(&["report", one, two], 0);
    assert!(report.contains("of 8 games"), "{report}");
    assert!(report.contains("in 4 pairs"), "{report}");
    let report = printed(&["report", one, "--sprt", "-5,5"], 11);
    assert!(report.contains("undecided"), "{report}");
    let twice = complaint(&["report", one, one], 3);
    assert!(
        twice.contains("of the match with seed 1 occurs twice"),
        "{twice}"
    );
    let other = folder.join("other");
    play(&other, &["--games", "2", "--size", "5", "--komi", "6.5"]);
    let mixed = complaint(&["report", one, other.to_str().unwrap()], 3);
    assert!(mixed.contains("`komi` is 6.5, not 7.0"), "{mixed}");
    let missing = complaint(&["report", "/nonexistent/log"], 3);
    assert!(
        missing.starts_with("tao-lab: /nonexistent/log: "),
        "{missing}"
    );
}
