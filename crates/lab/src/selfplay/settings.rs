//! How the games are played.

use tao_engine::search::{Detail, Params, SequentialHalving, Snapshot, improved_policy};
use tao_rules::board::Move;
use tao_rules::game::{Game, Rules};

/// Temperatures of the first move and of late ones, as in `KataGo`.
const TEMPERATURES: [f64; 2] = [0.75, 0.15];

/// Moves in which the distance to the late temperature halves.
const HALF_LIFE: f64 = 9.0;

/// How the games are played. The visits and the resigning of [`new`](Self::new) suit a machine with two cores.
#[derive(Clone, Debug)]
pub struct SelfPlaySettings {
    /// The search. One thread and no reused tree: a search that is learned from begins anew.
    pub params: Params,
    /// What the search counts in the final positions of its simulated games.
    pub detail: Detail,
    /// The empty board, with the rules and the komi.
    pub start: Game,
    /// Whether openings and komi differ from game to game; else all begin at `start`.
    pub varies_openings: bool,
    /// Visits of a full search, whose result is learned.
    pub full_visits: u64,
    /// Visits of the other searches, which only move the game on.
    pub cheap_visits: u64,
    /// Share of full searches.
    pub full_share: f64,
    /// The sequential halving of full searches at the root, if any.
    pub halving: Option<SequentialHalving>,
    /// How the move to play is chosen after a search.
    pub choice: MoveChoice,
    /// Win rate of either side above which a position looks decided.
    pub decided_above: f64,
    /// Number of searches in a row that must find a position decided. After them, full searches are a tenth as frequent, and
    /// the others half as large.
    pub decided_after: usize,
    /// Win rate of either side above which a decided game ends, as if the other one had resigned.
    pub resign_above: f64,
    /// Share of the games that are played to their end even if they are decided. They tell how often a resigned game would have
    /// been won, and what a decided game ends with: with a share of 0.1, networks forgot how settled positions are scored.
    pub played_out_share: f64,
}

/// How a move is chosen after a search.
#[derive(Clone, Copy, Debug)]
pub enum MoveChoice {
    /// Drawn from the [improved policy](improved_policy), at a temperature that falls during the game.
    Improved,
    /// Drawn by the visits at the start of a game, then the best move.
    Visits {
        /// Number of moves that are drawn.
        drawn_moves: usize,
    },
}

impl MoveChoice {
    /// The share of each move; they add up to 1.
    pub(super) fn policy(self, snapshot: &Snapshot) -> Vec<(Move, f64)> {
        if let Self::Improved = self {
            return improved_policy(snapshot);
        }
        let moves = snapshot.moves.iter();
        let total: u64 = moves.clone().map(|stats| stats.visits).sum();
        moves
            .map(|stats| (stats.mv, stats.visits as f64 / total.max(1) as f64))
            .collect()
    }

    /// The temperature for the next move after this number of moves; `None` for the best move.
    pub(super) fn temperature(self, moves: usize) -> Option<f64> {
        match self {
            Self::Improved => {
                let [first, last] = TEMPERATURES;
                Some(last + (first - last) * 0.5_f64.powf(moves as f64 / HALF_LIFE))
            }
            Self::Visits { drawn_moves } => (moves < drawn_moves).then_some(1.0),
        }
    }
}

impl SelfPlaySettings {
    /// The usual settings for networks with this search, for games that begin on this board. Every stone on the board counts at
    /// the end, as in the search.
    #[must_use]
    pub fn new(params: &Params, mut start: Game) -> Self {
        start.set_rules(Rules::CGOS);
        let mut params = params.clone();
        params.machine.threads = 1;
        params.tree.reuse = false;
        Self {
            params,
            detail: Detail::Ownership,
            start,
            varies_openings: true,
            full_visits: 64,
            cheap_visits: 40,
            full_share: 1.0,
            halving: Some(SequentialHalving::USUAL),
            choice: MoveChoice::Improved,
            decided_above: 0.9,
            decided_after: 6,
            resign_above: 0.98,
            played_out_share: 0.5,
        }
    }
}
