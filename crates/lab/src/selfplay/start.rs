//! How a game begins.

use std::ops::RangeInclusive;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, seq::IteratorRandom};
use rand_distr::{Distribution, Exp, Normal};

use super::SelfPlayer;
use tao_engine::search::draw;
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::Game;

/// Mean number of moves that open a game, drawn from the policy: 4 % of the board's points. This and the other figures here are
/// `KataGo`'s.
const MEAN_LENGTH: f64 = 3.2;

/// Share of games that begin as a fork of the previous game.
const FORK_SHARE: f64 = 0.04;

/// Standard deviation of the komi.
const KOMI_DEVIATION: f64 = 1.0;

/// Standard deviation of the komi in some of the games, which have either side far ahead.
const WIDE_KOMI_DEVIATION: f64 = 12.0;

/// Share of the games with such a wide komi.
const WIDE_KOMI_SHARE: f64 = 0.06;

/// Fewest and most random moves of which a fork plays the best.
const FORK_CHOICES: RangeInclusive<usize> = 3..=12;

impl SelfPlayer<'_> {
    /// A game at its start, with a random komi. Its first moves are drawn from the policy, or they fork off the previous game.
    pub(super) fn begin(&mut self, rng: &mut Xoshiro256PlusPlus) -> Game {
        let mut game = self.settings.start.clone();
        if !self.settings.varies_openings {
            return game;
        }
        // A komi that no game can have is ignored.
        let _ = game.set_komi(draw_komi(game.komi(), rng));
        let forked = self.last_moves.take();
        match forked.filter(|_| rng.random_bool(FORK_SHARE)) {
            Some(moves) => self.fork(&mut game, &moves, rng),
            None => self.open(&mut game, rng),
        }
        game
    }

    /// Plays some moves of the policy.
    fn open(&mut self, game: &mut Game, rng: &mut Xoshiro256PlusPlus) {
        let Ok(lengths) = Exp::new(1.0 / MEAN_LENGTH) else {
            return;
        };
        #[expect(clippy::cast_sign_loss, reason = "a length is not negative")]
        let length = lengths.sample(rng) as usize;
        for _ in 0..length {
            let report = self.search(game, 1, None, rng);
            let priors = report.moves().iter();
            let shares: Vec<_> = priors
                .map(|stats| (stats.mv, stats.prior.unwrap_or_default()))
                .collect();
            let drawn = draw(&shares, 1.0, rng).filter(|&mv| mv != Move::Pass);
            if drawn.is_none_or(|mv| game.play(game.to_move(), mv).is_err()) {
                return;
            }
        }
    }

    /// Plays some moves of the first half of another game, then the best of some random moves.
    pub(super) fn fork(
        &mut self,
        game: &mut Game,
        moves: &[(Color, Move)],
        rng: &mut Xoshiro256PlusPlus,
    ) {
        let kept = rng.random_range(0..=moves.len() / 2);
        for &(color, mv) in &moves[..kept] {
            if game.play(color, mv).is_err() {
                return;
            }
        }
        let color = game.to_move();
        let count = rng.random_range(FORK_CHOICES);
        let points = Coord::all(game.size()).map(Move::Play);
        let legal = points.filter(|&mv| game.is_legal(color, mv));
        let choices = legal.sample(rng, count);
        let lost = |mv: Move, player: &mut Self, rng: &mut Xoshiro256PlusPlus| {
            let mut next = game.clone();
            next.play(color, mv).ok()?;
            let report = player.search(&next, 1, None, rng);
            Some((report.snapshot.win_rate, next))
        };
        let nexts = choices.into_iter().filter_map(|mv| lost(mv, self, rng));
        let best = nexts.min_by(|(one, _), (other, _)| one.total_cmp(other));
        if let Some((_, next)) = best {
            *game = next;
        }
    }
}

/// A komi around the usual one, in half points.
fn draw_komi(usual: f64, rng: &mut Xoshiro256PlusPlus) -> f64 {
    let deviation = if rng.random_bool(WIDE_KOMI_SHARE) {
        WIDE_KOMI_DEVIATION
    } else {
        KOMI_DEVIATION
    };
    let difference = Normal::new(0.0, deviation).map_or(0.0, |normal| normal.sample(rng));
    usual + (2.0 * difference).round() / 2.0
}
