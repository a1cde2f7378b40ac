//! Variations and comments are read with the moves of a game, and written.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::{Metadata, MoveTree, ReadOptions, Record, Shape, read_record, read_tree, write};
use tao_rules::game::Game;

fn tree(file: &str) -> MoveTree {
    let record = read_record(file.as_bytes(), &ReadOptions::default()).unwrap();
    read_tree(file.as_bytes(), &record)
}

/// Each node with the number of its parent: `0 B C3 "comment"`.
fn nodes(tree: &MoveTree) -> Vec<String> {
    let nodes = tree.nodes().iter().skip(1);
    let text = |node: &crate::TreeNode| {
        let (color, mv) = node.mv.unwrap();
        let letter = crate::color_letter(color);
        let comment = match &*node.comment {
            "" => String::new(),
            comment => format!(" {comment:?}"),
        };
        format!("{} {letter} {mv}{comment}", node.parent.unwrap())
    };
    nodes.map(text).collect()
}

#[test]
fn the_main_line_comes_first_and_variations_name_their_parents() {
    let file = "(;SZ[5]C[root](;B[cc]C[good];W[dd](;B[bb])(;B[dc];C[a note];W[bc]C[a \\] b]))(;B[bb](;W[cc])(;W[cd])))";
    let tree = tree(file);
    assert_eq!(tree.nodes()[0].comment, "root");
    let expected = [
        "0 B C3 \"good\"",
        "1 W D2",
        "2 B B4",
        "2 B D3 \"a note\"",
        "4 W B3 \"a ] b\"",
        "0 B B4",
        "6 W C3",
        "6 W C2",
    ];
    assert_eq!(nodes(&tree), expected);
    assert_eq!(tree.line_through(4), [0, 1, 2, 4, 5]);
    assert_eq!(tree.line_through(6), [0, 6, 7]);
}

#[test]
fn what_no_game_can_have_ends_a_variation() {
    for (file, expected) in [
        (
            "(;SZ[5];B[cc];W[dd](;B[bb])(;B[dd];W[aa])(;B[zz])(;AB[aa];B[bb])(;B[];W[tt]))",
            5,
        ),
        // The same move twice is one node.
        ("(;SZ[5];B[cc](;W[dd];B[bb])(;W[dd];B[bc]))", 4),
        // The game begins with the stones that are set up, and so do its variations.
        (
            "(;SZ[5];B[cc](;W[dd];AB[aa];W[bb](;B[ee])(;B[ed]))(;W[ee]))",
            3,
        ),
        // A move on an occupied point begins the game again.
        ("(;SZ[5];B[bb];B[bb](;W[cc])(;W[dd]))", 3),
        ("(;SZ[5];B[cc]()(;W[dd])(;W[ee]))", 3),
        ("(;SZ[5];B[cc];W[dd](;B[ee])", 3),
    ] {
        assert_eq!(nodes(&tree(file)).len(), expected, "{file}");
    }
    assert_eq!(
        tree("(;SZ[99])(;SZ[5];B[cc](;W[dd])(;W[ee]))(;SZ[9];B[aa])")
            .nodes()
            .len(),
        4
    );
}

#[test]
fn a_removed_node_takes_with_it_what_follows() {
    let mut tree = tree("(;SZ[5];B[cc](;W[dd];B[bb])(;W[ee];B[aa]))");
    assert_eq!(
        tree.remove(2),
        [Some(0), Some(1), None, None, Some(2), Some(3)]
    );
    assert_eq!(nodes(&tree), ["0 B C3", "1 W E1", "2 B A5"]);
    // The beginning stays.
    assert_eq!(tree.remove(0), [Some(0), Some(1), Some(2), Some(3)]);
}

