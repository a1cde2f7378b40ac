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
use crate::search::{Detail, Observer, Report, Snapshot};

use super::command::{HELP, PlayCommand};
use super::indicator::{INTERVAL, Indicator};
use super::line_editor::Line;
use super::line_reader::LineReader;
use super::local_game::{Ending, LocalGame};
use super::messages;
use super::next_game::NextGame;

pub(super) struct TerminalGame<W> {
    pub(super) local: LocalGame,
    pub(super) next: NextGame,
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
    /// A game that nothing keeps. `next` has the settings of further games.
    pub(super) fn new(
        local: LocalGame,
        next: NextGame,
        mut engine: Engine,
        theme: Theme,
        output: W,
    ) -> Self {
        let stop = Arc::<AtomicBool>::default();
        engine.set_stop_flag(Arc::clone(&stop));
        Self {
            local,
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
        if let Some(file) = self.keeper.file().filter(|_| self.local.is_under_way()) {
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
            self.guard(Self::let_engine_move)?;
            self.keep()?;
            let prompt = self.prompt();
            let waited = Instant::now();
            let line = lines.read(&prompt, &mut self.output)?;
            self.let_clock_run(waited)?;
            match line {
                Line::End => return Ok(()),
                Line::Interrupted => self.say(match self.keeper.file() {
                    Some(_) => "`quit` or Ctrl-D leaves; the game is kept.",
                    None => "`quit` or Ctrl-D leaves.",
                })?,
                Line::Text(line) => {
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
        let local = self.local.clone();
        panic::catch_unwind(AssertUnwindSafe(|| act(self))).unwrap_or_else(|_| {
            self.local = local;
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

    fn prompt(&self) -> String {
        if self.local.is_over() {
            "game over> ".to_owned()
        } else {
            format!("{}> ", self.local.player)
        }
    }

    /// Adds what a player waited at a prompt to its clock.
    fn let_clock_run(&mut self, since: Instant) -> io::Result<()> {
        if self.local.is_over() {
            return Ok(());
        }
        self.local.clocks.run(since.elapsed());
        self.lose_if_out_of_time(self.local.player)
    }

    fn lose_if_out_of_time(&mut self, color: Color) -> io::Result<()> {
        if !self.local.clocks.is_out_of_time(color) {
            return Ok(());
        }
        self.say(&messages::time_out(color))?;
        self.end(Ending::OutOfTime(color))
    }

    fn execute(&mut self, line: &str) -> io::Result<NextStep> {
        let command = match PlayCommand::parse(line, self.local.game.size()) {
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
            PlayCommand::Size(size) => self.begin_next(NextGame { size, ..self.next })?,
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
        if self.local.is_over() {
            return self.say("The game is over: `undo`, `resume`, `new` or `quit`.");
        }
        let player = self.local.player;
        match self.local.game.play(player, mv) {
            Ok(()) => {
                self.local.clocks.stop(player);
                self.end_after_two_passes()
            }
            Err(reason) => self.say(&format!("You cannot play there: {reason}.")),
        }
    }

    /// Makes the engine's move, if it is the side to move.
    fn let_engine_move(&mut self) -> io::Result<()> {
        let color = !self.local.player;
        if self.local.is_over() || self.local.game.to_move() != color {
            return Ok(());
        }
        self.output.flush()?;
        let start = Instant::now();
        let thought = self.think(color, Purpose::Play, Detail::Score);
        self.local.clocks.run(start.elapsed());
        self.lose_if_out_of_time(color)?;
        if self.local.is_over() {
            return Ok(());
        }
        match thought.decision() {
            Decision::Resign => {
                self.say(&messages::resignation(color))?;
                self.end(Ending::Resigned(color))?;
            }
            Decision::Play(mv) => {
                self.local.game.play(color, mv).map_err(io::Error::other)?;
                self.local.clocks.stop(color);
                let figures =
                    messages::figures(thought.report.as_ref(), self.local.game.total_komi());
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
        let game = &self.local.game;
        let budget = match purpose {
            Purpose::Play => self.local.clocks.budget(color, game.board()),
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
        if self.local.is_over() || !self.local.game.is_over() {
            return Ok(());
        }
        self.say("Two passes end the game.")?;
        let score = self.show_settlement()?;
        self.end(Ending::Counted(score))
    }

    /// Ends the game, and says how to review it.
    pub(super) fn end(&mut self, ending: Ending) -> io::Result<()> {
        self.local.ending = Some(ending);
        self.keep()?;
        self.say(&messages::review(self.keeper.file()))
    }

    /// Keeps the game, once there is something to keep. Where that fails, says so, and keeps no further games.
    fn keep(&mut self) -> io::Result<()> {
        if self.local.game.moves().is_empty() && self.keeper.file().is_none() {
            return Ok(());
        }
        let Err(error) = self.keeper.keep(&self.local.to_sgf()) else {
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
    use crate::game::{Game, TimeControl};

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
        let next = NextGame::like(&game, TimeControl::Unlimited);
        let local = LocalGame::new(game, Color::Black, TimeControl::Unlimited);
        let mut game = TerminalGame::new(local, next, engine, theme, Vec::new());
        let next: io::Result<NextStep> = game.guard(|game| {
            game.execute("C3")?;
            game.execute("resign")?;
            panic!("on purpose")
        });
        assert_eq!(next.unwrap(), NextStep::Continue);
        assert!(game.local.game.moves().is_empty() && !game.local.is_over());
        let next = game.guard(|game| game.execute("C3")).unwrap();
        assert_eq!(
            (next, game.local.game.moves().len()),
            (NextStep::Continue, 1)
        );
        let next = game.guard(|game| game.execute("quit")).unwrap();
        assert_eq!(next, NextStep::Quit);
        let output = String::from_utf8(game.output).unwrap();
        assert_eq!(output.matches("Internal error").count(), 1, "{output}");
    }
}
