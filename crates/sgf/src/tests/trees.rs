//! No node is lost where a file is written again with notes.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use crate::{Note, Notes, ReadOptions, annotate, read_record};
use tao_rules::board::{Color, Move};

type Properties = Vec<(String, Vec<String>)>;

/// A node with those that follow it.
#[derive(Clone, Debug, Default, PartialEq)]
struct Node {
    properties: Properties,
    next: Vec<Node>,
}

/// Writes a tree as careless programs do: with blanks, empty trees and trees in trees, and without a `;` that may be missing.
struct CarelessWriter {
    rng: Xoshiro256PlusPlus,
    text: String,
}

impl CarelessWriter {
    fn one_in(&mut self, count: u32) -> bool {
        self.rng.next_u32().is_multiple_of(count)
    }

    fn property(&mut self) -> (String, Vec<String>) {
        let point = |rng: &mut Xoshiro256PlusPlus| {
            let letters = [rng.next_u32() % 5, rng.next_u32() % 5];
            letters
                .map(|index| char::from(b'a' + index as u8))
                .iter()
                .collect::<String>()
        };
        let rng = &mut self.rng;
        let (name, values) = match rng.next_u32() % 8 {
            0..=2 => ("B", vec![point(rng)]),
            3..=4 => ("W", vec![point(rng)]),
            5 => ("XX", vec![String::new(), r"a\]b;(".to_owned()]),
            6 => ("LB", vec![point(rng) + ":A", point(rng) + r":\\"]),
            _ => ("C", vec![format!("comment {}", rng.next_u32())]),
        };
        (name.to_owned(), values)
    }

    fn properties(&mut self) -> Properties {
        let mut properties: Properties = Vec::new();
        for _ in 0..self.rng.next_u32() % 3 {
            let property = self.property();
            if properties.iter().all(|(name, _)| *name != property.0) {
                properties.push(property);
            }
        }
        properties
    }

    fn tree(&mut self, depth: u32) -> Node {
        let properties = self.properties();
        let most = if depth == 0 { 1 } else { 3 };
        let count = if depth > 7 {
            0
        } else {
            1 + self.rng.next_u32() % most
        };
        let next = (0..count).map(|_| self.tree(depth + 1)).collect();
        Node { properties, next }
    }

    fn write_game(&mut self, root: &Node) {
        self.text.push('(');
        let is_bare = self.one_in(4);
        self.write_nodes(root, is_bare);
        self.text.push(')');
    }

    fn write_tree(&mut self, node: &Node) {
        let is_nested = self.one_in(8);
        if is_nested {
            self.text.push('(');
        }
        self.text.push_str("(\n");
        let is_bare = !node.properties.is_empty() && self.one_in(4);
        self.write_nodes(node, is_bare);
        self.text.push(')');
        if is_nested {
            self.text.push(')');
        }
    }

    fn write_nodes(&mut self, node: &Node, is_bare: bool) {
        self.text.push_str(if is_bare { "" } else { " ;" });
        for (name, values) in &node.properties {
            self.text.push_str(name);
            for value in values {
                self.text.extend(["[", value, "]"]);
            }
        }
        if self.one_in(6) {
            self.text.push_str("()");
        }
        match &node.next[..] {
            [only] if !self.one_in(4) => self.write_nodes(only, false),
            next => next.iter().for_each(|tree| self.write_tree(tree)),
        }
        if self.one_in(6) {
            self.text.push_str("(())");
        }
    }
}

/// Parses strict SGF: a tree has nodes, and then only trees.
fn parse(text: &mut &str) -> Node {
    fn skip<'a>(text: &mut &'a str, mark: char) -> Option<&'a str> {
        *text = text.trim_start();
        let rest = text.strip_prefix(mark)?;
        *text = rest;
        Some(rest)
    }
    skip(text, '(').unwrap();
    let mut nodes = Vec::new();
    while skip(text, ';').is_some() {
        let mut node = Node::default();
        loop {
            *text = text.trim_start();
            let name: String = text.chars().take_while(char::is_ascii_uppercase).collect();
            *text = &text[name.len()..];
            let mut values = Vec::new();
            while skip(text, '[').is_some() {
                let mut is_escaped = false;
                let end = text.find(|letter| {
                    let is_end = letter == ']' && !is_escaped;
                    is_escaped = letter == '\\' && !is_escaped;
                    is_end
                });
                values.push(text[..end.unwrap()].to_owned());
                *text = &text[end.unwrap() + 1..];
            }
            if name.is_empty() {
                break;
            }
            node.properties.push((name, values));
        }
        nodes.push(node);
    }
    let mut trees = Vec::new();
    while skip(text, ')').is_none() {
        trees.push(parse(text));
    }
    let last = nodes.last_mut().expect("a tree has nodes");
    last.next = trees;
    nodes
        .into_iter()
        .rev()
        .reduce(|next, mut node| {
            node.next = vec![next];
            node
        })
        .unwrap()
}

