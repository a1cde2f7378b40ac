//! Search trees as SGF.

use std::io::{self, Write};

use sgf_parse::go::Prop;
use sgf_parse::{SgfNode, SgfProp};

use crate::write_tree;
use tao_engine::search::{
    Limit, Params, Request, Searcher, SelectionParams, TreeFilter, TreeParams, TreeStep,
};
use tao_rules::board::{AnyBoard, Color, Move};
use tao_sgf::read;

/// A search of a position with White to move.
fn searched(board: &AnyBoard, params: &Params, playouts: u64) -> Searcher {
    let mut searcher = Searcher::default();
    let request = Request {
        limit: Limit {
            playouts: Some(playouts),
            time: None,
        },
        ..Request::new(board, Color::White, 0.5)
    };
    searcher.search(params, &request);
    searcher
}

fn written(searcher: &Searcher, cut: Option<TreeFilter>) -> String {
    let tree = searcher.tree().unwrap();
    let mut file = Vec::new();
    write_tree(&mut file, &tree, cut.unwrap_or(tree.default_filter())).unwrap();
    String::from_utf8(file).unwrap()
}

fn board() -> AnyBoard {
    ". X O .\nX X O O\n. X O .\nX . . O".parse().unwrap()
}

#[test]
fn a_small_tree_in_full() {
    let params = Params {
        tree: TreeParams {
            expand_after: 20,
            ..Params::PLAIN_UCT.tree
        },
        ..Params::PLAIN_UCT
    };
    let searcher = searched(&". X .\n. . .\n. O .".parse().unwrap(), &params, 60);
    let file = written(&searcher, None);
    assert_eq!(file.replace(env!("CARGO_PKG_VERSION"), "VERSION"), GOLDEN);
}

const GOLDEN: &str = "\
(;GM[1]FF[4]CA[UTF-8]AP[Tao Go:VERSION]ST[0]SZ[3]KM[0.5]AB[ba]AW[bc]PL[W]
LB[ab:A][bb:B][cc:C][cb:D]TR[ca][ac][aa]
C[White to move
60 visits, 70.0 % won by White
A A2: 14 visits, 92.9 %
B B2: 13 visits, 84.6 %
C C1: 10 visits, 80.0 %
D C2: 10 visits, 70.0 %]
(;W[ab]C[White A2
14 visits, 92.9 % won by White])
(;W[bb]C[White B2
13 visits, 84.6 % won by White])
(;W[cc]C[White C1
10 visits, 80.0 % won by White])
(;W[cb]C[White C2
10 visits, 70.0 % won by White]))
";

/// The nodes of a tree that `sgf-parse` reads, each before its children.
fn nodes(root: &SgfNode<Prop>) -> Vec<&SgfNode<Prop>> {
    let mut nodes = Vec::new();
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        nodes.push(node);
        let place = waiting.len();
        waiting.extend(node.children());
        waiting[place..].reverse();
    }
    nodes
}

#[test]
fn another_parser_finds_the_same_nodes_and_no_errors() {
    for params in Params::presets().map(|(_, params)| params) {
        let searcher = searched(&board(), &params, 1_500);
        let tree = searcher.tree().unwrap();
        let trees = sgf_parse::go::parse(&written(&searcher, None)).unwrap();
        assert_eq!(trees.len(), 1);
        trees[0].validate().unwrap();
        let read = nodes(&trees[0]);
        let walk = tree.walk(tree.default_filter());
        let expected: Vec<_> = walk
            .filter_map(|step| match step {
                TreeStep::Down(node) => Some(node),
                TreeStep::Up => None,
            })
            .collect();
        assert_eq!(read.len(), expected.len());
        for (node, expected) in read.iter().zip(&expected) {
            let mut names = node.properties().map(SgfProp::identifier);
            assert!(names.all(|name| name.len() <= 2));
            let has_move = ["B", "W"].map(|name| node.get_property(name).is_some());
            let mover = expected.mv().map(|_| expected.mover);
            assert_eq!(has_move, Color::BOTH.map(|color| mover == Some(color)));
            let invalid = node
                .properties()
                .find(|property| matches!(property, Prop::Invalid(..)));
            assert!(invalid.is_none(), "{invalid:?}");
            let comment = node.get_property("C").map(ToString::to_string).unwrap();
            let visits = format!("{} visits, ", expected.stats.visits);
            assert!(comment.contains(&visits), "{comment}");
            assert_eq!(node.children().count(), expected.branches);
        }
    }
}

