//! The events of a visitor: an analysis of each position that is shown.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::{Visitor, VisitorState, prepare};
use crate::schema;
use crate::schema::page::Analysis;
use crate::serve::Server;
use crate::session::view;
use tao_engine::engine::{Level, Purpose, Question};
use tao_engine::search::{Detail, Observer, Snapshot};
use tao_rules::game::Game;

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

impl Visitor {
    /// Ends the stream of events, if there is one.
    pub fn end_stream(&self) {
        let mut state = self.state.lock();
        state.stream += 1;
        state.stop_search();
        self.changed.notify_all();
    }

    /// Analyzes each position that is shown until nobody reads the events or another page takes over.
    ///
    /// # Errors
    ///
    /// Returns the error of `send`.
    pub fn analyze(&self, server: &Server, send: &mut SendEvent<'_>) -> io::Result<()> {
        let stream = {
            let mut state = self.state.lock();
            state.stream += 1;
            if !state.is_thinking {
                state.stop_search();
            }
            self.changed.notify_all();
            state.stream
        };
        let mut analyzed = None;
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
            } else if is_over || self.search(server, &game, revision, send)? {
                analyzed = Some(revision);
            }
        }
    }

    /// Analyzes one position. Returns whether the search ended by itself.
    fn search(
        &self,
        server: &Server,
        game: &Game,
        revision: u64,
        send: &mut SendEvent<'_>,
    ) -> io::Result<bool> {
        let Some(permit) = server.gate.enter(HEARTBEAT) else {
            send(NOTHING)?;
            return Ok(false);
        };
        let mut engine = self.engine(server);
        let begin = |state: &mut VisitorState| (!state.is_thinking).then(|| state.begin_search());
        let Some(stop) = self.at(revision, begin).flatten() else {
            return Ok(false);
        };
        prepare(&mut engine, server, &permit, Level::FULL);
        let deadline = Instant::now() + ANALYSIS_TIME;
        let mut outcome = Ok(());
        let mut show = |snapshot: &Snapshot| {
            let is_stopped = stop.load(Ordering::Relaxed);
            if !is_stopped && outcome.is_ok() {
                let (moves, value) = (game.moves().len(), view::value(snapshot));
                self.at(revision, |state| state.board.note(moves, value));
                outcome = send(&event(&view::analysis(snapshot, game, revision, false)));
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
                first: None,
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
            let last = view::analysis(&report.snapshot, game, revision, true);
            send(&event(&last))?;
        }
        Ok(true)
    }
}

/// The event of a stream that shows an analysis.
fn event(analysis: &Analysis) -> String {
    format!("event: analysis\ndata: {}\n\n", schema::json(analysis))
}
