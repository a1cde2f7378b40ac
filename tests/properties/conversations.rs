//! After any GTP commands, the game of the session is that of the naive model.

use std::io::Cursor;
use std::str::FromStr;

use proptest::prelude::*;
use tao_engine::Engine;
use tao_engine::raw::EngineSettings;
use tao_protocols::gtp;
use tao_protocols::gtp::{Session, SessionOptions};
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::{Game, HandicapBonus, Rules, Suicide, Superko};

use super::any;
use super::config;
use super::model::{Command, Facts, Model};

/// Largest size of most boards. Small boards fill up, so that positions repeat.
const SMALL: usize = 4;

const PLAYOUTS: u64 = 2;

/// Commands that set rules, and these rules.
const RULES: [(&str, Rules); 5] = [
    ("kgs-rules chinese", Rules::CHINESE),
    ("kgs-rules tromp-taylor", Rules::TROMP_TAYLOR),
    ("kata-set-rules cgos", Rules::CGOS),
    (
        "kgs-rules new_zealand",
        Rules {
            superko: Superko::Situational,
            suicide: Suicide::Allowed,
            handicap_bonus: HandicapBonus::None,
            ..Rules::CHINESE
        },
    ),
    (
        "kata-set-rules {\"ko\":\"SIMPLE\",\"suicide\":true,\"friendlyPassOk\":true}",
        Rules {
            superko: Superko::Simple,
            suicide: Suicide::Allowed,
            ..Rules::CHINESE
        },
    ),
];

/// Commands that do not change the game, accepted or not.
const INERT: [&str; 29] = [
    "showboard",
    "final_score",
    "final_status_list dead",
    "final_status_list seki",
    "tao-solve 0.01",
    "printsgf",
    "tao-stats",
    "tao-tree",
    "tao-heat",
    "tao-ownership",
    "tao-pv b",
    "tao-gfx",
    "gomill-explain_last_move",
    "kata-get-rules",
    "clear_cache",
    "last_move",
    "lz-analyze b interval 1",
    "kata-analyze w interval 1 ownership true",
    "time_settings 60 10 5",
    "time_settings 0 0 0",
    "time_left b 1 1",
    "time_left w 0 0",
    "kgs-time_settings byoyomi 10 5 3",
    "stop",
    "# no command",
    "set_random_seed 7",
    "cgos-opponent_name somebody",
    "loadsgf /nonexistent",
    "gogui-interrupt",
];

/// Commands that are refused.
const REFUSED: [&str; 20] = [
    "boardsize",
    "boardsize 1",
    "boardsize 20",
    "boardsize nine",
    "boardsize -9",
    "komi",
    "komi nan",
    "komi 1e999",
    "play",
    "play b",
    "play x e5",
    "play b i1",
    "play b z99",
    "genmove",
    "genmove x",
    "set_free_handicap a1",
    "gogui-play_sequence b",
    "gogui-setup b pass",
    "kata-set-rules {\"ko\":\"NONE\"}",
    "no_such_command",
];

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        20 => (any::color(), any::mv(2)).prop_map(|(color, mv)| Command::Play(color, mv)),
        20 => (any::color(), any::mv(SMALL)).prop_map(|(color, mv)| Command::Play(color, mv)),
        6 => any::color().prop_map(|color| Command::GenMove("genmove", color)),
        1 => any::color().prop_map(|color| Command::GenMove("kgs-genmove_cleanup", color)),
        2 => any::color().prop_map(Command::RegGenMove),
        4 => any::colored(any::mv(SMALL), 4).prop_map(Command::PlaySequence),
        12 => (0..3_usize).prop_map(Command::Undo),
        1 => (0..99_usize).prop_map(Command::Undo),
        2 => Just(Command::ClearBoard),
        2 => (2..=SMALL).prop_map(Command::BoardSize),
        1 => (0..=21_usize).prop_map(Command::BoardSize),
        2 => (-20..=20).prop_map(|halves| Command::Komi(f64::from(halves) / 2.0)),
        1 => any::<f64>().prop_map(Command::Komi),
        4 => prop::sample::select(&RULES[..]).prop_map(|(line, rules)| Command::Rules(line, rules)),
        1 => (prop_oneof![Just("fixed_handicap"), Just("place_free_handicap")], 0..11_usize)
            .prop_map(|(name, count)| Command::Handicap(name, count)),
        1 => prop::collection::vec(any::coord(SMALL), 1..6).prop_map(Command::FreeHandicap),
        2 => any::colored(any::coord(SMALL), 12).prop_map(Command::SetUp),
        2 => any::colored(any::coord(SMALL), 12).prop_map(Command::SetPosition),
        5 => any::color().prop_map(Command::SetPlayer),
        5 => prop::sample::select(&INERT[..]).prop_map(Command::Inert),
        5 => prop::sample::select(&REFUSED[..]).prop_map(Command::Refused),
    ]
}

