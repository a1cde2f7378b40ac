//! A session: a game, the engine that plays it, and what the controller has been told.

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;

use super::input::{InputLine, InputQueue};
use super::response::{Response, join};
use crate::catch_panic;
use crate::files::Keeper;
use crate::table::{ENGINE, Seat, Table};
use tao_engine::raw::search::{Report, Snapshot};
use tao_engine::raw::{Purpose, Question, Thought};
use tao_engine::{Decision, Engine};
use tao_rules::board::Color;
use tao_rules::game::Game;

/// The line before all chat lines. It names `KataGo`, for which gtp2ogs looks.
const CHAT_HEADING: &str = "Tao Go, with chat in the form of KataGo's\n";

/// How a session presents itself and what it may do. No command changes the options, except for the komi.
#[derive(Clone, Debug)]
pub struct SessionOptions {
    /// The response to `name`: some boards show more figures of engines that they know.
    pub name: String,
    /// The response to `version`: some controllers refuse versions that they do not know.
    pub version: String,
    /// The komi of records without one; a command that sets the komi sets this one, too.
    pub komi: Option<f64>,
    /// Whether `list_commands` shows `kgs-chat`, on which some servers' programs fail.
    pub lists_chat: bool,
    /// Whether a line about the search for each move is written to the stream on which searches are drawn, for gtp2ogs.
    pub writes_chat_lines: bool,
    /// Whether the controller comes over a network connection. Then no command may name a file, and an HTTP request ends the
    /// session, since a page in a browser may have sent it.
    pub is_remote: bool,
}

impl Default for SessionOptions {
    fn default() -> Self {
        Self {
            name: ENGINE.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            komi: None,
            lists_chat: false,
            writes_chat_lines: false,
            is_remote: false,
        }
    }
}

/// Why the engine chose a move.
#[derive(Clone, Debug)]
pub(super) enum MoveReason {
    Search(Box<Report>),
    /// A pass without a search in this game: it wins, or nothing is left to clean up. Counting takes seconds in an unsettled game, so
    /// that waits until somebody asks.
    UnsearchedPass(Box<Game>),
}

/// A game and the engine that plays it.
#[derive(Debug)]
pub struct Session {
    pub(super) options: SessionOptions,
    pub(super) table: Table,
    /// The opponent's name, if the server has told it.
    pub(super) opponent: Option<String>,
    pub(super) engine: Engine,
    pub(super) last_report: Option<Report>,
    pub(super) last_move_reason: Option<MoveReason>,
    pub(super) input: Arc<InputQueue>,
    pub(super) graphics: Graphics,
    /// `KataGo`'s `analysisWideRootNoise`: widens the search of the root in an analysis.
    pub(super) wide_root_noise: f64,
    /// The snapshot that was shown last, and its game. It is dropped when a new search would differ.
    pub(super) shown: Option<(Game, Snapshot)>,
    /// The game as it was read from a file. It is not kept before it has other moves.
    pub(super) loaded: Option<Game>,
    kept: KeptGames,
    /// The color of the engine's latest move in this game; `None` where the engine must not ponder.
    own_color: Option<Color>,
}

impl Session {
    /// A session that plays `game` with `engine`, without a time limit until the controller sets one.
    pub fn new(game: Game, engine: Engine, options: SessionOptions) -> Self {
        Self {
            options,
            table: game.into(),
            opponent: None,
            engine,
            last_report: None,
            last_move_reason: None,
            input: Arc::default(),
            graphics: Graphics::default(),
            wide_root_noise: 0.0,
            shown: None,
            loaded: None,
            kept: KeptGames::default(),
            own_color: None,
        }
    }

    /// Keeps every game in a file: when it ends, when the next one begins, and at the end of the session. A failure is a warning.
    pub fn keep_games(&mut self, keeper: Keeper) {
        self.kept.keeper = keeper;
    }

    /// Draws searches on `writer`, a block of lines at a time, for `GoGui`, and writes chat lines there.
    pub fn draw_on(&mut self, writer: impl Write + Send + 'static) {
        self.graphics.writer = Some(Arc::new(Mutex::new(writer)));
    }

    /// Begins to read commands from a queue.
    pub(super) fn open(&mut self, input: Arc<InputQueue>) {
        self.engine.set_stop_flag(Arc::clone(&input.stop));
        self.input = input;
        if self.options.writes_chat_lines {
            self.graphics.write(CHAT_HEADING);
        }
    }

    /// Replaces the game, and resets the clock and all state of the game before. Options and settings stay.
    pub(super) fn start(&mut self, table: Table) {
        self.keep_game();
        self.loaded = None;
        if self.kept.finished.take().is_some() {
            // After a game that has ended, the next has a file of its own, whatever its moves.
            self.kept.latest = None;
        }
        let control = self.table.clocks.control();
        self.table = table;
        self.table.clocks.set(control);
        self.engine.new_game();
        self.last_report = None;
        self.last_move_reason = None;
        self.stop_pondering();
    }

