//! Boards so small that their best play is known: after a first move in the center all of 5x5 is Black's (van der Werf, van
//! den Herik and Uiterwijk, "Solving Go on Small Boards", 2003).

use tao_lab::matches::{LogEntry, Side};

use super::{entries, folder, gnu_go, printed};

/// Plays four games on 5x5 and returns them. With this komi, Black must own all 25 points to win.
fn games(name: &str, player: &str) -> Vec<LogEntry> {
    let log = folder(name).join("log.jsonl");
    let mut arguments = vec!["--a", "default", "--b", player, "--openings", "none"];
    arguments.extend(["--size", "5", "--komi", "24.5", "--never-resign"]);
    arguments.extend(["--games", "4", "--playouts", "5000", "--seed", "1"]);
    arguments.extend(["--log", log.to_str().unwrap()]);
    printed(&arguments, 0);
    entries(&log)
}

#[test]
#[ignore = "needs GNU Go and a release build"]
fn black_takes_the_whole_of_5x5() {
    let with_itself = games("5x5", "default");
    let with_gnu_go = games("5x5-gnugo", &format!("{} --never-resign", gnu_go(10)));
    let own = with_gnu_go.iter().filter(|entry| entry.black == Side::A);
    let mut count = 0;
    for entry in with_itself.iter().chain(own) {
        assert!(entry.record.starts_with("B C3 "), "{entry:?}");
        assert_eq!(entry.result, "B+0.5", "{entry:?}");
        count += 1;
    }
    assert_eq!(count, 6);
}