#[test]
fn a_written_tree_is_read_again() {
    let file =
        "(;SZ[5]C[root](;B[cc]C[a\\]b];W[dd](;B[bb])(;B[dc];W[bc]))(;B[bb](;W[cc])(;W[cd])))";
    let record = read_record(file.as_bytes(), &ReadOptions::default()).unwrap();
    let mut tree = read_tree(file.as_bytes(), &record);
    let write = |game: &Game, tree: &MoveTree| {
        let metadata = Metadata {
            header: Some(&record.header),
            tree: Some(tree),
            ..Metadata::default()
        };
        write(game, &metadata)
    };
    let text = write(&record.game, &tree);
    assert!(
        text.contains("(;B[cc]C[a\\]b];W[dd](;B[bb])(;B[dc];W[bc]))(;B[bb](;W[cc])(;W[cd]))"),
        "{text}"
    );
    let again = read_record(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(read_tree(text.as_bytes(), &again), tree);
    // The line of the game is written first, no matter when its moves were added.
    let mut game = record.game.clone();
    game.undo();
    let last = tree.add(2, (game.to_move(), "A1".parse().unwrap()));
    let last = last.unwrap();
    game.play("A1".parse().unwrap()).unwrap();
    let text = write(&game, &tree);
    assert!(text.contains(";W[dd](;B[ae])(;B[bb])(;B[dc]"), "{text}");
    let there = tree.game_at(&record.game, last).unwrap();
    assert_eq!(there.moves(), game.moves());
}

#[test]
fn variations_after_the_end_of_a_game_are_no_part_of_it() {
    let file = "(;SZ[5];B[cc](;W[dd];B[bb])(;W[ee]))";
    let record = read_record(file.as_bytes(), &ReadOptions::default()).unwrap();
    for moves in 0..=3 {
        let mut game = record.game.clone();
        game.undo_many(3 - moves);
        for _ in 0..2 {
            game.set_to_move(!game.to_move());
            let tree = tree(file);
            let metadata = Metadata {
                tree: Some(&tree),
                ..Metadata::default()
            };
            let text = write(&game, &metadata);
            let again = read_record(text.as_bytes(), &ReadOptions::default()).unwrap();
            assert_eq!(again.game.moves(), game.moves(), "{text}");
            assert_eq!(again.game.to_move(), game.to_move(), "{text}");
            assert_eq!(read_tree(text.as_bytes(), &again), tree, "{text}");
        }
    }
}

#[test]
fn a_suicide_in_a_variation_is_played_whatever_the_rules() {
    let start = "(;SZ[5]RU[Chinese];B[ba];W[aa];B[bb];W[ee];B[ac]";
    for suicide in ["(;W[dd])(;W[ab];B[cc]))", ";W[ab];B[cc])"] {
        let file = format!("{start}{suicide}");
        let record = read_record(file.as_bytes(), &ReadOptions::default()).unwrap();
        let tree = read_tree(file.as_bytes(), &record);
        let mut other = record.game.clone();
        other.undo_many(other.moves().len() - 4);
        let last = tree.nodes().len() - 1;
        let game = tree.game_at(&other, last).unwrap();
        assert_eq!(game.moves().len(), 7, "{file}");
        assert_eq!(super::stones(&game), "B A3 B B4 B B5 B C3 W E1", "{file}");
    }
}

#[test]
fn variations_after_the_last_move_that_is_read_are_left_out() {
    let file = b"(;SZ[5];B[aa](;W[bb]C[no](;B[cc])(;B[dd]))(;W[cc]))";
    let options = ReadOptions {
        until: Some(2),
        ..ReadOptions::default()
    };
    let record = read_record(file, &options).unwrap();
    let tree = read_tree(file, &record);
    assert_eq!(nodes(&tree), ["0 B A5", "1 W C3"]);
}

/// Other programs find what they wrote, though nothing here understands it.
#[test]
fn properties_that_are_not_understood_are_kept() {
    let file = "(;SZ[9]GN[Title]SBKV[0.5]LB[aa:x\\]y]ZZ[\\\\][b];B[ee]BM[1]TR[aa:bb]N[a name]\
        (;W[gc]CR[cc]C[good];LB[dd:2]CR[aa])(;W[cc]kr[]BL[9]))";
    let tree = tree(file);
    let others = |node: usize| tree.nodes()[node].others.as_str();
    assert_eq!(others(0), r"SBKV[0.5]LB[aa:x\]y]ZZ[\\][b]");
    assert_eq!(others(1), "BM[1]TR[aa:bb]N[a name]");
    assert_eq!(others(2), "CR[cc]LB[dd:2]");
    let record = read_record(file.as_bytes(), &ReadOptions::default()).unwrap();
    let metadata = Metadata {
        header: Some(&record.header),
        tree: Some(&tree),
        ..Metadata::default()
    };
    let text = write(&record.game, &metadata);
    let again = read_record(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(read_tree(text.as_bytes(), &again), tree, "{text}");
}

#[test]
fn marks_are_on_points_and_rectangles() {
    let tree =
        tree("(;SZ[9]LB[aa:x][bb:long: text][zz:y][cc]TR[ai]SQ[ba:bb]MA[tt]CR[];B[ee]MA[ii])");
    let marks = |node: usize| {
        let marks = tree.nodes()[node].marks(9).into_iter();
        marks
            .map(|mark| (mark.point.to_string(), mark.shape))
            .collect::<Vec<_>>()
    };
    let label = |text: &str| Shape::Label(text.into());
    let expected = [
        ("A9", label("x")),
        ("B8", label("long: text")),
        ("A1", Shape::Triangle),
        ("B8", Shape::Square),
        ("B9", Shape::Square),
    ];
    assert_eq!(
        marks(0),
        expected.map(|(point, shape)| (point.to_owned(), shape))
    );
    assert_eq!(marks(1), [("J1".to_owned(), Shape::Cross)]);
}

#[test]
fn a_node_gets_another_comment_and_other_marks() {
    let mut tree = tree("(;SZ[9];B[ee]C[old]TR[aa]XX[other]LB[bb:A])");
    let node = tree.node_mut(1).unwrap();
    node.annotate(" new ", "SQ[cc][dd]LB[ee:\\]]C[no]B[aa];W[ff]");
    assert_eq!(
        (&*node.comment, &*node.others),
        ("new", "XX[other]SQ[cc][dd]LB[ee:\\]]")
    );
    for none in ["", "hello", "(;TR[aa])"] {
        node.annotate("", none);
        assert_eq!((&*node.comment, &*node.others), ("", "XX[other]"));
    }
}

/// The file as it is written after it was read, on one line.
fn rewritten(file: &str) -> String {
    let record = read_record(file.as_bytes(), &ReadOptions::default()).unwrap();
    let tree = read_tree(file.as_bytes(), &record);
    written(&record, &record.game, &tree).replace('\n', "")
}

fn written(record: &Record, game: &Game, tree: &MoveTree) -> String {
    let metadata = Metadata {
        header: Some(&record.header),
        tree: Some(tree),
        ..Metadata::default()
    };
    write(game, &metadata)
}

/// Everything before stones that are set up, and every variation of it, stays where it was.
#[test]
fn what_is_before_a_set_up_is_written_again() {
    let root = "GN[Title]C[root]";
    for (before, set_up, after) in [
        (
            "TR[aa];B[cc]C[a\\]b]LB[cc:1];W[dd]BL[9];",
            "AB[cc][aa]AW[dd]PL[B]C[set up]SQ[aa]",
            ")",
        ),
        // Variations of the moves before, and of those after.
        (
            ";B[cc](;W[dd](;C[no move];",
            "AB[cc][aa]AW[dd]PL[B];B[bb](;W[ee])(;W[ed]))(;B[bd];W[]N[x]))(;W[ee](;B[aa])(;B[ab])))",
            "",
        ),
        // An earlier set-up, also of the first node, and another side to move.
        (
            "AB[aa]AW[bb]PL[W];W[cc];AE[bb];B[ba]N[x];",
            "AE[cc][aa]AB[ba]AW[ee]PL[W];W[aa])",
            "",
        ),
        // Handicap stones that are moves.
        (
            "HA[2];B[cc]C[first];B[bb]C[second];",
            "AB[cc][bb]PL[W];W[dd])",
            "",
        ),
        // A move on an occupied point.
        (";B[cc]C[x];", "AE[cc]PL[B];B[cc]C[again])", ""),
        (";B[aa];W[cc]C[x];", "AE[cc]AB[aa]PL[B];B[cc]C[again])", ""),
    ] {
        let file = format!("(;SZ[5]{root}{before}{set_up}{after}");
        let text = rewritten(&file);
        let rest = text.split_once(root).unwrap().1;
        assert_eq!(rest, format!("{before}{set_up}{after}"), "{file}");
        assert_eq!(rewritten(&text), text, "{file}");
    }
    // Nodes in odd places become strict; moves of one node are told apart, the second on an occupied point.
    for (file, expected) in [
        (
            "(;SZ[5]RU[]B[aa]((;AB[bb];W[cc])()(W[dd]))(;W[ee]);W[ed]",
            "B[aa](;AB[bb][aa]PL[W];W[cc])(;W[dd])(;W[ee])(;W[ed]))",
        ),
        (
            "(;SZ[5];C[a]B[aa]W[aa]TR[bb](;B[cc])(;B[dd]))",
            ";B[aa];AE[aa]PL[W];W[aa]C[a]TR[bb](;B[cc])(;B[dd]))",
        ),
    ] {
        let text = rewritten(file);
        assert!(text.ends_with(expected), "{text}");
        assert_eq!(rewritten(&text), text, "{file}");
    }
}

#[test]
fn a_game_after_a_set_up_goes_on_with_what_is_before() {
    let file = "(;SZ[5]C[root];B[cc]C[one](;W[dd];AB[aa];B[bb])(;W[ee]C[two]))";
    let record = read_record(file.as_bytes(), &ReadOptions::default()).unwrap();
    let mut tree = read_tree(file.as_bytes(), &record);
    assert!(tree.begins_later() && tree.nodes()[0].comment.is_empty());
    let mut game = record.game.clone();
    let last = tree
        .add(1, (game.to_move(), "E1".parse().unwrap()))
        .unwrap();
    game.play("E1".parse().unwrap()).unwrap();
    tree.node_mut(last).unwrap().annotate("mine", "TR[ab]");
    tree.node_mut(0).unwrap().annotate("here", "");
    let text = written(&record, &game, &tree);
    let line = text.replace('\n', "");
    for part in [
        "C[root]",
        "C[one](;W[dd]",
        "C[here];B[bb];W[ee]C[mine]TR[ab])(;W[ee]C[two])",
    ] {
        assert!(line.contains(part), "{text}");
    }
    let again = read_record(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!((again.moves, again.game.moves()), (4, game.moves()));
    assert_eq!(super::stones(&again.game), super::stones(&game));
    assert_eq!(read_tree(text.as_bytes(), &again), tree, "{text}");
    // Without its moves, the position is set up all the same.
    game.undo_many(2);
    let text = written(&record, &game, &tree);
    let again = crate::read(text.as_bytes()).unwrap();
    assert_eq!(again.moves(), []);
    assert_eq!(super::stones(&again), super::stones(&game));
}

#[test]
fn variations_that_cannot_be_shown_are_written_again() {
    for file in [
        "(;SZ[5];B[cc](;W[dd];B[bb])(;W[ee];B[bb](;AB[aa]C[x](;W[ab])(;W[ac]))(;B[bb]C[y])))",
        "(;SZ[5];B[cc](;W[cd])(;W[qq]C[odd];B[aa]))",
        // Stones that are removed at the end of a game stay on the board.
        "(;SZ[5];B[cc];W[dd](;)(;AE[cc][dd]))",
    ] {
        let text = rewritten(file);
        let moves = file.split_once("SZ[5]").unwrap().1;
        assert!(text.ends_with(moves), "{text}");
        assert_eq!(rewritten(&text), text, "{file}");
    }
    let removed = rewritten("(;SZ[5];B[cc];W[dd];AE[cc]C[won];AE[dd])");
    assert!(
        removed.ends_with(";W[dd]C[won](;)(;AE[cc])(;AE[dd]))"),
        "{removed}"
    );
    let tree = tree("(;SZ[5];B[cc](;W[dd])(;AB[aa])(;W[cc]))");
    assert_eq!(tree.nodes()[1].rest, "(;AB[aa])(;W[cc])");
}

/// Parts of files, of which the next test makes broken and whole ones.
const TOKENS: [&str; 31] = [
    "(",
    "(",
    ")",
    ";",
    ";",
    ";B[aa]",
    ";W[bb]",
    ";B[cc]",
    ";W[]",
    "C[a]",
    "N[b]",
    "N[c]d]",
    "LB[aa:x]",
    "LB[bb:\\]]",
    "TR[aa]",
    "TR[aa:cc]",
    "ZZ[",
    "[",
    "]",
    "\\",
    "x",
    "kr[1]",
    "Move[2]",
    "AB[dd]",
    "AE[dd]",
    "AE[aa]",
    "B[aa]",
    "W[aa]",
    "PL[W]",
    "BL[9]",
    "KO[]",
];

#[test]
fn what_is_kept_of_any_file_can_be_read_again() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(23);
    let others = |tree: &MoveTree| -> Vec<String> {
        let nodes = tree.nodes().iter();
        nodes.map(|node| node.others.clone()).collect()
    };
    let (mut kept, mut later, mut rest) = (0, 0, 0);
    for _ in 0..2_000 {
        let tokens = (0..random.random_range(0..14)).map(|_| random.random_range(0..TOKENS.len()));
        let tokens: Vec<&str> = tokens.map(|token| TOKENS[token]).collect();
        let file = format!("(;SZ[5]{}", tokens.concat());
        let Ok(record) = read_record(file.as_bytes(), &ReadOptions::default()) else {
            continue;
        };
        let tree = read_tree(file.as_bytes(), &record);
        kept += others(&tree)
            .iter()
            .filter(|others| !others.is_empty())
            .count();
        later += usize::from(tree.begins_later());
        rest += usize::from(tree.nodes().iter().any(|node| !node.rest.is_empty()));
        let text = written(&record, &record.game, &tree);
        let again = read_record(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(again.game.moves(), record.game.moves(), "{file}\n{text}");
        let boards = [&again, &record].map(|record| super::stones(&record.game));
        assert_eq!(boards[0], boards[1], "{file}\n{text}");
        let read = read_tree(text.as_bytes(), &again);
        assert_eq!(read, tree, "{file}\n{text}");
        assert_eq!(written(&again, &again.game, &read), text, "{file}");
        assert!(sgf_parse::parse(&text).is_ok(), "{file}\n{text}");
        for node in read.nodes() {
            let _ = node.marks(5);
        }
    }
    assert!(
        kept > 200 && later > 100 && rest > 30,
        "{kept} {later} {rest}"
    );
}
