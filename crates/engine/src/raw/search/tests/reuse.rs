//! What a search reuses of the tree of the search before.

use super::*;
use crate::search::tree::SavedTree;
use tao_rules::game::Superko;

const PLAYOUTS: u64 = 400;

/// A game, as far as a request describes it.
struct TestGame {
    board: AnyBoard,
    to_move: Color,
    recent_moves: [Option<Move>; RECENT_MOVES],
    move_number: usize,
}

impl TestGame {
    fn new() -> Self {
        Self {
            board: AnyBoard::new(9),
            to_move: Color::Black,
            recent_moves: [None; RECENT_MOVES],
            move_number: 0,
        }
    }

    fn play(&mut self, mv: Move) {
        match mv {
            Move::Play(coord) => self.board.play(self.to_move, Point::new(coord)).unwrap(),
            Move::Pass => self.board.pass(),
        }
        self.to_move = !self.to_move;
        self.recent_moves.rotate_right(1);
        self.recent_moves[0] = Some(mv);
        self.move_number += 1;
    }

    fn request(&self) -> Request {
        Request {
            recent_moves: self.recent_moves,
            move_number: self.move_number,
            ..request(&self.board, self.to_move, PLAYOUTS)
        }
    }
}

/// A searcher that has searched a game, the game after the next `moves` moves of the principal variation, and the report.
fn after(moves: usize) -> (Searcher, TestGame, Report) {
    let (mut searcher, mut game) = (Searcher::default(), TestGame::new());
    game.play("E5".parse().unwrap());
    let report = searcher.search(&Params::PLAYOUTS, &game.request());
    assert_eq!(report.reused_visits, 0);
    for mv in report.principal_variation().take(moves) {
        game.play(mv);
    }
    (searcher, game, report)
}

/// The dead stones decide the value of passes at the root, so a tree with a pass is reused only if the same stones are dead.
#[test]
fn a_tree_with_a_pass_is_for_searches_that_know_the_same_dead_stones() {
    let board = board(FINISHED);
    let with_dead = |dead: Option<Vec<Coord>>| Request {
        dead,
        ..request(&board, Color::Black, PLAYOUTS)
    };
    let stone = board.all_stones().next().map(|(_, coord)| coord);
    let some = Some(stone.into_iter().collect::<Vec<_>>());
    for (first, then, is_reused) in [
        (None, None, true),
        (some.clone(), some.clone(), true),
        (some.clone(), None, false),
        (None, some, false),
    ] {
        let mut searcher = Searcher::default();
        searcher.search(&Params::PLAYOUTS, &with_dead(first));
        let report = searcher.search(&Params::PLAYOUTS, &with_dead(then));
        assert_eq!(report.reused_visits > 0, is_reused);
    }
    // In an opening no pass is tried, so the dead stones do not matter.
    let mut searcher = Searcher::default();
    let mut game = TestGame::new();
    game.play("E5".parse().unwrap());
    let known = Request {
        dead: Some(Vec::new()),
        ..game.request()
    };
    searcher.search(&Params::PLAYOUTS, &known);
    let report = searcher.search(&Params::PLAYOUTS, &game.request());
    assert!(report.reused_visits > 0);
}

/// A description of every node of a subtree, independent of the indices.
fn describe(tree: &Tree, node: &Node) -> Vec<String> {
    let mut nodes = vec![node];
    let mut descriptions = Vec::new();
    while let Some(node) = nodes.pop() {
        let mv: PointMove<2> = node.mv();
        let (results, amaf, prior) = (node.results.get(), node.amaf.get(), node.prior());
        let children = tree.children(node);
        descriptions.push(format!(
            "{mv:?} {results:?} {amaf:?} {prior:?} {}",
            children.len()
        ));
        nodes.extend(children);
    }
    descriptions
}

#[test]
fn a_subtree_moves_to_the_front_unchanged() {
    let game = TestGame::new();
    let mut request = game.request();
    request.limit.playouts = Some(8_000);
    let mut search = Search::<2>::new(&Params::PLAYOUTS, &request, None);
    search.run(None, None);
    let mut sizes = vec![search.tree.len()];
    assert!(sizes[0] > 3 << 14, "several segments");
    // The most visited child becomes the root, three times.
    for _ in 0..3 {
        let root = search.tree.root();
        let children = search.tree.indexed_children(root);
        let (index, child) = children.max_by_key(|(_, child)| child.visits()).unwrap();
        let before = describe(&search.tree, child);
        search.tree.keep(index);
        let after = describe(&search.tree, search.tree.root());
        assert!(before == after);
        assert_eq!(search.tree.len(), after.len());
        sizes.push(after.len());
    }
    assert!(sizes.is_sorted_by(|before, after| before > after));
}

#[test]
fn children_that_are_made_later_change_no_search_of_a_game() {
    let cached = network::cached_network();
    let played = |first_children: Option<usize>| {
        let (mut game, mut saved, mut found) = (TestGame::new(), None, Vec::new());
        for rank in [0, 1, 0, 0, 2, 1, 0] {
            let request = game.request();
            let mut search = Search::<2>::new(&Params::NETWORK, &request, saved.take());
            search.network = Some(&cached);
            search.first_children = first_children.unwrap_or(search.first_children);
            let report = search.run(None, None);
            game.play(report.moves()[rank].mv);
            found.push((report.reused_visits, format!("{:?}", report.moves())));
            saved = Some(SavedTree::new(search.tree, &Params::NETWORK, &request));
        }
        found
    };
    let found = played(None);
    assert!(found.iter().skip(1).all(|(reused, _)| *reused > 0));
    assert_eq!(found, played(Some(usize::MAX)));
}