    /// Waits for the next line of input, and ponders meanwhile if the opponent is to move; `None` at the end of the input.
    pub(super) fn next_line(&mut self) -> io::Result<Option<InputLine>> {
        if self.engine.ponders() && self.awaits_reply() {
            let waiting = &self.input.is_waiting;
            let ponder = || self.engine.ponder(self.table.game(), waiting);
            if catch_panic(ponder).is_err() {
                log::error!("pondering has failed");
            }
        }
        self.input.take()
    }

    /// Stops pondering until the engine moves again.
    pub(super) const fn stop_pondering(&mut self) {
        self.own_color = None;
    }

    /// Whether the last move is the engine's, so that the opponent is to answer.
    fn awaits_reply(&self) -> bool {
        let last = self.table.game().moves().last();
        last.is_some_and(|&(color, _)| self.own_color == Some(color))
    }

    /// Finds the move that the engine plays, in the time that the clock allows: its clock runs, and it may ponder afterwards. The
    /// budget of the question is replaced.
    pub(super) fn think(&mut self, question: Question<'_>) -> Thought {
        let (start, color) = (Instant::now(), question.color);
        let budget = self.table.budget(color);
        let question = Question { budget, ..question };
        let thought = self.engine.think(self.table.game(), question);
        self.end_turn(color, start);
        thought
    }

    /// Finds an answer that is only shown, in the time for a move or, for [`Purpose::Analyze`], without a limit: no clock runs, and
    /// the engine's count of lost moves stays. The budget of the question is replaced.
    pub(super) fn consider(&mut self, question: Question<'_>) -> Thought {
        let is_limited = !matches!(question.purpose, Purpose::Analyze(_));
        let budget = self.table.budget(question.color).filter(|_| is_limited);
        let question = Question { budget, ..question };
        self.engine.consider(self.table.game(), question)
    }

    /// Lets the clock of `color` run for the time since `start`, if there is a clock, and notes that the engine plays this color.
    fn end_turn(&mut self, color: Color, start: Instant) {
        if self.table.budget(color).is_some() {
            self.table.clocks.run(color, start.elapsed());
        }
        self.own_color = Some(color);
        self.table.seat(color, Seat::Engine);
        if let Some(name) = &self.opponent
            && self.table.seats[!color] != Some(Seat::Engine)
        {
            self.table.seat(!color, Seat::Named(name.clone()));
        }
    }

    /// Plays the move that was chosen, or resigns, which leaves the board as it is. Returns the move or `resign`.
    pub(super) fn play(&mut self, color: Color, thought: Thought) -> Response {
        let decision = thought.decision();
        if self.options.writes_chat_lines
            && let Some(report) = &thought.report
            && !report.is_from_book
        {
            self.graphics.write(&chat_line(report));
        }
        self.remember_reason(thought.report);
        match decision {
            Decision::Play(mv) => self.table.play(color, mv)?,
            Decision::Resign => self.table.resign(color),
        }
        Ok(decision.to_string())
    }

    /// Remembers why a move is played: the report of its search, or `None` for a pass without a search.
    pub(super) fn remember_reason(&mut self, report: Option<Report>) {
        self.last_move_reason = Some(match report {
            Some(report) => {
                self.last_report = Some(report.clone());
                MoveReason::Search(Box::new(report))
            }
            None => MoveReason::UnsearchedPass(Box::new(self.table.game().clone())),
        });
    }

    /// The snapshot that was shown last, if it is of this position with `color` to move.
    pub(super) fn shown_snapshot(&self, color: Color) -> Option<Snapshot> {
        let (shown, snapshot) = self.shown.as_ref()?;
        let game = self.table.game();
        let is_same = snapshot.to_move == color
            && shown.moves() == game.moves()
            && shown.board() == game.board()
            && shown.rules() == game.rules()
            && shown.komi().to_bits() == game.komi().to_bits();
        is_same.then(|| snapshot.clone())
    }

    /// The game as an SGF file. A finished one has the result of `final_score`.
    pub(super) fn sgf(&mut self) -> String {
        self.table.settle(&self.engine);
        self.table.to_sgf()
    }

    /// Keeps the game once it has ended.
    pub(super) fn keep_finished_game(&mut self) {
        let moves = Some(self.table.game().moves().len());
        if self.table.is_over() && self.kept.finished != moves {
            self.kept.finished = moves;
            self.keep_game();
        }
    }

