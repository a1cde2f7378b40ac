//! A game in the terminal.

use std::io;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::panic;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::board::{Color, Move};
use crate::cli::theme::Theme;
use crate::engine::{Decision, Engine, Level, Purpose, Question, Thought};
use crate::files::Keeper;
use crate::game::TimeControl;
use crate::search::{Detail, Observer, Report, Snapshot};
use crate::table::{Setup, Table};

use super::command::{HELP, PlayCommand};
use super::indicator::{INTERVAL, Indicator};
use super::line_editor::TypedLine;
use super::line_reader::LineReader;
use super::messages;

pub(super) struct TerminalGame<W> {
    pub(super) table: Table,
    /// How further games begin.
    pub(super) next: Setup,
    /// The clock of further games.
    pub(super) control: TimeControl,
    pub(super) engine: Engine,
    pub(super) theme: Theme,
    output: W,
    pub(super) keeper: Keeper,
    indicator: Indicator,
    /// Makes the engine move at once.
    stop: Arc<AtomicBool>,
    /// The search for the engine's latest move.
    pub(super) latest: Option<Report>,
    /// Files that were written in this session.
    pub(super) saved: Vec<PathBuf>,
    /// A command that was not carried out before it is confirmed, by giving it again.
    pub(super) unconfirmed: Option<PlayCommand>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum NextStep {
    #[default]
    Continue,
    Quit,
}

impl<W: Write> TerminalGame<W> {
    /// A game that nothing keeps. Further games begin like `next`, with the same clock.
    pub(super) fn new(
        table: Table,
        next: Setup,
        mut engine: Engine,
        theme: Theme,
        output: W,
    ) -> Self {
        let stop = Arc::<AtomicBool>::default();
        engine.set_stop_flag(Arc::clone(&stop));
        Self {
            control: table.clocks.control(),
            table,
            next,
            engine,
            theme,
            output,
            keeper: Keeper::default(),
            indicator: Indicator::new(None),
            stop,
            latest: None,
            saved: Vec::new(),
            unconfirmed: None,
        }
    }

    /// The same with games that are kept.
    pub(super) fn with_keeper(self, keeper: Keeper) -> Self {
        Self { keeper, ..self }
    }

    /// The same with a sign that the engine thinks.
    pub(super) fn with_indicator(self, indicator: Indicator) -> Self {
        Self { indicator, ..self }
    }

    /// The flag that makes the engine move at once.
    pub(super) fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Plays until the player leaves.
    ///
    /// # Errors
    ///
    /// Returns the error of a stream.
    pub(super) fn run(mut self, mut lines: LineReader<impl BufRead>) -> io::Result<()> {
        let talked = self.talk(&mut lines);
        // Also where nobody reads what is said.
        let kept = self.keep();
        talked?;
        kept?;
        if let Some(file) = self.keeper.file().filter(|_| self.is_under_way()) {
            let file = file.display();
            self.say(&format!(
                "The game is kept in {file}\n`tao-go play --resume` goes on with it."
            ))?;
        }
        self.say("Goodbye.")
    }

    fn talk(&mut self, lines: &mut LineReader<impl BufRead>) -> io::Result<()> {
        self.say_inline("Tao Go. ")?;
        self.guard(Self::show_beginning)?;
        loop {
            self.guard(Self::engine_move)?;
            self.keep()?;
            let prompt = self.prompt();
            let waited = Instant::now();
            let line = lines.read(&prompt, &mut self.output)?;
            self.run_clock(self.player(), waited)?;
            match line {
                TypedLine::End => return Ok(()),
                TypedLine::Interrupted => self.say(match self.keeper.file() {
                    Some(_) => "`quit` or Ctrl-D leaves; the game is kept.",
                    None => "`quit` or Ctrl-D leaves.",
                })?,
                TypedLine::Text(line) => {
                    if self.guard(|game| game.execute(&line))? == NextStep::Quit {
                        return Ok(());
                    }
                    self.keep()?;
                }
            }
        }
    }

