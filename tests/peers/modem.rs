//! Complete games over the Go Modem Protocol: our program in CGoban and against GNU Go.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tao_rules::board::Color;
use tao_rules::game::{Rules, Superko};
use tao_sgf as sgf;

use crate::connection::{Arena, Connection, GameLog};
use crate::support::{binary, installed};

/// Number of games in CGoban.
const GAMES: usize = 10;

#[test]
#[ignore = "needs CGoban and minutes"]
fn cgoban_accepts_our_games_and_scores_them_as_we_do() {
    const KOMI: u32 = 7;
    let cgoban = installed::program("cgoban");
    for number in 0..GAMES {
        let players = Color::BOTH.map(|color| player(color, number, KOMI));
        let folder = folder(&format!("arena-{number}"));
        let result = Arena::start(&cgoban, &folder, KOMI, &players).finish();
        let [black, white] = result.logs.map(|log| GameLog::read(&log));
        assert_eq!(black.moves, white.moves, "game {number}");
        for (log, color) in [(&black, Color::Black), (&white, Color::White)] {
            let expected = format!("9x9, chinese rules, handicap 0, komi {KOMI}, we are {color}");
            assert_eq!(log.agreement, expected, "game {number}");
        }
        let game = black.replay(Rules::CGOS, KOMI.into(), 0);
        let lead = game.standing_score().lead;
        let expected = format!("{} {}\n", i32::from(lead >= 0.0), lead.abs());
        assert_eq!(result.verdict, expected, "game {number}\n{}", game.board());
        println!(
            "game {number}: {} moves, {}",
            black.moves.len(),
            game.standing_score()
        );
    }
}

/// Returns the command of a player in the arena. From game to game in turn, both players, none, only Black and only White know
/// their color.
fn player(color: Color, number: usize, komi: u32) -> String {
    let informed: &[Color] = match number % 4 {
        0 => &Color::BOTH,
        1 => &[],
        2 => &[Color::Black],
        _ => &[Color::White],
    };
    let color_flag = if informed.contains(&color) {
        format!("--color {color}")
    } else {
        String::new()
    };
    let seed = 2 * number + color as usize;
    let ours = binary::tao_go();
    let program = ours.get_program().to_str().unwrap();
    format!(
        "'{program}' gmp -v {color_flag} --rules cgos --komi {komi} --never-resign --playouts 100 --seed {seed}"
    )
}

#[test]
#[ignore = "needs GNU Go and minutes"]
fn gnu_go_records_our_games_as_we_do() {
    let mut seed = 0;
    for knowledge in Knowledge::ALL {
        for (us, handicap) in [
            (Color::Black, 0),
            (Color::White, 0),
            (Color::Black, 2),
            (Color::White, 2),
        ] {
            seed += 1;
            GnuGoGame {
                knowledge,
                us,
                handicap,
                seed,
            }
            .play();
        }
    }
}

/// The recipe of `docs/boards-and-servers.md`: nobody closes anything, and both programs end.
#[test]
#[ignore = "needs GNU Go"]
fn the_recipe_with_a_pipe_ends_by_itself() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/boards-and-servers.md");
    let docs = fs::read_to_string(docs).unwrap();
    let recipes = docs
        .lines()
        .filter(|line| line.starts_with("gnugo --mode "));
    let recipes: Vec<&str> = recipes.collect();
    assert_eq!(recipes.len(), 2);
    for (number, recipe) in (1..).zip(recipes) {
        let folder = folder(&format!("recipe-{number}"));
        let _ = fs::remove_dir_all(&folder); // from an earlier run
        fs::create_dir_all(&folder).unwrap();
        let program = binary::tao_go();
        let program = program.get_program().to_str().unwrap();
        let ours = format!("'{program}' gmp --playouts 50 --seed 1");
        let recipe = recipe.replace("tao-go gmp", &ours);
        let script = format!("set -e; mkfifo line; {recipe}\necho \"${{PIPESTATUS[@]}}\"");
        let mut bash = Command::new("timeout");
        binary::unset(&mut bash);
        bash.args(["120", "bash", "-c", &script])
            .current_dir(&folder);
        let path = std::env::var("PATH").unwrap();
        let gnugo = installed::program("gnugo");
        let output = bash
            .env(
                "PATH",
                format!("{path}:{}", gnugo.parent().unwrap().display()),
            )
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "0 0\n", "{errors}");
        let record = fs::read(folder.join("games").join("game-00001.sgf")).unwrap();
        let game = sgf::read(&record).unwrap();
        assert!(game.is_over(), "{}", game.board());
    }
}

