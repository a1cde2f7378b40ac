//! Plays an unsettled position on, to see how it ends.

use std::sync::Arc;

use super::judge::{Certainty, Judgement};
use super::read::ReadLimit;
use crate::net::Network;
use crate::search::{Limit, Params, Request, Searcher};
use tao_rules::board::{AnyBoard, Move};
use tao_rules::game::Game;

/// Visits of all searches together. Each search takes 1/8 of what is left, so the first moves, which decide a fight, get the most.
const VISITS: u64 = 12_800;
const PART_OF_REST: u64 = 8;

/// A search with fewer visits than this is the last one.
const MIN_VISITS: u64 = 50;

/// Memory of the searches in MiB, in addition to the program's own. Little is enough, as the searches are short.
const MEMORY: usize = 1;

/// The seed of the searches, fixed so that the answer is always the same.
const SEED: u64 = 2010;

/// Plays the game on with both sides until no chain is in doubt, as far as that is seen. Returns a board on which each side owns
/// what it gets, and how many more stones Black plays than White until then, where stones count.
pub(super) fn play_on(game: &Game, network: &Arc<Network>) -> Option<(AnyBoard, i32)> {
    let before = game.extra_stones();
    let mut game = game.without_passes();
    let mut searcher = Searcher::new(Some(Arc::clone(network)), SEED);
    let mut params = Params::default();
    params.machine.memory = MEMORY;
    let mut left = VISITS;
    loop {
        let visits = left / PART_OF_REST;
        left -= visits;
        let color = game.to_move();
        let request = Request {
            limit: Limit {
                playouts: Some(visits),
                time: None,
            },
            seed: SEED,
            ..Request::of_game(&game, color)
        };
        let best = searcher.search(&params, &request).best;
        let is_legal = game.is_legal(color, best);
        game.play(color, if is_legal { best } else { Move::Pass })
            .ok()?;
        let judgement = Judgement::find(&game, Some(network), None)?;
        let is_clear = judgement.certainty() > Certainty::Open;
        if is_clear || game.is_over() || visits < MIN_VISITS {
            let end = *judgement.settle(ReadLimit::SHORT).board;
            return Some((end, game.extra_stones() - before));
        }
    }
}
