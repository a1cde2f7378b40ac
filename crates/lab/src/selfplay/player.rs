//! Games of the engine against itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::SelfPlaySettings;
use tao_engine::net::Network;
use tao_engine::search::{Limit, Report, Request, Searcher, SequentialHalving, Snapshot, draw};
use tao_rules::board::{Color, Move};
use tao_rules::game::Game;

/// Full searches are 1/10 as frequent where the game is decided.
const DECIDED_FACTOR: f64 = 10.0;

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
    /// This side resigned.
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
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self.end {
            GameEnd::Resigned(loser) => Some(!loser),
            GameEnd::GivenUp => None,
            GameEnd::Played { .. } => self.game.standing_score().winner(),
        }
    }

    /// The result as SGF has it.
    #[must_use]
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
        if self.game.play(self.game.to_move(), mv).is_err() {
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
        let is_decided = leader.is_some();
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
            limit: Limit {
                playouts: Some(visits),
                time: None,
            },
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
