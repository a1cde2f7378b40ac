//! The commands of `GoGui`.

use std::collections::BTreeSet;
use std::io::Cursor;

use tao_engine::raw::EngineSettings;
use tao_engine::raw::search::Params;
use tao_protocols::gtp;

use super::conversation::{each, follow, output, response, responses, session, session_with};

const BAD: &str = "? unknown parameter or bad value";

#[test]
fn a_sequence_is_played_whole_or_not_at_all() {
    for bad in ["B E5 W E5", "B E5 W", "B E5 W K1", "B E5 X D4"] {
        let mut session = session();
        let sequence = format!("gogui-play_sequence {bad}");
        let answers = responses(&mut session, &[&sequence, "list_stones b", "move_history"]);
        assert!(answers[0].starts_with("? "), "{bad}");
        assert_eq!(answers[1..], ["= ", "= "], "{bad}");
    }
    follow(&[
        ("gogui-play_sequence", "= "),
        ("gogui-play_sequence B E5 W pass B C3", "= "),
        ("gg-undo 3", "= "),
        ("undo", "? cannot undo"),
    ]);
}

#[test]
fn stones_are_set_up_on_an_empty_board() {
    follow(&[
        ("gogui-setup B A1 W A2 W B2", "= "),
        ("gogui-setup_player W", "= "),
        ("undo", "? cannot undo"),
        ("list_stones w", "= A2 B2"),
        ("gogui-setup B E5", "? board not empty"),
        ("clear_board", "= "),
        ("gogui-setup B E5 W E5", "= "),
        ("list_stones w", "= E5"),
        ("list_stones b", "= "),
    ]);
    follow(&[
        ("play b pass", "= "),
        ("gogui-setup B A1", "? board not empty"),
    ]);
    follow(&[
        ("gogui-setup B A1 W A2 W B1", "? impossible position"),
        ("gogui-setup B pass", "? syntax error"),
        ("gogui-setup B", "? syntax error"),
        ("list_stones w", "= "),
    ]);
}

#[test]
fn set_position_replaces_the_game() {
    follow(&[
        ("play b e5", "= "),
        ("set_position b A1 w C3", "= "),
        ("set_position b E5 w E5", "? impossible position"),
        ("set_position b E5 b E5", "? impossible position"),
        ("list_stones b", "= A1"),
        ("undo", "? cannot undo"),
        ("set_position b Z9", "? impossible position"),
        ("list_stones w", "= C3"),
        ("set_position", "= "),
        ("list_stones w", "= "),
        ("rectangular_boardsize 7 7", "= "),
        ("query_boardsize", "= 7"),
        ("rectangular_boardsize 7 9", "? unacceptable size"),
        ("rectangular_boardsize 7", "? syntax error"),
    ]);
}

#[test]
fn analyze_commands_are_known_and_well_formed() {
    let mut session = session();
    let list = response(&mut session, "gogui-analyze_commands");
    let mut labels = BTreeSet::new();
    for line in list[2..].lines() {
        let fields: Vec<&str> = line.split('/').collect();
        assert!((3..=5).contains(&fields.len()), "{line}");
        assert!(labels.insert(fields[1].to_owned()), "{line}");
        let name = fields[2].split(' ').next().unwrap();
        assert_eq!(
            response(&mut session, &format!("known_command {name}")),
            "= true",
            "{line}"
        );
    }
    assert!(labels.len() > 15);
}

