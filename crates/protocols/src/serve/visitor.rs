//! A visitor: a game and an engine, which makes one search at a time, for a move or for the events of an analysis.

use std::fmt::Display;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io;
use std::mem;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{self, Arc};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use crate::review;
use crate::schema;
use crate::schema::page::{Action, Analysis, EarlierGame, Explored, GameState, Solved};
use crate::session::board_game::{BoardGame, Refusal};
use crate::session::view;
use tao_engine::raw::search::{Detail, MEBIBYTE, Observer, Snapshot};
use tao_engine::raw::{EngineSettings, Purpose, Question};
use tao_engine::{Engine, Level};
use tao_rules::game::{Game, TimeControl};
use web_time::Instant;

use super::gate::{Permit, TURN};
use super::http::{HttpResponse, HttpStatus};
use super::{BoardService, Server};

/// Maximum time for a move of the engine.
const MOVE_TIME: Duration = Duration::from_secs(30);

/// Maximum time for exact results.
const SOLVE_TIME: Duration = Duration::from_secs(10);

/// Time in which exact results or a review begin, and are begun again where they gave way to moves.
const SEARCH_WAIT: Duration = Duration::from_secs(30);

/// Time that a list of earlier games waits for others.
const LIST_WAIT: Duration = Duration::from_secs(5);

/// Maximum time for the analysis of a position.
const ANALYSIS_TIME: Duration = Duration::from_secs(60);

/// Time between two events of an analysis.
const INTERVAL: Duration = Duration::from_millis(200);

/// Time after which something is written to an idle stream, to find out whether anybody reads it.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// The text that is written to a stream if there is nothing new: a comment.
const NOTHING: &str = ":\n\n";

/// The last event of a stream: another page of the visitor has the analysis now.
const TAKEN: &str = "event: taken\ndata: {}\n\n";

/// Writes an event of a stream.
type SendEvent<'a> = dyn FnMut(&str) -> io::Result<()> + 'a;

/// MiB for a visitor's game, with the largest record, and the game before it.
const GAME_MEBIBYTES: usize = 6;

/// MiB for what requests need besides: a game that is read or written, readings and reviews of positions.
const REQUEST_MEBIBYTES: usize = 16;

/// MiB for the review of a position beside a visitor's own: 2000 visits take 3.
const REVIEW_MEBIBYTES: usize = 3;

/// Divides the memory between the visitors: each has room for its game and at least 1 MiB to search. Where that takes more than
/// there is, fewer visitors are in memory. Also limits each move.
pub(super) fn share_memory(service: &mut BoardService) {
    let all = service.settings.params.search_bytes() / MEBIBYTE;
    let room = all.saturating_sub(REQUEST_MEBIBYTES) / (GAME_MEBIBYTES + 1);
    service.visitors = service.visitors.min(room).max(1);
    let memory = &mut service.settings.params.machine.memory;
    *memory = memory.saturating_sub(service.visitors * GAME_MEBIBYTES + REQUEST_MEBIBYTES);
    let mut settings = service.settings.clone().sharing_memory(service.visitors);
    if settings.time_per_move.is_none() {
        let usual = settings.params.playouts.count;
        settings.playouts = Some(settings.playouts.unwrap_or(usual));
    }
    service.settings = settings;
}

fn hash(text: &str) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(text)
}

fn busy() -> HttpResponse {
    let reason = "too many searches are running: try again";
    HttpResponse::error(HttpStatus::BUSY, &reason)
}

fn conflict(refusal: impl Display) -> HttpResponse {
    HttpResponse::error(HttpStatus::CONFLICT, &refusal)
}

/// A game and the engine that plays it.
#[derive(Debug)]
pub(super) struct Visitor {
    pub(super) id: String,
    state: Mutex<VisitorState>,
    /// The hash of the text that need not be written: that on the disk, or that of a game in which nothing has happened. It is
    /// locked before the state, and stays locked while the text is written.
    saved: Mutex<u64>,
    changed: Condvar,
    /// A panic of a search poisons the mutex.
    engine: sync::Mutex<Engine>,
}

