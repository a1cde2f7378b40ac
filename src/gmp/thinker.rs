//! The engine on a thread of its own.

use std::io;
use std::panic;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::thread;

use super::Event;
use super::session::{Order, Session};
use crate::board::Move;
use crate::engine::{Decision, Engine, Thought};
use crate::game::Game;

/// Where orders for searches go, one at a time. Between them the engine may ponder.
#[derive(Debug)]
pub(super) struct Thinker {
    tasks: Sender<(Task, Arc<AtomicBool>)>,
    /// The order being carried out, and the sign that stops it.
    current: Option<(u64, Arc<AtomicBool>)>,
    /// The game that is pondered over, and the sign that stops it.
    pondered: Option<(Game, Arc<AtomicBool>)>,
}

/// What the engine is to do.
#[derive(Debug)]
enum Task {
    Decide(Order),
    Ponder(Game),
}

impl Thinker {
    /// Starts the thread. It ends with the thinker, and answers with [`Event::Decision`].
    ///
    /// # Errors
    ///
    /// When the thread cannot be started.
    pub(super) fn start(engine: Engine, events: SyncSender<Event>) -> io::Result<Self> {
        let (tasks, receiver) = channel();
        thread::Builder::new()
            .name("engine".to_owned())
            .spawn(move || think(engine, &receiver, &events))?;
        Ok(Self {
            tasks,
            current: None,
            pondered: None,
        })
    }

    /// Stops a search that the session no longer wants. Once none is under way, starts the one that it wants, or ponders.
    pub(super) fn follow(&mut self, session: &mut Session) {
        if let Some((order, stop)) = &self.current {
            stop.store(!session.wants(*order), Ordering::Relaxed);
        } else if let Some(order) = session.take_order() {
            self.stop_pondering();
            self.current = Some((order.number, self.begin(Task::Decide(order))));
        } else {
            self.ponder(session.awaiting());
        }
    }

    /// Ponders over a game as long as it is the same, or over none.
    fn ponder(&mut self, game: Option<&Game>) {
        let moves = self.pondered.as_ref().map(|(game, _)| game.moves());
        if moves == game.map(Game::moves) {
            return;
        }
        self.stop_pondering();
        if let Some(game) = game {
            let stop = self.begin(Task::Ponder(game.clone()));
            self.pondered = Some((game.clone(), stop));
        }
    }

    fn stop_pondering(&mut self) {
        if let Some((_, stop)) = self.pondered.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Has the engine do this next; returns the sign that stops it.
    fn begin(&self, task: Task) -> Arc<AtomicBool> {
        let stop = Arc::<AtomicBool>::default();
        // The thread is there as long as we are.
        let _ = self.tasks.send((task, Arc::clone(&stop)));
        stop
    }

    /// The search under way has answered.
    pub(super) fn rest(&mut self) {
        self.current = None;
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        if let Some((_, stop)) = &self.current {
            stop.store(true, Ordering::Relaxed);
        }
        self.stop_pondering();
    }
}

/// How often a move is thought about that a panic breaks off.
const ATTEMPTS: u32 = 2;

fn think(
    mut engine: Engine,
    tasks: &Receiver<(Task, Arc<AtomicBool>)>,
    events: &SyncSender<Event>,
) {
    for (task, stop) in tasks {
        let order = match task {
            Task::Decide(order) => order,
            Task::Ponder(game) => {
                guard(&mut engine, |engine| engine.ponder(&game, &stop));
                continue;
            }
        };
        if order.is_first {
            engine.forget();
        }
        engine.set_stop_flag(stop);
        let decision = decide(&mut engine, |engine| {
            engine.genmove(&order.game, order.color, order.budget)
        });
        if events
            .send(Event::Decision(order.number, decision))
            .is_err()
        {
            return;
        }
    }
}

/// What the engine decides, if it can. The protocol has no word for an error, and a player who says nothing loses: so it
/// tries again, and passes at last.
fn decide(engine: &mut Engine, mut think: impl FnMut(&mut Engine) -> Thought) -> Decision {
    let thought = (0..ATTEMPTS).find_map(|_| guard(engine, &mut think));
    let Some(thought) = thought else {
        log::error!("Tao Go cannot find a move and passes");
        return Decision::Play(Move::Pass);
    };
    if let Some(report) = thought.report {
        log::debug!("{report:?}");
    }
    thought.decision
}

/// What `work` returns, or nothing where it panics; then the engine forgets its searches, which may be half done.
fn guard<T>(engine: &mut Engine, work: impl FnOnce(&mut Engine) -> T) -> Option<T> {
    let done = panic::catch_unwind(AssertUnwindSafe(|| work(engine)));
    if done.is_err() {
        engine.forget_searches();
    }
    done.ok()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{RecvTimeoutError, sync_channel};
    use std::time::Duration;

    use super::*;
    use crate::board::{Color, Move};
    use crate::engine::EngineSettings;

    /// Longer than anything here takes on a busy machine.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// A thinker that ponders without end over the first move of a game.
    fn pondering() -> (Thinker, Receiver<Event>, Game) {
        let engine = Engine::new(EngineSettings {
            playouts: Some(10),
            ponder: u64::MAX,
            ..EngineSettings::default()
        });
        let (sender, events) = sync_channel(1);
        let mut thinker = Thinker::start(engine, sender).unwrap();
        let mut game = Game::new(9).unwrap();
        game.play(Color::Black, "E5".parse().unwrap()).unwrap();
        thinker.ponder(Some(&game));
        (thinker, events, game)
    }

    fn decided(thinker: &Thinker, events: &Receiver<Event>, game: &Game) -> bool {
        thinker.begin(Task::Decide(Order {
            number: 7,
            game: game.clone(),
            color: game.to_move(),
            budget: None,
            is_first: false,
        }));
        let answer = events.recv_timeout(PATIENCE);
        matches!(answer, Ok(Event::Decision(7, _)))
    }

    #[test]
    fn pondering_goes_on_until_the_game_does() {
        let (mut thinker, events, mut game) = pondering();
        let stop = Arc::clone(&thinker.pondered.as_ref().unwrap().1);
        thinker.ponder(Some(&game));
        assert!(!stop.load(Ordering::Relaxed));
        game.play(Color::White, Move::Pass).unwrap();
        thinker.ponder(Some(&game));
        assert!(stop.load(Ordering::Relaxed), "the other one goes on");
        thinker.ponder(None);
        assert!(decided(&thinker, &events, &game));
    }

    #[test]
    fn pondering_ends_with_the_thinker() {
        let (thinker, events, _) = pondering();
        drop(thinker);
        let end = events.recv_timeout(PATIENCE);
        assert!(matches!(end, Err(RecvTimeoutError::Disconnected)));
    }

    #[test]
    fn a_panic_costs_an_attempt_and_at_last_a_pass() {
        let mut engine = Engine::new(EngineSettings::default());
        let mv: Move = "E5".parse().unwrap();
        for (failures, expected) in [(0, mv), (1, mv), (2, Move::Pass)] {
            let mut attempts = 0;
            let decision = decide(&mut engine, |_| {
                attempts += 1;
                assert!(attempts > failures, "on purpose");
                Thought {
                    decision: Decision::Play(mv),
                    report: None,
                }
            });
            assert_eq!(decision, Decision::Play(expected), "{failures}");
        }
    }
}
