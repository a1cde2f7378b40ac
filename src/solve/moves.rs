//! Which moves are looked at, and in which order.

use super::life::Life;
use super::transposition::Hint;
use crate::board::{Board, ByColor, Color, Point, PointSet};

/// What was learned about moves from the positions before.
#[derive(Debug)]
pub(super) struct Experience<const W: usize> {
    /// By color and point, how often a move proved something, more for long proofs.
    history: ByColor<Vec<u32>>,
    /// By distance from the first position, the last two moves that proved something.
    killers: Vec<[Hint<W>; 2]>,
}

/// Whose moves are ordered, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<'a, const W: usize> {
    pub(super) board: &'a Board<W>,
    pub(super) color: Color,
    /// The move that the table recommends.
    pub(super) hint: Hint<W>,
    /// Moves from the first position.
    pub(super) ply: usize,
}

/// Whether a pass is among the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassMove {
    No,
    Possible,
    /// The score as it stands is enough for the side to move.
    Enough,
}

/// Order of moves, from what the table says down to what is rarely good.
const FROM_TABLE: u32 = 1 << 30;
const CAPTURE: u32 = 1 << 28;
const KILLER: u32 = 1 << 27;
const PASS_ENOUGH: u32 = 1 << 26;
const ESCAPE: u32 = 1 << 25;
/// A move that proves something more often than this counts as if it did so this often.
const MOST_HISTORY: u32 = 1 << 24;

impl<const W: usize> Experience<W> {
    pub(super) fn new() -> Self {
        Self {
            history: ByColor::from_fn(|_| vec![0; 64 * W]),
            killers: Vec::new(),
        }
    }

    /// Counts a move that proved something, by the number of moves before it and the height of the proof.
    pub(super) fn note(&mut self, color: Color, mv: Hint<W>, ply: usize, height: u16) {
        if let Hint::Play(point) = mv {
            let count = &mut self.history[color][point.number()];
            *count = count
                .saturating_add(1 + u32::from(height))
                .min(MOST_HISTORY);
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [Hint::None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
    }

    fn is_killer(&self, mv: Hint<W>, ply: usize) -> bool {
        self.killers
            .get(ply)
            .is_some_and(|killers| killers.contains(&mv))
    }

    /// The moves on `points` and a pass, if it is wanted: the most promising first.
    pub(super) fn ordered(
        &self,
        choice: &Choice<'_, W>,
        points: PointSet<W>,
        pass: PassMove,
    ) -> Vec<Hint<W>> {
        let &Choice {
            board,
            color,
            hint,
            ply,
        } = choice;
        let in_atari = board.in_atari();
        let (own, enemy) = (board.stones(color), board.stones(!color));
        let eyes = board.eyes(color);
        let urgency = |mv: Hint<W>| {
            let mut urgency = if mv == hint { FROM_TABLE } else { 0 };
            if self.is_killer(mv, ply) {
                urgency |= KILLER;
            }
            match mv {
                Hint::Play(point) => {
                    let around = PointSet::around(point);
                    if around.intersects(&(in_atari & enemy)) {
                        urgency |= CAPTURE;
                    }
                    if around.intersects(&(in_atari & own)) {
                        urgency |= ESCAPE;
                    }
                    if !eyes.contains(point) {
                        urgency += 1 + self.history[color][point.number()];
                    }
                }
                Hint::Pass if pass == PassMove::Enough => urgency |= PASS_ENOUGH,
                _ => {}
            }
            urgency
        };
        let plays = points.iter().map(Hint::Play);
        let mut moves: Vec<(u32, Hint<W>)> = plays
            .chain((pass != PassMove::No).then_some(Hint::Pass))
            .map(|mv| (urgency(mv), mv))
            .collect();
        moves.sort_by_key(|&(urgency, _)| std::cmp::Reverse(urgency));
        moves.into_iter().map(|(_, mv)| mv).collect()
    }
}

/// The points where a move, of either side, changes nothing but whose turn it is and what superko compares; one that the
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

impl<const W: usize> Hint<W> {
    pub(super) fn point(self) -> Option<Point<W>> {
        match self {
            Self::Play(point) => Some(point),
            Self::Pass | Self::None => None,
        }
    }
}
