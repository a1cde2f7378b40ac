//! Search trees as SGF, and statistics of playouts.

use std::fs;
use std::process::Output;

use serde_json::Value;
use tempfile::tempdir;

use crate::support::{binary, python};

/// Prints the root properties of a tree and its number of nodes; fails on an unreadable node.
const READ: &str = "
import sys
from sgfmill import sgf
game = sgf.Sgf_game.from_bytes(open(sys.argv[1], 'rb').read())
setup = [sorted(points) for points in game.get_root().get_setup_stones()[:2]]
nodes, waiting = 0, [game.get_root()]
while waiting:
    node = waiting.pop()
    nodes += 1
    node.get_move(), node.get('C'), node.find_property('SZ')
    if node.has_property('LB'): node.get('LB')
    if node.has_property('TR'): node.get('TR')
    waiting.extend(node)
print(game.get_size(), game.get_komi(), nodes, setup)
";

fn genmove(arguments: &[&str]) -> Output {
    let mut command = binary::tao_go();
    command.args(["genmove", "--seed", "1", "--playouts", "300"]);
    command.args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap()
}

#[test]
fn genmove_saves_its_tree() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("genmove [;] tree.sgf");
    let file = path.to_str().unwrap();
    let plain = genmove(&["--moves", "E5 C3"]);
    let output = genmove(&["--moves", "E5 C3", "--debug-sgf", file]);
    assert_eq!(
        (output.status.code(), &output.stdout),
        (Some(0), &plain.stdout)
    );
    assert_eq!(text(&output.stderr), "");
    let tree = fs::read_to_string(&path).unwrap();
    assert!(
        tree.starts_with("(;GM[1]FF[4]CA[UTF-8]AP[Tao Go:"),
        "{tree}"
    );
    assert!(tree.contains("AB[ee]AW[cg]PL[B]"), "{tree}");
    let nodes = |options: &[&str]| {
        let output = genmove(&[&["--moves", "E5 C3", "--debug-sgf", file], options].concat());
        assert_eq!(output.status.code(), Some(0));
        fs::read_to_string(&path)
            .unwrap()
            .matches("visits, ")
            .count()
    };
    let [default, all, flat] = [
        nodes(&[]),
        nodes(&["--debug-sgf-visits", "1"]),
        nodes(&["--debug-sgf-depth", "1"]),
    ];
    assert!(flat < default && default < all, "{flat} {default} {all}");
}

#[test]
fn the_move_is_printed_even_if_the_tree_cannot_be_saved() {
    let folder = tempdir().unwrap();
    let unwritten = folder.path().join("no tree.sgf");
    for (arguments, code, reason) in [
        (
            &["--debug-sgf", folder.path().to_str().unwrap()][..],
            3,
            "this is a folder",
        ),
        (
            &["--debug-sgf", "/nonexistent/tree.sgf"],
            3,
            "/nonexistent/tree.sgf: ",
        ),
        (
            &[
                "--debug-sgf",
                unwritten.to_str().unwrap(),
                "--rules",
                "cgos",
                "--moves",
                "B E5 W pass",
            ],
            1,
            "no tree, because a pass wins without a search",
        ),
    ] {
        let output = genmove(arguments);
        let complaint = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert_eq!(text(&output.stdout).lines().count(), 1);
        assert!(complaint.contains(reason), "{complaint}");
    }
    assert!(!unwritten.exists());
    assert_eq!(genmove(&["--debug-sgf-depth", "3"]).status.code(), Some(2));
}

#[test]
fn genmove_prints_statistics_of_its_playouts() {
    let plain = genmove(&[]);
    let output = genmove(&["--stats"]);
    assert_eq!(
        (output.status.code(), &output.stdout),
        (Some(0), &plain.stdout)
    );
    let stats = text(&output.stderr);
    assert!(stats.starts_with("300 visits on top of 0 in "), "{stats}");
    assert!(stats.contains("\ngames 300\n"), "{stats}");
    let output = genmove(&["--stats", "--json"]);
    assert_eq!(text(&output.stderr), "");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let games = &answer["stats"]["games"];
    let scores = games["scores"].as_array().unwrap();
    let sum: u64 = scores.iter().map(|pair| pair[1].as_u64().unwrap()).sum();
    assert_eq!((games["count"].as_u64(), sum), (Some(300), 300));
    let without: Value = serde_json::from_slice(&genmove(&["--json"]).stdout).unwrap();
    assert!(without.get("stats").is_none());
}

#[test]
#[ignore = "needs Python, pip and its registry"]
fn sgfmill_reads_the_tree() {
    let folder = tempdir().unwrap();
    let tree = folder.path().join("tree.sgf");
    let arguments = ["--moves", "E5 C3", "--debug-sgf-visits", "1", "--debug-sgf"];
    let output = genmove(&[&arguments[..], &[tree.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(0));
    let nodes = fs::read_to_string(&tree).unwrap();
    let nodes = nodes.matches("% won by ").count();
    let mut reader = python::with_sgfmill();
    let read = python::run(reader.args(["-c", READ]).arg(&tree));
    assert_eq!(read, format!("9 7.0 {nodes} [[(4, 4)], [(2, 2)]]\n"));
}
