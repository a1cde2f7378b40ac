//! One game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::record::{black_shares, index};
use super::{GameRecord, PositionRecord, SelfPlaySettings};
use crate::board::{Color, Coord, Move};
use crate::game::{Game, Score};
use crate::net::{Network, POINTS, SIDE};
use crate::search::{
    Detail, Limit, Ownership, Report, Request, Searcher, SequentialHalving, improved_policy,
};

/// Moves for every point of the board after which a game is given up.
const LONG_GAME: usize = 3;

/// Full searches are so many times less frequent where the game is decided.
const DECIDED_FACTOR: f64 = 10.0;

/// Plays games one after the other with the same searcher.
#[derive(Debug)]
pub struct Player<'s> {
    pub(super) settings: &'s SelfPlaySettings,
    searcher: Searcher,
    network: Arc<Network>,
    /// The moves of the game before, for a fork.
    pub(super) last_moves: Option<Vec<(Color, Move)>>,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game.
    pub game: Game,
    /// What is learned from it.
    pub record: GameRecord,
    /// Simulations of all its searches.
    pub visits: u64,
    /// The end.
    pub end: GameEnd,
}

/// How a game of self-play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// It was resigned.
    Resigned,
    /// It was too long or stuck. What the last search expects is its result.
    GivenUp,
    /// It was played to its end. Tells whether resigning would have been right, had it been allowed.
    Played {
        /// The side that would have resigned, where one would.
        would_resign: Option<Color>,
        /// The winner; `None` for a draw.
        winner: Option<Color>,
    },
}

impl PlayedGame {
    /// The result as SGF has it.
    #[must_use]
    pub fn result(&self) -> String {
        let Some(last) = self.record.positions.last() else {
            return String::new();
        };
        let score = Score {
            lead: last.black_lead,
        };
        match self.end {
            GameEnd::Resigned if last.black_wins > 0.5 => "B+R".to_owned(),
            GameEnd::Resigned => "W+R".to_owned(),
            GameEnd::GivenUp => "Void".to_owned(),
            GameEnd::Played { .. } => score.to_string(),
        }
    }
}

impl<'s> Player<'s> {
    /// A player with this network.
    #[must_use]
    pub fn new(network: Arc<Network>, settings: &'s SelfPlaySettings) -> Self {
        Self {
            settings,
            searcher: Searcher::new(Some(Arc::clone(&network)), 0),
            network,
            last_moves: None,
        }
    }

    /// Plays with another network from the next game on.
    pub fn set_network(&mut self, network: &Arc<Network>) {
        self.searcher.set_network(Some(Arc::clone(network)));
        self.network = Arc::clone(network);
    }