    /// Returns the result of `act`; where it panics, restores the game and prints an error.
    fn guard<T: Default>(&mut self, act: impl FnOnce(&mut Self) -> io::Result<T>) -> io::Result<T> {
        let table = self.table.clone();
        panic::catch_unwind(AssertUnwindSafe(|| act(self))).unwrap_or_else(|_| {
            self.table = table;
            self.engine.clear_tree();
            self.say("Internal error. The game is as it was before; `undo` and `quit` work.")?;
            Ok(T::default())
        })
    }

    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    fn say_inline(&mut self, text: &str) -> io::Result<()> {
        write!(self.output, "{text}")
    }

    pub(super) fn player(&self) -> Color {
        // A person sits at every game in the terminal.
        self.table.person().unwrap_or(Color::Black)
    }

    /// Whether it would be a loss to forget the game.
    pub(super) fn is_under_way(&self) -> bool {
        !self.table.is_over() && !self.table.game().moves().is_empty()
    }

    fn prompt(&self) -> String {
        if self.table.is_over() {
            "game over> ".to_owned()
        } else {
            format!("{}> ", self.player())
        }
    }

    /// Adds the time that a side has thought to its clock.
    fn run_clock(&mut self, color: Color, since: Instant) -> io::Result<()> {
        if !self.table.run_clock(color, since.elapsed()) {
            return Ok(());
        }
        self.say(&messages::time_out(color))?;
        self.finish()
    }

    fn execute(&mut self, line: &str) -> io::Result<NextStep> {
        let command = match PlayCommand::parse(line, self.table.game().size()) {
            Ok(command) => command,
            Err(reason) => {
                self.say(&reason)?;
                return Ok(NextStep::Continue);
            }
        };
        let unconfirmed = self.unconfirmed.take();
        if let Some(warning) = self.warning(&command)
            && unconfirmed.as_ref() != Some(&command)
        {
            self.say(&format!("{warning}: the same command again does it."))?;
            self.unconfirmed = Some(command);
            return Ok(NextStep::Continue);
        }
        match command {
            PlayCommand::Move(mv) => self.play(mv)?,
            PlayCommand::Board => self.show_board()?,
            PlayCommand::Hint => self.hint()?,
            PlayCommand::Candidates => self.show_latest_candidates()?,
            PlayCommand::Moves => self.show_moves()?,
            PlayCommand::Undo(count) => self.undo(count)?,
            PlayCommand::Score => self.show_score()?,
            PlayCommand::Resume => self.resume()?,
            PlayCommand::Resign => self.resign()?,
            PlayCommand::New => self.begin_next(self.next)?,
            PlayCommand::Size(size) => self.begin_next(Setup { size, ..self.next })?,
            PlayCommand::Komi(komi) => self.set_komi(komi)?,
            PlayCommand::Handicap(stones) => self.begin_with_handicap(stones)?,
            PlayCommand::Level(level) => self.set_level(level)?,
            PlayCommand::Switch => self.switch()?,
            PlayCommand::Save(path) => self.save(path)?,
            PlayCommand::Load(path) => self.load(&path)?,
            PlayCommand::Help => self.say_inline(HELP)?,
            PlayCommand::Quit => return Ok(NextStep::Quit),
        }
        Ok(NextStep::Continue)
    }

    fn play(&mut self, mv: Move) -> io::Result<()> {
        if self.table.is_over() {
            return self.say("The game is over: `undo`, `resume`, `new` or `quit`.");
        }
        match self.table.play(self.player(), mv) {
            Ok(()) => self.end_after_two_passes(),
            Err(reason) => self.say(&format!("You cannot play there: {reason}.")),
        }
    }

    /// Makes the engine's move, if it is the side to move.
    fn engine_move(&mut self) -> io::Result<()> {
        if !self.table.is_engines_turn() {
            return Ok(());
        }
        let color = self.table.game().to_move();
        self.output.flush()?;
        let start = Instant::now();
        let thought = self.think(color, Purpose::Play, Detail::Score);
        self.run_clock(color, start)?;
        if self.table.is_over() {
            return Ok(());
        }
        match thought.decision() {
            Decision::Resign => self.end_by_resignation(color)?,
            Decision::Play(mv) => {
                self.table.play(color, mv).map_err(io::Error::other)?;
                let figures = messages::figures(thought.report.as_ref());
                self.say(&format!("Tao Go plays {mv}{figures}"))?;
                self.show_board()?;
                self.end_after_two_passes()?;
            }
        }
        self.latest = thought.report;
        Ok(())
    }

