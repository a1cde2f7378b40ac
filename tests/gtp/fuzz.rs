//! Row G35: chance.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::conversation::{output, response, session};

/// Ends every input: its answer shows that nothing before it was left open.
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
fn g35_random_bytes_get_well_formed_responses() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(35);
    for _ in 0..100 {
        let mut blob: Vec<u8> = (0..4096).map(|_| rng.random()).collect();
        blob.extend(format!("\n{LAST}\n").bytes());
        assert_well_formed(&output(&blob));
    }
}

#[test]
fn random_arguments_get_well_formed_responses() {
    const ARGUMENTS: [&str; 26] = [
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
        "\"",
        "alive",
        "dead",
        "byoyomi",
        "chinese",
        "/dev/zero",
    ];
    let list = response(&mut session(), "list_commands");
    let commands: Vec<&str> = list[2..]
        .lines()
        .filter(|name| {
            let without = [
                "quit",
                "printsgf",
                "savesgf",
                "gomill-savesgf",
                "tao-debug-sgf",
            ];
            !without.contains(name)
        })
        .collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(36);
    for _ in 0..20 {
        let mut input = String::new();
        for _ in 0..100 {
            input += commands[rng.random_range(0..commands.len())];
            for _ in 0..rng.random_range(0..5) {
                input += " ";
                input += ARGUMENTS[rng.random_range(0..ARGUMENTS.len())];
            }
            input += "\n";
        }
        input += LAST;
        let output = output(input.as_bytes());
        assert_well_formed(&output);
        assert_eq!(output.matches("\n\n").count(), 101);
    }
}
