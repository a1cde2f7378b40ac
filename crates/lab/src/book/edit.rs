//! Changes books: merging, results of played games, and the moves of a search that a position keeps.

use std::collections::BTreeMap;

use tao_engine::raw::book::{Book, BookTree, Identity, Komi, SIDE, SearchedMove, Share, color_at};
use tao_rules::raw::{AnyBoard, Board, Color, Coord, Point};

/// Most moves that a position keeps.
const MAX_MOVES: usize = 8;

/// A move is kept if it has at least 1/100 of the visits.
const MIN_PART: u64 = 100;

/// The moves of a search that a position of the book keeps: at most eight that it visited enough. They must come the best first.
/// Moves that are the same by a symmetry of the position become one.
pub fn moves_to_keep(
    board: &AnyBoard,
    to_move: Color,
    visits: u32,
    moves: impl IntoIterator<Item = SearchedMove>,
) -> Vec<SearchedMove> {
    let mut different: Vec<(u64, SearchedMove)> = Vec::new();
    for mv in moves {
        let mut after = board.clone();
        if after.play(to_move, Point::new(mv.coord)).is_err() {
            continue;
        }
        let key = Identity::of(&after, !to_move).key;
        match different.iter_mut().find(|(known, _)| *known == key) {
            Some((_, twin)) => add_visits(twin, mv),
            None => different.push((key, mv)),
        }
    }
    let min_visits = u64::from(visits).div_ceil(MIN_PART);
    different
        .into_iter()
        .map(|(_, mv)| mv)
        .filter(|mv| u64::from(mv.visits) >= min_visits.max(1))
        .take(MAX_MOVES)
        .collect()
}

/// Adds the visits of the same move.
fn add_visits(mv: &mut SearchedMove, other: SearchedMove) {
    add_to_mean(
        other.win_rate,
        other.visits,
        &mut mv.win_rate,
        &mut mv.visits,
    );
}

/// Adds `visits` visits with this win rate to `others` visits, and updates their `mean`.
fn add_to_mean(win_rate: Share, visits: u32, mean: &mut Share, others: &mut u32) {
    let weights = [visits, *others].map(f64::from);
    let sum = win_rate.number() * weights[0] + mean.number() * weights[1];
    if visits > 0 {
        *mean = Share::new(sum / (weights[0] + weights[1]));
    }
    *others = others.saturating_add(visits);
}

/// Adds the positions of another book. For a position in both, the search with more visits stays.
pub fn merge(book: &mut Book, other: &Book) {
    for tree in other.trees() {
        let own = book.tree_mut(tree.komi());
        let mut merged = BookTree::new(tree.komi());
        add_all(&mut merged, own, tree);
        add_all(&mut merged, tree, own);
        *own = merged;
    }
}

/// Adds the positions of `first` that `merged` lacks, each with its search in `first` or in `second`, whichever has more visits.
fn add_all(merged: &mut BookTree, first: &BookTree, second: &BookTree) {
    for (index, position) in first.positions().iter().enumerate() {
        let board = first.board(index);
        if merged.find(&board, position.to_move()).is_some() {
            continue;
        }
        let visits_of = |other: &usize| second.positions()[*other].searched.visits;
        let found = second.find(&board, position.to_move());
        let larger = found.filter(|other| visits_of(other) > position.searched.visits);
        let (tree, best) = larger.map_or((first, index), |other| (second, other));
        // The position before it has been added, so nothing is refused.
        let _ = add_same(merged, &first.line(index), tree, best);
    }
}

/// Adds the position after a line, with the search of the same position `same` of the tree `search`.
fn add_same(
    merged: &mut BookTree,
    line: &[Coord],
    search: &BookTree,
    same: usize,
) -> Option<usize> {
    let origin = merged.origin_of(line)?;
    let (board, _) = merged.board_after(origin).ok()?;
    let position = &search.positions()[same];
    let turn = position.turn_onto(&board);
    let mut searched = position.searched.clone();
    for mv in &mut searched.moves {
        mv.coord = turn.apply(mv.coord);
    }
    merged.add(origin, searched).ok()
}

/// A game with a result, from the empty board.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedGame {
    pub komi: f64,
    /// The moves, Black's first, as far as the sides alternate.
    pub moves: Vec<Coord>,
    /// What Black got: 1 for a win, 0 for a loss, a half for a draw.
    pub black: f64,
}