    /// Writes the game to a file, if games are kept and it has moves that no file has; logs a warning if that fails. If the game
    /// begins with all moves of the one in the latest file, it replaces that one in its file, because graphical boards send the
    /// moves again to set up a position.
    pub(super) fn keep_game(&mut self) {
        let (game, kept) = (self.table.game(), &self.kept);
        let is_loaded = matches!(&self.loaded, Some(loaded) if is_beginning(game, loaded));
        if !kept.keeper.is_on() || game.moves().is_empty() || is_loaded {
            return;
        }
        let goes_on = matches!(&kept.latest, Some(latest) if is_beginning(latest, game));
        if !goes_on {
            self.kept.keeper.begin(String::new(), None);
        }
        let sgf = self.sgf();
        match self.kept.keeper.keep(&sgf) {
            Ok(()) => self.kept.latest = Some(self.table.game().clone()),
            Err(error) => log::warn!("the game is not kept: {error}"),
        }
    }
}

/// A file for each game of a session.
#[derive(Debug, Default)]
struct KeptGames {
    keeper: Keeper,
    /// The game in the latest file.
    latest: Option<Game>,
    /// The number of moves when the game ended and was kept.
    finished: Option<usize>,
}

/// Whether `whole` begins with all moves of `part`, from the same position.
fn is_beginning(part: &Game, whole: &Game) -> bool {
    part.initial_board() == whole.initial_board() && whole.moves().starts_with(part.moves())
}

/// Where searches are drawn and chat lines are written; clones share the stream.
#[derive(Clone, Default)]
pub(super) struct Graphics {
    writer: Option<Arc<Mutex<dyn Write + Send>>>,
    /// Whether searches are drawn. Without a writer it has no effect.
    pub(super) is_enabled: bool,
}

impl fmt::Debug for Graphics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Graphics")
            .field("is_enabled", &self.is_enabled)
            .finish_non_exhaustive()
    }
}

impl Graphics {
    pub(super) fn is_on(&self) -> bool {
        self.writer.is_some() && self.is_enabled
    }

    /// Writes all at once, so that nothing else on the stream comes between the lines. Ignores errors: the search goes on
    /// without pictures.
    pub(super) fn write(&self, text: &str) {
        if let Some(writer) = &self.writer {
            let mut writer = writer.lock();
            let _ = writer
                .write_all(text.as_bytes())
                .and_then(|()| writer.flush());
        }
    }
}

/// A line about the search for a move, in the form in which `KataGo` writes it to its error stream
/// and gtp2ogs 9 sends it to the chat: `CHAT:Visits 812 Winrate 54.30% ScoreLead 1.5 ScoreStdev 8.2 PV E5 C4`.
fn chat_line(report: &Report) -> String {
    let lead = report.points_ahead().unwrap_or_default();
    let deviation = report.snapshot.lead(None).unwrap_or_default().deviation;
    format!(
        "CHAT:Visits {} Winrate {:.2}% ScoreLead {lead:.1} ScoreStdev {deviation:.1} PV {}\n",
        report.reused_visits + report.playouts,
        100.0 * report.win_rate,
        join(report.principal_variation()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::command::Command;
    use crate::gtp::commands;
    use tao_engine::raw::EngineSettings;

    fn pondering_session() -> Session {
        let engine = Engine::new(EngineSettings {
            playouts: Some(10),
            ponder: u64::MAX,
            ..EngineSettings::default()
        });
        Session::new(Game::new(9).unwrap(), engine, SessionOptions::default())
    }

    fn execute(session: &mut Session, line: &str) {
        let command = Command::parse(line.as_bytes()).unwrap();
        let mut answer = Vec::new();
        commands::respond(session, &command, &mut answer).unwrap();
        assert_eq!(answer[0], b'=');
    }

    #[test]
    fn a_reply_is_awaited_after_a_move_of_the_engine() {
        let mut session = pondering_session();
        for (line, expected) in [
            ("play b e5", false),
            ("genmove w", true),
            ("showboard", true),
            ("undo", false),
            ("play w c3", false),
            ("undo", false),
            ("reg_genmove w", false),
            ("kgs-genmove_cleanup w", true),
            ("clear_cache", true),
            ("play b pass", false),
            ("undo", false),
            ("genmove w", true),
            ("gg-undo", false),
            ("gogui-play_sequence w pass", false),
            ("genmove w", true),
            ("clear_board", false),
            ("play w e5", false),
            ("genmove b", true),
            ("cgos-gameover B+Time", false),
            ("genmove b", true),
            ("kgs-game_over", false),
            ("genmove b", true),
            ("stop", false),
        ] {
            execute(&mut session, line);
            assert_eq!(session.awaits_reply(), expected, "{line}");
        }
    }

    #[test]
    fn pondering_ends_with_the_next_line_and_keeps_its_tree() {
        let mut session = pondering_session();
        execute(&mut session, "genmove b");
        session.open(InputQueue::open(&b"name\n"[..]).unwrap());
        assert!(matches!(
            session.next_line(),
            Ok(Some(InputLine::Command(_)))
        ));
        let report = session.engine.think(
            session.table.game(),
            Question::new(Color::White, Purpose::Suggest, None),
        );
        assert!(report.report.unwrap().reused_visits > 0);
    }
}
