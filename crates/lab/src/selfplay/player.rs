//! Games of the engine against itself: their settings, how they begin, and their moves.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, Exp, Normal};
use tao_engine::raw::net::Network;
use tao_engine::raw::search::{
    Detail, Limit, Params, Report, Request, Searcher, SequentialHalving, Snapshot, draw,
    improved_policy,
};
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::{Game, Rules};

/// Share of full searches where the game is decided; elsewhere all are.
const DECIDED_SHARE: f64 = 0.1;

/// Most visits of the other searches, which only move the game on.
const DECIDED_VISITS: u64 = 20;

/// Plays games one after the other with the same searcher.
#[derive(Debug)]
pub struct SelfPlayer<'s> {
    pub(super) settings: &'s SelfPlaySettings,
    searcher: Searcher,
    /// `None` where playouts evaluate.
    network: Option<Arc<Network>>,
    /// The moves of the previous game, for a fork.
    pub(super) last_moves: Option<Vec<(Color, Move)>>,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    pub game: Game,
    pub seed: u64,
    /// Checksum of the network that played; 0 for none.
    pub network: u32,
    /// What was found for each move after the opening.
    pub searches: Vec<MoveSearch>,
    /// Visits of all searches.
    pub visits: u64,
    /// How the game ended.
    pub end: GameEnd,
}

/// What a search found about a position, and what is learned from it.
#[derive(Clone, Debug)]
pub struct MoveSearch {
    /// The position at the end of the search.
    pub snapshot: Snapshot,
    /// The policy to learn: the share of each move. The shares add up to 1.
    pub policy: Vec<(Move, f64)>,
    /// Chance of Black to win if both sides play by the policy, draws half.
    pub black_wins: f64,
    /// Whether it was a full search.
    pub is_full: bool,
}

/// How a game of self-play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    Resigned(Color),
    /// The game was too long, or superko forbids the move that was drawn. What the last search expects counts as the result.
    GivenUp,
    /// The game was played to its end.
    Played {
        /// The first side that would have resigned if that had been allowed, if any.
        would_resign: Option<Color>,
    },
}

impl PlayedGame {
    /// The winner; `None` for a draw and for a game without a result.
    pub fn winner(&self) -> Option<Color> {
        match self.end {
            GameEnd::Resigned(loser) => Some(!loser),
            GameEnd::GivenUp => None,
            GameEnd::Played { .. } => self.game.standing_score().winner(),
        }
    }

    /// The result as SGF has it.
    pub fn result(&self) -> String {
        match self.end {
            GameEnd::Resigned(Color::Black) => "W+R".to_owned(),
            GameEnd::Resigned(Color::White) => "B+R".to_owned(),
            GameEnd::GivenUp => "Void".to_owned(),
            GameEnd::Played { .. } => self.game.standing_score().to_string(),
        }
    }

    /// The number of moves before the first search.
    pub(super) fn opening(&self) -> usize {
        self.game.moves().len() - self.searches.len()
    }

    /// The moves after the opening, each with its search.
    pub fn searched_moves(&self) -> impl Iterator<Item = (Move, &MoveSearch)> {
        let moves = self.game.moves()[self.opening()..].iter();
        moves.map(|&(_, mv)| mv).zip(&self.searches)
    }

    /// Plays a move and keeps what its search found. Gives the game up if superko forbids it, or after too many moves.
    fn play(&mut self, mv: Move, search: MoveSearch) {
        if self.game.play(mv).is_err() {
            self.end = GameEnd::GivenUp;
            return;
        }
        self.searches.push(search);
        if self.game.is_long() && !self.game.is_over() {
            self.end = GameEnd::GivenUp;
        }
    }

    /// Ends a decided game if the loser may resign, or notes who would have.
    fn resign(&mut self, settings: &SelfPlaySettings, may_resign: bool) {
        let leader = self.leader(settings.decided_after, settings.resign_above);
        let Some(loser) = leader.map(|leader| !leader).filter(|_| !self.is_over()) else {
            return;
        };
        match &mut self.end {
            end if may_resign => *end = GameEnd::Resigned(loser),
            GameEnd::Played { would_resign } => *would_resign = would_resign.or(Some(loser)),
            GameEnd::Resigned(_) | GameEnd::GivenUp => {}
        }
    }

    fn is_over(&self) -> bool {
        self.game.is_over() || !matches!(self.end, GameEnd::Played { .. })
    }