/// What games changed in the tree of a komi.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CountedResults {
    /// The komi of the tree.
    pub komi: Komi,
    pub games: usize,
    /// The number of positions that the games pass through.
    pub positions: usize,
    /// The value of the empty board for Black before.
    pub value_before: f64,
}

/// Games through a position, or with a move in it.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: u32,
    /// Games that the side to move won.
    won: f64,
}

impl Tally {
    fn add(&mut self, won: f64) {
        self.games += 1;
        self.won += won;
    }

    /// The number of visits, `weight` for each game, and the share of them that was won.
    fn visits(self, weight: u32) -> (u32, Share) {
        let visits = self.games.saturating_mul(weight);
        (visits, Share::new(self.won / f64::from(self.games)))
    }
}

/// Adds the results of games to the positions of the book that they pass through, and to the moves that were played there.
/// A result counts as `weight` more visits with this value. Games whose komi has no tree are left out.
pub fn count_results(book: &mut Book, games: &[FinishedGame], weight: u32) -> Vec<CountedResults> {
    let komis: Vec<Komi> = book.trees().iter().map(BookTree::komi).collect();
    let mut counted = Vec::new();
    for komi in komis {
        let is_its =
            |game: &&FinishedGame| book.tree_for(game.komi).map(BookTree::komi) == Some(komi);
        let games: Vec<&FinishedGame> = games.iter().filter(is_its).collect();
        if games.is_empty() {
            continue;
        }
        let tree = book.tree_mut(komi);
        let value_before = tree.value().unwrap_or_default();
        counted.push(CountedResults {
            komi,
            games: games.len(),
            positions: count_in_tree(tree, &games, weight),
            value_before,
        });
    }
    counted
}

/// The number of positions that changed.
fn count_in_tree(tree: &mut BookTree, games: &[&FinishedGame], weight: u32) -> usize {
    let mut tallies: BTreeMap<usize, (Tally, BTreeMap<u64, _>)> = BTreeMap::new();
    for game in games {
        for (index, mv) in passed(tree, &game.moves) {
            let won = match tree.positions()[index].to_move() {
                Color::Black => game.black,
                Color::White => 1.0 - game.black,
            };
            let (position, moves) = tallies.entry(index).or_default();
            position.add(won);
            if let Some((key, coord)) = mv {
                let (_, tally) = moves.entry(key).or_insert((coord, Tally::default()));
                tally.add(won);
            }
        }
    }
    let mut counted = BookTree::new(tree.komi());
    for (index, position) in tree.positions().iter().enumerate() {
        let mut searched = position.searched.clone();
        if let Some((tally, moves)) = tallies.get(&index) {
            let (visits, won) = tally.visits(weight);
            add_to_mean(won, visits, &mut searched.win_rate, &mut searched.visits);
            for &(coord, tally) in moves.values() {
                let (visits, win_rate) = tally.visits(weight);
                let played = SearchedMove {
                    coord,
                    visits,
                    win_rate,
                };
                match searched.moves.iter_mut().find(|mv| mv.coord == coord) {
                    Some(known) => add_visits(known, played),
                    None => searched.moves.push(played),
                }
            }
        }
        // The positions before it have been added under the same numbers, so nothing is refused.
        let _ = counted.add(position.origin, searched);
    }
    *tree = counted;
    tallies.len()
}

/// The positions of the tree that a game passes through, each with the key of the next position and the move to it, in
/// the orientation of the tree.
fn passed(tree: &BookTree, moves: &[Coord]) -> Vec<(usize, Option<(u64, Coord)>)> {
    let mut board: Board<2> = Board::new(SIDE);
    let mut passed = Vec::new();
    for depth in 0..=moves.len() {
        let to_move = color_at(depth);
        let before = tree.find(&board, to_move).map(|index| {
            let position = &tree.positions()[index];
            (index, position, position.turn_onto(&board).inverse())
        });
        let next = moves.get(depth).copied();
        let is_played = next.is_some_and(|next| board.play(to_move, Point::new(next)).is_ok());
        if let Some((index, position, turn)) = before {
            let mv = next.filter(|_| is_played).map(|next| {
                let key = Identity::of(&board, !to_move).key;
                let same = position.edges.iter().find(|edge| edge.key == key);
                (
                    key,
                    same.map_or_else(|| turn.apply(next), |edge| edge.mv.coord),
                )
            });
            passed.push((index, mv));
        }
        if !is_played {
            break;
        }
    }
    passed
}
