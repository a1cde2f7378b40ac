//! The engine on its own thread.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, SyncSender, channel};
use std::time::Duration;

use super::Event;
use super::conversation::{Conversation, MoveRequest};
use crate::table::Table;
use crate::{catch_panic, spawn};
use tao_engine::raw::{Purpose, Question, Thought};
use tao_engine::{Decision, Engine};
use tao_rules::board::Move;
use tao_rules::game::Game;

/// Maximum number of searches for a move, if they panic.
const MAX_ATTEMPTS: u32 = 2;

/// Maximum time to wait for the last records at the end.
const MAX_FINISH: Duration = Duration::from_secs(20);

type Job = Box<dyn FnOnce(&mut Engine, &mut Keep) -> Option<Event> + Send>;

/// Keeps the record of the game with this number, in place of an earlier record of it.
type Keep = dyn FnMut(u64, Table) + Send;

pub(super) struct EngineThread {
    jobs: Sender<Job>,
    /// Whether there was a game to keep.
    has_kept: bool,
    /// The flag that stops the search for a move, if one is running. Once the flag is set, the decision is not wanted.
    search: Option<Arc<AtomicBool>>,
    /// The game that is pondered over, and the flag that stops pondering.
    pondering: Option<(Game, Arc<AtomicBool>)>,
}

impl EngineThread {
    /// Starts the thread. It sends [`Event::Decision`]s, and ends when the returned handle is dropped.
    pub(super) fn start(
        mut engine: Engine,
        mut keep: impl FnMut(u64, Table) + Send + 'static,
        events: SyncSender<Event>,
    ) -> io::Result<Self> {
        let (jobs, receiver) = channel::<Job>();
        let work = move || {
            for job in receiver {
                if let Some(event) = job(&mut engine, &mut keep) {
                    // Fails only when the conversation is over.
                    let _ = events.send(event);
                }
            }
        };
        spawn("engine", work)?;
        Ok(Self {
            jobs,
            has_kept: false,
            search: None,
            pondering: None,
        })
    }

    /// Stops the search if the conversation no longer wants it. If none is running, starts the one that is wanted, or ponders.
    pub(super) fn update(&mut self, conversation: &mut Conversation) {
        if self.search.is_some() {
            if !conversation.is_thinking() {
                self.stop_search();
            }
        } else if let Some(request) = conversation.take_request() {
            self.search(request);
        } else {
            self.ponder(conversation.game_to_ponder());
        }
    }

    /// Must be called after [`Event::Decision`]. Returns whether the decision is wanted.
    pub(super) fn finish_search(&mut self) -> bool {
        let stop = self.search.take();
        stop.is_some_and(|stop| !stop.load(Ordering::Relaxed))
    }

    /// Keeps a game that has ended, after the search that may be running.
    pub(super) fn keep(&mut self, number: u64, mut table: Table) {
        self.stop_pondering();
        self.has_kept = true;
        // The thread lives as long as `self`.
        let _ = self.jobs.send(Box::new(move |engine, keep| {
            // On a busy machine the program may end before the count does.
            keep(number, table.clone());
            guarded(engine, |engine| table.settle(engine));
            keep(number, table);
            None
        }));
    }

    /// Stops the search, keeps the last game if there is one, and waits until all games are kept.
    pub(super) fn finish(mut self, last: Option<(u64, Table)>) {
        self.stop_search();
        if let Some((number, table)) = last {
            self.keep(number, table);
        }
        if !self.has_kept {
            return;
        }
        let (done, wait) = channel();
        let _ = self.jobs.send(Box::new(move |_, _| {
            let _ = done.send(());
            None
        }));
        if wait.recv_timeout(MAX_FINISH).is_err() {
            log::warn!("the last game may not be kept");
        }
    }

    fn search(&mut self, request: MoveRequest) {
        self.stop_pondering();
        let stop = self.run(move |engine, stop| {
            if request.is_first {
                engine.new_game();
            }
            engine.set_stop_flag(stop);
            let decision = decide(engine, |engine| {
                let question = Question::new(request.color, Purpose::Play, request.budget);
                engine.think(&request.game, question)
            });
            Some(Event::Decision(decision))
        });
        self.search = Some(stop);
    }

    fn ponder(&mut self, game: Option<&Game>) {
        let moves = self.pondering.as_ref().map(|(game, _)| game.moves());
        if moves == game.map(Game::moves) {
            return;
        }
        self.stop_pondering();
        if let Some(game) = game.cloned() {
            let pondered = game.clone();
            let stop = self.run(move |engine, stop| {
                guarded(engine, |engine| engine.ponder(&pondered, &stop));
                None
            });
            self.pondering = Some((game, stop));
        }
    }

    fn stop_search(&self) {
        if let Some(stop) = &self.search {
            stop.store(true, Ordering::Relaxed);
        }
    }