#[derive(Debug)]
struct VisitorState {
    board: BoardGame,
    /// Counts the changes of the game.
    revision: u64,
    /// Whether the engine searches its move, or is about to.
    is_thinking: bool,
    /// Whether this search waits for others to end. The engine's clock stands meanwhile.
    is_waiting: bool,
    /// Whether the engine last searched in another game.
    is_other_game: bool,
    /// Counts the games.
    games: u64,
    /// Number of the newest stream of events. Older ones end.
    stream: u64,
    /// Ends the search that runs.
    stop: Arc<AtomicBool>,
    /// Ends the solver that runs.
    solver_stop: Arc<AtomicBool>,
}

impl VisitorState {
    /// Lets the clock run until now. If the time of a player is used up, ends the search and returns `true`.
    fn run_clock(&mut self) -> bool {
        if self.is_waiting {
            self.board.skip_clock(Instant::now());
            return false;
        }
        let is_over = self.board.run_clock(Instant::now());
        if is_over {
            self.revision += 1;
            self.stop_search();
        }
        is_over
    }

    fn stop_search(&self) {
        // The flag guards no data.
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Ends what the flag is for, and puts another flag in its place.
fn replace(flag: &mut Arc<AtomicBool>, next: &Arc<AtomicBool>) {
    // The flag guards no data.
    flag.store(true, Ordering::Relaxed);
    *flag = Arc::clone(next);
}

/// The time in which the engine searches its move. At its end, even after a panic, the engine is idle again.
struct Thinking<'a>(&'a Visitor);

impl Drop for Thinking<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        (state.is_thinking, state.is_waiting) = (false, false);
        drop(state);
        self.0.changed.notify_all();
    }
}

impl Visitor {
    /// A visitor who goes on with a game that is on the disk, or begins a new one.
    pub(super) fn new(id: String, saved: Option<BoardGame>, service: &BoardService) -> Self {
        let new = || {
            let (game, level) = (service.game.clone(), service.settings.level);
            let player = Some(game.to_move());
            BoardGame::new(game, player, level, TimeControl::Unlimited)
        };
        let board = saved.unwrap_or_else(new);
        Self {
            id,
            saved: Mutex::new(hash(&board.to_kept())),
            state: Mutex::new(VisitorState {
                board,
                revision: 0,
                is_thinking: false,
                is_waiting: false,
                is_other_game: false,
                games: 0,
                stream: 0,
                stop: Arc::default(),
                solver_stop: Arc::default(),
            }),
            changed: Condvar::new(),
            engine: sync::Mutex::new(Engine::new(service.settings.clone())),
        }
    }

    pub(super) fn state(&self, server: &Server) -> GameState {
        if self.state.lock().run_clock() {
            self.save(server);
        }
        let state = self.state.lock();
        let sizes = server.service.sizes;
        view::state(&state.board, sizes, state.revision, state.is_thinking)
    }

    pub(super) fn sgf(&self) -> String {
        self.state.lock().board.to_sgf()
    }

    /// Whether anything would be lost with this visitor, such as the move that the engine searches.
    pub(super) fn is_begun(&self) -> bool {
        let state = self.state.lock();
        let library = &state.board.library;
        let has_library = !library.problems.is_empty() || !library.games.is_empty();
        let has_game = !state.board.moves().is_empty() || state.board.former.is_some();
        has_game || has_library || state.is_thinking
    }

    /// Whether the game as it is now is on the disk; `false` while it is being written.
    pub(super) fn is_saved(&self) -> bool {
        let saved = self.saved.try_lock();
        saved.is_some_and(|saved| *saved == hash(&self.kept()))
    }

    fn kept(&self) -> String {
        self.state.lock().board.to_kept()
    }

    /// Writes the game to the disk if it has changed. A failure is logged; [`Server::save_all`] tries again.
    pub(super) fn save(&self, server: &Server) {
        let mut saved = self.saved.lock();
        let kept = self.kept();
        let hash = hash(&kept);
        if server.service.folder.is_none() || *saved == hash {
            return;
        }
        let written = server.service.save_game(&self.id, &kept);
        server.is_failing.store(written.is_err(), Ordering::Relaxed);
        match written {
            Ok(()) => *saved = hash,
            Err(error) => log::warn!("a game is not saved: {error}"),
        }
    }

