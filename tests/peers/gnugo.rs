//! Whole games over GTP: our program against GNU Go and against the clock, under a referee that shares no code with the
//! program and has disputes about dead stones played out. For figures of strength there is `tao-lab match`.
//!
//! Environment variables make the tests longer: `TAO_GAMES`, `TAO_PLAYOUTS`, `TAO_PRESET`. `TAO_SEED` gives other games, and
//! `TAO_SGF_DIR` is the folder for their records.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;
use std::time::Duration;
use std::{env, fs, thread};

use tao_rules::board::Color;

use crate::contest::{ContestScore, Player, Record, Referee, play_game};
use crate::support::peer::Peer;
use crate::support::{binary, installed};

#[test]
#[ignore = "needs GNU Go and minutes"]
fn whole_games_against_gnu_go_keep_the_rules() {
    let contest = Match::from_environment("gnugo");
    let records = contest.play(|number| {
        let players = [contest.ours(number), contest.gnu_go(number)].map(Player::new);
        play_game(seats(number, players))
    });
    for (number, record) in records.iter().enumerate() {
        contest.ask_for_moves(number, record);
    }
}

#[test]
#[ignore = "needs GNU Go and minutes"]
fn no_game_is_lost_on_time() {
    const MAIN_TIME: Duration = Duration::from_secs(10);
    let contest = Match {
        games: setting("TAO_GAMES", 2),
        ..Match::from_environment("clock")
    };
    contest.play(|number| {
        let seed = contest.seed + number;
        let ours = Player::with_clock(tao_go(&format!("gtp --seed {seed}")), MAIN_TIME);
        play_game(seats(number, [ours, Player::new(contest.gnu_go(number))]))
    });
}

/// The settings of a match, from environment variables; the defaults are small.
struct Match {
    games: u64,
    playouts: u64,
    preset: String,
    seed: u64,
    folder: PathBuf,
}

impl Match {
    /// Reads the settings. `name` is the name of the folder for the records.
    fn from_environment(name: &str) -> Self {
        let folder =
            env::var_os("TAO_SGF_DIR").unwrap_or_else(|| env!("CARGO_TARGET_TMPDIR").into());
        let folder = Path::new(&folder).join(name);
        fs::create_dir_all(&folder).unwrap();
        Self {
            games: setting("TAO_GAMES", 4),
            playouts: setting("TAO_PLAYOUTS", 1_000),
            preset: setting("TAO_PRESET", "default".to_owned()),
            seed: setting("TAO_SEED", 1),
            folder,
        }
    }

    fn ours(&self, number: u64) -> Peer {
        let Self {
            playouts,
            preset,
            seed,
            ..
        } = self;
        tao_go(&format!(
            "gtp --preset {preset} --playouts {playouts} --seed {}",
            seed + number
        ))
    }

    fn gnu_go(&self, number: u64) -> Peer {
        let mut command = Command::new(installed::program("gnugo"));
        command
            .args("--mode gtp --chinese-rules --positional-superko --level 10 --seed".split(' '));
        Peer::start("GNU Go", command.arg((self.seed + number).to_string()))
    }

    /// Plays the games on as many threads as there are processors, writes their records and prints the score.
    fn play(&self, game: impl Fn(u64) -> Record + Sync) -> Vec<Record> {
        let jobs = thread::available_parallelism().map_or(1, usize::from);
        let play = |number| {
            let record = game(number);
            let path = self.folder.join(format!("game-{number:03}.sgf"));
            fs::write(&path, record.sgf(record.moves.len())).unwrap();
            println!("{}: {}", path.display(), record.summary());
            (number, record)
        };
        let numbers = |first| (first as u64..self.games).step_by(jobs);
        let mut games: Vec<_> = thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs)
                .map(|first| scope.spawn(move || numbers(first).map(play).collect::<Vec<_>>()))
                .collect();
            workers
                .into_iter()
                .flat_map(|worker| worker.join().expect("every game goes well"))
                .collect()
        });
        games.sort_by_key(|&(number, _)| number);
        let mut score = ContestScore::default();
        for (number, record) in &games {
            score.add(our_color(*number), record);
        }
        println!("{score}");
        score.assert_few_disputes();
        games.into_iter().map(|(_, record)| record).collect()
    }

    /// Checks that `tao-go genmove` has a legal answer in every tenth position of a game.
    fn ask_for_moves(&self, number: usize, record: &Record) {
        for count in (0..record.moves.len()).step_by(10) {
            let path = self.folder.join(format!("game-{number:03}-{count:03}.sgf"));
            fs::write(&path, record.sgf(count)).unwrap();
            let output = binary::tao_go()
                .arg("genmove")
                .arg(&path)
                .args(["--playouts", "100"])
                .output()
                .unwrap();
            let answer = String::from_utf8(output.stdout).unwrap();
            let path = path.display();
            assert!(
                output.status.success(),
                "{path}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            assert!(
                answer.ends_with('\n') && answer.lines().count() == 1,
                "{path}: {answer}"
            );
            if answer.trim() != "resign" {
                let mut referee = Referee::new();
                for &mv in &record.moves[..count] {
                    referee.play(mv).unwrap();
                }
                let played = referee.play(answer.trim().parse().unwrap());
                assert_eq!(played, Ok(()), "{path}");
            }
        }
    }
}

/// A value from the environment.
fn setting<T: FromStr>(name: &str, default: T) -> T {
    env::var(name).map_or(default, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is `{text}`"))
    })
}

/// Our program with these arguments.
fn tao_go(arguments: &str) -> Peer {
    Peer::start(
        &format!("tao-go {arguments}"),
        binary::tao_go().args(arguments.split_whitespace()),
    )
}

/// We are Black in every even game.
fn our_color(number: u64) -> Color {
    Color::BOTH[(number % 2) as usize]
}

/// Returns our player and the other one in the order Black, White.
fn seats(number: u64, [ours, theirs]: [Player; 2]) -> [Player; 2] {
    match our_color(number) {
        Color::Black => [ours, theirs],
        Color::White => [theirs, ours],
    }
}
