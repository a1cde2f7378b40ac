//! Estimates of who owns which point, made in parts so that a deadline can stop them.

use std::sync::Arc;

use web_time::Instant;

use crate::net::{Evaluator, Network, RECENT_MOVES, Situation};
use crate::search::{Ownership, ownership};
use tao_rules::board::{AnyBoard, Color, PointSet, Symmetry};
use tao_rules::game::Game;

/// Playouts between two checks of the deadline.
const BATCH: u32 = 50;

/// Number of batches: with 1000 playouts the standard error of a share is below 1.6 %.
const BATCHES: usize = 20;

/// Number of batches where playouts only check a network's estimate.
const CHECK_BATCHES: usize = 4;

/// Symmetric images that a network evaluates for each side to move; fewer where it only checks playouts.
const IMAGES: usize = 8;
const CHECK_IMAGES: usize = 2;

/// The seed of the first batch, fixed so that the answer is always the same.
const SEED: u64 = 2010;

/// The parts of the estimate, each with the side that moves first in it.
#[derive(Debug)]
pub(super) struct OwnerEstimate(Vec<(Color, Ownership)>);

impl OwnerEstimate {
    /// Estimates the owners by the network, if there is one, otherwise by playouts; `None` if the deadline passes before the end.
    /// Each side moves first in half of the parts, and no ko is forbidden, so the estimate is the same before and after a pass.
    pub(super) fn find(
        game: &Game,
        network: Option<&Arc<Network>>,
        deadline: Option<Instant>,
    ) -> Option<Self> {
        Self::estimate(game, network, IMAGES, BATCHES, deadline)
    }

    /// Estimates the owners with less work, to check another estimate.
    pub(super) fn find_check(
        game: &Game,
        network: Option<&Arc<Network>>,
        deadline: Option<Instant>,
    ) -> Option<Self> {
        Self::estimate(game, network, CHECK_IMAGES, CHECK_BATCHES, deadline)
    }

    fn estimate(
        game: &Game,
        network: Option<&Arc<Network>>,
        images: usize,
        batches: usize,
        deadline: Option<Instant>,
    ) -> Option<Self> {
        let board = without_ko(game);
        match network {
            Some(network) => Self::ask(&board, game.komi_of_area(), network, images, deadline),
            None => Self::play_out(&board, batches, deadline),
        }
    }

    fn play_out(board: &AnyBoard, count: usize, deadline: Option<Instant>) -> Option<Self> {
        let first_movers = Color::BOTH.into_iter().cycle().take(count);
        let batches = (SEED..)
            .zip(first_movers)
            .map(|(seed, first)| (first, ownership(board, first, BATCH, seed)));
        Self::collect(batches, deadline)
    }

    /// Evaluates this many symmetric images of the board, with each side to move.
    fn ask(
        board: &AnyBoard,
        komi: f64,
        network: &Arc<Network>,
        images: usize,
        deadline: Option<Instant>,
    ) -> Option<Self> {
        let mut evaluator = Evaluator::new(Arc::clone(network));
        let views = Color::BOTH.into_iter().flat_map(|to_move| {
            let symmetries = Symmetry::all().into_iter().take(images);
            symmetries.map(move |symmetry| (to_move, symmetry))
        });
        let expected = views.map(|(to_move, symmetry)| {
            let situation = Situation {
                board,
                to_move,
                recent_moves: [None; RECENT_MOVES],
                last_was_pass: false,
                komi,
                territory: false,
            };
            let output = evaluator.evaluate(&situation, symmetry);
            (to_move, Ownership::expected(board.size(), output, to_move))
        });
        Self::collect(expected, deadline)
    }

    /// Collects the parts; `None` if the deadline passes before the last one.
    fn collect(
        mut parts: impl Iterator<Item = (Color, Ownership)>,
        deadline: Option<Instant>,
    ) -> Option<Self> {
        let mut owners = Vec::new();
        while deadline.is_none_or(|deadline| Instant::now() < deadline) {
            match parts.next() {
                Some(part) => owners.push(part),
                None => return Some(Self(owners)),
            }
        }
        None
    }

    /// Mean share of `color` in these points, of which there is at least one.
    pub(super) fn share(&self, color: Color, points: PointSet<6>) -> f64 {
        let shares = Color::BOTH.map(|first| self.share_with(first, color, points));
        f64::midpoint(shares[0], shares[1])
    }

    /// Mean share of `color` in these points where `first` moves first.
    pub(super) fn share_with(&self, first: Color, color: Color, points: PointSet<6>) -> f64 {
        let parts = self.0.iter().filter(|(by, _)| *by == first);
        let shares = parts.clone().flat_map(|(_, part)| {
            points
                .iter()
                .map(move |point| part.share(color, point.coord()))
        });
        shares.sum::<f64>() / (parts.count() * points.len()) as f64
    }
}

fn without_ko(game: &Game) -> AnyBoard {
    let mut board = game.board().clone();
    board.pass();
    board
}
