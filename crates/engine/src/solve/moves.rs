//! The moves to search, and their order.

use std::cmp::Reverse;

use super::life::Life;
use super::node::ProofNode;
use super::solver::Solver;
use tao_rules::board::{Board, ByColor, Color, PointMove, PointSet};

/// Statistics of the moves in the positions searched so far.
#[derive(Debug)]
pub(super) struct Experience<const W: usize> {
    /// By color and point, how often a move proved something, more for long proofs.
    history: ByColor<Vec<u32>>,
    /// By number of moves from the root, the last two moves that proved something.
    killers: Vec<[Option<PointMove<W>>; 2]>,
}

/// Whether a pass is among the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassMove {
    No,
    Possible,
    /// A pass is among them, and the score of the board as it stands is enough for the side to move.
    Enough,
}

/// The urgencies by which moves are ordered, the highest first.
const FROM_TABLE: u32 = 1 << 30;
const CAPTURE: u32 = 1 << 28;
const KILLER: u32 = 1 << 27;
const PASS_ENOUGH: u32 = 1 << 26;
const ESCAPE: u32 = 1 << 25;
/// Largest count in [`Experience::history`], which is less than any urgency above.
const MOST_HISTORY: u32 = 1 << 24;

impl<const W: usize> Experience<W> {
    pub(super) fn new() -> Self {
        Self {
            history: ByColor::from_fn(|_| vec![0; 64 * W]),
            killers: Vec::new(),
        }
    }

    /// Counts a move that proved something, by the number of moves before it and the height of the proof.
    pub(super) fn note(&mut self, color: Color, mv: PointMove<W>, ply: usize, height: u16) {
        if let PointMove::Play(point) = mv {
            let count = &mut self.history[color][point.number()];
            *count = count
                .saturating_add(1 + u32::from(height))
                .min(MOST_HISTORY);
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}

impl<const W: usize> Solver<'_, W> {
    /// The moves of a node at the end of the path: those on `points`, and a pass unless `pass` is [`PassMove::No`]. The move of
    /// the table, `hint`, comes first, then the most promising ones.
    pub(super) fn ordered(
        &self,
        node: &ProofNode<W>,
        hint: Option<PointMove<W>>,
        points: PointSet<W>,
        pass: PassMove,
    ) -> Vec<PointMove<W>> {
        let (board, color) = (&node.board, node.to_move);
        let in_atari = board.in_atari();
        let (own, enemy) = (board.stones(color), board.stones(!color));
        let eyes = board.eyes(color);
        let Experience { history, killers } = &self.experience;
        let killers = killers.get(self.path.len());
        let urgency = |mv: PointMove<W>| {
            let mut urgency = if hint == Some(mv) { FROM_TABLE } else { 0 };
            if killers.is_some_and(|killers| killers.contains(&Some(mv))) {
                urgency |= KILLER;
            }
            match mv {
                PointMove::Play(point) => {
                    let around = PointSet::around(point);
                    if around.intersects(&(in_atari & enemy)) {
                        urgency |= CAPTURE;
                    }
                    if around.intersects(&(in_atari & own)) {
                        urgency |= ESCAPE;
                    }
                    if !eyes.contains(point) {
                        urgency += 1 + history[color][point.number()];
                    }
                }
                PointMove::Pass if pass == PassMove::Enough => urgency |= PASS_ENOUGH,
                PointMove::Pass => {}
            }
            urgency
        };
        let plays = points.iter().map(PointMove::Play);
        let moves = plays.chain((pass != PassMove::No).then_some(PointMove::Pass));
        let mut moves: Vec<(u32, PointMove<W>)> = moves.map(|mv| (urgency(mv), mv)).collect();
        moves.sort_by_key(|&(urgency, _)| Reverse(urgency));
        moves.into_iter().map(|(_, mv)| mv).collect()
    }
}

/// The points where a move, of either side, changes nothing but whose turn it is and what superko compares; the point that the
/// side to move needs to capture dead stones is not among them.
pub(super) fn idle<const W: usize>(
    board: &Board<W>,
    color: Color,
    lives: &ByColor<Life<W>>,
) -> PointSet<W> {
    let mut idle = (lives[Color::Black].territory | lives[Color::White].territory) & board.empty();
    if let Some(point) = lives[color].capturing_move(board, color) {
        idle.remove(point);
    }
    idle
}
