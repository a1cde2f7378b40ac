//! What a search keeps for the next one.

use super::*;
use crate::game::Superko;
use crate::search::tree::{Node, NodeMove};

const PLAYOUTS: u64 = 400;

/// A game as the search sees it.
#[derive(Clone)]
struct Line {
    board: AnyBoard,
    to_move: Color,
    last: Option<Move>,
    second_last: Option<Move>,
    moves: usize,
}

impl Line {
    fn new() -> Self {
        Self {
            board: AnyBoard::new(9),
            to_move: Color::Black,
            last: None,
            second_last: None,
            moves: 0,
        }
    }

    fn play(&mut self, mv: Move) {
        match mv {
            Move::Play(coord) => self.board.play(self.to_move, Point::new(coord)).unwrap(),
            Move::Pass => self.board.pass(),
        }
        self.to_move = !self.to_move;
        self.second_last = self.last;
        self.last = Some(mv);
        self.moves += 1;
    }

    fn request(&self) -> Request<'_> {
        Request {
            last: self.last,
            second_last: self.second_last,
            move_number: self.moves,
            ..request(&self.board, self.to_move, PLAYOUTS)
        }
    }
}

/// A searcher that has searched a line, which then goes on as the searcher expects for so many moves.
fn after(moves: usize) -> (Searcher, Line, Report) {
    let (mut searcher, mut line) = (Searcher::default(), Line::new());
    line.play("E5".parse().unwrap());
    let report = searcher.search(&Params::DEFAULT, &line.request(), None);
    assert_eq!(report.reused_visits, 0);
    for mv in report.principal_variation().take(moves) {
        line.play(mv);
    }
    (searcher, line, report)
}

/// All that is known of a node and those below it, wherever they lie.
fn facts(tree: &Tree, node: &Node, facts: &mut Vec<String>) {
    let mv: NodeMove<2> = node.mv();
    let (results, amaf, prior) = (node.results.get(), node.amaf.get(), node.prior());
    facts.push(format!("{mv:?} {results:?} {amaf:?} {prior:?}"));
    for child in tree.children(node) {
        self::facts(tree, child, facts);
    }
}

#[test]
fn a_subtree_moves_to_the_front_unchanged() {
    let line = Line::new();
    let mut request = line.request();
    request.limit.playouts = Some(8_000);
    let mut search = Search::<2>::new(&Params::DEFAULT, &request, None);
    search.run(None);
    let mut sizes = vec![search.tree.len()];
    assert!(sizes[0] > 3 << 14, "several segments");
    // The most visited child, three times.
    for _ in 0..3 {
        let root = search.tree.root();
        let (first, _) = root.children().unwrap();
        let children = (first..).zip(search.tree.children(root));
        let (index, child) = children.max_by_key(|(_, child)| child.visits()).unwrap();
        let [mut before, mut after] = [vec![], vec![]];
        facts(&search.tree, child, &mut before);
        search.tree.keep(index);
        facts(&search.tree, search.tree.root(), &mut after);
        assert!(before == after);
        assert_eq!(search.tree.len(), after.len());
        sizes.push(after.len());
    }
    assert!(sizes.is_sorted_by(|one, next| one > next));
}

#[test]
fn the_tree_above_the_new_position_is_kept() {
    for moves in 0..=2 {
        let (mut searcher, line, first) = after(moves);
        let again = searcher.search(&Params::DEFAULT, &line.request(), None);
        let visits = |report: &Report| -> u64 { report.moves().iter().map(|one| one.visits).sum() };
        match moves {
            0 => assert_eq!(again.reused_visits, PLAYOUTS),
            1 => assert_eq!(again.reused_visits, first.moves()[0].visits),
            _ => assert!((1..first.moves()[0].visits).contains(&again.reused_visits)),
        }
        assert_eq!(again.playouts, PLAYOUTS);
        // Those that ended in the new root while it was a leaf are not among its children's.
        let ended = again.reused_visits + PLAYOUTS - visits(&again);
        assert!(ended <= u64::from(Params::DEFAULT.expand_after), "{ended}");
    }
}