    /// Asks the engine about the position. In its own turn it thinks as long as its clock allows.
    pub(super) fn think(&mut self, color: Color, purpose: Purpose<'_>, detail: Detail) -> Thought {
        self.stop.store(false, Ordering::Relaxed);
        let game = self.table.game();
        let budget = match purpose {
            Purpose::Play => self.table.budget(),
            _ => None,
        };
        let thinking = self.indicator.start();
        let mut show = |snapshot: &Snapshot| {
            thinking.show(snapshot);
            ControlFlow::Continue(())
        };
        let observer = thinking.is_visible().then_some(Observer {
            interval: Some(INTERVAL),
            show: &mut show,
        });
        let question = Question {
            // Advice is at full strength on any level.
            level: matches!(purpose, Purpose::Suggest).then_some(Level::FULL),
            detail,
            observer,
            ..Question::new(color, purpose, budget)
        };
        self.engine.think(game, question)
    }

    /// Ends a game after two passes, and counts it.
    pub(super) fn end_after_two_passes(&mut self) -> io::Result<()> {
        if !self.table.needs_count() {
            return Ok(());
        }
        self.say("Two passes end the game.")?;
        let settlement = self.show_settlement()?;
        self.table.count(settlement.dead());
        self.finish()
    }

    pub(super) fn end_by_resignation(&mut self, loser: Color) -> io::Result<()> {
        self.say(&messages::resignation(loser))?;
        self.table.resign(loser);
        self.finish()
    }

    /// Keeps a game that has ended, and says how to review it.
    fn finish(&mut self) -> io::Result<()> {
        self.keep()?;
        self.say(&messages::review(self.keeper.file()))
    }

    /// Keeps the game, once there is something to keep. If that fails, says so and keeps no more games.
    fn keep(&mut self) -> io::Result<()> {
        if self.table.game().moves().is_empty() && self.keeper.file().is_none() {
            return Ok(());
        }
        let Err(error) = self.keeper.keep(&self.table.to_sgf()) else {
            return Ok(());
        };
        self.keeper.give_up();
        self.say(&format!(
            "The game cannot be kept by itself: {error}. `save FILE` writes it."
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::streams::Palette;
    use crate::cli::theme::Glyphs;
    use crate::engine::EngineSettings;
    use crate::game::Game;
    use crate::table::Seat;

    #[test]
    fn after_a_panic_the_game_goes_on_as_before() {
        let engine = Engine::new(EngineSettings {
            playouts: Some(10),
            ..EngineSettings::default()
        });
        let theme = Theme {
            glyphs: Glyphs::Ascii,
            palette: Palette::Plain,
        };
        let game = Game::new(5).unwrap();
        let next = Setup::like(&game);
        let mut table = Table::new(game, TimeControl::Unlimited);
        table.seats = Seat::person_and_engine(Color::Black);
        let mut game = TerminalGame::new(table, next, engine, theme, Vec::new());
        let next: io::Result<NextStep> = game.guard(|game| {
            game.execute("C3")?;
            game.execute("resign")?;
            panic!("on purpose")
        });
        assert_eq!(next.unwrap(), NextStep::Continue);
        assert!(game.table.game().moves().is_empty() && !game.table.is_over());
        let next = game.guard(|game| game.execute("C3")).unwrap();
        assert_eq!(
            (next, game.table.game().moves().len()),
            (NextStep::Continue, 1)
        );
        let next = game.guard(|game| game.execute("quit")).unwrap();
        assert_eq!(next, NextStep::Quit);
        let output = String::from_utf8(game.output).unwrap();
        assert_eq!(output.matches("Internal error").count(), 1, "{output}");
    }
}