/// Removes what notes add.
fn without_notes(node: &mut Node) {
    let is_own = |node: &Node| {
        let own = ("N".to_owned(), vec!["Tao Go".to_owned()]);
        node.properties.contains(&own)
    };
    node.properties.retain(|(name, _)| name != "SBKV");
    node.next.retain(|next| !is_own(next));
    node.next.iter_mut().for_each(without_notes);
}

fn annotated(file: &str) -> String {
    let record = read_record(file.as_bytes(), &ReadOptions::default()).unwrap();
    let first = record.moves - record.game.moves().len();
    let note = |&(color, _): &(Color, Move)| Note {
        win_rate: Some(0.5),
        variation: vec![(color, Move::Pass), (!color, Move::Pass)],
        ..Note::default()
    };
    let notes: Vec<Note> = record.game.moves().iter().map(note).collect();
    let notes = Notes {
        game: &record.game,
        number: record.number,
        first,
        notes: &notes,
    };
    annotate(file.as_bytes(), &notes).unwrap()
}

#[test]
fn every_node_of_any_tree_is_written_again() {
    let rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let text = String::new();
    let mut writer = CarelessWriter { rng, text };
    for round in 0..300 {
        let mut tree = writer.tree(round % 4);
        let root = [
            ("GM", "1"),
            ("FF", "4"),
            ("CA", "UTF-8"),
            ("SZ", "5"),
            ("KM", "7"),
        ];
        let root = root.map(|(name, value)| (name.to_owned(), vec![value.to_owned()]));
        tree.properties.splice(0..0, root);
        writer.text.clear();
        writer.write_game(&tree);
        let file = &writer.text;
        let written = annotated(file);
        let mut rest = written.as_str();
        let mut read = parse(&mut rest);
        assert_eq!(rest.trim(), "", "{file}\n{written}");
        without_notes(&mut read);
        read.properties.retain(|(name, _)| name != "AP");
        assert_eq!(read, tree, "{file}\n{written}");
        assert!(sgf_parse::parse(&written).is_ok(), "{file}\n{written}");
        // A second call changes nothing.
        assert_eq!(annotated(&written), written, "{file}");
        let [moves, again] = [file, &written].map(|file| {
            let game = crate::read(file.as_bytes()).unwrap();
            game.moves().to_vec()
        });
        assert_eq!(again, moves, "{file}");
    }
}

#[test]
fn nodes_in_odd_places_stay() {
    for (file, expected) in [
        (
            "(;SZ[9](B[ee];W[cc];B[gg])(;B[ef]))",
            "(;B[ee];W[cc];B[gg])(;B[ef]))",
        ),
        ("(SZ[9];B[ee](W[cc])(W[dd]))", ";B[ee](;W[cc])(;W[dd]))"),
        ("(;SZ[9]()(;B[ee]))", "(;B[ee]))"),
        ("(;SZ[9];B[ee]())", ";B[ee])"),
        ("(;SZ[9](;B[aa]);W[bb];B[cc])", "(;B[aa])(;W[bb];B[cc]))"),
        (
            "(;SZ[9](;B[aa])(;B[bb])C[end])",
            "(;B[aa])(;B[bb])(;C[end]))",
        ),
        ("(;SZ[9]((;B[aa])(;B[bb])))", "(;B[aa])(;B[bb]))"),
        ("(;SZ[9]AB[a\na][bb];B[c\r\nc])", ";B[cc])"),
        ("(;SZ[9];B[ee];;W[cc];)", ";B[ee];;W[cc];)"),
        ("(;SZ[9];B[ee]N[a [b] c])", ";B[ee]N[a [b\\] c])"),
    ] {
        let game = crate::read(file.as_bytes()).unwrap();
        let notes = Notes {
            game: &game,
            number: 1,
            first: 0,
            notes: &[],
        };
        let text = annotate(file.as_bytes(), &notes).unwrap();
        let (root, rest) = text.split_once('\n').unwrap();
        let own = format!("KM[{}]CA[UTF-8]FF[4]AP", game.komi());
        assert!(root.contains(&own), "{text}");
        assert_eq!(rest.replace('\n', ""), expected, "{file}");
    }
}

#[test]
fn the_notes_are_on_the_game_that_was_read() {
    for skipped in ["(;GM[2]SZ[8];W[e4])", "(;GM[2]SZ[8];W[e4]"] {
        let file = format!("{skipped}(;GM[1]SZ[9]KM[5];B[gg];W[cc])(;SZ[9];B[aa])");
        let text = annotated(&file).replace('\n', "");
        let games: Vec<&str> = text.split("(;GM").collect();
        assert!(!games[1].contains("SBKV"), "{text}");
        assert_eq!(text.matches("SBKV").count(), 2, "{text}");
        assert!(text.contains("(;B[gg]SBKV[50.00]"), "{text}");
        assert!(
            text.contains("W[e4])") && text.ends_with(";B[aa])"),
            "{text}"
        );
    }
}
