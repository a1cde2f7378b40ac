//! The network's evaluation of a position, without a search.

use std::sync::Arc;

use super::Engine;
use crate::net::{Evaluator, LEAD_UNIT, Network, POINTS, SIDE, Situation, softmax};
use tao_rules::board::{Color, Coord, Move, Point, Symmetry};
use tao_rules::game::Game;

/// The value of a sure win in the network's units: see [`Output::result`](crate::net::Output::result).
const RESULT_UNIT: f64 = 65536.0;

/// One evaluation by the network. Win rate and points are those of the side to move.
#[derive(Clone, Debug)]
pub struct RawEvaluation {
    /// Expected share of won games, draws half, in [0, 1].
    pub win_rate: f64,
    /// Expected points ahead, komi included.
    pub points_ahead: f64,
    /// The probability of each legal move to be the best; they add up to 1.
    pub policy: Vec<(Move, f64)>,
}

impl Engine {
    /// Evaluates a position once, without any symmetry; `None` where no network evaluates.
    #[must_use]
    pub fn raw_evaluation(&self, game: &Game, to_move: Color) -> Option<RawEvaluation> {
        let network = self.settings().network_for(game.size())?;
        Some(RawEvaluation::of(network, game, to_move))
    }
}

impl RawEvaluation {
    /// The evaluation of a position on a board of a size that the network supports.
    pub(super) fn of(network: &Arc<Network>, game: &Game, to_move: Color) -> Self {
        let recent_moves = game.recent_moves();
        let situation = Situation {
            board: game.board(),
            to_move,
            recent_moves: recent_moves.map(|mv| mv.and_then(Move::coord).map(Point::new)),
            last_was_pass: game.last_move() == Some(Move::Pass),
            komi: game.komi_of_area(),
            territory: game.counts_stones(),
        };
        let [identity, ..] = Symmetry::all();
        let mut evaluator = Evaluator::new(Arc::clone(network));
        let output = evaluator.evaluate(&situation, identity);
        let all = Coord::all(game.size()).map(Move::Play).chain([Move::Pass]);
        let moves: Vec<Move> = all.filter(|&mv| game.is_legal(to_move, mv)).collect();
        let index = |mv: &Move| mv.coord().map_or(POINTS, |coord| coord.index(SIDE));
        let logits: Vec<i32> = moves.iter().map(|mv| output.policy[index(mv)]).collect();
        let weights: Vec<f64> = softmax(&logits).map(f64::from).collect();
        let sum: f64 = weights.iter().sum();
        let shares = weights.into_iter().map(|weight| weight / sum);
        Self {
            win_rate: f64::from(output.result()) / RESULT_UNIT,
            points_ahead: f64::from(output.lead) / f64::from(LEAD_UNIT),
            policy: moves.into_iter().zip(shares).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineSettings;

    #[test]
    fn a_network_gives_every_legal_move_a_share_on_the_boards_that_it_knows() {
        let engine = Engine::new(EngineSettings::default());
        let mut game = Game::new(9).unwrap();
        game.play(Color::Black, "E5".parse().unwrap()).unwrap();
        let raw = engine.raw_evaluation(&game, Color::White).unwrap();
        assert_eq!(raw.policy.len(), 81);
        let sum: f64 = raw.policy.iter().map(|(_, share)| share).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        assert!((0.2..0.8).contains(&raw.win_rate) && raw.points_ahead.abs() < 10.0);
        let raw_of = |size| engine.raw_evaluation(&Game::new(size).unwrap(), Color::Black);
        assert_eq!(raw_of(5).unwrap().policy.len(), 26);
        assert!(raw_of(4).is_none() && raw_of(10).is_none());
    }
}
