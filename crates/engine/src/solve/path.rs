//! The positions of the game and of the line that is searched, and which moves would repeat one.

use std::collections::BTreeSet;

use super::life::Life;
use super::node::ProofNode;
use super::proof::{LeadProof, NOTHING};
use tao_rules::board::{Board, ByColor, Color, PointSet, Superko};

#[derive(Clone, Copy, Debug)]
struct PathPosition<const W: usize> {
    stones: ByColor<PointSet<W>>,
    key: u128,
}

/// All positions up to the current one.
#[derive(Debug, Default)]
pub(super) struct SearchPath<const W: usize> {
    superko: Superko,
    /// The positions of the game and the root of the search, each once. They are on every path.
    common: Vec<PathPosition<W>>,
    common_keys: BTreeSet<u128>,
    /// The positions of the current line after the root.
    line: Vec<PathPosition<W>>,
}

impl<const W: usize> SearchPath<W> {
    pub(super) fn new(superko: Superko) -> Self {
        Self {
            superko,
            ..Self::default()
        }
    }

    /// Adds a position of the game.
    pub(super) fn add_common(&mut self, stones: ByColor<PointSet<W>>, key: u128, to_move: Color) {
        let key = self.key(key, to_move);
        if self.common_keys.insert(key) {
            self.common.push(PathPosition { stones, key });
        }
    }

    /// Number of moves from the root to the current position.
    pub(super) const fn len(&self) -> usize {
        self.line.len()
    }

    pub(super) fn push(&mut self, node: &ProofNode<W>) {
        self.line.push(PathPosition {
            stones: node.board.stones_by_color(),
            key: self.key(node.keys.plain(), node.to_move),
        });
    }

    /// The key that tells positions apart: without superko a cycle needs the same side to move.
    const fn key(&self, stones: u128, to_move: Color) -> u128 {
        match (self.superko, to_move) {
            (Superko::Positional, _) | (_, Color::Black) => stones,
            _ => !stones,
        }
    }

    pub(super) fn pop(&mut self) {
        self.line.pop();
    }

    /// The number of moves from the root to the position that this one repeats, or [`NOTHING`] if that is on every path; `None`
    /// if it repeats none.
    pub(super) fn repeated(&self, node: &ProofNode<W>) -> Option<u16> {
        let key = self.key(node.keys.plain(), node.to_move);
        if self.common_keys.contains(&key) {
            return Some(NOTHING);
        }
        // Takes the latest such position: a proof that relies on it can be kept at the most nodes.
        let index = self.line.iter().rposition(|position| position.key == key)?;
        Some(index as u16 + 1)
    }

    /// Whether a proof about the current position holds on this path: none of the proving side's moves can repeat a position of
    /// the path.
    pub(super) fn allows(&self, proof: &LeadProof<W>) -> bool {
        if self.superko == Superko::Simple {
            return true;
        }
        let Some((now, before)) = self.line.split_last() else {
            return true;
        };
        let (own, enemy) = (proof.by, !proof.by);
        before.iter().all(|earlier| {
            let differing = (now.stones[own] & !earlier.stones[own])
                | (now.stones[enemy] & !earlier.stones[enemy]);
            let can_play = proof.played & (!now.stones[own] | proof.captured);
            !(differing & !proof.captured).is_empty() || !earlier.stones[own].intersects(&can_play)
        })
    }

    /// Whether `color` can fill its territory without a repetition: no position of the path or the game has all its living
    /// stones and also a stone of its color where it may still play.
    pub(super) fn allows_filling(&self, board: &Board<W>, color: Color, life: &Life<W>) -> bool {
        if self.superko == Superko::Simple {
            return true;
        }
        let open = life.territory & !board.stones(color);
        let mut all = self.common.iter().chain(&self.line);
        all.all(|earlier| {
            let own = earlier.stones[color];
            !(life.stones & !own).is_empty() || !own.intersects(&open)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_of_the_game_is_on_every_path_once() {
        for (superko, expected) in [(Superko::Positional, 1), (Superko::Situational, 2)] {
            let mut path: SearchPath<2> = SearchPath::new(superko);
            for _ in 0..1000 {
                path.add_common(ByColor::default(), 7, Color::Black);
                path.add_common(ByColor::default(), 7, Color::White);
            }
            assert_eq!(path.common.len(), expected);
        }
    }
}
