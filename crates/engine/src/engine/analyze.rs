//! Analyses that run beside the program: [`Engine::analyze`].

use std::io;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TrySendError, sync_channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use super::{Engine, Purpose, Question};
use crate::search::{Detail, Limit, Observer, Report, Snapshot};
use tao_rules::game::Game;

/// Time between two updates.
const INTERVAL: Duration = Duration::from_millis(100);

/// An analysis on a thread of its own: an iterator over what is found so far, ten times a second, until the analysis ends. It is
/// cancelled when it is dropped.
#[derive(Debug)]
pub struct Job {
    updates: Receiver<Snapshot>,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<(Engine, Report)>,
}

impl Engine {
    /// Begins to analyze the position of a game on another thread, for the side to move, with the owners of the points. It ends at
    /// the first of the limits, or when it is cancelled, or as soon as the result is proven; by default there is no limit.
    /// Earlier passes do not help to end the game.
    ///
    /// The job has the engine, and [`wait`](Job::wait) gives it back with the tree of the search: the next analysis, or the next
    /// move, goes on with it. Where there are no threads, as in a browser, [`think`](Self::think) is the way.
    ///
    /// # Errors
    /// If the system has no other thread.
    ///
    /// ```
    /// use tao_engine::{Ended, Engine, Limit};
    /// use tao_rules::game::Game;
    ///
    /// let engine = Engine::builder().seed(1).build()?;
    /// let (engine, report) = engine.analyze(&Game::new(9)?, Limit::visits(50))?.wait();
    /// assert_eq!(report.ended, Some(Ended::Visits));
    /// let (best, lead) = (&report.moves()[0], report.points_ahead().unwrap_or_default());
    /// let text = format!("{} wins {:.0} %, lead {lead:+.1}", best.mv, 100.0 * best.win_rate);
    /// assert!(text.contains(" %, lead "), "{text}");
    /// let owners = report.snapshot.ownership().expect("an analysis has it");
    /// assert!(owners.balance("E5".parse()?).abs() <= 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyze(mut self, game: &Game, limit: Limit) -> io::Result<Job> {
        let stop = Arc::<AtomicBool>::default();
        // Without a place in the channel, an update that nobody waits for is left out.
        let (sender, updates) = sync_channel(0);
        let (game, flag) = (game.clone(), Arc::clone(&stop));
        let work = move || {
            let mut show = |snapshot: &Snapshot| match sender.try_send(snapshot.clone()) {
                Err(TrySendError::Disconnected(_)) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            };
            let question = Question {
                visits: limit.playouts,
                detail: Detail::Ownership,
                observer: Some(Observer {
                    first: None,
                    interval: Some(INTERVAL),
                    show: &mut show,
                }),
                ..Question::new(game.to_move(), Purpose::Analyze(&flag), limit.time)
            };
            let report = self.think(&game, question).report;
            let end = || Report::new(self.ending_pass(&game, game.to_move()));
            let report = report.unwrap_or_else(end);
            (self, report)
        };
        let thread = Builder::new().name("analysis".to_owned()).spawn(work)?;
        Ok(Job {
            updates,
            stop,
            thread,
        })
    }
}

impl Job {
    /// Ends the analysis soon.
    pub fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits until the analysis has ended. Returns the engine and what it found.
    pub fn wait(self) -> (Engine, Report) {
        let joined = self.thread.join();
        joined.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

impl Iterator for Job {
    type Item = Snapshot;

    /// Waits for the next update; `None` once the analysis has ended.
    fn next(&mut self) -> Option<Snapshot> {
        self.updates.recv().ok()
    }
}
