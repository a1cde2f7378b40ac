//! `tao-lab selfplay`: games to train a network with.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

use crate::support::binary;

fn selfplay(folder: &Path, options: &[&str]) -> Command {
    let mut command = Command::from_std(binary::tao_lab());
    command.arg("selfplay").arg(folder);
    command.args(["--visits", "4", "--seed", "1"]);
    command.args(options);
    command
}

#[test]
fn games_are_stored_and_summed_up() {
    let temporary = tempfile::tempdir().unwrap();
    let [games, records] = ["games", "records"].map(|name| temporary.path().join(name));
    let sgf_dir = records.to_str().unwrap();
    let options = ["--games", "3", "--threads", "2"];
    let run = selfplay(&games, &options)
        .args(["--sgf-dir", sgf_dir])
        .assert();
    let output = String::from_utf8(run.success().get_output().stdout.clone()).unwrap();
    assert!(output.starts_with("3 games, "), "{output}");
    let stored = fs::read(games.join("000000.games")).unwrap();
    assert!(stored.starts_with(b"TaoGames\x01\0\x09\0"));
    assert!(!games.join("000001.games").exists());
    for record in fs::read_dir(records).unwrap() {
        let record = fs::read(record.unwrap().path()).unwrap();
        assert!(tao_sgf::read(&record).is_ok());
    }
}

#[test]
fn what_cannot_work_is_refused() {
    let temporary = tempfile::tempdir().unwrap();
    let games = temporary.path().join("games");
    for (options, reason) in [
        (&["--size", "13"][..], "--size 13: self-play is on 9x9"),
        (&["--network", "none"], "self-play needs a network"),
        (&["--time", "1s"], "use --visits"),
        (&["-o", "selection=ucb1"], "selection=puct"),
    ] {
        let run = selfplay(&games, options).assert().code(2);
        let error = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(error.contains(reason), "{error}");
        assert!(!games.exists());
    }
    fs::write(&games, "").unwrap();
    selfplay(&games, &["--games", "1"]).assert().code(3);
}