/// What the programs know before the negotiation.
#[derive(Clone, Copy, Debug)]
enum Knowledge {
    /// The simplified protocol: both know everything.
    Simplified,
    /// GNU Go knows its color and, as always without `--chinese-rules`, Japanese rules; we know the rest.
    TheirColor,
    /// We know everything, GNU Go nothing.
    OurColor,
}

impl Knowledge {
    const ALL: [Self; 3] = [Self::Simplified, Self::TheirColor, Self::OurColor];
}

/// A game against GNU Go.
struct GnuGoGame {
    knowledge: Knowledge,
    us: Color,
    handicap: usize,
    seed: u32,
}

impl GnuGoGame {
    /// Plays the game. Fails the test unless both programs record the same game and end with exit code 0.
    fn play(&self) {
        let name = format!("{:?}-{}-{}", self.knowledge, self.us, self.handicap).to_lowercase();
        println!("{name}");
        let path = folder(&name).with_extension("sgf");
        let _ = fs::remove_file(&path); // from an earlier run
        let mut connection = Connection::connect(&mut self.ours(), &mut self.gnu_go(&path));
        if !matches!(self.knowledge, Knowledge::Simplified) {
            // GNU Go prints the result after both passes, and then waits for the end of its input.
            connection.close_after("game over: two passes", "Result: ");
        }
        let log = GameLog::read(&connection.close());
        assert_eq!(log.agreement, self.agreement());
        // GNU Go may repeat a position.
        let rules = Rules {
            superko: Superko::Simple,
            ..Rules::CHINESE
        };
        let ours = log.replay(rules, self.komi(), self.handicap);
        let theirs = sgf::read(&fs::read(&path).unwrap()).unwrap();
        assert_eq!(theirs.moves(), log.moves, "{name}");
        assert_eq!(
            theirs.board().to_string(),
            ours.board().to_string(),
            "{name}"
        );
        println!("{} moves, {}", log.moves.len(), ours.standing_score());
    }

    fn ours(&self) -> Command {
        let Self { us, handicap, .. } = self;
        let mut command = binary::tao_go();
        command.args("gmp -v --playouts 200 --never-resign --size 9".split(' '));
        command.args(["--seed", &self.seed.to_string()]);
        command.args(["--handicap", &handicap.to_string()]);
        command.args(["--komi", &self.komi().to_string()]);
        match self.knowledge {
            Knowledge::Simplified => command.args(["--simplified", "--color", &us.to_string()]),
            Knowledge::TheirColor => &mut command,
            Knowledge::OurColor => command
                .args(["--color", &us.to_string()])
                .args("--rules chinese --placement fixed".split(' ')),
        };
        command
    }

    fn gnu_go(&self, record: &Path) -> Command {
        let them = !self.us;
        let mut command = Command::new(installed::program("gnugo"));
        command.args("--quiet --level 1".split(' '));
        command.args(["--seed", &self.seed.to_string()]);
        command.arg("-o").arg(record);
        match self.knowledge {
            Knowledge::Simplified => command
                .args(["--mode", "sgmp", "--boardsize", "9"])
                .args(["--color", &them.to_string()])
                .args(["--handicap", &self.handicap.to_string()])
                .args(["--komi", &self.komi().to_string()]),
            Knowledge::TheirColor => command.args(["--mode", "gmp", "--color", &them.to_string()]),
            Knowledge::OurColor => command.args(["--mode", "gmp", "--chinese-rules"]),
        };
        command
    }

    fn komi(&self) -> f64 {
        if self.handicap == 0 { 5.5 } else { 0.5 }
    }

    /// Returns what our log says before the first move. GNU Go always uses the fixed handicap points.
    fn agreement(&self) -> String {
        let rules = match self.knowledge {
            Knowledge::TheirColor => "japanese",
            Knowledge::Simplified | Knowledge::OurColor => "chinese",
        };
        let handicap = match self.handicap {
            0 => "0".to_owned(),
            stones => format!("{stones} (fixed)"),
        };
        let (komi, us) = (self.komi(), self.us);
        format!("9x9, {rules} rules, handicap {handicap}, komi {komi}, we are {us}")
    }
}

/// Returns the folder for the files of a game.
fn folder(name: &str) -> PathBuf {
    let modem = Path::new(env!("CARGO_TARGET_TMPDIR")).join("modem");
    fs::create_dir_all(&modem).unwrap();
    modem.join(name)
}