    /// Carries out an action and returns the new state. With `seen`, only if this is the revision.
    pub(super) fn act(
        &self,
        action: Action,
        seen: Option<u64>,
        server: &Server,
    ) -> Result<GameState, HttpResponse> {
        let revision = self.state.lock().revision;
        if seen.is_some_and(|seen| seen != revision) {
            let reason = "the game has changed on another page";
            return Err(HttpResponse::error(HttpStatus::CHANGED, &reason));
        }
        let (is_other_game, sizes) = (action.is_other_game(), server.service.sizes);
        let done = match action {
            Action::Genmove {} => self.engine_move(server),
            Action::Review { node } => self.review(server, node),
            _ if action.keeps_position() => {
                let done = self.state.lock().board.act(action, sizes);
                done.map_err(conflict)
            }
            _ => self.change(server, is_other_game, |board| board.act(action, sizes)),
        };
        self.save(server);
        done.map(|()| self.state(server))
    }

    /// Loads a record and returns the new state.
    pub(super) fn load(&self, file: &[u8], server: &Server) -> Result<GameState, HttpResponse> {
        let done = self.change(server, true, |board| {
            board.load(file, server.service.game.rules())
        });
        self.save(server);
        done.map(|()| self.state(server))
    }

    /// The earlier games, the latest first.
    ///
    /// # Errors
    ///
    /// A refusal if too many others are listed.
    pub(super) fn games(&self, server: &Server) -> Result<Vec<EarlierGame>, HttpResponse> {
        let state = self.state.lock();
        let (games, level) = (state.board.library.games.clone(), state.board.level());
        drop(state);
        let _alone = server.listing.try_lock_for(LIST_WAIT).ok_or_else(busy)?;
        Ok(games.list(server.service.game.rules(), level))
    }

    /// What the opening book says about the position that is shown.
    pub(super) fn explore(&self, server: &Server) -> Explored {
        let state = self.state.lock();
        let (game, revision) = (state.board.shown(), state.revision);
        drop(state);
        view::explored(&game, &server.service.settings, revision)
    }

    /// The exact results in the position that is shown. A change of the game ends the solver, and so does another call.
    ///
    /// # Errors
    ///
    /// A refusal if too many searches run.
    pub(super) fn solve(&self, server: &Server) -> Result<Solved, HttpResponse> {
        let state = self.state.lock();
        let (game, revision) = (state.board.shown(), state.revision);
        drop(state);
        let (bytes, sizes) = (
            server.service.settings.params.solve_bytes(),
            server.service.sizes,
        );
        let since = Instant::now();
        loop {
            let permit = server
                .gate
                .enter_for_analysis(since, SEARCH_WAIT, SOLVE_TIME);
            let permit = permit.ok_or_else(busy)?;
            let stop = &permit.stop;
            let begin = |state: &mut VisitorState| replace(&mut state.solver_stop, stop);
            if self.at(revision, begin).is_none() {
                stop.store(true, Ordering::Relaxed);
            }
            let solved = view::solved(&game, bytes, SOLVE_TIME, stop, sizes, revision);
            let is_wanted = |state: &mut VisitorState| Arc::ptr_eq(&state.solver_stop, stop);
            let gave_way =
                stop.load(Ordering::Relaxed) && self.at(revision, is_wanted) == Some(true);
            if !gave_way || since.elapsed() >= SEARCH_WAIT {
                return Ok(solved);
            }
        }
    }

    /// Reviews the position of a node, unless the game is changed meanwhile.
    fn review(&self, server: &Server, node: usize) -> Result<(), HttpResponse> {
        let state = self.state.lock();
        let game = state.board.to_review(node).map_err(conflict)?;
        let games = state.games;
        drop(state);
        let Some(game) = game else {
            return Ok(());
        };
        let since = Instant::now();
        let found = loop {
            let permit = server
                .gate
                .enter_for_analysis(since, SEARCH_WAIT, SOLVE_TIME);
            let permit = permit.ok_or_else(busy)?;
            let mut engine = review::engine(review_settings(server));
            engine.set_stop_flag(Arc::clone(&permit.stop));
            let found = review::evaluate(&mut engine, &game);
            // A search that gave way to others is begun again.
            match found.filter(|_| !permit.stop.load(Ordering::Relaxed)) {
                Some(found) => break found,
                None if since.elapsed() >= SEARCH_WAIT => return Err(busy()),
                None => {}
            }
        };
        let mut state = self.state.lock();
        let now = state.board.to_review(node).ok().flatten();
        if state.games == games && now.is_some_and(|now| now.moves() == game.moves()) {
            state.board.keep_review(node, found);
        }
        Ok(())
    }

