//! What programs are told about the time.

use std::fs;

use super::{FAKE, folder, printed, quick};

/// The commands about time that a program gets in a match of two games, each as its words.
fn heard(name: &str, more: &[&str]) -> Vec<Vec<String>> {
    let heard = folder(name).join("heard");
    let program = format!("sh -c 'tee -a {} | {FAKE} pass'", heard.display());
    let one_by_one = ["--games", "2", "--concurrency", "1"];
    let mut arguments = quick("plain-uct", &program, &one_by_one);
    arguments.extend(more);
    printed(&arguments, 0);
    let heard = fs::read_to_string(heard).unwrap();
    let commands = heard
        .lines()
        .map(|line| line.split(' ').map(str::to_owned).collect());
    let mut commands: Vec<Vec<String>> = commands.collect();
    let kinds = [
        "time_settings",
        "kata-time_settings",
        "time_left",
        "genmove",
    ];
    commands.retain(|words| kinds.contains(&words[0].as_str()));
    commands
}

#[test]
fn programs_hear_of_the_clock_before_every_move() {
    for (name, increment, settings) in [
        ("sudden-death", None, "time_settings 90 0 0"),
        ("fischer", Some("2.5s"), "kata-time_settings fischer 90 2.5"),
    ] {
        let mut more = vec!["--main-time", "90s"];
        more.extend(increment.iter().flat_map(|time| ["--increment", time]));
        let heard = heard(name, &more);
        let is_settings = |words: &&Vec<String>| words.join(" ") == settings;
        assert_eq!(heard.iter().filter(is_settings).count(), 2, "{heard:?}");
        let mut moves = 0;
        for pair in heard.windows(2) {
            let [before, command] = pair else { continue };
            if command[0].ends_with("time_settings") {
                moves = 0;
            }
            if command[0] != "genmove" {
                continue;
            }
            assert_eq!(before[..2], ["time_left".to_owned(), command[1].clone()]);
            assert_eq!(before[3], "0", "no overtime");
            // The time left is in whole seconds, rounded down. Some time has passed, and each move may have added its increment.
            let left: f64 = before[2].parse().unwrap();
            let most = 90.0
                + if increment.is_some() {
                    2.5 * f64::from(moves)
                } else {
                    0.0
                };
            assert!(
                (most - 30.0..=most).contains(&left),
                "{before:?} after {moves} moves"
            );
            moves += 1;
        }
    }
}

#[test]
fn a_time_for_each_move_is_a_period_of_one_stone() {
    for time in ["1s", "40ms", "1.9s"] {
        let heard = heard("per-move", &["--b-time", time]);
        assert_eq!(heard[0].join(" "), "time_settings 0 1 1", "{time}");
        assert!(
            heard.iter().all(|words| words[0] != "time_left"),
            "{heard:?}"
        );
    }
}

#[test]
fn a_report_has_the_time_that_a_program_is_told() {
    let program = format!("{FAKE} pass");
    let arguments = quick("plain-uct", &program, &["--games", "2", "--b-time", "40ms"]);
    let report = printed(&arguments, 0);
    assert!(report.contains("pass, 1 s a move"), "{report}");
}