#[test]
fn boards_have_a_word_for_every_point() {
    for (command, is_word) in [
        (
            "tao-ownership",
            (|word| (-1.0..=1.0).contains(&word.parse::<f64>().unwrap())) as fn(&str) -> bool,
        ),
        ("tao-win_rates", |word| {
            word == r#""""# || (0..=100).contains(&word.parse().unwrap())
        }),
        ("tao-priors", |word| {
            word == r#""""# || (1..=100).contains(&word.parse().unwrap())
        }),
        ("tao-heat", |word| {
            word == r#""""# || word.starts_with('#') && word.len() == 7
        }),
    ] {
        let answer = responses(&mut session(), &["play b e5", command]).remove(1);
        // GoGui reads what follows the first space.
        let (status, board) = answer.split_once(' ').unwrap();
        assert_eq!(status, "=");
        let rows: Vec<&str> = board.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(rows.len(), 9, "{command}");
        let words: Vec<&str> = rows.iter().flat_map(|row| row.split(' ')).collect();
        assert_eq!(words.len(), 81, "{command}");
        assert!(
            words.iter().all(|word| is_word(word)),
            "{command}: {answer}"
        );
        assert!(words.iter().any(|word| *word != r#""""#), "{command}");
        // E5, in the middle, is occupied.
        assert!(
            command == "tao-ownership" || words[40] == r#""""#,
            "{command}"
        );
    }
}

#[test]
fn variations_pairs_and_pictures_are_well_formed() {
    let mut session = session();
    let answers = responses(
        &mut session,
        &[
            "play b e5",
            "tao-pv w",
            "tao-visits",
            "tao-gfx",
            "tao-stats",
        ],
    );
    let line: Vec<&str> = answers[1][2..].split(' ').collect();
    assert!(
        line.iter()
            .all(|mv| mv.parse::<tao_rules::board::Move>().is_ok()),
        "{line:?}"
    );
    let pairs: Vec<&str> = answers[2][2..].split(' ').collect();
    assert!(pairs.len() >= 2 && pairs.len().is_multiple_of(2));
    assert!(
        pairs
            .chunks(2)
            .all(|pair| pair[0].parse::<tao_rules::board::Coord>().is_ok()
                && pair[1].parse::<u64>().is_ok())
    );
    let words: Vec<&str> = answers[3][2..]
        .lines()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(words, ["VAR", "LABEL", "INFLUENCE", "TEXT"]);
    assert!(answers[3].contains(&format!("VAR w {}", line[0])));
    assert!(
        answers[4].starts_with("= {\"playouts\":10,\"kept\":0,"),
        "one search for all: {}",
        answers[4]
    );
}

#[test]
fn a_picture_shows_the_beginning_of_a_long_line() {
    let commands = [
        "boardsize 5",
        "tao-param playouts 200",
        "tao-pv b",
        "tao-gfx",
    ];
    let answers = responses(&mut session(), &commands);
    let line: Vec<&str> = answers[2][2..].split(' ').collect();
    assert!(line.len() > 6, "{line:?}");
    let picture = answers[3][2..].lines().next().unwrap();
    let stones: Vec<&str> = picture.split(' ').skip(2).step_by(2).collect();
    assert_eq!(stones, line[..6], "{picture}");
}

#[test]
fn parameters_are_shown_and_changed() {
    let mut session = session();
    let dialog = response(&mut session, "tao-param");
    for line in dialog[2..].lines() {
        let (kind, rest) = line.split_once(' ').unwrap();
        assert!(kind.starts_with('[') && kind.ends_with(']'), "{line}");
        let (key, value) = rest.split_once(' ').unwrap_or((rest, ""));
        // The dialog sends the old value if it was not changed.
        let answer = response(&mut session, &format!("tao-param {key} {value}"));
        assert_eq!(answer, "= ", "{line}");
    }
    assert_eq!(response(&mut session, "tao-param"), dialog);
    let presets: Vec<&str> = Params::preset_names().collect();
    let presets = presets.join("/");
    follow(&[
        (
            "kata-list-params",
            "= maxPlayouts maxTime numSearchThreads ponderingEnabled allowResignation resignThreshold analysisWideRootNoise",
        ),
        ("kata-get-param maxPlayouts", "= 10"),
        ("tao-param playouts 20", "= "),
        ("kata-get-param maxPlayouts", "= 20"),
        ("tao-param playouts", "= "),
        ("kata-get-param maxPlayouts", "= "),
        ("kata-set-param maxPlayouts 7", "= "),
        ("kata-set-param maxTime 0.25", "= "),
        ("kata-get-param maxTime", "= 0.25"),
        ("kata-set-param allowResignation false", "= "),
        ("kata-get-param allowResignation", "= false"),
        ("kata-set-param analysisWideRootNoise 0.5", "= "),
        ("kata-set-param analysisWideRootNoise 6", BAD),
        ("kata-get-param analysisWideRootNoise", "= 0.5"),
        ("tao-param resign_threshold 7.5", "= "),
        ("kata-set-param ponderingEnabled true", "= "),
        ("tao-param preset plain-uct", BAD),
        ("tao-param ponder 0", "= "),
        ("tao-param preset plain-uct", "= "),
        ("tao-param ponder 1", BAD),
        ("kata-get-param ponderingEnabled", "= false"),
        ("tao-param search_option expand-after=9", "= "),
        ("kata-set-param numSearchThreads 2", "= "),
        (
            "tao-param",
            &format!(
                "= [string] playouts 7
[string] seconds_per_move 0.25
[string] level 26
[string] threads 2
[list/{presets}] preset plain-uct
[string] search_option expand-after=9
[bool] ponder 0
[bool] resign 0
[string] resign_threshold 7.5
[string] wide_root_noise 0.5
[bool] live_graphics 0"
            ),
        ),
    ]);
}

/// What `GoGui` does in *Reattach With Parameters*.
#[test]
fn a_new_program_takes_all_parameters_of_an_old_one() {
    for options in [
        "",
        "expand-after=9",
        "expand-after=9 exploration=1.5",
        "selection=ucb1 first-play=2 exploration=3",
    ] {
        for preset in Params::preset_names() {
            let mut old = session();
            responses(
                &mut old,
                &[
                    &format!("tao-param preset {preset}"),
                    &format!("tao-param search_option {options}"),
                ],
            );
            let dialog = response(&mut old, "tao-param");
            let mut new = session();
            for line in dialog[2..].lines() {
                let (_, setting) = line.split_once(' ').unwrap();
                let answer = response(&mut new, &format!("tao-param {setting}"));
                assert_eq!(answer, "= ", "{preset} {options}: {line}");
            }
            assert_eq!(
                response(&mut new, "tao-param"),
                dialog,
                "{preset} {options}"
            );
        }
    }
}

#[test]
fn the_resign_threshold_is_a_percentage_or_a_utility_of_katago() {
    follow(&[
        ("tao-param resign_threshold 7.5", "= "),
        ("tao-param resign_threshold 51", BAD),
        ("tao-param resign_threshold nan", BAD),
        ("kata-get-param resignThreshold", "= -0.85"),
        ("kata-set-param resignThreshold 0.1", BAD),
        ("kata-set-param resignThreshold -1.1", BAD),
        ("kata-set-param resignThreshold", "? syntax error"),
        ("kata-set-param resignThreshold nan", BAD),
        ("kata-set-param resignThreshold x", BAD),
        ("kata-set-param resignThreshold -0.9", "= "),
        ("kata-get-param resignThreshold", "= -0.9"),
    ]);
}

#[test]
fn bad_parameters_change_nothing() {
    let refused = [
        "tao-param nothing 1",
        "tao-param playouts 0",
        "tao-param preset fuego",
        "tao-param resign 2",
        "tao-param search_option x=1",
        "tao-param threads 0",
        "kata-get-param x",
        "kata-set-param maxTime -1",
        "kata-set-param x 1",
    ];
    each(&refused, BAD);
}

#[test]
fn later_searches_do_not_explain_the_last_move() {
    let explain = "gomill-explain_last_move";
    let answers = responses(
        &mut session(),
        &["genmove b", explain, "tao-visits", "lz-analyze", explain],
    );
    assert_eq!(answers[1], answers[4]);
}

#[test]
fn an_interrupted_picture_is_not_shown_again() {
    let mut endless = session_with(EngineSettings {
        playouts: Some(u64::MAX),
        seed: Some(1),
        ..EngineSettings::default()
    });
    let show = "tao-visits\n# interrupt\ntao-stats\n";
    let mut sent = Vec::new();
    gtp::serve(Cursor::new(show.repeat(2)), &mut sent, &mut endless).unwrap();
    let sent = String::from_utf8(sent).unwrap();
    let answers: Vec<&str> = sent.split_terminator("\n\n").collect();
    assert!(answers[1].contains("\"kept\":0,"), "{sent}");
    assert!(!answers[3].contains("\"kept\":0,"), "{sent}");
}

#[test]
fn changed_settings_lead_to_a_new_search() {
    for (setting, stats) in [
        ("tao-param playouts 50", "\"playouts\":50,\"kept\":10,"),
        ("set_random_seed 7", "\"playouts\":10,\"kept\":10,"),
    ] {
        let commands = ["tao-visits", setting, "tao-visits", "tao-stats"];
        let answer = responses(&mut session(), &commands).remove(3);
        assert!(answer.contains(stats), "{setting}: {answer}");
    }
}

#[test]
fn gogui_introduces_itself() {
    let answers = output(b"gogui-interrupt\ngogui-version 1.6.0\ngogui-title\ncputime\n");
    let answers: Vec<&str> = answers.split_terminator("\n\n").collect();
    assert_eq!(answers[..3], ["= ", "= ", "= Tao Go"]);
    if cfg!(unix) {
        assert!(answers[3][2..].parse::<f64>().unwrap() > 0.0);
    }
}