    fn change(
        &self,
        server: &Server,
        is_other_game: bool,
        change: impl FnOnce(&mut BoardGame) -> Result<(), Refusal>,
    ) -> Result<(), HttpResponse> {
        let mut state = self.state.lock();
        state.run_clock();
        change(&mut state.board).map_err(conflict)?;
        state.revision += 1;
        state.is_other_game |= is_other_game;
        state.games += u64::from(is_other_game);
        state.stop_search();
        state.solver_stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
        drop(state);
        self.count(server);
        Ok(())
    }

    /// Counts a game that two passes have ended.
    pub(super) fn count(&self, server: &Server) {
        let state = self.state.lock();
        if !state.board.table.needs_count() {
            return;
        }
        let (game, revision) = (state.board.table.game().clone(), state.revision);
        drop(state);
        let _permit = server.gate.enter_for_move(TURN);
        let settlement = self.engine(server).score(&game);
        self.at(revision, |state| {
            state.board.table.count(settlement.dead());
            state.revision += 1;
        });
    }

    /// Searches and makes the engine's move, or resigns, unless the game is changed meanwhile.
    fn engine_move(&self, server: &Server) -> Result<(), HttpResponse> {
        let mut state = self.state.lock();
        state.run_clock();
        if state.board.ending().is_some() {
            return Err(conflict("the game is over"));
        }
        if state.is_thinking {
            return Err(conflict("Tao Go is already thinking"));
        }
        (state.is_thinking, state.is_waiting) = (true, true);
        state.stop_search();
        let (game, revision) = (state.board.shown(), state.revision);
        drop(state);
        let _thinking = Thinking(self);
        let has_own_time = server.service.settings.time_per_move.is_some();
        let crowded_time = if has_own_time { MOVE_TIME } else { TURN };
        // The turn begins when nothing else uses the engine.
        let mut engine = self.engine(server);
        let permit = server.gate.enter_for_move(crowded_time);
        let most = if permit.is_crowded {
            crowded_time
        } else {
            MOVE_TIME
        };
        let begin = |state: &mut VisitorState| {
            state.run_clock();
            state.is_waiting = false;
            replace(&mut state.stop, &permit.stop);
            (state.board.level(), state.board.question(most))
        };
        let Some((level, question)) = self.at(revision, begin) else {
            return Ok(());
        };
        prepare(&mut engine, server, &permit, level);
        engine.set_stop_flag(Arc::clone(&permit.stop));
        let thought = engine.think(&game, question);
        drop((engine, permit));
        let answer = |state: &mut VisitorState| {
            if !state.run_clock() {
                state.board.answer(&thought)?;
                state.revision += 1;
            }
            Ok(())
        };
        let answered: Result<(), Refusal> = self.at(revision, answer).unwrap_or(Ok(()));
        answered.map_err(conflict)?;
        self.count(server);
        Ok(())
    }

    /// Does something with the state, unless the game was changed since this revision.
    fn at<T>(&self, revision: u64, act: impl FnOnce(&mut VisitorState) -> T) -> Option<T> {
        let mut state = self.state.lock();
        (state.revision == revision).then(|| act(&mut state))
    }