    /// Plays a game; the same one for the same seed and the same game before. `None` if `stop` is set before its end.
    pub fn play(&mut self, seed: u64, stop: &AtomicBool) -> Option<PlayedGame> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.searcher.new_game(seed);
        let mut course = Course::begin(self.begin(&mut rng));
        let may_resign = !rng.random_bool(self.settings.played_out_share);
        while !course.is_over() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            self.play_move(&mut course, &mut rng);
            if !course.is_over()
                && let Some(loser) = course.loser(self.settings)
            {
                course.would_resign.get_or_insert(loser);
                if may_resign {
                    course.broken_off = Some(BreakOff::Resigned);
                }
            }
        }
        self.last_moves = Some(course.game.moves().to_vec());
        Some(self.finish(course, seed))
    }

    fn play_move(&mut self, course: &mut Course, rng: &mut Xoshiro256PlusPlus) {
        let settings = self.settings;
        let is_decided = course.is_decided(settings);
        let share = settings.full_share / if is_decided { DECIDED_FACTOR } else { 1.0 };
        let halving = rng.random_bool(share).then_some(settings.halving);
        let visits = match halving {
            Some(_) => settings.full_visits,
            None if is_decided => settings.cheap_visits.div_ceil(2),
            None => settings.cheap_visits,
        };
        let report = self.search(&course.game, visits, halving, rng);
        let policy = improved_policy(&report.snapshot);
        let temperature = settings.temperature(course.game.moves().len());
        let mv = draw(&policy, temperature, rng);
        course.add(
            mv,
            &Found {
                report: &report,
                policy: &policy,
                is_full: halving.is_some(),
            },
        );
    }

    /// Searches a position with so many visits.
    pub(super) fn search(
        &mut self,
        game: &Game,
        visits: u64,
        halving: Option<SequentialHalving>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Report {
        let request = Request {
            halving,
            detail: Detail::Ownership,
            limit: Limit {
                playouts: Some(visits),
                time: None,
            },
            seed: rng.random(),
            ..Request::of_game(game, game.to_move())
        };
        self.searcher.search(&self.settings.params, &request, None)
    }

    fn finish(&self, course: Course, seed: u64) -> PlayedGame {
        let Course {
            game,
            mut positions,
            visits,
            owners,
            would_resign,
            broken_off,
            ..
        } = course;
        weigh(&mut positions);
        let last = positions.last();
        let [last_wins, last_lead] =
            last.map_or([0.5, 0.0], |last| [last.black_wins, last.black_lead]);
        let score = game.area_score();
        let winner = match (broken_off, would_resign) {
            (Some(BreakOff::Resigned), Some(loser)) => Some(!loser),
            _ => score.winner(),
        };
        let (end, black_lead) = match broken_off {
            None => (
                GameEnd::Played {
                    would_resign,
                    winner,
                },
                score.lead,
            ),
            Some(BreakOff::Resigned) => (GameEnd::Resigned, last_lead),
            Some(BreakOff::GivenUp) => (GameEnd::GivenUp, last_lead),
        };
        let owners = owners.filter(|_| broken_off.is_some());
        let owners = owners.unwrap_or_else(|| Ownership::of(game.board()));
        positions.push(PositionRecord {
            mv: None,
            policy: no_policy(&game),
            black_wins: match winner {
                _ if end == GameEnd::GivenUp => last_wins,
                Some(Color::Black) => 1.0,
                Some(Color::White) => 0.0,
                None => 0.5,
            },
            black_lead,
            weight: 0.0,
        });
        PlayedGame {
            record: GameRecord {
                komi: game.komi(),
                seed,
                network: self.network.identity(),
                owners: black_shares(&owners),
                positions,
            },
            game,
            visits,
            end,
        }
    }
}

/// A game under way.
struct Course {
    game: Game,
    positions: Vec<PositionRecord>,
    visits: u64,
    /// The owners that the last search expects.
    owners: Option<Ownership>,
    /// The side that was the first to look lost.
    would_resign: Option<Color>,
    broken_off: Option<BreakOff>,
}

/// Why a game does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BreakOff {
    Resigned,
    /// It is too long, or superko forbids the move that was drawn.
    GivenUp,
}

impl Course {
    fn begin(game: Game) -> Self {
        let mut before = game.clone();
        before.clear();
        let mut positions = Vec::new();
        for &(color, mv) in game.moves() {
            positions.push(PositionRecord {
                mv: Some(mv),
                policy: no_policy(&before),
                black_wins: 0.5,
                black_lead: 0.0,
                weight: 0.0,
            });
            let _ = before.play(color, mv);
        }
        Self {
            game,
            positions,
            visits: 0,
            owners: None,
            would_resign: None,
            broken_off: None,
        }
    }

    /// Plays the move that was drawn after a search.
    fn add(&mut self, mv: Move, found: &Found<'_>) {
        let record = found.record(&self.game, mv);
        self.visits += found.report.playouts;
        if self.game.play(self.game.to_move(), mv).is_err() {
            self.broken_off = Some(BreakOff::GivenUp);
            return;
        }
        if self.game.moves().len() >= LONG_GAME * POINTS && !self.game.is_over() {
            self.broken_off = Some(BreakOff::GivenUp);
        }
        self.positions.push(record);
        let outcomes = found.report.snapshot.outcomes.as_ref();
        self.owners = outcomes.and_then(|outcomes| outcomes.ownership.clone());
    }

    fn is_over(&self) -> bool {
        self.game.is_over() || self.broken_off.is_some()
    }