    /// The side to which each of the last `searches` searches gave more than this win rate.
    fn leader(&self, searches: usize, win_rate: f64) -> Option<Color> {
        let first = self.searches.len().checked_sub(searches)?;
        let mut colors = Color::BOTH.into_iter();
        colors.find(|color| {
            let last = self.searches[first..].iter();
            last.map(|search| color.share(search.black_wins))
                .all(|share| share > win_rate)
        })
    }
}

impl<'s> SelfPlayer<'s> {
    /// A player with this network, or with playouts.
    pub fn new(network: Option<Arc<Network>>, settings: &'s SelfPlaySettings) -> Self {
        Self {
            settings,
            searcher: Searcher::new(network.clone(), 0),
            network,
            last_moves: None,
        }
    }

    /// Plays with another network from the next game on.
    pub fn set_network(&mut self, network: &Arc<Network>) {
        self.network = Some(Arc::clone(network));
        self.searcher.set_network(self.network.clone());
    }

    /// Plays a game; the same one for the same seed and the same previous game. `None` if `stop` is set before its end.
    pub fn play(&mut self, seed: u64, stop: &AtomicBool) -> Option<PlayedGame> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.searcher.new_game(seed);
        let network = self.network.as_ref();
        let mut played = PlayedGame {
            network: network.map_or(0, |network| network.identity),
            game: self.begin(&mut rng),
            seed,
            searches: Vec::new(),
            visits: 0,
            end: GameEnd::Played { would_resign: None },
        };
        let may_resign = !rng.random_bool(self.settings.played_out_share);
        while !played.is_over() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            self.play_move(&mut played, &mut rng);
            played.resign(self.settings, may_resign);
        }
        self.last_moves = Some(played.game.moves().to_vec());
        Some(played)
    }

    fn play_move(&mut self, played: &mut PlayedGame, rng: &mut Xoshiro256PlusPlus) {
        let settings = self.settings;
        let leader = played.leader(settings.decided_after, settings.decided_above);
        let is_full = leader.is_none() || rng.random_bool(DECIDED_SHARE);
        let visits = if is_full {
            settings.visits
        } else {
            settings.visits.min(DECIDED_VISITS)
        };
        let halving = settings.halving.filter(|_| is_full);
        let report = self.search(&played.game, visits, halving, rng);
        let policy = settings.choice.policy(&report.snapshot);
        let temperature = settings.choice.temperature(played.game.moves().len());
        let drawn = temperature.and_then(|temperature| draw(&policy, temperature, rng));
        played.visits += report.playouts;
        played.play(
            drawn.unwrap_or(report.best),
            MoveSearch {
                black_wins: black_wins(&report, &policy),
                snapshot: report.snapshot,
                policy,
                is_full,
            },
        );
    }

    /// Searches a position with this number of visits.
    pub(super) fn search(
        &mut self,
        game: &Game,
        visits: u64,
        halving: Option<SequentialHalving>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Report {
        let request = Request {
            halving,
            detail: self.settings.detail,
            limit: Limit::visits(visits),
            seed: rng.random(),
            ..Request::of_game(game, game.to_move())
        };
        self.searcher.search(&self.settings.params, &request)
    }
}

/// The win rate of Black, if both sides play by the policy; moves without a visit are as good as the others.
fn black_wins(report: &Report, policy: &[(Move, f64)]) -> f64 {
    let visited = policy.iter().filter_map(|&(mv, share)| {
        let stats = report.stats(mv).filter(|stats| stats.visits > 0)?;
        Some((share, stats.win_rate))
    });
    let (shares, sum) = visited.fold((0.0, 0.0), |(shares, sum), (share, win_rate)| {
        (shares + share, sum + share * win_rate)
    });
    let win_rate = if shares > 0.0 { sum / shares } else { 0.5 };
    report.snapshot.to_move.share(win_rate)
}

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
    pub visits: u64,
    /// The sequential halving of full searches at the root, if any.
    pub halving: Option<SequentialHalving>,
    /// How the move to play is chosen after a search.
    pub choice: MoveChoice,
    /// Win rate of either side above which a position looks decided.
    pub decided_above: f64,
    /// Number of searches in a row that must find a position decided. After them, few searches are full.
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
            visits: 64,
            halving: Some(SequentialHalving::USUAL),
            choice: MoveChoice::Improved,
            decided_above: 0.9,
            decided_after: 6,
            resign_above: 0.98,
            played_out_share: 0.5,
        }
    }
}

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
            if drawn.is_none_or(|mv| game.play(mv).is_err()) {
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
            if game.play_as(color, mv).is_err() {
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
            next.play_as(color, mv).ok()?;
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
