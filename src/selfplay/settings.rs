//! How the games are played.

use crate::game::Game;
use crate::search::{MachineParams, Params, SequentialHalving, TreeParams};

/// How the games are played. Of the figures of [`new`](Self::new), those of komi, opening moves, temperatures and the share
/// of forks are `KataGo`'s. Visits and resigning are for two cores.
#[derive(Clone, Debug)]
pub struct SelfPlaySettings {
    /// The search. One thread and no reused tree: a search that is learned from begins anew.
    pub params: Params,
    /// The empty board, with the komi that most games are near to.
    pub start: Game,
    /// Visits of a full search, whose result is learned.
    pub full_visits: u64,
    /// Visits of the other searches, which only move the game on.
    pub cheap_visits: u64,
    /// Share of full searches.
    pub full_share: f64,
    /// What full searches do at the root.
    pub halving: SequentialHalving,
    /// Mean number of moves that open a game, drawn from the policy. 4 % of the board's points.
    pub opening_moves: f64,
    /// Share of games that begin with a turn away from the game before.
    pub fork_share: f64,
    /// Standard deviation of the komi.
    pub komi_deviation: f64,
    /// Standard deviation of the komi in a share of the games, which have either side far ahead.
    pub wide_komi_deviation: f64,
    /// That share.
    pub wide_komi_share: f64,
    /// Temperatures of the policy that moves are drawn from: of the first move, and of late ones.
    pub temperatures: [f64; 2],
    /// Moves after which the difference of the temperature to the last one is half.
    pub temperature_half_life: f64,
    /// Win rate of either side above which a position looks decided.
    pub decided_above: f64,
    /// Searches in a row that must say so. After them, full searches are a tenth as frequent, and the others half as large.
    pub decided_after: usize,
    /// Win rate of either side above which a decided game ends, as if the other one had resigned.
    pub resign_above: f64,
    /// Share of the games that are played to their end even so. They tell how often a resigned game would have been won, and
    /// what a decided game ends with: with a share of 0.1, networks forgot how settled positions are scored.
    pub played_out_share: f64,
}

impl SelfPlaySettings {
    /// The usual settings with this search, for games that begin on this board.
    #[must_use]
    pub fn new(params: &Params, start: Game) -> Self {
        Self {
            params: Params {
                machine: MachineParams {
                    threads: 1,
                    ..params.machine
                },
                tree: TreeParams {
                    reuse: false,
                    ..params.tree
                },
                ..params.clone()
            },
            start,
            full_visits: 64,
            cheap_visits: 40,
            full_share: 1.0,
            halving: SequentialHalving::USUAL,
            opening_moves: 3.2,
            fork_share: 0.04,
            komi_deviation: 1.0,
            wide_komi_deviation: 12.0,
            wide_komi_share: 0.06,
            temperatures: [0.75, 0.15],
            temperature_half_life: 9.0,
            decided_above: 0.9,
            decided_after: 6,
            resign_above: 0.98,
            played_out_share: 0.5,
        }
    }

    /// The temperature of a move after so many.
    pub(super) fn temperature(&self, moves: usize) -> f64 {
        let [first, last] = self.temperatures;
        last + (first - last) * 0.5_f64.powf(moves as f64 / self.temperature_half_life)
    }
}