    /// The side that all of the last searches gave more than this.
    fn leader(&self, searches: usize, win_rate: f64) -> Option<Color> {
        let last = self.positions.len().checked_sub(searches)?;
        let last = &self.positions[last..];
        if last.iter().all(|position| position.black_wins > win_rate) {
            Some(Color::Black)
        } else if last
            .iter()
            .all(|position| 1.0 - position.black_wins > win_rate)
        {
            Some(Color::White)
        } else {
            None
        }
    }

    fn is_decided(&self, settings: &SelfPlaySettings) -> bool {
        self.leader(settings.decided_after, settings.decided_above)
            .is_some()
    }

    fn loser(&self, settings: &SelfPlaySettings) -> Option<Color> {
        self.leader(settings.decided_after, settings.resign_above)
            .map(|leader| !leader)
    }
}

/// What a search found.
struct Found<'a> {
    report: &'a Report,
    policy: &'a [(Move, f64)],
    is_full: bool,
}

impl Found<'_> {
    fn record(&self, game: &Game, mv: Move) -> PositionRecord {
        let mut policy = no_policy(game);
        for &(mv, share) in self.policy {
            policy[index(mv)] = Some(share);
        }
        let outcomes = self.report.snapshot.outcomes.as_ref();
        PositionRecord {
            mv: Some(mv),
            policy,
            black_wins: game.to_move().share(self.win_rate()),
            black_lead: outcomes.map_or(0.0, |outcomes| outcomes.lead) - game.komi(),
            weight: if self.is_full { self.surprise() } else { 0.0 },
        }
    }

    /// The win rate of the side to move, if it plays by the policy; moves without a visit are as good as the others.
    fn win_rate(&self) -> f64 {
        let moves = self.policy.iter();
        let visited = moves.filter_map(|&(mv, share)| {
            let stats = self.report.stats(mv).filter(|stats| stats.visits > 0)?;
            Some((share, stats.win_rate))
        });
        let (shares, sum) = visited.fold((0.0, 0.0), |(shares, sum), (share, win_rate)| {
            (shares + share, sum + share * win_rate)
        });
        if shares > 0.0 { sum / shares } else { 0.5 }
    }

    /// The divergence of the policy from the probabilities before the search, in nats; at least a little.
    fn surprise(&self) -> f64 {
        let prior = |mv: Move| {
            let stats = self.report.stats(mv);
            stats.and_then(|stats| stats.prior).unwrap_or_default()
        };
        let parts = self
            .policy
            .iter()
            .map(|&(mv, share)| share * (share / prior(mv).max(1e-4)).ln());
        parts.sum::<f64>().max(1e-3)
    }
}

/// Turns surprises into weights: half of the weight is equal for all full searches, half goes by their surprise.
fn weigh(positions: &mut [PositionRecord]) {
    let surprises = positions.iter().map(|position| position.weight);
    let (count, sum) = surprises
        .filter(|&surprise| surprise > 0.0)
        .fold((0.0, 0.0), |(count, sum), surprise| {
            (count + 1.0, sum + surprise)
        });
    for position in positions
        .iter_mut()
        .filter(|position| position.weight > 0.0)
    {
        position.weight = 0.5 + 0.5 * position.weight * count / sum;
    }
}

/// Nothing for legal moves.
fn no_policy(game: &Game) -> [Option<f64>; POINTS + 1] {
    let mut policy = [None; POINTS + 1];
    for mv in Coord::all(SIDE).map(Move::Play).chain([Move::Pass]) {
        policy[index(mv)] = game.is_legal(game.to_move(), mv).then_some(0.0);
    }
    policy
}

/// Draws a move by its share to the power of 1 / temperature; a pass if there is none.
pub(super) fn draw(shares: &[(Move, f64)], temperature: f64, rng: &mut Xoshiro256PlusPlus) -> Move {
    let weights: Vec<f64> = shares
        .iter()
        .map(|(_, share)| share.powf(1.0 / temperature))
        .collect();
    let mut left = rng.random::<f64>() * weights.iter().sum::<f64>();
    for (&(mv, _), weight) in shares.iter().zip(&weights) {
        left -= weight;
        if left < 0.0 {
            return mv;
        }
    }
    shares.first().map_or(Move::Pass, |&(mv, _)| mv)
}
