//! Captures dead stones after a dispute about them, since every stone that stays on the board counts.

use super::Purpose;
use super::settle::{Settlement, settle_without_dead};
use super::turn::Turn;
use crate::candidates::tactics::is_bad_self_atari;
use tao_rules::board::{Coord, Move, Point, PointSet};
use tao_rules::game::Game;

/// The rank of a move; the best move has the lowest one. The parts are whether the stone is left in atari, whether nothing is
/// captured, and the fewest liberties of any dead chain next to the stone.
type Rank = (bool, bool, usize);

impl Turn<'_, '_> {
    /// Returns a move that brings the capture of dead enemy stones nearer and loses nothing. `None` if there is none, if the
    /// question is not about a cleanup, and in a long game.
    pub(super) fn find_cleanup(&self) -> Option<Move> {
        if !matches!(self.question.purpose, Purpose::CleanUp) || self.game.is_long() {
            return None;
        }
        let before = self.settled_by(self.whole_time())?;
        let (board, dead) = (self.game.board(), self.dead_enemies(before));
        let beside = dead.neighbors() & board.empty();
        // If no liberty can be taken yet, a move elsewhere in the same territory prepares the capture.
        let around = before.board.region(dead) & board.empty() & !beside;
        [beside, around].into_iter().find_map(|points| {
            let points = points.iter();
            let ranked = points.filter_map(|point| Some((self.rank(point, dead)?, point.coord())));
            let mut ranked: Vec<(Rank, Coord)> = ranked.collect();
            ranked.sort_by_key(|&(rank, _)| rank);
            let mut moves = ranked.into_iter().map(|(_, coord)| Move::Play(coord));
            moves.find(|&mv| self.loses_nothing(mv, before))
        })
    }

    /// Whether the question is about a cleanup and nothing is left to clean up: no enemy stone is dead, and the life of all chains
    /// is clear.
    pub(super) fn is_clean(&self) -> bool {
        let is_clean = |settlement: &Settlement| {
            settlement.is_clear && self.dead_enemies(settlement).is_empty()
        };
        matches!(self.question.purpose, Purpose::CleanUp)
            && self.settled_by(self.whole_time()).is_some_and(is_clean)
    }

    fn dead_enemies(&self, settlement: &Settlement) -> PointSet<6> {
        settlement.dead() & self.game.board().stones(!self.color())
    }

    /// The rank of a move; `None` where it is illegal or gives stones away.
    fn rank(&self, point: Point<6>, dead: PointSet<6>) -> Option<Rank> {
        let (board, color) = (self.game.board(), self.color());
        let next = self.after(Move::Play(point.coord()))?;
        if is_bad_self_atari(board, color, point) {
            return None;
        }
        let own = next.board().chain(point)?;
        let captures = next.captures(color) > self.game.captures(color);
        let attacked = board.chains(PointSet::around(point) & dead);
        let liberties = attacked.map(|chain| chain.liberties.len()).min();
        Some((
            own.liberties.len() == 1,
            !captures,
            liberties.unwrap_or(usize::MAX),
        ))
    }

    /// Whether after a move the dead enemy stones are captured or still dead, and the score is no worse.
    fn loses_nothing(&self, mv: Move, before: &Settlement) -> bool {
        let next = self.after(mv);
        next.is_some_and(|next| {
            let limit = self.read_limit(self.whole_time());
            let settlement = settle_without_dead(&next, self.network(), limit);
            settlement.is_some_and(|after| {
                let lead = |settlement: &Settlement| self.color().signed(settlement.score.lead);
                let left = self.dead_enemies(before) & next.board().stones(!self.color());
                lead(&after) >= lead(before) && (left & !after.dead()).is_empty()
            })
        })
    }

    fn after(&self, mv: Move) -> Option<Game> {
        let mut next = self.game.clone();
        next.play(self.color(), mv).ok().map(|()| next)
    }
}