#[test]
fn the_tree_below_the_new_position_is_reused() {
    for moves in 0..=2 {
        let (mut searcher, game, first) = after(moves);
        let again = searcher.search(&Params::PLAYOUTS, &game.request());
        let visits =
            |report: &Report| -> u64 { report.moves().iter().map(|stats| stats.visits).sum() };
        match moves {
            0 => assert_eq!(again.reused_visits, PLAYOUTS),
            1 => assert_eq!(again.reused_visits, first.moves()[0].visits),
            _ => assert!((1..first.moves()[0].visits).contains(&again.reused_visits)),
        }
        assert_eq!(again.playouts, PLAYOUTS);
        // Visits that ended in the new root while it was a leaf are not among its children's.
        let ended = again.reused_visits + PLAYOUTS - visits(&again);
        assert!(
            ended <= u64::from(Params::PLAYOUTS.tree.expand_after),
            "{ended}"
        );
    }
}

#[test]
fn a_tree_of_another_position_or_search_is_dropped() {
    type Change = fn(&mut TestGame);
    let changes: [(&str, Change); 5] = [
        ("another side to move", |game| game.to_move = !game.to_move),
        ("another last move", |game| game.recent_moves[0] = None),
        ("an undo", |game| game.move_number -= 1),
        ("a stone", |game| {
            let board = &mut game.board;
            let point = board.empty().iter().last().unwrap();
            board.play(Color::White, point).unwrap();
        }),
        ("another size", |game| {
            let stones: Vec<_> = game.board.all_stones().collect();
            game.board = AnyBoard::set_up(13, stones).unwrap();
        }),
    ];
    for moves in 0..=2 {
        for (what, change) in changes {
            let (mut searcher, mut game, _) = after(moves);
            change(&mut game);
            let reused = reused_visits(&mut searcher, &Params::PLAYOUTS, &game.request());
            assert_eq!(reused, 0, "{what}, {moves}");
        }
        let (mut searcher, game, _) = after(moves);
        let komi = Request {
            komi: 6.5,
            ..game.request()
        };
        assert_eq!(reused_visits(&mut searcher, &Params::PLAYOUTS, &komi), 0);
        let (mut searcher, game, _) = after(moves);
        let reused = reused_visits(&mut searcher, &Params::TAO_GO_2010, &game.request());
        assert_eq!(reused, 0, "other parameters");
    }
}

#[test]
fn a_cleared_tree_can_be_viewed_but_is_not_reused() {
    let (mut searcher, game, _) = after(1);
    searcher.clear_tree();
    assert!(searcher.tree(1).is_some());
    let request = game.request();
    for expected in [0, PLAYOUTS] {
        let reused = reused_visits(&mut searcher, &Params::PLAYOUTS, &request);
        assert_eq!(reused, expected);
    }
}

#[test]
fn a_tree_of_another_superko_rule_or_history_is_dropped() {
    let history = |rule, keys: &[u64]| SuperkoHistory {
        rule,
        keys: keys.to_vec(),
    };
    let first = history(Superko::Positional, &[1]);
    for (second, is_reused) in [
        (first.clone(), true),
        (history(Superko::Positional, &[1, 2]), true),
        (history(Superko::Positional, &[2, 1]), false),
        (history(Superko::Situational, &[1]), false),
    ] {
        let (mut searcher, game) = (Searcher::default(), TestGame::new());
        let mut search = |superko| {
            let request = Request {
                superko,
                ..game.request()
            };
            reused_visits(&mut searcher, &Params::PLAYOUTS, &request)
        };
        assert_eq!(search(first.clone()), 0);
        assert_eq!(search(second.clone()) > 0, is_reused, "{second:?}");
    }
}

#[test]
fn the_same_stones_after_other_last_moves_are_another_position() {
    let changes: [fn(&mut TestGame); 2] = [
        |game| game.recent_moves[0] = Some("E5".parse().unwrap()),
        |game| game.recent_moves[1] = Some(Move::Pass),
    ];
    for change in changes {
        let mut searcher = Searcher::default();
        let mut game = TestGame::new();
        searcher.search(&Params::PLAYOUTS, &game.request());
        for vertex in ["E5", "C3"] {
            game.play(vertex.parse().unwrap());
        }
        change(&mut game);
        let reused = reused_visits(&mut searcher, &Params::PLAYOUTS, &game.request());
        assert_eq!(reused, 0);
    }
}

#[test]
fn moves_that_superko_bans_since_the_last_search_are_not_played() {
    for moves in 0..=2 {
        let (mut searcher, game, _) = after(moves);
        let best = searcher.search(&Params::PLAYOUTS, &game.request()).best;
        let request = Request {
            banned: vec![best.coord().unwrap()],
            ..game.request()
        };
        let report = searcher.search(&Params::PLAYOUTS, &request);
        assert!(report.reused_visits > 0 && report.best != best);
        assert!(report.moves().iter().all(|stats| stats.mv != best));
        assert_ne!(principal_variation(&report)[0], best);
    }
}

#[test]
fn no_tree_is_reused_where_the_parameters_switch_it_off() {
    let (mut searcher, game) = (Searcher::default(), TestGame::new());
    for _ in 0..2 {
        let reused = reused_visits(&mut searcher, &Params::TAO_GO_2010, &game.request());
        assert_eq!(reused, 0);
    }
}
