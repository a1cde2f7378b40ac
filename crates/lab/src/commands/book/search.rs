//! Searches the positions of a book.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tao_engine::book::{BookSource, Komi, SIDE, SearchedMove, SearchedPosition, Share};
use tao_engine::engine::{Engine, EngineSettings, Purpose, Question};
use tao_engine::search::Detail;
use tao_go::cli::engine::concurrent_settings;
use tao_go::cli::error::Error;
use tao_go::cli::settings::Settings;
use tao_rules::board::{Coord, Move};
use tao_rules::game::Game;

/// Seed without `--seed`.
const DEFAULT_SEED: u64 = 1;

/// How positions are searched, each on one thread.
pub(super) struct Plan {
    pub(super) komi: Komi,
    /// Number of positions to search at the same time.
    pub(super) threads: usize,
    settings: EngineSettings,
    start: Game,
    network: u32,
}

impl Plan {
    /// Plans searches with this number of visits, in games that begin as the settings say.
    ///
    /// # Errors
    ///
    /// [`Error::Usage`] for another board, an impossible komi, without a network, and for limits that `--visits` replaces.
    pub(super) fn new(settings: &Settings, visits: u32) -> Result<Self, Error> {
        let start = settings.game.begin()?;
        let (size, komi) = (start.size(), start.komi());
        if size != SIDE {
            let message = format!("--size {size}: books are for {SIDE}x{SIDE}");
            return Err(Error::Usage(message));
        }
        let komi = Komi::new(komi)
            .ok_or_else(|| Error::Usage(format!("--komi {komi}: books are for half points")))?;
        let (engine, threads) = concurrent_settings(&settings.engine)?;
        if engine.playouts.is_some() || engine.time_per_move.is_some() {
            let message = "--playouts, --time: use --visits, and --duration for the whole run";
            return Err(Error::usage(message));
        }
        let network = engine.network_for(SIDE).map(|network| network.identity);
        let network = network.ok_or_else(|| Error::usage("a book needs a network"))?;
        let mut settings = EngineSettings {
            playouts: Some(visits.into()),
            seed: Some(engine.seed.unwrap_or(DEFAULT_SEED)),
            book: BookSource::None,
            ..engine
        };
        settings.params.machine.threads = 1;
        Ok(Self {
            komi,
            threads,
            settings,
            start,
            network,
        })
    }

    /// Returns a searcher, which searches positions one after the other until `stop` is set.
    pub(super) fn searcher<'a>(&'a self, stop: &'a Arc<AtomicBool>) -> PositionSearcher<'a> {
        let mut engine = Engine::new(self.settings.clone());
        engine.set_stop_flag(Arc::clone(stop));
        let plan = self;
        PositionSearcher { engine, plan, stop }
    }
}

pub(super) struct PositionSearcher<'a> {
    engine: Engine,
    plan: &'a Plan,
    stop: &'a AtomicBool,
}

impl PositionSearcher<'_> {
    /// Searches the position after a line. The same line gets the same result, whatever was searched before. `None` if the
    /// line cannot be played, or the search was stopped.
    pub(super) fn search(&mut self, line: &[Coord]) -> Option<SearchedPosition> {
        let mut game = self.plan.start.clone();
        for &coord in line {
            game.play(game.to_move(), Move::Play(coord)).ok()?;
        }
        self.engine.clear_tree();
        let question = Question {
            detail: Detail::Score,
            ..Question::new(game.to_move(), Purpose::Inspect, None)
        };
        let report = self.engine.think(&game, question).report?;
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let points_ahead = report.snapshot.points_ahead();
        let count = |visits: u64| u32::try_from(visits).unwrap_or(u32::MAX);
        let mut searched = SearchedPosition {
            network: self.plan.network,
            visits: count(report.playouts),
            win_rate: Share::new(report.win_rate),
            tenths_ahead: (10.0 * points_ahead.unwrap_or_default()).round() as i16,
            moves: Vec::new(),
        };
        let moves = report.moves().iter().filter_map(|stats| {
            Some(SearchedMove {
                coord: stats.mv.coord()?,
                visits: count(stats.visits),
                win_rate: Share::new(stats.win_rate),
            })
        });
        searched.keep_moves(game.board(), game.to_move(), moves);
        Some(searched)
    }
}
