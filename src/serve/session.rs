//! A visitor's session: a game and an engine, which makes one search at a time.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::engine::{Decision, Engine, EngineSettings, Level, Purpose, Question};
use crate::game::{Game, TimeBudget, TimeControl};
use crate::search::{Detail, MEBIBYTE, Observer, Snapshot};

use super::action::{Action, Memory};
use super::board_game::BoardGame;
use super::gate::Permit;
use super::view::{Activity, AnalysisJson, StateJson, value};
use super::{BoardService, Server};

/// Most time for a move of the engine.
const MOVE_TIME: Duration = Duration::from_secs(30);

/// Most time for the analysis of a position.
const ANALYSIS_TIME: Duration = Duration::from_secs(60);

/// Time between two looks at an analysis.
const INTERVAL: Duration = Duration::from_millis(200);

/// Time after which an idle stream is written to, which shows whether anybody reads it.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// The settings of one visitor's engine: its part of the memory, and a limit on each move.
pub(super) fn own_part(service: &BoardService) -> EngineSettings {
    let mut settings = service.settings.clone();
    let all = settings.params.search_bytes() / MEBIBYTE;
    let own = (all / service.visitors.max(1)).max(1);
    settings.params.memory = settings.params.memory.saturating_sub(all - own);
    if settings.time_per_move.is_none() {
        let usual = settings.params.playouts;
        settings.playouts = Some(settings.playouts.unwrap_or(usual));
    }
    settings
}

/// Why an action was not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The game does not allow it.
    Game(String),
    /// Too many visitors search.
    Busy,
}

/// What a stream of events has.
#[derive(Debug)]
pub(super) enum Event {
    Analysis(AnalysisJson),
    /// Nothing new.
    Heartbeat,
    /// Another page of the visitor has the analysis now.
    Taken,
}

/// A visitor's game and engine.
#[derive(Debug)]
pub(super) struct Session {
    contents: Mutex<Contents>,
    changed: Condvar,
    engine: Mutex<Engine>,
}

#[derive(Debug)]
struct Contents {
    board: BoardGame,
    /// Counts the changes of the game.
    revision: u64,
    activity: Activity,
    /// Number of the newest stream of events. Older ones end.
    stream: u64,
    /// Ends the search that runs.
    stop: Arc<AtomicBool>,
}

impl Contents {
    /// Lets the clock run until now. A flag that falls ends the search.
    fn run_clock(&mut self) {
        if self.board.run_clock(Instant::now()) {
            self.revision += 1;
            self.stop_search();
        }
    }

    fn state(&mut self) -> StateJson {
        self.run_clock();
        StateJson::new(&self.board, self.revision, self.activity)
    }

    fn stop_search(&self) {
        // The flag guards no data.
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Whether the engine still thinks is known even after a panic.
#[derive(Debug)]
struct Turn<'a>(&'a Session);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.lock().activity = Activity::Idle;
        self.0.changed.notify_all();
    }
}

impl Session {
    pub(super) fn new(service: &BoardService) -> Self {
        let (game, level) = (service.game.clone(), service.settings.level);
        let player = Some(game.to_move());
        Self {
            contents: Mutex::new(Contents {
                board: BoardGame::new(game, player, level, TimeControl::Unlimited),
                revision: 0,
                activity: Activity::Idle,
                stream: 0,
                stop: Arc::default(),
            }),
            changed: Condvar::new(),
            engine: Mutex::new(Engine::new(service.settings.clone())),
        }
    }

    pub(super) fn state(&self) -> StateJson {
        self.lock().state()
    }

    pub(super) fn sgf(&self) -> String {
        self.lock().board.table().to_sgf()
    }

    pub(super) fn is_begun(&self) -> bool {
        self.lock().board.is_begun()
    }

    /// Carries out an action and returns what the game is then.
    pub(super) fn act(&self, action: Action, server: &Server) -> Result<StateJson, Refusal> {
        if matches!(action, Action::Genmove {}) {
            return self.engine_move(server);
        }
        let memory = action.memory();
        self.change(memory, server, |board| action.apply(board))
    }