    fn stop_pondering(&mut self) {
        if let Some((_, stop)) = self.pondering.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    fn run(
        &self,
        job: impl FnOnce(&mut Engine, Arc<AtomicBool>) -> Option<Event> + Send + 'static,
    ) -> Arc<AtomicBool> {
        let stop = Arc::<AtomicBool>::default();
        let flag = Arc::clone(&stop);
        // The thread lives as long as `self`.
        let _ = self.jobs.send(Box::new(move |engine, _| job(engine, flag)));
        stop
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.stop_search();
        self.stop_pondering();
    }
}

/// Returns the engine's decision; a pass if every search panics, because the protocol has no error messages and a silent side
/// loses.
fn decide(engine: &mut Engine, mut think: impl FnMut(&mut Engine) -> Thought) -> Decision {
    let Some(thought) = (0..MAX_ATTEMPTS).find_map(|_| guarded(engine, &mut think)) else {
        log::error!("Tao Go cannot find a move and passes");
        return Decision::Play(Move::Pass);
    };
    if let Some(report) = &thought.report {
        log::debug!("{report:?}");
    }
    thought.decision()
}

/// Returns the result of `work`, or `None` if it panics; then the engine forgets its searches, which may be inconsistent.
fn guarded<T>(engine: &mut Engine, work: impl FnOnce(&mut Engine) -> T) -> Option<T> {
    let result = catch_panic(|| work(engine));
    if result.is_err() {
        engine.clear_tree();
    }
    result.ok()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};

    use super::*;
    use tao_engine::raw::EngineSettings;
    use tao_rules::board::Color;
    use tao_rules::game::TimeControl;

    /// Longer than any test takes on a busy machine.
    const TIMEOUT: Duration = Duration::from_secs(60);

    /// An engine that ponders without end over a game of one move.
    fn pondering() -> (EngineThread, Receiver<Event>, Game) {
        let engine = Engine::new(EngineSettings {
            playouts: Some(10),
            ponder: u64::MAX,
            ..EngineSettings::default()
        });
        let (sender, events) = sync_channel(1);
        let mut engine = EngineThread::start(engine, |_, _| (), sender).unwrap();
        let mut game = Game::new(9).unwrap();
        game.play_as(Color::Black, "E5".parse().unwrap()).unwrap();
        engine.ponder(Some(&game));
        (engine, events, game)
    }

    fn decides(engine: &mut EngineThread, events: &Receiver<Event>, game: &Game) -> bool {
        engine.search(MoveRequest {
            game: game.clone(),
            color: game.to_move(),
            budget: None,
            is_first: false,
        });
        let answer = events.recv_timeout(TIMEOUT);
        matches!(answer, Ok(Event::Decision(_)))
    }

    #[test]
    fn pondering_continues_until_the_game_changes() {
        let (mut engine, events, mut game) = pondering();
        let stop = Arc::clone(&engine.pondering.as_ref().unwrap().1);
        engine.ponder(Some(&game));
        assert!(!stop.load(Ordering::Relaxed));
        game.play_as(Color::White, Move::Pass).unwrap();
        engine.ponder(Some(&game));
        assert!(stop.load(Ordering::Relaxed), "the game has changed");
        engine.ponder(None);
        assert!(decides(&mut engine, &events, &game));
    }

    #[test]
    fn pondering_stops_when_the_handle_is_dropped() {
        let (engine, events, _) = pondering();
        drop(engine);
        let received = events.recv_timeout(TIMEOUT);
        assert!(matches!(received, Err(RecvTimeoutError::Disconnected)));
    }

    #[test]
    fn a_game_is_kept_before_it_is_counted() {
        let (sender, kept) = sync_channel(2);
        let keep = move |number, table: Table| sender.send((number, table.needs_count())).unwrap();
        let engine = Engine::new(EngineSettings::default());
        let mut engine = EngineThread::start(engine, keep, sync_channel(1).0).unwrap();
        let mut game = Game::new(5).unwrap();
        for mv in ["C3", "pass", "pass"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        engine.keep(7, Table::new(game, TimeControl::Unlimited));
        drop(engine);
        let kept: Vec<_> = kept.iter().collect();
        assert_eq!(kept, [(7, true), (7, false)]);
    }

    #[test]
    fn a_search_that_panics_is_repeated_and_then_becomes_a_pass() {
        let mut engine = Engine::new(EngineSettings::default());
        let mv: Move = "E5".parse().unwrap();
        for (failures, expected) in [(0, mv), (1, mv), (2, Move::Pass)] {
            let mut attempts = 0;
            let decision = decide(&mut engine, |_| {
                attempts += 1;
                assert!(attempts > failures, "on purpose");
                Thought {
                    mv,
                    resigns: false,
                    report: None,
                }
            });
            assert_eq!(decision, Decision::Play(expected), "{failures}");
        }
    }
}