    /// Waits until no search uses the engine, and returns the engine, ready for the game. After a panic it is a new engine.
    fn engine(&self, server: &Server) -> sync::MutexGuard<'_, Engine> {
        let mut engine = self.engine.lock().unwrap_or_else(|poisoned| {
            self.engine.clear_poison();
            let mut engine = poisoned.into_inner();
            *engine = Engine::new(server.service.settings.clone());
            engine
        });
        if mem::take(&mut self.state.lock().is_other_game) {
            engine.new_game();
        }
        engine
    }

    /// Ends the stream of events, if there is one, and returns the number of the next one.
    pub fn next_stream(&self) -> u64 {
        let mut state = self.state.lock();
        state.stream += 1;
        if !state.is_thinking {
            state.stop_search();
        }
        self.changed.notify_all();
        state.stream
    }

    /// Analyzes each position that is shown until nobody reads the events or another page takes over.
    ///
    /// # Errors
    ///
    /// Returns the error of `send`.
    pub fn analyze(&self, server: &Server, send: &mut SendEvent<'_>) -> io::Result<()> {
        let stream = self.next_stream();
        let mut analyzed = None;
        let (mut searched, mut left) = (None, ANALYSIS_TIME);
        let mut since = Instant::now();
        loop {
            let is_idle = |state: &mut VisitorState| {
                let is_done = analyzed == Some(state.revision);
                state.stream == stream && (state.is_thinking || is_done)
            };
            let mut state = self.state.lock();
            let waited = self.changed.wait_while_for(&mut state, is_idle, HEARTBEAT);
            if state.stream != stream {
                drop(state);
                return send(TAKEN);
            }
            let (game, revision) = (state.board.shown(), state.revision);
            let is_over = state.board.ending().is_some();
            drop(state);
            if waited.timed_out() {
                send(NOTHING)?;
                continue;
            }
            if searched.replace(revision) != Some(revision) {
                left = ANALYSIS_TIME;
            }
            if is_over || self.search(server, &game, revision, (&mut since, &mut left), send)? {
                analyzed = Some(revision);
            }
        }
    }

    /// Analyzes one position when its turn comes, which it waits for `since` the last one, for the time that is `left` for it.
    /// Returns whether the search ended by itself; otherwise the position was changed, or the search gave way to others.
    fn search(
        &self,
        server: &Server,
        game: &Game,
        revision: u64,
        (since, left): (&mut Instant, &mut Duration),
        send: &mut SendEvent<'_>,
    ) -> io::Result<bool> {
        let permit = server.gate.enter_for_analysis(*since, HEARTBEAT, TURN);
        let Some(permit) = permit else {
            send(NOTHING)?;
            return Ok(false);
        };
        let mut engine = self.engine(server);
        let stop = Arc::clone(&permit.stop);
        let begin = |state: &mut VisitorState| {
            let is_free = !state.is_thinking;
            is_free.then(|| replace(&mut state.stop, &stop))
        };
        if self.at(revision, begin).flatten().is_none() {
            return Ok(false);
        }
        prepare(&mut engine, server, &permit, Level::FULL);
        let sizes = server.service.sizes;
        let start = Instant::now();
        let mut outcome = Ok(());
        let mut show = |snapshot: &Snapshot| {
            let is_stopped = stop.load(Ordering::Relaxed);
            if !is_stopped && outcome.is_ok() {
                let (moves, value) = (game.moves().len(), view::value(snapshot));
                self.at(revision, |state| state.board.note(moves, value));
                let found = view::analysis(snapshot, game, sizes, revision, false);
                outcome = send(&event(&found));
            }
            if is_stopped || outcome.is_err() || start.elapsed() >= *left {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let question = Question {
            detail: Detail::OwnershipByMove,
            observer: Some(Observer {
                first: None,
                interval: Some(INTERVAL),
                show: &mut show,
            }),
            ..Question::new(game.to_move(), Purpose::Analyze(&stop), None)
        };
        let thought = engine.think(game, question);
        drop((engine, permit));
        *since = Instant::now();
        *left = left.saturating_sub(start.elapsed());
        outcome?;
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        if let Some(report) = thought.report {
            let last = view::analysis(&report.snapshot, game, sizes, revision, true);
            send(&event(&last))?;
        }
        Ok(true)
    }
}

fn review_settings(server: &Server) -> EngineSettings {
    let mut settings = server.service.settings.clone();
    settings.params.machine.memory += REVIEW_MEBIBYTES;
    settings
}

/// Gives an engine its threads. Below full strength, also clears the tree, so that a move does not profit from an analysis.
fn prepare(engine: &mut Engine, server: &Server, permit: &Permit<'_>, level: Level) {
    let mut settings = server.service.settings.clone();
    settings.params.machine.threads = permit.threads;
    engine.set_settings(settings);
    if level != Level::FULL {
        engine.clear_tree();
    }
}

/// The event of a stream that shows an analysis.
fn event(analysis: &Analysis) -> String {
    format!("event: analysis\ndata: {}\n\n", schema::json(analysis))
}
