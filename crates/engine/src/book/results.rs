//! Counts the results of played games in the values of a book.

use std::collections::BTreeMap;

use super::key::{Identity, Reorientation};
use super::position::{SearchedMove, Share, color_at};
use super::tree::BookTree;
use super::{Book, Komi, SIDE};
use tao_rules::board::{Board, Color, Coord, Point};

/// A game with a result, from the empty board.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedGame {
    /// The komi.
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
    /// The number of games.
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

impl Book {
    /// Adds the results of games to the positions of the book that they pass through, and to the moves that were played there.
    /// A result counts as `weight` more visits with this value. Games whose komi has no tree are left out.
    pub fn count_results(&mut self, games: &[FinishedGame], weight: u32) -> Vec<CountedResults> {
        let mut by_tree: BTreeMap<usize, Vec<&FinishedGame>> = BTreeMap::new();
        for game in games {
            if let Some(tree) = self.index_for(game.komi) {
                by_tree.entry(tree).or_default().push(game);
            }
        }
        let counted = by_tree.into_iter().map(|(tree, games)| {
            let tree = &mut self.trees[tree];
            let value_before = tree.value().unwrap_or_default();
            CountedResults {
                komi: tree.komi(),
                games: games.len(),
                positions: tree.count_results(&games, weight),
                value_before,
            }
        });
        counted.collect()
    }
}

impl BookTree {
    /// Returns the number of positions that changed.
    fn count_results(&mut self, games: &[&FinishedGame], weight: u32) -> usize {
        let mut tallies: BTreeMap<usize, (Tally, BTreeMap<u64, _>)> = BTreeMap::new();
        for game in games {
            for (index, mv) in self.passed(&game.moves) {
                let won = match self.positions[index].to_move() {
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
        let mut counted = Self::new(self.komi());
        for (index, position) in self.positions.iter().enumerate() {
            let mut searched = position.searched.clone();
            if let Some((tally, moves)) = tallies.get(&index) {
                let (visits, won) = tally.visits(weight);
                won.add_to(visits, &mut searched.win_rate, &mut searched.visits);
                for &(coord, tally) in moves.values() {
                    let (visits, win_rate) = tally.visits(weight);
                    let played = SearchedMove {
                        coord,
                        visits,
                        win_rate,
                    };
                    match searched.moves.iter_mut().find(|mv| mv.coord == coord) {
                        Some(known) => known.add(played),
                        None => searched.moves.push(played),
                    }
                }
            }
            // The positions before it have been added under the same numbers, so nothing is refused.
            let _ = counted.add(position.origin, searched);
        }
        *self = counted;
        tallies.len()
    }

    /// The positions of the tree that a game passes through, each with the key of the next position and the move to it, in
    /// the orientation of the tree.
    fn passed(&self, moves: &[Coord]) -> Vec<(usize, Option<(u64, Coord)>)> {
        let mut board: Board<2> = Board::new(SIDE);
        let mut passed = Vec::new();
        for depth in 0..=moves.len() {
            let to_move = color_at(depth);
            let identity = Identity::of(&board, to_move);
            let found = self.by_key.get(&identity.key).copied();
            let next = moves.get(depth).copied();
            let is_played = next.is_some_and(|next| board.play(to_move, Point::new(next)).is_ok());
            if let Some(index) = found {
                let position = &self.positions[index];
                let turn = Reorientation {
                    from: identity.view(),
                    to: position.identity.view(),
                };
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
}