/// Queries for all [`Facts`].
const QUESTIONS: &str = "query_boardsize
get_komi
get_handicap
list_stones b
list_stones w
captures b
captures w
all_legal b
all_legal w
showboard
move_history
";

/// The answer to a command, and the game afterwards.
fn answer(session: &mut Session, command: &str) -> (String, Facts) {
    let mut output = Vec::new();
    let input = format!("{command}\n{QUESTIONS}");
    gtp::serve(Cursor::new(input), &mut output, session).unwrap();
    let output = String::from_utf8(output).unwrap();
    let mut answers: Vec<&str> = output.split_terminator("\n\n").collect();
    let questions = answers.split_off(answers.len() - QUESTIONS.lines().count());
    let text = |i: usize| questions[i].strip_prefix("= ").unwrap();
    let facts = Facts {
        size: text(0).parse().unwrap(),
        komi: text(1).parse().unwrap(),
        handicap: text(2).parse().unwrap(),
        stones: [text(3), text(4)].map(list),
        captures: [text(5), text(6)].map(|count| count.parse().unwrap()),
        legal: [text(7), text(8)].map(list),
        to_move: to_move(text(9)),
        moves: text(10).lines().map(colored_move).collect(),
    };
    (answers.join("\n\n"), facts)
}

/// A list of points, in the order of the board.
fn list(text: &str) -> Vec<Coord> {
    let mut points: Vec<Coord> = text.split_whitespace().map(parsed).collect();
    points.sort_unstable_by_key(|point| (point.row(), point.column()));
    points
}

fn parsed<T: FromStr>(text: &str) -> T {
    text.parse()
        .unwrap_or_else(|_| panic!("cannot parse `{text}`"))
}

/// The side to move, the first word of the last line of `showboard`.
fn to_move(board: &str) -> Color {
    let line = board.lines().next_back().unwrap();
    parsed(line.split(' ').next().unwrap())
}

/// A line of `move_history`, such as `black E5`.
fn colored_move(line: &str) -> (Color, Move) {
    let (color, mv) = line.split_once(' ').unwrap();
    (parsed(color), parsed(mv))
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn the_session_agrees_with_the_model(size in 2..=SMALL, commands in prop::collection::vec(command(), 1..80)) {
        let settings = EngineSettings { playouts: Some(PLAYOUTS), seed: Some(1), ..EngineSettings::default() };
        let mut session = Session::new(Game::new(size).unwrap(), Engine::new(settings), SessionOptions::default());
        let mut model = Model::new(size, Game::DEFAULT_KOMI);
        for command in commands {
            let (answer, facts) = answer(&mut session, &command.to_string());
            if let Err(wrong) = model.follow(&command, &answer) {
                return Err(TestCaseError::fail(format!("{command}: {wrong}")));
            }
            prop_assert_eq!(facts, model.facts(), "after `{}`, answered `{}`", command, answer);
        }
    }
}
