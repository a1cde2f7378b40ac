//! A position of the search, the positions before it, which moves would repeat one of these, and what is proven of a position.

use std::collections::BTreeMap;

use tao_rules::game::Superko;
use tao_rules::raw::{Board, ByColor, Color, Life, PointSet};

use super::transposition::{PointMap, StoneKeys};

/// All positions up to the current one.
#[derive(Debug, Default)]
pub struct SearchPath<const W: usize> {
    superko: Superko,
    /// The positions of the game and the root of the search, by their keys. They are on every path.
    common: BTreeMap<u128, ByColor<PointSet<W>>>,
    /// The positions of the current line after the root, with their keys.
    line: Vec<(u128, ByColor<PointSet<W>>)>,
}

impl<const W: usize> SearchPath<W> {
    pub fn new(superko: Superko) -> Self {
        Self {
            superko,
            ..Self::default()
        }
    }

    /// Adds a position of the game.
    pub fn add_common(&mut self, stones: ByColor<PointSet<W>>, key: u128, to_move: Color) {
        self.common.insert(self.key(key, to_move), stones);
    }

    /// Number of moves from the root to the current position.
    pub const fn len(&self) -> usize {
        self.line.len()
    }

    pub fn push(&mut self, node: &ProofNode<W>) {
        let key = self.key(node.keys[0], node.to_move);
        self.line.push((key, node.board.stones_by_color()));
    }

    /// The key that tells positions apart: without superko a cycle needs the same side to move.
    const fn key(&self, stones: u128, to_move: Color) -> u128 {
        match (self.superko, to_move) {
            (Superko::Positional, _) | (_, Color::Black) => stones,
            _ => !stones,
        }
    }

    pub fn pop(&mut self) {
        self.line.pop();
    }

    /// The number of moves from the root to the position that this one repeats, or [`NOTHING`] if that is on every path; `None`
    /// if it repeats none.
    pub fn repeated(&self, node: &ProofNode<W>) -> Option<u16> {
        let key = self.key(node.keys[0], node.to_move);
        if self.common.contains_key(&key) {
            return Some(NOTHING);
        }
        // Takes the latest such position: a proof that relies on it can be kept at the most nodes.
        let index = self.line.iter().rposition(|&(known, _)| known == key)?;
        Some(index as u16 + 1)
    }

    /// Whether a proof about the current position holds on this path: none of the proving side's moves can repeat a position of
    /// the path.
    pub fn allows(&self, proof: &LeadProof<W>) -> bool {
        if self.superko == Superko::Simple {
            return true;
        }
        let Some(((_, now), before)) = self.line.split_last() else {
            return true;
        };
        let (own, enemy) = (proof.by, !proof.by);
        before.iter().all(|(_, earlier)| {
            let differing = (now[own] & !earlier[own]) | (now[enemy] & !earlier[enemy]);
            let can_play = proof.played & (!now[own] | proof.captured);
            !(differing & !proof.captured).is_empty() || !earlier[own].intersects(&can_play)
        })
    }

    /// Whether `color` can fill its territory without a repetition: no position of the path or the game has all its living
    /// stones and also a stone of its color where it may still play.
    pub fn allows_filling(&self, board: &Board<W>, color: Color, life: &Life<W>) -> bool {
        if self.superko == Superko::Simple {
            return true;
        }
        let open = life.territory & !board.stones(color);
        let since_root = self.line.iter().map(|(_, earlier)| earlier);
        self.common.values().chain(since_root).all(|earlier| {
            let own = earlier[color];
            !(life.stones & !own).is_empty() || !own.intersects(&open)
        })
    }
}

/// The value of [`LeadProof::relies_on`] for a proof that relies on no position of the path.
pub const NOTHING: u16 = u16::MAX;

/// A proof that one side gets at least a certain score, with what is needed to know on which other paths it holds.
#[derive(Clone, Copy, Debug)]
pub struct LeadProof<const W: usize> {
    /// The side that the proof is for: Black leads by at least `lead`, or, for White, Black leads by at most `lead`.
    pub by: Color,
    /// Black's lead, without komi.
    pub lead: i16,
    /// The proof leaves out moves of the other side that would repeat a position of the path. This is the number of moves from
    /// the root to the earliest such position, or [`NOTHING`] if there is none after the root.
    pub relies_on: u16,
    /// Whether a ko or superko forbids any move of the other side, anywhere in the proof.
    pub uses_ban: bool,
    /// The points where stones may be captured in the proof.
    pub captured: PointSet<W>,
    /// The points where the proving side may play in the proof.
    pub played: PointSet<W>,
    /// Number of moves that the proof looks ahead.
    pub height: u16,
}

impl<const W: usize> LeadProof<W> {
    /// A proof that needs no further moves.
    pub const fn leaf(by: Color, lead: i16) -> Self {
        Self {
            by,
            lead,
            relies_on: NOTHING,
            uses_ban: false,
            captured: PointSet::EMPTY,
            played: PointSet::EMPTY,
            height: 0,
        }
    }

    /// Whether Black's lead is proven to be at least, or to be less than, `target`.
    pub const fn decides(&self, target: i32) -> bool {
        match self.by {
            Color::Black => self.lead as i32 >= target,
            Color::White => (self.lead as i32) < target,
        }
    }

    /// Adds the proof for one more reply of the other side: the bound is that of the best reply.
    pub fn add(&mut self, other: &Self) {
        self.lead = match self.by {
            Color::Black => self.lead.min(other.lead),
            Color::White => self.lead.max(other.lead),
        };
        self.relies_on = self.relies_on.min(other.relies_on);
        self.uses_ban |= other.uses_ban;
        self.captured |= other.captured;
        self.played |= other.played;
        self.height = self.height.max(other.height);
    }

    /// The same proof for the image of the position under a symmetry.
    pub fn mapped(&self, map: &PointMap<W>) -> Self {
        Self {
            captured: map.set(self.captured),
            played: map.set(self.played),
            ..*self
        }
    }
}

/// A position with all that matters for its future except the history.
#[derive(Clone, Debug)]
pub struct ProofNode<const W: usize> {
    pub board: Board<W>,
    pub keys: StoneKeys,
    pub to_move: Color,
    pub after_pass: bool,
}

/// Why a move is not searched.
#[derive(Clone, Copy, Debug)]
pub enum NoMove {
    /// The stones or the simple ko do not allow it.
    Illegal,
    /// It repeats the position this many moves after the root, or a position on every path if the number is
    /// [`NOTHING`]. A ko rule forbids the move, or it closes a cycle.
    Repeats(u16),
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