#[test]
fn the_main_line_is_the_principal_variation() {
    let searcher = searched(&board(), &Params::PLAYOUTS, 1_000);
    let tree = searcher.tree().unwrap();
    let game = read(written(&searcher, None).as_bytes()).unwrap();
    assert_eq!(game.initial_board(), &board());
    assert_eq!(game.first_to_move(), Color::White);
    assert_eq!(game.komi().to_string(), "0.5");
    let line: Vec<Move> = tree
        .walk(tree.default_filter())
        .map_while(|step| match step {
            TreeStep::Down(node) => Some(node.mv()),
            TreeStep::Up => None,
        })
        .flatten()
        .collect();
    let moves: Vec<Move> = game.moves().iter().map(|&(_, mv)| mv).collect();
    assert_eq!(moves, line);
    assert!(!moves.is_empty());
}

#[test]
fn proofs_are_in_comments_and_marks() {
    let params = Params {
        selection: SelectionParams {
            // Every node has a pass among its children: without one no move is proven won.
            pass_below: 100,
            ..Params::PLAYOUTS.selection
        },
        ..Params::PLAYOUTS
    };
    let file = written(&searched(&board(), &params, 20_000), None);
    let trees = sgf_parse::go::parse(&file).unwrap();
    let root = &trees[0];
    assert!(root.get_property("GW").is_some() && root.get_property("GB").is_none());
    assert!(
        file.contains("100.0 % won by White\nProven: White wins\n"),
        "{file}"
    );
    assert!(file.contains(", proven to win]\n"), "{file}");
}

/// Returns a file without the values of its properties.
fn skeleton(file: &str) -> String {
    let mut skeleton = String::new();
    let (mut is_value, mut is_escaped) = (false, false);
    for letter in file.chars() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' if !is_value => is_value = true,
            ']' => is_value = false,
            _ if !is_value => skeleton.push(letter),
            _ => {}
        }
    }
    skeleton
}

/// Measures the largest single write.
#[derive(Default)]
struct Meter {
    text: String,
    largest_write: usize,
}

impl Write for Meter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text
            .push_str(std::str::from_utf8(bytes).map_err(io::Error::other)?);
        self.largest_write = self.largest_write.max(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_large_tree_is_written_node_by_node() {
    let params = Params {
        tree: TreeParams {
            expand_after: 1,
            ..Params::PLAIN_UCT.tree
        },
        ..Params::PLAIN_UCT
    };
    let searcher = searched(&AnyBoard::new(4), &params, 100_000);
    let tree = searcher.tree().unwrap();
    let filter = TreeFilter {
        visits: 1,
        depth: usize::MAX,
    };
    let mut meter = Meter::default();
    write_tree(&mut meter, &tree, filter).unwrap();
    let skeleton = skeleton(&meter.text);
    let count = |letter| skeleton.chars().filter(|&other| other == letter).count();
    assert!(count(';') >= 100_000, "{}", count(';'));
    assert_eq!(count('('), count(')'));
    // The largest write is a node with all its replies.
    assert!(
        meter.largest_write < 4_000,
        "{} of {}",
        meter.largest_write,
        meter.text.len()
    );
}

#[test]
fn a_tree_that_cannot_be_written_fails_at_once() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            self.0 += 1;
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let searcher = searched(&board(), &Params::PLAYOUTS, 500);
    let tree = searcher.tree().unwrap();
    let mut full = Full(0);
    let error = write_tree(&mut full, &tree, tree.default_filter()).unwrap_err();
    assert_eq!((error.kind(), full.0), (io::ErrorKind::StorageFull, 1));
}
