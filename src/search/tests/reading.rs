//! What reading changes in the tree.

use super::*;
use crate::search::tree::NodeMove;

/// Black captures the two stones in a ladder from C5. From D4 they get away.
const LADDER: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . X O . . . .
    . X O X . . .
    . . X . . . .
    . . . . . . .";

fn with_reader(preset: Params) -> Params {
    let mut params = preset;
    params.set("reader", "on").unwrap();
    params
}

/// Probability and wins that a move of the root starts with.
fn prior(params: &Params, vertex: &str) -> (f64, u16) {
    let board = board(LADDER);
    let request = request(&board, Color::Black, 20);
    let search = Search::<2>::new(params, &request, None);
    search.run(None, None);
    let mv = NodeMove::<2>::Play(Point::new(vertex.parse().unwrap()));
    let mut children = search.tree.children(search.tree.root()).iter();
    let prior = children.find(|child| child.mv() == mv).unwrap().prior();
    (prior.probability(), prior.wins)
}

#[test]
fn a_move_that_works_gets_a_prior_and_one_that_fails_loses_it() {
    let (without, with) = (Params::PLAYOUTS, with_reader(Params::PLAYOUTS));
    let Reading { wins, share, .. } = with.reading;
    let (probability, works) = prior(&with, "C5");
    assert!(probability >= share - 1e-4 && works >= wins);
    let (probability, fails) = prior(&with, "D4");
    assert!(probability <= share / 10.0 && fails == 0);
    assert!(prior(&without, "D4").1 > 0);
    // What it says nothing of keeps its prior.
    assert_eq!(prior(&with, "F6"), prior(&without, "F6"));
}

#[test]
fn what_was_read_is_counted() {
    let board = board(LADDER);
    let mut searcher = Searcher::default();
    searcher.keep_statistics(Switch::On);
    let request = request(&board, Color::Black, 500);
    let counts = |searcher: &mut Searcher, params: &Params| {
        let report = searcher.search(params, &request, None);
        report.statistics.unwrap().reading()
    };
    let mut early = with_reader(Params::PLAYOUTS);
    let root_alone = counts(&mut searcher, &early).unwrap();
    assert!(root_alone.chains > 0 && root_alone.nodes > root_alone.chains);
    early.set("reader-after", "2").unwrap();
    assert!(counts(&mut searcher, &early).unwrap().chains > root_alone.chains);
    assert_eq!(counts(&mut searcher, &Params::PLAYOUTS), None);
}

#[test]
fn puct_finds_a_move_whose_prior_was_raised() {
    let params = Params {
        selection: Params::NETWORK.selection,
        first_play: Params::NETWORK.first_play,
        ..with_reader(Params::PLAYOUTS)
    };
    let board = board(LADDER);
    let report = search(&params, &request(&board, Color::Black, 60));
    let captures: Move = "C5".parse().unwrap();
    assert!(report.stats(captures).unwrap().visits > 10);
}
