//! Random input.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::thread;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::support::binary::{output_for, tao_go};

use super::conversation::{output, response, session};

/// The last command of every input: its response shows that all before it was answered.
const LAST: &str = "4711 name";

/// Checks that `output` is a sequence of responses, the last one to [`LAST`].
fn assert_well_formed(output: &str) {
    assert!(output.ends_with("=4711 Tao Go\n\n"));
    for response in output.split_terminator("\n\n") {
        let text = response.trim_start_matches(['=', '?']);
        assert_eq!(response.len() - text.len(), 1, "{response}");
        assert!(
            text.trim_start_matches(|c: char| c.is_ascii_digit())
                .starts_with(' '),
            "{response}"
        );
        assert!(
            !text.contains(|c: char| c.is_control() && c != '\n'),
            "{response}"
        );
    }
}

#[test]
fn random_bytes_get_well_formed_responses() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(35);
    for _ in 0..100 {
        let mut blob: Vec<u8> = (0..4096).map(|_| rng.random()).collect();
        blob.extend(format!("\n{LAST}\n").bytes());
        assert_well_formed(&output(&blob));
    }
}

/// Arguments of random commands.
const ARGUMENTS: [&str; 40] = [
    "b",
    "W",
    "e5",
    "J9",
    "a1",
    "i5",
    "z25",
    "a99",
    "pass",
    "resign",
    "0",
    "1",
    "2",
    "9",
    "19",
    "-1",
    "1e400",
    "2147483648",
    "nan",
    "x",
    "-",
    "\"",
    "\"two words\"",
    "\"open",
    "alive",
    "dead",
    "byoyomi",
    "chinese",
    "/dev/zero",
    "true",
    "false",
    "interval 1",
    "minmoves 99",
    "maxmoves 2",
    "avoid b e5,D4,pass 1",
    "avoid w a1:c3,resign 2",
    "allow b e5,J9 3",
    "ownership true",
    "movesOwnership true",
    "rootInfo true",
];

/// The output of the program in an empty folder, and the names of the files that it writes there.
fn run_in_a_folder(input: &str, name: &str) -> (String, Vec<String>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("fuzz")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let mut program = tao_go();
    program
        .args(["gtp", "-q", "--size", "9", "--playouts", "10"])
        .args(["--seed", "1", "--threads", "1"])
        .current_dir(&folder);
    let output = output_for(program, input);
    assert_eq!(output.status.code(), Some(0));
    let files = fs::read_dir(&folder).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    (String::from_utf8(output.stdout).unwrap(), names.collect())
}

/// Whether [`ARGUMENTS`] can form this file name.
fn is_expected(name: &str) -> bool {
    let is_word = |word: &str| {
        let mut words = ARGUMENTS.iter().flat_map(|words| words.split(' '));
        words.any(|other| other.trim_matches('"') == word)
    };
    name != "-" && !name.contains('"') && name.split(' ').all(is_word)
}

/// Sends random commands, checks the responses and returns the names of the files that were written.
fn files_of_random_commands(commands: &[&str], seed: u64) -> BTreeSet<String> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut files = BTreeSet::new();
    for _ in 0..5 {
        let mut input = String::new();
        for _ in 0..100 {
            let mut line = commands[rng.random_range(0..commands.len())].to_owned();
            for _ in 0..rng.random_range(0..5) {
                line += " ";
                line += ARGUMENTS[rng.random_range(0..ARGUMENTS.len())];
            }
            // Nobody waits 68 years for a solution.
            input += &line.replace("tao-solve 2147483648", "tao-solve 1");
            input += "\n";
        }
        input += LAST;
        let (output, names) = run_in_a_folder(&input, &seed.to_string());
        assert_well_formed(&output);
        assert_eq!(output.matches("\n\n").count(), 101);
        assert!(!output.contains("? internal error"), "{input}");
        files.extend(names);
    }
    files
}

#[test]
fn random_arguments_get_well_formed_responses_and_write_only_files_that_were_named() {
    let list = response(&mut session(), "list_commands");
    let commands: Vec<&str> = list[2..].lines().filter(|name| *name != "quit").collect();
    let commands = &commands[..];
    // Each thread makes inputs of its own.
    let files: BTreeSet<String> = thread::scope(|scope| {
        let attack = |seed| scope.spawn(move || files_of_random_commands(commands, seed));
        let threads: Vec<_> = (36..40).map(attack).collect();
        let names = threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap());
        names.collect()
    });
    assert!(files.iter().all(|name| is_expected(name)), "{files:?}");
    assert!(files.len() > 1, "{files:?}");
}
