//! Games of the engine against itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::SelfPlaySettings;
use crate::board::{Color, Move};
use crate::game::Game;
use crate::net::Network;
use crate::search::{Limit, Report, Request, Searcher, SequentialHalving, Snapshot, draw};

/// Full searches are 1/10 as frequent where the game is decided.
const DECIDED_FACTOR: f64 = 10.0;

/// Plays games one after the other with the same searcher.
#[derive(Debug)]
pub struct Player<'s> {
    pub(super) settings: &'s SelfPlaySettings,
    searcher: Searcher,
    /// `None` where playouts evaluate.
    network: Option<Arc<Network>>,
    /// The moves of the game before, for a fork.
    pub(super) last_moves: Option<Vec<(Color, Move)>>,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game.
    pub game: Game,
    /// Its seed.
    pub seed: u64,
    /// Checksum of the network that played; 0 for none.
    pub network: u32,
    /// What was found for each move after the opening.
    pub searches: Vec<MoveSearch>,
    /// Visits of all searches.
    pub visits: u64,
    /// The end.
    pub end: GameEnd,
}

/// What a search found about a position, and what it made of it.
#[derive(Clone, Debug)]
pub struct MoveSearch {
    /// The position at the end of the search.
    pub snapshot: Snapshot,
    /// The share of each move in what is learned; they add up to 1.
    pub policy: Vec<(Move, f64)>,
    /// Chance of Black to win if both sides play by the policy, draws half.
    pub black_wins: f64,
    /// Whether it was a full search.
    pub is_full: bool,
}

/// How a game of self-play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// This side resigned.
    Resigned(Color),
    /// It was too long, or superko forbids the move that was drawn. What the last search expects is its result.
    GivenUp,
    /// It was played to its end.
    Played {
        /// The side that would have resigned, had it been allowed, where one would.
        would_resign: Option<Color>,
    },
}

impl PlayedGame {
    /// The winner; `None` for a draw and for a game without a result.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self.end {
            GameEnd::Resigned(loser) => Some(!loser),
            GameEnd::GivenUp => None,
            GameEnd::Played { .. } => self.game.area_score().winner(),
        }
    }

    /// The result as SGF has it.
    #[must_use]
    pub fn result(&self) -> String {
        match self.end {
            GameEnd::Resigned(Color::Black) => "W+R".to_owned(),
            GameEnd::Resigned(Color::White) => "B+R".to_owned(),
            GameEnd::GivenUp => "Void".to_owned(),
            GameEnd::Played { .. } => self.game.area_score().to_string(),
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
}

impl<'s> Player<'s> {
    /// A player with this network, or with playouts.
    #[must_use]
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

    /// Plays a game; the same one for the same seed and the same game before. `None` if `stop` is set before its end.
    pub fn play(&mut self, seed: u64, stop: &AtomicBool) -> Option<PlayedGame> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.searcher.new_game(seed);
        let mut course = Course::new(self.begin(&mut rng));
        course.may_resign = !rng.random_bool(self.settings.played_out_share);
        while !course.is_over() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            self.play_move(&mut course, &mut rng);
            course.resign(self.settings);
        }
        self.last_moves = Some(course.game.moves().to_vec());
        Some(PlayedGame {
            game: course.game,
            seed,
            network: self
                .network
                .as_ref()
                .map_or(0, |network| network.identity()),
            searches: course.searches,
            visits: course.visits,
            end: course.end.unwrap_or(GameEnd::Played {
                would_resign: course.would_resign,
            }),
        })
    }

    fn play_move(&mut self, course: &mut Course, rng: &mut Xoshiro256PlusPlus) {
        let settings = self.settings;
        let is_decided = course.is_decided(settings);
        let share = settings.full_share / if is_decided { DECIDED_FACTOR } else { 1.0 };
        let is_full = rng.random_bool(share);
        let visits = if is_full {
            settings.full_visits
        } else if is_decided {
            settings.cheap_visits.div_ceil(2)
        } else {
            settings.cheap_visits
        };
        let halving = settings.halving.filter(|_| is_full);
        let report = self.search(&course.game, visits, halving, rng);
        let policy = settings.choice.policy(&report.snapshot);
        let temperature = settings.choice.temperature(course.game.moves().len());
        let drawn = temperature.and_then(|temperature| draw(&policy, temperature, rng));
        course.visits += report.playouts;
        course.play(
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
            limit: Limit {
                playouts: Some(visits),
                time: None,
            },
            seed: rng.random(),
            ..Request::of_game(game, game.to_move())
        };
        self.searcher.search(&self.settings.params, &request, None)
    }
}

/// A game under way.
struct Course {
    game: Game,
    searches: Vec<MoveSearch>,
    visits: u64,
    may_resign: bool,
    /// The side that was the first to look lost.
    would_resign: Option<Color>,
    /// Why it ended before two passes.
    end: Option<GameEnd>,
}

impl Course {
    const fn new(game: Game) -> Self {
        Self {
            game,
            searches: Vec::new(),
            visits: 0,
            may_resign: true,
            would_resign: None,
            end: None,
        }
    }

    fn play(&mut self, mv: Move, search: MoveSearch) {
        if self.game.play(self.game.to_move(), mv).is_err() {
            self.end = Some(GameEnd::GivenUp);
            return;
        }
        self.searches.push(search);
        if self.game.is_long() && !self.game.is_over() {
            self.end = Some(GameEnd::GivenUp);
        }
    }

    /// Ends a decided game, if the loser may resign.
    fn resign(&mut self, settings: &SelfPlaySettings) {
        let leader = self.leader(settings.decided_after, settings.resign_above);
        let Some(loser) = leader.map(|leader| !leader).filter(|_| !self.is_over()) else {
            return;
        };
        self.would_resign.get_or_insert(loser);
        if self.may_resign {
            self.end = Some(GameEnd::Resigned(loser));
        }
    }

    fn is_over(&self) -> bool {
        self.game.is_over() || self.end.is_some()
    }

    fn is_decided(&self, settings: &SelfPlaySettings) -> bool {
        self.leader(settings.decided_after, settings.decided_above)
            .is_some()
    }

    /// The side that all of the last searches gave more than this.
    fn leader(&self, searches: usize, win_rate: f64) -> Option<Color> {
        let first = self.searches.len().checked_sub(searches)?;
        let last = &self.searches[first..];
        if last.iter().all(|search| search.black_wins > win_rate) {
            Some(Color::Black)
        } else if last.iter().all(|search| 1.0 - search.black_wins > win_rate) {
            Some(Color::White)
        } else {
            None
        }
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