#[test]
fn a_tree_for_something_else_is_dropped() {
    type Change = fn(&mut Line);
    let changes: [(&str, Change); 5] = [
        ("another turn", |line| line.to_move = !line.to_move),
        ("another last move", |line| line.last = None),
        ("an undo", |line| line.moves -= 1),
        ("a stone", |line| {
            let board = &mut line.board;
            let point = board.empty().iter().last().unwrap();
            board.play(Color::White, point).unwrap();
        }),
        ("another size", |line| {
            let stones: Vec<_> = line.board.all_stones().collect();
            line.board = AnyBoard::set_up(13, stones).unwrap();
        }),
    ];
    for moves in 0..=2 {
        for (what, change) in changes {
            let (mut searcher, mut line, _) = after(moves);
            change(&mut line);
            let report = searcher.search(&Params::DEFAULT, &line.request(), None);
            assert_eq!(report.reused_visits, 0, "{what}, {moves}");
        }
        let (mut searcher, line, _) = after(moves);
        let komi = Request {
            komi: 6.5,
            ..line.request()
        };
        assert_eq!(
            searcher.search(&Params::DEFAULT, &komi, None).reused_visits,
            0
        );
        let (mut searcher, line, _) = after(moves);
        assert_eq!(
            searcher
                .search(&Params::TAO_GO_2010, &line.request(), None)
                .reused_visits,
            0
        );
    }
}

#[test]
fn a_search_that_begins_anew_leaves_the_tree_before_it_until_then() {
    let (mut searcher, line, _) = after(1);
    searcher.clear_tree();
    assert!(searcher.tree().is_some());
    let request = line.request();
    assert_eq!(
        searcher
            .search(&Params::DEFAULT, &request, None)
            .reused_visits,
        0
    );
    let kept = searcher
        .search(&Params::DEFAULT, &request, None)
        .reused_visits;
    assert_eq!(kept, PLAYOUTS, "only one begins anew");
}

#[test]
fn a_tree_grown_under_another_superko_is_dropped() {
    let past = |superko, hashes| Past { superko, hashes };
    let then = past(Superko::Positional, &[1]);
    for (now, is_kept) in [
        (then, true),
        (past(Superko::Positional, &[1, 2]), true),
        (past(Superko::Positional, &[2, 1]), false),
        (past(Superko::Situational, &[1]), false),
    ] {
        let (mut searcher, line) = (Searcher::default(), Line::new());
        let mut search = |past| {
            let request = Request {
                past,
                ..line.request()
            };
            searcher
                .search(&Params::DEFAULT, &request, None)
                .reused_visits
        };
        assert_eq!(search(then), 0);
        assert_eq!(search(now) > 0, is_kept, "{now:?}");
    }
}

#[test]
fn a_way_to_the_same_stones_with_other_last_moves_is_another() {
    let changes: [fn(&mut Line); 2] = [
        |line| line.last = Some("E5".parse().unwrap()),
        |line| line.second_last = Some(Move::Pass),
    ];
    for change in changes {
        let mut searcher = Searcher::default();
        let mut line = Line::new();
        searcher.search(&Params::DEFAULT, &line.request(), None);
        for vertex in ["E5", "C3"] {
            line.play(vertex.parse().unwrap());
        }
        change(&mut line);
        assert_eq!(
            searcher
                .search(&Params::DEFAULT, &line.request(), None)
                .reused_visits,
            0
        );
    }
}

#[test]
fn moves_that_are_banned_by_now_are_not_played() {
    for moves in 0..=2 {
        let (mut searcher, line, _) = after(moves);
        let best = searcher
            .search(&Params::DEFAULT, &line.request(), None)
            .best;
        let banned = [best.coord().unwrap()];
        let request = Request {
            banned: &banned,
            ..line.request()
        };
        let report = searcher.search(&Params::DEFAULT, &request, None);
        assert!(report.reused_visits > 0 && report.best != best);
        assert!(report.moves().iter().all(|ranked| ranked.mv != best));
        assert_ne!(super::line(&report)[0], best);
    }
}

#[test]
fn no_setting_no_tree() {
    let (mut searcher, line) = (Searcher::default(), Line::new());
    for _ in 0..2 {
        let report = searcher.search(&Params::TAO_GO_2010, &line.request(), None);
        assert_eq!(report.reused_visits, 0);
    }
}
