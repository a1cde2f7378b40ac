//! Matches between several players.

use std::fs;

use super::{complaint, fake, folder, printed, quick};

/// The lines of the table, as words.
fn table(output: &str) -> Vec<Vec<&str>> {
    let (_, table) = output.split_once("player\n").unwrap();
    let lines = table.lines();
    lines
        .map(|line| line.split_whitespace().collect())
        .collect()
}

#[test]
fn everybody_meets_everybody() {
    let log = folder("round-robin");
    let resigns = fake("resign");
    let players = format!("plain-uct,tao-go-2010:expand-after=8,{resigns}");
    let path = log.to_str().unwrap();
    let arguments = [
        "--players",
        &players,
        "--playouts",
        "10",
        "--games",
        "2",
        "--log",
        path,
    ];
    let output = printed(&arguments, 0);
    for line in [
        "1-2: plain-uct v tao-go-2010:expand-after=8: +",
        &format!("1-3: plain-uct v {resigns}: +2 =0 -0"),
        &format!("2-3: tao-go-2010:expand-after=8 v {resigns}: +2 =0 -0"),
    ] {
        assert!(output.contains(line), "{output}");
    }
    let table = table(&output);
    assert_eq!(table.len(), 3);
    assert_eq!(table[2][2..5], ["4", "0.0", "%"]);
    assert!(table.iter().all(|row| row[2] == "4"), "{output}");
    for name in ["1-2", "1-3", "2-3"] {
        let text = fs::read_to_string(log.join(name).with_extension("jsonl")).unwrap();
        assert_eq!(text.lines().count(), 2, "{name}");
    }
    // With the logs, no match is played again.
    assert_eq!(printed(&arguments, 0), output);
}

#[test]
fn in_a_gauntlet_the_first_meets_the_others() {
    let resigns = fake("resign");
    let players = format!("{resigns},plain-uct,tao-go-2010");
    let more = ["--playouts", "10", "--games", "2", "--gauntlet"];
    let arguments = [&["--players", &players][..], &more].concat();
    let output = printed(&arguments, 0);
    assert!(output.contains("1-2: ") && output.contains("1-3: "));
    assert!(!output.contains("2-3: "), "{output}");
    let rows = table(&output);
    assert_eq!([rows[2][2], rows[2][3]], ["4", "0.0"]);
}

#[test]
fn several_players_leave_no_place_for_two() {
    let players = ["--players", "plain-uct,tao-go-2010"];
    for more in [&["--a-playouts", "5"][..], &["--sprt", "0,10"]] {
        complaint(&[&players[..], more].concat(), 2);
    }
    complaint(&quick("plain-uct", "plain-uct", &players), 2);
    complaint(&["--players", "plain-uct"], 2);
    complaint(&["--gauntlet"], 2);
}