    pub(super) fn load(&self, file: &[u8], server: &Server) -> Result<StateJson, Refusal> {
        self.change(Memory::Forgotten, server, |board| board.load(file))
    }

    fn change(
        &self,
        memory: Memory,
        server: &Server,
        change: impl FnOnce(&mut BoardGame) -> Result<(), String>,
    ) -> Result<StateJson, Refusal> {
        let mut contents = self.lock();
        contents.run_clock();
        change(&mut contents.board).map_err(Refusal::Game)?;
        contents.revision += 1;
        contents.stop_search();
        self.changed.notify_all();
        if contents.board.table().needs_count() {
            drop(contents);
            self.count(server)?;
            contents = self.lock();
        }
        if memory == Memory::Forgotten {
            drop(contents);
            self.engine(server).new_game();
            contents = self.lock();
        }
        Ok(contents.state())
    }

    /// Counts a game that two passes ended.
    fn count(&self, server: &Server) -> Result<(), Refusal> {
        let (line, revision) = {
            let contents = self.lock();
            (contents.board.table().game().clone(), contents.revision)
        };
        let _permit = server.gate.enter(MOVE_TIME).ok_or(Refusal::Busy)?;
        let settlement = self.engine(server).settle(&line);
        let mut contents = self.lock();
        if contents.revision == revision {
            contents.board.count(&settlement);
            contents.revision += 1;
        }
        Ok(())
    }

    /// Searches and makes the engine's move, unless the game is changed meanwhile.
    fn engine_move(&self, server: &Server) -> Result<StateJson, Refusal> {
        let (game, level, budget, revision, turn) = {
            let mut contents = self.lock();
            contents.run_clock();
            let refuse = |reason: &str| Err(Refusal::Game(reason.to_owned()));
            if contents.board.ending().is_some() {
                return refuse("the game is over");
            }
            if contents.activity == Activity::Thinks {
                return refuse("Tao Go thinks already");
            }
            contents.activity = Activity::Thinks;
            contents.stop_search();
            let (board, revision) = (&contents.board, contents.revision);
            let most = TimeBudget::fixed(MOVE_TIME);
            let budget = board.budget().map_or(most, |budget| budget.min(most));
            (board.shown(), board.level, budget, revision, Turn(self))
        };
        let permit = server.gate.enter(MOVE_TIME).ok_or(Refusal::Busy)?;
        let mut engine = self.engine(server);
        if let Some(stop) = self.begin_search(revision, Activity::Thinks) {
            prepare(&mut engine, server, &permit, level);
            engine.set_stop_flag(stop);
            let question = Question {
                level: Some(level),
                detail: Detail::Score,
                ..Question::new(game.to_move(), Purpose::Play, Some(budget))
            };
            let thought = engine.think(&game, question);
            drop((engine, permit));
            let mut contents = self.lock();
            contents.run_clock();
            if contents.revision == revision {
                let moves = game.moves().len();
                if let Some(report) = &thought.report {
                    contents.board.note(moves, value(&report.snapshot, &game));
                }
                match thought.decision() {
                    Decision::Resign => contents.board.end_by_resignation(game.to_move()),
                    Decision::Play(mv) => contents.board.play(mv).map_err(Refusal::Game)?,
                }
                contents.revision += 1;
            }
            let needs_count = contents.board.table().needs_count();
            drop(contents);
            if needs_count {
                self.count(server)?;
            }
        }
        drop(turn);
        Ok(self.state())
    }

    /// The flag that ends a search of the game at this revision; `None` where that is not to be made any more. An analysis
    /// is made while the engine is idle in its turn, its move while it thinks.
    fn begin_search(&self, revision: u64, kind: Activity) -> Option<Arc<AtomicBool>> {
        let mut contents = self.lock();
        if contents.revision != revision || contents.activity != kind {
            return None;
        }
        contents.stop = Arc::default();
        Some(Arc::clone(&contents.stop))
    }

