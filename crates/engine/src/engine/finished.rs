//! When nothing is left to play.

use super::Level;
use super::resign::{is_certain, looks_lost};
use super::settle::{Settlement, Status};
use super::turn::Turn;
use crate::search::Report;
use tao_rules::board::{ByColor, Move, Point, PointSet};
use tao_rules::game::DeadStones;

/// A move whose win rate exceeds that of a pass by more than this is played even on a settled board.
const MIN_GAIN: f64 = 0.25;

impl Turn<'_, '_> {
    /// Chooses a pass when nothing is left to play, in the cases in which the search may not see that: in a lost game, below full
    /// strength, with few visits, and where stones cost points. A search with enough visits that sees much to gain over a pass is
    /// trusted instead.
    pub(super) fn choose_to_stop(&self, report: &mut Report) {
        let is_certain = is_certain(report, self.settings.min_visits(self.game.size()));
        let is_weak = self.level != Level::FULL || !is_certain;
        let stops = is_weak || looks_lost(report) || self.game.counts_stones();
        let gains = is_certain && gain_over_pass(report) > MIN_GAIN;
        if stops && !gains && self.is_finished() && !self.is_pass_premature() {
            report.choose(Move::Pass);
        }
    }

    /// Whether the board is settled and no point between living stones is left to gain. After the opponent's pass, points may be
    /// left if they are too few to win the game. Where dead stones stay, those of the enemy must have been captured. Where stones
    /// cost points, no living stone may be in atari, since a ko may be worth a point.
    fn is_finished(&self) -> bool {
        let board = self.game.board();
        if !board.is_more_than_half_full() {
            return false;
        }
        let Some(settlement) = self.settled_early().filter(|settled| settled.is_clear) else {
            return false;
        };
        let enemies = settlement.dead() & board.stones(!self.color());
        let open = open_points(settlement);
        let behind = -self.color().signed(settlement.score.lead);
        let is_hopeless = self.pass_would_end_the_game() && behind > open as f64;
        let in_ko = board.in_atari() & !settlement.dead();
        (self.game.dead_stones() == DeadStones::Removed || enemies.is_empty())
            && (in_ko.is_empty() || !self.game.counts_stones())
            && (open == 0 || is_hopeless)
    }
}

/// How much the win rate of the chosen move exceeds that of a pass; 0 if the pass was not searched.
fn gain_over_pass(report: &Report) -> f64 {
    let [best, pass] = [report.best, Move::Pass].map(|mv| report.stats(mv));
    best.zip(pass)
        .map_or(0.0, |(best, pass)| best.win_rate - pass.win_rate)
}

/// The number of empty points that neither side owns and that are no liberties of a chain in seki.
fn open_points(settlement: &Settlement) -> usize {
    let ByColor([black, white]) = settlement.board.owned();
    let in_seki = settlement
        .chains
        .iter()
        .filter(|chain| chain.status == Status::Seki)
        .flat_map(|chain| &chain.stones)
        .map(|&stone| Point::new(stone))
        .collect::<PointSet<6>>();
    let open = settlement.board.empty() & !(black | white) & !in_seki.neighbors();
    open.len()
}
