//! Whole sessions with other programs, as files: what they send, and what they must receive.
//!
//! In a file, `> ` marks what is sent, all at once. Any other line, an empty one included, is expected literally, except for these
//! words: `<n>` is a whole number, `<x>` one with a decimal point, `<v>` a move, `<...>` the rest of the line. `%` begins a comment.

use std::fs;
use std::path::Path;

use tao_rules::board::Move;

use super::conversation::output;

fn follow(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/gtp/transcripts")
        .join(name);
    let text = fs::read_to_string(&path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('%'));
    let (sent, expected): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with('>'));
    let sent: Vec<&str> = sent
        .iter()
        .map(|line| line.trim_start_matches('>').trim_start_matches(' '))
        .collect();
    let received = output((sent.join("\n") + "\n").as_bytes());
    let mut received: Vec<&str> = received.lines().collect();
    // On a busy machine an analysis shows more than its last line.
    received.dedup_by(|one, other| [one, other].iter().all(|line| line.starts_with("info ")));
    for (number, (line, pattern)) in received.iter().zip(&expected).enumerate() {
        assert!(
            matches(line, pattern),
            "{name}: answer {}: `{line}` instead of `{pattern}`",
            number + 1
        );
    }
    assert_eq!(received.len(), expected.len(), "{name}: {received:#?}");
}

/// Whether a line matches a pattern.
fn matches(line: &str, pattern: &str) -> bool {
    let (mut words, mut patterns) = (line.split(' '), pattern.split(' '));
    loop {
        let is_fit = match (words.next(), patterns.next()) {
            (None, None) | (Some(_), Some("<...>")) => return true,
            (Some(word), Some("<n>")) => word.parse::<i64>().is_ok(),
            (Some(word), Some("<x>")) => word.contains('.') && word.parse::<f64>().is_ok(),
            (Some(word), Some("<v>")) => word.parse::<Move>().is_ok(),
            (word, pattern) => word == pattern,
        };
        if !is_fit {
            return false;
        }
    }
}

#[test]
fn sabaki() {
    follow("sabaki.txt");
}

#[test]
fn gogui() {
    follow("gogui.txt");
}

#[test]
fn lizzie() {
    follow("lizzie.txt");
}

#[test]
fn cgos() {
    follow("cgos.txt");
}

#[test]
fn kgs() {
    follow("kgs.txt");
}