    /// Analyzes the position that is shown, whichever it is, until nobody reads the events or another page takes over.
    ///
    /// # Errors
    ///
    /// Returns the error of `send`.
    pub(super) fn analyze(
        &self,
        server: &Server,
        send: &mut dyn FnMut(&Event) -> io::Result<()>,
    ) -> io::Result<()> {
        let stream = {
            let mut contents = self.lock();
            contents.stream += 1;
            if contents.activity == Activity::Idle {
                contents.stop_search();
            }
            self.changed.notify_all();
            contents.stream
        };
        let mut analyzed = None;
        loop {
            let is_idle = |contents: &mut Contents| {
                let is_done = analyzed == Some(contents.revision);
                contents.stream == stream && (contents.activity == Activity::Thinks || is_done)
            };
            let waited = self
                .changed
                .wait_timeout_while(self.lock(), HEARTBEAT, is_idle);
            let (contents, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            if contents.stream != stream {
                drop(contents);
                return send(&Event::Taken);
            }
            let (game, revision) = (contents.board.shown(), contents.revision);
            let is_over = contents.board.ending().is_some();
            drop(contents);
            if timeout.timed_out() {
                send(&Event::Heartbeat)?;
            } else if is_over || self.search(server, &game, revision, send)? {
                analyzed = Some(revision);
            }
        }
    }

    /// Analyzes one position. Returns whether that ended by itself.
    fn search(
        &self,
        server: &Server,
        game: &Game,
        revision: u64,
        send: &mut dyn FnMut(&Event) -> io::Result<()>,
    ) -> io::Result<bool> {
        let Some(permit) = server.gate.enter(HEARTBEAT) else {
            send(&Event::Heartbeat)?;
            return Ok(false);
        };
        let mut engine = self.engine(server);
        let Some(stop) = self.begin_search(revision, Activity::Idle) else {
            return Ok(false);
        };
        prepare(&mut engine, server, &permit, Level::FULL);
        let deadline = Instant::now() + ANALYSIS_TIME;
        let mut outcome = Ok(());
        let mut show = |snapshot: &Snapshot| {
            let is_stopped = stop.load(Ordering::Relaxed);
            if !is_stopped && outcome.is_ok() {
                self.note(game, revision, snapshot);
                let json = AnalysisJson::new(snapshot, game, revision);
                outcome = send(&Event::Analysis(json));
            }
            if is_stopped || outcome.is_err() || Instant::now() >= deadline {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let question = Question {
            detail: Detail::OwnershipByMove,
            observer: Some(Observer {
                interval: Some(INTERVAL),
                show: &mut show,
            }),
            ..Question::new(game.to_move(), Purpose::Analyze(&stop), None)
        };
        let thought = engine.think(game, question);
        drop((engine, permit));
        outcome?;
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        if let Some(report) = thought.report {
            let json = AnalysisJson::new(&report.snapshot, game, revision).at_the_end();
            send(&Event::Analysis(json))?;
        }
        Ok(true)
    }

    fn note(&self, game: &Game, revision: u64, snapshot: &Snapshot) {
        let mut contents = self.lock();
        if contents.revision == revision {
            let moves = game.moves().len();
            contents.board.note(moves, value(snapshot, game));
        }
    }

    /// The engine, once no search has it. After a panic it is a new one.
    fn engine(&self, server: &Server) -> MutexGuard<'_, Engine> {
        self.engine.lock().unwrap_or_else(|poisoned| {
            self.engine.clear_poison();
            let mut engine = poisoned.into_inner();
            *engine = Engine::new(server.service.settings.clone());
            engine
        })
    }

    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Gives an engine its threads. Below full strength it does not profit from an analysis.
fn prepare(engine: &mut Engine, server: &Server, permit: &Permit<'_>, level: Level) {
    let mut settings = server.service.settings.clone();
    settings.params.threads = permit.threads;
    engine.set_settings(settings);
    if level != Level::FULL {
        engine.clear_tree();
    }
}
